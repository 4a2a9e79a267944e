#include <gtest/gtest.h>

#include "report/report.h"
#include "report/sample_report.h"
#include "store/version.h"

namespace squall::report {
namespace {

TEST(Results, HoldWhatOtherToolsRelyOn) {
  Json results = to_results(sample_report());
  EXPECT_EQ(results["squall"].as_string(), store::kVersion);
  EXPECT_EQ(results["schema"].as_int(), store::kSchema);
  EXPECT_EQ(results["command"].as_string(), "replay");
  EXPECT_EQ(results["url"].as_string(), "http://shop.test/");
  EXPECT_EQ(results["events"].dump(), R"([{"id":"u0","type":"click","target":"#car-wash","label":"click “Car Wash”"},)"
                                      R"({"id":"u1","type":"click","target":"#diesel","label":"click “Diesel”"}])");
  EXPECT_TRUE(results["findings"].is_array());
  EXPECT_EQ(results["findings"].size(), 0u);
  EXPECT_EQ(results.at("timing", "total_ms").as_double(), 1250);
  EXPECT_EQ(results.at("timing", "experiments").as_int(), 2);
}

TEST(Results, ATestNamesTheStepsWhoseOrderWasTried) {
  const Json test = to_results(sample_report())["tests"][size_t{0}];
  EXPECT_EQ(test["id"].as_string(), "u0-u1");
  EXPECT_EQ(test["events"].dump(), R"(["u0","u1"])");
  EXPECT_EQ(test["verdict"].as_string(), "different");
  EXPECT_EQ(test["reason"].as_string(), "the text of #result is “Acme, Zoom” instead of “Acme”");
}

TEST(Results, PlannedTestsSayWhyTheyWereMadeAndWhatTheyShowed) {
  const Json tests = to_results(sample_findings())["tests"];
  ASSERT_EQ(tests.size(), 4u);
  EXPECT_EQ(tests[size_t{0}]["id"].as_string(), "u0-u1");
  EXPECT_EQ(tests[size_t{0}]["events"].dump(), R"(["u0","u1"])");
  EXPECT_EQ(tests[size_t{0}]["verdict"].as_string(), "race");
  EXPECT_EQ(tests[size_t{0}]["finding"].as_string(), "F1");
  EXPECT_EQ(tests[size_t{0}]["runs"].dump(), "[0,1]");
  EXPECT_TRUE(tests[size_t{0}]["comparison"].is_object());
  EXPECT_EQ(tests[size_t{2}]["verdict"].as_string(), "infeasible");
  EXPECT_EQ(tests[size_t{2}]["reason"].as_string(), "the button is disabled after the first click");
  EXPECT_EQ(tests[size_t{2}]["why"].dump(), R"(["it changes #result after a response"])");
  EXPECT_TRUE(tests[size_t{2}]["comparison"].is_null());
  EXPECT_TRUE(tests[size_t{2}]["finding"].is_null());
}

TEST(Results, AFindingHoldsWhatTheDesignPromises) {
  const Json findings = to_results(sample_findings())["findings"];
  ASSERT_EQ(findings.size(), 1u);
  const Json& finding = findings[size_t{0}];
  EXPECT_EQ(finding["id"].as_string(), "F1");
  EXPECT_EQ(finding["kind"].as_string(), "ajax-race");
  EXPECT_EQ(finding["severity"].as_string(), "error");
  for (const char* name : {"title", "explanation", "witness", "element"}) {
    EXPECT_FALSE(finding[name].as_string().empty()) << name;
  }
  EXPECT_EQ(finding["events"].dump(), R"(["u0","u1"])");
  EXPECT_EQ(finding["confirmed"].as_int(), 2);
  EXPECT_EQ(finding["new_requests"].dump(), R"(["GET http://shop.test/stations?filter=wash,diesel"])");
  EXPECT_EQ(finding["runs"].dump(), "[0,1]");
  EXPECT_EQ(finding["evidence"].dump(), R"({"held":[]})");
  EXPECT_EQ(finding["advice"].size(), 3u);
}

TEST(Results, AFindingSaysWhereInTheCode) {
  const Json where = to_results(sample_findings())["findings"][size_t{0}]["where"];
  ASSERT_EQ(where.size(), 2u);
  const Json& sends = where[size_t{0}];
  EXPECT_EQ(sends["url"].as_string(), "http://shop.test/app.js");
  EXPECT_EQ(sends["line"].as_int(), 1);
  EXPECT_EQ(sends["column"].as_int(), 2210);
  EXPECT_EQ(sends["function"].as_string(), "load");
  EXPECT_EQ(sends["role"].as_string(), "sends GET /stations?filter=wash");
  EXPECT_EQ(sends["source"].as_string(), "src/stations.ts");
  EXPECT_EQ(sends["source_line"].as_int(), 14);
  EXPECT_EQ(where[size_t{1}]["source"].as_string(), "");
  EXPECT_EQ(where[size_t{1}]["excerpt_line"].as_int(), 7);
}

TEST(Results, StepsOfATestFollowTheSchedulesOwnChoice) {
  Report report = sample_report();
  report.runs[1].schedule.steps = {1, 0};
  EXPECT_EQ(to_results(report)["tests"][size_t{0}]["id"].as_string(), "u1-u0");
}

TEST(Results, EqualOutcomesAreTheSame) {
  Report report = sample_report();
  report.comparisons[0].comparison = {};
  EXPECT_EQ(to_results(report)["tests"][size_t{0}]["verdict"].as_string(), "same");
}

TEST(Results, AnOrderThatCouldNotBeFollowedIsInfeasible) {
  Report report = sample_report();
  report.runs[1].run.outcome.ending = outcome::Ending::Diverged;
  report.runs[1].run.outcome.ending_detail = "no such event";
  const Json test = to_results(report)["tests"][size_t{0}];
  EXPECT_EQ(test["verdict"].as_string(), "infeasible");
  EXPECT_EQ(test["reason"].as_string(), "no such event");
}

TEST(Results, IdsOfTestsAreUnique) {
  Report report = sample_report();
  report.comparisons.push_back(report.comparisons[0]);
  Json results = to_results(report);
  EXPECT_EQ(results["tests"][size_t{1}]["id"].as_string(), "u0-u1-2");
}

TEST(Results, ARunCountsItsRequestsByTheirAnswers) {
  Report report = sample_report();
  report.runs[1].run.outcome.requests[0].answer = outcome::Answer::Unanswered;
  const Json run = to_results(report)["runs"][size_t{1}];
  EXPECT_EQ(run["requests"].dump(), R"({"recorded":2,"unanswered":1})");
  EXPECT_EQ(run["schedule"].dump(), R"({"mode":"adverse","hold":0,"until":1})");
  EXPECT_EQ(run["ending"].as_string(), "settled");
  EXPECT_EQ(run["fingerprint"].as_string(), oracle::fingerprint(report.runs[1].run.outcome));
  EXPECT_EQ(run["steps"].dump(), R"([{"event":"u0","label":"click “Car Wash”","performed":true},)"
                                 R"({"event":"u1","label":"click “Diesel”","performed":true}])");
  EXPECT_EQ(run["virtual_ms"].as_double(), 320);
}

}  // namespace
}  // namespace squall::report
