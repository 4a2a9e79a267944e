// Names of events that no agent gives, as the agent would give them.
#pragma once

#include <string>

#include "browser/page.h"
#include "network/traffic.h"

namespace squall::lab {

// The event in which the response to a request of the parser is handled: "root/script:http://…". The document of a
// frame is handled in the frame that holds it. `cause` is who asked for it.
std::string parser_event(const network::Passage& passage, const browser::Page& page, const std::string& cause = "root");
// "frame 0/1: root/…" for an event of another frame than the main one.
std::string frame_prefix(const browser::Frame& frame, const std::string& name);
std::string with_ordinal(const std::string& name, int ordinal);

}  // namespace squall::lab
