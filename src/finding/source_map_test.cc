#include "finding/source_map.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "finding/code.h"

namespace squall::finding {
namespace {

// What esbuild --minify --sourcemap makes of kSource.
constexpr const char* kSource = "function fail(message) {\n  throw new Error(message);\n}\nfail('x');\n";
constexpr const char* kScript = "function fail(r){throw new Error(r)}fail(\"x\");\n";
constexpr const char* kMap = R"j({"version": 3, "sources": ["a.js"],
  "sourcesContent": ["function fail(message) {\n  throw new Error(message);\n}\nfail('x');\n"],
  "mappings": "AAAA,SAAS,KAAKA,EAAS,CACrB,MAAM,IAAI,MAAMA,CAAO,CACzB,CACA,KAAK,GAAG",
  "names": ["message"]})j";

std::string text_of(const std::optional<SourcePosition>& position) {
  if (!position) return "nowhere";
  return position->source + ":" + std::to_string(position->line) + ":" + std::to_string(position->column) +
         (position->name.empty() ? "" : " " + position->name);
}

TEST(SourceMap, PositionsAreThoseOfTheOriginal) {
  auto map = SourceMap::parse(kMap);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(text_of(map->find(1, 1)), "a.js:1:1");
  EXPECT_EQ(text_of(map->find(1, 10)), "a.js:1:10");
  EXPECT_EQ(text_of(map->find(1, 15)), "a.js:1:15 message");
  EXPECT_EQ(text_of(map->find(1, 18)), "a.js:2:3");
  EXPECT_EQ(text_of(map->find(1, 20)), "a.js:2:3");
  EXPECT_EQ(text_of(map->find(1, 37)), "a.js:4:1");
  EXPECT_EQ(text_of(map->find(2, 1)), "nowhere");
  EXPECT_EQ(*map->content("a.js"), kSource);
  EXPECT_EQ(map->content("b.js"), nullptr);
}

TEST(SourceMap, SectionsAreShifted) {
  std::string text = std::string(R"({"version":3,"sections":[{"offset":{"line":0,"column":0},"map":)") + kMap +
                     R"(},{"offset":{"line":2,"column":5},"map":)" + kMap + "}]}";
  auto map = SourceMap::parse(text);
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(text_of(map->find(1, 15)), "a.js:1:15 message");
  EXPECT_EQ(text_of(map->find(3, 20)), "a.js:1:15 message");
}

TEST(SourceMap, ARootAndAPrefixAgainstInclusionAreHeeded) {
  auto map = SourceMap::parse(")]}'\n{\"sourceRoot\":\"src\",\"sources\":[\"a.js\"],\"mappings\":\"AAAA\"}");
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(text_of(map->find(1, 1)), "src/a.js:1:1");
}

TEST(SourceMap, WhatIsBrokenIsAnError) {
  for (const char* text : {"", "{", "[]", "{}", R"({"mappings":"A!"})", R"({"mappings":"AAA"})", R"({"mappings":"g"})",
                           R"({"mappings":"gggggggggggggA"})", R"({"sections":[{"map":{}}]})"}) {
    EXPECT_FALSE(SourceMap::parse(text)) << text;
  }
}

TEST(SourceMap, SourcesThatAreNotThereLeadNowhere) {
  auto map = SourceMap::parse(R"({"sources":[],"mappings":"AAAA,CCDF"})");
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(text_of(map->find(1, 1)), "nowhere");
  EXPECT_EQ(text_of(map->find(1, 2)), "nowhere");
}

network::Entry entry(const std::string& url, const std::string& type, const std::string& body) {
  network::Entry entry;
  entry.request.url = url;
  entry.request.type = type;
  entry.response.status = 200;
  entry.response.body = body;
  return entry;
}

Place explained(const network::Recording& recording, int line, int column) {
  Code code(recording);
  Place place;
  place.url = "http://h/js/app.js";
  place.line = line;
  place.column = column;
  code.explain(place);
  return place;
}

TEST(Code, ShowsTheOriginalThroughARecordedMap) {
  network::Recording recording;
  recording.entries = {
      entry("http://h/js/app.js", "script", std::string(kScript) + "//# sourceMappingURL=app.js.map\n"),
      entry("http://h/js/app.js.map", "sourcemap", kMap)};
  Place place = explained(recording, 1, 18);
  EXPECT_EQ(place.source, "a.js");
  EXPECT_EQ(place.source_line, 2);
  EXPECT_EQ(place.excerpt_line, 1);
  ASSERT_EQ(place.excerpt.size(), 4u);
  EXPECT_EQ(place.excerpt[1], "  throw new Error(message);");
}

TEST(Code, ShowsTheOriginalThroughAMapWithinTheScript) {
  network::Recording recording;
  std::string url = "data:application/json;base64," + base64_encode(kMap);
  recording.entries = {entry("http://h/js/app.js", "script", std::string(kScript) + "//# sourceMappingURL=" + url)};
  EXPECT_EQ(explained(recording, 1, 18).source_line, 2);
}

TEST(Code, ShowsTheScriptItselfWithoutAMap) {
  network::Recording recording;
  recording.entries = {entry("http://h/js/app.js", "script", kSource)};
  Place place = explained(recording, 4, 1);
  EXPECT_EQ(place.source, "");
  EXPECT_EQ(place.excerpt_line, 2);
  EXPECT_EQ(place.excerpt[2], "fail('x');");
}

TEST(Code, CallersAreThoseOfTheOriginal) {
  network::Recording recording;
  recording.entries = {
      entry("http://h/js/app.js", "script", std::string(kScript) + "//# sourceMappingURL=app.js.map\n"),
      entry("http://h/js/app.js.map", "sourcemap", kMap)};
  Code code(recording);
  Place place = code.place_in_application(
      "fail http://h/js/app.js:1:18\n http://h/js/app.js:1:37\nnonsense\nouter http://h/x:y.js:7:9", "fails");
  EXPECT_EQ(place.function, "fail");
  ASSERT_EQ(place.callers.size(), 2u);
  EXPECT_EQ(place.callers[0].source, "a.js");
  EXPECT_EQ(place.callers[0].source_line, 4);
  EXPECT_TRUE(place.callers[0].excerpt.empty());
  EXPECT_EQ(place.callers[1].function, "outer");
  EXPECT_EQ(place.callers[1].url, "http://h/x:y.js");
  EXPECT_EQ(place.callers[1].line, 7);
}

TEST(Code, APlaceInTheApplicationIsNotOneOfItsLibraries) {
  network::Recording recording;
  Code code(recording);
  Place place = code.place_in_application(
      "html http://h/js/jquery.min.js:2:900\nset http://h/node_modules/x/y.js:7:1\nshow http://h/js/app.js:4:2\n"
      "onload http://h/js/app.js:9:3",
      "changes #list");
  EXPECT_EQ(place.url, "http://h/js/app.js");
  EXPECT_EQ(place.line, 4);
  EXPECT_EQ(place.function, "show");
  EXPECT_EQ(place.role, "changes #list");
  ASSERT_EQ(place.callers.size(), 1u);
  EXPECT_EQ(place.callers[0].line, 9);
  EXPECT_EQ(code.place_in_application("html http://h/js/jquery.min.js:2:900", "changes #list").line, 0);
  for (const char* library : {"jquery.js", "jquery-3.7.1.js?v=2", "vue.global.prod.js", "vendor/charts.js", "Axios.js",
                              "libs/our.js", "mootools-core-1.6.0-compat-min.js"}) {
    std::string stack = "send http://h/" + std::string(library) + ":9:1\nload http://h/list.js:3:5";
    EXPECT_EQ(code.place_in_application(stack, "").url, "http://h/list.js") << library;
  }
  for (const char* own :
       {"reactions.js", "vue-list.js", "moments.js", "d3chart.js", "library.js", "require-login.js"}) {
    std::string stack = "send http://h/" + std::string(own) + ":9:1\nload http://h/list.js:3:5";
    EXPECT_EQ(code.place_in_application(stack, "").line, 9) << own;
  }
  EXPECT_EQ(code.place_in_application("", "changes #list").line, 0);
}

TEST(Code, ACallThatOnlyLibrariesMakeIsItsOwnPlace) {
  network::Recording recording;
  Code code(recording);
  trace::Call call = {{"http://h/jquery.js", 5, 3}, "on http://h/jquery.js:5:3\nstart http://h/app.js:2:1"};
  EXPECT_EQ(code.place_of(call, "sends").url, "http://h/app.js");
  call.stack = "on http://h/jquery.js:5:3\neach http://h/jquery.js:9:1";
  Place place = code.place_of(call, "sends");
  EXPECT_EQ(place.line, 5);
  EXPECT_EQ(place.callers.size(), 1u);
  call.stack.clear();
  EXPECT_EQ(code.place_of(call, "sends").line, 5);
}

TEST(Code, DoesNotShowMinifiedCodeOrWhatIsNotThere) {
  network::Recording recording;
  recording.entries = {entry("http://h/js/app.js", "script", std::string(5000, 'x'))};
  EXPECT_TRUE(explained(recording, 1, 1).excerpt.empty());
  EXPECT_TRUE(explained(recording, 7, 1).excerpt.empty());
  EXPECT_TRUE(explained({}, 1, 1).excerpt.empty());
}

}  // namespace
}  // namespace squall::finding
