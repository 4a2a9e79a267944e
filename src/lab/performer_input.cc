// Pointer and keys, as a person uses them.
#include <algorithm>
#include <cmath>

#include "flow/keys.h"
#include "lab/agent_port.h"
#include "lab/performer.h"

namespace squall::lab {

using flow::Step;

namespace {

constexpr int kApproaches = 3;  // an element that moves away from the mouse again and again cannot be hit

std::string mouse_button(const std::string& button) {
  if (button == "secondary") return "right";
  if (button == "auxiliary") return "middle";
  if (button == "back" || button == "forward") return button;
  return "left";
}

// The bit of MouseEvent.buttons.
int button_bit(const std::string& button) {
  if (button == "left") return 1;
  if (button == "right") return 2;
  if (button == "middle") return 4;
  if (button == "back") return 8;
  return button == "forward" ? 16 : 0;
}

// The characters of a UTF-8 text; the end of a line is one.
std::vector<std::string> characters(const std::string& text) {
  std::vector<std::string> out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80 && !out.empty())
      out.back() += c;
    else
      out.emplace_back(1, c);
  }
  return out;
}

int index_in_parent(const browser::Frame& frame) { return std::stoi(frame.path.substr(frame.path.rfind('/') + 1)); }

}  // namespace

// ---- where ----

std::optional<browser::Frame> Performer::frame_of(const Step& step) {
  auto frames = stage_.page().frames();
  std::string path = "0";
  if (step.target != "main") {
    auto named =
        std::find_if(frames.begin(), frames.end(), [&](const auto& frame) { return frame.url == step.target; });
    if (named == frames.end()) return std::nullopt;
    path = named->path;
  }
  for (int index : step.frame) path += "/" + std::to_string(index);
  for (const auto& frame : frames) {
    if (frame.path == path) return frame;
  }
  return std::nullopt;
}

Performer::Why Performer::ask(const browser::Frame& frame, const std::string& call, Json& answer) {
  auto reply = stage_.evaluate(frame, call, true);
  if (!reply) return "the page does not answer: " + reply.error().message;
  answer = *reply;
  if (!answer["ok"].as_bool()) return answer["reason"].as_string();
  return std::nullopt;
}

Performer::Why Performer::ask(const Step& step, const std::string& call, Json& answer) {
  auto frame = frame_of(step);
  if (!frame || frame->context == 0) {
    return step.target == "main" ? "the page has no such frame" : "there is no window or frame at " + step.target;
  }
  return ask(*frame, call, answer);
}

Performer::Why Performer::place(const browser::Frame& frame, double& x, double& y) {
  std::string at = frame.id;
  for (;;) {
    const browser::Frame* inner = stage_.page().frame(at);
    if (!inner) return "the frame has gone";
    if (inner->parent.empty()) return std::nullopt;
    const browser::Frame* outer = stage_.page().frame(inner->parent);
    if (!outer || outer->context == 0) return "the frame has gone";
    at = outer->id;
    browser::Frame parent = *outer;
    Json answer;
    if (auto why = ask(parent, agent_call("placeOfFrame", {index_in_parent(*inner), x, y}), answer)) return why;
    x = answer["x"].as_double();
    y = answer["y"].as_double();
  }
}

Performer::Why Performer::locate(const Step& step, const char* need, Spot& out, bool aim) {
  Json options = Json::object({{"need", need}});
  if (aim) options.set("aim", true);
  if (step.offset_x && step.offset_y) options.set("offsetX", *step.offset_x).set("offsetY", *step.offset_y);
  Json element;
  if (auto why = ask(step, agent_call("locate", {selectors_json(step), options}), element)) return why;
  auto frame = frame_of(step);
  if (!frame) return "the frame has gone";
  out = {element["x"].as_double(), element["y"].as_double(), element, *frame};
  return place(*frame, out.x, out.y);
}

std::optional<Rect> Performer::box_of(const Step& step) {
  for (const Step& part : step.parts) {
    if (auto box = box_of(part)) return box;
  }
  Spot spot;
  if (step.selectors.empty() || locate(step, "hover", spot)) return std::nullopt;
  const Json& box = spot.element["box"];
  double x = box["left"].as_double(), y = box["top"].as_double();
  if (place(spot.frame, x, y)) return std::nullopt;
  return Rect{x, y, box["width"].as_double(), box["height"].as_double()};
}

Performer::Why Performer::approach(const Step& step, const char* need, Spot& spot, bool there) {
  const std::string when = " as soon as the mouse comes";
  if (auto why = locate(step, need, spot)) return there ? *why + when : *why;
  for (int i = 0; i < kApproaches; ++i) {
    mouse("mouseMoved", spot.x, spot.y, "none", 0);
    if (auto why = flush("the mouse move")) return why;
    Spot now;
    if (auto why = locate(step, need, now)) return *why + when;
    bool still = std::abs(now.x - spot.x) < 1 && std::abs(now.y - spot.y) < 1;
    spot = std::move(now);
    if (still) return std::nullopt;
  }
  return "it moves away from the mouse";
}

// ---- the pointer ----

void Performer::mouse(const char* type, double x, double y, const std::string& button, int clicks) {
  Json params =
      Json::object({{"type", type}, {"x", x}, {"y", y}, {"modifiers", modifiers_}, {"pointerType", pointer_}});
  if (clicks > 0) params.set("button", button).set("clickCount", clicks);
  bool pressed = std::string_view(type) == "mousePressed";
  if (pressed || !dragging_.empty()) params.set("buttons", button_bit(pressed ? button : dragging_));
  if (!pressed && clicks == 0 && !dragging_.empty()) params.set("button", dragging_);
  sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.dispatchMouseEvent", params));
}

Performer::Why Performer::flush(const char* what) {
  Why why;
  for (auto call : sent_) {
    auto reply = stage_.await(call);
    if (!reply && !why && !stage_.lost()) why = std::string(what) + " was refused: " + reply.error().message;
  }
  sent_.clear();
  return why;
}

// A mouse that moves is seen with the next frame only, unless it is pressed: who has nothing to wait for does both at
// once. The agent watches over it (agent/src/aim.ts).
bool Performer::shoot(const Spot& spot, const std::string& button, int clicks) {
  mouse("mouseMoved", spot.x, spot.y, "none", 0);
  if (press_mouse(spot, button, clicks)) return false;
  auto shot = stage_.evaluate(spot.frame, agent_call("shot"));
  return !shot || shot->as_bool();  // a document that is gone was hit
}

// The mouse is there already.
Performer::Why Performer::press_mouse(const Spot& spot, const std::string& button, int clicks) {
  for (int n = 1; n <= clicks; ++n) {
    mouse("mousePressed", spot.x, spot.y, button, n);
    mouse("mouseReleased", spot.x, spot.y, button, n);
  }
  return flush("the click");
}

Performer::Why Performer::tap(const Spot& spot, int taps) {
  auto touch = [&](const char* type, Json points) {
    Json params = Json::object({{"type", type}, {"touchPoints", std::move(points)}, {"modifiers", modifiers_}});
    sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.dispatchTouchEvent", params));
  };
  for (int n = 0; n < taps; ++n) {
    touch("touchStart", Json(Json::Array{Json::object({{"x", spot.x}, {"y", spot.y}})}));
    touch("touchEnd", Json::array());
  }
  return flush("the tap");
}

Performer::Why Performer::click(const Step& step, int clicks) {
  Spot spot;
  if (step.device == "touch") {
    Json answer;
    if (auto why = locate(step, "click", spot)) return why;
    if (auto why = ask(step, agent_call("drawn"), answer)) return why;  // scrolling is told of with the next frame
    return tap(spot, clicks);
  }
  pointer_ = step.device;
  auto why = click_on(step, "click", mouse_button(step.button), clicks);
  pointer_ = "mouse";
  return why;
}

Performer::Why Performer::click_on(const Step& step, const char* need, const std::string& button, int clicks) {
  Spot spot;
  auto frame = frame_of(step);
  bool directly = frame && frame->parent.empty();  // what lies over a frame is known to the frames around it only
  if (directly) {
    if (auto why = locate(step, need, spot, true)) return why;
    if (shoot(spot, button, clicks)) return std::nullopt;
  }
  if (auto why = approach(step, need, spot, directly)) return why;
  return press_mouse(spot, button, clicks);
}

Performer::Why Performer::hover(const Step& step) {
  Spot spot;
  if (auto why = locate(step, "hover", spot)) return why;
  mouse("mouseMoved", spot.x, spot.y, "none", 0);
  return flush("the mouse move");
}

// ---- keys ----

void Performer::send_key(const Json& event) {
  sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.dispatchKeyEvent", event));
}

void Performer::press(const std::string& name) {
  auto key = flow::find_key(name);
  if (!key) return;
  int held = modifiers_ | (key->shift ? flow::kShift : 0);
  send_key(flow::key_down_event(*key, held));
  send_key(flow::key_up_event(*key, held));
}

void Performer::press_down(const std::string& name) {
  if (auto key = flow::find_key(name)) send_key(flow::key_down_event(*key, modifiers_));
}

void Performer::send_text(const std::string& text) {
  for (const std::string& character : characters(text)) {
    if (character == "\t") {  // the key would leave the field
      sent_.push_back(stage_.page().connection().send(stage_.page().session(), "Input.insertText",
                                                      Json::object({{"text", character}})));
    } else {
      press(character);
    }
  }
}

Performer::Why Performer::key(const Step& step, bool down) {
  auto key = flow::find_key(step.key);
  if (!key) return "there is no key “" + step.key + "”";
  int bit = flow::modifier_of(*key);
  if (down)
    modifiers_ |= bit;
  else
    modifiers_ &= ~bit;
  int held = modifiers_ | (key->shift ? flow::kShift : 0);
  send_key(down ? flow::key_down_event(*key, held) : flow::key_up_event(*key, held));
  return flush("the key stroke");
}

}  // namespace squall::lab
