#include "lab/conclusion.h"

#include "base/json.h"
#include "base/text.h"

namespace squall::lab {
namespace {

using network::Passage;
using network::PassageState;
using outcome::Answer;
using outcome::Ending;

Answer answer_of(const Passage& passage) {
  if (passage.open && passage.state != PassageState::Done) return Answer::UnderWay;
  if (passage.state == PassageState::Held) return Answer::Held;
  return passage.fate.how.value_or(Answer::Abandoned);
}

// "30", "1.5"
std::string seconds_of(Millis time) { return Json(static_cast<double>(time.count()) / 1000).dump(); }

}  // namespace

Ending Conclusion::ending() const {
  switch (facts_.health) {
    case browser::Health::Crashed: return Ending::Crashed;
    case browser::Health::Closed: return Ending::Closed;
    case browser::Health::BrowserDied: return Ending::BrowserDied;
    case browser::Health::Usable: break;
  }
  if (facts_.interrupted) return Ending::Interrupted;
  if (!facts_.agent_error.empty()) return Ending::AgentFailed;
  if (facts_.load_error.starts_with("net::")) return Ending::LoadFailed;
  if (facts_.out_of_time) return Ending::TimedOut;
  if (!facts_.load_error.empty()) return Ending::LoadFailed;
  return facts_.diverged.empty() ? Ending::Settled : Ending::Diverged;
}

std::string Conclusion::detail() const {
  switch (ending()) {
    case Ending::LoadFailed: return facts_.load_error;
    case Ending::AgentFailed: return facts_.agent_error;
    case Ending::Diverged: return facts_.diverged;
    case Ending::TimedOut:
      return "the page had not settled after " + seconds_of(facts_.timeout) + " s: " + why_unsettled();
    default: return "";
  }
}

std::string Conclusion::why_unsettled() const {
  for (const Passage* passage : facts_.requests) {
    bool out = passage->state == PassageState::Released || passage->state == PassageState::Announced;
    if (out && !passage->open && passage->request.type != "eventsource")
      return passage->request.method + " " + passage->request.url + " has no end";
  }
  if (!facts_.silent_frame.empty()) return "a frame does not answer (" + facts_.silent_frame + ")";
  if (!facts_.answered) return "it does not answer";
  return "something goes on for ever; the last was " + (facts_.last_event.empty() ? "loading" : facts_.last_event);
}

std::vector<outcome::SentRequest> requests_of(const std::vector<const Passage*>& passages) {
  std::vector<outcome::SentRequest> out;
  for (const Passage* passage : passages) {
    const auto& request = passage->request;
    if (request.type == "ping" && request.url.empty()) continue;
    out.push_back({request.method, request.url, request.body.empty() ? "" : hash_hex(request.body), request.type,
                   answer_of(*passage), passage->fate.detail});
  }
  return out;
}

}  // namespace squall::lab
