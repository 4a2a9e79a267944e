// Files that squall is given: flows, HARs, recordings and runs, good and broken.
#include "tests/good_recording.h"

namespace squall {
namespace {

using testing::Ended;
using testing::FaultServer;
using testing::GoodRecording;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Words;
using testing::Workplace;
namespace fs = std::filesystem;

struct Input : ::testing::Test {
  void refused(const Words& words, const std::string& part) {
    Ended ended = place.run(words);
    EXPECT_EQ(ended.code, 2) << ended;
    EXPECT_THAT(ended.err, HasSubstr(part)) << ended;
    EXPECT_THAT(ended.err, HasSubstr("\n  ")) << "no hint" << ended;
    EXPECT_THAT(ended.out, IsEmpty()) << ended;
    EXPECT_FALSE(fs::exists(place / "squall-runs")) << "a run was begun" << ended;
  }
  void refused_flow(const std::string& flow, const std::string& part) {
    place.write("flow.json", flow);
    refused({"record", "http://127.0.0.1:1/", "--flow", "flow.json"}, "flow.json: " + part);
  }
  Workplace place;
};

// ---- flows ----

TEST_F(Input, AFlowThatIsNoneIsNamed) {
  refused({"record", "http://127.0.0.1:1/", "--flow", "missing.json"}, "missing.json: No such file");
  refused_flow("", "");
  refused_flow("{\"title\": \"x\", \"steps\": [", "");
  refused_flow("[]", "this is not a flow");
  refused_flow(R"({"title": "x"})", "needs `steps`");
  refused_flow(R"({"steps": {}})", "`steps` must be an array");
}

TEST_F(Input, AStepThatIsNoneIsNamed) {
  refused_flow(R"({"steps": [{"type": "click", "selectors": [["#a"]]}, {"type": "teleport"}]})",
               "step 2: there is no step type “teleport”");
  refused_flow(R"({"steps": [{"type": "click"}]})", "step 1 (click): needs `selectors`");
  refused_flow(R"({"steps": [{"type": "change", "selectors": [["#a"]]}]})", "step 1 (change): needs `value`");
  refused_flow(R"({"steps": [7]})", "step 1: a step must be an object");
  refused_flow(
      R"({"steps": [{"type": "customStep", "name": "squall.macro", "parameters": {"steps": [{"type": "x"}]}}]})",
      "step 1 (customStep): part 1: there is no step type “x”");
}

TEST_F(Input, AFlowOfWhichNothingCanBeDoneIsWorthless) {
  place.write("flow.json", R"({"steps": [{"type": "click", "selectors": [["#nowhere"]]},
      {"type": "customStep", "name": "squall.macro", "parameters": {"steps": [{"type": "click", "selectors": [["#gone"]]}]}}]})");
  Ended ended = place.run({"record", FaultServer::get().url("good.html"), "--flow", "flow.json", "--out", "out"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("none of the 2 steps could be performed")) << ended;
  EXPECT_THAT(ended.out, HasSubstr("(infeasible: ")) << ended;
  EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "failed");
  EXPECT_TRUE(fs::exists(place / "out/index.html")) << "the report shows what the user saw";
}

// ---- HAR ----

TEST_F(Input, AHarThatIsNoneIsNamed) {
  for (const char* content : {"", "{}", "[]", "<html>", R"({"log": {"entries": {}}})", R"({"log": {"entries": [)"}) {
    place.write("x.har", content);
    refused({"record", "http://app.test/", "--har", "x.har"}, "x.har: ");
  }
  refused({"record", "http://app.test/", "--har", "none.har"}, "none.har: No such file");
}

TEST_F(Input, AHarThatDoesNotKnowThePageSaysWhichItKnows) {
  std::string har = GoodRecording::get().path() + "/recording/network.har";
  Ended ended = place.run({"record", "http://app.test/", "--har", har, "--out", "out"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("the HAR has no answer for http://app.test/")) << ended;
  EXPECT_THAT(ended.err, HasSubstr("perhaps " + FaultServer::get().url("good.html"))) << ended;
}

TEST_F(Input, AHarStandsInForTheServer) {
  // As Chrome exports it, of a server that is not there.
  auto entry = [](const std::string& path, const std::string& type, const std::string& mime, const std::string& text) {
    return Json::object(
        {{"startedDateTime", "2026-01-31T12:00:00.000Z"},
         {"time", 20},
         {"_resourceType", type},
         {"request", Json::object({{"method", "GET"}, {"url", "https://app.invalid/" + path}})},
         {"response",
          Json::object({{"status", 200}, {"content", Json::object({{"mimeType", mime}, {"text", text}})}})}});
  };
  std::string page = read_file(testing::fault_pages() / "good.html").value();
  Json entries = Json::array();
  entries.push(entry("", "document", "text/html", page))
      .push(entry("data.json", "fetch", "application/json", R"({"text":"from afar"})"));
  place.write("x.har", Json::object({{"log", Json::object({{"version", "1.2"}, {"entries", entries}})}}).dump());
  place.write("flow.json", testing::kClickGo);
  Ended ended = place.run({"record", "https://app.invalid/", "--har", "x.har", "--flow", "flow.json", "--out", "out"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(read_file(place / "out/recording/outcome.json").value(), HasSubstr("from afar")) << ended;
  Ended replayed = place.run({"replay", "out"});
  EXPECT_EQ(replayed.code, 0) << replayed;
}

// ---- runs and recordings ----

TEST_F(Input, WhatIsNoRunIsNamed) {
  refused({"replay", "nowhere"}, "there is no run at nowhere");
  fs::create_directory(place / "folder");
  refused({"replay", "folder"}, "folder is not a squall run: it has no run.json");
  place.write("file", "x");
  refused({"replay", "file"}, "file is not a squall run");
}

TEST_F(Input, ARunWithoutARecordingIsNamed) {
  fs::create_directory(place / "run");
  place.write("run/run.json", R"({"schema": 1, "command": "replay", "url": "u", "started": "s", "state": "finished"})");
  refused({"replay", "run"}, "there is no recording in run");
}

TEST_F(Input, ARunOfTheFutureAsksForAnUpdate) {
  std::string run = GoodRecording::copy_to(place);
  place.write("run/run.json", R"({"squall": "9.0.0", "schema": 9})");
  Ended ended = place.run({"replay", "run"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("newer squall")) << ended;
}

TEST_F(Input, ARecordingOfTheFutureAsksForAnUpdate) {
  std::string run = GoodRecording::copy_to(place);
  Json about = place.read("run/recording/recording.json");
  place.write("run/recording/recording.json", about.set("version", 3).dump());
  refused({"replay", "run"}, "was recorded by a newer squall (recording version 3; this one reads 2)");
}

TEST_F(Input, EveryFileOfARecordingIsMissedWhenItIsMissing) {
  GoodRecording::copy_to(place);
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(place / "run/recording")) {
    std::string name = entry.path().filename().string();
    fs::rename(entry.path(), place / "aside");
    refused({"replay", "run"}, name);
    fs::rename(place / "aside", place / ("run/recording/" + name));
    ++files;
  }
  EXPECT_EQ(files, 6u);
}

TEST_F(Input, EveryFileOfARecordingIsMissedWhenItIsCutOff) {
  GoodRecording::copy_to(place);
  for (const auto& entry : fs::directory_iterator(place / "run/recording")) {
    std::string name = "run/recording/" + entry.path().filename().string();
    std::string whole = read_file(place / name).value();
    std::string trimmed(trim(whole));
    for (size_t length : {size_t{0}, size_t{1}, trimmed.size() / 2, trimmed.size() - 1}) {
      place.write(name, trimmed.substr(0, length));
      refused({"replay", "run"}, entry.path().filename().string());
    }
    place.write(name, whole);
  }
  EXPECT_EQ(place.run({"replay", "run", "--out", "out"}).code, 0) << "mended, it replays";
}

TEST_F(Input, SchedulesThatAreNoneAreNamed) {
  GoodRecording::copy_to(place);
  refused({"replay", "run", "--schedule", "stormy"}, "stormy");
  refused({"replay", "run", "--schedule", "adverse:5,6"}, "speaks of step 5, but the recording has 1 step");
  refused({"replay", "run", "--schedule", "order:none.txt"}, "none.txt");
}

TEST_F(Input, ARecordingIsNotReplacedByItsReplay) {
  GoodRecording::copy_to(place);
  refused({"replay", "run", "--out", "run"}, "--out names the recording itself");
  refused({"replay", "run", "--out", "./run/../run"}, "--out names the recording itself");
  EXPECT_TRUE(fs::exists(place / "run/recording/recording.json"));
}

TEST_F(Input, ARunIsNotAUrl) {
  GoodRecording::copy_to(place);
  refused({"record", "run"}, "run is a run, not a URL");
}

}  // namespace
}  // namespace squall
