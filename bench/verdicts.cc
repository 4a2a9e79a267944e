// `squall ajax` and `squall init` on every example and every test page, again and again on a busy machine: they say the
// same each time, to the last word.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

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

Status ask(Question& question, const std::vector<std::string>& pages, Answers& answers) {
  fs::path out = fs::temp_directory_path() / ("squall-verdicts-run-" + std::to_string(::getpid()));
  std::error_code ignored;
  fs::remove_all(out, ignored);
  fs::create_directories(out, ignored);
  auto told = question.ask(pages, out);
  if (told) {
    for (const auto& [page, answer] : *told) {
      if (!answers.add(page, answer, out)) continue;
      for (const auto& line : answers.tell(page)) say(line);
    }
  }
  fs::remove_all(out, ignored);
  return told ? Status() : Status(told.error());
}

Status ask_all(Questionnaire& all, const std::vector<std::string>& pages, int times, Answers& answers) {
  auto start = Clock::now();
  double round_s = 0;
  for (int round = 1; round <= times; ++round) {
    for (auto& question : all.questions) {
      auto left = left_of(*question, answers, pages, round);
      if (left.empty()) continue;
      auto since = Clock::now();
      if (auto status = ask(*question, left, answers); !status) return status;
      say(number(ms_since(start) / 1000, 0) + " s, round " + std::to_string(round) + " of " + std::to_string(times) +
          ": " + left[0] + (left.size() > 1 ? " and " + count_of(left.size() - 1, "more page") : "") + " took " +
          number(ms_since(since) / 1000, 1) + " s");
    }
    round_s = ms_since(start) / 1000 / round;
    if (round < times) say("about " + number(round_s * (times - round) / 60, 0) + " minutes are left");
  }
  return {};
}

}  // namespace

Figures measure_verdicts(Setting& setting) {
  const VerdictOptions& options = setting.verdicts();
  auto all = all_questions();
  if (!all) return all.error();
  std::vector<std::string> pages;
  for (const auto& question : all->questions) {
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
    if (auto status = ask_all(*all, pages, times, answers); !status) return status.error();
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
                                  " busy loops",
                              std::move(notes)}};
}

}  // namespace squall::bench
