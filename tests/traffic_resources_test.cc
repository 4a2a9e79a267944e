// Every kind of resource is recorded from a live server, and replayed without it.
#include <gmock/gmock.h>

#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;

const std::string kScript = "text/javascript";
const std::string kPixel =
    base64_decode("iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAC0lEQVR42mNgwAQAABQAAXZbMYYAAAAASUVORK5CYII=")
        .value();

TEST(TrafficResources, ScriptsOfEveryKindReplay) {
  TestServer server;
  server.page("/", R"(<script src=classic.js></script><script src=async.js async></script>
    <script src=defer.js defer></script><script type=module src=module.mjs></script>
    <script>
      const s = document.createElement('script'); s.src = 'inserted.js'; s.onload = () => log('inserted loaded');
      document.head.append(s);
      import('./dynamic.mjs').then(m => log('dynamic ' + m.value));
    </script>)");
  for (const char* name : {"classic", "async", "defer", "inserted"}) {
    server.text("/" + std::string(name) + ".js", kScript, "log('" + std::string(name) + "')");
  }
  server.text("/module.mjs", kScript, "import { value } from './dependency.mjs'; log('module ' + value)");
  for (const char* path : {"/dependency.mjs", "/other.mjs"}) server.text(path, kScript, "export const value = 1");
  server.text("/dynamic.mjs", kScript, "import { value as v } from './other.mjs'; export const value = v + 1");
  TrafficLab::get().check({&server}, "/",
                          "async | classic | defer | dynamic 2 | inserted | inserted loaded | module 1");
}

TEST(TrafficResources, StylesImagesAndFontsReplay) {
  TestServer server;
  server.page("/", R"(<link rel=stylesheet href=a.css><p id=p>text</p><img id=i src=i.png>
    <script>
      addEventListener('load', async () => {
        const style = getComputedStyle(p);
        log('color ' + style.color + ' indent ' + style.textIndent);
        log('image ' + i.naturalWidth + 'x' + i.naturalHeight);
        const font = new FontFace('Broken', 'url(broken.woff2)');
        await font.load().catch(e => log('font ' + e.name));
        const late = new Image(); late.onload = () => log('late ' + late.naturalWidth); late.src = 'late.png';
      });
    </script>)");
  server.text("/a.css", "text/css", "@import url(b.css); p { color: rgb(1, 2, 3) }");
  server.text("/b.css", "text/css", "p { text-indent: 7px; background: url(back.png) }");
  for (const char* path : {"/i.png", "/back.png", "/late.png"}) server.text(path, "image/png", kPixel);
  server.text("/broken.woff2", "font/woff2", "this is no font");
  auto page =
      TrafficLab::get().check({&server}, "/", "color rgb(1, 2, 3) indent 7px | font NetworkError | image 3x2 | late 3");
  EXPECT_TRUE(find_request(page.outcome, server.url("/back.png")));
  EXPECT_TRUE(find_request(page.outcome, server.url("/broken.woff2")));
}

TEST(TrafficResources, FramesReplay) {
  TestServer server, other;
  server.page("/", R"(<iframe src=inner></iframe><iframe src=')" + other.url("/foreign") + R"('></iframe>
    <script>addEventListener('message', e => log('from ' + e.data));</script>)");
  server.text(
      "/inner", "text/html",
      "<iframe src=deep></iframe><script src=inner.js></script><script>parent.postMessage('inner ' + x, '*')</script>");
  server.text("/inner.js", kScript, "x = 5");
  server.text("/deep", "text/html", "<script>top.postMessage('deep', '*')</script>");
  other.text("/foreign", "text/html",
             "<script>fetch('data').then(r => r.text()).then(t => parent.postMessage('foreign ' + t, '*'))</script>");
  other.text("/data", "text/plain", "data");
  TrafficLab::get().check({&server, &other}, "/", "from deep | from foreign data | from inner 5");
}

TEST(TrafficResources, HintsReplay) {
  TestServer server;
  server.page("/", R"(<link rel=preload as=script href=pre.js><link rel=modulepreload href=m.mjs>
    <link rel=prefetch href=later.html><link rel=preload as=fetch href=data crossorigin>
    <script>
      addEventListener('load', () => {
        const s = document.createElement('script'); s.src = 'pre.js'; document.head.append(s);
        import('./m.mjs');
        fetch('data').then(r => r.text()).then(log);
      });
    </script>)");
  server.text("/pre.js", kScript, "log('preloaded')");
  server.text("/m.mjs", kScript, "log('module')");
  server.text("/later.html", "text/html", "later");
  server.text("/data", "text/plain", "data");
  // What was preloaded comes from the renderer's memory, without a request, in an order that nobody decides.
  TrafficLab::get().check({&server}, "/", "data | module | preloaded", {{}, false, false});
}

TEST(TrafficResources, WorkersAndTheirRequestsReplay) {
  TestServer server;
  server.page("/", R"(<script>
    const w = new Worker('worker.js');
    w.onmessage = e => log('worker says ' + e.data);
    w.postMessage('hi');
    const m = new Worker('module.mjs', {type: 'module'});
    m.onmessage = e => log('module says ' + e.data);
    const b = new Worker(URL.createObjectURL(new Blob([`importScripts('${location.href}lib.js'); postMessage(lib)`])));
    b.onmessage = e => log('blob says ' + e.data);
    new Worker('missing.js').onerror = () => log('missing');
  </script>)");
  server.text("/worker.js", kScript, R"(importScripts('lib.js');
    onmessage = async e => {
      const r = await fetch('data?who=' + e.data);
      postMessage(lib + ' ' + await r.text());
    })");
  server.text("/module.mjs", kScript, "import { value } from './dependency.mjs'; postMessage(value)");
  server.text("/dependency.mjs", kScript, "export const value = 1");
  server.text("/lib.js", kScript, "lib = 'lib'");
  server.text("/data", "text/plain", "for a worker");
  TrafficLab::get().check({&server}, "/", "blob says lib | missing | module says 1 | worker says lib for a worker",
                          {{}, false, false});
}

TEST(TrafficResources, SourceMapsAreRecordedWithTheirScripts) {
  TestServer server;
  server.text("/js/app.js", "text/javascript", "log('ran')\n//# sourceMappingURL=app.js.map\n");
  server.text("/js/app.js.map", "application/json", R"({"version":3,"sources":["a.ts"],"mappings":"AAAA"})");
  server.text("/lost.js", "text/javascript", "log('too')\n//# sourceMappingURL=lost.js.map\n");
  server.page("/", "<script src=js/app.js></script><script src=lost.js></script>");
  auto page = TrafficLab::get().check({&server}, "/", "ran | too", {{}, true});
  std::vector<std::string> maps;
  for (const auto& entry : page.recording->entries) {
    if (entry.request.type == "sourcemap") maps.push_back(entry.request.url + " " + entry.response.body);
  }
  EXPECT_THAT(maps, ::testing::ElementsAre(server.url("/js/app.js.map") +
                                           R"( {"version":3,"sources":["a.ts"],"mappings":"AAAA"})"));
}

}  // namespace
}  // namespace squall
