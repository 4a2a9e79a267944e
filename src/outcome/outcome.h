// An Outcome: everything that an experiment ended in, as a plain value.
//
// Two runs of the same recording under the same schedule must give byte-equal `to_json(outcome).dump()` and byte-equal
// pictures. So nothing in here depends on real time, on addresses or on the order in which threads ran.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "outcome/answer.h"

namespace squall::outcome {

// How an experiment ended. Everything but Settled is explained in Outcome::ending_detail.
enum class Ending {
  Settled,      // nothing was left to happen
  TimedOut,     // our deadline passed first (the page hung, or never settled)
  Crashed,      // the renderer died
  BrowserDied,  // the whole browser died
  LoadFailed,   // the page could not be loaded: no such host, refused, endless redirects, bad certificate
  Closed,       // the page closed itself
  Diverged,     // an exact schedule named an event that was not there
  Interrupted,  // the user stopped squall
  AgentFailed,  // our own script in the page threw an error: what the page does is not known
};
const char* name_of(Ending ending);

struct PageError {
  std::string text;  // "TypeError: x is not a function"
  std::string url;
  int line = 0;  // from 1
  int column = 0;
  std::string stack;  // one line a frame

  bool operator==(const PageError&) const = default;
};

struct ConsoleLine {
  std::string level;  // log, info, warning, error, debug
  std::string text;

  bool operator==(const ConsoleLine&) const = default;
};

struct SentRequest {
  std::string method;
  std::string url;
  std::string body_hash;  // "" without a body
  std::string type;       // document, script, xhr, fetch, image, stylesheet, font, websocket, eventsource, other
  Answer answer = Answer::Recorded;
  std::string detail;  // why it was not answered exactly

  bool operator==(const SentRequest&) const = default;
};

struct StepResult {
  std::string label;  // click “Car Wash”
  bool performed = false;
  std::string reason;      // why it was infeasible
  std::string field = {};  // what kind of control got a value ("text", "select", "date"…); "" when none did

  bool operator==(const StepResult&) const = default;
};

// Events that never ran, because the page would never settle with them.
struct Cut {
  std::string what;    // "timeout", "interval", "frame", "idle", "message", "request"
  double limit = 0;    // that a chain of them reached; or of a timer, in seconds
  double seconds = 0;  // of a timer that is longer than the limit; 0: it is a chain
  std::string event;   // the name of the first that did not run

  bool operator==(const Cut&) const = default;
};
// "a chain of timeout events reached 20"
std::string words_for(const Cut& cut);

// A thing that happened to the page and that a person should know about: dialog, download, popup, navigation, cut.
struct Incident {
  std::string kind;
  std::string detail;
  std::optional<Cut> cut = {};  // of this kind

  bool operator==(const Incident&) const = default;
};

struct Outcome {
  Ending ending = Ending::Settled;
  std::string ending_detail;
  std::string url;                // of the main frame at the end
  int status = 0;                 // HTTP status of the document
  Json frames;                    // the screen's DOM, see below
  std::string picture;            // PNG of the viewport, frozen; "" if none was asked for or could be had
  std::vector<PageError> errors;  // uncaught errors and rejections, in order
  std::vector<ConsoleLine> console;
  std::vector<SentRequest> requests;  // in the order of sending
  Json storage;                       // { origin: { "local": {k: v}, "session": {k: v} } }, keys sorted
  Json cookies;                       // [ { "name", "value", "domain", "path" } ], sorted
  std::vector<StepResult> steps;
  std::vector<Incident> incidents;

  bool operator==(const Outcome&) const = default;
};

// `frames` is an array, main frame first, then in document order:
//   { "path": "0" | "0/1"…, "url": "…", "scroll": [x, y], "focus": "#id or css path, or ''", "root": NODE }
// NODE is a string (a text node, as it is) or
//   { "t": "div",                      tag, lower case; "#shadow" for a shadow root, always the first child
//     "a": { "id": "x", … },           attributes, sorted by name; absent when there are none
//     "r": [x, y, width, height],      rectangle in CSS pixels relative to the frame's viewport, rounded to 1/4;
//                                      absent when the element is not rendered
//     "u": 1 | 2,                      nobody sees it: 1 transparent or out of sight, 2 not displayed or not visible
//     "v": "text" , "k": true, "s": [0, 2],   value, checked, selected options of form controls
//     "o": [x, y],                     scroll offset when not 0
//     "c": [ NODE, … ] }               children, absent when there are none

// Without the picture, which is kept beside it as a file.
Json to_json(const Outcome& outcome);
Result<Outcome> outcome_from_json(const Json& json);

}  // namespace squall::outcome
