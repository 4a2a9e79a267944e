#include "cli/findings.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/url.h"
#include "cli/session.h"

namespace squall::cli {
namespace {

using finding::Finding;
using finding::Severity;
using finding::Test;
using finding::Verdict;

constexpr size_t kTestsTold = 6;  // infeasible and unstable ones

bool is_more_than_a_note(const Finding& finding) { return finding.severity != Severity::Note; }

bool has_password(const Json& node) {
  if (node["t"].as_string() == "input" && node.at("a", "type").as_string() == "password") return true;
  const auto& children = node["c"].items();
  return std::any_of(children.begin(), children.end(), has_password);
}

// What was cut, in a sentence; `detail` is the agent's (agent/src/tasks.ts): "a chain of frame events reached 60".
std::string cut_words(const std::string& detail) {
  constexpr std::string_view kChain = "a chain of ", kReached = " reached ";
  size_t reached = detail.find(kReached);
  if (!detail.starts_with(kChain) || reached == std::string::npos) return "A timer never ran: " + detail;
  std::string what = detail.substr(kChain.size(), reached - kChain.size());
  std::string rounds = detail.substr(reached + kReached.size());
  if (what == "timeout events" || what == "interval events") what = "timers";
  if (what == "frame events") what = "animation frames";
  if (what == "idle events") what = "idle callbacks";
  return "An endless loop of " + what + " was cut after " + rounds + " rounds";
}

}  // namespace

analysis::BenchOptions bench_options(const Arguments& arguments, Progress& progress) {
  analysis::BenchOptions options;
  options.offline = arguments.on("offline");
  options.allow_writes = arguments.on("allow-writes");
  options.timeout = timeout_of(arguments);
  options.on_run = [&progress] {
    progress.advance();
    return !interrupted();
  };
  return options;
}

report::Report report_of(const std::string& command, const std::string& url, const analysis::Evidence& evidence) {
  report::Report report;
  report.command = command;
  report.url = url;
  report.runs = evidence.runs;
  report.comparisons = evidence.comparisons;
  report.tests = evidence.tests;
  report.findings = evidence.findings;
  report.experiments = evidence.experiments;
  return report;
}

size_t count(const std::vector<Test>& tests, Verdict verdict) {
  return static_cast<size_t>(
      std::count_if(tests.begin(), tests.end(), [&](const Test& test) { return test.verdict == verdict; }));
}

size_t count_found(const std::vector<Finding>& findings) {
  return static_cast<size_t>(std::count_if(findings.begin(), findings.end(), is_more_than_a_note));
}

std::string verdicts_in_words(const std::vector<Test>& tests, const std::string& noun,
                              const std::vector<std::pair<Verdict, const char*>>& words) {
  std::vector<std::string> parts;
  for (const auto& [verdict, meaning] : words) {
    if (size_t n = count(tests, verdict); n > 0) parts.push_back(std::to_string(n) + " " + meaning);
  }
  return "Of " + count_of(tests.size(), noun) + ", " + join(parts, ", ") + ".";
}

std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings,
                                    const std::function<std::string(const Finding&)>& cause_of) {
  std::vector<FindingGroup> groups;
  std::map<std::string, size_t> places;  // of the groups, by cause
  for (const Finding& finding : findings) {
    auto [place, is_new] = places.emplace(cause_of(finding), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&finding);
  }
  return groups;
}

void add_places(const Finding& finding, size_t limit, std::vector<std::string>& lines) {
  for (size_t i = 0; i < finding.where.size() && i < limit; ++i) {
    const auto& place = finding.where[i];
    bool mapped = !place.source.empty();
    std::string file = mapped ? place.source : short_url(place.url);
    lines.push_back("    " + one_line(file, 100) + ":" + std::to_string(mapped ? place.source_line : place.line) + " " +
                    one_line(place.role, 160));
  }
}

size_t add_unjudged(const std::vector<Test>& tests, std::vector<std::string>& lines) {
  size_t found = 0;
  for (const Test& test : tests) {
    if (test.verdict != Verdict::Infeasible && test.verdict != Verdict::Unstable) continue;
    if (++found > kTestsTold) continue;
    lines.push_back(one_line(test.id + " " + finding::name_of(test.verdict) + ": " + test.reason, 400));
  }
  return found - std::min(found, kTestsTold);
}

void add_password_note(const outcome::Outcome& outcome, std::vector<std::string>& notes) {
  const auto& frames = outcome.frames.items();
  bool asks = std::any_of(frames.begin(), frames.end(), [](const Json& frame) { return has_password(frame["root"]); });
  if (asks) notes.push_back("The page asks for a password. To test what lies behind it, log in with --before FILE.");
}

void add_cut_notes(const outcome::Outcome& outcome, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::string>> names;  // by what is said of them
  for (const auto& incident : outcome.incidents) {
    size_t name = incident.detail.find(" (");
    if (incident.kind != "cut" || name == std::string::npos) continue;
    names[cut_words(incident.detail.substr(0, name))].push_back(
        incident.detail.substr(name + 2, incident.detail.size() - name - 3));
  }
  for (const auto& [words, all] : names) {
    std::string more = all.size() > 1 ? " and " + std::to_string(all.size() - 1) + " more" : "";
    notes.push_back(words + ": " + shorten(all[0], 200) + more + ".");
  }
}

int finish(const Arguments& arguments, store::RunFolder& folder, const report::Report& report,
           const std::vector<std::string>& lines, bool complete, const std::string& go_on) {
  if (auto status = publish(arguments, folder, report); !status) return give_up(status.error(), folder);
  auto state = complete ? store::RunState::Finished : store::RunState::Interrupted;
  if (auto status = folder.set_state(state); !status) return give_up(status.error());
  for (const auto& line : lines) say(arguments, line);
  auto first = std::find_if(report.findings.begin(), report.findings.end(), is_more_than_a_note);
  bool found = first != report.findings.end();
  std::string path = folder.path().string();
  if (found) say(arguments, "Show one again with: squall replay " + path + " --finding " + first->id);
  if (!complete && !go_on.empty()) say(arguments, "Go on with: " + go_on + " " + path);
  say(arguments, "Report: " + folder.report_file().string());
  if (!complete) return kInterrupted;
  return found ? kFound : kNothingFound;
}

}  // namespace squall::cli
