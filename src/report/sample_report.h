// Reports for tests: one that is plain, one with findings, and one in which every string is the same hostile one.
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
  outcome::Outcome& outcome = shown.run.outcome;
  outcome.url = "http://shop.test/";
  outcome.status = 200;
  outcome.steps = {{"click “Car Wash”", true, ""}, {"click “Diesel”", true, ""}};
  outcome.requests = {
      {"GET", "http://shop.test/", "", "document", outcome::Answer::Recorded, ""},
      {"GET", "http://shop.test/stations?filter=wash", "", "xhr", outcome::Answer::Recorded, ""},
      {"GET", "http://shop.test/stations?filter=wash,diesel", "", "xhr", outcome::Answer::Recorded, ""},
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
  report.runs[1].schedule = schedule::adverse(0, 1);
  ShownComparison shown{0, 1, {}};
  shown.comparison.equal = false;
  shown.comparison.visible = true;
  shown.comparison.differences = {{.subject = "#result", .label = "#result", .before = "Acme", .after = "Acme, Zoom"}};
  report.comparisons.push_back(std::move(shown));
  report.total_ms = 1250;
  report.experiments = 2;
  return report;
}

// The trace of two clicks, each with a request, a timer after it, and a change of the screen.
inline trace::Trace sample_trace() {
  using trace::EventId, trace::EventKind, trace::OpKind;
  trace::Trace trace;
  auto add = [&](int cause, EventKind kind, const std::string& detail, int step, double time) {
    trace::Event event;
    event.id = {static_cast<int>(trace.events.size())};
    event.cause = {cause};
    event.kind = kind;
    event.detail = detail;
    event.step = step;
    event.time = time;
    trace.events.push_back(event);
    return event.id.value;
  };
  auto operation = [&](int event, OpKind kind, int other, const std::string& text, Rect rect = {}) {
    trace.operations.push_back({{event}, kind, {other}, text, "", rect, {}});
  };
  add(-1, EventKind::Root, "", -1, 0);
  for (int step = 0; step < 2; ++step) {
    int user = add(0, EventKind::User, std::to_string(step + 1), step, 100 + 300 * step);
    std::string filter = step == 0 ? "wash" : "wash,diesel";
    int answer = add(user, EventKind::Xhr, "GET http://shop.test/stations?filter=" + filter, step, 220 + 300 * step);
    int timer = add(answer, EventKind::Timeout, "100", step, 320 + 300 * step);
    int frame = add(user, EventKind::AnimationFrame, "", step, 340 + 300 * step);
    operation(user, OpKind::Fork, answer, "xhr load");
    operation(user, OpKind::Mutate, -1, "#spinner", {24, 60, 32, 32});
    operation(answer, OpKind::Fork, timer, "timeout");
    operation(timer, OpKind::Mutate, -1, "#result", {24, 120, 592, 64});
    operation(timer, OpKind::Mutate, -1, "#count", {24, 90, 80, 20});
    operation(timer, OpKind::Join, frame, "");
  }
  return trace;
}

// A screen with a title and so many lines of text, drawn as blocks.
inline std::string sample_screen(int lines) {
  oracle::Picture picture(640, 400, 0xFFFFFFFF);
  auto block = [&](int x, int y, int width, int height, uint32_t colour) {
    for (int row = y; row < y + height; ++row) {
      for (int column = x; column < x + width; ++column) picture.set(column, row, colour);
    }
  };
  block(0, 0, 640, 48, 0x1A5FB4FF);
  block(24, 16, 180, 16, 0xFFFFFFFF);
  for (int line = 0; line < lines; ++line) block(24, 80 + 40 * line, 300 - 40 * (line % 3), 18, 0x5C6575FF);
  auto png = oracle::encode_png(picture);
  return png ? *png : "";
}

inline finding::Finding sample_finding() {
  finding::Finding finding;
  finding.id = "F1";
  finding.kind = "ajax-race";
  finding.title = "click “Car Wash”, then click “Diesel”: #result depends on which response comes last";
  finding.explanation =
      "When a user does click “Car Wash” and then click “Diesel” without waiting in between, and the response to GET "
      "/stations?filter=wash comes last: the text of #result is “Acme, Zoom” instead of “Acme”.";
  finding.witness =
      "the response to GET /stations?filter=wash,diesel overtook the response to GET /stations?filter=wash";
  finding.events = {"u0", "u1"};
  finding.element = "#result";
  finding::Place sends{
      "http://shop.test/app.js", 1, 2210, "load", "sends GET /stations?filter=wash", "", 0, 0, {}, 0, {}};
  sends.source = "src/stations.ts";
  sends.source_line = 14;
  sends.source_column = 3;
  sends.excerpt_line = 12;
  sends.excerpt = {"async function load(filter: string) {", "  spinner.hidden = false;",
                   "  const response = await fetch(`/stations?filter=${filter}`);", "  show(await response.json());",
                   "}"};
  finding::Place changes{"http://shop.test/list.js",
                         8,
                         3,
                         "show",
                         "changes #result",
                         "",
                         0,
                         0,
                         {"function show(stations) {", "  list.innerHTML = stations.map(item).join(\"\");", "}"},
                         7,
                         {}};
  sends.callers = {{"http://shop.test/app.js", 1, 3001, "onclick", "", "src/filters.ts", 40, 5, {}, 0, {}}};
  finding.where = {sends, changes};
  finding.confirmed = 2;
  finding.comparison = 0;
  finding.new_requests = {"GET http://shop.test/stations?filter=wash,diesel"};
  finding.advice = {
      {"Let the latest answer win", "Count the requests, and drop an answer that does not belong to the last of them.",
       "const mine = ++latest;\nconst answer = await (await fetch(url)).json();\nif (mine !== latest) return;\n"
       "show(answer);"},
      {"Abort the request before",
       "When a new request makes the one before it pointless, abort that one: its answer never comes.",
       "controller?.abort();\ncontroller = new AbortController();\nawait fetch(url, { signal: controller.signal });"},
      {"Disable the control while it works", "When the user should wait anyway, disable the control until then.", ""}};
  finding.evidence.set("held", Json::array());
  return finding;
}

// Four tests over two clicks, with screens; one of them is a race.
inline Report sample_findings() {
  Report report = sample_report();
  report.command = "ajax";
  report.headline = "One race: what the list shows depends on which response comes last.";
  report.explanation = "4 pairs of user events were tested; one of them ends differently when responses cross.";
  report.findings = {sample_finding()};
  for (size_t i = 0; i < 2; ++i) report.runs[i].run.outcome.picture = sample_screen(i == 0 ? 2 : 5);
  report.comparisons[0].comparison.areas = {{{24, 160, 300, 98}, 9000}};
  // A test whose runs end with the same screen.
  report.runs.push_back(report.runs[0]);
  report.comparisons.push_back({0, 2, {}});
  report.tests = {{"u0-u1",
                   {"u0", "u1"},
                   finding::Verdict::Race,
                   "#result differs",
                   {"both change #result after a response"},
                   0,
                   "F1"},
                  {"u1-u0",
                   {"u1", "u0"},
                   finding::Verdict::Same,
                   "Both orders end equally.",
                   {"both change #result after a response", "both write storage:local:filter"},
                   1,
                   ""},
                  {"u0-u0",
                   {"u0", "u0"},
                   finding::Verdict::Infeasible,
                   "the button is disabled after the first click",
                   {"it changes #result after a response"},
                   std::nullopt,
                   ""},
                  {"u1-u1",
                   {"u1", "u1"},
                   finding::Verdict::Unstable,
                   "the text of #clock differs between equal runs",
                   {"it changes #clock after a response"},
                   std::nullopt,
                   ""}};
  report.trace = sample_trace();
  for (int step = 0; step < 2; ++step)
    report.graphs.push_back(trace::event_graph(report.trace, trace::HappensBefore::of(report.trace), step));
  report.notes = {"The flow was discovered: the page registers handlers for 2 events."};
  report.experiments = 11;
  return report;
}

inline outcome::Outcome outcome_of(const std::string& evil) {
  outcome::Outcome outcome;
  outcome.ending = outcome::Ending::Diverged;
  outcome.ending_detail = outcome.url = outcome.picture = evil;
  outcome.errors = {{evil, evil, 3, 4, evil}};
  outcome.console = {{evil, evil}, {"error", evil}};
  for (auto answer : {outcome::Answer::Recorded, outcome::Answer::Unanswered, outcome::Answer::Failed}) {
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

inline void add_hostile_findings(Report& report, const std::string& evil) {
  finding::Place caller{evil, 3, 4, evil, evil, evil, 3, 4, {}, 0, {}};
  finding::Place place{evil, 3, 4, evil, evil, evil, 3, 4, {evil, evil}, 3, {caller}};
  for (auto severity : {finding::Severity::Error, finding::Severity::Warning, finding::Severity::Note}) {
    finding::Finding finding;
    finding.id = finding.kind = finding.title = finding.explanation = finding.witness = finding.element = evil;
    finding.severity = severity;
    finding.events = {"u0", evil, "u1"};
    finding.where = {place, {evil, 1, 1, evil, evil, "", 0, 0, {evil}, 1, {}}};
    finding.new_requests = {evil, evil + " " + evil};
    finding.advice = {{evil, evil, evil}};
    if (severity == finding::Severity::Error) finding.comparison = 0;
    finding.evidence.set(evil, evil);
    report.findings.push_back(std::move(finding));
  }
  report.tests = {{evil, {evil, "u0"}, finding::Verdict::Unstable, evil, {evil, evil}, 0, ""},
                  {evil, {"u1"}, finding::Verdict::Race, evil, {evil}, std::nullopt, evil}};
  report.trace = sample_trace();
  for (trace::Event& event : report.trace.events) event.detail = event.where.url = evil;
  for (trace::Operation& op : report.trace.operations) op.text = op.extra = evil;
  for (int step = 0; step < 2; ++step)
    report.graphs.push_back(trace::event_graph(report.trace, trace::HappensBefore::of(report.trace), step));
}

// One for each way to tell a difference.
inline std::vector<oracle::Difference> hostile_differences(const std::string& evil) {
  using oracle::Aspect;
  using oracle::Kind;
  std::vector<oracle::Difference> all;
  auto add = [&](Aspect aspect, std::initializer_list<Kind> kinds) {
    for (Kind kind : kinds) {
      for (auto side : {oracle::Side::Both, oracle::Side::Second}) {
        oracle::Difference difference{.aspect = aspect, .kind = kind, .side = side};
        difference.subject = difference.label = difference.before = difference.name = difference.type = evil;
        difference.text = difference.told.before = difference.frame = difference.noun = evil;
        difference.after = difference.told.after = "x" + evil;
        difference.areas = {{{1, 1, 1, 1}, evil}};
        all.push_back(std::move(difference));
      }
    }
  };
  add(Aspect::Dom, {Kind::Text, Kind::Inserted, Kind::Attribute, Kind::Focus, Kind::Frame, Kind::More});
  add(Aspect::Layout, {Kind::Moved, Kind::Shown, Kind::Scroll});
  add(Aspect::Url, {Kind::Url, Kind::Destination, Kind::FrameUrl, Kind::Status});
  add(Aspect::Ending, {Kind::Ending, Kind::EndingDetail});
  add(Aspect::Step, {Kind::StepReached, Kind::StepPerformed, Kind::StepLabel, Kind::StepReason});
  add(Aspect::Requests, {Kind::Sent, Kind::Body, Kind::SentAs, Kind::Answer, Kind::Order});
  add(Aspect::Storage, {Kind::Entry});
  for (auto [aspect, kind] : {std::pair(Aspect::Error, Kind::Error), std::pair(Aspect::Console, Kind::Console),
                              std::pair(Aspect::Incident, Kind::Incident), std::pair(Aspect::Screen, Kind::Pixels)}) {
    add(aspect, {kind});
  }
  return all;
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
    shown.schedule = schedule::in_order({evil});
    shown.schedule.hold = schedule::Hold{0, 1, {evil}};
    shown.run.outcome = outcome_of(evil);
    shown.run.order = {evil, "root/user:1", "root/user:1/xhr:GET " + evil, "root/user:1/" + evil,
                       "frame " + evil + ": root/idle"};
    if (i == 1) std::swap(shown.run.order[0], shown.run.order[2]);
    shown.run.skipped = shown.run.admitted = {evil, "root/user:9/fetch:" + evil};
    report.runs.push_back(std::move(shown));
  }
  ShownComparison shown{0, 1, {}};
  shown.comparison.equal = false;
  shown.comparison.differences = hostile_differences(evil);
  shown.comparison.not_counted = shown.comparison.differences;
  shown.comparison.notes = {evil};
  report.comparisons.push_back(std::move(shown));
  report.notes = {evil};
  add_hostile_findings(report, evil);
  report.kind_words = {{evil, evil}};
  return report;
}

}  // namespace squall::report
