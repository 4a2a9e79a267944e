// The least that must happen for a difference to show: of the responses that an adverse schedule held back, the
// smallest set that still leads to it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "base/result.h"
#include "lab/lab.h"

namespace squall::analysis::ajax {

// The names of the responses and messages that were held in an adverse run, in the order in which they came in the end.
// What only followed from one of them is left out: holding that one holds it as well.
std::vector<std::string> held_in(const lab::Run& adverse, const Sequence& sequence);
// The responses to the second of the pair that came before those.
std::vector<std::string> overtaking_in(const lab::Run& adverse, const Sequence& sequence);

// "GET http://h/a" for the name of a response; "" for the name of anything else, also of messages.
std::string request_of(const std::string& event_name);
// For a person, without the page's own origin: "the response to GET /a", "a message of the WebSocket ws://h/b".
std::string words_for(const std::string& event_name, const std::string& page_url);

// For each of these sets of held events: whether the difference still shows. All of them can be tried at once.
using Sets = std::vector<std::vector<std::string>>;
using Shows = std::function<Result<std::vector<bool>>(const Sets& sets)>;
// A set of which no part shows the difference: single events are tried first, then parts are taken away (ddmin with
// one event at a time). At most about `limit` sets are tried; then the smallest so far is the answer.
Result<std::vector<std::string>> smallest(const std::vector<std::string>& held, const Shows& shows, size_t limit = 24);

// What came later than what, by the names of the events, and what was sent in that run.
struct Crossing {
  std::vector<std::string> held, overtaking;
  std::vector<outcome::SentRequest> sent;
};
// "the response to GET /a was overtaken by the response to GET /b". When nothing overtook, `then` says what came
// before.
std::string witness_sentence(const Crossing& crossing, const std::string& then, const std::string& page_url);

}  // namespace squall::analysis::ajax
