#include "lab/experiment_file.h"

#include <gtest/gtest.h>

#include "lab/testing.h"
#include "network/library.h"

namespace squall::lab {
namespace {

using testing::differing;
using testing::full_experiment;
using testing::members_of;

Experiment usual() {
  Experiment experiment;
  experiment.recording = std::make_shared<network::Recording>();
  return experiment;
}

Filters filters() { return {std::make_shared<testing::SampleFilter>()}; }

TEST(ExperimentFile, EveryMemberSurvivesTheRoundTrip) {
  Experiment full = full_experiment();
  EXPECT_EQ(differing(members_of(full), members_of(usual())), std::tuple_size_v<decltype(members_of(full))>);
  Recordings recordings;
  Json json = *parse_json(to_json(full, recordings).dump());
  auto read = experiment_from_json(json, recordings, {full.filter});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(full)), 0u);
  EXPECT_EQ(read->recording, full.recording);
}

TEST(ExperimentFile, WithoutItsFilterItCannotBeRead) {
  Recordings recordings;
  auto read = experiment_from_json(to_json(full_experiment(), recordings), recordings);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "experiment: its filter “sample 1” is not there");
}

TEST(ExperimentFile, TheUsualOneSurvivesTheRoundTrip) {
  Recordings recordings;
  auto read = experiment_from_json(*parse_json(to_json(usual(), recordings).dump()), recordings);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(usual())), 0u);
}

TEST(ExperimentFile, EveryServerHasANameOfItsOwn) {
  for (Server server : {Server::Never, Server::Reads, Server::All, Server::Connected}) {
    Experiment experiment = usual();
    experiment.server = server;
    Recordings recordings;
    auto read = experiment_from_json(to_json(experiment, recordings), recordings);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->server, server);
  }
}

TEST(ExperimentFile, TheMeansAreNotWritten) {
  Experiment experiment = usual();
  Recordings recordings;
  Json without = to_json(experiment, recordings);
  experiment.means.library = std::make_shared<network::Library>();
  EXPECT_EQ(to_json(experiment, recordings), without);
}

TEST(ExperimentFile, EqualRecordingsHaveOneHash) {
  Recordings recordings;
  auto full = full_experiment(), again = full_experiment();
  ASSERT_NE(full.recording, again.recording);
  EXPECT_EQ(recordings.hash_of(full.recording), recordings.hash_of(again.recording));
  EXPECT_NE(recordings.hash_of(full.recording), recordings.hash_of(usual().recording));
  EXPECT_EQ(recordings.find("0123456789abcdef"), nullptr);
}

TEST(ExperimentFile, WhatOnlySaysHowItIsRunIsNoPartOfTheKey) {
  Recordings recordings;
  Experiment experiment = full_experiment();
  std::string key = key_of(to_json(experiment, recordings));
  experiment.timeout *= 2;
  experiment.fresh = false;
  EXPECT_EQ(key_of(to_json(experiment, recordings)), key);
  experiment.init.eager.only = "another";
  EXPECT_NE(key_of(to_json(experiment, recordings)), key);
}

TEST(ExperimentFile, AMemberThatIsSomethingElseIsAnError) {
  Recordings recordings;
  Json whole = to_json(full_experiment(), recordings);
  for (const auto& [name, value] : whole.members()) {
    Json broken = whole;
    broken.set(name, Json::array().push(1.5));
    EXPECT_FALSE(experiment_from_json(broken, recordings, filters())) << name;
  }
  for (const char* group : {"conditions", "wanted", "init", "stored"}) {
    for (const auto& [name, value] : whole[group].members()) {
      Json broken = whole, part = whole[group];
      broken.set(group, part.set(name, "text"));
      bool text = name == "locale" || name == "timezone";
      EXPECT_EQ(experiment_from_json(broken, recordings, filters()).ok(), text) << group << "." << name;
    }
  }
}

TEST(ExperimentFile, AnErrorSaysWhatIsWrong) {
  Recordings recordings;
  Json whole = to_json(full_experiment(), recordings);
  auto message = [&](const char* name, Json value) {
    Json broken = whole;
    auto read = experiment_from_json(broken.set(name, std::move(value)), recordings, filters());
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(message("format", "squall-run"), "this is no experiment of squall");
  EXPECT_EQ(message("version", 2), "an experiment of version 2; this squall reads 1");
  EXPECT_EQ(message("recording", "00"), "experiment: its recording \"00\" is not there");
  EXPECT_EQ(message("server", "some"), "experiment: there is no server “some”");
  EXPECT_EQ(message("timeout_ms", 0.5), "experiment: `timeout_ms` must be a whole number that fits");
  EXPECT_EQ(message("wanted", Json::object()), "experiment: wanted: needs `trace`");
}

TEST(ExperimentFile, DamageIsAnErrorOrAnotherExperiment) {
  Recordings recordings;
  int read = 0, refused = 0;
  testing::damage(to_json(full_experiment(), recordings).dump(), 3000, [&](const std::string& text) {
    auto json = parse_json(text);
    if (json) ++(experiment_from_json(*json, recordings, filters()) ? read : refused);
  });
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace squall::lab
