// What somebody may have meant who mistyped a word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace squall::cli {

// How many characters must be added, removed or replaced to make one of the other.
size_t edit_distance(std::string_view a, std::string_view b);

// "; did you mean --flow?" for the nearest candidate, with `prefix` before it; "" when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view prefix = "");

}  // namespace squall::cli
