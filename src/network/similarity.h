// How similar two requests to the same path are, and whether what differs may differ.
//
// A parameter is a member of the query, of a form, of a part of a multipart body, or a leaf of a JSON body. It is
// *volatile* when it looks as if it changed by itself from one execution to the next: by its name (a cache buster, a
// nonce, a callback) or because its value looks like a time or a random id. Anything else is taken for what the user or
// the page meant to say, and a request that says something else deserves another answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/recording.h"

namespace squall::network {

// One parameter that differs; a side is empty when the parameter is missing there.
struct Difference {
  enum Place { Query, Body };
  Place place = Query;
  std::string name;  // the path of members for JSON: "meta.time"
  std::optional<std::string> recorded;
  std::optional<std::string> asked;
};

struct Comparison {
  std::vector<Difference> differences;
  bool comparable = true;  // false: bodies that differ and have no parameters to tell how
  double score = 1;        // 1 for the same parameters; volatile ones count little
};
Comparison compare(const Request& recorded, const Request& asked);

bool is_volatile(const Difference& difference);
bool looks_like_time(std::string_view value);
bool looks_random(std::string_view value);

// In words: "query parameter “_” is 18 instead of 17".
std::string describe(const Difference& difference);

// When `body` is JSONP that calls the recorded value of the differing parameter: the body that calls the asked one.
std::optional<std::string> call_instead(const std::string& body, const Difference& difference);

}  // namespace squall::network
