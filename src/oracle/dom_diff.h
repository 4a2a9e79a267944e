// Compares what two runs left in the DOM, as a list that a person can read.
//
// First the content (elements, text, attributes, form state), then the layout. A layout difference is told only where
// it starts: what moves along with its parent, grows with its children or makes room for a sibling that changed is a
// consequence and left out.
#pragma once

#include <vector>

#include "base/json.h"
#include "oracle/difference.h"
#include "oracle/dom_tree.h"
#include "oracle/selector.h"

namespace squall::oracle {

struct DomDiff {
  std::vector<Difference> differences;
  size_t more = 0;  // beyond the limit
  bool equal() const { return differences.empty(); }
};

// `a` and `b` are the `frames` of two outcomes (lab/outcome.h has the format).
DomDiff compare_dom(const Json& a, const Json& b, const std::vector<Selector>& ignore = {}, size_t limit = 50);

// Where the ignored elements are on the screen: boxes relative to the main frame's viewport.
std::vector<Rect> ignored_boxes(const Json& frames, const std::vector<Selector>& ignore);

}  // namespace squall::oracle
