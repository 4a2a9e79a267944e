#include "outcome/outcome.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace squall::outcome {
namespace {

constexpr auto kEndings = std::to_array<std::pair<Ending, const char*>>({
    {Ending::Settled, "settled"},
    {Ending::TimedOut, "timed-out"},
    {Ending::Crashed, "crashed"},
    {Ending::BrowserDied, "browser-died"},
    {Ending::LoadFailed, "load-failed"},
    {Ending::Closed, "closed"},
    {Ending::Diverged, "diverged"},
    {Ending::Interrupted, "interrupted"},
    {Ending::AgentFailed, "agent-failed"},
});

constexpr auto kAnswers = std::to_array<std::pair<Answer, const char*>>({
    {Answer::Recorded, "recorded"},
    {Answer::Repeated, "repeated"},
    {Answer::Approximate, "approximate"},
    {Answer::Live, "live"},
    {Answer::Failed, "failed"},
    {Answer::Unanswered, "unanswered"},
    {Answer::Held, "held"},
    {Answer::Abandoned, "abandoned"},
    {Answer::UnderWay, "under-way"},
});

template <typename Table, typename Value>
const char* find_name(const Table& table, Value value) {
  for (const auto& [known, name] : table) {
    if (known == value) return name;
  }
  return "unknown";
}

template <typename Value, size_t N>
std::optional<Value> find_value(const std::array<std::pair<Value, const char*>, N>& table, std::string_view name) {
  for (const auto& [value, known] : table) {
    if (name == known) return value;
  }
  return std::nullopt;
}

// A number from a file that may hold anything.
int int_of(const Json& json) {
  return static_cast<int>(
      std::clamp<int64_t>(json.as_int(), std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

template <typename T, typename Write>
Json list_of(const std::vector<T>& values, Write write) {
  Json list = Json::array();
  for (const T& value : values) list.push(write(value));
  return list;
}

template <typename T, typename Read>
std::vector<T> values_of(const Json& list, Read read) {
  std::vector<T> values;
  for (const Json& item : list.items()) values.push_back(read(item));
  return values;
}

Json error_json(const PageError& error) {
  const auto& [text, url, line, column, stack] = error;
  return Json::object({{"text", text}, {"url", url}, {"line", line}, {"column", column}, {"stack", stack}});
}

PageError error_of(const Json& json) {
  return {json["text"].as_string(), json["url"].as_string(), int_of(json["line"]), int_of(json["column"]),
          json["stack"].as_string()};
}

Json request_json(const SentRequest& request) {
  const auto& [method, url, body_hash, type, answer, detail] = request;
  return Json::object({{"method", method},
                       {"url", url},
                       {"body_hash", body_hash},
                       {"type", type},
                       {"answer", name_of(answer)},
                       {"detail", detail}});
}

Result<std::vector<SentRequest>> requests_of(const Json& list) {
  std::vector<SentRequest> requests;
  for (const Json& json : list.items()) {
    auto answer = find_value(kAnswers, json["answer"].as_string());
    if (!answer) return Error{"An outcome names an unknown answer: " + json["answer"].dump(), ""};
    requests.push_back({json["method"].as_string(), json["url"].as_string(), json["body_hash"].as_string(),
                        json["type"].as_string(), *answer, json["detail"].as_string()});
  }
  return requests;
}

Json step_json(const StepResult& step) {
  const auto& [label, performed, reason, field] = step;
  Json json = Json::object({{"label", label}, {"performed", performed}, {"reason", reason}});
  return field.empty() ? json : json.set("field", field);
}

Json incident_json(const Incident& incident) {
  const auto& [kind, detail, cut] = incident;
  Json json = Json::object({{"kind", kind}, {"detail", detail}});
  if (!cut) return json;
  const auto& [what, limit, seconds, event] = *cut;
  return json.set("cut", Json::object({{"what", what}, {"limit", limit}, {"seconds", seconds}, {"event", event}}));
}

Incident incident_of(const Json& json) {
  Incident incident{json["kind"].as_string(), json["detail"].as_string()};
  const Json& cut = json["cut"];
  if (!cut.is_object()) return incident;
  incident.cut = {cut["what"].as_string(), cut["limit"].as_double(), cut["seconds"].as_double(),
                  cut["event"].as_string()};
  return incident;
}

}  // namespace

std::string words_for(const Cut& cut) {
  std::string limit = Json(cut.limit).dump();
  if (cut.seconds > 0)
    return "a timer of " + Json(cut.seconds).dump() + " s is longer than the limit of " + limit + " s";
  bool task = cut.what != "message" && cut.what != "request";
  return "a chain of " + cut.what + (task ? " events" : "s") + " reached " + limit;
}

const char* name_of(Ending ending) { return find_name(kEndings, ending); }
const char* name_of(Answer answer) { return find_name(kAnswers, answer); }

// In all of these each member has a name, so that one that is added is not forgotten.
Json to_json(const Outcome& outcome) {
  const auto& [ending, ending_detail, url, status, frames, picture, errors, console, requests, storage, cookies, steps,
               incidents] = outcome;
  static_cast<void>(picture);  // a file of its own
  return Json::object({{"ending", name_of(ending)},
                       {"ending_detail", ending_detail},
                       {"url", url},
                       {"status", status},
                       {"frames", frames},
                       {"errors", list_of(errors, error_json)},
                       {"console", list_of(console,
                                           [](const ConsoleLine& line) {
                                             return Json::object({{"level", line.level}, {"text", line.text}});
                                           })},
                       {"requests", list_of(requests, request_json)},
                       {"storage", storage},
                       {"cookies", cookies},
                       {"steps", list_of(steps, step_json)},
                       {"incidents", list_of(incidents, incident_json)}});
}

Result<Outcome> outcome_from_json(const Json& json) {
  if (!json.is_object()) return Error{"An outcome must be a JSON object.", ""};
  auto ending = find_value(kEndings, json["ending"].as_string());
  if (!ending) return Error{"An outcome names an unknown ending: " + json["ending"].dump(), ""};
  auto requests = requests_of(json["requests"]);
  if (!requests) return requests.error();

  Outcome outcome;
  outcome.ending = *ending;
  outcome.ending_detail = json["ending_detail"].as_string();
  outcome.url = json["url"].as_string();
  outcome.status = int_of(json["status"]);
  outcome.frames = json["frames"];
  outcome.errors = values_of<PageError>(json["errors"], error_of);
  outcome.console = values_of<ConsoleLine>(json["console"], [](const Json& line) {
    return ConsoleLine{line["level"].as_string(), line["text"].as_string()};
  });
  outcome.requests = std::move(requests).value();
  outcome.storage = json["storage"];
  outcome.cookies = json["cookies"];
  outcome.steps = values_of<StepResult>(json["steps"], [](const Json& step) {
    return StepResult{step["label"].as_string(), step["performed"].as_bool(), step["reason"].as_string(),
                      step["field"].as_string()};
  });
  outcome.incidents = values_of<Incident>(json["incidents"], incident_of);
  return outcome;
}

}  // namespace squall::outcome
