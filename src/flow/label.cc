#include <cmath>

#include "base/text.h"
#include "flow/step.h"

namespace squall::flow {
namespace {

constexpr size_t kLongest = 40;

std::string in_quotes(std::string_view text) { return "“" + shorten(text, kLongest) + "”"; }

// "aria/Car Wash[role=\"button\"]" → "Car Wash"; "" for a selector that does not tell what a person reads.
std::string spoken_name(std::string_view selector) {
  if (selector.starts_with("text/")) return std::string(trim(selector.substr(5)));
  if (!selector.starts_with("aria/")) return "";
  selector.remove_prefix(5);
  for (std::string_view attribute : {"[role=", "[name="}) {
    if (size_t at = selector.rfind(attribute); at != std::string_view::npos) selector = selector.substr(0, at);
  }
  return std::string(trim(selector));
}

bool is_plain_css(std::string_view selector) {
  for (std::string_view prefix : {"aria/", "text/", "xpath/", "pierce/"}) {
    if (selector.starts_with(prefix)) return false;
  }
  return true;
}

std::string thing(const Step& step) {
  if (!step.called.empty()) return shorten(step.called, 3 * kLongest);
  for (const SelectorChain& chain : step.selectors) {
    if (chain.empty()) continue;
    if (std::string name = spoken_name(chain.back()); !name.empty()) return in_quotes(name);
  }
  std::string locator = locator_of(step);
  return locator.empty() ? "the page" : shorten(locator, 2 * kLongest);
}

std::string number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return std::to_string(static_cast<long long>(value));
  return Json(value).dump();
}

std::string position(const Step& step) { return number(step.x.value_or(0)) + ", " + number(step.y.value_or(0)); }

std::string click_label(const Step& step) {
  std::string verb = step.device == "touch" ? "tap " : "click ";
  if (step.button == "secondary")
    verb = "right-click ";
  else if (step.button != "primary")
    verb = "click (" + step.button + " button) ";
  return verb + thing(step);
}

std::string change_label(const Step& step) {
  if (step.field == "select") return "choose " + in_quotes(step.value) + " in " + thing(step);
  if (!step.field.empty() && step.field != "text") return "set " + thing(step) + " to " + in_quotes(step.value);
  if (step.value.empty()) return "empty " + thing(step);
  return "type " + in_quotes(step.value) + " into " + thing(step);
}

std::string wait_label(const Step& step) {
  bool absent = step.count == 0 && step.comparison != ">=" && step.visible != false;
  if (absent) return "wait until " + thing(step) + " is gone";
  if (step.visible == false) return "wait until " + thing(step) + " is hidden";
  if (step.count.value_or(1) == 1 && step.comparison != "<=") return "wait for " + thing(step);
  std::string amount = step.comparison == ">=" ? "at least " : step.comparison == "<=" ? "at most " : "";
  return "wait for " + amount + std::to_string(*step.count) + " of " + thing(step);
}

std::string macro_label(const Step& step) {
  if (!step.name.empty()) return step.name;
  std::vector<std::string> labels;
  for (const Step& part : step.parts) labels.push_back(label_of(part));
  return labels.empty() ? "do nothing" : shorten(join(labels, ", then "), 3 * kLongest);
}

}  // namespace

std::string locator_of(const Step& step) {
  std::string first;
  for (const SelectorChain& chain : step.selectors) {
    if (chain.empty()) continue;
    bool css = true;
    for (const std::string& part : chain) css = css && is_plain_css(part);
    if (css) return join(chain, " >>> ");
    if (first.empty()) first = join(chain, " >>> ");
  }
  return first;
}

std::string label_of(const Step& step) {
  switch (step.type) {
    case StepType::Click: return click_label(step);
    case StepType::DoubleClick: return "double-click " + thing(step);
    case StepType::Hover: return "hover over " + thing(step);
    case StepType::Change: return change_label(step);
    case StepType::Type: return change_label(step);
    case StepType::KeyDown: return "press " + (step.key == " " ? "Space" : step.key);
    case StepType::KeyUp: return "release " + (step.key == " " ? "Space" : step.key);
    case StepType::Scroll: return "scroll " + thing(step) + " to " + position(step);
    case StepType::Navigate: return "open " + shorten(step.url, 2 * kLongest);
    case StepType::SetViewport:
      return "resize to " + std::to_string(step.viewport.width) + "×" + std::to_string(step.viewport.height);
    case StepType::EmulateNetworkConditions:
      return step.network.download == 0 ? "go offline" : "set the network to " + number(step.network.download) + " B/s";
    case StepType::WaitForElement: return wait_label(step);
    case StepType::WaitForExpression: return "wait until " + shorten(step.expression, kLongest);
    case StepType::Close: return "close the page";
    case StepType::CustomStep: return "do " + shorten(step.name, kLongest);
    case StepType::Macro: return macro_label(step);
  }
  return "";
}

}  // namespace squall::flow
