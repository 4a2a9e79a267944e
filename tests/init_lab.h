// `squall init` in a real browser: on small pages that are part of a test, and on the examples.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/init/analysis.h"
#include "tests/answers.h"
#include "tests/example_lab.h"
#include "tests/page_lab.h"

namespace squall::testing {

using analysis::init::Analysis;

// Two browsers that ask nobody but the recording.
inline lab::BrowserLab& init_browsers() {
  static lab::BrowserLab lab({2, "", true});
  return lab;
}

inline Analysis analyse_site(const Site& site, analysis::init::Options options = {}) {
  lab::RecordedPage page;
  page.url = site.url;
  page.recording = site.recording;
  options.bench.offline = true;
  options.bench.timeout = Millis(60'000);
  auto analysis = analysis::init::analyse(init_browsers(), page, options);
  EXPECT_TRUE(analysis) << analysis.error().message;
  if (!analysis) return {};
  note_answer(*analysis);
  return std::move(analysis).value();
}

inline Analysis analyse_init_example(const std::string& name) {
  lab::RecordOptions options;
  options.replay = false;  // as the program does
  options.url = ExampleLab::get().url(name);
  options.flow = flow::Flow{};
  options.timeout = Millis(60'000);
  auto& lab = ExampleLab::get().lab();
  auto page = lab::record_page(lab, options, [](const std::string&) {});
  EXPECT_TRUE(page) << page.error().message;
  if (!page) return {};
  auto analysis = analysis::init::analyse(lab, *page, {});
  EXPECT_TRUE(analysis) << analysis.error().message;
  if (!analysis) return {};
  note_answer(*analysis);
  return std::move(analysis).value();
}

// Each finding as "SEVERITY KIND ELEMENT", sorted.
inline std::vector<std::string> found(const Analysis& analysis) {
  std::vector<std::string> out;
  for (const auto& finding : analysis.findings) {
    out.push_back(std::string(finding::name_of(finding.severity)) + " " + finding.kind + " " + finding.element);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Each test as "ELEMENT VERDICT: reason", for what was tried and found harmless.
inline std::vector<std::string> tried(const Analysis& analysis) {
  std::vector<std::string> out;
  for (const auto& test : analysis.tests)
    out.push_back(std::string(finding::name_of(test.verdict)) + ": " + test.reason);
  return out;
}

}  // namespace squall::testing
