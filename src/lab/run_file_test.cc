#include "lab/run_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "lab/testing.h"

namespace squall::lab {
namespace {

using testing::differing;
using ::testing::ElementsAre;
using testing::full_run;
using testing::members_of;

TEST(RunFile, EveryMemberSurvivesTheRoundTrip) {
  lab::Run full = full_run();
  EXPECT_EQ(differing(members_of(full), members_of(lab::Run())), std::tuple_size_v<decltype(members_of(full))>);
  auto read = run_from_json(*parse_json(to_json(full).dump()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(full)), 0u);
}

TEST(RunFile, AnEmptyOneSurvivesTheRoundTrip) {
  auto read = run_from_json(*parse_json(to_json(lab::Run()).dump()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(lab::Run())), 0u);
}

class RunInFiles : public ::testing::Test {
 protected:
  RunInFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "squall-run-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~RunInFiles() override { std::filesystem::remove_all(folder_); }

  // What `rest` says, as it is read back from a file.
  Json write(const lab::Run& run) {
    auto written = files_of(run);
    for (const auto& [name, content] : written.files) SQUALL_CHECK(write_file(folder_ / name, content).ok());
    return *parse_json(written.rest.dump());
  }

  std::filesystem::path folder_;
};

TEST_F(RunInFiles, HoldEveryMember) {
  Json rest = write(full_run());
  EXPECT_THAT(rest["files"].as_strings(), ElementsAre("outcome.json", "trace.json", "screen.png", "moment.png"));
  auto read = run_from_files(rest, folder_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(full_run())), 0u);
}

TEST_F(RunInFiles, AreOnlyThoseThatThereIsSomethingFor) {
  Json rest = write(lab::Run());
  EXPECT_THAT(rest["files"].as_strings(), ElementsAre("outcome.json"));
  auto read = run_from_files(rest, folder_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(differing(members_of(*read), members_of(lab::Run())), 0u);
}

TEST_F(RunInFiles, OneThatIsMissingIsAnError) {
  Json rest = write(full_run());
  for (const char* name : {"outcome.json", "trace.json", "screen.png", "moment.png"}) {
    std::filesystem::rename(folder_ / name, folder_ / "away");
    EXPECT_FALSE(run_from_files(rest, folder_)) << name;
    std::filesystem::rename(folder_ / "away", folder_ / name);
  }
  EXPECT_TRUE(run_from_files(rest, folder_));
  EXPECT_FALSE(run_from_files(Json(), folder_));
}

TEST_F(RunInFiles, NoOtherFileIsRead) {
  Json rest = write(full_run());
  rest.set("files", Json::strings({"outcome.json", "../secret"}));
  EXPECT_FALSE(run_from_files(rest, folder_));
}

TEST(RunFile, AMemberThatIsSomethingElseIsAnError) {
  Json whole = to_json(full_run());
  for (const auto& [name, value] : whole.members()) {
    Json broken = whole;
    broken.set(name, Json::array().push(1.5));
    EXPECT_FALSE(run_from_json(broken)) << name;
  }
}

TEST(RunFile, AnErrorSaysWhatIsWrong) {
  Json whole = to_json(full_run());
  auto message = [&](const char* name, Json value) {
    Json broken = whole;
    auto read = run_from_json(broken.set(name, std::move(value)));
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(message("format", "squall-experiment"), "this is no run of squall");
  EXPECT_EQ(message("version", 2), "a run of version 2; this squall reads 1");
  EXPECT_EQ(message("picture", "#"), "run: a picture is not base64");
  EXPECT_EQ(message("order", Json()), "run: needs `order`, a list of names");
}

TEST(RunFile, DamageIsAnErrorOrAnotherRun) {
  int read = 0, refused = 0;
  testing::damage(to_json(full_run()).dump(), 3000, [&](const std::string& text) {
    auto json = parse_json(text);
    if (json) ++(run_from_json(*json) ? read : refused);
  });
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 0);
}

TEST(RunFile, AStepThatTheAgentGetsWrongIsTold) {
  auto found = discovered_from_json(*parse_json(
      R"({"steps":[{"type":"click","selectors":[["#a"]]},{"type":"fly"}],"skipped":[{"locator":"#b","why":"hidden"}]})"));
  EXPECT_EQ(found.steps.size(), 1u);
  EXPECT_EQ(found.unread, "step: there is no step type “fly”");
  EXPECT_THAT(found.skipped, ElementsAre(PassedOver{"#b", "hidden"}));
}

}  // namespace
}  // namespace squall::lab
