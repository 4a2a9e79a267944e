// The command line: what it takes, what it refuses, and what it says then.
#include "tests/program.h"

namespace squall {
namespace {

using testing::Ended;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using testing::Words;
using testing::Workplace;

const char* const kCommands[] = {"record", "replay", "serve", "doctor", "demo"};

struct Usage : ::testing::Test {
  // Refused with exit code 2, a message that contains `part`, and a line on what to do.
  void refused(const Words& words, const std::string& part) {
    Ended ended = place.run(words);
    EXPECT_EQ(ended.code, 2) << ended;
    EXPECT_THAT(ended.out, IsEmpty()) << ended;
    EXPECT_THAT(ended.err, StartsWith("squall: ")) << ended;
    EXPECT_THAT(ended.err, HasSubstr(part)) << ended;
    EXPECT_THAT(ended.err, HasSubstr("\n  ")) << "no hint" << ended;
  }
  Workplace place;
};

TEST_F(Usage, WithoutACommandItSaysWhatThereIs) {
  Ended ended = place.run({});
  EXPECT_EQ(ended.code, 2) << ended;
  for (const char* command : kCommands) EXPECT_THAT(ended.out, HasSubstr(command));
}

TEST_F(Usage, EveryCommandHasHelp) {
  for (const char* command : kCommands) {
    for (const Words& words : {Words{command, "--help"}, Words{command, "-h"}, Words{"help", command}}) {
      Ended ended = place.run(words);
      EXPECT_EQ(ended.code, 0) << ended;
      EXPECT_THAT(ended.out, StartsWith(std::string("squall ") + command)) << ended;
      EXPECT_THAT(ended.out, HasSubstr("--timeout SECONDS")) << ended;
      EXPECT_THAT(ended.err, IsEmpty()) << ended;
    }
  }
  EXPECT_EQ(place.run({"--help"}).code, 0);
  EXPECT_EQ(place.run({"help", "nothing"}).code, 2);
}

TEST_F(Usage, TheVersionIsOneLine) {
  Ended ended = place.run({"--version"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_THAT(ended.out, ::testing::MatchesRegex("squall [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(Usage, AMistypedCommandGetsASuggestion) {
  refused({"recrod", "http://127.0.0.1/"}, "there is no command “recrod”; did you mean record?");
  refused({"conquer"}, "there is no command “conquer”\n");
  refused({"x"}, "there is no command “x”\n");
}

TEST_F(Usage, AMistypedOptionGetsASuggestion) {
  refused({"record", "x", "--flwo", "f"}, "there is no option --flwo; did you mean --flow?");
  refused({"record", "x", "--frobnicate"}, "there is no option --frobnicate\n");
  refused({"record", "x", "-o", "dir"}, "there is no option -o");
  refused({"record", "x", "--repeat", "3"}, "there is no option --repeat");
}

TEST_F(Usage, ValuesMustBeThere) {
  refused({"record", "x", "--out"}, "--out needs DIR");
  refused({"record", "x", "--out="}, "--out needs DIR");
  refused({"record", "x", "--flow", "--quiet"}, "--flow needs FILE");
  refused({"replay", "x", "--json=false"}, "--json takes no value");
  refused({"record"}, "squall record needs URL");
  refused({"record", ""}, "squall record needs URL");
  refused({"replay"}, "squall replay needs RUN");
  refused({"replay", "a", "b"}, "“b” is one word too many");
}

TEST_F(Usage, NumbersMustBeNumbersThatMakeSense) {
  refused({"replay", "x", "--repeat", "many"}, "--repeat takes a whole number from 1 to 1000000, not “many”");
  for (const char* value : {"0", "-1", "1.5", "1e9", "nan", "inf", "0x10", "3 ", "99999999999999999999"}) {
    refused({"replay", "x", "--repeat", value}, "--repeat takes a whole number");
  }
  refused({"replay", "x", "--timeout", "0"}, "--timeout takes a number from 0.1 to 86400, not “0”");
  refused({"serve", "--port", "70000"}, "--port takes a whole number from 0 to 65535");
  refused({"record", "x", "--workers", "0"}, "--workers takes a whole number from 1 to 64");
  refused({"record", "x", "--viewport", "wide"}, "--viewport takes a size such as 1280x800");
  refused({"record", "x", "--viewport", "0x10"}, "--viewport takes a size such as 1280x800");
}

TEST_F(Usage, AfterTwoDashesThereAreNoOptions) { refused({"replay", "--", "--json"}, "there is no run at --json"); }

TEST_F(Usage, WhatIsNoPageOfAServerIsRefused) {
  refused({"record", "not a url"}, "“not a url” is not a URL");
  refused({"record", "file:///etc/passwd"}, "squall needs a page of a server");
  refused({"record", "chrome://crash"}, "squall needs a page of a server");
  refused({"record", "/etc/passwd"}, "squall needs a page of a server");
  refused({"record", "http://\x1b[31mred/"}, "is not a URL");
}

TEST_F(Usage, WithJsonAnErrorIsADocumentToo) {
  for (const Words& words : {Words{"replay", "nowhere", "--json"}, Words{"replay", "--json"}, Words{"recrod", "--json"},
                             Words{"record", "not a url", "--json"}}) {
    Ended ended = place.run(words);
    EXPECT_EQ(ended.code, 2) << ended;
    Json json = ended.json();
    EXPECT_EQ(json["schema"].as_int(), 1) << ended;
    EXPECT_FALSE(json.at("error", "message").as_string().empty()) << ended;
    EXPECT_FALSE(json.at("error", "hint").as_string().empty()) << ended;
  }
}

TEST_F(Usage, AStdoutThatIsFullIsAnError) {
  Ended ended = place.run_shell("exec \"$@\" >/dev/full", {"--help"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("cannot write to stdout: No space left on device"));
}

TEST_F(Usage, AReaderThatLeavesIsNoError) {
  Ended ended = place.run_shell("{ \"$@\"; echo code $? >&2; } | true", {"record", "--help"});
  EXPECT_THAT(ended.err, HasSubstr("code 0")) << ended;
}

}  // namespace
}  // namespace squall
