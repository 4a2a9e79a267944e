#include "network/source_map_url.h"

#include <gtest/gtest.h>

namespace squall::network {
namespace {

std::string url_in(const std::string& body, Headers headers = {}) {
  Entry script;
  script.request.url = "http://h/js/app.js";
  script.response.headers = std::move(headers);
  script.response.body = body;
  return source_map_url(script);
}

TEST(SourceMapUrl, IsThatOfTheCommentAsTheScriptSeesIt) {
  EXPECT_EQ(url_in("run();\n//# sourceMappingURL=app.js.map\n"), "http://h/js/app.js.map");
  EXPECT_EQ(url_in("run();\n//@ sourceMappingURL=/maps/app.map"), "http://h/maps/app.map");
  EXPECT_EQ(url_in("run();\n//# sourceMappingURL=data:application/json,{}"), "data:application/json,{}");
}

TEST(SourceMapUrl, OfABundleIsTheLast) {
  EXPECT_EQ(url_in("one();\n//# sourceMappingURL=one.map\ntwo();\n//# sourceMappingURL=bundle.map"),
            "http://h/js/bundle.map");
}

TEST(SourceMapUrl, OfTheHeaderWinsAndTheNewHeaderOverTheOld) {
  std::string body = "run();\n//# sourceMappingURL=comment.map";
  EXPECT_EQ(url_in(body, {{"X-SourceMap", "old.map"}}), "http://h/js/old.map");
  EXPECT_EQ(url_in(body, {{"X-SourceMap", "old.map"}, {"SourceMap", "new.map"}}), "http://h/js/new.map");
}

TEST(SourceMapUrl, IsEmptyWhereNothingIsSaid) {
  EXPECT_EQ(url_in("run();"), "");
  EXPECT_EQ(url_in("say('sourceMappingURL=x');"), "");
  EXPECT_EQ(url_in("// sourceMappingURL=x.map"), "");
}

}  // namespace
}  // namespace squall::network
