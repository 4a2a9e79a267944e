#include "outcome/outcome.h"

#include <gtest/gtest.h>

#include <set>

namespace squall::outcome {
namespace {

Outcome full_outcome() {
  Outcome outcome;
  outcome.ending = Ending::TimedOut;
  outcome.ending_detail = "a timer never ends";
  outcome.url = "http://h/a";
  outcome.status = 200;
  outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/a","scroll":[0,0],"focus":"#q","root":{"t":"html"}}])");
  outcome.errors = {{"TypeError: x", "http://h/s.js", 40, 7, "f (s.js:40)\ng (s.js:2)"}};
  outcome.console = {{"warning", "careful"}};
  outcome.requests = {{"POST", "http://h/save", "00ff", "fetch", Answer::Held, "held by the schedule"}};
  outcome.storage = *parse_json(R"({"http://h":{"local":{"a":"1"},"session":{}}})");
  outcome.cookies = *parse_json(R"([{"name":"sid","value":"1","domain":"h","path":"/"}])");
  outcome.steps = {{"click “Save”", true, ""}, {"click “Gone”", false, "no such element", "text"}};
  outcome.incidents = {{"dialog", "alert: hello", Cut{"timeout", 20, 0, "root/timeout:5"}}};
  return outcome;
}

TEST(Outcome, ReadsWhatItWrote) {
  Json written = to_json(full_outcome());
  auto read = outcome_from_json(*parse_json(written.dump()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_json(*read).dump(), written.dump());
  EXPECT_TRUE(*read == full_outcome());
  EXPECT_EQ(read->ending, Ending::TimedOut);
  EXPECT_EQ(read->errors.at(0).line, 40);
  EXPECT_EQ(read->errors.at(0).column, 7);
  EXPECT_EQ(read->requests.at(0).answer, Answer::Held);
  EXPECT_TRUE(read->steps.at(0).performed);
  EXPECT_EQ(read->steps.at(1).reason, "no such element");
  EXPECT_EQ(read->incidents.at(0).detail, "alert: hello");
}

// A member that is added makes this fail to compile; whoever adds it gives it a value in `full_outcome`.
TEST(Outcome, TheFullOneHasNoMemberWithItsUsualValue) {
  Outcome full = full_outcome(), usual;
  auto& [ending, detail, url, status, frames, picture, errors, console, requests, storage, cookies, steps, incidents] =
      full;
  EXPECT_EQ(picture, "");  // which no codec writes
  EXPECT_NE(ending, usual.ending);
  EXPECT_NE(detail, usual.ending_detail);
  EXPECT_NE(url, usual.url);
  EXPECT_NE(status, usual.status);
  EXPECT_NE(frames, usual.frames);
  EXPECT_NE(storage, usual.storage);
  EXPECT_NE(cookies, usual.cookies);
  const auto& [text, place, line, column, stack] = errors.at(0);
  EXPECT_TRUE(!text.empty() && !place.empty() && line != 0 && column != 0 && !stack.empty());
  const auto& [level, said] = console.at(0);
  EXPECT_TRUE(!level.empty() && !said.empty());
  const auto& [method, address, hash, type, answer, why] = requests.at(0);
  EXPECT_TRUE(!method.empty() && !address.empty() && !hash.empty() && !type.empty() && !why.empty());
  EXPECT_NE(answer, SentRequest().answer);
  const auto& [label, performed, reason, field] = steps.at(1);
  EXPECT_TRUE(!label.empty() && !reason.empty() && !field.empty());
  EXPECT_NE(performed, steps.at(0).performed);
  const auto& [kind, incident, cut] = incidents.at(0);
  EXPECT_TRUE(!kind.empty() && !incident.empty() && cut);
}

TEST(Outcome, ThePictureIsKeptElsewhere) {
  Outcome outcome = full_outcome();
  outcome.picture = "PNG bytes";
  EXPECT_EQ(to_json(outcome), to_json(full_outcome()));
}

TEST(Outcome, AnEmptyOneSurvivesTheRoundTrip) {
  auto read = outcome_from_json(to_json(Outcome{}));
  ASSERT_TRUE(read);
  EXPECT_EQ(to_json(*read).dump(), to_json(Outcome{}).dump());
  EXPECT_TRUE(read->frames.is_null());
}

TEST(Outcome, EveryEndingAndAnswerHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Ending::AgentFailed); ++i) names.insert(name_of(static_cast<Ending>(i)));
  EXPECT_EQ(names.size(), 9u);
  EXPECT_EQ(names.count("unknown"), 0u);
  names.clear();
  for (int i = 0; i <= static_cast<int>(Answer::UnderWay); ++i) names.insert(name_of(static_cast<Answer>(i)));
  EXPECT_EQ(names.size(), 9u);
  EXPECT_EQ(names.count("unknown"), 0u);
}

TEST(Outcome, UnknownNamesAreErrors) {
  EXPECT_FALSE(outcome_from_json(Json("text")));
  EXPECT_FALSE(outcome_from_json(Json::object({{"ending", "exploded"}})));
  Json json = to_json(full_outcome());
  json.set("requests", Json(Json::Array{Json::object({{"answer", "maybe"}})}));
  auto read = outcome_from_json(json);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "An outcome names an unknown answer: \"maybe\"");
}

TEST(Outcome, NumbersThatDoNotFitAreClamped) {
  Json json = to_json(Outcome{});
  json.set("status", int64_t{1} << 40);
  EXPECT_EQ(outcome_from_json(json)->status, 2147483647);
}

}  // namespace
}  // namespace squall::outcome
