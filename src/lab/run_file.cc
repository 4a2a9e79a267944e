#include "lab/run_file.h"

#include "base/files.h"
#include "base/text.h"
#include "flow/members.h"
#include "lab/experiment_file.h"

namespace squall::lab {
namespace {

constexpr const char* kRunFormat = "squall-run";
constexpr int kRunVersion = 1;

constexpr const char* kOutcomeFile = "outcome.json";
constexpr const char* kTraceFile = "trace.json";
constexpr const char* kPictureFile = "screen.png";
constexpr const char* kMomentFile = "moment.png";

Json to_json(const Discovered& discovered) {
  const auto& [steps, skipped, risky, unread] = discovered;
  Json out = Json::object(
      {{"steps", Json::array()}, {"skipped", Json::array()}, {"risky", Json::array()}, {"unread", unread}});
  Json step_list = Json::array(), skipped_list = Json::array(), risky_list = Json::array();
  for (const flow::Step& step : steps) step_list.push(flow::to_json(step));
  for (const PassedOver& element : skipped) {
    skipped_list.push(Json::object({{"locator", element.locator}, {"why", element.why}, {"leaves", element.leaves}}));
  }
  for (const auto& [step, why] : risky) {
    risky_list.push(Json::object({{"step", flow::to_json(step)}, {"why", why}}));
  }
  out.set("steps", std::move(step_list)).set("skipped", std::move(skipped_list));
  return out.set("risky", std::move(risky_list));
}

Json to_json(const EagerSurvey& survey) {
  const auto& [fields, handlers, steps] = survey;
  return Json::object({{"fields", fields}, {"handlers", handlers}, {"steps", steps}});
}

Json to_json(const std::vector<Came>& all) {
  Json list = Json::array();
  for (const Came& one : all) {
    const auto& [name, entry, fresh] = one;
    list.push(Json::object({{"name", name}, {"entry", entry}, {"fresh", fresh}}));
  }
  return list;
}

bool has_entries(const network::Recording& recording) {
  return !recording.entries.empty() || !recording.started.empty();
}
bool has_events(const trace::Trace& trace) { return !trace.events.empty() || !trace.operations.empty(); }

// All but the outcome, the trace and the pictures. Each member has a name here, so that one that is added is not
// forgotten.
Json rest_of(const Run& run) {
  const auto& [outcome, trace, order, decisions, skipped, admitted, came, fetched, stored, discovered, init, real_ms,
               virtual_ms] = run;
  const auto& [moment, survey] = init;
  const Rect& box = moment.element;
  Json rest = Json::object({{"order", Json::strings(order)},
                            {"decisions", to_json(decisions)},
                            {"skipped", Json::strings(skipped)},
                            {"admitted", Json::strings(admitted)},
                            {"came", to_json(came)},
                            {"stored", to_json(stored)},
                            {"discovered", to_json(discovered)},
                            {"init", Json::object({{"moment", Json(Json::Array{box.x, box.y, box.width, box.height})},
                                                   {"survey", to_json(survey)}})},
                            {"real_ms", real_ms},
                            {"virtual_ms", virtual_ms}});
  if (has_entries(fetched)) rest.set("fetched", network::to_har(fetched));
  static_cast<void>(outcome);
  static_cast<void>(trace);
  return rest;
}

void read_names(flow::Members& members, const char* name, std::vector<std::string>& names) {
  const Json* list = members.find(name);
  if (!list || !list->is_array()) return members.fail(std::string("needs `") + name + "`, a list of names");
  for (const Json& one : list->items()) {
    if (!one.is_string()) return members.fail(std::string("`") + name + "` holds something that is no name");
    names.push_back(one.as_string());
  }
}

void read_came(flow::Members& members, std::vector<Came>& came) {
  const Json* list = members.find("came");
  if (!list || !list->is_array()) return members.fail("needs `came`, a list of responses");
  for (const Json& one : list->items()) {
    bool sound = one["name"].is_string() && one["entry"].is_number() && one["fresh"].is_bool();
    if (!sound) return members.fail("`came` holds something that is no response");
    came.push_back({one["name"].as_string(), static_cast<int>(one["entry"].as_int(-1)), one["fresh"].as_bool()});
  }
}

void read_init(flow::Members& members, FromInit& init) {
  const Json* json = members.find("init");
  if (!json || (*json)["moment"].items().size() != 4 || !(*json)["survey"].is_object()) {
    return members.fail("needs `init`, with a `moment` and a `survey`");
  }
  const Json& box = (*json)["moment"];
  for (const Json& side : box.items()) {
    if (!side.is_number()) return members.fail("`init` has a `moment` that is no rectangle");
  }
  init.moment.element = {box[0].as_double(), box[1].as_double(), box[2].as_double(), box[3].as_double()};
  init.survey = survey_from_json((*json)["survey"]);
}

Status read_rest(const Json& json, Run& run) {
  flow::Members members(json, "run");
  read_names(members, "order", run.order);
  read_names(members, "skipped", run.skipped);
  read_names(members, "admitted", run.admitted);
  read_came(members, run.came);
  read_init(members, run.init);
  run.real_ms = members.need_number("real_ms");
  run.virtual_ms = members.need_number("virtual_ms");
  if (const Json* har = members.find("fetched")) {
    auto fetched = network::from_har(*har);
    if (!fetched) return Error{"run: fetched: " + fetched.error().message, ""};
    if (fetched->skipped > 0) members.fail("`fetched` holds entries that cannot be read");
    run.fetched = std::move(fetched->recording);
  }
  auto decisions = decisions_from_json(json["decisions"]);
  if (!decisions) return Error{"run: decisions: " + decisions.error().message, decisions.error().hint};
  run.decisions = std::move(decisions).value();
  auto stored = stored_from_json(json["stored"]);
  if (!stored) return stored.error();
  run.stored = std::move(stored).value();
  run.discovered = discovered_from_json(json["discovered"]);
  if (!json["discovered"].is_object() || run.discovered.unread != json["discovered"]["unread"].as_string()) {
    members.fail("what was discovered cannot be read");
  }
  if (members.failed()) return members.error();
  return {};
}

Status read_outcome(const Json& json, Run& run) {
  auto outcome = outcome::outcome_from_json(json);
  if (!outcome) return outcome.error();
  run.outcome = std::move(outcome).value();
  return {};
}

Status read_trace(const Json& json, Run& run) {
  auto trace = trace::trace_from_json(json);
  if (!trace) return trace.error();
  run.trace = std::move(trace).value();
  return {};
}

Status read_picture(const Json& json, std::string& picture) {
  auto bytes = base64_decode(json.as_string());
  if (!json.is_string() || !bytes) return Error{"run: a picture is not base64", ""};
  picture = std::move(*bytes);
  return {};
}

Status read_file_into(const std::filesystem::path& folder, const std::string& name, Run& run) {
  auto content = read_file(folder / name);
  if (!content) return content.error();
  if (name == kPictureFile) run.outcome.picture = std::move(content).value();
  if (name == kMomentFile) run.init.moment.picture = std::move(content).value();
  if (name != kOutcomeFile && name != kTraceFile) return {};
  auto json = parse_json(*content);
  if (!json) return Error{(folder / name).string() + ": " + json.error().message, ""};
  return name == kTraceFile ? read_trace(*json, run) : read_outcome(*json, run);
}

}  // namespace

Json to_json(const Run& run) {
  Json json = Json::object({{"format", kRunFormat}, {"version", kRunVersion}}), rest = rest_of(run);
  for (auto& [name, value] : rest.mutable_members()) json.set(name, std::move(value));
  json.set("outcome", outcome::to_json(run.outcome));
  if (has_events(run.trace)) json.set("trace", trace::to_json(run.trace));
  if (!run.outcome.picture.empty()) json.set("picture", base64_encode(run.outcome.picture));
  if (!run.init.moment.picture.empty()) json.set("moment_picture", base64_encode(run.init.moment.picture));
  return json;
}

Result<Run> run_from_json(const Json& json) {
  if (json["format"].as_string() != kRunFormat) return Error{"this is no run of squall", ""};
  if (int64_t version = json["version"].as_int(); version < 1 || version > kRunVersion) {
    return Error{"a run of version " + json["version"].dump() + "; this squall reads " + std::to_string(kRunVersion),
                 "Update squall."};
  }
  Run run;
  Status status = read_rest(json, run);
  if (status) status = read_outcome(json["outcome"], run);
  if (status && json.has("trace")) status = read_trace(json["trace"], run);
  if (status && json.has("picture")) status = read_picture(json["picture"], run.outcome.picture);
  if (status && json.has("moment_picture")) status = read_picture(json["moment_picture"], run.init.moment.picture);
  if (!status) return status.error();
  return run;
}

RunFiles files_of(const Run& run) {
  RunFiles out{rest_of(run), {{kOutcomeFile, outcome::to_json(run.outcome).dump()}}};
  if (has_events(run.trace)) out.files.emplace_back(kTraceFile, trace::to_json(run.trace).dump());
  if (!run.outcome.picture.empty()) out.files.emplace_back(kPictureFile, run.outcome.picture);
  if (!run.init.moment.picture.empty()) out.files.emplace_back(kMomentFile, run.init.moment.picture);
  Json names = Json::array();
  for (const auto& [name, content] : out.files) names.push(name);
  out.rest.set("files", std::move(names));
  return out;
}

Result<Run> run_from_files(const Json& rest, const std::filesystem::path& folder) {
  Run run;
  if (auto status = read_rest(rest, run); !status) return status.error();
  // The outcome comes first: it replaces the whole of what is there, the picture comes on top of it.
  if (rest["files"][0].as_string() != kOutcomeFile) return Error{"run: it has no outcome", ""};
  for (const std::string& name : rest["files"].as_strings()) {
    bool known = name == kOutcomeFile || name == kTraceFile || name == kPictureFile || name == kMomentFile;
    if (!known) return Error{"run: unknown file " + shorten(name, 40), ""};
    if (auto status = read_file_into(folder, name, run); !status) return status.error();
  }
  return run;
}

Discovered discovered_from_json(const Json& json) {
  Discovered out;
  out.unread = json["unread"].as_string();
  auto read = [&](const Json& one, const auto& take) {
    auto step = flow::parse_step(one);
    if (step)
      take(std::move(step).value());
    else if (out.unread.empty())
      out.unread = step.error().message;
  };
  for (const Json& one : json["steps"].items()) {
    read(one, [&](flow::Step step) { out.steps.push_back(std::move(step)); });
  }
  for (const Json& one : json["risky"].items()) {
    read(one["step"], [&](flow::Step step) { out.risky.push_back({std::move(step), one["why"].as_string()}); });
  }
  for (const Json& one : json["skipped"].items()) {
    out.skipped.push_back({one["locator"].as_string(), one["why"].as_string(), one["leaves"].as_bool()});
  }
  return out;
}

EagerSurvey survey_from_json(const Json& json) { return {json["fields"], json["handlers"], json["steps"]}; }

}  // namespace squall::lab
