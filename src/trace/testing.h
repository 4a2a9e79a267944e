// Tiny traces for tests: events by name, operations in one line each, relations as sets of pairs of names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trace/happens_before.h"

namespace squall::trace {

class TinyTrace {
 public:
  using Pairs = std::set<std::pair<std::string, std::string>>;

  // Events happen in the order in which they are added; "" is no cause.
  TinyTrace& event(const std::string& name, const std::string& cause, EventKind kind, const std::string& detail = "",
                   const std::string& frame = "0") {
    Event added;
    added.id.value = static_cast<int>(trace.events.size());
    added.cause = id(cause);
    added.kind = kind;
    added.detail = detail;
    added.frame = frame;
    if (kind == EventKind::User)
      added.step = ++steps_;
    else if (added.cause.valid())
      added.step = trace[added.cause].step;
    for (const Event& other : trace.events) {
      if (other.cause == added.cause && other.kind == kind && other.detail == detail) ++added.ordinal;
    }
    ids_[name] = added.id;
    names_.push_back(name);
    trace.events.push_back(added);
    return *this;
  }
  TinyTrace& op(const std::string& event, OpKind kind, const std::string& text = "", const std::string& extra = "",
                const std::string& other = "") {
    Operation added;
    added.event = id(event);
    added.kind = kind;
    added.text = text;
    added.extra = extra;
    added.other = id(other);
    trace.operations.push_back(added);
    return *this;
  }
  TinyTrace& link(const std::string& event, OpKind kind, const std::string& other, const std::string& text = "") {
    return op(event, kind, text, "", other);
  }

  EventId id(const std::string& name) const { return name.empty() ? EventId{} : ids_.at(name); }
  const std::string& name(EventId event) const { return names_[static_cast<size_t>(event.value)]; }

  // The whole relation, without the pairs that start in `Root` events, which are before everything.
  Pairs before() const {
    HappensBefore order = HappensBefore::of(trace);
    Pairs pairs;
    for (const Event& a : trace.events) {
      for (const Event& b : trace.events) {
        if (a.kind != EventKind::Root && order.before(a.id, b.id)) pairs.emplace(name(a.id), name(b.id));
      }
    }
    return pairs;
  }
  // The direct edges that one rule gave.
  Pairs given_by(Rule rule) const {
    Pairs pairs;
    for (const Edge& edge : HappensBefore::of(trace).edges()) {
      if (edge.rule == rule) pairs.emplace(name(edge.from), name(edge.to));
    }
    return pairs;
  }

  Trace trace;

 private:
  int steps_ = -1;
  std::map<std::string, EventId> ids_;
  std::vector<std::string> names_;
};

}  // namespace squall::trace
