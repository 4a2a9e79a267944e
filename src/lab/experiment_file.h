// The file format of an experiment: all of it but its means. Members that a reader does not know are passed over.
//
//   experiment := { "format": "squall-experiment", "version": 1,
//                   "url": TEXT, "flow": FLOW, "schedule": SCHEDULE, "recording": HASH,
//                   "conditions": CONDITIONS, "stored": STORED,
//                   "server": "never" | "reads" | "all" | "connected", "filter": IDENTITY | "",
//                   "wanted": { "trace": BOOL, "picture": BOOL, "discovered": BOOL },
//                   "init": { "moment": BOOL, "eager": { "fields": BOOL, "handlers": BOOL, "only": TEXT } },
//                   "timeout_ms": INTEGER, "fresh": BOOL }
//   CONDITIONS := { "width", "height", "epoch_ms", "seed", "timer_chain", "frame_chain": INTEGER,
//                   "locale", "timezone": TEXT, "longest_timer_ms", "step_ms": NUMBER }
//   STORED     := { "cookies": [ JSON* ] | null, "storage": { TEXT: JSON … } | null }
//
// FLOW is what flow/flow.h reads, SCHEDULE what schedule/schedule.h reads. A reader refuses a version above its own. A
// recording is large and shared by many experiments: they name it by a hash of its HAR. A filter is code: its reader
// has one of that identity, or cannot read the experiment.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lab/lab.h"

namespace squall::lab {

// The recordings that the experiments of a batch are on. For one thread at a time.
class Recordings {
 public:
  // The hash of a recording, which can be found by it from now on.
  const std::string& hash_of(const std::shared_ptr<const network::Recording>& recording);
  // Null when there is none.
  std::shared_ptr<const network::Recording> find(const std::string& hash) const;

 private:
  std::map<std::shared_ptr<const network::Recording>, std::string> hashes_;
  std::map<std::string, std::shared_ptr<const network::Recording>> by_hash_;
};

Json to_json(const Experiment& experiment, Recordings& recordings);
// What bodies may pass on their way to the page, wherever the experiment is run.
using Filters = std::vector<std::shared_ptr<const network::BodyFilter>>;
// An Error when something in it is not what the grammar says, or when its recording or its filter is not there.
Result<Experiment> experiment_from_json(const Json& json, const Recordings& recordings, const Filters& filters = {});

// The same for all experiments that end equally: those that differ only in how they are run (timeout, fresh, means).
// `experiment` is what `to_json` gave.
std::string key_of(const Json& experiment);

const char* name_of(Server server);

Json to_json(const Conditions& conditions);
// Members that are not there have their usual value.
Result<Conditions> conditions_from_json(const Json& json);

Json to_json(const Stored& stored);
Result<Stored> stored_from_json(const Json& json);

}  // namespace squall::lab
