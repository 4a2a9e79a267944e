// Layout: where things are on the screen. Heights grow from the inside out and widths shrink from the outside in, so a
// change of height is told of the innermost element that has it and a change of width of the outermost.
#include <fmt/format.h>

#include <algorithm>

#include "oracle/dom_match.h"

namespace squall::oracle {
namespace {

struct Change {
  bool rendered = false;  // on both sides
  Shift shift;            // of the top left corner
  double width = 0, height = 0;

  bool sized() const { return width != 0 || height != 0; }
};

Change change_of(const Match& match) {
  const auto &a = match.a->box, &b = match.b->box;
  if (!a || !b) return {};
  return {true, {b->x - a->x, b->y - a->y}, b->width - a->width, b->height - a->height};
}

Shift scroll_of(const DomNode& node) {
  const Json& offset = (*node.json)["o"];
  return {offset[size_t{0}].as_double(), offset[size_t{1}].as_double()};
}

std::string place(double x, double y) { return fmt::format("({:g}, {:g})", x, y); }
std::string extent(const Rect& box) { return fmt::format("{:g}×{:g}", box.width, box.height); }

class LayoutDiff {
 public:
  explicit LayoutDiff(const DocumentPair& documents) : documents_(documents) {}

  // `inherited` is how far the parent's content moved; `explained` says that something above accounts for whatever
  // changes in here.
  void compare(const std::vector<Match>& siblings, bool parent_changed, Shift inherited, bool explained) {
    bool content_changed = explained || parent_changed ||
                           std::any_of(siblings.begin(), siblings.end(), [](const Match& m) { return m.changed; });
    bool size_changed =
        std::any_of(siblings.begin(), siblings.end(), [](const Match& match) { return change_of(match).sized(); });
    size_t first_report = documents_.out.size();
    std::vector<std::pair<const Match*, bool>> inner;
    for (const Match& match : siblings) {
      Change change = change_of(match);
      bool told = false;
      compare_visibility(match, first_report);
      if (change.sized()) {
        told = !content_changed && starts_here(match, change);
        if (told) report_resized(match, first_report, change);
      } else if (moved(change, inherited) && !content_changed && !size_changed) {
        report_moved(match, first_report, change);
      }
      compare_scroll(match);
      inner.emplace_back(&match, told || (change.sized() && content_changed));
    }
    for (const auto& [match, accounted_for] : inner) {
      compare(match->children, match->changed_itself, content_shift(*match, inherited), accounted_for);
    }
  }

 private:
  static bool moved(const Change& change, Shift inherited) {
    // What did not move at all is fixed to the screen while its parent was scrolled.
    return change.rendered && change.shift != inherited && change.shift != Shift{};
  }

  static bool starts_here(const Match& match, const Change& change) {
    return std::none_of(match.children.begin(), match.children.end(), [&](const Match& child) {
      Change inner = change_of(child);
      if (change.width == 0) return inner.height != 0;
      return change.height != 0 && inner.width == change.width && inner.height == change.height;
    });
  }

  // How far the children of an element were moved by where it is and how it is scrolled.
  static Shift content_shift(const Match& match, Shift inherited) {
    Change change = change_of(match);
    Shift shift = change.rendered ? change.shift : inherited;
    Shift a = scroll_of(*match.a), b = scroll_of(*match.b);
    return {shift.x - (b.x - a.x), shift.y - (b.y - a.y)};
  }

  void compare_visibility(const Match& match, size_t first_report) {
    if (match.a->box.has_value() == match.b->box.has_value()) return;
    // Below something that was hidden as a whole, everything is.
    const DomNode *parent_a = match.a->parent, *parent_b = match.b->parent;
    bool parent_too = parent_a && parent_b && parent_a->box.has_value() != parent_b->box.has_value();
    if (parent_too) return;
    bool shown = match.b->box.has_value();
    report(shown ? Kind::Shown : Kind::Hidden, match, first_report, shown ? "hidden" : "shown",
           shown ? "shown" : "hidden", {});
  }

  void report_resized(const Match& match, size_t first_report, const Change& change) {
    report(Kind::Resized, match, first_report, extent(*match.a->box), extent(*match.b->box), change);
  }

  void report_moved(const Match& match, size_t first_report, const Change& change) {
    report(Kind::Moved, match, first_report, place(match.a->box->x, match.a->box->y),
           place(match.b->box->x, match.b->box->y), change);
  }

  // Siblings that change in the same way are one difference: the first of them and a count.
  void report(Kind kind, const Match& match, size_t first_report, std::string before, std::string after,
              const Change& change) {
    Reason reason{kind, change.shift, change.width, change.height};
    if (kind == Kind::Resized) reason.shift = {};
    for (size_t i = first_report; i < documents_.out.size(); ++i) {
      if (reasons_.size() > i && reasons_[i] == reason) {
        ++documents_.out[i].count;
        return;
      }
    }
    reasons_.resize(documents_.out.size());
    reasons_.push_back(reason);
    Difference& difference = documents_.report(kind, documents_.b, *match.b);
    if (kind == Kind::Shown) difference.side = Side::Second;
    if (kind == Kind::Hidden) difference.side = Side::First;
    difference.before = std::move(before);
    difference.after = std::move(after);
    difference.visible = true;
    difference.unseen = match.a->unseen && match.b->unseen;
  }

  void compare_scroll(const Match& match) {
    Shift a = scroll_of(*match.a), b = scroll_of(*match.b);
    if (a == b) return;
    Difference& difference = documents_.report(Kind::Scroll, documents_.b, *match.b);
    difference.before = place(a.x, a.y);
    difference.after = place(b.x, b.y);
    difference.visible = true;
    difference.unseen = match.a->unseen && match.b->unseen;
  }

  struct Reason {
    Kind kind = Kind::Text;
    Shift shift;
    double width = 0, height = 0;
    bool operator==(const Reason&) const = default;
  };

  const DocumentPair& documents_;
  std::vector<Reason> reasons_;  // for each difference that was reported; Text for those of others
};

}  // namespace

void compare_layout(const DocumentPair& documents, Match root, Shift scrolled) {
  std::vector<Match> top;
  top.push_back(std::move(root));
  LayoutDiff(documents).compare(top, false, {-scrolled.x, -scrolled.y}, false);
}

}  // namespace squall::oracle
