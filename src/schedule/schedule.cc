#include "schedule/schedule.h"

#include <charconv>

#include "base/files.h"
#include "base/text.h"

namespace squall::schedule {
namespace {

std::string step_name(int position) {
  return position < 0 ? "the loading of the page" : "step " + std::to_string(position + 1);
}

std::string describe(const Hold& hold) {
  std::string what = hold.only.empty() ? "what " : count_of(hold.only.size(), "event") + " that ";
  return "hold " + what + step_name(hold.from) + " causes until " + step_name(hold.until) + " has settled";
}

std::string describe_order(const Schedule& schedule) {
  std::string words = "let " + count_of(schedule.order.size(), "event") + " happen in the given order, " +
                      (schedule.exact ? "exactly" : "skipping those that cannot");
  return schedule.hold ? words + "; then " + describe(*schedule.hold) : words;
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
  auto from = parse_position(text.substr(0, comma));
  auto until = parse_position(text.substr(comma + 1));
  if (!from || !until || *until < 0) return wrong;
  if (*from > *until) return Error{wrong.message, "the second step must not come before the first"};
  return adverse(*from, *until);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) {
    if (std::string_view name = trim(line); !name.empty()) lines.emplace_back(name);
  }
  return lines;
}

Result<Schedule> order_from_text(std::string_view text) {
  std::string_view start = trim(text);
  if (!start.starts_with('{') && !start.starts_with('[')) return in_order(lines_of(text));
  auto json = parse_json(text);
  if (!json) return json.error();
  if (json->is_object()) return schedule_from_json(*json);
  return schedule_from_json(Json::object({{"mode", "order"}, {"order", *json}}));
}

Result<Schedule> read_order(std::string_view file, bool exact) {
  auto text = read_file(std::string(file));
  if (!text) return text.error();
  auto schedule = order_from_text(*text);
  if (!schedule) return Error{std::string(file) + ": " + schedule.error().message, schedule.error().hint};
  if (schedule->order.empty()) {
    return Error{std::string(file) + " holds no order of events", "it needs event names, one in a line"};
  }
  schedule->exact = exact;
  return schedule;
}

}  // namespace

Schedule as_they_come() { return {}; }

Schedule synchronous() {
  Schedule schedule;
  schedule.prefer = Prefer::Responses;
  schedule.network_takes_time = false;
  return schedule;
}

Schedule adverse(int from, int until, std::vector<std::string> only) {
  Schedule schedule;
  // What loading causes is what the parser asks for. Who is told by name what to hold wants to see all of it.
  if (from < 0) schedule.visible = only.empty() ? Visible::Parsed : Visible::All;
  schedule.network_takes_time = false;
  schedule.hold = Hold{from, until, std::move(only)};
  return schedule;
}

Schedule in_order(std::vector<std::string> names, bool exact) {
  Schedule schedule;
  schedule.order = std::move(names);
  schedule.exact = exact;
  schedule.tasks = Tasks::OneByOne;
  return schedule;
}

std::string describe(const Schedule& schedule) {
  std::string words = !schedule.order.empty()                ? describe_order(schedule)
                      : schedule.hold                        ? describe(*schedule.hold)
                      : schedule.prefer == Prefer::Responses ? "answer each request at once"
                                                             : "let events happen as they come";
  if (schedule.steps.empty()) return words;
  std::vector<std::string> numbers;
  for (int step : schedule.steps) numbers.push_back(std::to_string(step + 1));
  return words + (numbers.size() == 1 ? "; step " : "; steps ") + join(numbers, ", ") + " of the flow";
}

Result<Schedule> parse_schedule(std::string_view text) {
  size_t colon = text.find(':');
  std::string_view word = text.substr(0, colon);
  if (colon == std::string_view::npos) {
    if (word == "as-they-come") return as_they_come();
    if (word == "synchronous") return synchronous();
  } else {
    std::string_view rest = text.substr(colon + 1);
    if (word == "adverse") return parse_adverse(rest);
    if (word == "order" || word == "exact") return read_order(rest, word == "exact");
  }
  return Error{"unknown schedule: " + std::string(text),
               "use as-they-come, synchronous, adverse:1,2, adverse:load,1, order:FILE or exact:FILE"};
}

}  // namespace squall::schedule
