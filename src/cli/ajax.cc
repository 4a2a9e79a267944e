#include <filesystem>
#include <optional>

#include "analysis/ajax/account.h"
#include "analysis/ajax/job.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/findings.h"
#include "cli/session.h"
#include "lab/kept_lab.h"
#include "lab/unusable.h"

namespace squall::cli {
namespace {

namespace ajax = analysis::ajax;

CommandSpec ajax_spec() {
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
       {"budget", "SECONDS", "begin no more tests after that time; 0 is no limit", "0", 0, 1000000},
       {"offline", "", "do not ask the server for what the recording cannot answer"},
       {"allow-writes", "", "also send what may change something there, and do what may delete, cost or log out"}});
  spec.examples = {{"squall ajax http://127.0.0.1:8080/shop/", "tests what a user can do on the page"},
                   {"squall ajax http://127.0.0.1:8080/shop/ --flow flow.json --out shop", "tests a flow, into ./shop"},
                   {"squall ajax shop --ignore '#clock'", "judges the same run again, without the clock"}};
  return spec;
}

// What is tested, and where it is kept.
struct Work {
  store::RunFolder folder;
  ajax::Job job;
};

// What the run that is gone on with was given, where the command line says nothing else.
Arguments with_options_of(const store::RunFolder& folder, Arguments arguments) {
  Arguments usual = fallbacks_of(ajax_spec());
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
  return folder && folder->command() == "ajax" &&
         std::filesystem::exists(folder->recording() / ajax::kJobFile, ignored);
}

Result<Work> open_work(const Arguments& arguments) {
  auto folder = store::RunFolder::open(arguments.positional(0));
  if (!folder) return folder.error();
  auto job = ajax::load_job(*folder);
  if (!job) return job.error();
  if (auto status = folder->set_state(store::RunState::Running); !status) return status.error();
  return Work{std::move(folder).value(), std::move(job).value()};
}

// What is to be recorded, or was recorded by the run that the first argument names.
Result<ajax::JobSpec> spec_of(const Arguments& arguments) {
  ajax::JobSpec spec;
  spec.offline = arguments.on("offline");
  spec.allow_writes = arguments.on("allow-writes");
  spec.record.timeout = timeout_of(arguments);
  if (is_run(arguments.positional(0))) {
    auto source = store::RunFolder::open(arguments.positional(0));
    if (!source) return source.error();
    auto page = lab::load_with_learned(*source);
    if (!page) return page.error();
    spec.recorded = std::move(page).value();
  } else {
    auto options = record_options(arguments);
    if (!options) return options.error();
    spec.record = std::move(options).value();
  }
  auto before = flow_of(arguments, "before");
  if (!before) return before.error();
  spec.before = std::move(before).value();
  if (!arguments.has("flow")) return spec;
  auto flow = flow_of(arguments, "flow");
  if (!flow) return flow.error();
  spec.flow = std::move(flow).value();
  return spec;
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

Result<Work> new_work(const Arguments& arguments, LabSession& session, const store::RunFolder& folder) {
  auto spec = spec_of(arguments);
  if (!spec) return spec.error();
  auto job = ajax::prepare(session.lab(), *spec, [](const std::string& what) { log_info(what + "…"); });
  if (!job) return job.error();
  if (auto status = ajax::save(*job, folder); !status) return status.error();
  return Work{folder, std::move(job).value()};
}

ajax::Options options_of(const Arguments& arguments, const ajax::Job& job, Progress& progress,
                         Clock::time_point start) {
  ajax::Options options;
  options.plan.begin = job.begin;
  options.plan.max_tests = static_cast<size_t>(arguments.number("max-tests"));
  options.bench = bench_options(arguments, progress, start);
  if (arguments.has("ignore")) options.ignore = *oracle::parse_selectors(arguments.text("ignore"));
  return options;
}

Result<ajax::Analysis> analyse(const Arguments& arguments, LabSession& session, const Work& work,
                               Clock::time_point start) {
  Progress progress("testing", "experiment");
  lab::KeptLab lab(session.lab(), work.folder);
  size_t told = 0;
  auto tell = [&](const ajax::Analysis& so_far) {
    if (so_far.tests.empty()) log_info("testing " + count_of(so_far.plan.pairs.size(), "pair") + " of events…");
    for (; told < so_far.findings.size(); ++told) log_info("found " + so_far.findings[told].title);
  };
  auto analysis = ajax::analyse(lab, work.job.page, options_of(arguments, work.job, progress, start), tell);
  if (analysis && lab.reused() > 0)
    log_info(count_of(static_cast<size_t>(lab.reused()), "run") + (lab.reused() == 1 ? " was" : " were") +
             " there already");
  return analysis;
}

int conclude(const Arguments& arguments, Work& work, const ajax::Analysis& analysis, double total_ms) {
  const auto& [page, begin] = work.job;
  auto account = ajax::account_of(analysis, page, begin);
  auto report = report_of("ajax", page.url, analysis, account);
  report.total_ms = total_ms;
  if (auto status = lab::save_learned(work.folder, *page.recording, *analysis.recording); !status) {
    return give_up(status.error(), work.folder);
  }
  return finish(arguments, work.folder, report, ajax::lines_of(analysis, account), analysis.complete);
}

Result<Work> work_of(const Arguments& arguments, LabSession& session, std::optional<store::RunFolder>& folder) {
  if (goes_on(arguments)) return open_work(arguments);
  bool run = is_run(arguments.positional(0));
  std::string url = run ? store::RunFolder::open(arguments.positional(0))->url() : *page_url(arguments.positional(0));
  auto made = make_run_folder(arguments, "ajax", url);
  if (!made) return made.error();
  folder = *made;
  return new_work(arguments, session, *made);
}

int run_ajax(const Arguments& given) {
  auto start = Clock::now();
  if (auto status = check(given); !status) return give_up(status.error());
  Arguments arguments = goes_on(given) ? with_options_of(*store::RunFolder::open(given.positional(0)), given) : given;
  LabSession session(arguments, arguments.on("offline"), static_cast<int>(arguments.number("workers")));
  if (!goes_on(given)) session.lab().warm_up(conditions_of(given));
  std::optional<store::RunFolder> folder;
  auto work = work_of(arguments, session, folder);
  if (!work) return folder ? give_up(work.error(), *folder) : give_up(work.error());
  const auto& job = work->job;
  if (auto worthless = lab::why_worthless(job.page.outcome, job.begin)) return give_up(*worthless, work->folder);
  auto analysis = analyse(arguments, session, *work, start);
  if (!analysis) return give_up(analysis.error(), work->folder);
  session.lab().let_go();
  return conclude(arguments, *work, *analysis, ms_since(start));
}

}  // namespace

Command ajax_command() { return {ajax_spec(), run_ajax}; }

}  // namespace squall::cli
