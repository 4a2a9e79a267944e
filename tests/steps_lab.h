// Flows on pages of a few lines, performed in a real browser.
//
//   lab::Run run = perform("<button id=go>Go</button>" + listen("click"), R"([{"type":"click","selectors":["#go"]}])");
//   EXPECT_THAT(log_of(run), ElementsAre("click #go"));
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/page_lab.h"

namespace squall::testing {

// A script that writes a line for each of these events: its type, its target and, where there is one, the target's
// value. Events that no person caused are marked "by a script".
inline std::string listen(const std::string& types) {
  return "<script>for (const type of '" + types +
         "'.split(' ')) addEventListener(type, e => {"
         "const at = e.composedPath()[0], id = at.id ? ' #' + at.id : '';"
         "const value = at.type === 'checkbox' || at.type === 'radio' ? '=' + at.checked : "
         "at.value || at.isContentEditable ? '=' + (at.value ?? at.textContent) : '';"
         "const key = e.key ? ' ' + e.key : '';"
         "console.log(e.type + id + value + key + (e.isTrusted ? '' : ' by a script'));"
         "}, true)</script>";
}

inline std::vector<flow::Step> steps_of(const std::string& json) {
  auto parsed = parse_json(R"({"steps":)" + json + "}");
  EXPECT_TRUE(parsed) << json;
  if (!parsed) return {};
  auto flow = flow::parse_flow(*parsed);
  EXPECT_TRUE(flow) << flow.error().message;
  return flow ? flow->steps : std::vector<flow::Step>{};
}

inline std::string document(const std::string& body) {
  return "<!doctype html><meta charset=utf-8><title>page</title><body>" + body;
}

inline lab::Run perform(const std::string& body, const std::string& steps) {
  return PageLab::get().run(Site(document(body)), steps_of(steps));
}

// What the page wrote to the console.
inline std::vector<std::string> log_of(const lab::Run& run) {
  std::vector<std::string> lines;
  for (const auto& line : run.outcome.console) lines.push_back(line.text);
  for (const auto& error : run.outcome.errors) lines.push_back("error: " + error.text);
  return lines;
}

// For each step "done", or why it was infeasible.
inline std::vector<std::string> results_of(const lab::Run& run) {
  std::vector<std::string> out;
  for (const auto& step : run.outcome.steps) out.push_back(step.performed ? "done" : step.reason);
  return out;
}

// The only step's result.
inline std::string why_not(const std::string& body, const std::string& step) {
  auto results = results_of(perform(body, "[" + step + "]"));
  return results.size() == 1 ? results[0] : join(results, " | ");
}

inline std::string click_on(const std::string& selector) {
  return R"({"type":"click","selectors":[")" + selector + R"("]})";
}

inline std::string change_to(const std::string& selector, const std::string& value) {
  return Json::object({{"type", "change"}, {"selectors", Json(Json::Array{Json(selector)})}, {"value", value}}).dump();
}

}  // namespace squall::testing
