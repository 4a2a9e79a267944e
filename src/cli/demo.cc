#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/session.h"
#include "network/example_server.h"
#include "oracle/compare.h"

namespace squall::cli {
namespace {

CommandSpec spec() {
  CommandSpec spec;
  spec.name = "demo";
  spec.summary = "see squall at work on a bundled example";
  spec.description =
      "Serves the example `shop`, records two clicks on it, and replays them twice: once in good weather, once with "
      "the\n"
      "first response held back until the second click has settled. Then it says what the user would see.";
  spec.options = lab_options();
  spec.options.insert(spec.options.begin(),
                      {{"example", "NAME", "another example: see `squall serve examples`", "shop"}});
  return spec;
}

struct Told {
  std::string title;
  std::string wrong;
  schedule::Schedule schedule;
  std::filesystem::path flow;
  std::string page;
};

Result<Told> read_example(const std::filesystem::path& folder, const std::string& name) {
  auto json = read_json_file(folder / name / "example.json");
  if (!json) return Error{"there is no example “" + name + "”", "`squall serve examples` lists them."};
  Told told;
  told.title = (*json)["title"].as_string();
  told.wrong = (*json)["wrong"].as_string();
  told.flow = folder / name / (*json)["flow"].as_string();
  told.page = (*json)["page"].as_string_or("index.html");
  told.schedule.mode = schedule::Mode::Synchronous;
  if ((*json)["adverse"].is_object()) {
    told.schedule.mode = schedule::Mode::Adverse;
    told.schedule.hold = static_cast<int>((*json).at("adverse", "hold").as_int()) - 1;
    told.schedule.until = static_cast<int>((*json).at("adverse", "until").as_int()) - 1;
  }
  return told;
}

report::Report report_of(const lab::RecordedPage& page, const Told& told, std::vector<lab::Run> runs) {
  report::Report report;
  report.command = "demo";
  report.url = page.url;
  report.flow = page.flow;
  schedule::Schedule good;
  good.mode = schedule::Mode::Synchronous;
  auto comparison = oracle::compare(runs[0].outcome, runs[1].outcome);
  report.headline = comparison.equal ? "Both kinds of weather end in the same outcome."
                                     : "The order of responses decides what the user sees.";
  report.explanation = told.wrong.empty() ? told.title : told.wrong;
  report.runs.push_back({"good weather", good, std::move(runs[0])});
  report.runs.push_back({"bad weather", told.schedule, std::move(runs[1])});
  report.comparisons.push_back({0, 1, std::move(comparison)});
  return report;
}

int run(const Arguments& arguments) {
  auto start = Clock::now();
  auto examples = examples_folder("");
  if (!examples) return give_up(examples.error());
  std::string name = arguments.text("example");
  auto told = read_example(*examples, name);
  if (!told) return give_up(told.error());
  auto server = network::HttpServer::start({}, network::example_handler(*examples));
  if (!server) return give_up(server.error());
  lab::RecordOptions options;
  options.url = (*server)->url() + "/" + name + "/" + (told->page == "index.html" ? "" : told->page);
  auto flow = flow::read_flow(told->flow);
  if (!flow) return give_up(flow.error());
  options.flow = *flow;
  options.timeout = timeout_of(arguments);
  auto conditions = conditions_of(arguments);
  if (!conditions) return give_up(conditions.error());
  options.conditions = *conditions;
  if (auto status = check_browser(arguments); !status) return give_up(status.error());
  auto folder = make_run_folder(arguments, "demo", options.url);
  if (!folder) return give_up(folder.error());

  LabSession session(arguments, true, 2);
  auto page = lab::record_page(session.lab(), options, [](const std::string& what) { log_info(what + "…"); });
  if (!page) return give_up(page.error(), *folder);
  if (auto status = lab::save(*page, *folder); !status) return give_up(status.error(), *folder);
  server->reset();  // from here on, the recording answers
  lab::Experiment good = lab::experiment_on(*page);
  good.schedule.mode = schedule::Mode::Synchronous;
  lab::Experiment bad = good;
  bad.schedule = told->schedule;
  log_info("replaying in good and in bad weather, without the server…");
  auto runs = session.lab().run_all({good, bad}, nullptr);
  if (!runs) return give_up(runs.error(), *folder);
  if (interrupted()) return give_up({"interrupted", ""}, *folder);
  for (int i = 0; i < 2; ++i) {
    if (auto status = save_run(*folder, i + 1, i == 0 ? good.schedule : bad.schedule, (*runs)[static_cast<size_t>(i)]);
        !status) {
      return give_up(status.error(), *folder);
    }
  }
  auto report = report_of(*page, *told, std::move(runs).value());
  report.total_ms = ms_since(start);
  report.experiments = 4;
  if (auto status = publish(arguments, *folder, report); !status) return give_up(status.error(), *folder);
  if (auto status = folder->set_state(store::RunState::Finished); !status) return give_up(status.error());

  say(arguments, told->title + ": " + options.url);
  for (size_t i = 0; i < page->flow.steps.size(); ++i) {
    say(arguments, "  " + std::to_string(i + 1) + ". " + flow::label_of(page->flow.steps[i]));
  }
  say(arguments, "Good weather: " + schedule::describe(good.schedule) + ".");
  say(arguments, "Bad weather:  " + schedule::describe(bad.schedule) + ".");
  say(arguments, report.headline);
  say(arguments, oracle::summary(report.comparisons[0].comparison));
  say(arguments, "Report: " + folder->report_file().string());
  return kNothingFound;
}

}  // namespace

Command demo_command() { return {spec(), run}; }

}  // namespace squall::cli
