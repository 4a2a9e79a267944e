#include <chrono>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/session.h"
#include "oracle/compare.h"

namespace squall::cli {
namespace {

CommandSpec spec() {
  CommandSpec spec;
  spec.name = "record";
  spec.summary = "load a page, let a user act on it, keep all that is needed to replay it";
  spec.description =
      "Loads URL in a real Chromium, performs the flow with real input, and keeps every response, so that the page can\n"
      "be replayed without its server, as often as you like, under any schedule. Without --flow, squall looks for what a\n"
      "user can do on the page and does each of these things once.";
  spec.positionals = {{"URL", "the page, for example http://127.0.0.1:8080/shop/"}};
  spec.options = lab_options();
  spec.options.insert(spec.options.begin(),
                      {{"flow", "FILE", "what the user does: JSON exported from the Recorder panel of Chrome DevTools"},
                       {"har", "FILE", "answer requests from this HAR file instead of from the server"},
                       {"type-by-key", "", "make each key stroke of a text a step of its own"}});
  spec.examples = {{"squall record http://127.0.0.1:8080/shop/", "records what a user can do on the page"},
                   {"squall record http://127.0.0.1:8080/shop/ --flow flow.json --out shop", "records a flow into ./shop"}};
  return spec;
}

Result<lab::RecordOptions> options_of(const Arguments& arguments) {
  lab::RecordOptions options;
  options.url = arguments.positional(0);
  if (options.url.find("://") == std::string::npos) options.url = "http://" + options.url;
  auto conditions = conditions_of(arguments);
  if (!conditions) return conditions.error();
  options.conditions = *conditions;
  auto now = std::chrono::system_clock::now().time_since_epoch();
  options.conditions.epoch_ms = std::chrono::duration_cast<std::chrono::seconds>(now).count() * 1000;
  options.timeout = timeout_of(arguments);
  if (arguments.has("flow")) {
    auto flow = flow::read_flow(arguments.text("flow"));
    if (!flow) return flow.error();
    options.flow = arguments.on("type-by-key") ? flow::expand_typing(*flow) : *flow;
  }
  if (arguments.has("har")) {
    auto json = read_json_file(arguments.text("har"));
    if (!json) return json.error();
    auto imported = network::from_har(*json);
    if (!imported) return Error{arguments.text("har") + ": " + imported.error().message, imported.error().hint};
    if (imported->skipped > 0) log_warning(count_of(static_cast<size_t>(imported->skipped), "entry") + " of the HAR cannot be used");
    options.har = std::make_shared<network::Recording>(std::move(imported->recording));
  }
  return options;
}

void tell(const Arguments& arguments, const lab::RecordedPage& page) {
  say(arguments, "Recorded " + page.url + " with " + count_of(page.flow.steps.size(), "step"));
  for (size_t i = 0; i < page.outcome.steps.size(); ++i) {
    const auto& step = page.outcome.steps[i];
    say(arguments, "  " + std::to_string(i + 1) + ". " + step.label + (step.performed ? "" : "  (infeasible: " + step.reason + ")"));
  }
  say(arguments, count_of(page.outcome.requests.size(), "request") + ", " + count_of(page.outcome.errors.size(), "error") +
                     ", " + count_of(page.trace.events.size(), "event") + " in the trace");
  for (const auto& error : page.outcome.errors) say(arguments, "  error: " + error.text);
  for (const auto& incident : page.outcome.incidents) say(arguments, "  " + incident.kind + ": " + incident.detail);
}

report::Report report_of(const lab::RecordedPage& page, double total_ms) {
  report::Report report;
  report.command = "record";
  report.url = page.url;
  report.flow = page.flow;
  report.headline = "Recorded " + count_of(page.flow.steps.size(), "step") + " and " +
                    count_of(page.recording->entries.size(), "response") + ".";
  report.explanation =
      "The page now replays without its server, under any schedule. This is how it went, each event when it was due.";
  lab::Run run;
  run.outcome = page.outcome;
  run.order = page.order;
  run.trace = page.trace;
  report.runs.push_back({"as recorded", {}, std::move(run)});
  report.total_ms = total_ms;
  report.experiments = 2;
  return report;
}

int run(const Arguments& arguments) {
  auto start = Clock::now();
  auto options = options_of(arguments);
  if (!options) return give_up(options.error());
  auto folder = make_run_folder(arguments, "record", options->url);
  if (!folder) return give_up(folder.error());
  LabSession session(arguments, options->har != nullptr, 1);
  auto page = lab::record_page(session.lab(), *options, [](const std::string& what) { log_info(what + "…"); });
  if (!page) return give_up(page.error(), *folder);
  if (auto status = lab::save(*page, *folder); !status) return give_up(status.error(), *folder);
  auto report = report_of(*page, ms_since(start));
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());
  tell(arguments, *page);
  say(arguments, "Replay it with: squall replay " + folder->path().string());
  return kNothingFound;
}

}  // namespace

Command record_command() { return {spec(), run}; }

}  // namespace squall::cli
