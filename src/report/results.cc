#include <map>
#include <set>

#include "base/text.h"
#include "oracle/words.h"
#include "report/report.h"
#include "store/version.h"

namespace squall::report {
namespace {

using outcome::Ending;
using outcome::Outcome;

std::string id_of_step(size_t index) { return "u" + std::to_string(index); }

// Our own types have names too, where the Recorder would only say "customStep".
std::string type_of(const flow::Step& step) {
  if (step.type == flow::StepType::Type) return "type";
  if (step.type == flow::StepType::Macro) return "macro";
  return flow::name_of(step.type);
}

Json events_of(const flow::Flow& flow) {
  Json events = Json::array();
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    const flow::Step& step = flow.steps[i];
    events.push(Json::object({{"id", id_of_step(i)},
                              {"type", type_of(step)},
                              {"target", flow::locator_of(step)},
                              {"label", flow::label_of(step)}}));
  }
  return events;
}

// The step of the flow at a position of the schedule; beyond the flow when there is none.
size_t step_at(const schedule::Schedule& schedule, size_t position, size_t flow_size) {
  if (schedule.steps.empty()) return position;
  return position < schedule.steps.size() ? static_cast<size_t>(schedule.steps[position]) : flow_size;
}

// What the second run held back against what, or every step that it has.
std::vector<std::string> events_of_test(const Report& report, const ShownComparison& shown) {
  const schedule::Schedule& schedule = report.runs[shown.second].schedule;
  size_t flow_size = report.flow.steps.size();
  std::vector<size_t> positions;
  if (schedule.hold) {
    for (int position : {schedule.hold->from, schedule.hold->until}) {
      if (position >= 0) positions.push_back(static_cast<size_t>(position));
    }
  } else {
    size_t count = schedule.steps.empty() ? flow_size : schedule.steps.size();
    for (size_t i = 0; i < count; ++i) positions.push_back(i);
  }
  std::vector<std::string> ids;
  for (size_t position : positions) {
    size_t step = step_at(schedule, position, flow_size);
    if (step < flow_size) ids.push_back(id_of_step(step));
  }
  return ids;
}

const Outcome* infeasible_one(const Report& report, const ShownComparison& shown) {
  for (size_t index : {shown.first, shown.second}) {
    const Outcome& outcome = report.runs[index].run.outcome;
    if (outcome.ending == Ending::Diverged) return &outcome;
  }
  return nullptr;
}

std::string reason_of(const oracle::Comparison& comparison) {
  if (comparison.equal) {
    return comparison.not_counted.empty() ? "The outcomes are equal." : "The outcomes are equal in all that counts.";
  }
  std::string reason = comparison.differences.empty() ? "" : oracle::sentence_of(comparison.differences[0]);
  if (comparison.differences.size() > 1) {
    reason += "; and " + count_of(comparison.differences.size() - 1, "more difference");
  }
  return reason;
}

Json runs_of(const ShownComparison& shown) { return Json(Json::Array{shown.first, shown.second}); }

Json test_of(const Report& report, const ShownComparison& shown, std::set<std::string>& taken) {
  std::vector<std::string> steps = events_of_test(report, shown);
  bool adverse = report.runs[shown.second].schedule.hold && !steps.empty();
  std::string base =
      adverse ? join(steps, "-") : "r" + std::to_string(shown.first) + "-r" + std::to_string(shown.second);
  std::string id = base;
  for (int n = 2; !taken.insert(id).second; ++n) id = base + "-" + std::to_string(n);

  const Outcome* infeasible = infeasible_one(report, shown);
  return Json::object({{"id", id},
                       {"events", Json::strings(steps)},
                       {"verdict", infeasible               ? "infeasible"
                                   : shown.comparison.equal ? "same"
                                                            : "different"},
                       {"reason", infeasible ? infeasible->ending_detail : reason_of(shown.comparison)},
                       {"runs", runs_of(shown)},
                       {"comparison", oracle::to_json(shown.comparison)}});
}

Json test_of(const Report& report, const finding::Test& test) {
  Json json = Json::object({{"id", test.id},
                            {"events", Json::strings(test.events)},
                            {"verdict", finding::name_of(test.verdict)},
                            {"reason", test.reason},
                            {"reason_kind", finding::name_of(test.reason_kind)},
                            {"why", Json::strings(test.why)}});
  if (!test.finding.empty()) json.set("finding", test.finding);
  if (test.comparison) {
    SQUALL_CHECK(*test.comparison < report.comparisons.size());
    const ShownComparison& shown = report.comparisons[*test.comparison];
    json.set("runs", runs_of(shown)).set("comparison", oracle::to_json(shown.comparison));
  }
  return json;
}

Json place_of(const finding::Place& place) {
  Json json = Json::object({{"url", place.url},
                            {"line", place.line},
                            {"column", place.column},
                            {"function", place.function},
                            {"role", place.role},
                            {"source", place.source}});
  if (!place.source.empty()) {
    json.set("source_line", place.source_line).set("source_column", place.source_column);
  }
  if (!place.excerpt.empty()) json.set("excerpt", Json::strings(place.excerpt)).set("excerpt_line", place.excerpt_line);
  if (!place.callers.empty()) {
    Json callers = Json::array();
    for (const finding::Place& caller : place.callers) callers.push(place_of(caller));
    json.set("callers", std::move(callers));
  }
  return json;
}

Json finding_of(const Report& report, const finding::Finding& finding) {
  Json where = Json::array(), advice = Json::array();
  for (const finding::Place& place : finding.where) where.push(place_of(place));
  for (const finding::Advice& one : finding.advice) {
    advice.push(Json::object({{"title", one.title}, {"text", one.text}, {"code", one.code}}));
  }
  Json json = Json::object({{"id", finding.id},
                            {"kind", finding.kind},
                            {"severity", finding::name_of(finding.severity)},
                            {"title", finding.title},
                            {"explanation", finding.explanation},
                            {"witness", finding.witness},
                            {"events", Json::strings(finding.events)},
                            {"element", finding.element},
                            {"where", std::move(where)},
                            {"confirmed", finding.confirmed},
                            {"new_requests", Json::strings(finding.new_requests)},
                            {"advice", std::move(advice)},
                            {"evidence", finding.evidence}});
  if (finding.comparison) {
    SQUALL_CHECK(*finding.comparison < report.comparisons.size());
    json.set("runs", runs_of(report.comparisons[*finding.comparison]));
  }
  return json;
}

Json steps_of(const ShownRun& run) {
  Json steps = Json::array();
  const auto& results = run.run.outcome.steps;
  for (size_t i = 0; i < results.size(); ++i) {
    Json step = Json::object({{"event", id_of_step(step_at(run.schedule, i, 0))},
                              {"label", results[i].label},
                              {"performed", results[i].performed}});
    if (!results[i].performed) step.set("reason", results[i].reason);
    steps.push(std::move(step));
  }
  return steps;
}

Json errors_of(const Outcome& outcome) {
  Json errors = Json::array();
  for (const outcome::PageError& error : outcome.errors) {
    errors.push(
        Json::object({{"text", error.text}, {"url", error.url}, {"line", error.line}, {"column", error.column}}));
  }
  return errors;
}

// How many requests were answered in which way, in the order of the ways.
Json answers_of(const Outcome& outcome) {
  std::map<outcome::Answer, size_t> counts;
  for (const outcome::SentRequest& request : outcome.requests) ++counts[request.answer];
  Json json = Json::object();
  for (const auto& [answer, count] : counts) json.set(outcome::name_of(answer), count);
  return json;
}

Json run_of(const ShownRun& run) {
  const Outcome& outcome = run.run.outcome;
  Json json = Json::object({{"title", run.title},
                            {"schedule", schedule::to_json(run.schedule)},
                            {"ending", outcome::name_of(outcome.ending)}});
  if (!outcome.ending_detail.empty()) json.set("ending_detail", outcome.ending_detail);
  json.set("fingerprint", oracle::fingerprint(outcome)).set("steps", steps_of(run)).set("errors", errors_of(outcome));
  json.set("requests", answers_of(outcome)).set("order", Json::strings(run.run.order));
  json.set("virtual_ms", run.run.virtual_ms).set("real_ms", run.run.real_ms);
  return json;
}

}  // namespace

Json to_results(const Report& report) {
  Json tests = Json::array(), findings = Json::array(), runs = Json::array();
  std::set<std::string> taken;
  for (const ShownComparison& shown : report.comparisons) {
    SQUALL_CHECK(shown.first < report.runs.size() && shown.second < report.runs.size());
    if (report.tests.empty()) tests.push(test_of(report, shown, taken));
  }
  for (const finding::Test& test : report.tests) tests.push(test_of(report, test));
  for (const finding::Finding& finding : report.findings) findings.push(finding_of(report, finding));
  for (const ShownRun& run : report.runs) runs.push(run_of(run));
  return Json::object({{"squall", store::kVersion},
                       {"schema", store::kSchema},
                       {"command", report.command},
                       {"url", report.url},
                       {"headline", report.headline},
                       {"explanation", report.explanation},
                       {"events", events_of(report.flow)},
                       {"tests", std::move(tests)},
                       {"findings", std::move(findings)},
                       {"timing", Json::object({{"total_ms", report.total_ms}, {"experiments", report.experiments}})},
                       {"runs", std::move(runs)},
                       {"notes", Json::strings(report.notes)}});
}

}  // namespace squall::report
