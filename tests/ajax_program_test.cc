// `squall ajax` as a user runs it: exit codes, words, files, what happens to bad input, and going on with a run.
#include "tests/ajax_lab.h"
#include "tests/program.h"

namespace squall {
namespace {

using testing::AjaxSite;
using testing::Ended;
using testing::ExampleLab;
using ::testing::HasSubstr;
using testing::Workplace;

class AjaxProgram : public ::testing::Test {
 protected:
  // A flow of clicks, as a file.
  std::string flow(const std::vector<std::string>& selectors, const std::string& name = "flow.json") {
    return place_.write(name, flow::to_json(testing::clicks_on(selectors)).dump());
  }
  static std::string shop_flow() { return (testing::examples() / "shop" / "flow.json").string(); }
  Json results(const std::string& folder) { return place_.read(folder + "/results.json"); }

  Workplace place_;
};

std::string echo_target(const serve::HttpRequest& request) { return request.target; }

TEST_F(AjaxProgram, FindsTheRacesOfTheShopAndShowsOneAgain) {
  Ended found = place_.run({"ajax", ExampleLab::get().url("shop"), "--flow", shop_flow(), "--out", "shop"});
  EXPECT_EQ(found.code, 1) << found;
  EXPECT_THAT(found.out, HasSubstr("6 races found in 6 pairs of events.")) << found;
  EXPECT_THAT(found.out, HasSubstr("F1  click “Car Wash Locations”, then click “Diesel Locations”")) << found;
  EXPECT_THAT(found.out, HasSubstr("The same happens in 5 other pairs:")) << found;
  Json json = results("shop");
  EXPECT_EQ(json["findings"].size(), 6u);
  EXPECT_EQ(json["findings"][size_t{0}]["kind"].as_string(), "ajax-race");
  EXPECT_EQ(json["tests"].size(), 6u);
  EXPECT_EQ(json["tests"][size_t{4}]["id"].as_string(), "load-u0");
  EXPECT_EQ(json["events"].size(), 2u);
  Ended again = place_.run({"replay", "shop", "--finding", "F4", "--out", "again"});
  EXPECT_EQ(again.code, 1) << again;
  EXPECT_THAT(again.out, HasSubstr("F4 shows again.")) << again;
  Ended none = place_.run({"replay", "shop", "--finding", "F9"});
  EXPECT_EQ(none.code, 2) << none;
  EXPECT_THAT(none.err, HasSubstr("There are: F1, F2, F3, F4, F5, F6.")) << none;
}

TEST_F(AjaxProgram, AFinishedRunIsJudgedAgainWithoutABrowserOrAServer) {
  {
    AjaxSite site(R"(<button id=a>A</button><p id=out>none</p><script>
      let n = 0;
      a.onclick = async () => { out.textContent = await (await fetch('/' + ++n)).text(); };
    </script>)",
                  echo_target);
    Ended first = place_.run({"ajax", site.url(), "--flow", flow({"#a"}), "--out", "run"});
    EXPECT_EQ(first.code, 1) << first;
  }
  size_t kept = results("run")["timing"]["experiments"].as_int();
  Ended again = place_.run({"ajax", "run", "--ignore", "#out", "--ignore", "#clock"});
  EXPECT_EQ(again.code, 0) << again;
  Ended back = place_.run({"ajax", "run", "--browser", "/nowhere/chromium"});
  EXPECT_EQ(back.code, 1) << back;
  EXPECT_THAT(back.err, HasSubstr("were there already")) << back;
  EXPECT_EQ(results("run")["timing"]["experiments"].as_int(), static_cast<int64_t>(kept));
}

TEST_F(AjaxProgram, ARecordingIsUsedAsItIs) {
  Ended recorded = place_.run({"record", ExampleLab::get().url("autocomplete"), "--flow",
                               (testing::examples() / "autocomplete" / "flow.json").string(), "--out", "recording"});
  ASSERT_EQ(recorded.code, 0) << recorded;
  Ended found = place_.run({"ajax", "recording", "--out", "ajax", "--max-tests", "1"});
  EXPECT_EQ(found.code, 1) << found;
  EXPECT_THAT(found.out, HasSubstr("type “l” into")) << found;
  EXPECT_THAT(found.out, HasSubstr("2 pairs that tell less were left out")) << found;
}

TEST_F(AjaxProgram, WithoutAFlowThePageIsLookedOver) {
  Ended found = place_.run({"ajax", ExampleLab::get().url("shop"), "--out", "run"});
  EXPECT_EQ(found.code, 1) << found;
  EXPECT_THAT(found.out, HasSubstr("Car Wash Locations")) << found;
}

// The first thing that a user can do here takes all others away.
TEST_F(AjaxProgram, WhatIsDiscoveredIsAListAndNotASequence) {
  AjaxSite site(R"(<main id=app><button id=about>About</button><button id=a>A</button><button id=b>B</button>
    <p id=out>none</p></main><script>
    about.onclick = () => { app.innerHTML = '<p>About us</p>'; };
    for (const x of [a, b]) x.onclick = async () => {
      const text = await (await fetch('/' + x.id)).text();
      out.textContent = text;
    };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--out", "run"});
  EXPECT_EQ(ended.code, 1) << ended;
  EXPECT_THAT(ended.out, HasSubstr("click “A”, then click “B”: #out depends on which response comes last")) << ended;
}

TEST_F(AjaxProgram, APageWithoutAnyResponseIsAnsweredInASentence) {
  AjaxSite site("<button id=a>A</button><p id=out></p><script>a.onclick = () => { out.textContent = 'x'; };</script>",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a"})});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("No responses can cross: the only user event leads to none.")) << ended;
}

// The loops are cut while the page loads; what came is drawn all the same, and the slides have nothing to do with it.
TEST_F(AjaxProgram, WhatALoopDrawsIsSeenAndThatItWasCutIsTold) {
  constexpr const char* kPage =
      R"(<button id=a>A</button><button id=b>B</button><p id=slide>-</p><p id=out>-</p><script>
    let n = 0, state = '-', control;
    setInterval(() => { slide.textContent = ++n; }, 300);
    setInterval(() => { if (out.textContent !== state) out.textContent = state; }, 100);
    const load = async (path) => {
      if (ABORTS) control?.abort();
      control = new AbortController();
      try { state = await (await fetch(path, { signal: control.signal })).text(); } catch {}
    };
    a.onclick = () => load('/a'); b.onclick = () => load('/b');
  </script>)";
  for (bool aborts : {false, true}) {
    AjaxSite site("<script>const ABORTS = " + std::to_string(aborts) + ";</script>" + kPage, echo_target);
    std::string out = aborts ? "right" : "wrong";
    Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a", "#b"}), "--out", out});
    EXPECT_EQ(ended.code, aborts ? 0 : 1) << ended;
    EXPECT_EQ(results(out)["findings"].size(), aborts ? 0u : 2u) << ended;
    EXPECT_THAT(results(out)["notes"].dump(), HasSubstr("An endless loop of timers was cut after 20 rounds: "))
        << ended;
  }
}

TEST_F(AjaxProgram, AFlowOfWhichNoStepIsFeasibleCannotBeTested) {
  AjaxSite site("<p>Nothing here</p>", echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a", "#b"}), "--timeout", "20"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("none of the 2 steps could be performed")) << ended;
}

TEST_F(AjaxProgram, ATabThatIsActiveWhereTheFlowHasItRacesInTheOtherOrder) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>a</p><script>
    let tab = 'a';
    for (const b of document.querySelectorAll('button')) b.onclick = async () => {
      if (tab === b.id) return;
      tab = b.id;
      out.textContent = await (await fetch('/' + tab)).text();
    };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a", "#b"})});
  EXPECT_EQ(ended.code, 1) << ended;
  EXPECT_THAT(ended.out, HasSubstr("click #b, then click #a: #out depends on which response comes last")) << ended;
}

TEST_F(AjaxProgram, APageThatIsLeftAtTheFirstEventIsNamed) {
  AjaxSite site(R"(<a id=a href="/elsewhere">Away</a><button id=b>B</button><p id=out></p><script>
    b.onclick = async () => { out.textContent = await (await fetch('/b')).text(); };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a", "#b"})});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("The flow leaves the page")) << ended;
  EXPECT_THAT(ended.out, HasSubstr("click #b could not be performed")) << ended;
}

TEST_F(AjaxProgram, APageThatNeverSettlesCannotBeTested) {
  AjaxSite site("<button id=a>A</button><script>a.onclick = () => { for (;;); };</script>", echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a"}), "--timeout", "3"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("--timeout")) << ended;
}

TEST_F(AjaxProgram, ALoginPageIsTestedAndWhatLiesBehindItIsMentioned) {
  AjaxSite site(R"(<form id=f><input id=user><input id=secret type=password><button>Log in</button></form>
    <p id=out></p><script>
    f.onsubmit = async (event) => {
      event.preventDefault();
      out.textContent = await (await fetch('/login')).text();
    };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url()});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("log in with --before FILE")) << ended;
}

// A flow does not tell a list from a text: that is seen when it is performed.
TEST_F(AjaxProgram, AChoiceIsOneEventAndNotAsManyAsItHasLetters) {
  AjaxSite site(R"(<select id=c><option>none<option>fr<option>it</select><p id=out></p><script>
    c.onchange = async () => { out.textContent = await (await fetch('/' + c.value)).text(); };
  </script>)",
                echo_target);
  std::string flow = place_.write("choose.json", R"({"title": "choose", "steps": [
    {"type": "change", "selectors": [["#c"]], "value": "fr"}, {"type": "change", "selectors": [["#c"]], "value": "it"}]})");
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow, "--out", "run"});
  EXPECT_EQ(ended.code, 1) << ended;
  EXPECT_THAT(ended.out, HasSubstr("choose “fr” in #c, then choose “it” in #c")) << ended;
  EXPECT_EQ(results("run")["events"].size(), 2u);
  ASSERT_EQ(place_.run({"record", site.url(), "--flow", flow, "--out", "recording"}).code, 0);
  EXPECT_EQ(place_.run({"ajax", "recording", "--out", "again"}).code, 1);
  EXPECT_EQ(results("again")["events"].size(), 2u);
}

// Its document is gone at the end, and what was done on it was done all the same.
TEST_F(AjaxProgram, AStepThatLeavesThePageHidesNothingBeforeIt) {
  AjaxSite site(
      R"(<button id=a>A</button><button id=b>B</button><button id=out onclick="location.search = 'bye'">Out</button>
    <p id=p></p><script>
    for (const x of [a, b]) x.onclick = async () => { p.textContent = await (await fetch('/' + x.id)).text(); };
  </script>)",
      echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a", "#b", "#out"}), "--out", "run"});
  EXPECT_EQ(ended.code, 1) << ended;
  EXPECT_EQ(results("run")["findings"].size(), 2u) << ended;
}

// Who waits for the dialog cannot reach the other button any more; who does not, may see the wrong one in it.
TEST_F(AjaxProgram, WhatOnlyAQuickUserCanDoIsComparedWithAQuickUser) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><dialog id=d><p id=p></p></dialog><script>
    for (const x of [a, b]) x.onclick = async () => {
      p.textContent = await (await fetch('/' + x.id)).text();
      if (!d.open) d.showModal();
    };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--out", "run"});
  EXPECT_EQ(ended.code, 1) << ended;
  EXPECT_THAT(ended.out, HasSubstr("the text of #p is “/a” instead of “/b”")) << ended;
  Ended again = place_.run({"replay", "run", "--finding", "F1"});
  EXPECT_THAT(again.out, HasSubstr("F1 shows again.")) << again;
}

TEST_F(AjaxProgram, WhatMustNotBeSentIsNotCalledRight) {
  AjaxSite site(R"(<button id=a>A</button><p id=p></p><script>
    let n = 0;
    a.onclick = async () => { p.textContent = await (await fetch('/save', {method: 'POST', body: 'text ' + 'x'.repeat(++n)})).text(); };
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--flow", flow({"#a"}), "--out", "run"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("Nothing is known of 1 pair: not all requests could be answered.")) << ended;
  EXPECT_THAT(ended.out, HasSubstr("--allow-writes would send it")) << ended;
}

// What the server would have said is not known; that it is away is no answer of its.
TEST_F(AjaxProgram, AServerThatIsGoneIsNoRace) {
  auto site = std::make_unique<AjaxSite>(R"(<button id=a>A</button><p id=p></p><script>
    let n = 0;
    a.onclick = () => { fetch('/' + ++n).then((r) => r.text()).then((t) => { p.textContent = t; }); };
  </script>)",
                                         echo_target);
  ASSERT_EQ(place_.run({"record", site->url(), "--flow", flow({"#a"}), "--out", "recording"}).code, 0);
  site.reset();
  Ended ended = place_.run({"ajax", "recording", "--out", "run"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("the server did not answer")) << ended;
}

TEST_F(AjaxProgram, WhatAUserCanDoBehindASetUpIsLookedFor) {
  AjaxSite site(R"(<button id=in>Log in</button><div id=inside hidden><button id=a>A</button><button id=b>B</button>
    <p id=out></p></div><script>
    document.getElementById('in').onclick = (event) => { inside.hidden = false; event.target.remove(); };
    for (const each of [a, b]) {
      each.onclick = async () => { out.textContent = await (await fetch('/' + each.id)).text(); };
    }
  </script>)",
                echo_target);
  Ended ended = place_.run({"ajax", site.url(), "--before", flow({"#in"}), "--out", "run"});
  EXPECT_EQ(ended.code, 1) << ended;
  Json found = results("run");
  ASSERT_EQ(found["events"].size(), 3u);
  for (const Json& finding : found["findings"].items()) {
    for (const Json& event : finding["events"].items()) EXPECT_NE(event.as_string(), "u0");
  }
  EXPECT_EQ(found["tests"].size(), 4u);
}

TEST_F(AjaxProgram, BadWordsAreExplained) {
  Ended selector = place_.run({"ajax", "http://127.0.0.1:1/", "--ignore", "a:hover"});
  EXPECT_EQ(selector.code, 2) << selector;
  EXPECT_THAT(selector.err, HasSubstr("--ignore")) << selector;
  Ended nothing = place_.run({"ajax"});
  EXPECT_EQ(nothing.code, 2) << nothing;
}

TEST_F(AjaxProgram, AnInterruptedRunKeepsWhatItHasAndGoesOn) {
  auto running =
      place_.start({"ajax", ExampleLab::get().url("shop"), "--flow", shop_flow(), "--out", "run", "--workers", "1"});
  ASSERT_TRUE(testing::becomes_true([&] { return std::filesystem::exists(place_ / "run/experiments/0003"); }));
  running->signal(SIGINT);
  Ended stopped = running->wait();
  EXPECT_EQ(stopped.code, 130) << stopped;
  EXPECT_THAT(stopped.out, HasSubstr("Go on with: squall ajax run")) << stopped;
  Ended on = place_.run({"ajax", "run"});
  EXPECT_EQ(on.code, 1) << on;
  EXPECT_THAT(on.err, HasSubstr("were there already")) << on;
  EXPECT_THAT(on.out, HasSubstr("6 races found")) << on;
}

}  // namespace
}  // namespace squall
