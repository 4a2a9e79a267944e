// A lab and a server that misbehaves, for tests of what a bad page does to a recording.
//
// All tests of a program share one browser and one page in it, so that each of them also shows that the faults before
// it did no lasting harm. A failing test prints the command that runs it again.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "lab/browser_lab.h"
#include "lab/recorder.h"
#include "tests/fault_server.h"

namespace squall::testing {

inline flow::Flow clicks(const std::vector<std::string>& selectors) {
  flow::Flow flow;
  for (const std::string& selector : selectors) {
    flow::Step step;
    step.selectors = {{selector}};
    flow.steps.push_back(std::move(step));
  }
  return flow;
}

struct FaultTest : ::testing::Test {
  static lab::BrowserLab& lab() {
    static lab::BrowserLab lab({1, "", false});
    return lab;
  }

  // Pages that must settle have time; for those that must not, `timeout` is what the test waits.
  Result<lab::RecordedPage> record(const std::string& name, const flow::Flow& flow = {},
                                   Millis timeout = Millis(20'000)) {
    lab::RecordOptions options;
    options.url = name.find("://") == std::string::npos ? FaultServer::get().url(name) : name;
    options.flow = flow;
    options.timeout = timeout;
    auto page = lab::record_page(lab(), options, [](const std::string&) {});
    if (page) incidents_ = told(page->outcome);
    return page;
  }

  // The page is usable; its outcome.
  outcome::Outcome settled(const std::string& name, const flow::Flow& flow = {}) {
    auto page = record(name, flow);
    EXPECT_TRUE(page) << page.error().message << again();
    if (!page) return {};
    for (const auto& step : page->outcome.steps)
      EXPECT_TRUE(step.performed) << step.label << ": " << step.reason << again();
    return page->outcome;
  }

  // Why the page is not usable.
  std::string refused(const std::string& name, const flow::Flow& flow = {}, Millis timeout = Millis(20'000)) {
    auto page = record(name, flow, timeout);
    EXPECT_FALSE(page) << "recorded, although it cannot be" << again();
    if (page) return "";
    EXPECT_FALSE(page.error().hint.empty()) << "no word on what to do: " << page.error().message;
    return page.error().message;
  }

  // "dialog: alert: hello", one a line.
  static std::string told(const outcome::Outcome& outcome) {
    std::string out;
    for (const auto& incident : outcome.incidents) out += incident.kind + ": " + incident.detail + "\n";
    return out;
  }

  // The text of the whole screen.
  static std::string text_of(const Json& node) {
    if (node.is_string()) return node.as_string();
    std::string out;
    for (const Json& child : node["c"].items()) out += text_of(child);
    return out;
  }
  static std::string screen(const outcome::Outcome& outcome) {
    return outcome.frames.size() == 0 ? "(no frame)" : text_of(outcome.frames[size_t{0}]["root"]);
  }

  std::string again() const {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    return "\n" + incidents_ + "run again: " + (program_folder() / "engine_test").string() +
           " --gtest_filter=" + test->test_suite_name() + "." + test->name() + "\n";
  }

  std::string incidents_;
};

}  // namespace squall::testing
