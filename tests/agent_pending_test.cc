// Work that the browser does elsewhere: the page is not settled before it ends, and what comes after it belongs to the
// event that began it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/page_lab.h"

namespace squall::agent_pending_tests {
namespace {

using ::testing::Contains;
using testing::event_names;
using testing::kLogPage;
using testing::PageLab;
using testing::run_as_bare;
using testing::Site;
using testing::text_of;

Site page(const std::string& script) {
  return Site(std::string(kLogPage) + "<script type=module>" + script + "</script>", "https://app.test/");
}

// Does `work` many times, and then sets a timer of which the name tells its cause.
Site page_that_repeats(const std::string& work) {
  return page("setTimeout(async () => { let text; for (let i = 0; i < 20; ++i) { " + work +
              " } setTimeout(end, 2, text); }, 1);");
}

// The last event: `steps` are those of one round.
void expect_rounds(const lab::Run& run, const std::string& steps) {
  std::string name = "root/module:inline/timeout:1";
  for (int i = 0; i < 20; ++i) name += steps;
  EXPECT_THAT(event_names(run), Contains(name + "/timeout:2"));
}

TEST(AgentPending, AFileThatIsReadAsAStream) {
  auto reader = run_as_bare(page_that_repeats(
      "const r = new Blob(['x' + i]).stream().getReader(); text = new TextDecoder().decode((await r.read()).value);"));
  expect_rounds(reader, "/other:read");
  auto loop = run_as_bare(page_that_repeats(
      "for await (const piece of new Blob(['x' + i]).stream()) text = new TextDecoder().decode(piece);"));
  expect_rounds(loop, "/other:read/other:read");
}

TEST(AgentPending, AFileThatIsPipedThroughTransforms) {
  auto sink = run_as_bare(page_that_repeats(R"(text = ''; await new Blob(['x' + i]).stream()
      .pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write(piece) { text += piece; } }));)"));
  expect_rounds(sink, "/other:pipeTo");
  auto response = run_as_bare(page_that_repeats(R"(text = await new Response(new Blob(['x' + i]).stream()
      .pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))).text();)"));
  expect_rounds(response, "/other:text");
}

// The transform waits for a response, which comes when the page has settled.
TEST(AgentPending, ATransformOfThePagesHoldsNothingUpForEver) {
  auto site = page(R"(setTimeout(async () => { const wait = { transform: async (piece, to) =>
      to.enqueue(await (await fetch('a.txt')).text()) };
    end(await new Response(new Blob(['x']).stream().pipeThrough(new TransformStream(wait))
      .pipeThrough(new TextEncoderStream())).text()); }, 1);)");
  site.answer("a.txt", "came");
  EXPECT_EQ(text_of(run_as_bare(site), "log"), "came\n");
}

TEST(AgentPending, ALockThatIsFree) {
  auto run = run_as_bare(
      page_that_repeats("await navigator.locks.request('l', async () => { await null; text = i; }); text += '!';"));
  expect_rounds(run, "/other:lock");
}

// The second is granted when a response has come, the third never.
TEST(AgentPending, ALockThatIsHeldHoldsNothingUp) {
  auto site = page(R"(const { locks } = navigator;
    locks.request('l', async () => say(await (await fetch('a.txt')).text()));
    locks.request('l', { mode: 'shared' }, () => { setTimeout(end, 3, 'second'); return new Promise(() => {}); });
    locks.request('l', { ifAvailable: true }, (lock) => say(lock));
    locks.request('l', () => say('never'));)");
  site.answer("a.txt", "first");
  auto run = run_as_bare(site);
  EXPECT_EQ(text_of(run, "log"), "null\nfirst\nsecond\n");
  EXPECT_THAT(event_names(run), Contains("root/module:inline/other:lock#1/timeout:3"));
  EXPECT_LT(run.real_ms, 900);  // nobody waits for what cannot come
}

TEST(AgentPending, CompilingTakesNoTime) {
  auto run = run_as_bare(page_that_repeats(
      "const m = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); text = String(m);"));
  expect_rounds(run, "/other:compile");
  auto site = page(R"(const { module } = await WebAssembly.instantiateStreaming(fetch('a.wasm'));
    setTimeout(end, 2, String(module));)");
  site.answer("a.wasm", std::string("\0asm\1\0\0\0", 8));
  site.recording->entries.back().response.headers[0].second = "application/wasm";
  EXPECT_THAT(event_names(run_as_bare(site)), Contains("root/module:inline/other:instantiateStreaming/timeout:2"));
}

TEST(AgentPending, WhatACacheHoldsAndHowItIsFilled) {
  auto run =
      run_as_bare(page_that_repeats(R"(const c = await caches.open('c'); await c.put('/k', new Response('x' + i));
      text = await (await caches.match('/k')).text();)"));
  expect_rounds(run, "/other:open/other:put/other:match/other:text");
  auto site = page(R"(const c = await caches.open('d'); await c.addAll(['a.txt', 'b.txt']);
    const kept = (await c.keys()).map((each) => new URL(each.url).pathname);
    await c.add('missing').catch((error) => say(error.name)); setTimeout(end, 2, kept);)");
  site.answer("a.txt", "a").answer("b.txt", "b");
  EXPECT_EQ(text_of(run_as_bare(site), "log"), "TypeError\n/a.txt,/b.txt\n");
}

TEST(AgentPending, TheFileSystemOfTheOrigin) {
  auto run = run_as_bare(page_that_repeats(R"(const d = await navigator.storage.getDirectory();
      const f = await d.getFileHandle('f', { create: true }), w = await f.createWritable();
      await w.write('x' + i); await w.close(); text = await (await f.getFile()).text();)"));
  expect_rounds(run,
                "/other:getDirectory/other:file getFileHandle/other:file createWritable/other:file write"
                "/other:file close/other:file getFile/other:text");
}

}  // namespace
}  // namespace squall::agent_pending_tests
