// `squall ajax` as a function: from a URL, or a recording, to verdicts and findings.
//
//   prepare: record ──► measure, key by key ──► observe ──► observe alone, again     a Job, which can be kept
//   analyse: plan ──► test ──► explain                                           (analysis.h)
#pragma once

#include <functional>
#include <optional>

#include "analysis/ajax/analysis.h"
#include "lab/recorder.h"
#include "store/run_folder.h"

namespace squall::analysis::ajax {

// All that is to be tested.
struct Job {
  lab::RecordedPage page;
  int begin = 0;  // the first step that is tested
};

struct JobSpec {
  lab::RecordOptions record;                  // of a page that is not recorded yet: its URL, conditions and time
  std::optional<lab::RecordedPage> recorded;  // the page, when it was recorded before
  std::optional<flow::Flow> flow;  // that is tested; when absent, that of the recording, or what is discovered
  flow::Flow before;               // performed before the flow, and not tested
  bool offline = false;            // the server is not asked for what a recording cannot answer
  bool allow_writes = false;
};

using Say = std::function<void(const std::string&)>;  // told what is being done

Result<Job> prepare(
    lab::Lab& lab, const JobSpec& spec, const Say& say = [](const std::string&) {});

// Both, one after the other. Error: the environment is broken, or no step of the flow can be performed on the page.
struct Examined {
  Job job;
  Analysis analysis;
};
Result<Examined> examine(lab::Lab& lab, const JobSpec& spec, Options options);

// recording/ajax.json, beside the recording: { "version": 1, "begin": 0 }
inline constexpr char kJobFile[] = "ajax.json";
Status save(const Job& job, const store::RunFolder& folder);
Result<Job> load_job(const store::RunFolder& folder);

}  // namespace squall::analysis::ajax
