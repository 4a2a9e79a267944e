// The Performer: does what a step of the flow says, with real input.
//
// A step on an element that is missing, hidden, covered or disabled is infeasible, with the reason in words. Nothing
// here waits for the page to settle: that is the schedule's business.
#pragma once

#include <optional>
#include <string>

#include "lab/stage.h"

namespace squall::lab {

class Performer {
 public:
  // `stage` outlives the performer.
  explicit Performer(Stage& stage) : stage_(stage) {}

  // Performs `step`, which is number `position` of the run. Nothing: it was done; otherwise why it could not be.
  std::optional<std::string> perform(const flow::Step& step, int position, int turn);

  // The step was to close the page.
  bool closed() const { return closed_; }

 private:
  struct Spot {  // a place on the screen, and what is there
    double x = 0, y = 0;
    Json element;
    browser::Frame frame;
  };
  using Why = std::optional<std::string>;

  Why dispatch(const flow::Step& step);
  Why click(const flow::Step& step, int clicks);
  Why hover(const flow::Step& step);
  Why change(const flow::Step& step);
  Why type(const flow::Step& step);
  Why choose_option(const flow::Step& step, const Spot& spot);
  Why set_value(const flow::Step& step, const Spot& spot);
  Why key(const flow::Step& step, bool down);
  Why scroll(const flow::Step& step);
  Why navigate(const flow::Step& step);
  Why wait_for_element(const flow::Step& step);
  Why wait_for_expression(const flow::Step& step);

  Why locate(const flow::Step& step, const char* need, Spot& out);
  std::optional<browser::Frame> frame_of(const flow::Step& step);
  // The place of a frame's viewport within the page's.
  std::pair<double, double> offset_of(const browser::Frame& frame);
  void mouse(const char* type, double x, double y, const std::string& button, int clicks);
  Why press_mouse(const Spot& spot, const std::string& button, int clicks);
  Why focus(const Spot& spot);
  void send_text(const std::string& text);
  void press(const std::string& key, int modifiers = 0, const char* command = nullptr);
  Why flush(const char* what);

  Stage& stage_;
  std::vector<browser::CallId> sent_;
  int modifiers_ = 0;
  int position_ = 0;
  int turn_ = 0;
  bool closed_ = false;
};

}  // namespace squall::lab
