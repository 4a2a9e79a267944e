// What the events of a page did, as operations of the trace; and that the rules of happens-before can read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/page_lab.h"
#include "trace/happens_before.h"

namespace squall::agent_operations_tests {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::operations;
using testing::PageLab;
using testing::Site;
using trace::OpKind;

constexpr const char* kBody = R"(<!doctype html><title>-</title><body><pre id=log></pre>
  <ul id=list><li id=one>1<li id=two>2</ul><input id=name><select id=pick><option>a<option>b</select>
  <canvas id=canvas width=10 height=10></canvas><div id=open></div><div id=closed></div>)";

Site page(const std::string& script) { return Site(std::string(kBody) + "<script>" + script + "</script>"); }

// The script in a timer, which makes it the event "root/script:inline/timeout:5".
lab::Run in_timer(const std::string& script) {
  return PageLab::get().run(page("setTimeout(() => {" + script + "}, 5)"));
}

std::string timer(const std::string& rest) { return "root/script:inline/timeout:5 | " + rest; }

const trace::Operation* find(const lab::Run& run, OpKind kind, const std::string& text) {
  for (const auto& op : run.trace.operations) {
    if (op.kind == kind && op.text == text) return &op;
  }
  return nullptr;
}

trace::EventId event(const lab::Run& run, const std::string& name) {
  for (const auto& each : run.trace.events) {
    if (trace::event_name(run.trace, each.id) == name) return each.id;
  }
  ADD_FAILURE() << "no event " << name;
  return {};
}

TEST(AgentOperations, AnElementThatIsInsertedIsARegionOfTheScreen) {
  auto run = in_timer("const p = document.createElement('p'); p.id = 'made'; p.textContent = 'made'; list.append(p)");
  EXPECT_THAT(operations(run, OpKind::Mutate), IsSupersetOf({timer("#made | insert"), timer("#list | children")}));
  const auto* op = find(run, OpKind::Mutate, "#made");
  ASSERT_NE(op, nullptr);
  EXPECT_GT(op->rect.width, 100);
  EXPECT_GT(op->rect.height, 10);
}

// Of each line of the script: which element it changes, by the operation that says so. While a page loads nobody looks.
TEST(AgentOperations, AChangeOfTheTreeNamesTheLineThatMadeIt) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"list.innerHTML = '<li id=three>3'", "#three"},
      {"document.querySelector('#name').setAttribute('title', 'N')", "#name"},
      {"document.getElementById('open').textContent = 'text'", "#open"},
      {"pick.classList.add('chosen')", "#pick"},
      {"canvas.style.width = '5px'", "#canvas"},
      {"list.insertAdjacentHTML('afterend', '<p id=after>x')", "#after"},
      {"log.firstChild.data = 'other'", "#log"},
  };
  std::string script = "log.textContent = 'some'; one.onclick = function clicked() {\n";
  for (const auto& [line, element] : lines) script += line + ";\n";
  auto run = PageLab::get().run(page(script + "}"), {testing::click("#one")});
  for (size_t i = 0; i < lines.size(); ++i) {
    const trace::Operation* found = nullptr;
    for (const auto& op : run.trace.operations) {
      bool clicked = trace::event_name(run.trace, op.event).starts_with("root/user:1");
      if (clicked && op.kind == OpKind::Mutate && op.text == lines[i].second) found = &op;
    }
    ASSERT_NE(found, nullptr) << lines[i].first;
    EXPECT_EQ(found->where.line, 4 + static_cast<int>(i)) << lines[i].first;  // the body has three lines
    EXPECT_THAT(found->stack, HasSubstr("clicked http")) << lines[i].first;
  }
  const auto* loading = find(run, OpKind::Mutate, "#log");
  ASSERT_NE(loading, nullptr);
  EXPECT_EQ(loading->stack, "");
}

TEST(AgentOperations, WhatIsStoredNamesTheLineThatStoresIt) {
  auto run = PageLab::get().run(page("\nlocalStorage.setItem('a', 1);\nlocalStorage.b = 2;\ndocument.cookie = 'c=3';"));
  for (const auto& [text, line] :
       {std::pair("storage:local:a", 4), std::pair("storage:local:b", 5), std::pair("cookie:c", 6)}) {
    const auto* op = find(run, OpKind::Write, text);
    ASSERT_NE(op, nullptr) << text;
    EXPECT_EQ(op->where.line, line) << text;
  }
}

TEST(AgentOperations, AnElementThatIsRemovedKeepsItsName) {
  auto run = in_timer("document.querySelector('li:nth-of-type(2)').remove()");
  EXPECT_THAT(operations(run, OpKind::Mutate), Contains(timer("#two | remove")));
}

TEST(AgentOperations, AnElementThatIsMovedIsNotRemoved) {
  auto run = in_timer("list.append(one)");
  EXPECT_THAT(operations(run, OpKind::Mutate), Contains(timer("#one | insert")));
  EXPECT_THAT(operations(run, OpKind::Mutate), Not(Contains(HasSubstr("remove"))));
}

TEST(AgentOperations, WhatIsInsertedWithinAnElementIsInserted) {
  auto run = in_timer("list.innerHTML = '<li><span><button id=inner onclick=\"1\">b</button></span>'");
  EXPECT_THAT(operations(run, OpKind::Mutate), Contains(timer("#inner | insert")));
  EXPECT_THAT(operations(run, OpKind::Register), Contains(timer("#inner | click")));
}

TEST(AgentOperations, ChangesOfStyleTextAndAttributes) {
  auto run = in_timer("list.className = 'c'; one.firstChild.data = 'text'; two.title = 't'; two.style.color = 'red'");
  EXPECT_THAT(operations(run, OpKind::Mutate),
              IsSupersetOf({timer("#list | attribute class"), timer("#one | text"), timer("#two | attribute style")}));
}

TEST(AgentOperations, AChangeOfARuleMayConcernTheWholeScreen) {
  for (const char* change : {"s.sheet.insertRule('p{color:blue}')", "s.sheet.disabled = true",
                             "document.adoptedStyleSheets = [new CSSStyleSheet]"}) {
    auto run =
        PageLab::get().run(Site(std::string("<style id=s>p{color:red}</style><p>x</p><script>setTimeout(() => { ") +
                                change + " }, 5)</script>"));
    const auto* op = find(run, OpKind::Mutate, "html");
    ASSERT_NE(op, nullptr) << change;
    EXPECT_EQ(op->rect.width, 1280);
  }
}

TEST(AgentOperations, AnEventDrawsOnACanvasOnce) {
  auto run = in_timer("const c = canvas.getContext('2d'); for (let i = 0; i < 50; ++i) c.fillRect(i, 0, 1, 1)");
  auto all = operations(run, OpKind::Mutate);
  EXPECT_EQ(std::count(all.begin(), all.end(), timer("#canvas | canvas")), 1);
}

TEST(AgentOperations, ShadowRootsOpenClosedAndDeclared) {
  Site site(std::string(kBody) +
            R"(<div id=declared><template shadowrootmode=open><p id=p>x</p></template></div><script>
    const roots = ['open', 'closed'].map((mode) => document.getElementById(mode).attachShadow({ mode }));
    for (const root of roots) root.innerHTML = '<b id=b>b</b>';
    setTimeout(() => { for (const root of [...roots, declared.shadowRoot]) root.firstElementChild.textContent = 'changed'; }, 5);</script>)");
  auto run = PageLab::get().run(site);
  EXPECT_THAT(operations(run, OpKind::Mutate),
              IsSupersetOf({timer("#open >>> #b | children"), timer("#closed >>> #b | children"),
                            timer("#declared >>> #p | children")}));
  EXPECT_THAT(run.outcome.frames.dump(), HasSubstr("changed"));
}

TEST(AgentOperations, FieldsThatAScriptWrites) {
  auto run =
      in_timer("document.getElementById('name').value = 'v'; pick.selectedIndex = 1; list.tabIndex = 0; list.focus()");
  EXPECT_THAT(operations(run, OpKind::WriteField),
              IsSupersetOf({timer("#name | value"), timer("#pick | selectedIndex")}));
  EXPECT_THAT(operations(run, OpKind::Mutate), IsSupersetOf({timer("#name | field"), timer("#pick | field")}));
  EXPECT_THAT(operations(run, OpKind::Focus), Contains(timer("#list")));
}

TEST(AgentOperations, HandlersComeAndGo) {
  auto run = in_timer(R"(const f = () => {}; const c = new AbortController;
    list.addEventListener('a', f); list.addEventListener('a', f); list.removeEventListener('a', f); list.removeEventListener('a', f);
    list.addEventListener('b', f, { once: true }); list.dispatchEvent(new Event('b')); list.dispatchEvent(new Event('b'));
    list.addEventListener('c', f, { signal: c.signal }); c.abort();
    list.onclick = f; list.onclick = () => {}; list.onclick = null; document.body.onresize = f; document.addEventListener('d', f);)");
  std::vector<std::string> changes = {"#list | a", "#list | b", "#list | c", "#list | click", "#list | click"};
  for (auto& change : changes) change = timer(change);
  EXPECT_THAT(operations(run, OpKind::Unregister), ::testing::ElementsAreArray(changes));
  changes.push_back(timer("window | resize"));
  changes.push_back(timer("document | d"));
  EXPECT_THAT(operations(run, OpKind::Register), ::testing::ElementsAreArray(changes));
  EXPECT_THAT(operations(run, OpKind::Dispatch), Contains(timer("#list | b")));
}

TEST(AgentOperations, AClickRunsHandlersAndPreventsItsDefault) {
  auto site = page(
      "two.addEventListener('click', (e) => e.preventDefault()); list.onclick = () => {}; addEventListener('click', () "
      "=> {})");
  auto run = PageLab::get().run(site, {testing::click("#two")});
  EXPECT_THAT(
      operations(run, OpKind::Dispatch),
      IsSupersetOf({"root/user:1 | #two | click", "root/user:1 | #list | click", "root/user:1 | window | click"}));
  EXPECT_THAT(operations(run, OpKind::PreventDefault), Contains("root/user:1 |  | click"));
}

TEST(AgentOperations, UncaughtErrorsAndRejections) {
  auto run = in_timer("Promise.reject(new Error('rejected')); throw new Error('thrown')");
  EXPECT_THAT(operations(run, OpKind::Fail),
              IsSupersetOf({timer("Uncaught Error: thrown"), timer("Uncaught (in promise) Error: rejected")}));
}

TEST(AgentOperations, StorageAndCookies) {
  auto run = in_timer(
      "localStorage.setItem('a', 1); localStorage.getItem('a'); sessionStorage.setItem('s', 1); "
      "localStorage.removeItem('a'); document.cookie = 'c=1'; document.cookie");
  EXPECT_THAT(operations(run, OpKind::Write),
              IsSupersetOf({timer("storage:local:a"), timer("storage:session:s"), timer("cookie:c")}));
  EXPECT_THAT(operations(run, OpKind::Read), IsSupersetOf({timer("storage:local:a"), timer("cookie:*")}));
}

TEST(AgentOperations, StorageThroughProperties) {
  auto run =
      PageLab::get().run(page("setTimeout(() => { localStorage.cart = 'full'; }, 5); setTimeout(() => { window.x = "
                              "localStorage.cart; }, 6); setTimeout(() => { delete localStorage.cart; }, 7)"));
  EXPECT_THAT(operations(run, OpKind::Write),
              ::testing::ElementsAre(timer("storage:local:cart"), "root/script:inline/timeout:7 | storage:local:cart"));
  EXPECT_THAT(operations(run, OpKind::Read), ::testing::ElementsAre("root/script:inline/timeout:6 | storage:local:*"));
}

TEST(AgentOperations, RequestsForksAndJoins) {
  auto site =
      page("setTimeout(() => fetch('a.json').then((r) => setTimeout(() => r.json(), 1)), 5)").answer("a.json", "1");
  auto run = PageLab::get().run(site);
  EXPECT_THAT(operations(run, OpKind::Send), Contains(timer("GET http://app.test/a.json")));
  EXPECT_THAT(operations(run, OpKind::Fork), Contains(timer("fetch")));
  auto response = event(run, "root/script:inline/timeout:5/fetch:GET http://app.test/a.json");
  auto body = event(run, "root/script:inline/timeout:5/fetch:GET http://app.test/a.json/timeout:1/body:json");
  bool joined = false;
  for (const auto& op : run.trace.operations)
    joined = joined || (op.kind == OpKind::Join && op.event == response && op.other == body);
  EXPECT_TRUE(joined);
}

TEST(AgentOperations, TheParserSaysWhichElementsAUserCanReach) {
  Site site(
      R"(<!doctype html><body><input id=text><input id=hidden type=hidden><input id=off disabled><textarea id=fixed readonly></textarea>
    <button id=go onclick="1">Go</button><div hidden><input id=unseen></div><script>1</script><p id=last>last</p>)");
  auto run = PageLab::get().run(site);
  EXPECT_THAT(operations(run, OpKind::ParseElement),
              ::testing::ElementsAre("root/parse | #text | visible writable", "root/parse | #hidden",
                                     "root/parse | #off | visible", "root/parse | #fixed | visible",
                                     "root/parse | #go | visible", "root/parse | #unseen | writable",
                                     "root/parse#1 | #last | visible"));
  EXPECT_THAT(operations(run, OpKind::Register), Contains("root/parse | #go | click"));
}

TEST(AgentOperations, WhatAScriptInsertsWhileThePageLoadsIsItsOwn) {
  Site site(
      "<!doctype html><body><div id=before></div><script>before.innerHTML = '<b id=made>x</b>'</script><p "
      "id=after>y</p>");
  auto run = PageLab::get().run(site);
  EXPECT_THAT(operations(run, OpKind::Mutate),
              IsSupersetOf({"root/script:inline | #made | insert", "root/script:inline | #before | children"}));
  EXPECT_THAT(operations(run, OpKind::ParseElement),
              ::testing::ElementsAre("root/parse | #before | visible", "root/parse#1 | #after | visible"));
}

TEST(AgentOrder, TheParserItsScriptsAndTheMilestonesAreInOrder) {
  Site site(
      "<!doctype html><body><p id=a>a</p><script>window.x = localStorage.y</script><p id=b>b</p><script "
      "src=s.js></script><p id=c>c</p>");
  site.answer("s.js", "document.body.title = 'x'; setTimeout(() => {}, 1)");
  auto run = PageLab::get().run(site);
  auto order = trace::HappensBefore::of(run.trace);
  std::vector<std::string> chain = {"root/parse",
                                    "root/script:inline",
                                    "root/parse#1",
                                    "root/script:http://app.test/s.js",
                                    "root/parse#2",
                                    "root/milestone:readystatechange interactive",
                                    "root/milestone:DOMContentLoaded",
                                    "root/milestone:readystatechange complete",
                                    "root/milestone:load"};
  for (size_t i = 1; i < chain.size(); ++i) {
    EXPECT_TRUE(order.before(event(run, chain[i - 1]), event(run, chain[i]))) << chain[i - 1] << " before " << chain[i];
  }
  EXPECT_EQ(order.dropped(), 0u);
}

TEST(AgentOrder, AClickFollowsItsElementAndItsHandlerButNotWhatIsUnderWay) {
  Site site(
      "<!doctype html><body><button id=b>b</button><pre id=log></pre><script src=late.js "
      "async></script><script>b.onclick = () => fetch('a.json')</script>");
  site.answer("late.js", "setTimeout(() => { log.textContent = 'late'; }, 50)").answer("a.json", "1", 20);
  auto run = PageLab::get().run(site, {testing::click("#b"), testing::click("#b")});
  auto order = trace::HappensBefore::of(run.trace);
  auto first = event(run, "root/user:1"), second = event(run, "root/user:2");
  auto response = event(run, "root/user:1/fetch:GET http://app.test/a.json");
  EXPECT_TRUE(order.before(event(run, "root/parse"), first));
  EXPECT_TRUE(order.before(event(run, "root/script:inline"), first));
  EXPECT_TRUE(order.before(first, second));
  EXPECT_TRUE(order.before(first, response));
  EXPECT_FALSE(order.before(response, second));
  EXPECT_FALSE(order.before(event(run, "root/script:http://app.test/late.js/timeout:50"), first));
}

TEST(AgentOrder, TimersOfOneEventAreInOrderWhenTheirDelaysAre) {
  auto run = PageLab::get().run(page("setTimeout(() => {}, 100); setTimeout(() => {}, 50); setTimeout(() => {}, 200)"));
  auto order = trace::HappensBefore::of(run.trace);
  auto at = [&](int delay) { return event(run, "root/script:inline/timeout:" + std::to_string(delay)); };
  EXPECT_TRUE(order.before(at(50), at(200)));
  EXPECT_TRUE(order.before(at(100), at(200)));
  EXPECT_FALSE(order.before(at(50), at(100)));
}

}  // namespace
}  // namespace squall::agent_operations_tests
