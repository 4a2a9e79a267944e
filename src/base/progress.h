// How far a piece of work has come: "recording… 3/12 experiments, 4 s".
//
// On a terminal it is one line, rewritten at most ten times a second and gone when the work ends. Elsewhere (a file, a
// build log) it is a plain line at the start and then one every ten seconds. When the log is quiet it is nothing.
// Workers may call `advance` from any thread.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"

namespace squall {

class Progress {
 public:
  using Now = std::function<Clock::time_point()>;

  // `work` is what is being done ("recording"), `noun` what is counted ("experiment"; "s" is added as needed).
  Progress(std::string_view work, std::string_view noun, Log& log = program_log(), Now now = Clock::now);
  ~Progress();
  Progress(const Progress&) = delete;

  // How many there will be; 0 while that is not known. It may grow as the work goes.
  void set_total(size_t total);
  void advance(size_t by = 1);
  // Which part of the work is done, from 0 to 1: it is said how long the rest will take.
  void set_share(double share);
  // The same numbers, but time has passed: for whoever waits in a loop.
  void tick();

 private:
  std::string text(Clock::time_point now) const;
  // Says how far the work is, unless it was said just before and `at_once` is false.
  void show(bool at_once);

  const std::string work_;
  const std::string noun_;
  Log& log_;
  const Now now_;
  const Clock::time_point start_;

  std::mutex mutex_;
  size_t done_ = 0;
  size_t total_ = 0;
  double share_ = 0;
  Millis share_after_{0};  // when that was told
  std::optional<Clock::time_point> shown_;
};

}  // namespace squall
