// The agent as it was bundled when squall was built.
#pragma once

#include <string_view>

namespace squall::lab {
std::string_view agent_text();
}
