// Where a script says that its source map is.
#pragma once

#include <string>

#include "network/recording.h"

namespace squall::network {

// Absolute, or a data: URL; "" when the script says nothing. The header wins over the comment at the script's end.
std::string source_map_url(const Entry& script);

}  // namespace squall::network
