// Which child of an element is which child of its counterpart: the heart of a readable difference.
//
// Equal subtrees are matched first (the heaviest common subsequence), then, between those, elements with the same id
// or key attribute and those that resemble each other. What is left and occurs on both sides was reordered; the rest
// was inserted or removed. So one new list item is one difference, wherever it stands.
#pragma once

#include <vector>

#include "oracle/dom_tree.h"

namespace squall::oracle {

struct Aligned {
  const DomNode* a = nullptr;  // null: inserted
  const DomNode* b = nullptr;  // null: removed
  bool reordered = false;
};

// In the order of b's children, the removed ones where they stood.
std::vector<Aligned> align_children(const DomNode& a, const DomNode& b);

}  // namespace squall::oracle
