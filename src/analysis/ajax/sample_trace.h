// Traces made by hand, for tests.
#pragma once

#include <string>

#include "flow/flow.h"
#include "trace/trace.h"

namespace squall::analysis::ajax {

class SampleTrace {
 public:
  SampleTrace() { event(trace::EventKind::Root, {}, -1); }

  // A step of the user; steps count from 0.
  trace::EventId user(int step) { return event(trace::EventKind::User, {0}, step); }
  // An event that another one created, and that belongs to the same step.
  trace::EventId event(trace::EventKind kind, trace::EventId cause) { return event(kind, cause, trace_[cause].step); }
  trace::EventId event(trace::EventKind kind, trace::EventId cause, int step) {
    trace::Event event;
    event.id = {static_cast<int>(trace_.events.size())};
    event.cause = cause;
    event.kind = kind;
    event.step = step;
    trace_.events.push_back(event);
    return event.id;
  }
  // `how` is that of the agent: "insert", "text"…
  SampleTrace& mutate(trace::EventId event, const std::string& element, Rect rect, const std::string& how = "") {
    trace_.operations.push_back({event, trace::OpKind::Mutate, {}, element, how, rect, {}});
    return *this;
  }
  SampleTrace& operation(trace::EventId event, trace::OpKind kind, const std::string& text, trace::EventId other = {}) {
    trace_.operations.push_back({event, kind, other, text, "", {}, {}});
    return *this;
  }
  // The request that the event of this response answers, and where it was sent.
  SampleTrace& send(trace::EventId response, const trace::Position& where) {
    trace_.events[static_cast<size_t>(response.value)].where = where;
    return operation(trace_[response].cause, trace::OpKind::Send, "GET http://h/", response);
  }
  const trace::Trace& get() const { return trace_; }

 private:
  trace::Trace trace_;
};

inline flow::Flow clicks(int count) {
  flow::Flow flow;
  for (int i = 0; i < count; ++i) {
    flow::Step step;
    step.selectors = {{"#b" + std::to_string(i)}};
    flow.steps.push_back(step);
  }
  return flow;
}

inline flow::Flow typing(const std::string& text) {
  flow::Flow flow;
  flow::Step step;
  step.type = flow::StepType::Change;
  step.selectors = {{"#q"}};
  step.value = text;
  flow.steps.push_back(step);
  return flow::expand_typing(flow);
}

}  // namespace squall::analysis::ajax
