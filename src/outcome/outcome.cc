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
  return Json::object({{"text", error.text},
                       {"url", error.url},
                       {"line", error.line},
                       {"column", error.column},
                       {"stack", error.stack}});
}

PageError error_of(const Json& json) {
  return {json["text"].as_string(), json["url"].as_string(), int_of(json["line"]), int_of(json["column"]),
          json["stack"].as_string()};
}

Json request_json(const SentRequest& request) {
  return Json::object({{"method", request.method},
                       {"url", request.url},
                       {"body_hash", request.body_hash},
                       {"type", request.type},
                       {"answer", name_of(request.answer)},
                       {"detail", request.detail}});
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
  Json json = Json::object({{"label", step.label}, {"performed", step.performed}, {"reason", step.reason}});
  return step.field.empty() ? json : json.set("field", step.field);
}

}  // namespace

const char* name_of(Ending ending) { return find_name(kEndings, ending); }
const char* name_of(Answer answer) { return find_name(kAnswers, answer); }

Json to_json(const Outcome& outcome) {
  return Json::object({{"ending", name_of(outcome.ending)},
                       {"ending_detail", outcome.ending_detail},
                       {"url", outcome.url},
                       {"status", outcome.status},
                       {"frames", outcome.frames},
                       {"errors", list_of(outcome.errors, error_json)},
                       {"console", list_of(outcome.console,
                                           [](const ConsoleLine& line) {
                                             return Json::object({{"level", line.level}, {"text", line.text}});
                                           })},
                       {"requests", list_of(outcome.requests, request_json)},
                       {"storage", outcome.storage},
                       {"cookies", outcome.cookies},
                       {"steps", list_of(outcome.steps, step_json)},
                       {"incidents", list_of(outcome.incidents, [](const Incident& incident) {
                          return Json::object({{"kind", incident.kind}, {"detail", incident.detail}});
                        })}});
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
  outcome.incidents = values_of<Incident>(json["incidents"], [](const Json& incident) {
    return Incident{incident["kind"].as_string(), incident["detail"].as_string()};
  });
  return outcome;
}

}  // namespace squall::outcome
