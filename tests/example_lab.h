// A server of examples and a lab, for tests of the whole engine in a real browser.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/files.h"
#include "lab/browser_lab.h"
#include "lab/recorder.h"
#include "oracle/compare.h"
#include "serve/example_server.h"

namespace squall::testing {

inline std::filesystem::path examples() { return program_folder() / "examples"; }

// One for all tests of a program: starting a browser takes a while.
class ExampleLab {
 public:
  static ExampleLab& get() {
    static ExampleLab lab;
    return lab;
  }

  std::string url(const std::string& name) const { return server_->url() + "/" + name + "/"; }
  lab::BrowserLab& lab() { return *lab_; }

  Result<lab::RecordedPage> record(const std::string& name) {
    lab::RecordOptions options;
    options.url = url(name);
    auto flow = flow::read_flow(examples() / name / "flow.json");
    if (!flow) return flow.error();
    options.flow = *flow;
    options.timeout = Millis(60'000);
    return lab::record_page(*lab_, options, [](const std::string&) {});
  }

  lab::Run run(const lab::RecordedPage& page, const std::string& schedule) {
    auto experiment = lab::experiment_on(page);
    auto parsed = schedule::parse_schedule(schedule);
    EXPECT_TRUE(parsed) << schedule;
    experiment.schedule = *parsed;
    auto run = lab_->run(experiment);
    EXPECT_TRUE(run) << run.error().message;
    return run ? *run : lab::Run{};
  }

 private:
  ExampleLab() {
    server_ = std::move(serve::HttpServer::start({}, serve::example_handler(examples())).value());
    lab_ = std::make_unique<lab::BrowserLab>(lab::LabOptions{2, "", true});
  }
  std::unique_ptr<serve::HttpServer> server_;
  std::unique_ptr<lab::BrowserLab> lab_;
};

}  // namespace squall::testing
