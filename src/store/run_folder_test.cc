#include "store/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "base/files.h"
#include "base/text.h"
#include "store/version.h"

namespace squall::store {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// 2026-01-31T13:25:01.250Z
const RunFolder::Time kNow{std::chrono::milliseconds(1769865901250)};

struct RunFolderTest : ::testing::Test {
  RunFolderTest() {
    std::string name = (fs::temp_directory_path() / "squall-store-XXXXXX").string();
    SQUALL_CHECK(::mkdtemp(name.data()) != nullptr);
    base = name;
    ::setenv("TZ", "UTC-1", 1);  // an hour ahead of UTC, everywhere
    ::tzset();
  }
  ~RunFolderTest() override { fs::remove_all(base); }

  // A run with this text as its run.json.
  fs::path run_saying(std::string_view text) {
    fs::path folder = base / "run";
    SQUALL_CHECK(make_folder(folder).ok() && write_file(folder / "run.json", text).ok());
    return folder;
  }

  // What `open` complains about.
  static std::string complaint(const fs::path& folder) {
    auto run = RunFolder::open(folder);
    return run ? "" : run.error().message;
  }

  fs::path base;
  const RunSpec spec{"ajax", "http://localhost/", Json::object({{"seed", 7}})};
};

TEST_F(RunFolderTest, IsNamedByLocalTimeAndCommand) {
  auto run = RunFolder::create(base / "squall-runs", spec, kNow);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->path(), base / "squall-runs" / "20260131-142501-ajax");
}

TEST_F(RunFolderTest, SaysWhatIsRun) {
  auto run = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(run);
  auto json = read_json_file(run->path() / "run.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->dump(), R"({"squall":"0.1.0","schema":1,"command":"ajax","url":"http://localhost/",)"
                          R"("started":"2026-01-31T13:25:01.250Z","state":"running","options":{"seed":7}})");
}

TEST_F(RunFolderTest, ATakenNameGetsANumber) {
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) {
    auto run = RunFolder::create(base, spec, kNow);
    ASSERT_TRUE(run);
    names.push_back(run->path().filename());
  }
  EXPECT_THAT(names, ElementsAre("20260131-142501-ajax", "20260131-142501-ajax-2", "20260131-142501-ajax-3"));
}

TEST_F(RunFolderTest, AFileTakesANameToo) {
  ASSERT_TRUE(write_file(base / "20260131-142501-ajax", "x"));
  auto run = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->path().filename(), "20260131-142501-ajax-2");
}

TEST_F(RunFolderTest, EachFileHasItsPlace) {
  auto run = RunFolder::create_at(base / "out", spec);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->har_file(), base / "out/recording/network.har");
  EXPECT_EQ(run->trace_file(), base / "out/recording/trace.json");
  EXPECT_EQ(run->flow_file(), base / "out/recording/flow.json");
  EXPECT_EQ(run->experiment(1), base / "out/experiments/0001");
  EXPECT_EQ(run->experiment(12345), base / "out/experiments/12345");
  EXPECT_EQ(run->results_file(), base / "out/results.json");
  EXPECT_EQ(run->report_file(), base / "out/index.html");
}

TEST_F(RunFolderTest, IsOpenedWithWhatItWasCreatedFor) {
  auto created = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(created);
  auto run = RunFolder::open(created->path());
  ASSERT_TRUE(run);
  EXPECT_EQ(run->version(), kVersion);
  EXPECT_EQ(run->command(), "ajax");
  EXPECT_EQ(run->url(), "http://localhost/");
  EXPECT_EQ(run->started(), "2026-01-31T13:25:01.250Z");
  EXPECT_EQ(run->options(), spec.options);
  EXPECT_EQ(run->state(), RunState::Running);
}

TEST_F(RunFolderTest, ItsStateIsKept) {
  auto created = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(created);
  for (RunState state : {RunState::Finished, RunState::Interrupted, RunState::Failed, RunState::Running}) {
    ASSERT_TRUE(created->set_state(state, kNow + std::chrono::seconds(2)));
    EXPECT_EQ(created->state(), state);
    auto run = RunFolder::open(created->path());
    ASSERT_TRUE(run);
    EXPECT_EQ(run->state(), state);
    auto json = read_json_file(created->path() / "run.json");
    EXPECT_EQ((*json)["ended"].as_string(), state == RunState::Running ? "" : "2026-01-31T13:25:03.250Z");
  }
}

TEST_F(RunFolderTest, MembersThatWeDoNotKnowAreKept) {
  auto folder = run_saying(R"({"schema":1,"command":"a","url":"","started":"","state":"running","later":[1]})");
  auto run = RunFolder::open(folder);
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->set_state(RunState::Finished));
  EXPECT_EQ((*read_json_file(folder / "run.json"))["later"].dump(), "[1]");
}

TEST_F(RunFolderTest, ListsItsExperimentsInOrder) {
  auto run = RunFolder::create(base, spec);
  ASSERT_TRUE(run);
  EXPECT_THAT(run->experiments(), ElementsAre());
  for (int number : {10000, 2, 1}) ASSERT_TRUE(make_folder(run->experiment(number)));
  ASSERT_TRUE(make_folder(run->path() / "experiments" / "0003.part"));
  EXPECT_THAT(run->experiments(), ElementsAre(1, 2, 10000));
}

TEST_F(RunFolderTest, AnExperimentIsWrittenAsAWholeOrNotAtAll) {
  auto run = RunFolder::create_at(base / "out", {});
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->write_experiment(1, {{"outcome.json", "{}"}, {"screen.png", ""}}));
  EXPECT_EQ(*read_file(run->experiment(1) / "outcome.json"), "{}");
  EXPECT_FALSE(fs::exists(run->experiment(1) / "screen.png"));
  EXPECT_FALSE(run->write_experiment(2, {{"outcome.json", "{}"}, {"no/such/folder", "x"}}));
  EXPECT_THAT(run->experiments(), ElementsAre(1));
  EXPECT_FALSE(fs::exists(run->path() / "experiments" / "0002.part"));
}

TEST_F(RunFolderTest, KeepsItsResults) {
  auto run = RunFolder::create(base, spec);
  ASSERT_TRUE(run);
  Json results = Json::object({{"squall", kVersion}, {"findings", Json::array()}});
  ASSERT_TRUE(run->write_results(results));
  EXPECT_EQ(*read_json_file(run->results_file()), results);
}

// Broken runs.

TEST_F(RunFolderTest, AMissingRunIsSaidToBeMissing) {
  EXPECT_EQ(complaint(base / "x"), "there is no run at " + (base / "x").string());
}

TEST_F(RunFolderTest, AnotherFolderIsNotARun) {
  EXPECT_EQ(complaint(base), base.string() + " is not a squall run: it has no run.json");
}

TEST_F(RunFolderTest, AFileIsNotARun) {
  ASSERT_TRUE(write_file(base / "f", "{}"));
  EXPECT_THAT(complaint(base / "f"), HasSubstr("is not a squall run"));
}

TEST_F(RunFolderTest, ACutOffFileIsSaidToBeBrokenWhereverItWasCut) {
  auto run = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(run);
  std::string whole(trim(*read_file(run->path() / "run.json")));
  for (size_t length = 0; length < whole.size(); ++length) {
    ASSERT_TRUE(write_file(run->path() / "run.json", whole.substr(0, length)));
    EXPECT_THAT(complaint(run->path()), HasSubstr("run.json is broken or cut off")) << length;
  }
}

TEST_F(RunFolderTest, ANewerSchemaAsksForAnUpdate) {
  auto folder = run_saying(R"({"squall":"9.0.0","schema":7,"everything":"else"})");
  EXPECT_EQ(complaint(folder),
            folder.string() + " was written by a newer squall (schema 7; this one reads 1): update squall");
}

TEST_F(RunFolderTest, StrangeContentIsNamed) {
  EXPECT_THAT(complaint(run_saying("[]")), HasSubstr("it has no schema number"));
  EXPECT_THAT(complaint(run_saying(R"({"schema":"1"})")), HasSubstr("it has no schema number"));
  EXPECT_THAT(complaint(run_saying(R"({"schema":1,"command":"a"})")), HasSubstr("“url” is missing"));
  EXPECT_THAT(complaint(run_saying(R"({"schema":1,"command":"a","url":"u","started":"s","state":"lost"})")),
              HasSubstr("there is no state “lost”"));
}

// --out.

TEST_F(RunFolderTest, OutMayBeNewOrEmpty) {
  EXPECT_TRUE(RunFolder::create_at(base / "a" / "b", spec));
  ASSERT_TRUE(make_folder(base / "empty"));
  EXPECT_TRUE(RunFolder::create_at(base / "empty", spec));
}

TEST_F(RunFolderTest, OutReplacesAnEarlierRunButNoOtherFiles) {
  auto earlier = RunFolder::create_at(base / "out", spec);
  ASSERT_TRUE(earlier);
  ASSERT_TRUE(make_folder(earlier->experiment(1)));
  ASSERT_TRUE(earlier->write_results(Json::object()));
  ASSERT_TRUE(write_file(earlier->path() / "notes.txt", "mine"));

  auto run = RunFolder::create_at(base / "out", {"init", "http://other/", Json::object()});
  ASSERT_TRUE(run);
  EXPECT_EQ(RunFolder::open(base / "out")->command(), "init");
  EXPECT_THAT(run->experiments(), ElementsAre());
  EXPECT_FALSE(fs::exists(run->results_file()));
  EXPECT_EQ(*read_file(base / "out" / "notes.txt"), "mine");
}

TEST_F(RunFolderTest, OutDoesNotMixWithForeignFiles) {
  ASSERT_TRUE(write_file(base / "thesis.tex", "years of work"));
  auto run = RunFolder::create_at(base, spec);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr("holds files that are not a squall run"));
  EXPECT_THAT(run.error().hint, HasSubstr("--out"));
  EXPECT_EQ(*read_file(base / "thesis.tex"), "years of work");
}

TEST_F(RunFolderTest, OutDoesNotReplaceWhatItCannotRead) {
  for (const char* text : {"{", R"({"schema":7})", R"({"speed": "10 km/h"})"}) {
    auto folder = run_saying(text);
    auto run = RunFolder::create_at(folder, spec);
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().hint, HasSubstr("--out"));
    EXPECT_EQ(*read_file(folder / "run.json"), text);
  }
}

TEST_F(RunFolderTest, OutIsAFolder) {
  ASSERT_TRUE(write_file(base / "f", ""));
  auto run = RunFolder::create_at(base / "f", spec);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, (base / "f").string() + " is not a folder");
}

// The latest run.

TEST_F(RunFolderTest, TheLatestIsTheOneThatStartedLast) {
  ASSERT_TRUE(RunFolder::create(base, {"zebra", "", {}}, kNow));
  auto later = RunFolder::create(base, {"ajax", "", {}}, kNow + std::chrono::milliseconds(1));
  ASSERT_TRUE(later);
  EXPECT_EQ(RunFolder::latest(base)->path(), later->path());
}

TEST_F(RunFolderTest, TheTenthOfASecondIsLaterThanTheNinth) {
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(RunFolder::create(base, spec, kNow));
  EXPECT_EQ(RunFolder::latest(base)->path().filename(), "20260131-142501-ajax-10");
}

TEST_F(RunFolderTest, TheLatestPassesOverWhatItCannotRead) {
  auto run = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(run);
  run_saying("{");
  ASSERT_TRUE(write_file(base / "file", ""));
  EXPECT_EQ(RunFolder::latest(base)->path(), run->path());
}

TEST_F(RunFolderTest, WithoutRunsThereIsNoLatest) {
  for (const fs::path& folder : {base, base / "missing"}) {
    auto run = RunFolder::latest(folder);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "there is no run in " + folder.string());
  }
}

// Folders that cannot be written.

TEST_F(RunFolderTest, AReadOnlyBaseGivesAHint) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(base, fs::perms::owner_read | fs::perms::owner_exec);
  auto run = RunFolder::create(base, spec, kNow);
  fs::permissions(base, fs::perms::owner_all);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr("Permission denied"));
  EXPECT_THAT(run.error().hint, HasSubstr("--out"));
}

// Within its life no file may grow beyond `bytes`: it stands in for a disk that is full.
struct FullDisk {
  explicit FullDisk(rlim_t bytes) : handler(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit small{bytes, before.rlim_max};
    SQUALL_CHECK(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  rlimit before{};
  void (*handler)(int);
};

TEST_F(RunFolderTest, AFullDiskLeavesNoHalfMadeRun) {
  {
    FullDisk full(16);
    EXPECT_FALSE(RunFolder::create(base, spec, kNow));
  }
  EXPECT_TRUE(fs::is_empty(base));
}

TEST_F(RunFolderTest, AFullDiskLeavesTheStateAndTheResultsAsTheyWere) {
  auto run = RunFolder::create(base, spec, kNow);
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->write_results("the first results"));
  {
    FullDisk full(16);
    EXPECT_FALSE(run->set_state(RunState::Finished));
    EXPECT_FALSE(run->write_results(std::string(100, 'x')));
  }
  EXPECT_EQ(run->state(), RunState::Running);
  EXPECT_EQ(RunFolder::open(run->path())->state(), RunState::Running);
  EXPECT_EQ(read_json_file(run->results_file())->as_string(), "the first results");
}

}  // namespace
}  // namespace squall::store
