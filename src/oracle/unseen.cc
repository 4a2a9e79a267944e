#include "oracle/unseen.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace squall::oracle {
namespace {

// What an element is within.
struct Around {
  bool drawn = true;    // all of it
  bool told = true;     // to assistive technology
  bool spoken = false;  // made for it: something live, or something not drawn that says what it is
};

// Member "u" of an element (outcome/outcome.h).
enum Hidden { kDrawn = 0, kOutOfSight = 1, kNotDisplayed = 2 };

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_live(const DomNode& node) {
  constexpr std::array<std::string_view, 5> kRoles = {"alert", "status", "log", "timer", "marquee"};
  const Json& attributes = (*node.json)["a"];
  const std::string& live = attributes["aria-live"].as_string();
  return node.tag == "output" || (!live.empty() && live != "off") || is_one_of(attributes["role"].as_string(), kRoles);
}

bool says_what_it_is(const DomNode& node) {
  constexpr std::array<std::string_view, 7> kControls = {"a",        "button", "input",  "select",
                                                         "textarea", "label",  "summary"};
  bool one_pixel = node.box && node.box->width <= 1 && node.box->height <= 1;
  return one_pixel || is_one_of(node.tag, kControls) ||
         std::ranges::any_of((*node.json)["a"].members(), [](const auto& attribute) {
           return attribute.first == "role" ||
                  (attribute.first.starts_with("aria-") && attribute.first != "aria-hidden");
         });
}

// The browser shows them in ways of its own.
bool is_shown_elsewhere(const DomNode& node) { return node.tag == "title" || node.tag == "datalist"; }

void note(DomNode& node, Around around) {
  auto hidden = static_cast<Hidden>((*node.json)["u"].as_int());
  bool drawn = around.drawn && hidden == kDrawn;
  around.told = around.told && (*node.json)["a"]["aria-hidden"].as_string() != "true";
  around.spoken = around.spoken || is_live(node) || (!drawn && says_what_it_is(node));
  bool told = around.told && hidden != kNotDisplayed;
  node.spoken = told && (around.spoken || says_what_it_is(node));
  node.unseen = !drawn && !node.spoken;
  // What is in something that is not visible may be visible; in what is not displayed at all, nothing is.
  bool invisible = hidden == kNotDisplayed && node.box;
  if (!invisible) around.drawn = drawn;
  if (hidden == kNotDisplayed && !invisible) around.told = false;
  if (is_shown_elsewhere(node)) node.unseen = false, around = {};
  for (DomNode* child : node.children) {
    if (!child->is_text()) note(*child, around);
  }
}

}  // namespace

void note_unseen(DomNode& root) { note(root, {}); }

}  // namespace squall::oracle
