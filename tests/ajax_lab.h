// `squall ajax` in a real browser: on the examples, and on small pages of which the server is a part of the test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "analysis/ajax/analysis.h"
#include "analysis/ajax/observe.h"
#include "tests/answers.h"
#include "tests/example_lab.h"

namespace squall::testing {

using analysis::ajax::Analysis;

// A page at "/", and what its server answers. `answers` may give another text at each request.
class AjaxSite {
 public:
  using Answer = std::function<std::string(const serve::HttpRequest&)>;
  AjaxSite(std::string html, Answer answer) {
    auto handler = [html = std::move(html), answer = std::move(answer), this](serve::Exchange& exchange) {
      const auto& request = exchange.request();
      serve::HttpResponse response = serve::text_response(200, request.path == "/" ? html : "");
      if (request.path == "/") {
        response.headers = {{"Content-Type", "text/html; charset=utf-8"}};
      } else {
        std::lock_guard lock(mutex_);
        ++asked_[request.method + " " + request.target];
        response.body = answer(request);
      }
      exchange.respond(std::move(response));
    };
    server_ = std::move(serve::HttpServer::start({}, handler).value());
  }
  std::string url() const { return server_->url() + "/"; }
  // How often a request came, for example "GET /a?x=1".
  int asked(const std::string& request) {
    std::lock_guard lock(mutex_);
    return asked_[request];
  }

 private:
  std::mutex mutex_;
  std::map<std::string, int> asked_;
  std::unique_ptr<serve::HttpServer> server_;
};

inline flow::Step click_on(const std::string& selector) {
  flow::Step step;
  step.selectors = {{selector}};
  return step;
}

inline flow::Flow clicks_on(const std::vector<std::string>& selectors) {
  flow::Flow flow;
  for (const auto& selector : selectors) flow.steps.push_back(click_on(selector));
  return flow;
}

// Records the page under the flow, as `squall ajax URL --flow` does, and analyses it.
inline Analysis analyse_page(const std::string& url, const flow::Flow& flow, analysis::ajax::Options options = {},
                             const flow::Flow& before = {}) {
  auto measured = analysis::ajax::measured_flow(before, flow);
  lab::RecordOptions record;
  record.replay = false;  // as the program does
  record.url = url;
  record.flow = measured.flow;
  record.timeout = options.bench.timeout = Millis(60'000);
  options.plan.begin = measured.begin;
  auto& lab = ExampleLab::get().lab();
  auto page = lab::record_page(lab, record, [](const std::string&) {});
  EXPECT_TRUE(page) << page.error().message;
  if (!page) return {};
  auto analysis = analysis::ajax::analyse(lab, *page, options);
  EXPECT_TRUE(analysis) << analysis.error().message;
  if (!analysis) return {};
  note_answer(*analysis);
  return std::move(analysis).value();
}

inline Analysis analyse_example(const std::string& name) {
  auto flow = flow::read_flow(examples() / name / "flow.json");
  EXPECT_TRUE(flow) << flow.error().message;
  return analyse_page(ExampleLab::get().url(name), *flow);
}

// Each test and its verdict: "u0-u1 race".
inline std::vector<std::string> verdicts(const Analysis& analysis) {
  std::vector<std::string> out;
  for (const auto& test : analysis.tests) out.push_back(test.id + " " + finding::name_of(test.verdict));
  return out;
}

// For messages of tests that fail.
inline std::string all_of(const Analysis& analysis) {
  std::string out;
  for (const auto& test : analysis.tests) {
    out += test.id + " " + finding::name_of(test.verdict) + ": " + test.reason + "\n";
  }
  for (const auto& finding : analysis.findings) out += finding.id + " " + finding.explanation + "\n";
  return out;
}

// The finding about these events; an empty one when there is none.
inline finding::Finding finding_on(const Analysis& analysis, const std::vector<std::string>& events) {
  for (const auto& finding : analysis.findings) {
    if (finding.events == events) return finding;
  }
  ADD_FAILURE() << "no finding on " << events[0] << ", " << events[1] << "\n" << all_of(analysis);
  return {};
}

}  // namespace squall::testing
