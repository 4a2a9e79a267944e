// What the values of an outcome mean, in words.
#include <fmt/format.h>

#include "report/sections.h"

namespace squall::report {

using oracle::Aspect;
using outcome::Answer;
using outcome::Ending;

std::string ending_words(const outcome::Outcome& outcome) {
  std::string why = outcome.ending_detail.empty() ? "" : ": " + outcome.ending_detail;
  switch (outcome.ending) {
    case Ending::Settled: return "It ended when nothing was left to happen";
    case Ending::TimedOut: return "It was ended by the deadline" + why;
    case Ending::Crashed: return "The page crashed" + why;
    case Ending::BrowserDied: return "The browser died" + why;
    case Ending::LoadFailed: return "The page could not be loaded" + why;
    case Ending::Closed: return "The page closed itself" + why;
    case Ending::Interrupted: return "It was interrupted";
    case Ending::AgentFailed: return "squall's own script failed in the page" + why;
    case Ending::Diverged: return "The order could not be followed" + why;
  }
  return "";
}

std::string answer_words(const outcome::SentRequest& request) {
  switch (request.answer) {
    case Answer::Recorded: return "from the recording";
    case Answer::Repeated: return "from the recording, the last answer again: it was sent more often than recorded";
    case Answer::Approximate: return "from the recording, by the answer to a similar request";
    case Answer::Live: return "by the server";
    case Answer::Failed: return "it failed";
    case Answer::Unanswered: return "not answered: the recording has nothing for it, so the page saw a network error";
    case Answer::Held: return "still held back at the end";
    case Answer::Abandoned: return "not answered: the page gave it up before";
    case Answer::UnderWay: return "still under way: the server had not answered it when the recording ended";
  }
  return "";
}

std::string incident_words(const std::string& kind) {
  if (kind == "cut") return "Events that were cut, because the page would never settle with them";
  if (kind == "dialog") return "Dialogs that the page opened; squall answered them";
  if (kind == "download") return "Downloads that the page began; squall refused them";
  if (kind == "popup") return "Windows that the page opened";
  if (kind == "navigation") return "Navigations to another page";
  if (kind == "crash") return "Crashes";
  if (kind == "closed") return "The page was closed";
  if (kind == "network") return "Network conditions that the flow asked for";
  if (kind == "trace") return "The trace is not complete";
  return "Other incidents (" + kind + ")";
}

std::string duration_words(double ms) {
  if (ms < 1000) return fmt::format("{:.0f} ms", ms);
  if (ms < 60'000) return fmt::format("{:.1f} s", ms / 1000);
  auto seconds = static_cast<long long>(ms / 1000);
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

std::string aspect_words(Aspect aspect) {
  switch (aspect) {
    case Aspect::Ending: return "ending";
    case Aspect::Url: return "address";
    case Aspect::Step: return "step";
    case Aspect::Screen: return "screen";
    case Aspect::Dom: return "document";
    case Aspect::Layout: return "layout";
    case Aspect::Form: return "form";
    case Aspect::Error: return "error";
    case Aspect::Console: return "console";
    case Aspect::Requests: return "request";
    case Aspect::Storage: return "storage";
    case Aspect::Cookies: return "cookie";
    case Aspect::Incident: return "incident";
  }
  return "";
}

std::string verdict_words(finding::Verdict verdict) {
  switch (verdict) {
    case finding::Verdict::Race: return "race";
    case finding::Verdict::Same: return "same outcome";
    case finding::Verdict::Infeasible: return "cannot happen";
    case finding::Verdict::Unstable: return "unstable";
  }
  return "";
}

std::optional<size_t> step_of(const std::string& event, const flow::Flow& flow) {
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    if (event == "u" + std::to_string(i)) return i;
  }
  return std::nullopt;
}

std::string event_words(const std::string& event, const flow::Flow& flow) {
  auto step = step_of(event, flow);
  if (event == "load") return "the loading of the page";
  return step ? flow::label_of(flow.steps[*step]) : event;
}

std::string sequence_words(const std::vector<std::string>& events, const flow::Flow& flow) {
  std::string words;
  for (size_t i = 0; i < events.size(); ++i) {
    bool again = i > 0 && events[i] == events[i - 1];
    words += i == 0 ? "" : ", then ";
    words += again ? "the same again" : event_words(events[i], flow);
  }
  return words;
}

std::string run_name(size_t index) { return "Run " + std::to_string(index + 1); }

}  // namespace squall::report
