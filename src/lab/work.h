// Hands the experiments of a work list to several workers at a time. It knows no browser: what a worker does is given.
#pragma once

#include <functional>

#include "lab/lab.h"

namespace squall::lab {

struct Crew {
  size_t size = 1;
  // Runs an experiment with the worker of this number, from 0; never two at once with the same.
  std::function<Result<Run>(size_t worker, const Experiment& experiment)> run;
  // Called by each worker when there is nothing left for it, while others may still be at work.
  std::function<void(size_t worker)> leaves = [](size_t) {};
};

// Until the list has finished or stops the work. Worker 0 is the thread that calls; no more workers begin than the
// list's width. An Error of one of them ends the work: what is under way is still told, and the first Error is the
// result.
Status work_off(WorkList& list, const Crew& crew);

}  // namespace squall::lab
