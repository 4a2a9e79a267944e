// The header lines of a request or a response.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace squall {

// Names can occur often; their order is kept.
using Headers = std::vector<std::pair<std::string, std::string>>;

// The value of the first header of that name, in whatever case; null when there is none.
const std::string* find_header(const Headers& headers, std::string_view name);
// The same; "" when there is none.
std::string header_or_empty(const Headers& headers, std::string_view name);

}  // namespace squall
