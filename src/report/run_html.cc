#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "report/event_label.h"
#include "report/sections.h"

namespace squall::report {
namespace {

using outcome::Outcome;

constexpr size_t kMostLines = 300;
constexpr size_t kIncidentsShown = 20;

Html headed(int level, const char* title, const Html& content) {
  return content.empty() ? Html() : heading(level, text(title)) + content;
}

// A list of `values`, as `item` shows each, cut when there are very many.
template <typename T, typename Item>
Html list_of(const std::vector<T>& values, const std::string& style, Item item) {
  if (values.empty()) return {};
  Html items;
  for (size_t i = 0; i < std::min(values.size(), kMostLines); ++i) items += item(values[i]);
  if (values.size() > kMostLines) items += element("li", text(count_of(values.size() - kMostLines, "more line")));
  return element("ul", {{"class", style}}, items);
}

Html step_list(const Outcome& outcome) {
  bool all = std::ranges::all_of(outcome.steps, &outcome::StepResult::performed);
  if (all) return {};
  return list_of(outcome.steps, "steps", [](const outcome::StepResult& step) {
    Html reason = step.performed
                      ? Html()
                      : element("span", {{"class", "reason"}}, text(" could not be done: " + step.reason, kLongText));
    return element("li", {{"class", step.performed ? "done" : "trouble"}}, text(step.label, kShortText) + reason);
  });
}

Html error_list(const Outcome& outcome) {
  return list_of(outcome.errors, "errors", [](const outcome::PageError& error) {
    std::string where =
        error.url.empty() ? "" : fmt::format("{}:{}:{}", short_url(error.url), error.line, error.column);
    Html stack;
    if (!error.stack.empty()) {
      stack = element("details", element("summary", text("Stack")) + element("pre", text(error.stack, kLongText)));
    }
    return element(
        "li",
        element("code", text(error.text, kLongText)) +
            (where.empty() ? Html()
                           : text(" ") + element("span", {{"class", "quiet"}, {"title", shorten(error.url, kLongText)}},
                                                 text(where))) +
            stack);
  });
}

Html console_list(const Outcome& outcome) {
  return list_of(outcome.console, "console", [](const outcome::ConsoleLine& line) {
    bool loud = line.level == "error" || line.level == "warning";
    return element("li", {{"class", loud ? "loud" : "plain"}},
                   element("span", {{"class", "tag"}}, text(line.level, kShortText)) +
                       element("code", text(line.text, kLongText)));
  });
}

Html value_row(const std::string& place, const std::string& key, const std::string& value) {
  return element("tr", element("td", text(place, kShortText)) + element("td", element("code", text(key, kShortText))) +
                           element("td", element("code", text(value, kLongText))));
}

Html storage_table(const Outcome& outcome) {
  Html rows;
  for (const auto& [origin, areas] : outcome.storage.members()) {
    for (const auto& [area, values] : areas.members()) {
      for (const auto& [key, value] : values.members()) {
        rows += value_row(area + " storage, " + origin, key, value.is_string() ? value.as_string() : value.dump());
      }
    }
  }
  for (const Json& cookie : outcome.cookies.items()) {
    rows += value_row("cookie, " + cookie["domain"].as_string() + cookie["path"].as_string(),
                      cookie["name"].as_string(), cookie["value"].as_string());
  }
  if (rows.empty()) return {};
  Html head;
  for (const char* name : {"Where", "Name", "Value"}) head += element("th", {{"scope", "col"}}, text(name));
  return element("table", {{"class", "storage"}}, element("thead", element("tr", head)) + element("tbody", rows));
}

// Grouped by kind, in the order in which the kinds first appear.
Html incident_list(const Outcome& outcome) {
  std::vector<std::string> kinds;
  for (const auto& incident : outcome.incidents) {
    if (std::ranges::find(kinds, incident.kind) == kinds.end()) kinds.push_back(incident.kind);
  }
  Html out;
  for (const std::string& kind : kinds) {
    Html items;
    size_t count = 0;
    for (const auto& incident : outcome.incidents) {
      if (incident.kind == kind && ++count <= kIncidentsShown) items += element("li", text(incident.detail, kLongText));
    }
    if (count > kIncidentsShown) items += element("li", text(std::to_string(count - kIncidentsShown) + " more"));
    out += element("p", text(incident_words(kind) + ":", kShortText)) + element("ul", {{"class", "incidents"}}, items);
  }
  return out;
}

Html names_part(const std::string& words, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return element("p", text(words)) + list_of(names, "incidents", [](const std::string& name) {
           EventLabel label = label_of_event(name);
           return element("li", {{"title", shorten(name, kLongText)}}, text(phrase(label), kShortText));
         });
}

}  // namespace

Html run_facts(const ShownRun& run) {
  const Outcome& outcome = run.run.outcome;
  Html facts;
  auto fact = [&](const char* name, const Html& value) { facts += element("dt", text(name)) + element("dd", value); };
  fact("Order", text(schedule::describe(run.schedule), kLongText));
  fact("Ending", text(ending_words(outcome) + ".", kLongText));
  if (!outcome.url.empty()) {
    std::string status = outcome.status > 0 ? fmt::format(" (HTTP status {})", outcome.status) : "";
    fact("Address", link_to(outcome.url, text(outcome.url, kShortText)) + text(status));
  }
  fact("Time",
       text(duration_words(run.run.virtual_ms) + " for the page, " + duration_words(run.run.real_ms) + " for us"));
  fact("Fingerprint", element("code", text(oracle::fingerprint(outcome))));
  return element("dl", {{"class", "facts"}}, facts);
}

Html run_details(const ShownRun& run, int level) {
  const Outcome& outcome = run.run.outcome;
  Html order = names_part("Events of the given order that could not happen when it was their turn:", run.run.skipped) +
               names_part("Events that happened although the given order does not name them:", run.run.admitted);
  return headed(level, "Steps", step_list(outcome)) + headed(level, "Departures from the order", order) +
         headed(level, "Errors", error_list(outcome)) + request_table(outcome, level) +
         headed(level, "Console", console_list(outcome)) +
         headed(level, "Storage and cookies", storage_table(outcome)) +
         headed(level, "What else happened", incident_list(outcome));
}

}  // namespace squall::report
