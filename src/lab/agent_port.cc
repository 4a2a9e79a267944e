#include "lab/agent_port.h"

#include "lab/agent_text.h"
#include "trace/event_name.h"

namespace squall::lab {
namespace {

schedule::Choice::Kind choice_kind(const std::string& kind) {
  if (kind == "frame") return schedule::Choice::AnimationFrame;
  if (kind == "idle") return schedule::Choice::Idle;
  return schedule::Choice::Timer;
}

Parsing::Stage stage_of(const std::string& stage) {
  if (stage == "loading") return Parsing::Loading;
  if (stage == "deferred") return Parsing::Deferred;
  return stage == "written" ? Parsing::Written : Parsing::Done;
}

Task parse_task(const Json& task) {
  return {static_cast<int>(task[0].as_int()),
          {choice_kind(task[1].as_string()), task[2].as_string(), static_cast<int>(task[3].as_int()),
           task[4].as_double(), static_cast<int>(task[5].as_int())}};
}

}  // namespace

std::string agent_script(const Experiment& experiment) {
  const Conditions& conditions = experiment.conditions;
  const Eager& eager = experiment.init.eager;
  // What depends on how often a loop went round must not look like a race: where nothing crosses, it differs as well.
  int spare_rounds = experiment.schedule.network_takes_time ? 1 : 0;
  Json config = Json::object({{"live", experiment.server == Server::Connected},
                              {"epoch", conditions.epoch_ms},
                              {"seed", conditions.seed},
                              {"trace", experiment.wanted.trace},
                              {"tries", eager.handlers || experiment.wanted.discovered},
                              {"kinds", Json::strings(trace::event_kind_names())},
                              {"limits", Json::object({{"delay", conditions.longest_timer_ms},
                                                       {"chain", conditions.timer_chain},
                                                       {"frames", conditions.frame_chain},
                                                       {"spare", spare_rounds}})}});
  if (eager.any()) {
    config.set("eager", Json::object({{"fields", eager.fields}, {"handlers", eager.handlers}, {"only", eager.only}}));
  }
  // A constant of the global lexical scope: scripts of the page see no property of it anywhere.
  // The blank page between two experiments needs no agent.
  return "const __squall=location.href==='about:blank'&&top===self?undefined:(__squall_config=>" +
         std::string(agent_text()) + ")(" + config.dump() + ");";
}

std::string agent_call(std::string_view function, const std::vector<Json>& arguments) {
  std::string out = "__squall." + std::string(function) + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += ',';
    arguments[i].dump_to(out);
  }
  return out + ")";
}

std::string agent_call_if_any(std::string_view function) {
  return "typeof __squall==='undefined'?null:" + agent_call(function);
}

std::vector<RanTask> parse_ran(const Json& json) {
  std::vector<RanTask> out;
  for (const Json& item : json.items()) {
    RanTask ran{parse_task(item["task"]), {}, {}};
    for (const Json& task : item["came"].items()) ran.came.push_back(parse_task(task));
    for (const Json& id : item["gone"].items()) ran.gone.push_back(static_cast<int>(id.as_int()));
    out.push_back(std::move(ran));
  }
  return out;
}

FrameStatus parse_status(const Json& json) {
  FrameStatus status;
  status.time = json["time"].as_double();
  status.ready = json["ready"].as_string();
  status.seen = json["seen"].as_int();
  status.moving_ms = json["moving"].as_double(-1);
  status.parsing.stage = stage_of(json["parsing"]["stage"].as_string());
  status.parsing.scripts = json["parsing"]["scripts"].as_strings();
  for (const Json& queue : json["parsing"]["queues"].items()) {
    status.parsing.queues.push_back({queue["urls"].as_strings(), queue["mayWait"].as_bool()});
  }
  for (const Json& task : json["tasks"].items()) status.tasks.push_back(parse_task(task));
  for (const Json& sent : json["sent"].items()) {
    status.announced.push_back({sent["kind"].as_string(), sent["mark"].as_string(), sent["method"].as_string(),
                                sent["url"].as_string(), sent["name"].as_string(),
                                static_cast<int>(sent["step"].as_int(-1)), sent["time"].as_double(),
                                sent["fresh"].as_bool()});
  }
  for (const Json& stream : json["streams"].items()) {
    Stream out{static_cast<int>(stream["id"].as_int()),
               stream["kind"].as_string(),
               stream["url"].as_string(),
               stream["name"].as_string(),
               static_cast<int>(stream["step"].as_int(-1)),
               stream["time"].as_double(),
               {},
               stream["closed"].as_bool()};
    for (const Json& step : stream["sent"].items()) out.sent.push_back(static_cast<int>(step.as_int(-1)));
    status.streams.push_back(std::move(out));
  }
  for (const Json& cut : json["cuts"].items()) {
    outcome::Cut what{cut["what"].as_string(), cut["limit"].as_double(), cut["seconds"].as_double(),
                      cut["name"].as_string()};
    status.cuts.push_back({"cut", words_for(what) + " (" + what.event + ")", what});
  }
  return status;
}

}  // namespace squall::lab
