#include "network/traffic_cdp.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace squall::network {
namespace {

std::string mark_of(const char* frames) {
  return mark_from_cdp(*parse_json(std::string(R"({"type":"script","stack":{"callFrames":)") + frames + "}}"));
}

TEST(Mark, IsTheNameOfTheAgentsFunctionThatSentTheRequest) {
  EXPECT_EQ(mark_of(R"([{"functionName":"squall:17","url":""},{"functionName":"sendAs","url":""},
                        {"functionName":"load","url":"http://h/a.js"}])"),
            "squall:17");
}

TEST(Mark, OfARequestWithinARequestIsTheInnermost) {
  EXPECT_EQ(mark_of(R"([{"functionName":"squall:18","url":""},{"functionName":"get method","url":"http://h/a.js"},
                        {"functionName":"squall:17","url":""}])"),
            "squall:18");
}

TEST(Mark, IsNoFunctionOfThePage) {
  EXPECT_EQ(mark_of(R"([{"functionName":"squall:17","url":"http://h/a.js"}])"), "");
  EXPECT_EQ(mark_of("[]"), "");
  EXPECT_EQ(mark_from_cdp(*parse_json(R"({"type":"parser","url":"http://h/"})")), "");
}

TEST(Request, ABodyInPiecesIsOneWithoutTheFilesThatAreNotTold) {
  Json pieces = Json::array();
  pieces.push(Json::object({{"bytes", base64_encode("name=")}})).push(Json::object());
  pieces.push(Json::object({{"bytes", base64_encode("value")}}));
  Json request = Json::object({{"method", "POST"}, {"url", "http://h/a"}, {"postDataEntries", pieces}});
  EXPECT_EQ(request_from_cdp(request, "Fetch").body, "name=value");
}

}  // namespace
}  // namespace squall::network
