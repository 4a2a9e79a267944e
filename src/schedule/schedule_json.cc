// Schedules as JSON, the way they stand in schedule.json and results.json. Version 1:
//
//   { "mode": "as-they-come" | "synchronous" | "adverse" | "order",
//     "hold": position, "until": position, "only": [name…],       (adverse)
//     "order": [name…], "exact": bool,                            (order)
//     "steps": [number…] }
//
// Version 2 has more members, each where the schedule differs from what its mode stands for, and then says "v": 2:
//
//   "network_takes_time": bool, "visible": "scripted" | "parsed" | "all", "tasks": "together" | "one-by-one",
//   "prefer": "due" | "responses"; and "hold", "until", "only" with the mode "order", too.
#include <array>
#include <limits>
#include <optional>

#include "base/text.h"
#include "schedule/schedule.h"

namespace squall::schedule {
namespace {

constexpr int kVersion = 2;
constexpr std::array kPrefer = {"due", "responses"};
constexpr std::array kVisible = {"scripted", "parsed", "all"};
constexpr std::array kTasks = {"together", "one-by-one"};

Result<std::vector<std::string>> names_from_json(const Json& json, const char* what) {
  if (!json.is_null() && !json.is_array()) return Error{std::string("“") + what + "” is not an array", ""};
  for (const Json& name : json.items()) {
    if (!name.is_string()) return Error{std::string("“") + what + "” holds something that is not an event name", ""};
  }
  return json.as_strings();
}

// A step number that fits, or nothing.
std::optional<int> position_of(const Json& json, int lowest) {
  int64_t value = json.as_int(std::numeric_limits<int64_t>::min());
  if (value < lowest || value > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(value);
}

Status read_steps(const Json& json, std::vector<int>& steps) {
  if (!json.is_null() && !json.is_array()) return Error{"“steps” is not an array", ""};
  for (const Json& item : json.items()) {
    auto step = position_of(item, 0);
    if (!step) return Error{"“steps” holds something that is not a step number: " + shorten(item.dump(), 40), ""};
    steps.push_back(*step);
  }
  return {};
}

Result<Hold> read_hold(const Json& json) {
  auto from = json.has("hold") ? position_of(json["hold"], -1) : -1;
  auto until = position_of(json["until"], 0);
  if (!from || !until) return Error{"an adverse schedule needs the step numbers “hold” and “until”", ""};
  if (*from > *until)
    return Error{"an adverse schedule holds what a step causes until a later step, not an earlier", ""};
  auto only = names_from_json(json["only"], "only");
  if (!only) return only.error();
  return Hold{*from, *until, std::move(*only)};
}

// One of a few words, where the member is there.
template <typename Value, size_t Size>
Status read_word(const Json& json, const char* member, const std::array<const char*, Size>& words, Value& value) {
  if (!json.has(member)) return {};
  for (size_t i = 0; i < Size; ++i) {
    if (json[member].as_string() != words[i]) continue;
    value = static_cast<Value>(i);
    return {};
  }
  return Error{std::string("“") + member + "” of a schedule is " + shorten(json[member].dump(), 40),
               "use one of: " + join({words.begin(), words.end()}, ", ")};
}

Status read_properties(const Json& json, Schedule& schedule) {
  if (json.has("network_takes_time")) {
    if (!json["network_takes_time"].is_bool()) return Error{"“network_takes_time” is neither true nor false", ""};
    schedule.network_takes_time = json["network_takes_time"].as_bool();
  }
  if (auto status = read_word(json, "visible", kVisible, schedule.visible); !status) return status;
  if (auto status = read_word(json, "tasks", kTasks, schedule.tasks); !status) return status;
  return read_word(json, "prefer", kPrefer, schedule.prefer);
}

struct Preset {
  const char* mode;
  Schedule schedule;
};

Preset nearest_preset(const Schedule& schedule) {
  if (!schedule.order.empty()) return {"order", in_order({})};
  if (schedule.hold) return {"adverse", adverse(schedule.hold->from, schedule.hold->until, schedule.hold->only)};
  if (schedule.prefer == Prefer::Responses) return {"synchronous", synchronous()};
  return {"as-they-come", as_they_come()};
}

// The preset that a mode names, with its own members.
Result<Schedule> read_preset(const Json& json, int64_t version) {
  const std::string& mode = json["mode"].as_string();
  auto order = names_from_json(json["order"], "order");
  if (!order) return order.error();
  bool ordered = mode == "order";
  if (mode == "as-they-come") return as_they_come();
  if (mode == "synchronous") return synchronous();
  if (!ordered && mode != "adverse") {
    return Error{"unknown mode of a schedule: " + shorten(json["mode"].dump(), 40),
                 "use as-they-come, synchronous, adverse or order"};
  }
  std::optional<Hold> hold;
  if (!ordered || (version > 1 && json.has("until"))) {
    auto read = read_hold(json);
    if (!read) return read.error();
    hold = std::move(*read);
  }
  if (!ordered) return adverse(hold->from, hold->until, hold->only);
  Schedule schedule = in_order(std::move(*order));
  schedule.hold = std::move(hold);
  return schedule;
}

}  // namespace

Json to_json(const Schedule& schedule) {
  auto [mode, preset] = nearest_preset(schedule);
  Json more = Json::object();  // than version 1 could say
  if (schedule.network_takes_time != preset.network_takes_time)
    more.set("network_takes_time", schedule.network_takes_time);
  if (schedule.visible != preset.visible) more.set("visible", kVisible[static_cast<size_t>(schedule.visible)]);
  if (schedule.tasks != preset.tasks) more.set("tasks", kTasks[static_cast<size_t>(schedule.tasks)]);
  if (schedule.prefer != preset.prefer) more.set("prefer", kPrefer[static_cast<size_t>(schedule.prefer)]);

  Json json = Json::object({{"mode", mode}});
  if (more.size() > 0 || (schedule.hold && !schedule.order.empty())) json.set("v", kVersion);
  if (schedule.hold) {
    json.set("hold", schedule.hold->from).set("until", schedule.hold->until);
    if (!schedule.hold->only.empty()) json.set("only", Json::strings(schedule.hold->only));
  }
  if (!schedule.order.empty()) json.set("order", Json::strings(schedule.order));
  if (schedule.exact) json.set("exact", true);
  if (!schedule.steps.empty()) json.set("steps", Json(Json::Array(schedule.steps.begin(), schedule.steps.end())));
  for (const auto& [name, value] : more.members()) json.set(name, value);
  return json;
}

Result<Schedule> schedule_from_json(const Json& json) {
  int64_t version = json["v"].as_int(1);
  if (version > kVersion)
    return Error{"a schedule of version " + std::to_string(version) + " is newer than squall", ""};
  auto schedule = read_preset(json, version);
  if (!schedule) return schedule;
  schedule->exact = json["exact"].as_bool();
  if (auto status = read_steps(json["steps"], schedule->steps); !status) return status.error();
  if (auto status = read_properties(json, *schedule); !status) return status.error();
  return schedule;
}

}  // namespace squall::schedule
