#include <cmath>

#include "flow/flow.h"

namespace squall::flow {
namespace {

// Whole numbers are written without a point, as the Recorder does.
Json number_json(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<long long>(value);
  return value;
}

void set_number(Json& out, std::string_view name, const std::optional<double>& value) {
  if (value) out.set(name, number_json(*value));
}

Json selectors_json(const std::vector<SelectorChain>& selectors) {
  Json out = Json::array();
  for (const SelectorChain& chain : selectors) out.push(Json::strings(chain));
  return out;
}

void write_pointer(Json& out, const Step& step) {
  set_number(out, "offsetX", step.offset_x);
  set_number(out, "offsetY", step.offset_y);
  if (step.button != "primary") out.set("button", step.button);
  if (step.device != "mouse") out.set("deviceType", step.device);
  set_number(out, "duration", step.duration);
}

void write_viewport(Json& out, const Viewport& viewport) {
  out.set("width", viewport.width).set("height", viewport.height);
  out.set("deviceScaleFactor", number_json(viewport.device_scale_factor));
  out.set("isMobile", viewport.is_mobile).set("hasTouch", viewport.has_touch);
  out.set("isLandscape", viewport.is_landscape);
}

void write_wait_for_element(Json& out, const Step& step) {
  if (step.comparison != ">=") out.set("operator", step.comparison);
  if (step.count) out.set("count", *step.count);
  if (step.visible) out.set("visible", *step.visible);
  if (!step.attributes.is_null()) out.set("attributes", step.attributes);
  if (!step.properties.is_null()) out.set("properties", step.properties);
}

void write_macro(Json& out, const Step& step) {
  Json parameters = Json::object();
  if (!step.name.empty()) parameters.set("title", step.name);
  Json steps = Json::array();
  for (const Step& part : step.parts) steps.push(to_json(part));
  parameters.set("steps", std::move(steps));
  out.set("name", "squall.macro").set("parameters", std::move(parameters));
}

void write_type(Json& out, const Step& step) {
  Json parameters = Json::object({{"selectors", selectors_json(step.selectors)}, {"text", step.value}});
  if (!step.called.empty()) parameters.set("called", step.called);
  if (!step.whole.empty()) parameters.set("whole", step.whole);
  if (step.completes) parameters.set("completes", true);
  if (step.clear) parameters.set("clear", true);
  if (step.leave) parameters.set("leave", true);
  out.set("name", "squall.type").set("parameters", std::move(parameters));
}

void write_details(Json& out, const Step& step) {
  switch (step.type) {
    case StepType::Click:
    case StepType::DoubleClick: return write_pointer(out, step);
    case StepType::Change:
      out.set("value", step.value);
      if (!step.field.empty()) out.set("field", step.field);
      if (step.leave) out.set("leave", true);
      return;
    case StepType::Scroll: set_number(out, "x", step.x); return set_number(out, "y", step.y);
    case StepType::WaitForElement: return write_wait_for_element(out, step);
    case StepType::KeyDown:
    case StepType::KeyUp: out.set("key", step.key); return;
    case StepType::Navigate: out.set("url", step.url); return;
    case StepType::SetViewport: return write_viewport(out, step.viewport);
    case StepType::EmulateNetworkConditions:
      out.set("download", number_json(step.network.download)).set("upload", number_json(step.network.upload));
      out.set("latency", number_json(step.network.latency));
      return;
    case StepType::WaitForExpression: out.set("expression", step.expression); return;
    case StepType::CustomStep:
      out.set("name", step.name);
      if (!step.parameters.is_null()) out.set("parameters", step.parameters);
      return;
    case StepType::Type: return write_type(out, step);
    case StepType::Macro: return write_macro(out, step);
    case StepType::Hover:
    case StepType::Close: return;
  }
}

void write_asserted_events(Json& out, const std::vector<AssertedEvent>& events) {
  if (events.empty()) return;
  Json list = Json::array();
  for (const AssertedEvent& event : events) {
    Json json = Json::object({{"type", event.type}});
    if (event.url) json.set("url", *event.url);
    if (event.title) json.set("title", *event.title);
    list.push(std::move(json));
  }
  out.set("assertedEvents", std::move(list));
}

void write_extra(Json& out, const Json& extra) {
  for (const auto& [name, value] : extra.members()) out.set(name, value);
}

}  // namespace

Json to_json(const Step& step) {
  Json out = Json::object({{"type", name_of(step.type)}});
  if (step.target != "main") out.set("target", step.target);
  if (!step.frame.empty()) {
    Json frame = Json::array();
    for (int index : step.frame) frame.push(index);
    out.set("frame", std::move(frame));
  }
  if (!step.selectors.empty() && step.type != StepType::Type) out.set("selectors", selectors_json(step.selectors));
  if (!step.called.empty() && step.type != StepType::Type) out.set("called", step.called);
  write_details(out, step);
  set_number(out, "timeout", step.timeout);
  write_asserted_events(out, step.asserted_events);
  write_extra(out, step.extra);
  return out;
}

Json to_json(const Flow& flow) {
  Json out = Json::object({{"title", flow.title}});
  set_number(out, "timeout", flow.timeout);
  write_extra(out, flow.extra);
  Json steps = Json::array();
  for (const Step& step : flow.steps) steps.push(to_json(step));
  out.set("steps", std::move(steps));
  return out;
}

}  // namespace squall::flow
