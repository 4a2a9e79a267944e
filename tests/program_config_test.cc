// squall.json: what it may say, and its published schema.
#include <set>

#include "tests/program.h"
#include "tests/source_folder.h"

namespace squall {
namespace {

namespace fs = std::filesystem;
using testing::Ended;
using ::testing::HasSubstr;
using testing::Workplace;

fs::path schema_file() { return testing::source_folder().parent_path() / "docs" / "squall.schema.json"; }

struct Config : ::testing::Test {
  // What squall says to a replay of nothing with this squall.json: the configuration comes first.
  Ended with(const std::string& config) {
    place.write("squall.json", config);
    return place.run({"replay", "nowhere"});
  }
  void refused(const std::string& config, const std::string& part) {
    Ended ended = with(config);
    EXPECT_EQ(ended.code, 2) << ended;
    EXPECT_THAT(ended.err, HasSubstr("squall: squall.json: " + part)) << ended;
    EXPECT_THAT(ended.err, HasSubstr("mend it, or move it away")) << ended;
  }
  void accepted(const std::string& config) {
    Ended ended = with(config);
    EXPECT_THAT(ended.err, HasSubstr("there is no run at nowhere")) << ended;
  }
  Workplace place;
};

TEST_F(Config, SetsOptionsOfAnyCommand) {
  accepted(R"({})");
  accepted(
      R"({"$schema": "x", "viewport": "800x600", "workers": 1, "repeat": 3, "port": 0, "timeout": 2.5, "quiet": true})");
}

TEST_F(Config, WhatItSetsIsDone) {
  EXPECT_EQ(with(R"({"json": true})").json().at("error", "message").as_string(), "there is no run at nowhere");
  EXPECT_EQ(with(R"({"json": false})").out, "");
}

TEST_F(Config, TheCommandLineWins) {
  place.write("squall.json", R"({"port": 1, "json": true})");
  auto serving = place.start({"serve", "examples", "--port", "0"});
  ASSERT_TRUE(testing::becomes_true([&] { return serving->out().ends_with("}\n"); })) << serving->err();
  EXPECT_THAT(serving->out(), ::testing::Not(HasSubstr(":1/")));
  serving->signal(SIGTERM);
  EXPECT_EQ(serving->wait().code, 130);
}

TEST_F(Config, MistakesAreNamed) {
  refused("{\"workers\": ", "");
  refused("", "");
  refused("[]", "must be an object of options");
  refused(R"({"wrokers": 2})", "“wrokers” is not an option; did you mean workers?");
  refused(R"({"help": true})", "“help” is not an option");
  refused(R"({"workers": "2"})", "“workers” must be a number, not \"2\"");
  refused(R"({"workers": 0})", "“workers” takes a whole number from 1 to 64");
  refused(R"({"timeout": null})", "“timeout” must be a number, not null");
  refused(R"({"json": "yes"})", "“json” must be true or false, not \"yes\"");
  refused(R"({"viewport": "wide"})", "“viewport” takes a size such as 1280x800");
  refused(R"({"viewport": [800, 600]})", "“viewport” must be a string, not [800,600]");
}

TEST_F(Config, HelpIsGivenWhateverItHolds) {
  place.write("squall.json", "broken");
  EXPECT_EQ(place.run({"record", "--help"}).code, 0);
}

TEST_F(Config, ThePublishedSchemaIsThatOfTheProgram) {
  Ended ended = place.run({"--schema"});
  ASSERT_EQ(ended.code, 0) << ended;
  auto published = read_file(schema_file());
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(*published, ended.out) << "write it anew: squall --schema > docs/squall.schema.json";
}

// The words at the beginning of the lines "  record   keep a page…" of `squall --help`.
std::set<std::string> commands_of(const std::string& help) {
  std::set<std::string> commands;
  for (const std::string& line : split(help, '\n')) {
    bool names = line.starts_with("  ") && line.size() > 2 && line[2] >= 'a' && line[2] <= 'z';
    if (names) commands.insert(line.substr(2, line.find(' ', 2) - 2));
  }
  EXPECT_TRUE(commands.contains("record") && commands.contains("ajax")) << help;
  return commands;
}

TEST_F(Config, EveryOptionIsInTheSchema) {
  auto schema = read_json_file(schema_file());
  ASSERT_TRUE(schema);
  std::set<std::string> options;
  for (const std::string& command : commands_of(place.run({"--help"}).out)) {
    for (const std::string& line : split(place.run({command, "--help"}).out, '\n')) {
      if (!line.starts_with("  --")) continue;
      std::string name = line.substr(4, line.find(' ', 4) - 4);
      if (name != "help") options.insert(name);
    }
  }
  EXPECT_GE(options.size(), 15u);
  for (const std::string& name : options) EXPECT_TRUE((*schema)["properties"].has(name)) << name;
  EXPECT_EQ((*schema)["properties"].size(), options.size() + 1) << "and no others but $schema";
}

}  // namespace
}  // namespace squall
