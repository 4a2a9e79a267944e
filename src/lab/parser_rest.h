// When the parser of a document that is loading rests: a resource that it waits for is held, or it has ended.
//
// A probe of ours may run between two pieces of its work, and a script that has come may still be compiled elsewhere:
// as long as nothing is held that explains why the parser stands still, it works, and the page is not quiet.
#pragma once

#include <string>
#include <vector>

#include "lab/agent_port.h"

namespace squall::lab {

// A request of the document's frame that is held.
struct HeldRequest {
  std::string type;
  std::vector<std::string> urls;  // of all hops of its redirects so far
  bool by_parser = false;
};

bool parser_rests(const Parsing& parsing, const std::vector<HeldRequest>& held);

}  // namespace squall::lab
