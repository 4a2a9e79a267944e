#include "lab/performer.h"

#include "base/text.h"
#include "flow/keys.h"
#include "lab/agent_port.h"

namespace squall::lab {
namespace {

using flow::Step;
using flow::StepType;

Json selectors_json(const Step& step) {
  Json out = Json::array();
  for (const auto& chain : step.selectors) {
    Json parts = Json::array();
    for (const auto& selector : chain) parts.push(selector);
    out.push(std::move(parts));
  }
  return out;
}

std::string mouse_button(const std::string& button) {
  if (button == "secondary") return "right";
  if (button == "auxiliary") return "middle";
  if (button == "back" || button == "forward") return button;
  return "left";
}

bool is_text_field(const Json& element) {
  static const std::vector<std::string> kOthers = {"checkbox", "radio", "range", "color", "date", "time", "file",
                                                   "month",    "week",  "datetime-local", "submit", "button", "reset"};
  if (element["editable"].as_bool() || element["tag"].as_string() == "textarea") return true;
  if (element["tag"].as_string() != "input") return false;
  for (const auto& type : kOthers) {
    if (element["type"].as_string() == type) return false;
  }
  return true;
}

// The characters of a UTF-8 text.
std::vector<std::string> characters(const std::string& text) {
  std::vector<std::string> out;
  for (char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80 && !out.empty()) out.back() += c;
    else out.emplace_back(1, c);
  }
  return out;
}

}  // namespace

std::optional<std::string> Performer::perform(const Step& step, int position, int turn) {
  position_ = position;
  turn_ = turn;
  auto target = frame_of(step);
  for (const auto& frame : stage_.page().frames()) {
    if (frame.context == 0) continue;
    bool active = target && target->id == frame.id;
    stage_.page().connection().forget(
        stage_.page().send_evaluate(frame, agent_call("step", {position, turn, active})));
  }
  return dispatch(step);
}

Performer::Why Performer::dispatch(const Step& step) {
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
    case StepType::SetViewport:
      if (!stage_.call("Emulation.setDeviceMetricsOverride",
                       Json::object({{"width", step.viewport.width},
                                     {"height", step.viewport.height},
                                     {"deviceScaleFactor", step.viewport.device_scale_factor},
                                     {"mobile", step.viewport.is_mobile}}))) {
        return "the browser refuses this viewport";
      }
      return std::nullopt;
    case StepType::EmulateNetworkConditions:
      // The schedule decides when responses arrive; only being offline changes what they are.
      if (step.network.download == 0) stage_.incidents.push_back({"network", "the flow went offline; responses still come"});
      return std::nullopt;
    case StepType::Macro:
      for (const Step& part : step.parts) {
        if (auto why = dispatch(part)) return flow::label_of(part) + ": " + *why;
      }
      return std::nullopt;
    case StepType::CustomStep: return "squall does not know the custom step “" + step.name + "”";
  }
  return "unknown step";
}

std::optional<browser::Frame> Performer::frame_of(const Step& step) {
  std::string path = "0";
  for (int index : step.frame) path += "/" + std::to_string(index);
  for (const auto& frame : stage_.page().frames()) {
    if (frame.path == path) return frame;
  }
  return std::nullopt;
}

std::pair<double, double> Performer::offset_of(const browser::Frame& frame) {
  double x = 0, y = 0;
  for (const browser::Frame* at = &frame; at && !at->parent.empty(); at = stage_.page().frame(at->parent)) {
    const browser::Frame* parent = stage_.page().frame(at->parent);
    auto owner = stage_.await(stage_.page().connection().send(parent->session, "DOM.getFrameOwner",
                                                              Json::object({{"frameId", at->id}})));
    if (!owner) break;
    auto box = stage_.await(stage_.page().connection().send(
        parent->session, "DOM.getBoxModel", Json::object({{"backendNodeId", (*owner)["backendNodeId"]}})));
    if (!box) break;
    x += box->at("model", "content")[0].as_double();
    y += box->at("model", "content")[1].as_double();
    // Within one process, boxes are measured from the top of the page already.
    if (parent->session == at->session) break;
  }
  return {x, y};
}

Performer::Why Performer::locate(const Step& step, const char* need, Spot& out) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) return "the page has no such frame";
  Json options = Json::object({{"need", need}});
  if (step.offset_x && step.offset_y) options.set("offsetX", *step.offset_x).set("offsetY", *step.offset_y);
  auto reply = stage_.evaluate(*frame, agent_call("locate", {selectors_json(step), options}));
  if (!reply) return "the page does not answer: " + reply.error().message;
  if (!(*reply)["ok"].as_bool()) return (*reply)["reason"].as_string();
  auto [x, y] = frame->parent.empty() ? std::pair<double, double>{0, 0} : offset_of(*frame);
  out = {x + (*reply)["x"].as_double(), y + (*reply)["y"].as_double(), *reply, *frame};
  return std::nullopt;
}

void Performer::mouse(const char* type, double x, double y, const std::string& button, int clicks) {
  bool pressed = std::string_view(type) == "mousePressed";
  Json params = Json::object({{"type", type}, {"x", x}, {"y", y}, {"modifiers", modifiers_}, {"pointerType", "mouse"}});
  if (clicks > 0) params.set("button", button).set("clickCount", clicks);
  if (pressed) params.set("buttons", button == "right" ? 2 : button == "middle" ? 4 : 1);
  sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.dispatchMouseEvent", params));
}

// Waits until the browser has handed all the input over to the page.
Performer::Why Performer::flush(const char* what) {
  Why why;
  for (auto call : sent_) {
    auto reply = stage_.await(call);
    if (!reply && !why && !stage_.lost()) why = std::string(what) + " was refused: " + reply.error().message;
  }
  sent_.clear();
  return why;
}

Performer::Why Performer::press_mouse(const Spot& spot, const std::string& button, int clicks) {
  mouse("mouseMoved", spot.x, spot.y, "none", 0);
  for (int n = 1; n <= clicks; ++n) {
    mouse("mousePressed", spot.x, spot.y, button, n);
    mouse("mouseReleased", spot.x, spot.y, button, n);
  }
  return flush("the click");
}

Performer::Why Performer::click(const Step& step, int clicks) {
  Spot spot;
  if (auto why = locate(step, "click", spot)) return why;
  return press_mouse(spot, mouse_button(step.button), clicks);
}

Performer::Why Performer::hover(const Step& step) {
  Spot spot;
  if (auto why = locate(step, "hover", spot)) return why;
  mouse("mouseMoved", spot.x, spot.y, "none", 0);
  return flush("the mouse move");
}

Performer::Why Performer::focus(const Spot& spot) {
  if (spot.element["focused"].as_bool()) return std::nullopt;
  return press_mouse(spot, "left", 1);
}

void Performer::press(const std::string& name, int modifiers, const char* command) {
  auto key = flow::find_key(name);
  if (!key) return;
  int held = modifiers_ | modifiers | (key->shift ? flow::kShift : 0);
  Json down = flow::key_down_event(*key, held);
  if (command) down.set("commands", Json(Json::Array{Json(command)}));
  auto& connection = stage_.page().connection();
  sent_.push_back(connection.send(stage_.page().session(), "Input.dispatchKeyEvent", down));
  sent_.push_back(connection.send(stage_.page().session(), "Input.dispatchKeyEvent", flow::key_up_event(*key, held)));
}

void Performer::send_text(const std::string& text) {
  for (const std::string& character : characters(text)) {
    if (character == "\n") press("Enter");
    else press(character);
  }
}

Performer::Why Performer::type(const Step& step) {
  Spot spot;
  if (auto why = locate(step, "type", spot)) return why;
  if (auto why = focus(spot)) return why;
  if (step.clear && spot.element["filled"].as_bool()) {
    press("a", flow::kControl, "selectAll");
    if (step.value.empty()) press("Backspace");
  }
  send_text(step.value);
  return flush("the key stroke");
}

Performer::Why Performer::change(const Step& step) {
  Spot spot;
  if (auto why = locate(step, "type", spot)) return why;
  if (spot.element["tag"].as_string() == "select") return choose_option(step, spot);
  if (!is_text_field(spot.element)) return set_value(step, spot);
  Step typing = step;
  typing.clear = true;
  return type(typing);
}

// With the keyboard, as a user can: the arrow keys move through the options, and each move is a change of its own.
Performer::Why Performer::choose_option(const Step& step, const Spot& spot) {
  auto plan = stage_.evaluate(spot.frame, agent_call("option", {selectors_json(step), step.value}));
  if (!plan) return "the page does not answer: " + plan.error().message;
  if (!(*plan)["ok"].as_bool()) return (*plan)["reason"].as_string();
  auto moves = (*plan)["moves"].as_int();
  if (moves == 0) return std::nullopt;
  auto focused = stage_.evaluate(spot.frame, agent_call("focus", {selectors_json(step)}));
  if (!focused) return "the list cannot be focused";
  for (int64_t i = 0; i < std::abs(moves); ++i) press(moves > 0 ? "ArrowDown" : "ArrowUp");
  return flush("the key stroke");
}

// Sliders, dates and colours have no text to type: their value is set, and the page is told as after a real change.
Performer::Why Performer::set_value(const Step& step, const Spot& spot) {
  auto reply = stage_.evaluate(spot.frame, agent_call("setValue", {selectors_json(step), step.value}));
  if (!reply) return "the page does not answer: " + reply.error().message;
  if (!(*reply)["ok"].as_bool()) return (*reply)["reason"].as_string();
  return std::nullopt;
}

Performer::Why Performer::key(const Step& step, bool down) {
  auto key = flow::find_key(step.key);
  if (!key) return "there is no key “" + step.key + "”";
  int bit = flow::modifier_of(*key);
  if (down) modifiers_ |= bit;
  else modifiers_ &= ~bit;
  flow::Key shown = (modifiers_ & flow::kShift) != 0 ? flow::with_shift(*key) : *key;
  Json params = down ? flow::key_down_event(shown, modifiers_) : flow::key_up_event(shown, modifiers_);
  sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.dispatchKeyEvent", params));
  return flush("the key stroke");
}

Performer::Why Performer::scroll(const Step& step) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) return "the page has no such frame";
  Json selectors = step.selectors.empty() ? Json() : selectors_json(step);
  auto reply = stage_.evaluate(*frame, agent_call("scroll", {selectors, step.x.value_or(0), step.y.value_or(0)}));
  if (!reply) return "the page does not answer: " + reply.error().message;
  if (!(*reply)["ok"].as_bool()) return (*reply)["reason"].as_string();
  return std::nullopt;
}

Performer::Why Performer::navigate(const Step& step) {
  stage_.page().connection().forget(stage_.page().send_navigate(step.url));
  return std::nullopt;
}

Performer::Why Performer::wait_for_element(const Step& step) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) return "the page has no such frame";
  Json wanted = Json::object({{"comparison", step.comparison}, {"count", step.count.value_or(1)}});
  if (step.visible) wanted.set("visible", *step.visible);
  if (!step.attributes.is_null()) wanted.set("attributes", step.attributes);
  if (!step.properties.is_null()) wanted.set("properties", step.properties);
  auto reply = stage_.evaluate(*frame, agent_call("matches", {selectors_json(step), wanted}));
  if (!reply) return "the page does not answer: " + reply.error().message;
  if (!(*reply)["ok"].as_bool()) return (*reply)["reason"].as_string();
  return std::nullopt;
}

Performer::Why Performer::wait_for_expression(const Step& step) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) return "the page has no such frame";
  auto reply = stage_.evaluate(*frame, "Boolean(" + step.expression + ")", true);
  if (!reply) return "the expression fails: " + reply.error().message;
  if (!reply->as_bool()) return "the page has settled, and `" + shorten(step.expression, 80) + "` is not true";
  return std::nullopt;
}

}  // namespace squall::lab
