#include "schedule/schedule.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "base/files.h"
#include "base/text.h"

namespace squall::schedule {
namespace {

constexpr std::array kModes = {Mode::AsTheyCome, Mode::Synchronous, Mode::Adverse, Mode::Order};

std::optional<Mode> mode_of(std::string_view name) {
  for (Mode mode : kModes) {
    if (name == name_of(mode)) return mode;
  }
  return std::nullopt;
}

Result<std::vector<std::string>> names_from_json(const Json& json, const char* what) {
  std::vector<std::string> names;
  if (!json.is_null() && !json.is_array()) return Error{std::string("“") + what + "” is not an array", ""};
  for (const Json& name : json.items()) {
    if (!name.is_string()) return Error{std::string("“") + what + "” holds something that is not an event name", ""};
    names.push_back(name.as_string());
  }
  return names;
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

Status read_adverse(const Json& json, Schedule& schedule) {
  auto hold = json.has("hold") ? position_of(json["hold"], -1) : schedule.hold;
  auto until = position_of(json["until"], 0);
  if (!hold || !until) return Error{"an adverse schedule needs the step numbers “hold” and “until”", ""};
  if (*hold > *until)
    return Error{"an adverse schedule holds what a step causes until a later step, not an earlier", ""};
  schedule.hold = *hold;
  schedule.until = *until;
  return {};
}

std::string step_name(int position) {
  return position < 0 ? "the loading of the page" : "step " + std::to_string(position + 1);
}

std::string describe_mode(const Schedule& schedule) {
  switch (schedule.mode) {
    case Mode::AsTheyCome: return "let events happen as they come";
    case Mode::Synchronous: return "answer each request at once";
    case Mode::Adverse: {
      std::string what = schedule.only.empty() ? "what " : count_of(schedule.only.size(), "event") + " that ";
      return "hold " + what + step_name(schedule.hold) + " causes until " + step_name(schedule.until) + " has settled";
    }
    case Mode::Order: break;
  }
  return "let " + count_of(schedule.order.size(), "event") + " happen in the given order, " +
         (schedule.exact ? "exactly" : "skipping those that cannot");
}

std::optional<int> parse_position(std::string_view text) {
  if (text == "load") return -1;
  int number = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < 1) return std::nullopt;
  return number - 1;
}

Result<Schedule> parse_adverse(std::string_view text) {
  const Error wrong{"“adverse:" + std::string(text) + "” does not name two steps",
                    "write adverse:1,2 to hold what step 1 causes until step 2 has settled, or adverse:load,1"};
  size_t comma = text.find(',');
  if (comma == std::string_view::npos) return wrong;
  auto hold = parse_position(text.substr(0, comma));
  auto until = parse_position(text.substr(comma + 1));
  if (!hold || !until || *until < 0) return wrong;
  if (*hold > *until) return Error{wrong.message, "the second step must not come before the first"};
  Schedule schedule;
  schedule.mode = Mode::Adverse;
  schedule.hold = *hold;
  schedule.until = *until;
  return schedule;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) {
    if (std::string_view name = trim(line); !name.empty()) lines.emplace_back(name);
  }
  return lines;
}

Result<Schedule> order_from_text(std::string_view text) {
  Schedule schedule;
  schedule.mode = Mode::Order;
  std::string_view start = trim(text);
  if (start.starts_with('{') || start.starts_with('[')) {
    auto json = parse_json(text);
    if (!json) return json.error();
    if (json->is_object()) return schedule_from_json(*json);
    auto names = names_from_json(*json, "order");
    if (!names) return names.error();
    schedule.order = std::move(*names);
  } else {
    schedule.order = lines_of(text);
  }
  return schedule;
}

Result<Schedule> read_order(std::string_view file, bool exact) {
  auto text = read_file(std::string(file));
  if (!text) return text.error();
  auto schedule = order_from_text(*text);
  if (!schedule) return Error{std::string(file) + ": " + schedule.error().message, schedule.error().hint};
  if (schedule->mode != Mode::Order || schedule->order.empty()) {
    return Error{std::string(file) + " holds no order of events", "it needs event names, one in a line"};
  }
  schedule->exact = exact;
  return schedule;
}

}  // namespace

bool network_takes_time(Mode mode) { return mode != Mode::Synchronous && mode != Mode::Adverse; }

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::AsTheyCome: return "as-they-come";
    case Mode::Synchronous: return "synchronous";
    case Mode::Adverse: return "adverse";
    case Mode::Order: return "order";
  }
  return "";
}

Json to_json(const Schedule& schedule) {
  Json json = Json::object({{"mode", name_of(schedule.mode)}});
  if (schedule.mode == Mode::Adverse) json.set("hold", schedule.hold).set("until", schedule.until);
  if (!schedule.only.empty()) json.set("only", Json::strings(schedule.only));
  if (!schedule.order.empty()) json.set("order", Json::strings(schedule.order));
  if (schedule.exact) json.set("exact", true);
  if (!schedule.steps.empty()) json.set("steps", Json(Json::Array(schedule.steps.begin(), schedule.steps.end())));
  return json;
}

Result<Schedule> schedule_from_json(const Json& json) {
  auto mode = mode_of(json["mode"].as_string());
  if (!mode) {
    return Error{"unknown mode of a schedule: " + shorten(json["mode"].dump(), 40),
                 "use as-they-come, synchronous, adverse or order"};
  }
  Schedule schedule;
  schedule.mode = *mode;
  schedule.exact = json["exact"].as_bool();
  if (*mode == Mode::Adverse) {
    if (Status status = read_adverse(json, schedule); !status) return status.error();
  }
  if (Status status = read_steps(json["steps"], schedule.steps); !status) return status.error();
  auto only = names_from_json(json["only"], "only");
  if (!only) return only.error();
  auto order = names_from_json(json["order"], "order");
  if (!order) return order.error();
  schedule.only = std::move(*only);
  schedule.order = std::move(*order);
  return schedule;
}

std::string describe(const Schedule& schedule) {
  std::string words = describe_mode(schedule);
  if (schedule.steps.empty()) return words;
  std::vector<std::string> numbers;
  for (int step : schedule.steps) numbers.push_back(std::to_string(step + 1));
  return words + (numbers.size() == 1 ? "; step " : "; steps ") + join(numbers, ", ") + " of the flow";
}

Result<Schedule> parse_schedule(std::string_view text) {
  size_t colon = text.find(':');
  std::string_view word = text.substr(0, colon);
  if (colon == std::string_view::npos) {
    auto mode = mode_of(word);
    if (mode == Mode::AsTheyCome || mode == Mode::Synchronous) {
      Schedule schedule;
      schedule.mode = *mode;
      return schedule;
    }
  } else {
    std::string_view rest = text.substr(colon + 1);
    if (word == "adverse") return parse_adverse(rest);
    if (word == "order" || word == "exact") return read_order(rest, word == "exact");
  }
  return Error{"unknown schedule: " + std::string(text),
               "use as-they-come, synchronous, adverse:1,2, adverse:load,1, order:FILE or exact:FILE"};
}

}  // namespace squall::schedule
