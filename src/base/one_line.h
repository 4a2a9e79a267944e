// Text that must fit into a line of a list or of the terminal.
#pragma once

#include <string>
#include <string_view>

namespace squall {

// One line of something that a page said: line breaks are spaces, and what is too long is cut.
std::string one_line(std::string_view text, size_t limit = 300);

}  // namespace squall
