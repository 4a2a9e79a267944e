// Discovery: what a user can do on a page, in the order in which it registered its handlers.
#include "tests/example_lab.h"
#include "tests/steps_lab.h"

namespace squall {
namespace {

using ::testing::Contains;
using testing::document;
using ::testing::ElementsAre;
using testing::ExampleLab;
using ::testing::IsEmpty;
using testing::PageLab;
using testing::Site;

// Each as the user would say it; what was skipped follows with the reason.
std::vector<std::string> found_in(const lab::Discovered& discovered) {
  EXPECT_EQ(discovered.unread, "");
  std::vector<std::string> out;
  for (const flow::Step& step : discovered.steps) {
    std::string value = step.type == flow::StepType::Change ? " = " + step.value : "";
    out.push_back(std::string(name_of(step.type)) + " " + flow::locator_of(step) + value);
  }
  for (const lab::PassedOver& element : discovered.skipped) {
    out.push_back("not " + element.locator + ": " + element.why);
  }
  return out;
}

lab::Discovered discover(const Site& site, std::vector<flow::Step> before = {}) {
  auto experiment = PageLab::get().experiment(site, std::move(before));
  experiment.wanted.discovered = true;
  auto run = PageLab::get().run(experiment);
  EXPECT_EQ(run.outcome.ending, outcome::Ending::Settled) << run.outcome.ending_detail;
  return run.discovered;
}

std::string json_of(const std::vector<flow::Step>& steps) {
  Json list = Json::array();
  for (const flow::Step& step : steps) list.push(flow::to_json(step));
  return list.dump();
}

std::vector<std::string> found(const std::string& body) { return found_in(discover(Site(document(body)))); }

TEST(Discovery, HandlersStandInTheOrderOfTheirRegistration) {
  EXPECT_THAT(found("<button id=a>A</button><button id=b onclick='1'>B</button><button id=c>C</button><p id=d>D</p>"
                    "<script>d.addEventListener('dblclick', () => 1); c.onclick = () => 1;"
                    "a.addEventListener('click', () => 1); a.addEventListener('click', () => 2)</script>"),
              ElementsAre("click #b", "doubleClick #d", "click #c", "click #a"));
}

TEST(Discovery, HandlersThatComeLateCountAndThoseTakenAwayDoNot) {
  EXPECT_THAT(
      found("<button id=a>A</button><button id=b>B</button><button id=c>C</button><script>"
            "const f = () => 1; a.addEventListener('click', f); b.addEventListener('click', f);"
            "setTimeout(() => { a.removeEventListener('click', f); c.addEventListener('click', f) }, 2000)</script>"),
      ElementsAre("click #b", "click #c"));
}

TEST(Discovery, WhatIsThereAfterTheFlowCounts) {
  Site site(
      document("<button id=a>A</button><button id=b hidden>B</button><script>"
               "a.onclick = () => { a.hidden = true; b.hidden = false; b.onclick = () => 1 }</script>"));
  EXPECT_THAT(found_in(discover(site)), Contains("click #a"));
  auto behind = found_in(discover(site, {testing::click("#a")}));
  EXPECT_THAT(behind, Contains("click #b"));
  EXPECT_THAT(behind, ::testing::Not(Contains("click #a")));
}

TEST(Discovery, DelegationMeansTheControls) {
  std::string body =
      "<div id=root><button id=a>A</button><a id=b href='#x'>B</a><input id=c><p>text</p></div><button id=d>D</button>";
  EXPECT_THAT(found(body + "<script>document.addEventListener('click', () => 1)</script>"),
              ElementsAre("change #c = test", "click #a", "click #b", "click #d", "click #root > p:nth-of-type(1)"));
  EXPECT_THAT(found(body + "<script>root.addEventListener('click', () => 1)</script>"),
              ElementsAre("change #c = test", "click #a", "click #b"));
  EXPECT_THAT(found(body + "<script>root.addEventListener('input', () => 1)</script>"),
              ElementsAre("change #c = test", "change #c = "));
}

TEST(Discovery, WhatNobodySeesIsSkippedAndSaid) {
  EXPECT_THAT(found("<button id=a hidden>A</button><button id=b disabled>B</button><button id=c>C</button><script>"
                    "for (const each of [a, b, c]) each.addEventListener('click', () => 1)</script>"),
              ElementsAre("click #c", "not #a: hidden: display is none", "not #b: disabled"));
}

TEST(Discovery, AHiddenCheckBoxIsFoundThroughItsLabel) {
  EXPECT_THAT(found("<input id=a type=checkbox style='display:none'><label for=a>Agree</label>"
                    "<script>a.addEventListener('change', () => 1)</script>"),
              ElementsAre("click #a"));
}

TEST(Discovery, FieldsGetAValueOfTheirType) {
  EXPECT_THAT(
      found("<form id=f onsubmit='return false'><input id=t><input id=n type=number min=3><input id=m type=email>"
            "<input id=d type=date><input id=r type=range><select id=s><option>1<option>2</select>"
            "<input id=c type=checkbox><input id=o type=radio name=o><textarea id=x></textarea>"
            "<input id=u type=file><button id=b>Send</button></form>"
            "<script>f.addEventListener('change', () => 1)</script>"),
      ElementsAre("click #b", "change #t = test", "change #n = 3", "change #m = user@example.org",
                  "change #d = 2024-03-15", "change #r = 51", "change #s = 2", "click #c", "click #o",
                  "change #x = test"));
}

TEST(Discovery, LinksThatLeaveAreSkippedAndSaid) {
  EXPECT_THAT(
      found("<a id=a href='http://other.test/'>A</a><a id=b href='#here'>B</a><a id=c href='/page'>C</a><script>"
            "a.addEventListener('click', () => 1); b.addEventListener('click', () => 1);"
            "c.addEventListener('click', e => e.preventDefault())</script>"),
      ElementsAre("click #b", "click #c", "not #a: would leave the page for http://other.test/"));
}

TEST(Discovery, FramesOfThePageAreLookedAtToo) {
  std::string inner = "<button id=in>In</button><script>document.getElementById('in').onclick = () => 1</script>";
  Site site(document("<button id=a onclick='1'>A</button><iframe srcdoc=\"" + inner +
                     "\"></iframe><iframe src='http://other.test/'></iframe><iframe src='own'></iframe>"));
  site.answer("own", document(inner));
  auto steps = discover(site).steps;
  std::vector<std::vector<int>> frames;
  for (const flow::Step& step : steps) frames.push_back(step.frame);
  EXPECT_THAT(frames, ElementsAre(std::vector<int>{}, std::vector<int>{0}, std::vector<int>{2}));
}

// A listener that only passes the event on says nothing in its text: it is tried. What it does then stays in the page.
TEST(Discovery, LinksOfADelegatedHandlerAreTried) {
  std::string body =
      "<nav><a id=a href='/a'>A</a><a id=b href='/b' data-out>B</a></nav><script>"
      "const stop = (e) => e['prevent' + 'Default'](); const go = (e) => { const link = e.target.closest('a');"
      "if (!link || 'out' in link.dataset) return; stop(e); fetch('/x'); localStorage.seen = 1;"
      "setTimeout(() => location.reload()); link.remove() };"
      "const wrap = (f) => function () { return f.apply(this, arguments) };"
      "document.addEventListener('click', wrap(go))</script>";
  auto experiment = PageLab::get().experiment(Site(document(body)), {});
  experiment.wanted.discovered = true;
  auto run = PageLab::get().run(experiment);
  EXPECT_THAT(found_in(run.discovered), ElementsAre("click #a", "not #b: would leave the page for http://app.test/b"));
  EXPECT_THAT(run.outcome.requests, ::testing::SizeIs(1));  // the page itself
  EXPECT_THAT(run.outcome.incidents, IsEmpty());
}

TEST(Discovery, WhatIsFoundCanBeDoneAndIsNoticed) {
  std::string body =
      "<button id=a>A</button><input id=t><select id=s><option>1<option>2<option>3</select><input id=d type=date>"
      "<input id=r type=range><input id=c type=checkbox style='display:none'><label for=c>C</label>"
      "<div id=h>H</div><script>"
      "for (const [at, type] of [[a, 'click'], [t, 'change'], [s, 'change'], [d, 'change'], [r, 'change'], "
      "[c, 'change'], [h, 'mouseover']]) "
      "at.addEventListener(type, e => console.log(e.type + ' ' + e.currentTarget.id + ' ' + e.isTrusted))</script>";
  auto run = testing::perform(body, json_of(discover(Site(document(body))).steps));
  for (const auto& step : run.outcome.steps) EXPECT_TRUE(step.performed) << step.label << ": " << step.reason;
  EXPECT_THAT(testing::log_of(run), ElementsAre("click a true", "change t true", "change s true", "change d true",
                                                "change r true", "change c true", "mouseover h true"));
}

TEST(Discovery, IsTheSameEveryTime) {
  Site site(
      document("<div id=root></div><script>const names = ['x', 'y', 'z']; for (const name of names) {"
               "const at = document.createElement('button'); at.textContent = name; root.append(at);"
               "fetch(name + '.txt').then(() => at.addEventListener('click', () => 1)) }</script>"));
  site.answer("x.txt", "", 30).answer("y.txt", "", 10).answer("z.txt", "", 20);
  auto first = discover(site);
  ASSERT_EQ(first.steps.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(discover(site), first);
  EXPECT_EQ(flow::locator_of(first.steps[0]), "#root > button:nth-of-type(2)");
}

TEST(Discovery, ATextFieldThatTellsOfItsChangeIsLeft) {
  auto discovered =
      discover(Site(document("<input id=a><input id=b><input id=c><script>"
                             "a.onchange = () => 1; b.oninput = () => 1;"
                             "c.oninput = c.onchange = () => 1</script>")));
  std::vector<bool> leaves;
  for (const flow::Step& step : discovered.steps) leaves.push_back(step.leave);
  EXPECT_THAT(leaves, ElementsAre(true, false, false, true, true));  // the second and the last two are also emptied
  auto run =
      testing::perform("<input id=a><input id=b><script>a.onchange = b.onfocus = e => console.log(e.type)</script>",
                       json_of({discovered.steps.at(0)}));
  EXPECT_THAT(testing::log_of(run), ElementsAre("change"));
}

// ---- frameworks ----

TEST(Discovery, LinksThatARouterKeepsAreFound) {
  const std::string links = "<a id=a href='/a'>A</a><a id=b href='/b'>B</a>";
  const std::string keep = "(e) => e.preventDefault()";
  // As Preact, React and Vue do it: one function for all events, the real handlers at the elements.
  for (const std::string& framework :
       {"function proxy(e) { this.l[e.type + false](e) } a.l = { clickfalse: " + keep +
            " }; b.l = { clickfalse: () => 1 }; for (const at of [a, b]) at.addEventListener('click', proxy)",
        "a.__reactProps$x = { onClick: " + keep +
            " }; b.__reactProps$x = { onClick: () => 1, children: [{}] };"
            "a.__reactFiber$x = b.__reactFiber$x = { onClick: " +
            keep +
            " };"
            "document.body.addEventListener('click', e => e.target.__reactProps$x.onClick(e))",
        "const vei = Symbol('_vei'); for (const at of [a, b]) { const invoker = e => invoker.value(e); invoker.value = "
        "at === a ? " +
            keep + " : () => 1; at[vei] = { onClick: invoker }; at.addEventListener('click', invoker) }"}) {
    EXPECT_THAT(found(links + "<script>" + framework + "</script>"),
                ElementsAre("click #a", "not #b: would leave the page for http://app.test/b"))
        << framework;
  }
}

TEST(Discovery, ReactListensAtItsRoot) {
  lab::RecordOptions options;
  options.url = ExampleLab::get().url("hydrate");
  options.timeout = Millis(60'000);
  auto page = lab::record_page(ExampleLab::get().lab(), options, [](const std::string&) {});
  ASSERT_TRUE(page) << page.error().message;
  std::vector<std::string> steps;
  for (const auto& step : page->flow.steps) steps.push_back(flow::label_of(step));
  EXPECT_THAT(steps, ElementsAre("click “+”", "type “test” into “Your name”", "empty “Your name”",
                                 "type “test” into “Your name” and press Enter", "click “−”"));
  for (const auto& result : page->outcome.steps) EXPECT_TRUE(result.performed) << result.label << ": " << result.reason;
}

TEST(Discovery, PreactListensAtTheElements) {
  lab::Experiment experiment;
  experiment.url = ExampleLab::get().url("spa");
  experiment.recording = std::make_shared<network::Recording>();
  experiment.server = lab::Server::Connected;
  experiment.wanted.discovered = true;
  auto run = ExampleLab::get().lab().run(experiment);
  ASSERT_TRUE(run) << run.error().message;
  auto steps = found_in(run->discovered);
  for (const char* wanted : {"change #search = test", "change #order = length", "click #about", "click #home"}) {
    EXPECT_THAT(steps, Contains(wanted));
  }
  EXPECT_THAT(steps, ::testing::Not(Contains(::testing::HasSubstr("would leave"))));
}

}  // namespace
}  // namespace squall
