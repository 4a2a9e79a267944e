#include "analysis/ajax/job.h"

#include "analysis/ajax/observe.h"
#include "base/files.h"
#include "lab/recording_file.h"
#include "lab/unusable.h"

namespace squall::analysis::ajax {
namespace {

// The page with the flow it was recorded with.
Result<lab::RecordedPage> recorded_page(lab::Lab& lab, const JobSpec& spec, const Say& say) {
  if (spec.recorded) return *spec.recorded;
  lab::RecordOptions options = spec.record;
  options.replay = false;
  options.allow_writes = spec.allow_writes;
  if (spec.flow)
    options.flow = measured_flow(spec.before, *spec.flow).flow;
  else
    options.before = spec.before;
  return lab::record_page(lab, options, say);
}

}  // namespace

Result<Job> prepare(lab::Lab& lab, const JobSpec& spec, const Say& say) {
  auto page = recorded_page(lab, spec, say);
  if (!page) return page.error();
  bool discovered = !spec.recorded && !spec.flow;
  flow::Flow flow = spec.flow.value_or(page->flow);
  if (discovered) flow.steps.erase(flow.steps.begin(), flow.steps.begin() + std::ssize(spec.before.steps));
  MeasuredFlow measured = measured_flow(spec.before, with_known_fields(flow, *page));
  if (measured.flow.steps != page->flow.steps) say("performing the flow key by key");
  ObserveOptions options{spec.offline, spec.allow_writes, spec.record.timeout};
  auto observed = observe(lab, *page, measured.flow, options);
  if (!observed) return observed.error();
  options.unperformed = discovered;
  observed = observe_alone(lab, *observed, measured.begin, options);
  if (!observed) return observed.error();
  observed = observe_again(lab, *observed, measured.begin, options);
  if (!observed) return observed.error();
  return Job{std::move(observed).value(), measured.begin};
}

Result<Examined> examine(lab::Lab& lab, const JobSpec& spec, Options options) {
  auto job = prepare(lab, spec);
  if (!job) return job.error();
  if (auto worthless = lab::why_worthless(job->page.outcome, job->begin)) return *worthless;
  options.plan.begin = job->begin;
  auto analysis = analyse(lab, job->page, options);
  if (!analysis) return analysis.error();
  return Examined{std::move(job).value(), std::move(analysis).value()};
}

Status save(const Job& job, const store::RunFolder& folder) {
  if (auto status = lab::save(job.page, folder); !status) return status;
  return write_file(folder.recording() / kJobFile, Json::object({{"version", 1}, {"begin", job.begin}}).dump_pretty());
}

Result<Job> load_job(const store::RunFolder& folder) {
  auto page = lab::load_recording(folder);
  if (!page) return page.error();
  auto about = read_json_file(folder.recording() / kJobFile);
  if (!about) return about.error();
  return Job{std::move(page).value(), static_cast<int>((*about)["begin"].as_int())};
}

}  // namespace squall::analysis::ajax
