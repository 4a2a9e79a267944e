// `squall init` as a function: from a URL to verdicts and findings.
#pragma once

#include "analysis/init/analysis.h"
#include "lab/recorder.h"
#include "store/run_folder.h"

namespace squall::analysis::init {

struct JobSpec {
  lab::RecordOptions record;  // the page's URL, conditions and time
  flow::Flow before;          // performed once at first: every load finds what it leaves in the browser
};

// The page, recorded without steps.
Result<lab::RecordedPage> prepare(
    lab::Lab& lab, const JobSpec& spec, const std::function<void(const std::string&)>& say = [](const std::string&) {});

// Both, one after the other.
struct Examined {
  lab::RecordedPage page;
  Analysis analysis;
};
Result<Examined> examine(lab::Lab& lab, const JobSpec& spec, const Options& options);

// The recording with the steps of the impatient user, so that `squall replay --finding` can show each again.
Status save(lab::RecordedPage page, const Analysis& analysis, const store::RunFolder& folder);

}  // namespace squall::analysis::init
