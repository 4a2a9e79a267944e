#include "browser/flags.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"

namespace squall::browser {
namespace {

constexpr const char* kDisableFeatures = "--disable-features=";

constexpr const char* kFlags[] = {
    "--remote-debugging-pipe",
    // Nothing of its own: no questions, no traffic, no reports.
    "--no-first-run",
    "--no-default-browser-check",
    "--no-startup-window",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-search-engine-choice-screen",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    // The same picture everywhere.
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--disable-partial-raster",  // edges come out differently when only a part of a tile is drawn again
    "--disable-checker-imaging",
    "--blink-settings=imageAnimationPolicy=2",
    "--lang=en-US",
    // The same order of things every time: no throttling, no experiments, fixed randomness.
    "--disable-quic",
    "--disable-field-trial-config",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-ipc-flooding-protection",
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--js-flags=--random-seed=42",
    // While something in the head blocks rendering, Blink lets only two requests of low priority out of the renderer.
    // We hold requests: those behind the two would wait for ever. A feature without meaning carries the parameters.
    "--enable-features=Squall<RendererSideResourceScheduler.Enabled:tight_limit/1024/limit/1024",
};

constexpr const char* kDisabledFeatures[] = {
    "DeferRendererTasksAfterInput",  // delays tasks by up to 50 ms after a click
    "LocalNetworkAccessChecks",      // subresources must reach our loopback server
    "RenderDocument",                //
    "BackForwardCache",              // a page that was left must be gone
    "HttpsUpgrades",                 //
    "HttpsFirstBalancedModeAutoEnable",
    "Translate",
    "OptimizationHints",
    "MediaRouter",
    "DialMediaRouteProvider",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "InterestFeedContentSuggestions",
    "GlobalMediaControls",
    "DestroyProfileOnBrowserClose",
};

// Chromium keeps pictures and messages between its processes there, and crashes when it is full.
bool shared_memory_is_small() {
  constexpr uint64_t kEnough = 512ull << 20;
  struct statvfs info {};
  if (statvfs("/dev/shm", &info) != 0) return true;
  return static_cast<uint64_t>(info.f_bavail) * info.f_frsize < kEnough;
}

}  // namespace

std::vector<std::string> browser_flags(const std::string& path, const std::string& folder,
                                       const LaunchOptions& options) {
  std::vector<std::string> flags(std::begin(kFlags), std::end(kFlags));
  if (!is_headless_shell(path)) flags.emplace_back("--headless=new");
  if (geteuid() == 0) flags.emplace_back("--no-sandbox");
  if (shared_memory_is_small()) flags.emplace_back("--disable-dev-shm-usage");
  if (!options.resolve_hosts) {
    flags.emplace_back("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost");
  }
  flags.push_back("--user-data-dir=" + folder);

  std::vector<std::string> disabled(std::begin(kDisabledFeatures), std::end(kDisabledFeatures));
  for (const auto& flag : options.extra_flags) {
    if (flag.starts_with(kDisableFeatures)) {
      disabled.push_back(flag.substr(std::string_view(kDisableFeatures).size()));
    } else {
      flags.push_back(flag);
    }
  }
  flags.push_back(kDisableFeatures + join(disabled, ","));
  return flags;
}

}  // namespace squall::browser
