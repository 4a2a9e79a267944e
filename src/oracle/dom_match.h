// The two halves of comparing one frame's document: content, which also finds out what corresponds to what, and layout,
// which needs to know it.
#pragma once

#include <string>
#include <vector>

#include "oracle/dom_diff.h"
#include "oracle/dom_tree.h"

namespace squall::oracle {

// An element and its counterpart.
struct Match {
  const DomNode* a = nullptr;
  const DomNode* b = nullptr;
  bool changed_itself = false;  // its attributes, form state, or which children it has
  bool changed = false;         // … or those of an element inside
  std::vector<Match> children;  // empty when nothing inside differs
};

// The two documents, and where differences go.
struct DocumentPair {
  const DomTree& a;
  const DomTree& b;
  std::string frame;
  std::vector<Difference>& out;

  // About the frame itself.
  Difference& report(Kind kind) const;
  Difference& report(Kind kind, const DomTree& tree, const DomNode& node) const;
};

// Reports the differences in content between two elements that correspond to each other.
Match compare_content(const DocumentPair& documents, const DomNode& a, const DomNode& b);

// How far the whole frame was scrolled further in the second run, which moves everything in it.
struct Shift {
  double x = 0, y = 0;
  bool operator==(const Shift&) const = default;
};
void compare_layout(const DocumentPair& documents, Match root, Shift scrolled);

}  // namespace squall::oracle
