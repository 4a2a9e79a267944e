#include <filesystem>
#include <optional>

#include "analysis/ajax/analysis.h"
#include "analysis/ajax/observe.h"
#include "base/files.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/ajax_report.h"
#include "cli/findings.h"
#include "cli/session.h"
#include "lab/kept_lab.h"
#include "lab/unusable.h"

namespace squall::cli {
namespace {

namespace ajax = analysis::ajax;

CommandSpec spec() {
  CommandSpec spec;
  spec.name = "ajax";
  spec.summary = "find responses that can cross, and show what the user sees when they do";
  spec.description =
      "Looks for pairs of user events that change the same part of the page, the first of them after a response of "
      "the\n"
      "server. Performs each pair with the responses in order, and again with those to the first event held back "
      "until\n"
      "the second has settled. When the page ends differently, again and again, that is a race. Without --flow, "
      "squall\n"
      "looks for what a user can do on the page. A run of `squall record` is used as it is; a run of `squall ajax` is\n"
      "gone on with, or judged again, without running anything twice.";
  spec.positionals = {{"URL|RUN", "the page, or the folder that `squall record` or `squall ajax` made"}};
  spec.options = lab_options();
  spec.options.insert(
      spec.options.begin(),
      {{"flow", "FILE", "what the user does: JSON exported from the Recorder panel of Chrome DevTools"},
       {"before", "FILE", "steps to perform before the flow, for example to log in; they are not tested"},
       {"ignore", "SELECTORS", "parts of the page that do not count, for example “#clock, .ad”; may be repeated"},
       {"max-tests", "N", "how many pairs are tested at most, the most telling first", "50", 1, 1000000},
       {"offline", "", "do not ask the server for what the recording cannot answer"},
       {"allow-writes", "", "also send requests other than GET and HEAD that the recording does not know"}});
  spec.examples = {{"squall ajax http://127.0.0.1:8080/shop/", "tests what a user can do on the page"},
                   {"squall ajax http://127.0.0.1:8080/shop/ --flow flow.json --out shop", "tests a flow, into ./shop"},
                   {"squall ajax shop --ignore '#clock'", "judges the same run again, without the clock"}};
  return spec;
}

// All that is to be tested, and where it is kept.
struct Job {
  store::RunFolder folder;
  lab::RecordedPage page;
  int begin = 0;  // the first step that is tested
};

// recording/ajax.json: { "version": 1, "begin": 0 }
std::filesystem::path job_file(const store::RunFolder& folder) { return folder.recording() / "ajax.json"; }

Status save_job(const Job& job) {
  if (auto status = lab::save(job.page, job.folder); !status) return status;
  return write_file(job_file(job.folder), Json::object({{"version", 1}, {"begin", job.begin}}).dump_pretty());
}

// What the run that is gone on with was given, where the command line says nothing else.
Arguments with_options_of(const store::RunFolder& folder, Arguments arguments) {
  Arguments usual = fallbacks_of(spec());
  for (const char* name : {"ignore", "max-tests", "offline", "allow-writes", "timeout"}) {
    bool given = arguments.has(name) && arguments.text(name) != usual.text(name);
    if (!given && folder.options().has(name)) arguments.values_[name] = folder.options()[name].as_string();
  }
  return arguments;
}

// A run of squall ajax goes on in its own folder, unless it is to be something else.
bool goes_on(const Arguments& arguments) {
  if (arguments.has("flow") || arguments.has("before") || arguments.has("out")) return false;
  auto folder = store::RunFolder::open(arguments.positional(0));
  std::error_code ignored;
  return folder && folder->command() == "ajax" && std::filesystem::exists(job_file(*folder), ignored);
}

Result<Job> open_job(const Arguments& arguments) {
  auto folder = store::RunFolder::open(arguments.positional(0));
  if (!folder) return folder.error();
  auto page = lab::load_recording(*folder);
  if (!page) return page.error();
  auto about = read_json_file(job_file(*folder));
  if (!about) return about.error();
  if (auto status = folder->set_state(store::RunState::Running); !status) return status.error();
  int begin = static_cast<int>((*about)["begin"].as_int());
  return Job{std::move(folder).value(), std::move(page).value(), begin};
}

// The page as recorded, from a run or from the server, with the flow it was recorded with.
Result<lab::RecordedPage> recorded_page(const Arguments& arguments, lab::Lab& lab, const flow::Flow& before) {
  if (is_run(arguments.positional(0))) {
    auto source = store::RunFolder::open(arguments.positional(0));
    if (!source) return source.error();
    return lab::load_with_learned(*source);
  }
  auto options = record_options(arguments);
  if (!options) return options.error();
  options->replay = false;
  if (arguments.has("flow")) {
    auto flow = flow_of(arguments, "flow");
    if (!flow) return flow.error();
    options->flow = ajax::measured_flow(before, *flow).flow;
  } else {
    options->before = before;
  }
  return lab::record_page(lab, *options, [](const std::string& what) { log_info(what + "…"); });
}

// What can be known to be wrong before anything is started or replaced.
Status check(const Arguments& arguments) {
  const std::string& target = arguments.positional(0);
  for (const char* option : {"flow", "before"}) {
    if (auto flow = flow_of(arguments, option); !flow) return flow.error();
  }
  if (auto selectors = oracle::parse_selectors(arguments.text("ignore")); !selectors && arguments.has("ignore")) {
    return Error{"--ignore: " + selectors.error().message, "Give CSS selectors, for example “#clock, .ad”."};
  }
  if (is_run(target)) {
    auto source = store::RunFolder::open(target);
    if (!source) return source.error();
    if (auto status = check_out(arguments, *source); !status) return status;
    if (auto page = lab::load_recording(*source); !page) return page.error();
  } else {
    if (auto url = page_url(target); !url) return url.error();
  }
  if (goes_on(arguments)) return {};  // perhaps nothing has to be run
  return check_browser(arguments);
}

Result<Job> new_job(const Arguments& arguments, LabSession& session, store::RunFolder folder) {
  auto before = flow_of(arguments, "before");
  if (!before) return before.error();
  auto page = recorded_page(arguments, session.lab(), *before);
  if (!page) return page.error();
  bool discovered = !is_run(arguments.positional(0)) && !arguments.has("flow");
  flow::Flow after = page->flow;
  if (discovered) after.steps.erase(after.steps.begin(), after.steps.begin() + std::ssize(before->steps));
  if (arguments.has("flow")) after = *flow_of(arguments, "flow");
  ajax::MeasuredFlow measured = ajax::measured_flow(*before, ajax::with_known_fields(after, *page));
  if (measured.flow.steps != page->flow.steps) log_info("performing the flow key by key…");
  ajax::ObserveOptions observe{arguments.on("offline"), arguments.on("allow-writes"), timeout_of(arguments)};
  auto observed = ajax::observe(session.lab(), *page, measured.flow, observe);
  if (!observed) return observed.error();
  observe.unperformed = discovered;
  observed = ajax::observe_alone(session.lab(), *observed, measured.begin, observe);
  if (!observed) return observed.error();
  Job job{std::move(folder), std::move(observed).value(), measured.begin};
  if (auto status = save_job(job); !status) return status.error();
  return job;
}

ajax::Options options_of(const Arguments& arguments, const Job& job, Progress& progress) {
  ajax::Options options;
  options.plan.begin = job.begin;
  options.plan.max_tests = static_cast<size_t>(arguments.number("max-tests"));
  options.bench = bench_options(arguments, progress);
  if (arguments.has("ignore")) options.ignore = *oracle::parse_selectors(arguments.text("ignore"));
  return options;
}

Result<ajax::Analysis> analyse(const Arguments& arguments, LabSession& session, const Job& job) {
  Progress progress("testing", "experiment");
  lab::KeptLab lab(session.lab(), job.folder);
  size_t told = 0;
  auto tell = [&](const ajax::Analysis& so_far) {
    if (so_far.tests.empty()) log_info("testing " + count_of(so_far.plan.pairs.size(), "pair") + " of user events…");
    for (; told < so_far.findings.size(); ++told) log_info("found " + so_far.findings[told].title);
  };
  auto analysis = ajax::analyse(lab, job.page, options_of(arguments, job, progress), tell);
  if (analysis && lab.reused() > 0)
    log_info(count_of(static_cast<size_t>(lab.reused()), "run") + (lab.reused() == 1 ? " was" : " were") +
             " there already");
  return analysis;
}

int conclude(const Arguments& arguments, Job& job, const ajax::Analysis& analysis, double total_ms) {
  auto report = ajax_report(analysis, job.page, job.begin);
  report.total_ms = total_ms;
  if (auto status = lab::save_learned(job.folder, *job.page.recording, *analysis.recording); !status) {
    return give_up(status.error(), job.folder);
  }
  return finish(arguments, job.folder, report, ajax_lines(report), analysis.complete, "squall ajax");
}

Result<Job> job_of(const Arguments& arguments, LabSession& session, std::optional<store::RunFolder>& folder) {
  if (goes_on(arguments)) return open_job(arguments);
  bool run = is_run(arguments.positional(0));
  std::string url = run ? store::RunFolder::open(arguments.positional(0))->url() : *page_url(arguments.positional(0));
  auto made = make_run_folder(arguments, "ajax", url);
  if (!made) return made.error();
  folder = *made;
  return new_job(arguments, session, *made);
}

int run(const Arguments& given) {
  auto start = Clock::now();
  if (auto status = check(given); !status) return give_up(status.error());
  Arguments arguments = goes_on(given) ? with_options_of(*store::RunFolder::open(given.positional(0)), given) : given;
  LabSession session(arguments, arguments.on("offline"), static_cast<int>(arguments.number("workers")));
  if (!goes_on(given)) session.lab().warm_up(conditions_of(given));
  std::optional<store::RunFolder> folder;
  auto job = job_of(arguments, session, folder);
  if (!job) return folder ? give_up(job.error(), *folder) : give_up(job.error());
  if (auto worthless = lab::why_worthless(job->page.outcome, job->begin)) return give_up(*worthless, job->folder);
  auto analysis = analyse(arguments, session, *job);
  if (!analysis) return give_up(analysis.error(), job->folder);
  session.lab().let_go();
  return conclude(arguments, *job, *analysis, ms_since(start));
}

}  // namespace

Command ajax_command() { return {spec(), run}; }

}  // namespace squall::cli
