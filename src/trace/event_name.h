// An event's name: the same in every execution, whatever the page's addresses contain. This is its one home: whoever
// writes, reads or matches names does it here (and agent/src/names.ts, the other side of the contract: both are held to
// agent/test/event_names.json).
//
// A name is a path of causes, from the loading of the page to the event. Its text:
//
//   name    = [ "page " number " " ] [ "frame " path ": " ] "root" { "/" segment }     (": " also after a page alone)
//   segment = kind [ ":" detail ] [ "#" ordinal ]           the ordinal is left out when it is 0
//
//   "root/user:1/xhr:GET http://h/stations?filter=wash/timeout:100#2"
//   "frame 0/1: root/timeout:100"                            not of steps, which have one name wherever they act
//
// In a detail, a backslash stands before what would be read as something else: before a backslash; before a "/" that a
// kind of event follows, as in "http://h/api\/user:a"; and before the "#" of a number at the end. A line break is "\n".
// Version 2 (version 1 knew no backslash). Names without such details are the same in both.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace squall::trace {

struct EventName {
  struct Segment {
    EventKind kind = EventKind::Other;
    std::string detail;
    int ordinal = 0;
    bool operator==(const Segment&) const = default;
  };

  int page = 0;               // of an experiment with several; 0 is the first
  std::string frame;          // path of the frame; "" is the main one
  std::vector<Segment> path;  // from the loading of the page, which has none, to the event

  bool operator==(const EventName&) const = default;

  // The event of this name that is caused by this one; the frame stays.
  EventName child(EventKind kind, std::string detail = "", int ordinal = 0) const;
  // The cause; of the loading of the page, itself.
  EventName parent() const;
  const Segment* last() const { return path.empty() ? nullptr : &path.back(); }
  // Whether `cause` led to it, over however many events and in whatever frame; not of itself.
  bool derives_from(const EventName& cause) const;
  // The step that it is or derives from, as a position from 0; -1 is the loading of the page.
  int step() const;
};

// The name of an event of a trace; that of the loading of the page when there is no such event.
EventName name_of(const Trace& trace, EventId id);

std::string to_text(const EventName& name);
// Nothing when it is no name.
std::optional<EventName> parse_event_name(std::string_view text);

// The step at this position, from 0, of the executed sequence of steps: "root/user:1" is that of position 0.
EventName step_name(int position);

// The kinds as they stand in names, for the agent.
std::vector<std::string> event_kind_names();

}  // namespace squall::trace
