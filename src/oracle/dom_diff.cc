#include "oracle/dom_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/text.h"
#include "oracle/dom_match.h"

namespace squall::oracle {
namespace {

// One frame of an outcome, with its tree.
struct FramePart {
  const Json* json = nullptr;
  std::unique_ptr<DomTree> tree;
  const DomNode* element = nullptr;  // the iframe that shows it; null for the main frame, and when it is not known
  std::string parent;                // path of the parent frame
};

// The frames of one outcome by path; without those inside ignored elements.
using FrameParts = std::map<std::string, FramePart>;

std::string parent_path(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

FrameParts frame_parts(const Json& frames, const std::vector<Selector>& ignore) {
  FrameParts parts;
  for (const Json& frame : frames.items()) {
    std::string path = frame["path"].as_string();
    FramePart part{&frame, nullptr, nullptr, parent_path(path)};
    if (!part.parent.empty()) {
      auto parent = parts.find(part.parent);
      if (parent == parts.end()) continue;  // the parent is ignored
      const auto& elements = parent->second.tree->frame_elements();
      size_t index = std::strtoul(path.c_str() + part.parent.size() + 1, nullptr, 10);
      if (index < elements.size()) {
        part.element = elements[index];
        if (!part.element) continue;
      }
    }
    part.tree = std::make_unique<DomTree>(frame["root"], ignore);
    parts.emplace(std::move(path), std::move(part));
  }
  return parts;
}

Shift scroll_of(const Json& frame) {
  return {frame["scroll"][size_t{0}].as_double(), frame["scroll"][size_t{1}].as_double()};
}

std::string focus_of(const FramePart& part) {
  const std::string& focus = (*part.json)["focus"].as_string();
  return focus.starts_with('#') && part.tree->is_ignored_id(focus.substr(1)) ? "" : focus;
}

void compare_frame_state(const DocumentPair& documents, const FramePart& a, const FramePart& b) {
  auto report = [&](Kind kind, std::string before, std::string after, bool visible) {
    if (before == after) return;
    Difference& difference = documents.report(kind);
    difference.before = std::move(before);
    difference.after = std::move(after);
    difference.visible = visible;
  };
  auto place = [](Shift scroll) { return fmt::format("({:g}, {:g})", scroll.x, scroll.y); };
  report(Kind::FrameUrl, (*a.json)["url"].as_string(), (*b.json)["url"].as_string(), false);
  report(Kind::Scroll, place(scroll_of(*a.json)), place(scroll_of(*b.json)), true);
  report(Kind::Focus, focus_of(a), focus_of(b), false);
}

void compare_frame(const std::string& path, const FramePart& a, const FramePart& b, std::vector<Difference>& out) {
  DocumentPair documents{*a.tree, *b.tree, path, out};
  compare_frame_state(documents, a, b);
  const DomNode *root_a = a.tree->root(), *root_b = b.tree->root();
  if (!root_a || !root_b) {
    if (root_a == root_b) return;
    Difference& difference = documents.report(root_b ? Kind::Inserted : Kind::Removed, root_b ? *b.tree : *a.tree,
                                              root_b ? *root_b : *root_a);
    difference.side = root_b ? Side::Second : Side::First;
    (root_b ? difference.after : difference.before) = text_of(root_b ? *root_b : *root_a, 200);
    difference.visible = true;
    return;
  }
  Match match = compare_content(documents, *root_a, *root_b);
  Shift before = scroll_of(*a.json), after = scroll_of(*b.json);
  compare_layout(documents, std::move(match), {after.x - before.x, after.y - before.y});
}

Aspect aspect_of(Kind kind) {
  switch (kind) {
    case Kind::Value:
    case Kind::Checked:
    case Kind::Selected: return Aspect::Form;
    case Kind::Moved:
    case Kind::Resized:
    case Kind::Shown:
    case Kind::Hidden:
    case Kind::Scroll: return Aspect::Layout;
    case Kind::FrameUrl: return Aspect::Url;
    default: return Aspect::Dom;
  }
}

Difference about(Kind kind, const std::string& frame, const std::string& path) {
  std::string subject = path.empty() ? name_of(kind) : path;
  return {.aspect = aspect_of(kind),
          .kind = kind,
          .subject = frame == "0" ? subject : frame + " " + subject,
          .frame = frame};
}

void report_lone_frame(const std::string& path, const FramePart& part, bool in_second, std::vector<Difference>& out) {
  Difference& difference = out.emplace_back(about(Kind::Frame, path, ""));
  difference.side = in_second ? Side::Second : Side::First;
  (in_second ? difference.after : difference.before) = (*part.json)["url"].as_string();
  difference.visible = part.element && part.element->box;
}

// Differences that tell of the text themselves.
bool tells_text(Kind kind) {
  return kind == Kind::Inserted || kind == Kind::Removed || kind == Kind::Text || kind == Kind::Value ||
         kind == Kind::Selected;
}

// Long paths say little to a person: the text that is there does, or else the end of the path.
std::string shown_name(Kind kind, const DomTree& tree, const DomNode& node) {
  constexpr size_t kLongest = 3, kEnd = 2, kText = 40;
  std::string path = tree.short_path(node, kind != Kind::Attribute);
  auto steps = split(path, '>');
  for (auto& step : steps) step = trim(step);
  if (steps.size() <= kLongest) return path;
  std::string text = tells_text(kind) ? "" : text_of(node, kText);
  if (!text.empty() && text.size() < kText) return node.tag + " “" + text + "”";
  std::string begin = steps[0].find_first_of("#.[") == std::string::npos ? "" : steps[0] + " ";
  return begin + "… " + join({steps.end() - kEnd, steps.end()}, " > ");
}

// Nobody sees the head itself: what it is good for shows on the screen.
bool is_about_head(Kind kind, const DomNode& node) {
  if (kind == Kind::Reordered) return node.tag == "head";
  bool unseen = node.tag == "style" || node.tag == "link" || node.tag == "meta";
  return unseen && node.parent && node.parent->tag == "head";
}

// With all that is in it.
std::optional<Rect> extent_of(const DomNode& node) {
  std::optional<Rect> all = node.box;
  for (const DomNode* child : node.children) {
    auto inner = extent_of(*child);
    if (!inner) continue;
    if (!all) all = inner;
    double left = std::min(all->x, inner->x), top = std::min(all->y, inner->y);
    double right = std::max(all->x + all->width, inner->x + inner->width);
    double bottom = std::max(all->y + all->height, inner->y + inner->height);
    all = Rect{left, top, right - left, bottom - top};
  }
  return all;
}

}  // namespace

Difference& DocumentPair::report(Kind kind) const { return out.emplace_back(about(kind, frame, "")); }

Difference& DocumentPair::report(Kind kind, const DomTree& tree, const DomNode& node) const {
  std::string path = tree.path(node);
  Difference& difference = out.emplace_back(about(kind, frame, path));
  difference.label = shown_name(kind, tree, node);
  difference.in_head = is_about_head(kind, node);
  difference.unseen = node.unseen;
  difference.spoken = node.spoken;
  bool comes_or_goes = kind == Kind::Inserted || kind == Kind::Removed;
  if (frame == "0") difference.box = comes_or_goes ? extent_of(node) : node.box;
  return difference;
}

DomDiff compare_dom(const Json& a, const Json& b, const std::vector<Selector>& ignore, size_t limit) {
  DomDiff diff;
  if (a == b) return diff;
  FrameParts parts_a = frame_parts(a, ignore), parts_b = frame_parts(b, ignore);
  for (const auto& [path, part] : parts_b) {
    auto before = parts_a.find(path);
    if (before == parts_a.end())
      report_lone_frame(path, part, true, diff.differences);
    else
      compare_frame(path, before->second, part, diff.differences);
  }
  for (const auto& [path, part] : parts_a) {
    if (!parts_b.contains(path)) report_lone_frame(path, part, false, diff.differences);
  }
  if (diff.differences.size() > limit) {
    diff.more = diff.differences.size() - limit;
    diff.differences.resize(limit);
  }
  return diff;
}

std::vector<Rect> ignored_boxes(const Json& frames, const std::vector<Selector>& ignore) {
  std::vector<Rect> boxes;
  if (ignore.empty()) return boxes;
  FrameParts parts = frame_parts(frames, ignore);
  for (const auto& [path, part] : parts) {
    Shift offset;
    bool placed = true;
    for (const FramePart* at = &part; !at->parent.empty() && placed; at = &parts.at(at->parent)) {
      placed = at->element && at->element->box;
      if (placed) offset = {offset.x + at->element->box->x, offset.y + at->element->box->y};
    }
    if (!placed) continue;
    for (Rect box : part.tree->ignored_boxes()) {
      boxes.push_back({box.x + offset.x, box.y + offset.y, box.width, box.height});
    }
  }
  return boxes;
}

}  // namespace squall::oracle
