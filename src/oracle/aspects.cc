#include "oracle/aspects.h"

#include <fmt/format.h>

#include <ranges>

#include "base/text.h"
#include "base/url.h"
#include "oracle/sequences.h"
#include "oracle/words.h"

namespace squall::oracle {
namespace {

using lab::Outcome;

// Differences between lists whose elements are equal when their keys are. `tell` gives a Difference for one element
// that only one run has.
template <typename T, typename Key, typename Tell>
void compare_lists(const std::vector<T>& a, const std::vector<T>& b, Aspect aspect, const char* noun, Key key,
                   Tell tell, Differences& out) {
  std::vector<std::string> keys_a, keys_b;
  for (const T& value : a) keys_a.push_back(key(value));
  for (const T& value : b) keys_b.push_back(key(value));
  SequenceDiff diff = compare_sequences(keys_a, keys_b);
  for (size_t i : diff.only_a) out.push_back(tell(a[i], false));
  for (size_t j : diff.only_b) out.push_back(tell(b[j], true));
  if (diff.only_order) {
    out.push_back({aspect, "order", fmt::format("the same {} came in another order", count_of(a.size(), noun)),
                   join(keys_a, "\n"), join(keys_b, "\n"), true, ""});
  }
}

// What an ending is called in "the page … in the second run".
const char* phrase(lab::Ending ending) {
  switch (ending) {
    case lab::Ending::Settled: return "settled";
    case lab::Ending::TimedOut: return "did not settle in time";
    case lab::Ending::Crashed: return "crashed";
    case lab::Ending::BrowserDied: return "took the browser down with it";
    case lab::Ending::LoadFailed: return "could not be loaded";
    case lab::Ending::Closed: return "closed itself";
    case lab::Ending::Interrupted: return "was interrupted";
    case lab::Ending::AgentFailed: return "broke squall's own script";
    case lab::Ending::Diverged: return "did not follow the schedule";
  }
  return "ended";
}

std::string ending_text(const Outcome& outcome) {
  std::string name = lab::name_of(outcome.ending);
  return outcome.ending_detail.empty() ? name : name + ": " + outcome.ending_detail;
}

std::string ending_phrase(const Outcome& outcome) {
  std::string text = phrase(outcome.ending);
  if (!outcome.ending_detail.empty()) text += " (" + shorten(outcome.ending_detail, 120) + ")";
  return text;
}

std::string where(const lab::PageError& error) {
  if (error.url.empty()) return "";
  return error.line > 0 ? fmt::format("{}:{}:{}", error.url, error.line, error.column) : error.url;
}

// "app.js:40", as a person would say it.
std::string short_where(const lab::PageError& error) {
  std::string path = parse_url(error.url).path;
  std::string file = path.substr(path.rfind('/') + 1);
  if (file.empty()) file = short_url(error.url);
  return error.line > 0 ? fmt::format("{}:{}", file, error.line) : file;
}

bool is_error_page(const Outcome& outcome) { return outcome.url.starts_with("chrome-error:"); }

// Of an error page: the address that the browser could not show.
std::string address_of(const Outcome& outcome) {
  if (!is_error_page(outcome)) return outcome.url;
  for (const auto& request : std::views::reverse(outcome.requests)) {
    if (request.type == "document") return request.url;
  }
  return outcome.url;
}

// "Uncaught (in promise) TypeError: x" → "TypeError: x (in a promise)"
std::string error_words(std::string_view text) {
  constexpr std::string_view kUncaught = "Uncaught ", kInPromise = "(in promise) ";
  if (text.starts_with(kUncaught)) text.remove_prefix(kUncaught.size());
  bool in_promise = text.starts_with(kInPromise);
  if (in_promise) text.remove_prefix(kInPromise.size());
  return shorten(text, 200) + (in_promise ? " (in a promise)" : "");
}

}  // namespace

void compare_ending(const Outcome& a, const Outcome& b, Differences& out) {
  if (a.ending != b.ending) {
    out.push_back({Aspect::Ending, "ending",
                   fmt::format("the page {} in the second run and {} in the first", ending_phrase(b), ending_phrase(a)),
                   ending_text(a), ending_text(b), false, ""});
  } else if (a.ending != lab::Ending::Settled && a.ending_detail != b.ending_detail) {
    out.push_back({Aspect::Ending, "ending",
                   fmt::format("the page {}: {}", phrase(b.ending), quoted_instead(b.ending_detail, a.ending_detail)),
                   ending_text(a), ending_text(b), false, ""});
  }
  if (a.url != b.url) {
    const char* verb = is_error_page(a) || is_error_page(b) ? "the browser goes to " : "the page is ";
    out.push_back({Aspect::Url, "url", verb + urls_instead(address_of(b), address_of(a)), a.url, b.url, false, ""});
  }
  if (a.status != b.status) {
    out.push_back({Aspect::Url, "status", fmt::format("the document’s status is {} instead of {}", b.status, a.status),
                   std::to_string(a.status), std::to_string(b.status), false, ""});
  }
}

void compare_steps(const Outcome& a, const Outcome& b, Differences& out) {
  auto text = [](const lab::StepResult& step) {
    return step.label + (step.performed ? ": performed" : ": not performed: " + step.reason);
  };
  for (size_t i = 0; i < std::max(a.steps.size(), b.steps.size()); ++i) {
    std::string subject = "step " + std::to_string(i + 1);
    if (i >= a.steps.size() || i >= b.steps.size()) {
      bool second = i < b.steps.size();
      const lab::StepResult& step = second ? b.steps[i] : a.steps[i];
      out.push_back({Aspect::Step, subject, fmt::format("{} ({}) was reached{}", subject, step.label, only_in(second)),
                     second ? "" : text(step), second ? text(step) : "", false, ""});
      continue;
    }
    const lab::StepResult &before = a.steps[i], &after = b.steps[i];
    if (text(before) == text(after)) continue;
    std::string sentence;
    if (before.performed != after.performed) {
      const std::string& reason = after.performed ? before.reason : after.reason;
      sentence = fmt::format("{} ({}) could be performed{}{}", subject, after.label, only_in(after.performed),
                             reason.empty() ? "" : ": " + reason);
    } else if (before.label != after.label) {
      sentence = fmt::format("{} is {} instead of {}", subject, after.label, before.label);
    } else {
      sentence = fmt::format("{} ({}) could not be performed: {}", subject, after.label,
                             quoted_instead(after.reason, before.reason));
    }
    out.push_back({Aspect::Step, subject, sentence, text(before), text(after), false, ""});
  }
}

void compare_errors(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const lab::PageError& error) { return error.text + " at " + where(error); };
  auto tell = [&](const lab::PageError& error, bool second) {
    std::string place = short_where(error);
    std::string sentence = fmt::format("an uncaught {}{} happened{}", error_words(error.text),
                                       place.empty() ? "" : " in " + place, only_in(second));
    std::string subject = error.url.empty() ? error.text : where(error);
    return Difference{Aspect::Error, subject, sentence, second ? "" : key(error), second ? key(error) : "", false, ""};
  };
  compare_lists(a.errors, b.errors, Aspect::Error, "uncaught error", key, tell, out);
}

void compare_console(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const lab::ConsoleLine& line) { return line.level + ": " + line.text; };
  // One subject for all: lines that vary from run to run rarely vary in the same words.
  auto tell = [&](const lab::ConsoleLine& line, bool second) {
    std::string sentence = fmt::format("the console shows {}{}", quoted(key(line)), only_in(second));
    return Difference{Aspect::Console,         "console", sentence, second ? "" : key(line),
                      second ? key(line) : "", false,     ""};
  };
  compare_lists(a.console, b.console, Aspect::Console, "console line", key, tell, out);
}

void compare_incidents(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const lab::Incident& incident) { return incident.kind + ": " + incident.detail; };
  auto tell = [&](const lab::Incident& incident, bool second) {
    std::string sentence =
        fmt::format("a {} ({}) happened{}", incident.kind, shorten(incident.detail, 120), only_in(second));
    return Difference{
        Aspect::Incident, incident.kind, sentence, second ? "" : key(incident), second ? key(incident) : "", false, ""};
  };
  compare_lists(a.incidents, b.incidents, Aspect::Incident, "incident", key, tell, out);
}

}  // namespace squall::oracle
