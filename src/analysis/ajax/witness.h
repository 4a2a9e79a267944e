// What led to a race: the responses that an adverse schedule held back, those that overtook them, and both in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/ajax/plan.h"
#include "lab/lab.h"

namespace squall::analysis::ajax {

// The names of the responses and messages that were held in an adverse run: those that came in the end, in that order,
// then those whose requests were given up. What only followed from one of them is left out: holding that one holds it
// as well.
std::vector<std::string> held_in(const lab::Run& adverse, const Sequence& sequence);
// Whether it is the response to what a script of the loading page has asked for, or a message of its connections.
bool is_data_of_loading(const std::string& event_name);
// The responses to the second of the pair that came before those.
std::vector<std::string> overtaking_in(const lab::Run& adverse, const Sequence& sequence);

// The cache of a browser sends the second of two equal GETs only when the first has been answered, unless one of them
// goes past the cache. The order of the adverse run, but with each response that was held before the first of those
// that could not have come before it; nothing when there are none.
std::optional<std::vector<std::string>> in_turn(const lab::Run& adverse, const std::vector<std::string>& held);

// "GET http://h/a" for the name of a response; "" for the name of anything else, also of messages.
std::string request_of(const std::string& event_name);
// Whether it is the response to "GET http://h/a", or a message of the connection "GET ws://h/b" or "WS ws://h/b".
bool is_response_to(const std::string& event_name, const std::string& request);
// For a person, without the page's own origin: "the response to GET /a", "a message of the WebSocket ws://h/b".
std::string words_for(const std::string& event_name, const std::string& page_url);

// The responses to the first of the pair that could have come when the second happened, and never could again: the
// page gave up on their requests.
std::vector<std::string> aborted_in(const lab::Run& adverse, const Sequence& sequence);

// What came later than what, by the names of the events, and what was sent in that run.
struct Crossing {
  std::vector<std::string> held, overtaking;
  std::vector<outcome::SentRequest> sent;
  std::vector<std::string> aborted = {};  // of those held: their answers never came
};
// Whether all that was held was given up, so that it is this that decides, and no order of responses.
bool is_abort(const Crossing& crossing);
// "the response to GET /a was overtaken by the response to GET /b". When nothing overtook, `then` says what came
// before; and what gave up on the requests, when that is what happened.
std::string witness_sentence(const Crossing& crossing, const std::string& then, const std::string& page_url);

}  // namespace squall::analysis::ajax
