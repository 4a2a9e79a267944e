// What could happen next: responses, messages, tasks, animations, the user's next step.
#include <limits>

#include "lab/event_names.h"
#include "lab/runner.h"

namespace squall::lab {

using schedule::Choice;

std::vector<Runner::Option> Runner::options() {
  std::vector<Option> out;
  add_responses(out);
  for (const auto& frame : stage_.page().frames()) {
    auto status = quiescence_.statuses().find(frame.id);
    if (status != quiescence_.statuses().end()) add_of_frame(frame, status->second, out);
  }
  int position = progress_.position;
  if (position < static_cast<int>(steps_.size())) {
    Choice choice{Choice::Step, to_text(trace::step_name(position)), position, std::numeric_limits<double>::infinity(),
                  position};
    out.push_back({std::move(choice), {}, "", 0, Json()});
  }
  return out;
}

// An order that was given may name it all the same.
bool Runner::is_ahead_of_parser(const network::Passage& passage) {
  auto status = quiescence_.statuses().find(passage.frame);
  if (status == quiescence_.statuses().end() || !experiment_.schedule.order.empty()) return false;
  const Parsing& parsing = status->second.parsing;
  return parsing.stage == Parsing::Loading &&
         lab::is_ahead_of_parser(parsing, page_.request_of(passage), page_.held_in(passage.frame));
}

void Runner::add_responses(std::vector<Option>& out) {
  auto held = page_.choices();
  naming_.name(held, progress_.position - 1, progress_.time);
  for (const Asked& asked : held) {
    if (asked.passage->open || is_ahead_of_parser(*asked.passage)) continue;
    out.push_back({naming_.choice(asked.passage->id), asked.passage->id, "", 0, Json()});
  }
}

void Runner::add_of_frame(const browser::Frame& frame, const FrameStatus& status, std::vector<Option>& out) {
  auto add = [&](Choice choice, int id, Json delivery) {
    choice.name = in_frame(frame, choice.name);
    out.push_back({std::move(choice), {}, frame.id, id, std::move(delivery)});
  };
  for (const Task& task : status.tasks) add(task.choice, task.id, Json());
  if (experiment_.server != Server::Connected) {
    for (const Stream& stream : status.streams) {
      auto next = player_.next(frame.id, stream, progress_.time);
      if (next) add(std::move(next->choice), stream.id, std::move(next->delivery));
    }
  }
  if (status.moving_ms >= 0) {
    Choice choice{Choice::Animation, to_text(trace::EventName{}.child(trace::EventKind::Animation)),
                  progress_.position - 1, progress_.time + status.moving_ms, 0};
    add(std::move(choice), 0, Json());
  }
}

}  // namespace squall::lab
