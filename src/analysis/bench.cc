#include "analysis/bench.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/chance.h"
#include "analysis/harm.h"
#include "network/library.h"

namespace squall::analysis {
namespace {

std::string name_of(const network::Request& request) { return request.method + " " + request.url; }

// Whether a run with the server ended as it will from the recording. There, a schedule may count how long each answer
// took; and a server that does not answer is not waited for.
bool counts_as_it_is(const schedule::Schedule& schedule, const lab::Run& run) {
  auto failed = [](const network::Entry& entry) { return !entry.response.failure.empty(); };
  if (std::ranges::any_of(run.fetched.entries, failed)) return false;
  return run.outcome.ending == outcome::Ending::Settled && !schedule.network_takes_time;
}

}  // namespace

Bench::Bench(lab::Lab& lab, const lab::RecordedPage& page, BenchOptions options)
    : lab_(lab),
      page_(page),
      options_(std::move(options)),
      recording_(page.recording),
      library_(std::make_shared<network::Library>(unanswered_requests(page.outcome))) {}

Result<std::vector<lab::Run>> Bench::run_all(const std::vector<lab::Experiment>& experiments) {
  auto done = [&](size_t, const lab::Run&) {
    ++experiments_;
    stopped_ = stopped_ || !options_.on_run();
    return !stopped_;
  };
  auto runs = lab::run_all(lab_, experiments, done);
  if (runs && stopped_) return Error{"interrupted", ""};
  return runs;
}

bool Bench::has_time_for_more(size_t done, size_t all) const {
  if (all > 0) options_.on_share(static_cast<double>(done) / static_cast<double>(all));
  return done == 0 || !options_.until || Clock::now() < *options_.until;
}

lab::Experiment Bench::experiment(const schedule::Schedule& schedule, bool live, Pictures pictures) const {
  lab::Experiment experiment = lab::experiment_on(page_);
  experiment.schedule = schedule;
  experiment.recording = recording_;
  experiment.timeout = options_.timeout;
  experiment.server = lab::server_for(live, options_.allow_writes);
  experiment.means.library = library_;
  experiment.wanted.picture = pictures != Pictures::None;
  experiment.init.moment = pictures == Pictures::MomentAndEnd;
  return experiment;
}

void Bench::learn(const network::Recording& fetched) {
  if (fetched.entries.empty()) return;
  std::set<std::string> known;
  for (const auto& entry : recording_->entries) known.insert(key_of(entry.request));
  auto grown = std::make_shared<network::Recording>(*recording_);
  for (const auto& entry : fetched.entries) {
    if (!entry.response.failure.empty()) continue;  // a server that is away has not answered
    // Of several answers to one question, the first counts.
    if (!known.insert(key_of(entry.request)).second) continue;
    grown->entries.push_back(entry);
    learned_.push_back(name_of(entry.request));
  }
  recording_ = grown;
  served_.reset();
}

std::shared_ptr<const oracle::Served> Bench::served() {
  if (!served_) served_ = std::make_shared<const oracle::Served>(served_by(*recording_));
  return served_;
}

Result<std::vector<lab::Run>> Bench::run(const std::vector<schedule::Schedule>& schedules,
                                         const std::vector<Pictures>& pictures) {
  std::vector<lab::Experiment> experiments;
  for (size_t i = 0; i < schedules.size(); ++i) {
    experiments.push_back(experiment(schedules[i], !options_.offline, pictures[i]));
  }
  auto runs = run_all(experiments);
  if (!runs) return runs;
  for (const auto& run : *runs) learn(run.fetched);
  std::vector<size_t> doubtful;
  std::vector<lab::Experiment> again;
  for (size_t i = 0; i < schedules.size(); ++i) {
    if (!asked_server((*runs)[i]) || counts_as_it_is(schedules[i], (*runs)[i])) continue;
    doubtful.push_back(i);
    again.push_back(experiment(schedules[i], false, pictures[i]));
  }
  if (again.empty()) return runs;
  auto repeated = run_all(again);
  if (!repeated) return repeated;
  for (size_t k = 0; k < doubtful.size(); ++k) (*runs)[doubtful[k]] = std::move((*repeated)[k]);
  return runs;
}

Result<std::vector<lab::Run>> Bench::run_on(const Recording& recording,
                                            const std::vector<schedule::Schedule>& schedules) {
  std::vector<lab::Experiment> experiments;
  for (const auto& schedule : schedules) {
    experiments.push_back(experiment(schedule, false, Pictures::End));
    experiments.back().recording = recording;
  }
  return run_all(experiments);
}

Result<std::vector<lab::Run>> Bench::run_with_other_chance(const std::vector<schedule::Schedule>& schedules) {
  std::vector<lab::Experiment> experiments;
  for (const auto& schedule : schedules) {
    experiments.push_back(experiment(schedule, false, Pictures::None));
    experiments.back().conditions = with_other_chance(experiments.back().conditions);
  }
  return run_all(experiments);
}

std::set<std::string> unanswered_requests(const outcome::Outcome& outcome) {
  std::set<std::string> names;
  for (const auto& request : outcome.requests) {
    if (request.answer == outcome::Answer::Unanswered) names.insert(request.method + " " + request.url);
  }
  return names;
}

bool asked_server(const lab::Run& run) {
  const auto& requests = run.outcome.requests;
  return std::any_of(requests.begin(), requests.end(),
                     [](const auto& request) { return request.answer == outcome::Answer::Live; });
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
