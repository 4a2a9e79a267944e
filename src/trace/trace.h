// A Trace: the events of one execution and the operations that each of them performed.
//
// An event is a stretch of execution that nothing interrupts; microtasks belong to the event in which they run. The
// agent in each frame writes its own part; `add_frames` merges the parts into one sequence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/rect.h"
#include "base/result.h"

namespace squall::trace {

// The place of an event in Trace::events; -1 is none.
struct EventId {
  int value = -1;
  bool valid() const { return value >= 0; }
  bool operator==(const EventId&) const = default;
  auto operator<=>(const EventId&) const = default;
};

enum class EventKind {
  Root,    // what happens before anything else: the navigation itself
  Parse,   // a piece of HTML, up to a waiting point of the parser
  Script,  // a script element, or a dynamic import (detail: URL or "inline")
  Module,  // a module script of the parser, with what it imports
  User,    // a step of the flow (detail: step number)
  Input,   // trusted input that no step explains (detail: type)

  // Tasks that the agent holds.
  Timeout,   // detail: delay
  Interval,  // detail: delay
  AnimationFrame,
  Idle,  // an idle callback

  // What comes by the network because a script asked for it (detail: method and URL).
  Xhr,    // the events of a request
  Fetch,  // a response
  Body,   // the reading of its body

  // Load or error of an element's resource (detail: URL).
  ScriptLoad,
  ImageLoad,
  StyleLoad,
  FrameLoad,
  MediaLoad,
  Resource,  // of any other element

  // Messages.
  Message,           // to a window
  Port,              // to a MessagePort
  BroadcastChannel,  // detail: its name
  Worker,            // from a worker (detail: its URL)

  // Events of a connection (detail: URL, or what came).
  WebSocket,
  EventSource,

  Milestone,  // readystatechange, DOMContentLoaded, load, pageshow…
  Observer,   // Intersection, Resize, Performance observers
  Animation,  // transitionend, animationend and their kin
  Other,
};
const char* name_of(EventKind kind);
EventKind event_kind_of(std::string_view name);  // Other when unknown

struct Position {
  std::string url;
  int line = 0;  // from 1; 0 is unknown
  int column = 0;
};

// A call of the page's own: where, and the calls that led to it, innermost first, a line each, where that tells
// something: "load http://h/list.js:3:5".
struct Call {
  Position where;
  std::string stack;
};

struct Event {
  EventId id;
  EventId cause;  // who created it; none for Root
  EventKind kind = EventKind::Other;
  std::string detail;  // URL, delay, target locator…; part of the name
  int ordinal = 0;     // number among the events with the same cause, kind and detail
  int step = -1;       // the step of the flow that it derives from; -1 is the loading of the page
  int turn = 0;        // the scheduler's action within which it ran
  double time = 0;     // virtual, ms since the start
  std::string frame;   // path of the frame, "0" is the main one
  Position where;      // of the call that created it
  std::string stack;   // of a request: the calls that led to it, as in Call
};

enum class OpKind {
  Fork,            // created event `other`; text: how ("timeout", "xhr load", …)
  Join,            // `other` cannot run before this event
  Read,            // text: location ("storage:local:cart", "cookie:*")
  Write,           // text: location
  Mutate,          // changed the screen; text: locator, rect: where
  Register,        // a handler; text: locator, extra: event type
  Unregister,      // a handler; text: locator, extra: event type
  Dispatch,        // ran a handler; text: locator, extra: event type
  WriteField,      // wrote a form field by script; text: locator, extra: property
  Focus,           // moved the focus by script; text: locator
  PreventDefault,  // extra: event type
  Fail,            // an uncaught error; text: message
  Send,            // sent a request; text: "GET URL", other: the event that will handle the response
  ParseElement,    // the parser created an element; text: locator, extra: "visible writable"
};
const char* name_of(OpKind kind);
OpKind op_kind_of(std::string_view name);  // Mutate when unknown is never right: callers check `known_op_kind`
bool known_op_kind(std::string_view name);

struct Operation {
  EventId event;
  OpKind kind = OpKind::Mutate;
  EventId other;        // Fork, Join, Send
  std::string text;     // locator, location, message
  std::string extra;    // event type, property…
  Rect rect;            // Mutate
  Position where;       // of the call, where it is known
  std::string stack{};  // the calls that led to it, as in Call

  Call call() const { return {where, stack}; }
};

struct Trace {
  std::vector<Event> events;
  std::vector<Operation> operations;  // in the order in which they happened

  const Event& operator[](EventId id) const { return events[static_cast<size_t>(id.value)]; }
};

// The stable name of an event, as text: event_name.h has the grammar.
std::string event_name(const Trace& trace, EventId id);

// Adds what the agent of one frame wrote (agent/src/trace.ts is the other side of this contract):
//   { "v": 1, "frame": "0",
//     "events": [ [id, cause, kind, detail, ordinal, step, turn, time, url, line, column, stack], … ],
//     "ops": [ [event, kind, other, text, extra, [x, y, w, h] | null, url, line, column, stack], … ] }
// A cause of -1 is the trace's Root event, which add_frames creates when the trace is empty. A cause or other may also
// be a string "FRAME:id", an event of another frame (postMessage), which may be added later. Ids are per frame and
// need not be dense. Events are merged by (turn, frame, id). Other members, such as "real", are not read.
Status add_frames(Trace& trace, const std::vector<Json>& parts);

// The file format: grammar in trace_file.cc; versioned.
Json to_json(const Trace& trace);
Result<Trace> trace_from_json(const Json& json);

}  // namespace squall::trace
