// The report's own style and script, as they stand in style.css and script.js, and the policy that allows nothing else.
#pragma once

#include <string>
#include <string_view>

namespace squall::report {

std::string_view style_text();
std::string_view script_text();

// For the report's Content-Security-Policy: no connection, no frame, no form; pictures from data: alone; style and
// script only when their SHA-256 is that of the two texts above.
std::string content_security_policy();

}  // namespace squall::report
