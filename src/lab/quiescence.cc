#include "lab/quiescence.h"

#include <algorithm>
#include <utility>

namespace squall::lab {
namespace {

constexpr Millis kParserPatience{5000};  // for a parser that stands still, and nothing that is held explains it
constexpr Millis kParserGlance{2};       // between two looks at one that works
constexpr Millis kStreamSilence{500};    // while recording: a live connection that says nothing for so long is done

}  // namespace

bool Quiescence::reach() {
  for (;;) {
    if (page_.take_events()) disturb();
    while (page_.in_flight()) {
      disturb();
      if (page_.lost()) return false;
      page_.await_events(std::nullopt);
    }
    if (page_.lost() || !agent_error_.empty()) return false;
    if (!fresh_ && !ask_documents()) {
      if (page_.lost()) return false;
      continue;  // a frame went away or came while we asked
    }
    if (page_.take_events()) disturb();
    if (page_.in_flight() || !fresh_) continue;
    if (!parsers_rest()) {
      disturb();
      page_.await_events(kParserGlance);
    } else if (streams_are_silent()) {
      return true;
    }
  }
}

int64_t Quiescence::context_of(const std::string& frame) const {
  for (const Document& document : page_.documents()) {
    if (document.frame == frame) return document.context;
  }
  return 0;
}

bool Quiescence::ask_documents() {
  std::vector<Document> there = page_.documents();
  bool between = std::ranges::any_of(there, [](const auto& document) { return document.main && !document.context; });
  std::erase_if(there, [](const Document& document) { return document.context == 0; });
  if (between || there.empty()) {
    page_.await_events(std::nullopt);  // the main frame is between two documents: its next event tells more
    return false;
  }
  for (const Document& document : there) {
    if (contexts_[document.frame] != document.context) page_.greet(document);
  }
  auto replies = page_.settle(there);
  bool all = true;
  for (size_t i = 0; i < there.size(); ++i) {
    contexts_[there[i].frame] = there[i].context;
    bool same = context_of(there[i].frame) == there[i].context;
    if (!take(there[i].frame, replies[i]) || !same) all = false;
  }
  // Frames that are gone have nothing to say any more, and those whose document has not come, nothing yet.
  auto left = page_.documents();
  std::erase_if(statuses_, [&](const auto& entry) {
    return std::ranges::none_of(left, [&](const auto& document) { return document.frame == entry.first; });
  });
  auto alive = std::ranges::count_if(left, [](const auto& document) { return document.context != 0; });
  fresh_ = all && statuses_.size() == static_cast<size_t>(alive) && workers_are_quiet();
  return all;
}

bool Quiescence::take(const std::string& frame, const browser::Reply& reply) {
  if (!reply) {
    statuses_.erase(frame);
    // A document that goes away under the agent may make it fail; one that stays may not.
    if (reply.error().kind == browser::CallError::Threw) {
      page_.take_events();
      int64_t context = context_of(frame);
      if (context != 0 && context == contexts_[frame] && agent_error_.empty()) agent_error_ = reply.error().message;
    }
    return false;
  }
  FrameStatus status = parse_status(*reply);
  on_status_(frame, status);
  statuses_[frame] = std::move(status);
  return true;
}

// While a document is loading, quiet means that its parser waits for something that is held, or has ended; and always,
// that no script has come that has not run.
bool Quiescence::parsers_rest() {
  for (const Document& document : page_.documents()) {
    auto status = statuses_.find(document.frame);
    if (status == statuses_.end()) continue;
    const Parsing& parsing = status->second.parsing;
    if (parsing.stage == Parsing::Done && parsing.queues.empty()) continue;
    auto held = page_.held_in(document.frame);
    if (parser_rests(parsing, held) && scripts_rest(parsing, held, page_.scripts_come_in(document.frame))) continue;
    // The same sight for so long is no work: we do not know what it waits for.
    std::vector<std::string> awaited = parsing.scripts;
    for (const auto& queue : parsing.queues) awaited.insert(awaited.end(), queue.urls.begin(), queue.urls.end());
    ParserSight sight(document.context, status->second.seen, awaited);
    auto& [before, since] = parser_sights_[document.frame];
    if (before != sight) std::tie(before, since) = std::pair(sight, page_.browser_now());
    if (page_.browser_now() - since < kParserPatience) return false;
  }
  return true;
}

// Workers run beside the page: they are done when each has answered a question, twice, and no frame has seen anything
// in between. The answer is a task of the worker's own, behind those that are waiting there. What a worker waits for by
// its own timers is not seen.
bool Quiescence::workers_are_quiet() {
  if (!page_.has_workers()) return true;
  int64_t seen = 0;
  for (const auto& [id, status] : statuses_) seen += status.seen;
  bool first = std::exchange(seen_with_workers_, seen) != seen;
  return page_.ask_workers() && !first;
}

bool Quiescence::listen() {
  if (!page_.has_live_polls()) return true;
  while (!page_.lost()) {
    auto left = page_.last_exchange() + kStreamSilence - page_.now();
    if (left <= Clock::duration::zero()) break;
    if (page_.await_events(std::chrono::duration_cast<Millis>(left) + Millis(1))) disturb();
  }
  if (page_.in_flight()) disturb();  // the body of one may have come without an event
  return fresh_;
}

// A server can speak at any time. While recording, it has said what it has to say when it has been silent for a while.
bool Quiescence::streams_are_silent() {
  if (!page_.has_live_streams()) return true;
  auto before = page_.last_stream_message();
  while (!page_.lost()) {
    auto left = page_.last_stream_message() + kStreamSilence - page_.now();
    if (left <= Clock::duration::zero()) break;
    if (page_.await_events(std::chrono::duration_cast<Millis>(left) + Millis(1))) disturb();
  }
  return page_.last_stream_message() == before && fresh_;
}

}  // namespace squall::lab
