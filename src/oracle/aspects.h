// The aspects of an outcome that need neither a DOM nor pixels. Each function appends its differences.
#pragma once

#include <vector>

#include "oracle/compare.h"
#include "outcome/outcome.h"

namespace squall::oracle {

using Differences = std::vector<Difference>;

void compare_ending(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);  // and URL and status
void compare_steps(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_errors(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_console(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_requests(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_storage(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_cookies(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);
void compare_incidents(const outcome::Outcome& a, const outcome::Outcome& b, Differences& out);

}  // namespace squall::oracle
