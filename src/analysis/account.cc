#include "analysis/account.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace squall::analysis {

using finding::Finding;
using finding::Severity;
using finding::Test;
using finding::Verdict;

namespace {

bool has_password(const Json& node) {
  if (node["t"].as_string() == "input" && node.at("a", "type").as_string() == "password") return true;
  const auto& children = node["c"].items();
  return std::any_of(children.begin(), children.end(), has_password);
}

std::string cut_words(const outcome::Cut& cut) {
  if (cut.seconds > 0) return "A timer never ran: " + words_for(cut);
  std::string what = cut.what + "s";
  if (cut.what == "timeout" || cut.what == "interval") what = "timers";
  if (cut.what == "frame") what = "animation frames";
  if (cut.what == "idle") what = "idle callbacks";
  return "An endless loop of " + what + " was cut after " + Json(cut.limit).dump() + " rounds";
}

}  // namespace

bool is_more_than_a_note(const Finding& finding) { return finding.severity != Severity::Note; }

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

void add_password_note(const outcome::Outcome& outcome, std::vector<std::string>& notes) {
  const auto& frames = outcome.frames.items();
  bool asks = std::any_of(frames.begin(), frames.end(), [](const Json& frame) { return has_password(frame["root"]); });
  if (asks) notes.push_back("The page asks for a password. To test what lies behind it, log in with --before FILE.");
}

void add_untested_note(size_t untested, const std::string& noun, std::vector<std::string>& notes) {
  if (untested == 0) return;
  notes.push_back("There was no time for " + count_of(untested, noun) + ": raise --budget to test " +
                  (untested == 1 ? "it" : "them") + ", too.");
}

void add_cut_notes(const outcome::Outcome& outcome, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::string>> names;  // by what is said of them
  for (const auto& incident : outcome.incidents) {
    if (incident.cut) names[cut_words(*incident.cut)].push_back(incident.cut->event);
  }
  for (const auto& [words, all] : names) {
    std::string more = all.size() > 1 ? " and " + std::to_string(all.size() - 1) + " more" : "";
    notes.push_back(words + ": " + shorten(all[0], 200) + more + ".");
  }
}

}  // namespace squall::analysis
