#include "oracle/dom_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/text.h"
#include "base/url.h"
#include "oracle/dom_match.h"
#include "oracle/words.h"

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
  auto report = [&](DomKind kind, std::string before, std::string after, bool visible) {
    if (before == after) return;
    DomDifference& difference = documents.report(kind);
    difference.before = std::move(before);
    difference.after = std::move(after);
    difference.visible = visible;
  };
  auto place = [](Shift scroll) { return fmt::format("({:g}, {:g})", scroll.x, scroll.y); };
  report(DomKind::Url, (*a.json)["url"].as_string(), (*b.json)["url"].as_string(), false);
  report(DomKind::Scroll, place(scroll_of(*a.json)), place(scroll_of(*b.json)), true);
  report(DomKind::Focus, focus_of(a), focus_of(b), false);
}

void compare_frame(const std::string& path, const FramePart& a, const FramePart& b, std::vector<DomDifference>& out) {
  DocumentPair documents{*a.tree, *b.tree, path, out};
  compare_frame_state(documents, a, b);
  const DomNode *root_a = a.tree->root(), *root_b = b.tree->root();
  if (!root_a || !root_b) {
    if (root_a == root_b) return;
    DomDifference& difference = documents.report(root_b ? DomKind::Inserted : DomKind::Removed,
                                                 root_b ? *b.tree : *a.tree, root_b ? *root_b : *root_a);
    (root_b ? difference.after : difference.before) = text_of(root_b ? *root_b : *root_a, 200);
    difference.visible = true;
    return;
  }
  Match match = compare_content(documents, *root_a, *root_b);
  Shift before = scroll_of(*a.json), after = scroll_of(*b.json);
  compare_layout(documents, std::move(match), {after.x - before.x, after.y - before.y});
}

void report_lone_frame(const std::string& path, const FramePart& part, bool in_second,
                       std::vector<DomDifference>& out) {
  DomDifference& difference = out.emplace_back();
  difference.kind = DomKind::Frame;
  difference.frame = path;
  difference.in_before = !in_second;
  difference.in_after = in_second;
  (in_second ? difference.after : difference.before) = (*part.json)["url"].as_string();
  difference.visible = part.element && part.element->box;
}

std::string changed(const std::string& what, const DomDifference& d) {
  return what + " is " + quoted_instead(d.after, d.before);
}

// Differences that tell of the text themselves.
bool tells_text(DomKind kind) {
  return kind == DomKind::Inserted || kind == DomKind::Removed || kind == DomKind::Text || kind == DomKind::Value ||
         kind == DomKind::Selected;
}

// Long paths say little to a person: the text that is there does, or else the end of the path.
std::string shown_name(DomKind kind, const std::string& path, const DomNode& node) {
  constexpr size_t kLongest = 3, kEnd = 2, kText = 40;
  auto steps = split(path, '>');
  for (auto& step : steps) step = trim(step);
  if (steps.size() <= kLongest) return path;
  std::string text = tells_text(kind) ? "" : text_of(node, kText);
  if (!text.empty() && text.size() < kText) return node.tag + " “" + text + "”";
  std::string begin = steps[0].starts_with("#") ? steps[0] + " " : "";
  return begin + "… " + join({steps.end() - kEnd, steps.end()}, " > ");
}

// Nobody sees the head itself: what it is good for shows on the screen.
bool is_about_head(DomKind kind, const DomNode& node) {
  if (kind == DomKind::Reordered) return node.tag == "head";
  bool unseen = node.tag == "style" || node.tag == "link" || node.tag == "meta";
  return unseen && node.parent && node.parent->tag == "head";
}

std::string describe(const DomDifference& d) {
  bool second = d.in_after;
  const std::string& text = second ? d.after : d.before;
  std::string also = d.also == 0 ? "" : " (and " + count_of(d.also, "sibling") + " likewise)";
  auto instead = [](const std::string& after, const std::string& before) { return after + " instead of " + before; };
  switch (d.kind) {
    case DomKind::Inserted:
    case DomKind::Removed:
      return d.shown + (text.empty() ? "" : " (" + quoted(text) + ")") + " is there" + only_in(second);
    case DomKind::Reordered: return changed("the order within " + d.shown, d);
    case DomKind::Text: return changed("the text of " + d.shown, d);
    case DomKind::Attribute:
      if (d.in_before && d.in_after) return changed("the attribute " + d.name + " of " + d.shown, d);
      return d.shown + " has the attribute " + d.name + (text.empty() ? "" : " (" + quoted(text) + ")") +
             only_in(second);
    case DomKind::Value: return changed("the value of " + d.shown, d);
    case DomKind::Checked: return d.shown + " is checked" + only_in(d.after == "checked");
    case DomKind::Selected: return changed("the selection of " + d.shown, d);
    case DomKind::Moved: return d.shown + " is at " + instead(d.after, d.before) + also;
    case DomKind::Resized: return d.shown + " is " + instead(d.after, d.before) + " in size" + also;
    case DomKind::Shown: return d.shown + " is shown only in the second run" + also;
    case DomKind::Hidden: return d.shown + " is shown only in the first run" + also;
    case DomKind::Scroll:
      return (d.path.empty() ? "the page" : d.shown) + " is scrolled to " + instead(d.after, d.before);
    case DomKind::Focus: {
      auto target = [](const std::string& path) { return path.empty() ? "nothing" : path; };
      return "the focus is on " + instead(target(d.after), target(d.before));
    }
    case DomKind::Frame: return "the frame " + short_url(text) + " is there" + only_in(second);
    case DomKind::Url: return "the document is " + urls_instead(d.after, d.before);
  }
  return "";
}

}  // namespace

DomDifference& DocumentPair::report(DomKind kind) const {
  DomDifference& difference = out.emplace_back();
  difference.kind = kind;
  difference.frame = frame;
  return difference;
}

DomDifference& DocumentPair::report(DomKind kind, const DomTree& tree, const DomNode& node) const {
  DomDifference& difference = report(kind);
  difference.path = tree.path(node);
  difference.shown = shown_name(kind, difference.path, node);
  difference.in_head = is_about_head(kind, node);
  return difference;
}

const char* name_of(DomKind kind) {
  switch (kind) {
    case DomKind::Inserted: return "inserted";
    case DomKind::Removed: return "removed";
    case DomKind::Reordered: return "reordered";
    case DomKind::Text: return "text";
    case DomKind::Attribute: return "attribute";
    case DomKind::Value: return "value";
    case DomKind::Checked: return "checked";
    case DomKind::Selected: return "selected";
    case DomKind::Moved: return "moved";
    case DomKind::Resized: return "resized";
    case DomKind::Shown: return "shown";
    case DomKind::Hidden: return "hidden";
    case DomKind::Scroll: return "scroll";
    case DomKind::Focus: return "focus";
    case DomKind::Frame: return "frame";
    case DomKind::Url: return "url";
  }
  return "unknown";
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

std::string sentence(const DomDifference& difference) {
  std::string text = describe(difference);
  bool inner = difference.frame != "0" && !difference.frame.empty() && difference.kind != DomKind::Frame;
  return inner ? text + " (in the frame " + difference.frame + ")" : text;
}

std::vector<Box> ignored_boxes(const Json& frames, const std::vector<Selector>& ignore) {
  std::vector<Box> boxes;
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
    for (Box box : part.tree->ignored_boxes()) {
      boxes.push_back({box.x + offset.x, box.y + offset.y, box.width, box.height});
    }
  }
  return boxes;
}

}  // namespace squall::oracle
