// Form fields: each is given its value in the way in which a person gives it.
#include <cmath>
#include <cstdlib>
#include <set>

#include "lab/agent_port.h"
#include "lab/performer.h"

namespace squall::lab {

using flow::Step;

namespace {

constexpr int kMostStrokes = 200;    // nobody presses an arrow key more often
constexpr int kMostCorrections = 8;  // of the place where a slider is let go

double number_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

// As the agent calls it (agent/src/values.ts).
std::string kind_of(const Json& element) {
  const std::string &tag = element["tag"].as_string(), &type = element["type"].as_string();
  if (tag == "select") return tag;
  if (tag != "input") return "text";
  if (type == "checkbox" || type == "radio") return "check";
  static const std::set<std::string> kOthers = {"range", "color",          "date",  "time",
                                                "file",  "datetime-local", "month", "week"};
  return kOthers.contains(type) ? type : "text";
}

}  // namespace

Performer::Why Performer::change(const Step& step) {
  Spot spot;
  if (auto why = locate(step, "type", spot)) return why;
  field_ = kind_of(spot.element);
  Json plan;
  if (auto why = ask(step, agent_call("planChange", {selectors_json(step), step.value}), plan)) return why;
  const std::string how = plan["how"].as_string();
  const std::string tag = spot.element["tag"].as_string();
  if (how == "nothing") return std::nullopt;
  if (tag == "select") return choose_option(step, plan);
  if (how == "click") return click_on(step, "click", "left", 1);
  if (how == "slide") return slide(step, plan);
  if (how == "keys") return turn_parts(step, plan);
  if (how == "set") return set_value(step, step.value);
  Step typing = step;
  typing.clear = true;
  return type(typing, true);
}

// A field that does not have the focus is clicked first. With `extend`, text that the field holds already is not typed
// again.
Performer::Why Performer::type(const Step& step, bool extend) {
  Spot spot;
  if (auto why = locate(step, "type", spot)) return why;
  field_ = kind_of(spot.element);
  if (field_ != "text" && !step.whole.empty()) {  // a value is chosen at once
    if (!step.completes) return std::nullopt;
    Step whole = step;
    whole.value = step.whole;
    return change(whole);
  }
  Json plan;
  if (auto why = ask(step, agent_call("planChange", {selectors_json(step), step.value}), plan)) return why;
  if (plan["how"].as_string() != "type") return "it is not a field that text can be typed into";
  if (!spot.element["focused"].as_bool()) {
    if (auto why = click_on(step, "type", "left", 1)) return why;
  }
  Json rest;
  Json options = Json::object({{"clear", step.clear}, {"extend", extend}});
  if (auto why = ask(step, agent_call("prepareTyping", {selectors_json(step), step.value, options}), rest)) return why;
  if (rest["erase"].as_bool()) press("Backspace");
  send_text(rest["rest"].as_string());
  if (auto why = flush("the key stroke")) return why;
  if (!step.leave) return std::nullopt;
  Json answer;
  return ask(step, agent_call("leave", {selectors_json(step)}), answer);
}

// An open list is clicked into. A closed one is opened with the mouse, and the keyboard moves to the option: its popup
// is a window of its own, which the mouse of the protocol does not reach. One change comes, when the choice is made.
Performer::Why Performer::choose_option(const Step& step, const Json& plan) {
  if (plan["how"].as_string() == "click") {
    Spot spot;
    if (auto why = locate(step, "type", spot)) return why;
    spot.x = plan["x"].as_double();
    spot.y = plan["y"].as_double();
    if (auto why = place(spot.frame, spot.x, spot.y)) return why;
    mouse("mouseMoved", spot.x, spot.y, "none", 0);
    return press_mouse(spot, "left", 1);
  }
  Json now = plan;
  auto look = [&] { return ask(step, agent_call("planChange", {selectors_json(step), step.value}), now); };
  if (!now["isOpen"].as_bool()) {
    if (auto why = click_on(step, "type", "left", 1)) return why;
    if (auto why = look()) return why;
  }
  if (now["how"].as_string() == "nothing") return std::nullopt;  // the page chose it when it was clicked
  if (!now["isOpen"].as_bool()) return "the list does not open";
  auto moves = now["moves"].as_int();
  for (int64_t i = 0; i < std::abs(moves); ++i) press(moves > 0 ? "ArrowDown" : "ArrowUp");
  press_down("Enter");  // the popup is gone before the key comes up
  return flush("the choice");
}

// The thumb is dragged to where the value should be, and a little further when it is not; arrow keys do the rest.
Performer::Why Performer::slide(const Step& step, const Json& plan) {
  Spot spot;
  if (auto why = locate(step, "type", spot)) return why;
  double x = plan["x"].as_double(), y = plan["y"].as_double();
  double unit_x = x + plan["dx"].as_double(), unit_y = y + plan["dy"].as_double();
  if (auto why = place(spot.frame, x, y)) return why;
  if (auto why = place(spot.frame, unit_x, unit_y)) return why;
  const std::string wanted = plan["value"].as_string();
  mouse("mouseMoved", x, y, "none", 0);
  mouse("mousePressed", x, y, "left", 1);
  if (auto why = flush("the press")) return why;
  dragging_ = "left";
  std::string held = held_value(step);
  double dx = unit_x - x, dy = unit_y - y;
  for (int i = 0; held != wanted && i < kMostCorrections; ++i) {
    double off = number_of(wanted) - number_of(held);
    x += dx * off;
    y += dy * off;
    mouse("mouseMoved", x, y, "none", 0);
    if (flush("the drag")) break;
    held = held_value(step);
  }
  dragging_.clear();
  mouse("mouseReleased", x, y, "left", 1);
  if (auto why = flush("the release")) return why;
  double strokes = (number_of(wanted) - number_of(held)) / plan["step"].as_double(1);
  if (std::abs(strokes) > kMostStrokes) return set_value(step, wanted);
  for (int i = 0; i < std::lround(std::abs(strokes)); ++i) press(strokes > 0 ? "ArrowUp" : "ArrowDown");
  return flush("the key stroke");
}

// A date is one stroke away from what it shall be; should the field take that stroke otherwise, it is set.
Performer::Why Performer::turn_parts(const Step& step, const Json& plan) {
  for (const Json& key : plan["keys"].items()) press(key.as_string());
  if (auto why = flush("the key stroke")) return why;
  Json taken;
  bool told = !ask(step, agent_call("taken"), taken);  // a page that was left is not asked any more
  const std::string wanted = plan["value"].as_string();
  return !told || taken["value"].as_string() == wanted ? std::nullopt : set_value(step, wanted);
}

// What has no keys and no place to click, such as a colour, is set, and the page is told as after a real change.
Performer::Why Performer::set_value(const Step& step, const std::string& value) {
  Json answer;
  return ask(step, agent_call("setValue", {selectors_json(step), value}), answer);
}

std::string Performer::held_value(const Step& step) {
  Json answer;
  if (ask(step, agent_call("held", {selectors_json(step)}), answer)) return "";
  return answer["value"].as_string();
}

}  // namespace squall::lab
