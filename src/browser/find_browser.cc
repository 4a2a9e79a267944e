#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "browser/browser.h"
#include "browser/process.h"

namespace squall::browser {
namespace {

namespace fs = std::filesystem;

// The programs themselves come before the scripts in /usr/bin, which stay between us and the browser.
constexpr const char* kUsualPlaces[] = {
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/opt/google/chrome/chrome",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
};
constexpr const char* kHint =
    "install one (on Debian: apt install chromium-headless-shell, or chromium), or name yours with --browser PATH or "
    "SQUALL_BROWSER";

bool can_run(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// A bare name is looked up as a shell would.
std::string on_path(const std::string& name) {
  const char* folders = std::getenv("PATH");
  if (name.find('/') != std::string::npos || !folders) return name;
  for (const auto& folder : split(folders, ':')) {
    fs::path candidate = fs::path(folder) / name;
    if (can_run(candidate)) return candidate;
  }
  return name;
}

// Debian's /usr/bin/chromium is a script that starts the program of the same name in /usr/lib/chromium.
std::string behind_wrapper(const std::string& path) {
  fs::path inner = fs::path("/usr/lib/chromium") / fs::path(path).filename();
  return fs::path(path).parent_path() == "/usr/bin" && can_run(inner) ? inner.string() : path;
}

}  // namespace

Result<std::string> find_browser(const std::string& given) {
  const char* variable = std::getenv("SQUALL_BROWSER");
  std::string wanted = !given.empty() ? given : variable ? variable : "";
  if (!wanted.empty()) {
    std::string path = on_path(wanted);
    if (!can_run(path)) return Error{"there is no browser at " + wanted, kHint};
    return behind_wrapper(path);
  }
  for (const char* path : kUsualPlaces) {
    if (can_run(path)) return std::string(path);
  }
  return Error{"no Chromium was found", kHint};
}

bool is_headless_shell(const std::string& path) {
  return fs::path(path).filename().string().find("headless-shell") != std::string::npos ||
         fs::path(path).filename().string().find("headless_shell") != std::string::npos;
}

Result<std::string> browser_version(const std::string& path) {
  auto output = output_of(path, {"--version"}, Deadline::after(Millis(10000)));
  if (!output) return output.error();
  return std::string(trim(*output));
}

}  // namespace squall::browser
