// `squall ajax` and `squall init` on every example and every test page, again and again on a busy machine: they say the
// same each time, to the last word.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>

#include "base/text.h"
#include "bench/answers.h"
#include "bench/busy_loops.h"
#include "bench/questions.h"
#include "bench/setting.h"

namespace squall::bench {
namespace {

namespace fs = std::filesystem;

// Of the quick form: each kind of verdict and of finding, frames, a framework, several scripts.
const std::vector<std::string> kFew = {"ajax/shop", "ajax/keyed-right", "init/form-init", "init/late-handler"};

bool is_wanted(const std::string& page, const VerdictOptions& options) {
  if (!options.pages.empty()) {
    return std::ranges::any_of(options.pages, [&](const auto& part) { return page.find(part) != std::string::npos; });
  }
  return !options.few || std::ranges::find(kFew, page) != kFew.end();
}

// Those of its pages that are still to be asked about in this round.
std::vector<std::string> left_of(const Question& question, const Answers& answers,
                                 const std::vector<std::string>& pages, int round) {
  std::vector<std::string> out;
  for (const auto& page : question.pages()) {
    if (std::ranges::find(pages, page) != pages.end() && answers.times(page) < round) out.push_back(page);
  }
  return out;
}

void say(const std::string& line) { std::fprintf(stderr, "verdicts: %s\n", line.c_str()); }

// Asks one question after the other, round by round; several at a time, each in a lane with servers of its own.
class Rounds {
 public:
  Rounds(std::vector<Questionnaire>& lanes, const std::vector<std::string>& pages, int times, Answers& answers)
      : lanes_(lanes), pages_(pages), times_(times), answers_(answers) {}

  Status ask_all() {
    std::vector<std::thread> threads;
    for (size_t lane = 0; lane < lanes_.size(); ++lane) threads.emplace_back([this, lane] { work(lane); });
    for (auto& thread : threads) thread.join();
    return status_;
  }

 private:
  void work(size_t lane) {
    fs::path out =
        fs::temp_directory_path() / ("squall-verdicts-run-" + std::to_string(::getpid()) + "-" + std::to_string(lane));
    Questions& questions = lanes_[lane].questions;
    std::unique_lock lock(mutex_);
    while (status_ && next_ < questions.size() * static_cast<size_t>(times_)) {
      int round = static_cast<int>(next_ / questions.size()) + 1;
      Question& question = *questions[next_++ % questions.size()];
      auto left = left_of(question, answers_, pages_, round);
      if (left.empty()) continue;
      auto since = Clock::now();
      lock.unlock();
      std::error_code ignored;
      fs::remove_all(out, ignored);
      fs::create_directories(out, ignored);
      auto told = question.ask(left, out);
      lock.lock();
      take(told, out);
      fs::remove_all(out, ignored);
      say_progress(round, left, since);
    }
  }

  void say_progress(int round, const std::vector<std::string>& asked, Clock::time_point since) const {
    double spent_s = ms_since(start_) / 1000;
    double done = static_cast<double>(next_) / static_cast<double>(lanes_[0].questions.size());
    say(number(spent_s, 0) + " s, round " + std::to_string(round) + " of " + std::to_string(times_) + ": " + asked[0] +
        (asked.size() > 1 ? " and " + count_of(asked.size() - 1, "more page") : "") + " took " +
        number(ms_since(since) / 1000, 1) + " s; about " + number(spent_s / done * (times_ - done) / 60, 0) +
        " minutes are left");
  }

  void take(const Result<std::map<std::string, Json>>& told, const fs::path& out) {
    if (!told) {
      status_ = told.error();
      return;
    }
    for (const auto& [page, answer] : *told) {
      if (!answers_.add(page, answer, out)) continue;
      for (const auto& line : answers_.tell(page)) say(line);
    }
  }

  std::vector<Questionnaire>& lanes_;
  const std::vector<std::string>& pages_;
  int times_;
  Answers& answers_;
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of all below, and of the answers
  size_t next_ = 0;   // the question to be asked next, counted through all rounds
  Status status_;
};

}  // namespace

Figures measure_verdicts(Setting& setting) {
  const VerdictOptions& options = setting.verdicts();
  std::vector<Questionnaire> lanes;
  while (std::ssize(lanes) < std::max(options.at_once, 1)) {
    auto all = all_questions();
    if (!all) return all.error();
    lanes.push_back(std::move(all).value());
  }
  std::vector<std::string> pages;
  for (const auto& question : lanes[0].questions) {
    for (const auto& page : question->pages()) {
      if (is_wanted(page, options)) pages.push_back(page);
    }
  }
  if (pages.empty()) return Error{"no page is called so", "Name a part of “ajax/shop” or “InitDelays”, for example."};
  bool temporary = options.keep.empty();
  fs::path folder = temporary ? fs::temp_directory_path() / ("squall-verdicts-" + std::to_string(::getpid()))
                              : fs::path(options.keep);
  Answers answers(folder);
  const int times = options.times > 0 ? options.times : options.few ? 3 : 20;
  {
    BusyLoops loops(options.loops);
    if (auto status = Rounds(lanes, pages, times, answers).ask_all(); !status) return status.error();
  }
  std::vector<std::string> notes;
  double varied = 0;
  for (const auto& page : pages) {
    if (!answers.varies(page)) continue;
    ++varied;
    std::ranges::copy(answers.tell(page), std::back_inserter(notes));
  }
  std::error_code ignored;
  if (temporary && varied == 0) fs::remove_all(folder, ignored);
  return std::vector<Figure>{{"verdicts", varied, "", Figure::AtMost, 0,
                              "pages whose answers varied, of " + std::to_string(pages.size()) + ", " +
                                  std::to_string(times) + " times each beside " + std::to_string(options.loops) +
                                  " busy loops" +
                                  (lanes.size() > 1 ? ", " + std::to_string(lanes.size()) + " at a time" : ""),
                              std::move(notes)}};
}

}  // namespace squall::bench
