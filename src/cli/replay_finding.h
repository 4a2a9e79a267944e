// `squall replay RUN --finding F1`: the two schedules of a finding, run again and compared.
#pragma once

#include "cli/arguments.h"

namespace squall::cli {

// The exit code: 1 when the finding shows again, 0 when it does not.
int replay_finding(const Arguments& arguments);

}  // namespace squall::cli
