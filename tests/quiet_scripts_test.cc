// A script that has come may still be compiled on another thread: the user waits for it, whatever kind it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/much_code.h"
#include "tests/page_lab.h"

namespace squall {
namespace {

using testing::click;
using testing::much_code;
using testing::PageLab;
using testing::Site;
using testing::text_of;

// What the user sees in the end. Much code takes its time on a busy machine.
std::string log_after(const Site& site, std::vector<flow::Step> steps) {
  lab::Experiment experiment = PageLab::get().experiment(site, std::move(steps));
  experiment.timeout = Millis(120'000);
  lab::Run run = PageLab::get().run(experiment);
  EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled) << run.outcome.ending_detail;
  return text_of(run, "log");
}

// What the user sees who presses the button as soon as the page is quiet.
std::string seen_by_user(const std::string& html, const std::string& other = "") {
  Site site("<button id=go onclick=\"log.textContent = typeof came\">go</button><p id=log></p>" + html);
  site.answer("big.js", much_code("window.came = 1;")).answer("other.js", other);
  return log_after(site, {click("#go")});
}

TEST(QuietScripts, AnAsyncScriptIsWaitedFor) {
  EXPECT_EQ(seen_by_user("<script async src=big.js></script>"), "number");
}

TEST(QuietScripts, AScriptThatAScriptInsertsIsWaitedFor) {
  EXPECT_EQ(seen_by_user("<script>const s = document.createElement('script'); s.src = 'big.js';"
                         "document.body.append(s);</script>"),
            "number");
}

TEST(QuietScripts, AScriptThatIsTakenOutAgainIsWaitedFor) {
  EXPECT_EQ(seen_by_user("<script>const s = document.createElement('script'); s.src = 'big.js';"
                         "document.body.append(s); s.remove();</script>"),
            "number");
}

TEST(QuietScripts, InsertedScriptsThatRunInOrderAreWaitedFor) {
  EXPECT_EQ(
      seen_by_user("<script>for (const name of ['big.js', 'other.js']) { const s = document.createElement('script');"
                   "s.async = false; s.src = name; document.body.append(s); }</script>"),
      "number");
}

TEST(QuietScripts, AModuleIsWaitedFor) {
  EXPECT_EQ(seen_by_user("<script type=module src=big.js></script>"), "number");
}

TEST(QuietScripts, AnImportOfAModuleIsWaitedFor) {
  EXPECT_EQ(seen_by_user("<script type=module async src=other.js></script>", "import './big.js';"), "number");
}

TEST(QuietScripts, AScriptInAFrameIsWaitedFor) {
  Site site(
      "<button id=go onclick=\"log.textContent = typeof frames[0].came\">go</button><p id=log></p>"
      "<iframe src=frame.html></iframe>");
  site.answer("frame.html", "<script async src=big.js></script>").answer("big.js", much_code("window.came = 1;"));
  EXPECT_EQ(log_after(site, {click("#go")}), "number");
}

TEST(QuietScripts, AScriptOfAPageThatAStepOpensIsWaitedFor) {
  Site site("<a id=to href=next.html>next</a>");
  site.answer("next.html",
              "<button id=go onclick=\"log.textContent = typeof came\">go</button><p id=log></p>"
              "<script async src=big.js></script>");
  site.answer("big.js", much_code("window.came = 1;"));
  EXPECT_EQ(log_after(site, {click("#to"), click("#go")}), "number");
}

// A frame that needs no request begins its life in another process.
TEST(QuietScripts, AFrameThatIsWrittenInPlaceIsWaitedFor) {
  for (const std::string frame :
       {"srcdoc=\"<script>came = 1</script>\"", "src=\"data:text/html,<script>parent.postMessage(1, '*')</script>\""}) {
    Site site(
        "<button id=make>make</button><button id=go>go</button><p id=log></p><script>let came;"
        "onmessage = () => { came = 1; }; make.onclick = () => { box.innerHTML = `<iframe " +
        replace_all(frame, "</script", "<\\/script") +
        "></iframe>`; }; go.onclick = () => { log.textContent = typeof (came ?? frames[0].came); };</script>"
        "<p id=box></p>");
    EXPECT_EQ(log_after(site, {click("#make"), click("#go")}), "number") << frame;
  }
}

TEST(QuietScripts, APageThatAStepOpensIsWaitedFor) {
  Site site("<a id=to href=next.html>next</a>");
  site.answer("next.html", "<button id=go onclick=\"log.textContent = 'there'\">go</button><p id=log></p>");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(log_after(site, {click("#to"), click("#go")}), "there");
  }
}

}  // namespace
}  // namespace squall
