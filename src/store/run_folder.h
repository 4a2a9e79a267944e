// The run folder: all that one run of squall produced.
//
//   squall-runs/20260131-142501-ajax/
//     run.json              what was run, and how it ended; written first, and again at each change of state
//     recording/            network.har, trace.json, flow.json
//     experiments/0001/     an outcome and its picture, each
//     results.json          for other tools
//     index.html            for a person
//
//   run.json: { "squall": "0.1.0", "schema": 1, "command": "ajax", "url": "…", "started": "2026-01-31T13:25:01.250Z",
//               "state": "running|finished|interrupted|failed", "ended": "…" (unless running), "options": { … } }
//
// Lifecycle: `create` makes the folder in state Running; the run writes into it as it goes; `set_state` says how it
// ended. A run that is found Running later was killed. A RunFolder is a value that names a folder: it owns no resource,
// and it is for one thread at a time.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::store {

enum class RunState { Running, Finished, Interrupted, Failed };
const char* name_of(RunState state);

// What a new run is about. `options` is an object of whatever the command needs to be run again.
struct RunSpec {
  std::string command;
  std::string url;
  Json options = Json::object();
};

class RunFolder {
 public:
  using Time = std::chrono::system_clock::time_point;

  // A new folder in `base`, named by local time and command; "-2", "-3"… follow when the name is taken.
  static Result<RunFolder> create(const std::filesystem::path& base, const RunSpec& spec,
                                  Time now = std::chrono::system_clock::now());
  // The folder that the user named with --out: new, empty, or a run, whose content is replaced. Anything else is an
  // error, so that squall never deletes what is not its own.
  static Result<RunFolder> create_at(const std::filesystem::path& out, const RunSpec& spec,
                                     Time now = std::chrono::system_clock::now());
  // A run that exists. The error says what is wrong with it: no run, broken, or written by a newer squall.
  static Result<RunFolder> open(const std::filesystem::path& folder);
  // The run of `base` that was started last. Folders that are not readable runs are passed over.
  static Result<RunFolder> latest(const std::filesystem::path& base);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path recording() const { return path_ / "recording"; }
  std::filesystem::path har_file() const { return recording() / "network.har"; }
  std::filesystem::path trace_file() const { return recording() / "trace.json"; }
  std::filesystem::path flow_file() const { return recording() / "flow.json"; }
  // The folder of the experiment with this number, from 1: experiments/0001. Its writer makes it.
  std::filesystem::path experiment(int number) const;
  std::filesystem::path results_file() const { return path_ / "results.json"; }
  std::filesystem::path report_file() const { return path_ / "index.html"; }

  // What run.json says.
  std::string version() const { return run_["squall"].as_string(); }
  std::string command() const { return run_["command"].as_string(); }
  std::string url() const { return run_["url"].as_string(); }
  std::string started() const { return run_["started"].as_string(); }
  const Json& options() const { return run_["options"]; }
  RunState state() const;

  // Writes files, by name, as the experiment with this number: all of them, or none. Those without content are left
  // out.
  Status write_experiment(int number, const std::vector<std::pair<std::string, std::string>>& files) const;
  // The numbers of the experiments that have a folder, in order: where a resumed run goes on.
  std::vector<int> experiments() const;

  Status set_state(RunState state, Time now = std::chrono::system_clock::now());
  Status write_results(const Json& results) const;

 private:
  RunFolder(std::filesystem::path path, Json run) : path_(std::move(path)), run_(std::move(run)) {}
  static Result<RunFolder> begin(const std::filesystem::path& folder, const RunSpec& spec, Time now);
  std::filesystem::path run_file() const { return path_ / "run.json"; }

  std::filesystem::path path_;
  Json run_;  // the content of run.json; members that we do not know are kept
};

}  // namespace squall::store
