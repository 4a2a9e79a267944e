#include "base/json.h"

#include <gtest/gtest.h>

namespace squall {
namespace {

TEST(Json, KeepsTheOrderOfMembers) {
  Json json = Json::object({{"b", 1}, {"a", Json::array()}});
  json.set("c", "x").set("b", 2);
  EXPECT_EQ(json.dump(), R"({"b":2,"a":[],"c":"x"})");
}

TEST(Json, ReadsWhatItWrote) {
  Json json = Json::object({{"n", nullptr}, {"t", true}, {"i", -5}, {"d", 0.25}, {"s", "a\"\\\n\x01é"}});
  auto again = parse_json(json.dump());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, json);
  EXPECT_EQ(*parse_json(json.dump_pretty()), json);
}

TEST(Json, AListOfStringsStaysOne) {
  EXPECT_EQ(Json::strings({"a", ""}).dump(), R"(["a",""])");
  EXPECT_EQ(Json::strings({"a", ""}).as_strings(), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(Json::strings({}), Json::array());
  EXPECT_TRUE(Json("a").as_strings().empty());
}

TEST(Json, MissingMembersAreNull) {
  auto json = parse_json(R"({"a":{"b":[1,2]}})");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("a", "b")[1].as_int(), 2);
  EXPECT_TRUE(json->at("a", "x", "y").is_null());
  EXPECT_TRUE((*json)["a"]["b"][7].is_null());
}

TEST(Json, LoneSurrogatesBecomeReplacementCharacters) {
  auto json = parse_json(R"({"a":"x\ud800y","b":"\ud83d\ude00","c":"\\ud800"})");
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["a"].as_string(), "x\xEF\xBF\xBDy");
  EXPECT_EQ((*json)["b"].as_string(), "\xF0\x9F\x98\x80");
  EXPECT_EQ((*json)["c"].as_string(), "\\ud800");
}

TEST(Json, InvalidBytesBecomeReplacementCharacters) { EXPECT_EQ(Json("a\xff\xc3").dump(), "\"a\\ufffd\\ufffd\""); }

TEST(Json, BrokenTextIsAnError) {
  EXPECT_FALSE(parse_json("{\"a\":"));
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json("{} x"));
}

TEST(Json, AMistakeIsToldByLineAndColumn) {
  auto place = [](std::string_view text) {
    std::string message = parse_json(text).error().message;
    return message.substr(0, message.find(": "));
  };
  EXPECT_EQ(place("{\"a\": 1,}"), "line 1, column 9");
  EXPECT_EQ(place("[1 2]"), "line 1, column 4");
  EXPECT_EQ(place("{\n  \"a\": [tru]}"), "line 2, column 9");
  EXPECT_EQ(place("[\"\\ud800\",\n\n01]"), "line 3, column 1");
  EXPECT_EQ(place("[1] x"), "line 1, column 5");
  EXPECT_EQ(place("{\"a\""), "line 1, column 5");
  EXPECT_EQ(place("{\"a\" 1}"), "line 1, column 6");
  EXPECT_EQ(place("[[1.5, -2e3, \"\\n\", true, null, {\"a\": {}}], nul]"), "line 1, column 44");
  EXPECT_EQ(place(std::string(100'000, '[')), "line 1, column 1001");
  EXPECT_EQ(place("\"never closed"), "not valid JSON");
}

}  // namespace
}  // namespace squall
