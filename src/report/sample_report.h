// Reports for tests: one that is plain, and one in which every string is the same hostile one.
#pragma once

#include <string>

#include "report/report.h"

namespace squall::report {

inline flow::Step sample_click(const std::string& name, const std::string& selector) {
  flow::Step step;
  step.selectors = {{"aria/" + name}, {selector}};
  return step;
}

inline ShownRun sample_run(const std::string& title, std::vector<std::string> order) {
  ShownRun shown;
  shown.title = title;
  lab::Outcome& outcome = shown.run.outcome;
  outcome.url = "http://shop.test/";
  outcome.status = 200;
  outcome.steps = {{"click “Car Wash”", true, ""}, {"click “Diesel”", true, ""}};
  outcome.requests = {
      {"GET", "http://shop.test/", "", "document", lab::Answer::Recorded, ""},
      {"GET", "http://shop.test/stations?filter=wash", "", "xhr", lab::Answer::Recorded, ""},
      {"GET", "http://shop.test/stations?filter=wash,diesel", "", "xhr", lab::Answer::Recorded, ""},
  };
  shown.run.order = std::move(order);
  shown.run.virtual_ms = 320;
  shown.run.real_ms = 140;
  return shown;
}

// Two clicks; in the second run the response to the first comes last.
inline Report sample_report() {
  const std::string wash = "root/user:1/xhr:GET http://shop.test/stations?filter=wash";
  const std::string diesel = "root/user:2/xhr:GET http://shop.test/stations?filter=wash,diesel";
  Report report;
  report.command = "replay";
  report.url = "http://shop.test/";
  report.headline = "The outcome depends on the order of two responses.";
  report.explanation = "When the response to step 1 comes last, the list shows the wrong stations.";
  report.flow.steps = {sample_click("Car Wash", "#car-wash"), sample_click("Diesel", "#diesel")};
  report.runs.push_back(sample_run("as they come", {"root/user:1", wash, "root/user:2", diesel}));
  report.runs.push_back(sample_run("response 1 last", {"root/user:1", "root/user:2", diesel, wash}));
  report.runs[1].schedule.mode = schedule::Mode::Adverse;
  report.runs[1].schedule.hold = 0;
  report.runs[1].schedule.until = 1;
  ShownComparison shown{0, 1, {}};
  shown.comparison.equal = false;
  shown.comparison.visible = true;
  shown.comparison.differences = {{oracle::Aspect::Dom, "#result",
                                   "the text of #result is “Acme, Zoom” instead of “Acme”", "Acme", "Acme, Zoom", false,
                                   "text"}};
  report.comparisons.push_back(std::move(shown));
  report.total_ms = 1250;
  report.experiments = 2;
  return report;
}

inline lab::Outcome outcome_of(const std::string& evil) {
  lab::Outcome outcome;
  outcome.ending = lab::Ending::Diverged;
  outcome.ending_detail = outcome.url = outcome.picture = evil;
  outcome.errors = {{evil, evil, 3, 4, evil}};
  outcome.console = {{evil, evil}, {"error", evil}};
  for (auto answer : {lab::Answer::Recorded, lab::Answer::Unanswered, lab::Answer::Failed}) {
    outcome.requests.push_back({evil, evil, evil, evil, answer, evil});
  }
  Json values = Json::object();
  values.set(evil, evil);
  Json areas = Json::object();
  areas.set(evil, values);
  outcome.storage = Json::object();
  outcome.storage.set(evil, areas);
  outcome.cookies = Json::array();
  outcome.cookies.push(Json::object({{"name", evil}, {"value", evil}, {"domain", evil}, {"path", evil}}));
  outcome.steps = {{evil, true, ""}, {evil, false, evil}};
  outcome.incidents = {{evil, evil}, {"cut", evil}, {"dialog", evil}};
  return outcome;
}

// Every string of it, but those that only squall writes (names of kinds), is `evil`.
inline Report hostile_report(const std::string& evil) {
  Report report;
  report.command = report.url = report.headline = report.explanation = evil;
  report.flow.title = evil;
  report.flow.steps = {sample_click(evil, evil), sample_click("", evil)};
  report.flow.steps[1].type = flow::StepType::Change;
  report.flow.steps[1].value = evil;
  for (int i = 0; i < 3; ++i) {
    ShownRun shown;
    shown.title = evil;
    shown.schedule.mode = schedule::Mode::Order;
    shown.schedule.order = shown.schedule.only = {evil};
    shown.run.outcome = outcome_of(evil);
    shown.run.order = {evil, "root/user:1", "root/user:1/xhr:GET " + evil, "root/user:1/" + evil,
                       "frame " + evil + ": root/idle"};
    if (i == 1) std::swap(shown.run.order[0], shown.run.order[2]);
    shown.run.skipped = shown.run.admitted = {evil, "root/user:9/fetch:" + evil};
    report.runs.push_back(std::move(shown));
  }
  oracle::Difference difference{oracle::Aspect::Dom, evil, evil, evil, "x" + evil, false, evil};
  ShownComparison shown{0, 1, {}};
  shown.comparison.equal = false;
  shown.comparison.differences.assign(20, difference);
  shown.comparison.not_counted = {difference};
  shown.comparison.notes = {evil};
  report.comparisons.push_back(std::move(shown));
  report.notes = {evil};
  return report;
}

}  // namespace squall::report
