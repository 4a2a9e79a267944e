#include <filesystem>
#include <optional>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/session.h"
#include "lab/unusable.h"
#include "oracle/compare.h"

namespace squall::cli {
namespace {

constexpr size_t kMostLines = 20;  // of errors and incidents on the terminal

CommandSpec record_spec() {
  CommandSpec spec;
  spec.name = "record";
  spec.summary = "load a page, let a user act on it, keep all that is needed to replay it";
  spec.description =
      "Loads URL in a real Chromium, performs the flow with real input, and keeps every response, so that the page "
      "can\n"
      "be replayed without its server, as often as you like, under any schedule. Without --flow, squall looks for what "
      "a\n"
      "user can do on the page and does each of these things once.";
  spec.positionals = {{"URL", "the page, for example http://127.0.0.1:8080/shop/"}};
  spec.options = lab_options();
  spec.options.insert(
      spec.options.begin(),
      {{"flow", "FILE", "what the user does: JSON exported from the Recorder panel of Chrome DevTools"},
       {"har", "FILE", "answer requests from this HAR file instead of from the server"},
       {"type-by-key", "", "make each key stroke of a text a step of its own"},
       {"allow-writes", "", "also send what may change something there, and do what may delete, cost or log out"}});
  spec.examples = {
      {"squall record http://127.0.0.1:8080/shop/", "records what a user can do on the page"},
      {"squall record http://127.0.0.1:8080/shop/ --flow flow.json --out shop", "records a flow into ./shop"}};
  return spec;
}

Result<std::shared_ptr<network::Recording>> har_of(const std::string& file) {
  auto json = read_json_file(file);
  const char* hint = "Export it as HAR from the Network panel of Chrome DevTools.";
  if (!json) return with_hint(json.error(), hint);
  auto imported = network::from_har(*json);
  if (!imported) return Error{file + ": " + imported.error().message, hint};
  if (imported->skipped > 0) {
    log_warning(std::to_string(imported->skipped) + " of the entries in " + file + " cannot be used");
  }
  return std::make_shared<network::Recording>(std::move(imported->recording));
}

Result<lab::RecordOptions> record_options_of(const Arguments& arguments) {
  std::string page = one_line(arguments.positional(0), 120);
  if (is_run(arguments.positional(0))) {
    return Error{page + " is a run, not a URL", "Run it again with: squall replay " + page};
  }
  auto options = record_options(arguments);
  if (!options) return options;
  options->allow_writes = arguments.on("allow-writes");
  if (arguments.has("flow")) {
    auto flow = flow_of(arguments, "flow");
    if (!flow) return flow.error();
    options->flow = arguments.on("type-by-key") ? flow::expand_typing(*flow) : *flow;
  }
  if (arguments.has("har")) {
    auto har = har_of(arguments.text("har"));
    if (!har) return har.error();
    options->har = *har;
  }
  return options;
}

void tell(const Arguments& arguments, const lab::RecordedPage& page) {
  say(arguments, "Recorded " + page.url + " with " + count_of(page.flow.steps.size(), "step"));
  for (size_t i = 0; i < page.outcome.steps.size(); ++i) {
    const auto& step = page.outcome.steps[i];
    say(arguments, "  " + std::to_string(i + 1) + ". " + one_line(step.label) +
                       (step.performed ? "" : "  (infeasible: " + one_line(step.reason) + ")"));
  }
  if (page.flow.steps.empty()) say(arguments, "  There is nothing to do on the page; give steps with --flow.");
  say(arguments, count_of(page.outcome.requests.size(), "request") + ", " +
                     count_of(page.outcome.errors.size(), "error") + ", " +
                     count_of(page.trace.events.size(), "event") + " in the trace");
  std::vector<std::string> lines = page.notes;
  for (const auto& error : page.outcome.errors) lines.push_back("error: " + error.text);
  for (const auto& incident : page.outcome.incidents) lines.push_back(incident.kind + ": " + incident.detail);
  for (size_t i = 0; i < lines.size() && i < kMostLines; ++i) say(arguments, "  " + one_line(lines[i]));
  if (lines.size() > kMostLines)
    say(arguments, "  and " + std::to_string(lines.size() - kMostLines) + " more; see the report");
}

// A recording in which no step could be performed shows nothing.
std::optional<Error> why_worthless(const lab::RecordedPage& page) {
  auto why = lab::why_worthless(page.outcome);
  if (!why) return std::nullopt;
  return Error{one_line(why->message, 700), why->hint + " The report shows what the user saw."};
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
  report.notes = page.notes;
  report.total_ms = total_ms;
  report.experiments = 2;
  return report;
}

int run_record(const Arguments& arguments) {
  auto start = Clock::now();
  auto options = record_options_of(arguments);
  if (!options) return give_up(options.error());
  if (auto status = check_browser(arguments); !status) return give_up(status.error());
  auto folder = make_run_folder(arguments, "record", options->url);
  if (!folder) return give_up(folder.error());
  LabSession session(arguments, options->har != nullptr, 1);
  auto page = lab::record_page(session.lab(), *options, [](const std::string& what) { log_info(what + "…"); });
  if (!page) return give_up(page.error(), *folder);
  if (auto status = lab::save(*page, *folder); !status) return give_up(status.error(), *folder);
  auto report = report_of(*page, ms_since(start));
  auto worthless = why_worthless(*page);
  if (worthless) print_error_document(*worthless);
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  tell(arguments, *page);
  if (worthless) {
    say(arguments, "Report: " + folder->report_file().string());
    return give_up(*worthless, *folder);
  }
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());
  say(arguments, "Replay it with: squall replay " + folder->path().string());
  return kNothingFound;
}

}  // namespace

Command record_command() { return {record_spec(), run_record}; }

}  // namespace squall::cli
