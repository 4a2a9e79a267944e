#include <cmath>

#include "base/files.h"
#include "base/text.h"
#include "flow/flow.h"
#include "flow/keys.h"
#include "flow/members.h"

namespace squall::flow {
namespace {

constexpr char kTypesHint[] =
    "Step types are: change, click, close, customStep, doubleClick, emulateNetworkConditions, hover, keyDown, keyUp, "
    "navigate, scroll, setViewport, waitForElement, waitForExpression.";
constexpr char kSelectorsHint[] =
    "Give alternatives for one element, best first: \"selectors\": [[\"aria/Car Wash\"], [\"#car-wash\"]].";
constexpr char kFlowHint[] =
    "A flow is {\"title\": …, \"steps\": […]}, as Chrome DevTools writes it: panel Recorder, Export, JSON.";

const std::vector<std::string> kButtons = {"primary", "auxiliary", "secondary", "back", "forward"};
const std::vector<std::string> kDevices = {"mouse", "pen", "touch"};
const std::vector<std::string> kComparisons = {">=", "==", "<="};

bool is_whole(const Json& json) { return json.is_number() && json.as_double() == std::floor(json.as_double()); }

// A selector is a text, or a chain of texts.
void read_element(Members& members, Step& step, bool needed) {
  std::vector<SelectorChain>& out = step.selectors;
  step.called = members.text("called").value_or("");
  const Json* list = members.find("selectors");
  if (!list) {
    if (needed) members.fail("needs `selectors`", kSelectorsHint);
    return;
  }
  if (list->is_string())
    out.push_back({list->as_string()});
  else if (!list->is_array())
    return members.fail("`selectors` must be an array", kSelectorsHint);
  for (const Json& alternative : list->items()) {
    SelectorChain chain;
    if (alternative.is_string()) chain.push_back(alternative.as_string());
    for (const Json& part : alternative.items()) {
      if (!part.is_string()) return members.fail("a selector must be a text, not " + shorten(part.dump(), 40));
      chain.push_back(part.as_string());
    }
    if (chain.empty()) {
      return members.fail("a selector must be a text or an array of texts, not " + shorten(alternative.dump(), 40));
    }
    out.push_back(std::move(chain));
  }
  if (out.empty() && needed) members.fail("`selectors` is empty", kSelectorsHint);
}

void read_place(Members& members, Step& step) {
  step.target = members.text("target").value_or("main");
  const Json* frame = members.find("frame");
  if (!frame) return;
  if (!frame->is_array()) return members.fail("`frame` must be an array of frame numbers, such as [0, 1]");
  for (const Json& index : frame->items()) {
    if (!is_whole(index) || index.as_int() < 0) {
      return members.fail("`frame` must be an array of frame numbers, such as [0, 1]");
    }
    step.frame.push_back(static_cast<int>(index.as_int()));
  }
}

void read_asserted_events(Members& members, Step& step) {
  const Json* events = members.find("assertedEvents");
  if (!events) return;
  if (!events->is_array()) return members.fail("`assertedEvents` must be an array");
  for (const Json& event : events->items()) {
    Members inner(event, members.where() + ", assertedEvents");
    AssertedEvent asserted;
    asserted.type = inner.choice("type", "", {"navigation"});
    if (asserted.type.empty()) inner.fail("needs `type`: \"navigation\"");
    asserted.url = inner.text("url");
    asserted.title = inner.text("title");
    if (inner.failed()) return members.fail(inner.error().message.substr(members.where().size() + 2));
    step.asserted_events.push_back(std::move(asserted));
  }
}

void read_pointer(Members& members, Step& step) {
  step.offset_x = members.number("offsetX");
  step.offset_y = members.number("offsetY");
  step.button = members.choice("button", "primary", kButtons);
  step.device = members.choice("deviceType", "mouse", kDevices);
  step.duration = members.number("duration");
}

void read_key(Members& members, Step& step) {
  step.key = members.need_text("key", "Keys are named as in KeyboardEvent: \"Enter\", \"a\", \"ArrowDown\", \"KeyA\".");
  if (!members.failed() && !find_key(step.key)) {
    members.fail(
        "there is no key “" + shorten(step.key, 40) + "”",
        "Keys are named as in KeyboardEvent: Enter, Tab, Escape, ArrowDown, Shift, F1, a, KeyA, Digit1, Numpad1.");
  }
}

void read_viewport(Members& members, Viewport& viewport) {
  double width = members.need_number("width");
  double height = members.need_number("height");
  if (!members.failed() && !(width >= 1 && width <= 16384 && height >= 1 && height <= 16384)) {
    members.fail("`width` and `height` must be between 1 and 16384");
  }
  if (members.failed()) return;
  viewport.width = static_cast<int>(width);
  viewport.height = static_cast<int>(height);
  viewport.device_scale_factor = members.number("deviceScaleFactor").value_or(1);
  viewport.is_mobile = members.flag("isMobile").value_or(false);
  viewport.has_touch = members.flag("hasTouch").value_or(false);
  viewport.is_landscape = members.flag("isLandscape").value_or(false);
}

void read_wait_for_element(Members& members, Step& step) {
  step.visible = members.flag("visible");
  if (auto count = members.number("count")) {
    if (!(*count >= 0 && *count <= 1e9) || *count != std::floor(*count)) {
      return members.fail("`count` must be a whole number from 0 up");
    }
    step.count = static_cast<int>(*count);
  }
  // "At least none" would say nothing: who counts to 0 means that they are gone.
  step.comparison = members.choice("operator", step.count == 0 ? "==" : ">=", kComparisons);
  if (const Json* attributes = members.find("attributes")) step.attributes = *attributes;
  if (const Json* properties = members.find("properties")) step.properties = *properties;
}

void read_macro(Members& members, Members& parameters, Step& step) {
  step.type = StepType::Macro;
  step.name = parameters.text("title").value_or("");
  const Json* steps = parameters.find("steps");
  if (!steps || !steps->is_array()) return members.fail("needs `parameters.steps`, an array of steps");
  for (size_t i = 0; i < steps->size(); ++i) {
    auto part = parse_step((*steps)[i], "part " + std::to_string(i + 1));
    if (!part) return members.fail(part.error().message, part.error().hint);
    step.parts.push_back(std::move(*part));
  }
}

void read_type(Members& members, Members& parameters, Step& step) {
  step.type = StepType::Type;
  read_element(parameters, step, true);
  step.value = parameters.need_text("text");
  step.whole = parameters.text("whole").value_or("");
  step.completes = parameters.flag("completes").value_or(false);
  step.clear = parameters.flag("clear").value_or(false);
  step.leave = parameters.flag("leave").value_or(false);
  if (parameters.failed()) members.fail(parameters.error().message, parameters.error().hint);
}

void read_custom(Members& members, Step& step) {
  std::string name = members.need_text("name");
  const Json* given = members.find("parameters");
  Json nothing;
  Members parameters(given ? *given : nothing, "parameters");
  if (name == "squall.macro") return read_macro(members, parameters, step);
  if (name == "squall.type") return read_type(members, parameters, step);
  step.name = std::move(name);
  if (given) step.parameters = *given;
}

void read_details(Members& members, Step& step) {
  switch (step.type) {
    case StepType::Click:
    case StepType::DoubleClick: read_element(members, step, true); return read_pointer(members, step);
    case StepType::Hover: return read_element(members, step, true);
    case StepType::Change:
      read_element(members, step, true);
      step.value = members.need_text("value");
      step.field = members.text("field").value_or("");
      step.leave = members.flag("leave").value_or(false);
      return;
    case StepType::Scroll:
      read_element(members, step, false);
      step.x = members.number("x");
      step.y = members.number("y");
      return;
    case StepType::WaitForElement: read_element(members, step, true); return read_wait_for_element(members, step);
    case StepType::KeyDown:
    case StepType::KeyUp: return read_key(members, step);
    case StepType::Navigate: step.url = members.need_text("url"); return;
    case StepType::SetViewport: return read_viewport(members, step.viewport);
    case StepType::EmulateNetworkConditions:
      step.network = {members.need_number("download"), members.need_number("upload"), members.need_number("latency")};
      return;
    case StepType::WaitForExpression: step.expression = members.need_text("expression"); return;
    case StepType::CustomStep: return read_custom(members, step);
    case StepType::Close:
    case StepType::Type:
    case StepType::Macro: return;
  }
}

}  // namespace

Result<Step> parse_step(const Json& json, std::string_view where) {
  std::string place(where);
  if (!json.is_object()) return Error{place + ": a step must be an object, not " + shorten(json.dump(), 40), kFlowHint};
  if (!json["type"].is_string()) return Error{place + ": needs `type`", kTypesHint};
  const std::string& type_name = json["type"].as_string();
  auto type = step_type_of(type_name);
  if (!type) return Error{place + ": there is no step type “" + shorten(type_name, 40) + "”", kTypesHint};

  Members members(json, place + " (" + type_name + ")");
  members.find("type");
  Step step;
  step.type = *type;
  read_place(members, step);
  read_details(members, step);
  step.timeout = members.number("timeout");
  if (step.timeout && !(*step.timeout > 0)) members.fail("`timeout` must be more than 0 (milliseconds)");
  read_asserted_events(members, step);
  if (members.failed()) return members.error();
  step.extra = members.rest();
  return step;
}

Result<Flow> parse_flow(const Json& json, std::string_view source) {
  std::string place(source);
  if (!json.is_object()) return Error{place + ": this is not a flow", kFlowHint};
  Members members(json, place);
  Flow flow;
  flow.title = members.text("title").value_or("");
  flow.timeout = members.number("timeout");
  const Json* steps = members.find("steps");
  if (!steps)
    members.fail("needs `steps`", kFlowHint);
  else if (!steps->is_array())
    members.fail("`steps` must be an array", kFlowHint);
  if (members.failed()) return members.error();
  for (size_t i = 0; i < steps->size(); ++i) {
    auto step = parse_step((*steps)[i], place + ": step " + std::to_string(i + 1));
    if (!step) return step.error();
    flow.steps.push_back(std::move(*step));
  }
  flow.extra = members.rest();
  return flow;
}

Result<Flow> read_flow(const std::filesystem::path& path) {
  auto json = read_json_file(path);
  if (!json) return with_hint(json.error(), kFlowHint);
  return parse_flow(*json, path.string());
}

}  // namespace squall::flow
