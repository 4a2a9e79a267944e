// A page cannot tell that the agent is there: whatever it looks at and calls is what it is in a browser without it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/text.h"
#include "tests/page_lab.h"

namespace squall::agent_invisible_tests {
namespace {

using ::testing::HasSubstr;
using testing::kLogWhenDone;
using testing::PageLab;
using testing::read_page_file;
using testing::Site;
using testing::text_of;

constexpr const char* kStart = "<!doctype html><title>-</title><body><pre id=log></pre>";

// The first line that differs, so that a failure can be read.
std::string first_difference(const std::string& bare, const std::string& ours) {
  auto a = split(bare, '\n'), b = split(ours, '\n');
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    std::string without(i < a.size() ? a[i] : "(no line)"), with(i < b.size() ? b[i] : "(no line)");
    if (without != with) return "without the agent: " + without + "\nwith it:           " + with;
  }
  return "";
}

void expect_same(const Site& site) {
  std::string ours = text_of(PageLab::get().run(site), "log");
  std::string bare = PageLab::get().bare(site, kLogWhenDone).as_string();
  EXPECT_FALSE(bare.empty());
  EXPECT_EQ(first_difference(bare, ours), "");
}

TEST(AgentInvisible, TheGlobalObjectAndAllItsClassesLookAsWithoutIt) {
  std::string script = read_page_file("surface.js") + "log.textContent=surface().join('\\n');document.title='done'";
  expect_same(Site(std::string(kStart) + "<script>" + script + "</script>", "https://app.test/"));
}

TEST(AgentInvisible, FunctionsDoAndRefuseWhatTheBrowsersOwnDo) {
  Site site(std::string(kStart) + "<script src=behaviour.js></script>");
  site.answer("behaviour.js", read_page_file("behaviour.js"))
      .answer("data.json", R"({"a":1})")
      .answer("bad.json", "{bad");
  expect_same(site);
}

TEST(AgentInvisible, ConnectionsThatAreRefusedAreRefusedAsByTheBrowser) {
  Site site(std::string(kStart) + R"(<script>
    const wrong = [() => new WebSocket, () => new WebSocket('foo:bar'), () => WebSocket('ws://x'),
      () => new WebSocket('ws://x', ['a', 'a']), () => new WebSocket('ws://x', 'a b'), () => WebSocket.prototype.url,
      () => WebSocket.prototype.send.call({}, 'x'), () => new EventSource, () => new EventSource('http://['),
      () => EventSource('x'), () => EventSource.prototype.close.call(window), () => WebSocket.OPEN + EventSource.CLOSED];
    for (const f of wrong) try { log.textContent += f() + '\n'; } catch (e) { log.textContent += e + '\n'; }
    document.title = 'done';
  </script>)");
  expect_same(site);
}

TEST(AgentInvisible, ASubclassOfWebSocketIsAWebSocket) {
  auto run = PageLab::get().run(Site(std::string(kStart) + R"(<script>
    class Chat extends WebSocket { constructor() { super('ws://app.test/none'); } hello() { return 1; } }
    const chat = new Chat;
    log.textContent = [chat instanceof Chat, chat instanceof WebSocket, chat instanceof EventTarget, chat.hello(),
      chat.constructor === Chat, chat.readyState, chat.url, chat, WebSocket.prototype.constructor === WebSocket].join(' ');
    try { chat.send('x'); } catch (e) { log.textContent += ' ' + e.name; }
    chat.onclose = (e) => { log.textContent += ' closed ' + e.code + e.wasClean; };
  </script>)"));
  EXPECT_EQ(text_of(run, "log"),
            "true true true 1 true 0 ws://app.test/none [object WebSocket] true InvalidStateError closed 1006false");
}

TEST(AgentInvisible, AFrameThatAScriptMakesCannotUnmaskTheAgent) {
  Site site(std::string(kStart) + R"(<script>
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow;
    const text = inner.Function.prototype.toString;
    const seen = [setTimeout, fetch, XMLHttpRequest, Date, addEventListener, Function.prototype.toString].map((f) => text.call(f));
    seen.push(Function.prototype.toString.call(inner.setTimeout), Object.getOwnPropertyNames(inner).includes('__squall'));
    log.textContent = seen.join('\n');
    document.title = 'done';
  </script>)");
  expect_same(site);
}

TEST(AgentInvisible, EveryFrameHasTheAgentsClock) {
  Site site(std::string(kStart) + R"(<script>
    const done = (name) => { log.textContent += name + ' '; };
    const later = (name) => `<script>setTimeout(() => parent.done('${name}'), 30000)<` + `/script>`;
  </script>
  <iframe src=inner.html></iframe>
  <script>
    const written = document.createElement('iframe');
    document.body.append(written);
    written.contentWindow.document.write(later('written'));
    written.contentWindow.document.close();
    const sourced = document.createElement('iframe');
    sourced.srcdoc = later('srcdoc');
    document.body.append(sourced);
    const scripted = document.createElement('iframe');
    scripted.src = "javascript:'" + later('javascript').replaceAll("'", '"') + "'";
    document.body.append(scripted);
    window.done = done;
    onmessage = (e) => done(e.data);
  </script>
  <iframe src=http://other.test/inner.html></iframe>
  <iframe sandbox=allow-scripts srcdoc="<script>setTimeout(() => parent.postMessage('sandboxed', '*'), 30000)</script>"></iframe>)");
  site.answer("inner.html", "<script>setTimeout(() => parent.done('file'), 30000)</script>");
  site.answer("http://other.test/inner.html",
              "<script>setTimeout(() => parent.postMessage('other', '*'), 30000)</script>");
  auto run = PageLab::get().run(site);
  for (const char* name : {"file", "written", "srcdoc", "javascript", "other", "sandboxed"})
    EXPECT_THAT(text_of(run, "log"), HasSubstr(name));
  EXPECT_LT(run.real_ms, 20'000);
}

TEST(AgentInvisible, AMessageNamesTheWindowThatSentIt) {
  Site site(std::string(kStart) + R"(<iframe id=inner src=inner.html></iframe><script>
    onmessage = (e) => { log.textContent = [e.data, e.source === inner.contentWindow, e.origin]; document.title = 'done'; };
    inner.onload = () => inner.contentWindow.postMessage('ping', '*');
  </script>)");
  site.answer("inner.html",
              "<script>onmessage = (e) => e.source.postMessage([e.data, e.source === parent] + '', '*')</script>");
  expect_same(site);
}

TEST(AgentInvisible, DocumentOpenLeavesThePageAndTheAgentWorking) {
  auto run = PageLab::get().run(Site(std::string(kStart) + R"(<button id=b>b</button><script>
    setTimeout(() => {
      document.open();
      document.write("<pre id=log></pre><button id=c onclick='setTimeout(() => { log.textContent += 1; }, 9000)'>c</button>");
      document.close();
    }, 5000);
  </script>)"),
                                {testing::click("#c")});
  EXPECT_EQ(text_of(run, "log"), "1");
  EXPECT_THAT(testing::event_names(run), ::testing::Contains("root/user:1/timeout:9000"));
}

TEST(AgentInvisible, AStrictPolicyAndTrustedTypesAreTheBrowsersToEnforce) {
  Site site(std::string(kStart) + R"(<script nonce=x>
    const lines = [], say = (text) => lines.push(text);
    const attempt = (f) => { try { f(); } catch (e) { say(e); } };
    addEventListener('securitypolicyviolation', (e) => say('violation ' + e.effectiveDirective));
    const script = document.createElement('script');
    attempt(() => setTimeout('say("code")', 1));
    attempt(() => eval('1'));
    attempt(() => { log.innerHTML = '<b>'; });
    attempt(() => { script.src = 'x.js'; });
    attempt(() => { script.text = 'say(1)'; });
    const policy = trustedTypes.createPolicy('p', { createScript: (x) => x, createScriptURL: (x) => x });
    attempt(() => say('timer of trusted code ' + setTimeout(policy.createScript('say("trusted code")'), 1)));
    fetch('data.json').catch((e) => setTimeout(() => say(e), 200));
    script.src = policy.createScriptURL('x.js');
    script.nonce = 'x';
    script.onload = () => setTimeout(() => say('script loaded'), 250);
    document.head.append(script);
    setTimeout(() => say('timer'), 600);
    setTimeout(() => { log.textContent = lines.join('\n'); document.title = 'done'; }, 1000);
  </script>)");
  site.header("content-security-policy",
              "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'");
  site.answer("x.js", "setTimeout(() => say('script'), 210)").answer("data.json", "1");
  expect_same(site);
}

}  // namespace
}  // namespace squall::agent_invisible_tests
