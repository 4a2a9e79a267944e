#include "analysis/init/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::analysis::init {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

outcome::Outcome page() {
  outcome::Outcome outcome;
  outcome.url = "http://h/";
  outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html"}}])");
  return outcome;
}

// A request without an answer, and what the page says about that.
outcome::Outcome complaining(const std::string& error, outcome::Answer answer) {
  outcome::Outcome outcome = page();
  outcome.requests.push_back({"POST", "http://h/save", "", "fetch", answer, ""});
  if (!error.empty()) outcome.errors.push_back({error, "http://h/app.js", 3, 1, ""});
  return outcome;
}

TEST(InitTrial, WhatAPageSaysAboutOurRefusalIsNoLoss) {
  auto patient = complaining("", outcome::Answer::Unanswered);
  for (const char* error : {"TypeError: Failed to fetch", "NetworkError: the request failed"}) {
    auto comparison = compare_loss(patient, complaining(error, outcome::Answer::Unanswered), {});
    EXPECT_TRUE(comparison.equal) << error;
    EXPECT_THAT(losses(comparison), IsEmpty()) << error;
  }
}

TEST(InitTrial, OtherErrorsAreALossThoughARequestWasRefused) {
  auto patient = complaining("", outcome::Answer::Unanswered);
  auto comparison = compare_loss(patient, complaining("TypeError: x is null", outcome::Answer::Unanswered), {});
  EXPECT_FALSE(comparison.equal);
  EXPECT_THAT(losses(comparison), SizeIs(1));
}

TEST(InitTrial, AnErrorOfTheNetworkIsALossWhereNothingWasRefused) {
  auto patient = complaining("", outcome::Answer::Failed);
  EXPECT_FALSE(compare_loss(patient, complaining("TypeError: Failed to fetch", outcome::Answer::Failed), {}).equal);
}

TEST(InitTrial, AClassThatSaysWhereTheMouseIsIsNoLoss) {
  auto with_class = [](const std::string& name) {
    auto outcome = page();
    outcome.frames = *parse_json(R"([{"path":"0","url":"http://h/","root":{"t":"html","c":[{"t":"p","a":{"class":")" +
                                 name + R"("}}]}}])");
    return outcome;
  };
  EXPECT_TRUE(compare_loss(with_class("a"), with_class("a is-hovered"), {}).equal);
  EXPECT_TRUE(compare_loss(with_class("a focus-visible"), with_class("a"), {}).equal);
  EXPECT_FALSE(compare_loss(with_class("a"), with_class("a open"), {}).equal);
  EXPECT_FALSE(compare_loss(with_class("a"), with_class("a open hover"), {}).equal);
}

TEST(InitTrial, UntilALongTimerIsDueTheLoadGoesOnAsItDidAndThenTheUserComesFirst) {
  Delay timer;
  timer.kind = Delay::Timer;
  timer.event = "root/timeout:800";
  timer.turn = 3;
  const std::vector<std::string> load = {"a", "b", "root/timeout:800", "c"};
  auto early = early_schedule(timer, {4, {5}}, load), patient = patient_schedule(timer, {4, {5}}, load);
  EXPECT_THAT(early.order, ElementsAre("a", "b", "root/user:1", "root/user:2"));
  EXPECT_THAT(patient.order, ElementsAre("a", "b", "root/user:1"));
  EXPECT_THAT(early.steps, ElementsAre(4, 5));
  EXPECT_EQ(patient.steps, early.steps);
}

}  // namespace
}  // namespace squall::analysis::init
