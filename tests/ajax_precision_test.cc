// Pages that are right, and on which `squall ajax` must find nothing.
#include <atomic>

#include "tests/ajax_lab.h"

namespace squall {
namespace {

using finding::Verdict;
using testing::AjaxSite;
using testing::all_of;
using testing::analyse_example;
using testing::analyse_page;
using testing::clicks_on;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class AjaxPrecision : public ::testing::TestWithParam<const char*> {};

TEST_P(AjaxPrecision, FindsNothingOnAnExampleThatIsRight) {
  auto analysis = analyse_example(GetParam());
  EXPECT_THAT(analysis.findings, IsEmpty()) << all_of(analysis);
  EXPECT_THAT(analysis.tests, Not(IsEmpty())) << "nothing was tested";
}

INSTANTIATE_TEST_SUITE_P(Examples, AjaxPrecision,
                         ::testing::Values("autocomplete-right", "autocomplete-latest", "disabled-right",
                                           "overlay-right", "keyed-right"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(AjaxVerdicts, AnOverlayMakesThePairsInfeasibleAndSaysSo) {
  for (const auto& test : analyse_example("overlay-right").tests) {
    EXPECT_EQ(test.verdict, Verdict::Infeasible) << test.id << ": " << test.reason;
    EXPECT_THAT(test.reason, HasSubstr("before the responses to the first have come"));
  }
}

// Everything is new at each request, and the latest click wins.
constexpr const char* kNews = R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
  let latest = 0;
  for (const x of [a, b]) x.onclick = async () => {
    const mine = ++latest;
    const text = await (await fetch('/' + x.id)).text();
    if (mine === latest) out.textContent = text;
  };
</script>)";

TEST(AjaxVerdicts, AServerThatAlwaysAnswersDifferentlyIsNoRace) {
  std::atomic<int> n{0};
  AjaxSite site(kNews, [&](const serve::HttpRequest&) { return "item " + std::to_string(++n); });
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  EXPECT_THAT(analysis.findings, IsEmpty()) << all_of(analysis);
  EXPECT_THAT(analysis.tests, Not(IsEmpty()));
}

// Which of two clicks is the later one, the page tells by the clock: a person takes time for each.
TEST(AjaxVerdicts, APageThatIgnoresOlderAnswersByTheirTimeIsRight) {
  for (const char* clock : {"Date.now()", "performance.now()", "event.timeStamp", "+new Date()"}) {
    AjaxSite site(std::string(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
      let latest = 0;
      for (const x of [a, b]) x.onclick = async (event) => {
        const mine = latest = )") +
                      clock + R"(;
        const text = await (await fetch('/' + x.id)).text();
        if (mine < latest) return;
        out.textContent = text;
      };
    </script>)",
                  [](const serve::HttpRequest& request) { return request.target; });
    auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
    EXPECT_THAT(analysis.findings, IsEmpty()) << clock << "\n" << all_of(analysis);
    EXPECT_THAT(analysis.tests, Not(IsEmpty()));
  }
}

// The same, by when answers came.
TEST(AjaxVerdicts, AnswersDoNotComeAtOneTime) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    const came = {};
    for (const x of [a, b]) x.onclick = async () => {
      await fetch('/' + x.id);
      came[x.id] = Date.now();
      out.textContent = came.a === came.b ? 'at once' : 'one by one';
    };
  </script>)",
                [](const serve::HttpRequest&) { return "x"; });
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  EXPECT_THAT(analysis.findings, IsEmpty()) << all_of(analysis);
}

TEST(AjaxVerdicts, TimesThatThePageShowsAreNoRace) {
  AjaxSite site(R"(<button id=a>A</button><p id=out>none</p><script>
    a.onclick = async () => {
      const start = performance.now();
      await (await fetch('/x')).text();
      out.textContent = 'took ' + (performance.now() - start) + ' ms';
    };
  </script>)",
                [](const serve::HttpRequest&) { return "x"; });
  auto analysis = analyse_page(site.url(), clicks_on({"#a"}));
  EXPECT_THAT(analysis.findings, IsEmpty()) << all_of(analysis);
}

constexpr const char* kTwoPlaces = R"(<button id=a>A</button><button id=b>B</button><p id=one>none</p><p id=two>none</p>
  <script>
  a.onclick = async () => { one.textContent = await (await fetch('/a')).text(); };
  b.onclick = async () => { two.textContent = await (await fetch('/b')).text(); };
</script>)";

TEST(AjaxVerdicts, PairsThatDoNotMeetAreNotTested) {
  AjaxSite site(kTwoPlaces, [](const serve::HttpRequest& request) { return request.target; });
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  for (const auto& test : analysis.tests) EXPECT_EQ(test.events[0], test.events[1]) << test.id;
  EXPECT_THAT(analysis.findings, IsEmpty()) << all_of(analysis);
}

TEST(AjaxVerdicts, IgnoredPartsOfThePageDoNotCount) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    for (const x of [a, b]) x.onclick = async () => { out.textContent = await (await fetch('/' + x.id)).text(); };
  </script>)",
                [](const serve::HttpRequest& request) { return request.target; });
  analysis::ajax::Options options;
  options.ignore = *oracle::parse_selectors("#out");
  EXPECT_THAT(analyse_page(site.url(), clicks_on({"#a", "#b"}), options).findings, IsEmpty());
}

TEST(AjaxVerdicts, WhatIsNewIsAskedOfTheServerOnceAndWritesNever) {
  AjaxSite site(R"(<button id=a>A</button><button id=b>B</button><p id=out>none</p><script>
    let path = '';
    for (const x of [a, b]) x.onclick = async () => {
      path += x.id;
      const method = path.endsWith('ba') ? 'POST' : 'GET';
      out.textContent = await (await fetch('/' + path, { method })).text();
    };
  </script>)",
                [](const serve::HttpRequest& request) { return request.target; });
  auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
  EXPECT_EQ(site.asked("GET /aa"), 1) << all_of(analysis);
  EXPECT_EQ(site.asked("GET /b"), 1);
  EXPECT_EQ(site.asked("POST /ba"), 0);
  for (const auto& test : analysis.tests) {
    if (test.id != "u1-u0") continue;
    EXPECT_NE(test.verdict, Verdict::Race) << test.reason;
    EXPECT_THAT(test.reason, HasSubstr("nobody answered POST /ba"));
  }
}

TEST(AjaxPrecision, APageThatIgnoresClicksWhileItLoadsIsRight) {
  AjaxSite site(R"(<button id=more>More</button><ol id=list></ol><script>
    let busy = false, page = 0;
    more.onclick = async () => {
      if (busy) return;
      busy = true;
      list.insertAdjacentHTML('beforeend', '<li>' + await (await fetch('/' + ++page)).text());
      busy = false;
    };
  </script>)",
                [](const auto& request) { return request.target; });
  auto analysis = analyse_page(site.url(), clicks_on({"#more"}));
  EXPECT_THAT(analysis.findings, ::testing::IsEmpty());
  ASSERT_EQ(analysis.tests.size(), 1u);
  EXPECT_THAT(analysis.tests[0].reason, HasSubstr("is ignored until the responses to the first have come"));
}

// A text that is measured somewhere, and shown nowhere.
constexpr const char* kMeasures = R"(<style>#ruler { position: absolute; white-space: nowrap; } %s</style>
  <button id=a>A</button><button id=b>B</button><span id=ruler>none</span><p id=out>none</p><script>
    let latest = 0;
    for (const x of [a, b]) x.onclick = async () => {
      const mine = ++latest;
      const text = await (await fetch('/' + x.id)).text();
      ruler.textContent = 'about ' + text;
      if (mine === latest) out.textContent = text;
    };
  </script>)";

TEST(AjaxPrecision, ATextThatNobodyCanSeeHarmsNobody) {
  for (const char* style :
       {"#ruler { visibility: hidden; }", "#ruler { opacity: 0; }", "#ruler { left: -9999px; }",
        "#ruler { top: -99px; }", "#ruler { height: 0; overflow: hidden; }", "#ruler { display: none; }",
        "#ruler { color: white; }", "#ruler { clip-path: inset(50%); }"}) {
    std::string page = kMeasures;
    page.replace(page.find("%s"), 2, style);
    AjaxSite site(page, [](const serve::HttpRequest& request) { return request.target; });
    auto analysis = analyse_page(site.url(), clicks_on({"#a", "#b"}));
    EXPECT_THAT(analysis.findings, IsEmpty()) << style << "\n" << all_of(analysis);
    EXPECT_THAT(analysis.tests, Not(IsEmpty()));
  }
}

// A key is pressed and released: that is one event, and it can be done twice.
TEST(AjaxVerdicts, AKeyIsNotReleasedTwiceInARow) {
  AjaxSite site(R"(<input id=q value=x><p id=out>none</p><script>
    let n = 0;
    q.onkeyup = async () => { out.textContent = await (await fetch('/' + ++n)).text(); };
  </script>)",
                [](const serve::HttpRequest& request) { return request.target; });
  flow::Step down, up;
  down.type = flow::StepType::KeyDown;
  up.type = flow::StepType::KeyUp;
  down.key = up.key = "Enter";
  auto flow = clicks_on({"#q"});
  flow.steps.push_back(down);
  flow.steps.push_back(up);
  auto analysis = analyse_page(site.url(), flow);
  ASSERT_EQ(analysis.tests.size(), 1u) << all_of(analysis);
  EXPECT_EQ(analysis.tests[0].id, "u1-u1");
  EXPECT_EQ(analysis.tests[0].verdict, Verdict::Race) << all_of(analysis);
  EXPECT_THAT(analysis.findings[0].title, HasSubstr("press Enter twice"));
}

}  // namespace
}  // namespace squall
