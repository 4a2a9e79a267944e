// Compares what two runs left in the DOM, as a list that a person can read.
//
// First the content (elements, text, attributes, form state), then the layout. A layout difference is told only where
// it starts: what moves along with its parent, grows with its children or makes room for a sibling that changed is a
// consequence and left out.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "oracle/dom_tree.h"
#include "oracle/selector.h"

namespace squall::oracle {

enum class DomKind {
  Inserted,   // only in the second; after: its text
  Removed,    // only in the first; before: its text
  Reordered,  // the children of the element at `path` stand in another order
  Text,       // of the element at `path`
  Attribute,  // `name` says which
  Value,      // of a form control
  Checked,
  Selected,  // before, after: the texts of the selected options
  Moved,
  Resized,
  Shown,   // rendered only in the second
  Hidden,  // rendered only in the first
  Scroll,  // of an element, or of the frame when `path` is empty
  Focus,
  Frame,  // a frame that only one run has; before, after: its URL
  Url,    // a frame shows another document
};
const char* name_of(DomKind kind);

struct DomDifference {
  DomKind kind = DomKind::Text;
  std::string frame;  // "0" is the main one
  std::string path;   // CSS-like, in the second document; in the first for what was removed
  std::string shown;  // what a person reads in place of a long path: "li “Guide”"
  std::string name;   // of the attribute
  std::string before;
  std::string after;
  bool in_before = true;  // whether there is a value on that side: an attribute may be empty or absent
  bool in_after = true;
  size_t also = 0;       // siblings that moved, grew, came or went in the same way
  bool visible = false;  // concerns something that is rendered
  bool in_head = false;  // only a style, link or meta of the head, or the order within the head
};

struct DomDiff {
  std::vector<DomDifference> differences;
  size_t more = 0;  // beyond the limit
  bool equal() const { return differences.empty(); }
};

// `a` and `b` are the `frames` of two outcomes (lab/outcome.h has the format).
DomDiff compare_dom(const Json& a, const Json& b, const std::vector<Selector>& ignore = {}, size_t limit = 50);

// "#list > li:nth-of-type(3) (“Acme”) is there only in the second run"
std::string sentence(const DomDifference& difference);

// Where the ignored elements are on the screen: boxes relative to the main frame's viewport.
std::vector<Box> ignored_boxes(const Json& frames, const std::vector<Selector>& ignore);

}  // namespace squall::oracle
