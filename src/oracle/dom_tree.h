// A DomTree: one frame's document, prepared for comparing.
//
// It leaves out what does not count: everything that an ignored selector matches, and white space in text beyond one
// space between words (but in pre and textarea it is kept). Neighbouring text nodes are one. Each node carries two
// hashes of its subtree, so that equal parts of two documents are recognised without looking into them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/rect.h"
#include "oracle/selector.h"

namespace squall::oracle {

struct DomNode {
  const Json* json = nullptr;  // the element; null for a text node
  std::string tag;             // "" for a text node
  std::string text;            // of a text node
  std::string id;
  std::string sample;       // the beginning of all text inside, to tell resemblance by
  std::optional<Rect> box;  // relative to the frame's viewport; absent when the element is not rendered
  bool spoken = false;      // made for assistive technology
  bool unseen = false;      // neither drawn, as far as its styles tell, nor made for assistive technology
  DomNode* parent = nullptr;
  std::vector<DomNode*> children;
  int ordinal = 1;          // among its siblings of the same tag, from 1
  int namesakes = 1;        // how many siblings of the same tag there are, itself included
  size_t size = 1;          // nodes in the subtree
  uint64_t content = 0;     // hash of tags, attributes, text and form values in the subtree
  uint64_t everything = 0;  // … with boxes and scroll offsets

  bool is_text() const { return json == nullptr; }
};

class DomTree {
 public:
  // `root` must outlive the tree.
  DomTree(const Json& root, const std::vector<Selector>& ignore);
  DomTree(const DomTree&) = delete;

  const DomNode* root() const { return root_; }  // null when there is no document, or all of it is ignored

  // A CSS-like path: from the nearest element with a unique id or test id, else from body. "::shadow" stands for a
  // shadow root.
  std::string path(const DomNode& node) const;
  // The same for people: also from a unique class, or the name of a field; but not from the node's own when those are
  // what differs. In another run it may be another.
  std::string short_path(const DomNode& node, bool by_own = true) const;

  const std::vector<Rect>& ignored_boxes() const { return ignored_boxes_; }
  bool is_ignored_id(const std::string& id) const { return ignored_ids_.contains(id); }
  // The iframe and frame elements in document order, the ignored ones as null.
  const std::vector<const DomNode*>& frame_elements() const { return frame_elements_; }

 private:
  DomNode* build(const Json& json);
  void build_children(DomNode& node, const Json::Array& children);
  void add_text(DomNode& parent, const std::string& text, bool joins_last);
  void finish_text(DomNode& node);
  void finish(DomNode& node);
  void note_ignored(const Json& json);
  enum class By { LastingMarks, MarksAround, AnyMarks };
  std::string path(const DomNode& node, By by) const;
  // The first of these marks that no other element has; "" when there is none.
  std::string mark_of(const DomNode& node, std::vector<std::string> (*marks_of)(const Json&)) const;

  const std::vector<Selector>& ignore_;
  std::deque<DomNode> nodes_;
  std::vector<const Json*> chain_;  // while building: from the root to the current element
  DomNode* root_ = nullptr;
  std::map<std::string, int> marks_;  // how many elements have it
  std::vector<Rect> ignored_boxes_;
  std::set<std::string> ignored_ids_;
  std::vector<const DomNode*> frame_elements_;
};

// All text in the subtree, its pieces joined by spaces, at most `limit` bytes.
std::string text_of(const DomNode& node, size_t limit);

// The smallest rendered element that covers the box; null when none does.
const DomNode* element_covering(const DomTree& tree, const Rect& box);

}  // namespace squall::oracle
