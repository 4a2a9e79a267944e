#include "lab/experiment_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "flow/members.h"
#include "network/body_filter.h"

namespace squall::lab {
namespace {

constexpr const char* kExperimentFormat = "squall-experiment";
constexpr int kExperimentVersion = 1;

constexpr Server kServers[] = {Server::Never, Server::Reads, Server::All, Server::Connected};

// A whole number that fits; what is there already when the member is missing.
template <typename T>
void read_whole(flow::Members& members, const char* name, T& value) {
  const Json* member = members.find(name);
  if (!member) return;
  double real = member->as_double(0.5);
  bool fits = std::abs(real) < 9e15 && real == std::floor(real) &&
              real >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
              real <= static_cast<double>(std::numeric_limits<T>::max());
  if (!fits) return members.fail(std::string("`") + name + "` must be a whole number that fits");
  value = static_cast<T>(real);
}

void read_flag(flow::Members& members, const char* name, bool& value) {
  if (const Json* member = members.find(name); !member) members.fail(std::string("needs `") + name + "`");
  value = members.flag(name).value_or(false);
}

const Json& need_object(flow::Members& members, const char* name) {
  static const Json kNothing;
  const Json* member = members.find(name);
  if (member && member->is_object()) return *member;
  members.fail(std::string("needs `") + name + "`, an object");
  return kNothing;
}

Json to_json(const Wanted& wanted) {
  const auto& [trace, picture, discovered] = wanted;
  return Json::object({{"trace", trace}, {"picture", picture}, {"discovered", discovered}});
}

void read(flow::Members& parent, Wanted& wanted) {
  flow::Members members(need_object(parent, "wanted"), "wanted");
  read_flag(members, "trace", wanted.trace);
  read_flag(members, "picture", wanted.picture);
  read_flag(members, "discovered", wanted.discovered);
  if (members.failed()) parent.fail(members.error().message);
}

Json to_json(const ForInit& init) {
  const auto& [moment, eager] = init;
  const auto& [fields, handlers, only] = eager;
  return Json::object(
      {{"moment", moment}, {"eager", Json::object({{"fields", fields}, {"handlers", handlers}, {"only", only}})}});
}

void read(flow::Members& parent, ForInit& init) {
  flow::Members members(need_object(parent, "init"), "init");
  read_flag(members, "moment", init.moment);
  flow::Members eager(need_object(members, "eager"), "eager");
  read_flag(eager, "fields", init.eager.fields);
  read_flag(eager, "handlers", init.eager.handlers);
  init.eager.only = eager.need_text("only");
  if (eager.failed()) members.fail(eager.error().message);
  if (members.failed()) parent.fail(members.error().message);
}

void read(flow::Members& members, Server& server) {
  std::string name = members.need_text("server");
  for (Server one : kServers) {
    if (name != name_of(one)) continue;
    server = one;
    return;
  }
  members.fail("there is no server “" + shorten(name, 40) + "”");
}

void read(flow::Members& members, const Filters& filters, std::shared_ptr<const network::BodyFilter>& filter) {
  std::string identity = members.text("filter").value_or("");
  if (identity.empty()) return;
  auto found = std::ranges::find_if(filters, [&](const auto& one) { return one->identity() == identity; });
  if (found == filters.end()) return members.fail("its filter “" + shorten(identity, 40) + "” is not there");
  filter = *found;
}

// The members that are values of other folders.
Status read_parts(const Json& json, const Recordings& recordings, Experiment& experiment) {
  auto flow = flow::parse_flow(json["flow"], "experiment: flow");
  if (!flow) return flow.error();
  experiment.flow = std::move(flow).value();
  auto schedule = schedule::schedule_from_json(json["schedule"]);
  if (!schedule) return Error{"experiment: schedule: " + schedule.error().message, schedule.error().hint};
  experiment.schedule = std::move(schedule).value();
  auto conditions = conditions_from_json(json["conditions"]);
  if (!conditions) return conditions.error();
  experiment.conditions = std::move(conditions).value();
  auto stored = stored_from_json(json["stored"]);
  if (!stored) return stored.error();
  experiment.stored = std::move(stored).value();
  experiment.recording = recordings.find(json["recording"].as_string());
  if (experiment.recording) return {};
  return Error{"experiment: its recording " + shorten(json["recording"].dump(), 40) + " is not there", ""};
}

}  // namespace

const std::string& Recordings::hash_of(const std::shared_ptr<const network::Recording>& recording) {
  std::string& hash = hashes_[recording];
  if (!hash.empty()) return hash;
  hash = hash_hex(network::to_har(*recording).dump());
  by_hash_.emplace(hash, recording);
  return hash;
}

std::shared_ptr<const network::Recording> Recordings::find(const std::string& hash) const {
  auto found = by_hash_.find(hash);
  return found == by_hash_.end() ? nullptr : found->second;
}

// Each member has a name here, so that one that is added is not forgotten.
Json to_json(const Experiment& experiment, Recordings& recordings) {
  const auto& [url, flow, schedule, recording, conditions, stored, server, filter, wanted, init, timeout, fresh,
               means] = experiment;
  static_cast<void>(means);  // no part of what is run
  return Json::object({{"format", kExperimentFormat},
                       {"version", kExperimentVersion},
                       {"url", url},
                       {"flow", flow::to_json(flow)},
                       {"schedule", schedule::to_json(schedule)},
                       {"recording", recordings.hash_of(recording)},
                       {"conditions", to_json(conditions)},
                       {"stored", to_json(stored)},
                       {"server", name_of(server)},
                       {"filter", filter ? filter->identity() : ""},
                       {"wanted", to_json(wanted)},
                       {"init", to_json(init)},
                       {"timeout_ms", timeout.count()},
                       {"fresh", fresh}});
}

Result<Experiment> experiment_from_json(const Json& json, const Recordings& recordings, const Filters& filters) {
  if (json["format"].as_string() != kExperimentFormat) return Error{"this is no experiment of squall", ""};
  if (int64_t version = json["version"].as_int(); version < 1 || version > kExperimentVersion) {
    return Error{"an experiment of version " + json["version"].dump() + "; this squall reads " +
                     std::to_string(kExperimentVersion),
                 "Update squall."};
  }
  Experiment experiment;
  if (auto status = read_parts(json, recordings, experiment); !status) return status.error();
  flow::Members members(json, "experiment");
  experiment.url = members.need_text("url");
  read(members, experiment.server);
  read(members, filters, experiment.filter);
  read(members, experiment.wanted);
  read(members, experiment.init);
  int64_t timeout = experiment.timeout.count();
  read_whole(members, "timeout_ms", timeout);
  experiment.timeout = Millis(timeout);
  read_flag(members, "fresh", experiment.fresh);
  if (members.failed()) return members.error();
  return experiment;
}

std::string key_of(const Json& experiment) {
  Json decides = experiment;
  decides.erase("timeout_ms");
  decides.erase("fresh");
  return hash_hex(decides.dump());
}

const char* name_of(Server server) {
  switch (server) {
    case Server::Never: return "never";
    case Server::Reads: return "reads";
    case Server::All: return "all";
    case Server::Connected: return "connected";
  }
  return "unknown";
}

Json to_json(const Conditions& conditions) {
  const auto& [width, height, locale, timezone, epoch_ms, seed, longest_timer_ms, timer_chain, frame_chain, step_ms] =
      conditions;
  return Json::object({{"width", width},
                       {"height", height},
                       {"locale", locale},
                       {"timezone", timezone},
                       {"epoch_ms", epoch_ms},
                       {"seed", seed},
                       {"longest_timer_ms", longest_timer_ms},
                       {"timer_chain", timer_chain},
                       {"frame_chain", frame_chain},
                       {"step_ms", step_ms}});
}

Result<Conditions> conditions_from_json(const Json& json) {
  if (!json.is_object()) return Error{"there are no conditions", ""};
  Conditions conditions;
  flow::Members members(json, "conditions");
  read_whole(members, "width", conditions.width);
  read_whole(members, "height", conditions.height);
  conditions.locale = members.text("locale").value_or(conditions.locale);
  conditions.timezone = members.text("timezone").value_or(conditions.timezone);
  read_whole(members, "epoch_ms", conditions.epoch_ms);
  read_whole(members, "seed", conditions.seed);
  conditions.longest_timer_ms = members.number("longest_timer_ms").value_or(conditions.longest_timer_ms);
  read_whole(members, "timer_chain", conditions.timer_chain);
  read_whole(members, "frame_chain", conditions.frame_chain);
  conditions.step_ms = members.number("step_ms").value_or(conditions.step_ms);
  if (members.failed()) return members.error();
  return conditions;
}

Json to_json(const Stored& stored) {
  const auto& [cookies, storage] = stored;
  return Json::object({{"cookies", cookies}, {"storage", storage}});
}

Result<Stored> stored_from_json(const Json& json) {
  const Json &cookies = json["cookies"], &storage = json["storage"];
  bool whole = json.is_null() || json.is_object();
  if (!whole || !(cookies.is_null() || cookies.is_array()) || !(storage.is_null() || storage.is_object())) {
    return Error{"cookies and storage of earlier visits cannot be read", ""};
  }
  return Stored{cookies, storage};
}

}  // namespace squall::lab
