// The report in a real browser: that nothing in it runs or is loaded, that it fits, and that it can be used without a
// mouse, without colours and without a script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.h"
#include "browser/test_support.h"
#include "report/sample_report.h"

namespace squall::report {
namespace {

using browser::in_ms;
using browser::Page;
using browser::value;
using ::testing::IsEmpty;

// What could run if a text of the page became markup somewhere.
const std::string kHostile =
    "\"'></title></style></script></textarea><script>alert('ran')</script><img src=http://evil.test/x onerror=alert(1)>"
    "<svg onload=alert(2)><style>@import 'http://evil.test/s'</style><iframe srcdoc='<script>parent.alert(3)</script>'>"
    "<a href=javascript:alert(4)>x</a><base href=http://evil.test/>";

// One long word, which no line can hold.
const std::string kLongWord(400, 'W');

struct NamedReport {
  std::string name;
  Report report;
};

std::vector<NamedReport> all_reports() {
  Report plain = sample_report();
  Report single = sample_report();
  single.comparisons.clear();
  single.runs.resize(1);
  single.runs[0].run.outcome.picture = sample_screen(3);
  return {{"findings", sample_findings()},
          {"plain", plain},
          {"single", single},
          {"empty", {}},
          {"hostile", hostile_report(kHostile)},
          {"long", hostile_report(kLongWord)}};
}

// Runs before any script of the page; what it counts must stay 0.
constexpr const char* kTrap =
    "globalThis.ran = []; for (const name of ['alert', 'confirm', 'prompt', 'open', 'fetch', 'eval'])"
    "  globalThis[name] = (...args) => { ran.push(name + ' ' + args); };"
    "addEventListener('securitypolicyviolation', (event) => ran.push('blocked ' + event.blockedURI));";

// Everything that is folded is opened, so that it counts as well.
constexpr const char* kOpenAll = "for (const d of document.querySelectorAll('details')) d.open = true";

class ReportPage : public browser::PageTest {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "squall-report-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<Page> open_page(int width) {
    browser::PageOptions options;
    options.width = width;
    options.agent = kTrap;
    options.setup = {{"Log.enable", Json::object()}, {"Accessibility.enable", Json::object()}};
    return open(options);
  }

  // Loads the report from a file, and notes what the page complained about and asked for.
  bool show(Page& page, const Report& report) { return show_html(page, to_html(report)); }
  bool show_html(Page& page, const std::string& html) {
    auto file = folder_ / "index.html";
    if (!write_file(file, html)) return false;
    complaints_.clear();
    requests_.clear();
    page.connection().forget(page.send_navigate("file://" + file.string()));
    bool loaded = false;
    while (auto event = page.next(loaded ? in_ms(150) : in_ms(15'000))) {
      note(*event);
      loaded = loaded || event->method == "Page.loadEventFired";
    }
    return loaded;
  }

  static void press(Page& page, const std::string& key, int code, const std::string& text = "") {
    for (const char* type : {"keyDown", "keyUp"}) {
      Json params = Json::object({{"type", type}, {"key", key}, {"code", key}, {"windowsVirtualKeyCode", code}});
      if (!text.empty() && std::string(type) == "keyDown") params.set("text", text);
      EXPECT_TRUE(page.call("Input.dispatchKeyEvent", params, in_ms(5000)));
    }
  }

  std::vector<std::string> complaints_;
  std::map<std::string, std::string> requests_;  // that left the page: id and URL

 private:
  void note(const browser::Event& event) {
    if (event.method == "Runtime.consoleAPICalled" || event.method == "Runtime.exceptionThrown" ||
        event.method == "Log.entryAdded") {
      complaints_.push_back(event.params.dump().substr(0, 500));
    }
    if (event.method == "Network.requestWillBeSent") {
      std::string url = event.params.at("request", "url").as_string();
      bool own = url.starts_with("file://") || url.starts_with("data:image/png;base64,");
      if (!own) requests_[event.params["requestId"].as_string()] = url;
    }
    // What the policy refuses was announced, but never sent; the page complains about it.
    if (event.method == "Network.loadingFailed" && event.params["blockedReason"].as_string_or("") == "csp") {
      requests_.erase(event.params["requestId"].as_string());
    }
  }

  std::filesystem::path folder_;
};

TEST_F(ReportPage, NothingRunsAndNothingIsLoaded) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  for (const auto& [name, report] : all_reports()) {
    ASSERT_TRUE(show(*page, report)) << name;
    EXPECT_THAT(complaints_, IsEmpty()) << name;
    EXPECT_THAT(requests_, IsEmpty()) << name;
    EXPECT_EQ(value(*page, "ran").dump(), "[]") << name;
    EXPECT_EQ(value(*page, "document.scripts.length").as_int(), 1) << name;
    EXPECT_EQ(
        value(*page, "document.querySelectorAll('iframe, object, embed, base, link, form, [onerror]').length").as_int(),
        0)
        << name;
    EXPECT_TRUE(page->take_incidents().empty()) << name;
  }
}

// What the test above would see if a text became markup; and that the policy would still stop it.
TEST_F(ReportPage, ThePolicyStopsWhatGotThrough) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  std::string html = to_html(sample_findings());
  html.insert(html.find("<main>"), kHostile);
  ASSERT_TRUE(show_html(*page, html));
  EXPECT_GE(complaints_.size(), 3u);
  std::string ran = value(*page, "ran").dump();
  EXPECT_NE(ran.find("blocked inline"), std::string::npos) << ran;
  EXPECT_EQ(ran.find("alert"), std::string::npos) << ran;
  EXPECT_THAT(requests_, IsEmpty());
}

TEST_F(ReportPage, ItFitsPhoneAndDesktop) {
  for (int width : {360, 1280}) {
    auto page = open_page(width);
    ASSERT_TRUE(page);
    for (const auto& [name, report] : all_reports()) {
      ASSERT_TRUE(show(*page, report)) << name;
      value(*page, kOpenAll);
      EXPECT_EQ(value(*page, "innerWidth").as_int(), width);
      EXPECT_LE(value(*page, "document.documentElement.scrollWidth").as_int(), width) << name;
      // Nor does a part scroll sideways on its own.
      EXPECT_EQ(value(*page,
                      "[...document.querySelectorAll('main *')].filter(e => ['auto', 'scroll'].includes("
                      "getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth).map(e => e.outerHTML)")
                    .dump(),
                "[]")
          << name;
    }
  }
}

TEST_F(ReportPage, HeadingsStandInOrder) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  for (const auto& [name, report] : all_reports()) {
    ASSERT_TRUE(show(*page, report)) << name;
    Json levels = value(*page, "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => Number(h.tagName[1]))");
    ASSERT_GT(levels.size(), 0u) << name;
    int64_t before = 0;
    for (const Json& level : levels.items()) {
      EXPECT_LE(level.as_int(), before + 1) << name << " " << levels.dump();
      before = level.as_int();
    }
    EXPECT_EQ(value(*page, "document.querySelectorAll('h1').length").as_int(), 1) << name;
    EXPECT_EQ(value(*page, "document.querySelectorAll('main').length").as_int(), 1) << name;
  }
}

TEST_F(ReportPage, EveryPictureAndControlHasAName) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  for (const auto& [name, report] : {all_reports()[0], all_reports()[1]}) {
    ASSERT_TRUE(show(*page, report)) << name;
    value(*page, kOpenAll);
    EXPECT_EQ(value(*page, "document.querySelectorAll('img:not([alt])').length").as_int(), 0);
    browser::Reply tree = page->call("Accessibility.getFullAXTree", Json::object(), in_ms(10'000));
    ASSERT_TRUE(tree);
    size_t named = 0;
    for (const Json& node : (*tree)["nodes"].items()) {
      std::string role = node.at("role", "value").as_string_or("");
      bool counts = role == "image" || role == "img" || role == "link" || role == "button" || role == "slider" ||
                    role == "DisclosureTriangle" || role == "heading" || role == "region";
      if (!counts || node["ignored"].as_bool()) continue;
      EXPECT_FALSE(node.at("name", "value").as_string_or("").empty()) << name << " " << node.dump();
      ++named;
    }
    EXPECT_GT(named, 3u) << name;
  }
}

TEST_F(ReportPage, TheSliderMovesByKeyboard) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  ASSERT_TRUE(show(*page, sample_findings()));
  EXPECT_EQ(value(*page, "document.querySelector('.screens').dataset.view").as_string(), "both");
  value(*page, "document.querySelector('[data-show=slider]').focus()");
  press(*page, "Enter", 13, "\r");
  EXPECT_EQ(value(*page, "document.querySelector('.screens').dataset.view").as_string(), "slider");
  EXPECT_EQ(value(*page, "document.querySelector('[data-show=slider]').getAttribute('aria-pressed')").as_string(),
            "true");
  // From the buttons to the slider: over two more buttons.
  for (int i = 0; i < 3; ++i) press(*page, "Tab", 9);
  EXPECT_EQ(value(*page, "document.activeElement.type").as_string(), "range");
  EXPECT_NE(value(*page, "getComputedStyle(document.activeElement).outlineStyle").as_string(), "none");
  press(*page, "ArrowRight", 39);
  press(*page, "ArrowRight", 39);
  EXPECT_EQ(value(*page, "document.activeElement.value").as_string(), "52");
  EXPECT_EQ(value(*page, "document.querySelector('.screens').style.getPropertyValue('--cut')").as_string(), "52%");
  press(*page, "Home", 36);
  EXPECT_EQ(value(*page, "document.querySelector('.screens').style.getPropertyValue('--cut')").as_string(), "0%");
}

TEST_F(ReportPage, ALinkOpensWhatIsFolded) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  ASSERT_TRUE(show(*page, sample_findings()));
  EXPECT_EQ(value(*page, "document.querySelector('#graph-1').closest('details').open").as_bool(), false);
  value(*page, "document.querySelector('a[href=\"#graph-1\"]').focus()");
  press(*page, "Enter", 13, "\r");
  EXPECT_EQ(value(*page,
                  "new Promise(done => setTimeout(() => done(document.querySelector('#graph-1').closest('details')"
                  ".open), 100))",
                  true)
                .as_bool(),
            true);
}

TEST_F(ReportPage, WithoutScriptBothScreensStandSideBySide) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  ASSERT_TRUE(page->call("Emulation.setScriptExecutionDisabled", Json::object({{"value", true}}), in_ms(5000)));
  ASSERT_TRUE(show(*page, sample_findings()));
  EXPECT_EQ(value(*page, "getComputedStyle(document.querySelector('.controls')).display").as_string(), "none");
  const Json boxes = value(*page,
                           "[...document.querySelectorAll('.screens')[0].querySelectorAll('.picture')].map(p => "
                           "p.getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.height])");
  ASSERT_GE(boxes.size(), 2u);
  EXPECT_LE(boxes[size_t{0}][size_t{2}].as_double(), boxes[size_t{1}][size_t{0}].as_double());
  EXPECT_EQ(boxes[size_t{0}][size_t{1}].as_double(), boxes[size_t{1}][size_t{1}].as_double());
  EXPECT_GT(boxes[size_t{1}][size_t{3}].as_double(), 100);
}

// The colours of texts against what is behind them, as WCAG counts contrast; those below 4.5.
constexpr const char* kFaintTexts = R"js((() => {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => channels(colour).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if ((channels(colour)[3] ?? 1) === 1) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *:not(script, svg, svg *)')) {
    if (![...element.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== '')) continue;
    const [a, b] = [getComputedStyle(element).color, behind(element)].map(light);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(element.className + ' ' + element.textContent.slice(0, 40) + ' ' + ratio);
  }
  return faint;
})())js";

TEST_F(ReportPage, TextsHaveEnoughContrastInLightAndDark) {
  auto page = open_page(1280);
  ASSERT_TRUE(page);
  ASSERT_TRUE(show(*page, sample_findings()));
  value(*page, kOpenAll);
  std::vector<std::string> papers;
  for (const char* scheme : {"light", "dark"}) {
    Json features = Json::array();
    features.push(Json::object({{"name", "prefers-color-scheme"}, {"value", scheme}}));
    ASSERT_TRUE(page->call("Emulation.setEmulatedMedia", Json::object({{"features", features}}), in_ms(5000)));
    papers.push_back(value(*page, "getComputedStyle(document.body).backgroundColor").as_string());
    EXPECT_EQ(value(*page, kFaintTexts).dump(), "[]") << scheme;
  }
  EXPECT_NE(papers[0], papers[1]);
}

}  // namespace
}  // namespace squall::report
