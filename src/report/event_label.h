// The name of a scheduled event, as a person reads it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace squall::report {

enum class Lane { Step, Response, Timer, Message, Other };
inline constexpr int kLanes = 5;
const char* name_of(Lane lane);  // for style sheets: "step", "response"…

struct EventLabel {
  Lane lane = Lane::Other;
  std::string name;  // the whole event name
  std::string what;  // click “Car Wash”; GET /stations?filter=wash; timer, 100 ms
  std::string from;  // where it comes from: "step 1", "loading"; for a step its number
  int step = 0;      // the step that it is or derives from, from 1; 0 is the loading of the page
};

// From a name such as "root/user:1/xhr:GET http://h/a?b#1/timeout:100" (trace/event_name.h).
EventLabel label_of_event(std::string_view name);

// Of all scheduled events of a run, as they ran. Steps are called what the flow calls them.
std::vector<EventLabel> event_labels(const ShownRun& run, const flow::Flow& flow);

// What a person calls the step at this position of a run, from 0.
std::string step_label(const ShownRun& run, const flow::Flow& flow, size_t position);

// In one phrase: "GET /stations?filter=wash (from step 1)".
std::string phrase(const EventLabel& label);

}  // namespace squall::report
