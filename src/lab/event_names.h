// Names of events that no agent gives, as the agent would give them.
#pragma once

#include <string>

#include "browser/page.h"
#include "network/traffic.h"
#include "trace/event_name.h"

namespace squall::lab {

// The frame that handles the response; that of a frame's document is the one that holds the frame. Null when it is
// gone.
const browser::Frame* handling_frame(const network::Passage& passage, const browser::Page& page);
// The event in which the response to a request of the parser is handled: "root/script:http://…". `path` is that of the
// handling frame, "" when it is not known. `cause` is who asked for it.
trace::EventName parser_event(const network::Passage& passage, const std::string& path,
                              const trace::EventName& cause = {});
// The same name, of an event of this frame: "frame 0/1: root/…" for another than the main one.
std::string in_frame(const browser::Frame& frame, trace::EventName name);
// A name that an agent gave, which knows nothing of where its frame is.
std::string in_frame(const browser::Frame& frame, const std::string& name);

}  // namespace squall::lab
