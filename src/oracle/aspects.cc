#include "oracle/aspects.h"

#include <fmt/format.h>

#include <ranges>

#include "base/text.h"
#include "base/url.h"
#include "oracle/sequences.h"

namespace squall::oracle {
namespace {

using outcome::Outcome;

// One that only one run has.
Difference lone(Aspect aspect, Kind kind, bool second, const std::string& value) {
  Difference difference{.aspect = aspect, .kind = kind, .side = second ? Side::Second : Side::First};
  (second ? difference.after : difference.before) = value;
  return difference;
}

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
  if (!diff.only_order) return;
  out.push_back({.aspect = aspect,
                 .kind = Kind::Order,
                 .subject = "order",
                 .before = join(keys_a, "\n"),
                 .after = join(keys_b, "\n"),
                 .count = a.size(),
                 .noun = noun});
}

std::string ending_text(const Outcome& outcome) {
  std::string name = outcome::name_of(outcome.ending);
  return outcome.ending_detail.empty() ? name : name + ": " + outcome.ending_detail;
}

std::string where(const outcome::PageError& error) {
  if (error.url.empty()) return "";
  return error.line > 0 ? fmt::format("{}:{}:{}", error.url, error.line, error.column) : error.url;
}

// "app.js:40", as a person would say it.
std::string short_where(const outcome::PageError& error) {
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

std::string text_of(const outcome::StepResult& step) {
  return step.label + (step.performed ? ": performed" : ": not performed: " + step.reason);
}

// Of a step that both runs reached, and that ended differently.
Difference difference_of(const outcome::StepResult& before, const outcome::StepResult& after) {
  Difference difference{
      .aspect = Aspect::Step, .label = after.label, .before = text_of(before), .after = text_of(after)};
  if (before.performed != after.performed) {
    difference.kind = Kind::StepPerformed;
    difference.side = after.performed ? Side::Second : Side::First;
    difference.text = after.performed ? before.reason : after.reason;
  } else if (before.label != after.label) {
    difference.kind = Kind::StepLabel;
    difference.told = {before.label, after.label};
  } else {
    difference.kind = Kind::StepReason;
    difference.told = {before.reason, after.reason};
  }
  return difference;
}

}  // namespace

void compare_ending(const Outcome& a, const Outcome& b, Differences& out) {
  bool other_detail = a.ending != outcome::Ending::Settled && a.ending_detail != b.ending_detail;
  if (a.ending != b.ending || other_detail) {
    out.push_back({.aspect = Aspect::Ending,
                   .kind = a.ending != b.ending ? Kind::Ending : Kind::EndingDetail,
                   .subject = "ending",
                   .before = ending_text(a),
                   .after = ending_text(b),
                   .told = {a.ending_detail, b.ending_detail},
                   .endings = {a.ending, b.ending}});
  }
  if (a.url != b.url) {
    out.push_back({.aspect = Aspect::Url,
                   .kind = is_error_page(a) || is_error_page(b) ? Kind::Destination : Kind::Url,
                   .subject = "url",
                   .before = a.url,
                   .after = b.url,
                   .told = {address_of(a), address_of(b)}});
  }
  if (a.status != b.status) {
    out.push_back({.aspect = Aspect::Url,
                   .kind = Kind::Status,
                   .subject = "status",
                   .before = std::to_string(a.status),
                   .after = std::to_string(b.status)});
  }
}

void compare_steps(const Outcome& a, const Outcome& b, Differences& out) {
  for (size_t i = 0; i < std::max(a.steps.size(), b.steps.size()); ++i) {
    Difference difference;
    if (i >= a.steps.size() || i >= b.steps.size()) {
      bool second = i < b.steps.size();
      const outcome::StepResult& step = second ? b.steps[i] : a.steps[i];
      difference = lone(Aspect::Step, Kind::StepReached, second, text_of(step));
      difference.label = step.label;
    } else {
      if (text_of(a.steps[i]) == text_of(b.steps[i])) continue;
      difference = difference_of(a.steps[i], b.steps[i]);
    }
    difference.subject = "step " + std::to_string(i + 1);
    out.push_back(std::move(difference));
  }
}

void compare_errors(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const outcome::PageError& error) { return error.text + " at " + where(error); };
  auto tell = [&](const outcome::PageError& error, bool second) {
    Difference difference = lone(Aspect::Error, Kind::Error, second, key(error));
    difference.subject = error.url.empty() ? error.text : where(error);
    difference.name = short_where(error);
    difference.text = error.text;
    return difference;
  };
  compare_lists(a.errors, b.errors, Aspect::Error, "uncaught error", key, tell, out);
}

void compare_console(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const outcome::ConsoleLine& line) { return line.level + ": " + line.text; };
  // One subject for all: lines that vary from run to run rarely vary in the same words.
  auto tell = [&](const outcome::ConsoleLine& line, bool second) {
    Difference difference = lone(Aspect::Console, Kind::Console, second, key(line));
    difference.subject = "console";
    difference.text = key(line);
    return difference;
  };
  compare_lists(a.console, b.console, Aspect::Console, "console line", key, tell, out);
}

void compare_incidents(const Outcome& a, const Outcome& b, Differences& out) {
  auto key = [](const outcome::Incident& incident) { return incident.kind + ": " + incident.detail; };
  auto tell = [&](const outcome::Incident& incident, bool second) {
    Difference difference = lone(Aspect::Incident, Kind::Incident, second, key(incident));
    difference.subject = difference.type = incident.kind;
    difference.text = incident.detail;
    return difference;
  };
  compare_lists(a.incidents, b.incidents, Aspect::Incident, "incident", key, tell, out);
}

}  // namespace squall::oracle
