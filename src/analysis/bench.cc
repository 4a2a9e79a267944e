#include "analysis/bench.h"

#include <algorithm>
#include <map>
#include <set>

namespace squall::analysis {
namespace {

constexpr int kMostRounds = 4;  // each learns answers that lead to requests of the next

std::string key_of(const network::Request& request) {
  return request.method + "\n" + request.url + "\n" + request.body;
}

std::string name_of(const network::Request& request) { return request.method + " " + request.url; }

}  // namespace

Bench::Bench(lab::Lab& lab, const lab::RecordedPage& page, BenchOptions options)
    : lab_(lab), page_(page), options_(std::move(options)), recording_(page.recording) {}

Result<std::vector<lab::Run>> Bench::run_all(const std::vector<lab::Experiment>& experiments) {
  auto done = [&](size_t, const lab::Run&) {
    ++experiments_;
    stopped_ = stopped_ || !options_.on_run();
    return !stopped_;
  };
  auto runs = lab_.run_all(experiments, done);
  if (runs && stopped_) return Error{"interrupted", ""};
  return runs;
}

lab::Experiment Bench::experiment(const schedule::Schedule& schedule, bool live, bool picture) const {
  lab::Experiment experiment = lab::experiment_on(page_);
  experiment.schedule = schedule;
  experiment.recording = recording_;
  experiment.timeout = options_.timeout;
  experiment.live = live;
  experiment.picture = picture;
  experiment.moment = picture && options_.moments;
  experiment.allow_writes = options_.allow_writes;
  return experiment;
}

std::vector<std::string> Bench::missing_answers(const lab::Run& run) const {
  std::vector<std::string> missing;
  if (options_.offline) return missing;
  std::set<std::string> hopeless;  // not even the recording's own run got an answer
  for (const auto& request : page_.outcome.requests) {
    if (request.answer == lab::Answer::Unanswered) hopeless.insert(request.method + " " + request.url);
  }
  for (const auto& request : run.outcome.requests) {
    std::string name = request.method + " " + request.url;
    bool may = options_.allow_writes || request.method == "GET" || request.method == "HEAD";
    if (may && request.answer == lab::Answer::Unanswered && !hopeless.contains(name)) missing.push_back(name);
  }
  return missing;
}

void Bench::learn(const network::Recording& fetched) {
  std::set<std::string> known;
  for (const auto& entry : recording_->entries) known.insert(key_of(entry.request));
  auto grown = std::make_shared<network::Recording>(*recording_);
  for (const auto& entry : fetched.entries) {
    // Of several answers to one question, the first counts.
    if (!known.insert(key_of(entry.request)).second) continue;
    grown->entries.push_back(entry);
    learned_.push_back(name_of(entry.request));
  }
  recording_ = grown;
}

Result<bool> Bench::ask(const schedule::Schedule& schedule) {
  auto runs = run_all({experiment(schedule, true, false)});
  if (!runs) return runs.error();
  if (runs->front().fetched.entries.empty()) return false;
  learn(runs->front().fetched);
  return true;
}

// The runs that miss most come first: what they learn often serves the others too.
Result<std::vector<size_t>> Bench::ask_for_missing(const std::vector<schedule::Schedule>& schedules,
                                                   const std::vector<size_t>& ran, const std::vector<lab::Run>& runs) {
  std::vector<std::pair<size_t, std::vector<std::string>>> lacking;
  for (size_t i : ran) {
    if (auto missing = missing_answers(runs[i]); !missing.empty()) lacking.emplace_back(i, std::move(missing));
  }
  std::stable_sort(lacking.begin(), lacking.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  std::set<std::string> known(learned_.begin(), learned_.end());
  std::vector<size_t> again;
  for (const auto& [i, missing] : lacking) {
    bool served =
        std::all_of(missing.begin(), missing.end(), [&](const auto& request) { return known.contains(request); });
    if (!served) {
      auto learned = ask(schedules[i]);
      if (!learned) return learned.error();
      if (!*learned) continue;  // nobody knows: the run counts as it is
      known.insert(learned_.begin(), learned_.end());
    }
    again.push_back(i);
  }
  return again;
}

Result<std::vector<lab::Run>> Bench::run(const std::vector<schedule::Schedule>& schedules,
                                         const std::vector<bool>& pictures) {
  std::vector<lab::Run> out(schedules.size());
  std::vector<size_t> open(schedules.size());  // those that must be run (again)
  for (size_t i = 0; i < open.size(); ++i) open[i] = i;
  for (int round = 0; round < kMostRounds && !open.empty(); ++round) {
    std::vector<lab::Experiment> experiments;
    for (size_t i : open) experiments.push_back(experiment(schedules[i], false, pictures[i]));
    auto runs = run_all(experiments);
    if (!runs) return runs.error();
    for (size_t k = 0; k < open.size(); ++k) out[open[k]] = std::move((*runs)[k]);
    if (round + 1 == kMostRounds) break;
    auto again = ask_for_missing(schedules, open, out);
    if (!again) return again.error();
    open = std::move(again).value();
  }
  return out;
}

Result<std::vector<lab::Run>> Bench::run_on(const Recording& recording,
                                            const std::vector<schedule::Schedule>& schedules) {
  std::vector<lab::Experiment> experiments;
  for (const auto& schedule : schedules) {
    experiments.push_back(experiment(schedule, false, true));
    experiments.back().recording = recording;
  }
  return run_all(experiments);
}

Recording with_equal_answers(const network::Recording& recording, const std::vector<std::string>& requests) {
  auto equal = std::make_shared<network::Recording>(recording);
  std::set<std::string> wanted(requests.begin(), requests.end());
  std::map<std::string, const network::Entry*> last;
  for (const auto& entry : recording.entries) {
    if (entry.request.body.empty() && wanted.contains(name_of(entry.request))) last[name_of(entry.request)] = &entry;
  }
  for (auto& entry : equal->entries) {
    auto found = last.find(name_of(entry.request));
    if (found == last.end() || !entry.request.body.empty()) continue;
    double latency = entry.response.latency_ms;
    entry.response = found->second->response;
    entry.response.latency_ms = latency;
  }
  return equal;
}

std::vector<std::string> changing_answers(const network::Recording& recording,
                                          const std::vector<std::string>& requests) {
  std::map<std::string, std::set<std::string>> bodies;
  for (const auto& entry : recording.entries) {
    if (!entry.request.body.empty()) continue;
    bodies[name_of(entry.request)].insert(std::to_string(entry.response.status) + "\n" + entry.response.body);
  }
  std::set<std::string> out;
  for (const std::string& request : requests) {
    auto found = bodies.find(request);
    if (found != bodies.end() && found->second.size() > 1) out.insert(request);
  }
  return {out.begin(), out.end()};
}

}  // namespace squall::analysis
