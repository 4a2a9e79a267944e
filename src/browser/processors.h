// Which processors a browser runs on.
//
// A browser is a dozen threads that mostly wait for each other. Two browsers that are spread over the same processors
// keep waking them for each other; with processors of their own they do a quarter more.
#pragma once

#include <cstddef>
#include <vector>

namespace squall::browser {

using Processors = std::vector<int>;

// Those that squall itself may use.
Processors own_processors();
// Divides them among so many browsers: every browser gets the same number of neighbours, at least one. Where there are
// fewer processors than browsers, or one browser only, all may use all.
std::vector<Processors> shares_of(const Processors& all, size_t browsers);
// Moves all threads of all processes of a group to them, and what they start from now on.
void keep_group_to(int group, const Processors& processors);

}  // namespace squall::browser
