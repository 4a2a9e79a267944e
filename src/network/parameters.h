// The parameters of a request: what its query and its body say, as names and values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace squall::network {

using Parameters = std::vector<std::pair<std::string, std::string>>;

// The leaves of a JSON body, the fields of a form, the parts of a multipart body; nothing for any other body, and for
// bodies of more than a megabyte.
std::optional<Parameters> body_parameters(std::string_view body);

// A multipart body with a boundary that is always the same: browsers choose another for each request. Any other body as
// it is.
std::string with_fixed_boundary(std::string body);

}  // namespace squall::network
