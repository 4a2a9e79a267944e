// The browser's command line.
#pragma once

#include <string>
#include <vector>

#include "browser/browser.h"

namespace squall::browser {

// All flags for a browser at `path` with its profile in `folder`. What `extra_flags` disables is added to the one
// --disable-features that Chromium heeds: a second such flag would silently replace the first.
std::vector<std::string> browser_flags(const std::string& path, const std::string& folder,
                                       const LaunchOptions& options);

}  // namespace squall::browser
