// When the parser of a document that is loading rests: a resource that it waits for is held, or it has ended.
//
// A probe of ours may run between two pieces of its work, and a script that has come may still be compiled elsewhere:
// as long as nothing is held that explains why the parser stands still, it works, and the page is not quiet.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lab/agent_port.h"

namespace squall::lab {

// A request of the document's frame that is held.
struct HeldRequest {
  std::string type;
  std::vector<std::string> urls;  // of all hops of its redirects so far
  bool by_parser = false;
  bool stops_parser = false;  // a script that does, or that was asked for ahead of the parser because it will
};

bool parser_rests(const Parsing& parsing, const std::vector<HeldRequest>& held);

// Whether a script is held that the parser has not reached, while one that it waits for is held too. Whenever it comes,
// it runs after that one: to let it come is no choice yet.
bool is_ahead_of_parser(const Parsing& parsing, const HeldRequest& request, const std::vector<HeldRequest>& held);

// Whether no script is about to run. One is that has come and has not run, unless it waits for another one: the first
// of its queue that is held, an import, a style sheet. `came`: the URLs of scripts whose responses are there.
bool scripts_rest(const Parsing& parsing, const std::vector<HeldRequest>& held, const std::set<std::string>& came);

}  // namespace squall::lab
