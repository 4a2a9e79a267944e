// Content: what the document holds, without regard to where it is on the screen.
#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "base/text.h"
#include "oracle/dom_align.h"
#include "oracle/dom_match.h"

namespace squall::oracle {
namespace {

constexpr size_t kShown = 200;  // bytes of text in `before` and `after`

class ContentDiff {
 public:
  explicit ContentDiff(const DocumentPair& documents) : documents_(documents) {}

  Match match(const DomNode& a, const DomNode& b) {
    Match match{&a, &b, false, false, {}};
    if (a.everything == b.everything) return match;
    if (a.content == b.content) {
      match_equal_children(match);
      return match;
    }
    size_t before = documents_.out.size();
    compare_attributes(a, b);
    compare_form(a, b);
    // What was seen in one of them, or is now, somebody gets to know of.
    for (size_t i = before; i < documents_.out.size(); ++i) documents_.out[i].unseen = a.unseen && b.unseen;
    match.changed_itself = documents_.out.size() > before;
    std::vector<Aligned> aligned = align_children(a, b);
    if (std::any_of(aligned.begin(), aligned.end(), [](const Aligned& child) { return child.reordered; })) {
      match.changed_itself = report_reordered(b, aligned) || match.changed_itself;
    }
    for (const Aligned& child : aligned) take_child(match, child);
    match.changed = match.changed_itself || std::any_of(match.children.begin(), match.children.end(),
                                                        [](const Match& child) { return child.changed; });
    return match;
  }

 private:
  void match_equal_children(Match& parent) {
    for (size_t i = 0; i < parent.a->children.size(); ++i) {
      const DomNode *a = parent.a->children[i], *b = parent.b->children[i];
      if (!a->is_text()) parent.children.push_back(match(*a, *b));
    }
  }

  void take_child(Match& parent, const Aligned& child) {
    const DomNode& either = child.a ? *child.a : *child.b;
    size_t before = documents_.out.size();
    if (!child.a || !child.b) {
      parent.changed_itself = true;
      report_single(child.a ? *child.a : *child.b, child.b != nullptr);
    } else if (child.a->is_text()) {
      if (child.a->text == child.b->text) return;
      parent.changed_itself = true;
      report_text(*parent.b, child.a->text, child.b->text);
    } else {
      parent.children.push_back(match(*child.a, *child.b));
    }
    if (!either.is_text()) return;
    for (size_t i = before; i < documents_.out.size(); ++i) {
      documents_.out[i].unseen = parent.a->unseen && parent.b->unseen;
    }
  }

  // A node that only one document has. A lone text is a change of its parent's text.
  void report_single(const DomNode& node, bool in_second) {
    if (node.is_text()) {
      const std::string none;
      report_text(*node.parent, in_second ? none : node.text, in_second ? node.text : none, in_second);
      return;
    }
    const DomTree& tree = in_second ? documents_.b : documents_.a;
    Difference& difference = documents_.report(in_second ? Kind::Inserted : Kind::Removed, tree, node);
    (in_second ? difference.after : difference.before) = text_of(node, kShown);
    difference.side = in_second ? Side::Second : Side::First;
    difference.visible = node.box.has_value();
  }

  void report_text(const DomNode& parent, const std::string& before, const std::string& after, bool in_second = true) {
    const DomTree& tree = in_second ? documents_.b : documents_.a;
    Difference& difference = documents_.report(Kind::Text, tree, parent);
    set_values(difference, before, after);
    difference.visible = parent.box.has_value();
  }

  static void set_values(Difference& difference, const std::string& before, const std::string& after) {
    std::tie(difference.before, difference.after) = shorten_both(before, after, kShown);
  }

  // The elements that both documents have, as a list in each one's order; whether the lists differ.
  bool report_reordered(const DomNode& parent, std::vector<Aligned> aligned) {
    std::erase_if(aligned, [](const Aligned& child) { return !child.a || !child.b || child.a->is_text(); });
    std::vector<Aligned> before = aligned;
    std::unordered_map<const DomNode*, size_t> place;
    for (const DomNode* child : aligned.front().a->parent->children) place.emplace(child, place.size());
    std::sort(before.begin(), before.end(),
              [&](const Aligned& x, const Aligned& y) { return place.at(x.a) < place.at(y.a); });
    for (auto label : {label_of, numbered_label_of}) {
      std::string first = labels(before, label), second = labels(aligned, label);
      if (first == second) continue;
      Difference& difference = documents_.report(Kind::Reordered, documents_.b, parent);
      set_values(difference, first, second);
      difference.visible = parent.box.has_value();
      return true;
    }
    return false;
  }

  static std::string labels(const std::vector<Aligned>& list, std::string (*label)(const Aligned&)) {
    std::vector<std::string> texts;
    for (const Aligned& child : list) texts.push_back(label(child));
    return join(texts, ", ");
  }

  static std::string label_of(const Aligned& child) {
    const DomNode& node = *child.b;
    if (std::string text = text_of(node, 20); !text.empty()) return text;
    if (!node.id.empty()) return "#" + node.id;
    for (const char* name : {"href", "src", "name", "property"}) {
      if (const Json& value = (*node.json)["a"][name]; value.is_string()) {
        return node.tag + " " + shorten(value.as_string(), 60);
      }
    }
    return node.tag;
  }

  // What nothing tells from its siblings has its number among them, in the first document.
  static std::string numbered_label_of(const Aligned& child) {
    return child.a->namesakes == 1 ? label_of(child)
                                   : child.a->tag + ":nth-of-type(" + std::to_string(child.a->ordinal) + ")";
  }

  void compare_attributes(const DomNode& a, const DomNode& b) {
    const Json &in_a = (*a.json)["a"], &in_b = (*b.json)["a"];
    for (const auto& [name, value] : in_a.members()) {
      if (in_b[name] != value) report_attribute(b, name, value, in_b[name]);
    }
    for (const auto& [name, value] : in_b.members()) {
      if (!in_a.has(name)) report_attribute(b, name, Json(), value);
    }
  }

  void report_attribute(const DomNode& node, const std::string& name, const Json& before, const Json& after) {
    Difference& difference = documents_.report(Kind::Attribute, documents_.b, node);
    difference.name = name;
    set_values(difference, before.as_string(), after.as_string());
    if (!before.is_string() || !after.is_string()) difference.side = after.is_string() ? Side::Second : Side::First;
  }

  void compare_form(const DomNode& a, const DomNode& b) {
    const Json &json_a = *a.json, &json_b = *b.json;
    if (json_a["v"] != json_b["v"]) {
      report_form(Kind::Value, b, json_a["v"].as_string(), json_b["v"].as_string());
    }
    if (json_a["k"].as_bool() != json_b["k"].as_bool()) {
      auto word = [](const Json& json) { return json["k"].as_bool() ? "checked" : "not checked"; };
      report_form(Kind::Checked, b, word(json_a), word(json_b)).side =
          json_b["k"].as_bool() ? Side::Second : Side::First;
    }
    if (json_a["s"] != json_b["s"]) report_form(Kind::Selected, b, selected_options(a), selected_options(b));
  }

  Difference& report_form(Kind kind, const DomNode& node, const std::string& before, const std::string& after) {
    Difference& difference = documents_.report(kind, documents_.b, node);
    set_values(difference, before, after);
    difference.visible = node.box.has_value();
    return difference;
  }

  static void collect_options(const DomNode& node, std::vector<const DomNode*>& options) {
    for (const DomNode* child : node.children) {
      if (child->tag == "option") options.push_back(child);
      collect_options(*child, options);
    }
  }

  // Their texts; the number, from 1, of one without a text.
  static std::string selected_options(const DomNode& select) {
    std::vector<const DomNode*> options;
    collect_options(select, options);
    std::vector<std::string> texts;
    for (const Json& index : (*select.json)["s"].items()) {
      size_t i = static_cast<size_t>(index.as_int());
      std::string text = i < options.size() ? text_of(*options[i], kShown) : "";
      texts.push_back(text.empty() ? "option " + std::to_string(i + 1) : text);
    }
    return join(texts, ", ");
  }

  const DocumentPair& documents_;
};

}  // namespace

Match compare_content(const DocumentPair& documents, const DomNode& a, const DomNode& b) {
  return ContentDiff(documents).match(a, b);
}

}  // namespace squall::oracle
