#include "analysis/init/account.h"
#include "analysis/init/job.h"
#include "base/log.h"
#include "base/progress.h"
#include "cli/findings.h"
#include "cli/session.h"
#include "lab/kept_lab.h"

namespace squall::cli {
namespace {

namespace init = analysis::init;

CommandSpec init_spec() {
  CommandSpec spec;
  spec.name = "init";
  spec.summary = "find what a user loses who is faster than the page";
  spec.description =
      "Loads the page, and looks for what a user could do before the page is ready: fields that a script fills in "
      "later,\n"
      "handlers that are registered late, handlers that fail because their script has not come. Each suspect is made\n"
      "to happen with real input while the resource in question is held back, and compared with the same input after\n"
      "loading. Only what differs, twice, is an error.";
  spec.positionals = {{"URL", "the page"}};
  spec.options = lab_options();
  spec.options.insert(
      spec.options.begin(),
      {{"before", "FILE", "steps to perform once at first, for example to log in: every load finds what they leave"},
       {"long-timer", "N", "timers of at least so many milliseconds count as a delay", "500", 1, 60000},
       {"max-suspects", "N", "how many suspects are tried at most, the gravest first", "40", 1, 100000},
       {"budget", "SECONDS", "begin no more tests after that time; 0 is no limit", "0", 0, 1000000},
       {"offline", "", "do not ask the server for what the recording cannot answer"},
       {"allow-writes", "", "also send what may change something there, and do what may delete, cost or log out"}});
  spec.examples = {{"squall init http://127.0.0.1:8080/form-init/", "tries what an impatient user can do on the page"},
                   {"squall init http://127.0.0.1:8080/hydrate/ --out hydrate", "the same, into ./hydrate"}};
  return spec;
}

Result<lab::RecordedPage> prepare(const Arguments& arguments, lab::Lab& lab) {
  auto record = record_options(arguments);
  if (!record) return record.error();
  auto before = flow_of(arguments, "before");
  if (!before) return before.error();
  return init::prepare(lab, {std::move(record).value(), std::move(before).value()},
                       [](const std::string& what) { log_info(what + "…"); });
}

Result<init::Analysis> analyse_init(const Arguments& arguments, lab::Lab& lab, const lab::RecordedPage& page,
                                    Clock::time_point start) {
  Progress progress("trying", "experiment");
  init::Options options;
  options.long_timer_ms = static_cast<double>(arguments.number("long-timer"));
  options.max_suspects = static_cast<size_t>(arguments.number("max-suspects"));
  options.bench = bench_options(arguments, progress, start);
  options.on_progress = [](const std::string& what) { log_info(what + "…"); };
  return init::analyse(lab, page, options);
}

int run_init(const Arguments& arguments) {
  auto start = Clock::now();
  if (auto url = page_url(arguments.positional(0)); !url) return give_up(url.error());
  if (auto before = flow_of(arguments, "before"); !before) return give_up(before.error());
  if (auto status = check_browser(arguments); !status) return give_up(status.error());
  LabSession session(arguments, false, static_cast<int>(arguments.number("workers")));
  session.lab().warm_up(conditions_of(arguments));
  auto folder = make_run_folder(arguments, "init", *page_url(arguments.positional(0)));
  if (!folder) return give_up(folder.error());
  auto page = prepare(arguments, session.lab());
  if (!page) return give_up(page.error(), *folder);
  lab::KeptLab lab(session.lab(), *folder);
  auto analysis = analyse_init(arguments, lab, *page, start);
  if (!analysis) return give_up(analysis.error(), *folder);
  session.lab().let_go();
  if (auto status = init::save(*page, *analysis, *folder); !status) return give_up(status.error(), *folder);
  if (auto status = lab::save_learned(*folder, *page->recording, *analysis->recording); !status) {
    return give_up(status.error(), *folder);
  }
  auto account = init::account_of(*analysis, *page);
  auto report = report_of("init", page->url, *analysis, account);
  report.total_ms = ms_since(start);
  return finish(arguments, *folder, report, init::lines_of(*analysis, account), analysis->complete);
}

}  // namespace

Command init_command() { return {init_spec(), run_init}; }

}  // namespace squall::cli
