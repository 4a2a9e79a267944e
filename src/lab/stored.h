// Puts into a browser what earlier visits have left there, before an experiment begins.
#pragma once

#include "browser/page.h"
#include "lab/lab.h"

namespace squall::lab {

// `page` is as good as new, and its requests are paused (network::Traffic::setup). False when it has to be given up.
bool put_back(const Experiment& experiment, browser::Page& page, Deadline deadline);

}  // namespace squall::lab
