#include "lab/recording_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "lab/testing.h"

namespace squall::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RecordingFile : public ::testing::Test {
 protected:
  RecordingFile() {
    std::string name = (std::filesystem::temp_directory_path() / "squall-recording-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    base_ = name;
    folder_ =
        std::make_unique<store::RunFolder>(*store::RunFolder::create_at(base_ / "run", {"record", "http://h/", {}}));
    Experiment experiment = testing::full_experiment();
    lab::Run run = testing::full_run();
    page_.url = experiment.url;
    page_.flow = experiment.flow;
    page_.recording = experiment.recording;
    page_.conditions = experiment.conditions;
    page_.stored = experiment.stored;
    page_.trace = run.trace;
    page_.outcome = run.outcome;
    page_.outcome.picture = "\x89PNG\r\n\x1a\n…IEND\xae\x42\x60\x82";
    page_.order = run.order;
    page_.notes = {"GET http://h/: cut off"};
  }
  ~RecordingFile() override { std::filesystem::remove_all(base_); }

  std::filesystem::path base_;
  std::unique_ptr<store::RunFolder> folder_;
  RecordedPage page_;
};

TEST_F(RecordingFile, EveryMemberSurvivesTheRoundTrip) {
  ASSERT_TRUE(save(page_, *folder_));
  auto loaded = load_recording(*folder_);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto& [url, flow, recording, conditions, stored, trace, outcome, order, notes] = *loaded;
  EXPECT_EQ(url, page_.url);
  EXPECT_EQ(flow, page_.flow);
  EXPECT_EQ(network::to_har(*recording), network::to_har(*page_.recording));
  EXPECT_EQ(conditions, page_.conditions);
  EXPECT_EQ(stored, page_.stored);
  EXPECT_EQ(trace::to_json(trace), trace::to_json(page_.trace));
  EXPECT_TRUE(outcome == page_.outcome);
  EXPECT_EQ(order, page_.order);
  EXPECT_EQ(notes, page_.notes);
}

TEST_F(RecordingFile, WhatWasLearnedStandsBesideIt) {
  ASSERT_TRUE(save(page_, *folder_));
  network::Recording grown = *page_.recording;
  grown.entries.push_back(testing::sample_entry());
  grown.entries.back().request.url = "http://h/new";
  ASSERT_TRUE(save_learned(*folder_, *page_.recording, grown));
  EXPECT_EQ(load_recording(*folder_)->recording->entries.size(), 1u);
  auto whole = load_with_learned(*folder_);
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->recording->entries.size(), 2u);
  EXPECT_EQ(whole->recording->entries[1].request.url, "http://h/new");
}

TEST_F(RecordingFile, NothingLearnedIsNoFile) {
  ASSERT_TRUE(save(page_, *folder_));
  ASSERT_TRUE(save_learned(*folder_, *page_.recording, *page_.recording));
  EXPECT_FALSE(std::filesystem::exists(folder_->recording() / "learned.har"));
  EXPECT_EQ(load_with_learned(*folder_)->recording->entries.size(), 1u);
}

TEST_F(RecordingFile, AFileThatIsMissingOrBrokenIsAnErrorWithAHint) {
  for (const char* name : {"recording.json", "flow.json", "network.har", "trace.json", "outcome.json", "screen.png"}) {
    ASSERT_TRUE(save(page_, *folder_));
    std::filesystem::path file = folder_->recording() / name;
    ASSERT_TRUE(write_file(file, "broken"));
    auto loaded = load_recording(*folder_);
    ASSERT_FALSE(loaded) << name;
    EXPECT_THAT(loaded.error().message, HasSubstr(name));
    EXPECT_NE(loaded.error().hint, "") << name;
    std::filesystem::remove(file);
    EXPECT_FALSE(load_recording(*folder_)) << name;
  }
}

TEST_F(RecordingFile, APictureThatWasCutOffIsRefused) {
  ASSERT_TRUE(save(page_, *folder_));
  ASSERT_TRUE(load_recording(*folder_));
  std::string cut = page_.outcome.picture.substr(0, page_.outcome.picture.size() - 1);
  ASSERT_TRUE(write_file(folder_->recording() / "screen.png", cut));
  auto loaded = load_recording(*folder_);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("is not a whole picture"));
}

TEST_F(RecordingFile, ConditionsThatAreNoneAreRefused) {
  ASSERT_TRUE(save(page_, *folder_));
  std::filesystem::path file = folder_->recording() / "recording.json";
  Json about = *read_json_file(file), conditions = about["conditions"];
  about.set("conditions", conditions.set("width", "wide"));
  ASSERT_TRUE(write_file(file, about.dump()));
  auto loaded = load_recording(*folder_);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message, "conditions: `width` must be a whole number that fits");
}

}  // namespace
}  // namespace squall::lab
