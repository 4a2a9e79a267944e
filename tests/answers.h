// What an analysis has answered, written down for whoever compares the answers of many runs (bench/verdicts.cc): a line
// of JSON in the file that SQUALL_ANSWERS names, for each analysis of a test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "analysis/evidence.h"
#include "base/json.h"

namespace squall::testing {

inline Json answer_of(const finding::Test& test) {
  return Json::object({{"id", test.id},
                       {"events", Json::strings(test.events)},
                       {"verdict", finding::name_of(test.verdict)},
                       {"reason", test.reason},
                       {"why", Json::strings(test.why)},
                       {"finding", test.finding}});
}

inline Json answer_of(const finding::Place& place) {
  return Json::object({{"url", place.url},
                       {"line", place.line},
                       {"column", place.column},
                       {"function", place.function},
                       {"role", place.role}});
}

inline Json answer_of(const finding::Finding& finding) {
  Json where = Json::array(), advice = Json::array();
  for (const auto& place : finding.where) where.push(answer_of(place));
  for (const auto& one : finding.advice) advice.push(one.text);
  return Json::object({{"id", finding.id},
                       {"kind", finding.kind},
                       {"severity", finding::name_of(finding.severity)},
                       {"title", finding.title},
                       {"explanation", finding.explanation},
                       {"witness", finding.witness},
                       {"events", Json::strings(finding.events)},
                       {"element", finding.element},
                       {"where", where},
                       {"confirmed", finding.confirmed},
                       {"new_requests", Json::strings(finding.new_requests)},
                       {"advice", advice},
                       {"evidence", finding.evidence}});
}

// The name of the running test, and what the analysis said.
inline void note_answer(const analysis::Evidence& evidence) {
  const char* file = std::getenv("SQUALL_ANSWERS");
  if (!file) return;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  Json tests = Json::array(), findings = Json::array();
  for (const auto& one : evidence.tests) tests.push(answer_of(one));
  for (const auto& one : evidence.findings) findings.push(answer_of(one));
  Json line = Json::object({{"page", std::string(test->test_suite_name()) + "." + test->name()},
                            {"answer", Json::object({{"tests", tests}, {"findings", findings}})}});
  std::ofstream(file, std::ios::app) << line.dump() << "\n";
}

}  // namespace squall::testing
