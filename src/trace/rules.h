// The rules that give the edges of the happens-before relation; for happens_before.cc alone.
//
// What the rules read besides kinds and causes, so that the agent can be written against it:
//   Timeout, Interval      detail starts with the delay in milliseconds
//   Script, Module         the words "async", "defer", "import" in the text of the Fork
//   Milestone              the detail is the type; of readystatechange also "interactive" or "complete"
//   WebSocket, EventSource the cause is the connection's opening, or the first word of the detail is the URL
//   Port, Channel, Worker  the detail names the channel; a Message's channel is its window
//   Mutate                 extra starts with "insert" or "remove" when the element came or went
//   Dispatch, Register, ParseElement   the same locator for the same element
// Where such a word is missing, the rule gives no edge.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/happens_before.h"

namespace squall::trace {

// Collects edges; refuses those against the order of the trace. The first rule to give an edge names it.
class EdgeSink {
 public:
  explicit EdgeSink(const Trace& trace) : edges_by_target_(trace.events.size()) {}

  // Nothing happens when an end is none or both are the same event.
  void add(EventId from, EventId to, Rule rule);
  size_t dropped() const { return dropped_.size(); }
  std::vector<std::vector<Edge>>& edges_by_target() { return edges_by_target_; }

 private:
  bool holds(EventId id) const { return id.valid() && static_cast<size_t>(id.value) < edges_by_target_.size(); }

  std::vector<std::vector<Edge>> edges_by_target_;
  std::set<std::pair<EventId, EventId>> dropped_;
};

// Creation, joins, requests, handlers, elements, user, timers, intervals, animation frames.
void add_task_edges(const Trace& trace, EdgeSink& sink);
// Parser, deferred scripts, milestones, resources, frames, navigations.
void add_document_edges(const Trace& trace, EdgeSink& sink);

// The text of the first Fork that names each event; empty when there is none.
std::vector<std::string_view> fork_texts_of(const Trace& trace);
// The channel whose messages stay in order, within a frame and kind; empty when the event is no message, or when
// nothing tells its channel from others.
std::string channel_of(const Trace& trace, const Event& event);
// The words of a text, which are separated by spaces.
std::vector<std::string_view> words_of(std::string_view text);
bool has_word(std::string_view text, std::string_view word);
// Load or error of an element's resource.
bool is_resource(EventKind kind);

}  // namespace squall::trace
