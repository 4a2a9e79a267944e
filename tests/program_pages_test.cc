// Bad pages through the whole program: exit code, words, run folder; and text of a page that attacks the terminal.
#include "tests/good_recording.h"

namespace squall {
namespace {

using testing::Ended;
using testing::FaultServer;
using testing::GoodRecording;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Words;
using testing::Workplace;
namespace fs = std::filesystem;

struct Pages : ::testing::Test {
  Ended record(const std::string& url, const std::string& timeout = "20") {
    place.write("flow.json", R"({"steps": []})");
    return place.run({"record", url, "--flow", "flow.json", "--timeout", timeout, "--out", "out"});
  }
  void refused(const Ended& ended, const std::string& message, const std::string& hint) {
    EXPECT_EQ(ended.code, 2) << ended;
    EXPECT_THAT(ended.err, HasSubstr("squall: ")) << ended;
    EXPECT_THAT(ended.err, HasSubstr(message + "\n  " + hint)) << ended;
    EXPECT_THAT(ended.out, IsEmpty()) << ended;
    EXPECT_EQ(place.read("out/run.json")["state"].as_string(), "failed");
    place.expect_clean();
  }
  Workplace place;
};

TEST_F(Pages, AHostThatDoesNotExist) {
  refused(record("no-such-host.invalid"), "cannot load http://no-such-host.invalid: ERR_NAME_NOT_RESOLVED",
          "There is no such host");
}

TEST_F(Pages, APageThatIsNotThere) {
  refused(record(FaultServer::get().url("404")), "answers with HTTP status 404", "squall records pages that work");
}

TEST_F(Pages, APageThatHangs) {
  Ended ended = record(FaultServer::get().url("hangs_on_load.html"), "1.5");
  EXPECT_THAT(ended.err, HasSubstr("hangs_on_load.html: the page had not settled after")) << ended;
  refused(ended, "", "The page hangs or never stops loading: give it more time with --timeout.");
}

TEST_F(Pages, ADocumentWithoutAnEndIsCutOff) {
  Ended ended = record(FaultServer::get().url("endless"));
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, HasSubstr("/endless: cut off after ")) << ended;
  place.expect_clean();
}

TEST_F(Pages, WhatAGoodRunSays) {
  const Ended& ended = GoodRecording::get().ended();
  EXPECT_THAT(ended.out, HasSubstr("Recorded http://127.0.0.1:")) << ended;
  EXPECT_THAT(ended.out, HasSubstr("Replay it with: squall replay good")) << ended;
}

TEST_F(Pages, WithJsonThereIsOneDocumentAndNothingElse) {
  Ended ended = place.run({"replay", GoodRecording::get().path(), "--out", "out", "--json"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_EQ(ended.json()["command"].as_string(), "replay");
  EXPECT_EQ(ended.json(), place.read("out/results.json"));
  EXPECT_THAT(ended.err, HasSubstr("the same as recorded")) << ended;
}

TEST_F(Pages, WhenQuietThereIsTheResultAlone) {
  Ended ended = place.run({"replay", GoodRecording::get().path(), "--out", "out", "--quiet"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.err, IsEmpty()) << ended;
  EXPECT_THAT(ended.out, HasSubstr("the same as recorded")) << ended;
  Ended both = place.run({"replay", GoodRecording::get().path(), "--out", "out", "--quiet", "--json"});
  EXPECT_THAT(both.err, IsEmpty()) << both;
  EXPECT_EQ(both.json()["command"].as_string(), "replay");
}

// No byte that a terminal acts upon.
void expect_harmless(const std::string& text, const Ended& ended) {
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    bool c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    ASSERT_FALSE(control || c1) << "byte " << static_cast<int>(byte) << " at " << i << ended;
  }
}

TEST_F(Pages, TextOfAPageDoesNotSteerTheTerminal) {
  for (const Words& extra : {Words{}, Words{"--json"}, Words{"--verbose"}}) {
    Words words{"record", FaultServer::get().url("hostile.html"), "--out", "out"};
    words.insert(words.end(), extra.begin(), extra.end());
    Ended ended = place.run(words);
    EXPECT_EQ(ended.code, 0) << ended;
    expect_harmless(ended.out, ended);
    expect_harmless(ended.err, ended);
    for (const std::string& text : {ended.out, ended.err}) {
      EXPECT_THAT(text, Not(HasSubstr("\nReport: /etc/passwd"))) << "a page forged a line" << ended;
    }
    for (const std::string& line : split(extra.empty() ? ended.out : ended.err, '\n'))
      EXPECT_LE(line.size(), 1000u) << ended;
  }
  // The same when outcomes differ, and the difference is described.
  Ended replay = place.run({"replay", "out", "--schedule", "synchronous", "--out", "again"});
  EXPECT_LE(replay.code, 1) << replay;
  expect_harmless(replay.out, replay);
}

}  // namespace
}  // namespace squall
