// Phase 1 on a recording that was made for another purpose: its flow, with every key stroke a step of its own and with
// a set-up before it, is performed once more with a trace.
#pragma once

#include "lab/recorder.h"

namespace squall::analysis::ajax {

// The flow that is tested, and where the measured part of it begins: after the set-up, and after what only prepares the
// browser (a viewport, the first navigation).
struct MeasuredFlow {
  flow::Flow flow;
  int begin = 0;
};
MeasuredFlow measured_flow(const flow::Flow& before, const flow::Flow& flow);

// Whether a value is typed, key by key, or chosen at once is not always told by a flow. The page's run has seen it.
flow::Flow with_known_fields(flow::Flow flow, const lab::RecordedPage& page);

struct ObserveOptions {
  bool offline = false;
  bool allow_writes = false;
  Millis timeout{30'000};
  bool unperformed = true;  // `observe_alone`: also steps that could not be performed
};

// The page under this flow: the same recording, with what the flow asked for beyond it, and a new trace. The page as it
// is when that is its flow already.
Result<lab::RecordedPage> observe(lab::Lab& lab, const lab::RecordedPage& page, const flow::Flow& flow,
                                  const ObserveOptions& options);

// What a page lets a user do is a list, not a sequence: a link to another view takes the rest of the list away. Steps
// that could not be performed after those before them are performed by themselves, and their events added to the trace
// as if they had been part of the flow; at most `limit` of them. So are steps whose document was left later: nobody
// could ask it for its part of the trace any more.
Result<lab::RecordedPage> observe_alone(lab::Lab& lab, const lab::RecordedPage& page, int begin,
                                        const ObserveOptions& options, size_t limit = 24);

// A step may have nothing to do where it stands in the flow: a tab that is active already, a filter that is set. Those
// that led to no response are performed once more, one after the other, behind the whole flow; where they lead to one
// there, that is added to the trace as theirs. At most `limit` of them.
Result<lab::RecordedPage> observe_again(lab::Lab& lab, const lab::RecordedPage& page, int begin,
                                        const ObserveOptions& options, size_t limit = 12);

}  // namespace squall::analysis::ajax
