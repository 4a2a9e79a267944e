#include "oracle/dom_tree.h"

#include <algorithm>

#include "base/text.h"
#include "oracle/dom_marks.h"
#include "oracle/unseen.h"

namespace squall::oracle {
namespace {

constexpr size_t kSample = 200;  // bytes of text

std::optional<Rect> box_of(const Json& r) {
  if (r.size() != 4) return std::nullopt;
  return Rect{r[size_t{0}].as_double(), r[size_t{1}].as_double(), r[size_t{2}].as_double(), r[size_t{3}].as_double()};
}

bool keeps_space(const std::string& tag) { return tag == "pre" || tag == "textarea"; }
bool is_frame_tag(const std::string& tag) { return tag == "iframe" || tag == "frame"; }

void append_hash(std::string& out, uint64_t hash) { out.append(reinterpret_cast<const char*>(&hash), sizeof hash); }

// As HTML shows it: no space at the ends, and one between words.
std::string collapse(std::string_view text) {
  std::string out;
  for (char c : trim(text)) {
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if (!space)
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out;
}

void append_text(std::string& out, const DomNode& node, size_t limit) {
  if (out.size() > limit) return;
  if (node.is_text()) {
    if (!out.empty()) out += ' ';
    out += std::string_view(node.text).substr(0, limit + 1);
  }
  for (const DomNode* child : node.children) append_text(out, *child, limit);
}

void find_covering(const DomNode& node, const Rect& box, const DomNode*& best) {
  if (node.box && node.box->contains(box)) {
    // A child that is as large as its parent is the more telling of the two.
    bool better = !best || node.box->width * node.box->height <= best->box->width * best->box->height;
    if (better) best = &node;
  }
  for (const DomNode* child : node.children) find_covering(*child, box, best);
}

}  // namespace

DomTree::DomTree(const Json& root, const std::vector<Selector>& ignore) : ignore_(ignore) {
  if (root.is_object()) root_ = build(root);
  if (root_) note_unseen(*root_);
}

// Null when the element is ignored.
DomNode* DomTree::build(const Json& json) {
  chain_.push_back(&json);
  bool ignored = std::any_of(ignore_.begin(), ignore_.end(), [&](const Selector& s) { return s.matches(chain_); });
  DomNode* node = nullptr;
  if (ignored) {
    note_ignored(json);
  } else {
    node = &nodes_.emplace_back();
    node->json = &json;
    node->tag = json["t"].as_string();
    node->id = json["a"]["id"].as_string();
    node->box = box_of(json["r"]);
    for (std::string& mark : lasting_marks(json)) ++marks_[std::move(mark)];
    for (std::string& mark : telling_marks(json)) ++marks_[std::move(mark)];
    if (is_frame_tag(node->tag)) frame_elements_.push_back(node);
    build_children(*node, json["c"].items());
    finish(*node);
  }
  chain_.pop_back();
  return node;
}

void DomTree::build_children(DomNode& node, const Json::Array& children) {
  std::map<std::string, int> seen;  // ignored elements count, so that paths stay what they are in the page
  bool after_text = false;
  for (const Json& json : children) {
    if (json.is_string()) {
      if (!keeps_space(node.tag) && trim(json.as_string()).empty()) continue;
      add_text(node, json.as_string(), after_text);
      after_text = true;
      continue;
    }
    after_text = false;
    int ordinal = ++seen[json["t"].as_string()];
    DomNode* child = build(json);
    if (!child) continue;
    child->parent = &node;
    child->ordinal = ordinal;
    node.children.push_back(child);
  }
  for (DomNode* child : node.children) {
    if (!child->is_text())
      child->namesakes = seen[child->tag];
    else
      finish_text(*child);
  }
}

void DomTree::add_text(DomNode& parent, const std::string& text, bool joins_last) {
  if (!joins_last) {
    parent.children.push_back(&nodes_.emplace_back());
    parent.children.back()->parent = &parent;
  }
  parent.children.back()->text += text;
}

void DomTree::finish_text(DomNode& node) {
  if (!keeps_space(node.parent->tag)) node.text = collapse(node.text);
  node.content = node.everything = hash_bytes(node.text);
  node.sample = text_of(node, kSample);
}

void DomTree::finish(DomNode& node) {
  const Json& json = *node.json;
  std::string content = node.tag + '\n';
  for (const char* key : {"a", "v", "k", "s"}) {
    json[key].dump_to(content);
    content += '\n';
  }
  std::string everything = content;
  for (const char* key : {"r", "o"}) json[key].dump_to(everything);
  for (const DomNode* child : node.children) {
    node.size += child->size;
    append_hash(content, child->content);
    append_hash(everything, child->everything);
    if (node.sample.size() < kSample) node.sample += child->sample;
  }
  node.content = hash_bytes(content);
  node.everything = hash_bytes(everything);
}

void DomTree::note_ignored(const Json& json) {
  if (auto box = box_of(json["r"])) ignored_boxes_.push_back(*box);
  if (const std::string& id = json["a"]["id"].as_string(); !id.empty()) ignored_ids_.insert(id);
  if (is_frame_tag(json["t"].as_string())) frame_elements_.push_back(nullptr);
  for (const Json& child : json["c"].items()) {
    if (child.is_object()) note_ignored(child);
  }
}

std::string DomTree::mark_of(const DomNode& node, std::vector<std::string> (*marks_of)(const Json&)) const {
  for (std::string& mark : marks_of(*node.json)) {
    auto known = marks_.find(mark);
    if (known != marks_.end() && known->second == 1) return std::move(mark);
  }
  return "";
}

std::string DomTree::path(const DomNode& node) const { return path(node, By::LastingMarks); }
std::string DomTree::short_path(const DomNode& node, bool by_own) const {
  return path(node, by_own ? By::AnyMarks : By::MarksAround);
}

std::string DomTree::path(const DomNode& node, By by) const {
  if (node.is_text()) return node.parent ? path(*node.parent, by) : "";
  std::string mark = mark_of(node, lasting_marks);
  if (mark.empty() && by == By::AnyMarks) mark = mark_of(node, telling_marks);
  if (!mark.empty()) return mark;
  if (by == By::MarksAround) by = By::AnyMarks;
  if (node.tag == "#shadow" && node.parent) return path(*node.parent, by) + "::shadow";
  std::string step = node.tag;
  if (node.namesakes > 1) step += ":nth-of-type(" + std::to_string(node.ordinal) + ")";
  if (!node.parent || (node.parent == root_ && (node.tag == "body" || node.tag == "head"))) return step;
  return path(*node.parent, by) + " > " + step;
}

std::string text_of(const DomNode& node, size_t limit) {
  std::string text;
  append_text(text, node, limit);
  return shorten(text, limit);
}

const DomNode* element_covering(const DomTree& tree, const Rect& box) {
  const DomNode* best = nullptr;
  if (tree.root()) find_covering(*tree.root(), box, best);
  return best;
}

}  // namespace squall::oracle
