// The Performer: does what a step of the flow says, with real input, so that the page gets the events that a person's
// action brings, in their order, and trusts them.
//
// A step on an element that is missing, hidden, covered or disabled is infeasible, with the reason in words. Nothing
// here waits for the page to settle: that is the schedule's business.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flow/keys.h"
#include "lab/stage.h"
#include "trace/trace.h"

namespace squall::lab {

class Performer {
 public:
  // `stage` outlives the performer.
  explicit Performer(Stage& stage);
  ~Performer();  // gives the page back as it was: its viewport, its network
  Performer(const Performer&) = delete;

  // Performs `step`, which is number `position` of the run, in this turn and at this time of the page's clock. Nothing:
  // it was done; otherwise why it could not be.
  std::optional<std::string> perform(const flow::Step& step, int position, int turn, double time);

  // Brings the element of a step into view, as the step itself will, and says where it is on the screen.
  std::optional<Rect> box_of(const flow::Step& step);

  // The step was to close the page.
  bool closed() const { return closed_; }
  // What kind of control the last step gave a value; "" when it gave none.
  const std::string& field() const { return field_; }

 private:
  struct Spot {  // a place on the screen, and what is there
    double x = 0, y = 0;
    Json element;
    browser::Frame frame;
  };
  using Why = std::optional<std::string>;

  // ---- what the step is: performer.cc ----
  void announce(const flow::Step& step, int position, int turn, double time);
  Why dispatch(const flow::Step& step);
  // Between the steps the page gets no input: some time after a page has come, Chromium makes up a mouse move of its
  // own.
  void heed_input(bool heed);
  Why scroll(const flow::Step& step);
  Why navigate(const flow::Step& step);
  Why set_viewport(const flow::Viewport& viewport);
  Why set_network(const flow::NetworkConditions& network);
  Why wait_for_element(const flow::Step& step);
  Why wait_for_expression(const flow::Step& step);

  // ---- pointer and keys: performer_input.cc ----
  Why click(const flow::Step& step, int clicks);
  Why click_on(const flow::Step& step, const char* need, const std::string& button, int clicks);
  Why hover(const flow::Step& step);
  Why key(const flow::Step& step, bool down);
  std::optional<browser::Frame> frame_of(const flow::Step& step);
  // Asks the agent in the step's frame; a refusal becomes the reason why not.
  Why ask(const browser::Frame& frame, const std::string& call, Json& answer);
  Why ask(const flow::Step& step, const std::string& call, Json& answer);
  // `aim`: what is pressed next must be this element.
  Why locate(const flow::Step& step, const char* need, Spot& out, bool aim = false);
  // Turns a place in the frame into one on the page.
  Why place(const browser::Frame& frame, double& x, double& y);
  // Moves the mouse there. What appears, moves or goes away because of that is taken into account. `there`: it has come
  // there before.
  Why approach(const flow::Step& step, const char* need, Spot& spot, bool there = false);
  // Moves the mouse there and presses at once; false when the page did not get to know of it, because something else
  // would have been hit.
  bool shoot(const Spot& spot, const std::string& button, int clicks);
  void mouse(const char* type, double x, double y, const std::string& button, int clicks);
  Why press_mouse(const Spot& spot, const std::string& button, int clicks);
  Why tap(const Spot& spot, int taps);
  void press(const std::string& key);
  void press_down(const std::string& key);
  void send_key(const Json& event);
  void send_text(const std::string& text);
  // Waits until the browser has handed all the input over to the page.
  Why flush(const char* what);

  // ---- fields: performer_fields.cc ----
  Why change(const flow::Step& step);
  Why type(const flow::Step& step, bool extend = false);
  Why choose_option(const flow::Step& step, const Json& plan);
  Why slide(const flow::Step& step, const Json& plan);
  Why turn_parts(const flow::Step& step, const Json& plan);
  Why set_value(const flow::Step& step, const std::string& value);
  std::string held_value(const flow::Step& step);

  Stage& stage_;
  std::vector<browser::CallId> sent_;
  std::string pointer_ = "mouse";
  std::string dragging_;  // the button that is held while the mouse moves
  int modifiers_ = 0;
  bool closed_ = false;
  std::string field_;
  std::optional<flow::Viewport> first_viewport_;  // before the first change of it
  bool network_changed_ = false;
};

// The alternatives of a step as the agent takes them.
Json selectors_json(const flow::Step& step);

}  // namespace squall::lab
