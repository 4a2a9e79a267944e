#include "analysis/init/tester.h"

#include <future>

namespace squall::analysis::init {

using finding::Verdict;

Trial Tester::trial_of(size_t suspect, size_t delay) const {
  Trial trial;
  trial.suspect = suspect;
  trial.delay = delay;
  trial.places = places_[suspect];
  return trial;
}

Result<std::vector<Trial>> Tester::test(size_t from, size_t to) {
  std::vector<Trial> trials;
  for (size_t i = from; i < to; ++i) trials.push_back(trial_of(i, 0));
  Trials open;
  for (Trial& trial : trials) {
    if (suspects_[trial.suspect].can_be_tried()) open.push_back(&trial);
  }
  if (auto status = try_once(open); !status) return status.error();
  if (auto status = try_next(open); !status) return status.error();
  std::erase_if(open, [](const Trial* trial) { return trial->verdict != Verdict::Race; });
  if (auto status = repeat(open); !status) return status.error();
  std::erase_if(open, [](const Trial* trial) { return trial->verdict != Verdict::Race || !may_be_by_chance(*trial); });
  if (auto status = rule_out_chance(open); !status) return status.error();
  return trials;
}

// Where the likeliest delay shows nothing, another may.
Status Tester::try_next(const Trials& trials) {
  Trials first, open;
  for (Trial* trial : trials) {
    if (trial->verdict != Verdict::Race && suspects_[trial->suspect].delays.size() > 1) first.push_back(trial);
  }
  std::vector<Trial> others;
  for (const Trial* trial : first) others.push_back(trial_of(trial->suspect, 1));
  for (Trial& other : others) open.push_back(&other);
  if (auto status = try_once(open); !status) return status;
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i].verdict == Verdict::Race) *first[i] = std::move(others[i]);
  }
  return {};
}

Result<std::vector<lab::Run>> Tester::run_both(const Trials& trials, bool with_pictures) {
  std::vector<schedule::Schedule> schedules;
  std::vector<Pictures> pictures;
  for (Trial* trial : trials) {
    const Suspect& suspect = suspects_[trial->suspect];
    const Delay& delay = suspect.delays[trial->delay];
    // A handler that is late for a load is late for a patient user, too.
    trial->early =
        suspect.rival ? patient_schedule(delay, trial->places, load_) : early_schedule(delay, trial->places, load_);
    trial->patient = patient_schedule(suspect.rival.value_or(delay), trial->places, load_);
    schedules.push_back(trial->early);
    schedules.push_back(trial->patient);
    Pictures early = suspect.rival ? Pictures::End : Pictures::MomentAndEnd;
    pictures.push_back(with_pictures ? early : Pictures::None);
    pictures.push_back(with_pictures ? Pictures::End : Pictures::None);
  }
  return bench_.run(schedules, pictures);
}

Status Tester::try_once(const Trials& trials) {
  auto runs = run_both(trials, false);
  if (!runs) return runs.error();
  for (size_t i = 0; i < trials.size(); ++i) {
    trials[i]->early_run = std::move((*runs)[2 * i]);
    trials[i]->patient_run = std::move((*runs)[2 * i + 1]);
    judge(*trials[i], suspects_[trials[i]->suspect], *bench_.recording());
  }
  return {};
}

Status Tester::repeat(const Trials& trials) {
  auto runs = run_both(trials, true);
  if (!runs) return runs.error();
  std::vector<std::future<void>> judgements;  // comparing pictures takes its time
  for (size_t i = 0; i < trials.size(); ++i) {
    judgements.push_back(std::async([&, i] {
      judge_again(*trials[i], suspects_[trials[i]->suspect], *bench_.recording(), std::move((*runs)[2 * i]),
                  std::move((*runs)[2 * i + 1]));
    }));
  }
  for (auto& judgement : judgements) judgement.wait();
  return {};
}

// A user who acts at another time may be shown another number, and loses nothing by it.
Status Tester::rule_out_chance(const Trials& trials) {
  std::vector<schedule::Schedule> schedules;
  for (const Trial* trial : trials) {
    schedules.push_back(trial->early);
    schedules.push_back(trial->patient);
  }
  auto runs = bench_.run_with_other_chance(schedules);
  if (!runs) return runs.error();
  for (size_t i = 0; i < trials.size(); ++i) {
    judge_chance(*trials[i], (*runs)[2 * i].outcome, (*runs)[2 * i + 1].outcome);
  }
  return {};
}

}  // namespace squall::analysis::init
