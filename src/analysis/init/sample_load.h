// A load for tests, made by hand: a trace whose events have turns, and the order in which responses came.
#pragma once

#include <string>

#include "lab/lab.h"
#include "trace/testing.h"

namespace squall::analysis::init {

class SampleLoad {
 public:
  SampleLoad() { tiny_.event("root", "", trace::EventKind::Root); }

  // An event of the current turn.
  SampleLoad& event(const std::string& name, const std::string& cause, trace::EventKind kind,
                    const std::string& detail = "") {
    tiny_.event(name, cause, kind, detail);
    tiny_.trace.events.back().step = -1;
    tiny_.trace.events.back().turn = static_cast<int>(run_.order.size());
    return *this;
  }
  // A response that is released now, and the event that handles it.
  SampleLoad& arrives(const std::string& name, const std::string& cause, trace::EventKind kind,
                      const std::string& detail) {
    run_.order.push_back("");
    event(name, cause, kind, detail);
    run_.order.back() = trace::event_name(tiny_.trace, tiny_.id(name));
    return *this;
  }
  // Something that is released now, and runs no code of its own.
  SampleLoad& arrives_silently(const std::string& name) {
    run_.order.push_back(name);
    return *this;
  }
  SampleLoad& op(const std::string& event, trace::OpKind kind, const std::string& text, const std::string& extra = "") {
    tiny_.op(event, kind, text, extra);
    tiny_.trace.operations.back().where = {"http://h/app.js", static_cast<int>(tiny_.trace.operations.size()), 1};
    return *this;
  }

  trace::EventId id(const std::string& name) const { return tiny_.id(name); }
  const lab::Run& run() {
    run_.trace = tiny_.trace;
    return run_;
  }

 private:
  trace::TinyTrace tiny_;
  lab::Run run_;
};

}  // namespace squall::analysis::init
