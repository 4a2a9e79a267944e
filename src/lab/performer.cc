#include "lab/performer.h"

#include "base/text.h"
#include "lab/agent_port.h"

namespace squall::lab {

using flow::Step;
using flow::StepType;

namespace {

Json metrics_of(const flow::Viewport& viewport) {
  return Json::object({{"width", viewport.width},
                       {"height", viewport.height},
                       {"deviceScaleFactor", viewport.device_scale_factor},
                       {"mobile", viewport.is_mobile}});
}

Json conditions_of(const flow::NetworkConditions& network) {
  // The schedule decides when responses arrive, so only being offline is left of it.
  return Json::object(
      {{"offline", network.download == 0}, {"latency", 0}, {"downloadThroughput", -1}, {"uploadThroughput", -1}});
}

}  // namespace

Json selectors_json(const Step& step) {
  Json out = Json::array();
  for (const auto& chain : step.selectors) out.push(Json::strings(chain));
  return out;
}

Performer::Performer(Stage& stage) : stage_(stage) { heed_input(false); }

Performer::~Performer() {
  heed_input(true);
  auto& page = stage_.page();
  auto restore = [&](const char* method, const Json& params) {
    page.connection().forget(page.connection().send(page.session(), method, params));
  };
  if (first_viewport_) {
    restore("Emulation.setDeviceMetricsOverride", metrics_of(*first_viewport_));
    restore("Emulation.setTouchEmulationEnabled", Json::object({{"enabled", false}}));
  }
  if (network_changed_) restore("Network.emulateNetworkConditions", conditions_of({}));
}

std::optional<std::string> Performer::perform(const Step& step, int position, int turn, double time) {
  announce(step, position, turn, time);
  if (!flow::is_user_action(step)) return dispatch(step);
  heed_input(true);
  auto why = dispatch(step);
  heed_input(false);
  return why;
}

void Performer::heed_input(bool heed) {
  auto& page = stage_.page();
  page.connection().forget(
      page.connection().send(page.session(), "Input.setIgnoreInputEvents", Json::object({{"ignore", !heed}})));
}

// Input takes another way to the page than what we say to the agent, so the agent's answer is waited for.
void Performer::announce(const Step& step, int position, int turn, double time) {
  auto target = frame_of(step);
  std::vector<browser::CallId> calls;
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    bool active = target && target->id == frame.id;
    calls.push_back(stage_.page().send_evaluate(frame, agent_call("step", {position, turn, time, active})));
  }
  for (auto call : calls) (void)stage_.await(call);  // a frame that goes away meanwhile has no part in the step
}

Performer::Why Performer::dispatch(const Step& step) {
  field_.clear();
  switch (step.type) {
    case StepType::Click: return click(step, 1);
    case StepType::DoubleClick: return click(step, 2);
    case StepType::Hover: return hover(step);
    case StepType::Change: return change(step);
    case StepType::Type: return type(step);
    case StepType::KeyDown: return key(step, true);
    case StepType::KeyUp: return key(step, false);
    case StepType::Scroll: return scroll(step);
    case StepType::Navigate: return navigate(step);
    case StepType::WaitForElement: return wait_for_element(step);
    case StepType::WaitForExpression: return wait_for_expression(step);
    case StepType::Close: closed_ = true; return std::nullopt;
    case StepType::SetViewport: return set_viewport(step.viewport);
    case StepType::EmulateNetworkConditions: return set_network(step.network);
    case StepType::Macro:
      for (const Step& part : step.parts) {
        if (auto why = dispatch(part)) return flow::label_of(part) + ": " + *why;
      }
      return std::nullopt;
    case StepType::CustomStep: return "squall does not know the custom step “" + step.name + "”";
  }
  return "unknown step";
}

Performer::Why Performer::scroll(const Step& step) {
  Json selectors = step.selectors.empty() ? Json() : selectors_json(step);
  Json answer;
  return ask(step, agent_call("scroll", {selectors, step.x.value_or(0), step.y.value_or(0)}), answer);
}

Performer::Why Performer::navigate(const Step& step) {
  auto frame = frame_of(step);
  if (!frame) return "the page has no such frame";
  auto& connection = stage_.page().connection();
  if (!frame->parent.empty()) {
    Json params = Json::object({{"url", step.url}, {"frameId", frame->id}});
    connection.forget(connection.send(frame->session, "Page.navigate", params));
    return std::nullopt;
  }
  auto call = stage_.page().send_navigate(step.url);
  auto reply = stage_.await(call);
  if (!reply) return "the page cannot be opened: " + reply.error().message;
  if (reply->has("errorText")) return "the page cannot be opened: " + (*reply)["errorText"].as_string();
  return std::nullopt;
}

// The page is told of its new size with the next frame.
Performer::Why Performer::set_viewport(const flow::Viewport& viewport) {
  if (!first_viewport_) {
    auto metrics = stage_.call("Page.getLayoutMetrics", Json::object());
    if (!metrics) return "the browser does not tell its viewport: " + metrics.error().message;
    const Json& visible = (*metrics)["cssLayoutViewport"];
    first_viewport_.emplace();
    first_viewport_->width = static_cast<int>(visible["clientWidth"].as_int());
    first_viewport_->height = static_cast<int>(visible["clientHeight"].as_int());
  }
  auto reply = stage_.call("Emulation.setDeviceMetricsOverride", metrics_of(viewport));
  if (!reply) return "the browser refuses this viewport: " + reply.error().message;
  reply = stage_.call("Emulation.setTouchEmulationEnabled", Json::object({{"enabled", viewport.has_touch}}));
  if (!reply) return "the browser refuses touch: " + reply.error().message;
  Json answer;
  return ask(Step{}, agent_call("drawn"), answer);
}

Performer::Why Performer::set_network(const flow::NetworkConditions& network) {
  network_changed_ = true;
  stage_.traffic().set_offline(network.download == 0);
  auto reply = stage_.call("Network.emulateNetworkConditions", conditions_of(network));
  if (!reply) return "the browser refuses these conditions: " + reply.error().message;
  return std::nullopt;
}

Performer::Why Performer::wait_for_element(const Step& step) {
  Json wanted = Json::object({{"comparison", step.comparison}, {"count", step.count.value_or(1)}});
  if (step.visible) wanted.set("visible", *step.visible);
  if (!step.attributes.is_null()) wanted.set("attributes", step.attributes);
  if (!step.properties.is_null()) wanted.set("properties", step.properties);
  Json answer;
  return ask(step, agent_call("matches", {selectors_json(step), wanted}), answer);
}

Performer::Why Performer::wait_for_expression(const Step& step) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) return "the page has no such frame";
  std::string_view expression = trim(step.expression);
  while (expression.ends_with(';')) expression = trim(expression.substr(0, expression.size() - 1));
  // A line of its own, so that a comment at its end hurts nobody.
  std::string awaited = "(async()=>Boolean(await (\n" + std::string(expression) + "\n)))()";
  auto reply = stage_.evaluate(*frame, awaited, true);
  if (!reply) return "the expression fails: " + reply.error().message;
  if (!reply->as_bool()) return "the page has settled, and `" + shorten(step.expression, 80) + "` is not true";
  return std::nullopt;
}

}  // namespace squall::lab
