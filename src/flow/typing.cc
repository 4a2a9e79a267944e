#include <array>

#include "base/text.h"
#include "flow/flow.h"

namespace squall::flow {
namespace {

// One code point; an invalid byte counts as one.
size_t code_point_length(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return std::min(length, text.size());
}

uint32_t code_point(std::string_view bytes) {
  auto lead = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return lead;
  uint32_t value = lead & (0xFFu >> (bytes.size() + 1));
  for (char byte : bytes.substr(1)) value = (value << 6) | (static_cast<unsigned char>(byte) & 0x3F);
  return value;
}

// Whether a code point belongs to the character before it: accents, variation selectors, skin tones, joiners.
bool continues(uint32_t point) {
  return (point >= 0x300 && point <= 0x36F) || (point >= 0xFE00 && point <= 0xFE0F) || point == 0x200D ||
         (point >= 0x1F3FB && point <= 0x1F3FF);
}

// What one key stroke, or one choice on an emoji keyboard, adds.
std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> out;
  bool joined = false;
  while (!text.empty()) {
    std::string_view bytes = text.substr(0, code_point_length(text));
    uint32_t point = code_point(bytes);
    if (!out.empty() && (joined || continues(point)))
      out.back().append(bytes);
    else
      out.emplace_back(bytes);
    joined = point == 0x200D;
    text.remove_prefix(bytes.size());
  }
  return out;
}

// The last compound of a CSS selector: what the matched element itself must be.
std::string_view last_compound(std::string_view selector) {
  int depth = 0;
  for (size_t i = selector.size(); i > 0; --i) {
    char c = selector[i - 1];
    if (c == ']' || c == ')') ++depth;
    if (c == '[' || c == '(') --depth;
    if (depth == 0 && (c == ' ' || c == '>' || c == '+' || c == '~')) return selector.substr(i);
  }
  return selector;
}

bool names_other_control(const std::string& selector) {
  static constexpr std::array kRoles = {"listbox", "checkbox", "radio", "slider", "switch", "option"};
  for (const char* role : kRoles) {
    if (selector.find(std::string("[role=\"") + role + "\"]") != std::string::npos) return true;
  }
  if (selector.starts_with("aria/") || selector.starts_with("text/")) return false;
  if (selector.starts_with("xpath/")) {
    size_t slash = selector.rfind('/');
    return selector.compare(slash + 1, 6, "select") == 0;
  }
  std::string_view last = last_compound(selector);
  if (last.starts_with("select") && (last.size() == 6 || std::string_view(".#[:").find(last[6]) != std::string::npos)) {
    return true;
  }
  static constexpr std::array kTypingInputs = {"checkbox", "radio", "color", "range", "file",
                                               "date",     "time",  "month", "week"};
  for (const char* type : kTypingInputs) {
    for (const char* start : {"type=", "type=\"", "type='"}) {
      if (last.find(std::string(start) + type) != std::string_view::npos) return true;
    }
  }
  return false;
}

// Whether the user goes on typing where the step before left off: "li", then "lis".
bool goes_on(const Step* before, const Step& change) {
  return before && is_typing(*before) && !before->leave && before->target == change.target &&
         before->frame == change.frame && before->selectors == change.selectors && !before->value.empty() &&
         change.value.size() > before->value.size() && change.value.starts_with(before->value);
}

void append_key_strokes(const Step* before, const Step& change, std::vector<Step>& out) {
  bool on = goes_on(before, change);
  std::vector<std::string> strokes = characters(on ? change.value.substr(before->value.size()) : change.value);
  if (strokes.empty()) strokes.emplace_back();
  for (size_t i = 0; i < strokes.size(); ++i) {
    Step stroke = change;
    stroke.type = StepType::Type;
    stroke.field.clear();
    stroke.whole = change.value;
    stroke.value = std::move(strokes[i]);
    stroke.clear = i == 0 && !on;
    bool last = i + 1 == strokes.size();
    stroke.completes = last;
    stroke.leave = change.leave && last;
    if (!last) stroke.asserted_events.clear();
    out.push_back(std::move(stroke));
  }
}

}  // namespace

bool is_typing(const Step& step) {
  if (step.type != StepType::Change) return false;
  if (!step.field.empty()) return step.field == "text";
  for (const SelectorChain& chain : step.selectors) {
    if (!chain.empty() && names_other_control(chain.back())) return false;
  }
  return true;
}

Flow expand_typing(const Flow& flow) {
  Flow out = flow;
  out.steps.clear();
  const Step* before = nullptr;
  for (const Step& step : flow.steps) {
    if (is_typing(step))
      append_key_strokes(before, step, out.steps);
    else
      out.steps.push_back(step);
    before = &step;
  }
  return out;
}

}  // namespace squall::flow
