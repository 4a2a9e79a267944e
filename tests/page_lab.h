// Pages that exist nowhere: a recording in memory answers for the server, and the real lab runs them in a real browser.
//
//   Site site("<p id=log></p><script>fetch('data.json')…</script>");
//   site.answer("data.json", "{}");
//   lab::Run run = PageLab::get().run(site);
//
// `bare` loads the same page in the same browser without the agent, and without any control but that the recording
// answers: at once, or never when the answer took longer than a second. What the page then holds is what it must hold
// under squall as well.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "browser/page.h"
#include "lab/browser_lab.h"
#include "network/traffic.h"
#include "tests/source_folder.h"

namespace squall::testing {

// A page and all that it can ask for.
struct Site {
  explicit Site(std::string html, std::string page = "http://app.test/") : url(std::move(page)) {
    answer("", std::move(html));
  }

  // The type follows from the ending of the path.
  Site& answer(const std::string& path, std::string body, double latency_ms = 0) {
    network::Entry& entry = add(path, "fetch");
    entry.response.status = 200;
    entry.response.headers = {{"content-type", content_type(path)}, {"access-control-allow-origin", "*"}};
    entry.response.body = std::move(body);
    entry.response.latency_ms = latency_ms;
    return *this;
  }
  Site& failure(const std::string& path, double latency_ms = 0) {
    network::Entry& entry = add(path, "fetch");
    entry.response.failure = "ERR_CONNECTION_REFUSED";
    entry.response.latency_ms = latency_ms;
    return *this;
  }
  // A connection on which the server says these things; `type` is "websocket" or "eventsource".
  Site& stream(const std::string& address, const std::string& type, std::vector<network::StreamMessage> messages) {
    network::Entry& entry = add(address, type);
    entry.response.status = type == "websocket" ? 101 : 200;
    entry.messages = std::move(messages);
    return *this;
  }
  // Of the last answer.
  Site& header(const std::string& name, const std::string& value) {
    recording->entries.back().response.headers.emplace_back(name, value);
    return *this;
  }

  std::string url;
  std::shared_ptr<network::Recording> recording = std::make_shared<network::Recording>();

 private:
  network::Entry& add(const std::string& path, const std::string& type) {
    network::Entry entry;
    entry.request.url = path.find("://") == std::string::npos ? url + path : path;
    entry.request.type = type;
    recording->entries.push_back(std::move(entry));
    return recording->entries.back();
  }
  static std::string content_type(const std::string& path) {
    std::string name = path.substr(0, path.find('?'));
    if (name.ends_with(".js")) return "text/javascript";
    if (name.ends_with(".json")) return "application/json";
    if (name.ends_with(".css")) return "text/css";
    if (name.ends_with(".svg")) return "image/svg+xml";
    if (name.ends_with(".txt")) return "text/plain";
    return "text/html; charset=utf-8";
  }
};

// A message of the server, `at_ms` after the connection was opened and after the page has sent so many.
inline network::StreamMessage says(std::string data, double at_ms = 0, int after_sent = 0) {
  network::StreamMessage message;
  message.data = std::move(data);
  message.time_ms = at_ms;
  message.after_sent = after_sent;
  return message;
}

inline flow::Step click(const std::string& selector) {
  flow::Step step;
  step.type = flow::StepType::Click;
  step.selectors = {{selector}};
  return step;
}

// A file of tests/pages/agent.
inline std::string read_page_file(const std::string& name) {
  auto path = source_folder() / "pages" / "agent" / name;
  auto text = read_file(path);
  EXPECT_TRUE(text) << path;
  return text ? *text : "";
}

// Pages of these tests write into #log, and say by their title that they are done.
inline constexpr const char* kLogPage = R"(<!doctype html><title>-</title><body><pre id=log></pre><script>
  const say = (text) => { log.textContent += text + '\n'; };
  const end = (text) => { say(text); document.title = 'done'; };
</script>)";
inline constexpr const char* kLogWhenDone = "document.title==='done'?document.getElementById('log').textContent:null";

// One for all tests of a program: starting a browser takes a while.
class PageLab {
 public:
  static PageLab& get() {
    static PageLab lab;
    return lab;
  }

  lab::Experiment experiment(const Site& site, std::vector<flow::Step> steps = {},
                             const std::string& schedule = "as-they-come") {
    lab::Experiment experiment;
    experiment.url = site.url;
    experiment.recording = site.recording;
    experiment.flow.steps = std::move(steps);
    experiment.wanted.trace = true;
    experiment.wanted.picture = false;
    auto parsed = schedule::parse_schedule(schedule);
    EXPECT_TRUE(parsed) << schedule;
    if (parsed) experiment.schedule = *parsed;
    return experiment;
  }

  lab::Run run(const lab::Experiment& experiment) {
    auto run = lab_.run(experiment);
    EXPECT_TRUE(run) << run.error().message;
    return run ? std::move(run).value() : lab::Run{};
  }
  lab::Run run(const Site& site, std::vector<flow::Step> steps = {}, const std::string& schedule = "as-they-come") {
    lab::Run result = run(experiment(site, std::move(steps), schedule));
    EXPECT_EQ(result.outcome.ending, outcome::Ending::Settled) << result.outcome.ending_detail;
    return result;
  }

  // The value of `expression` in the page without agent, once it is not null.
  Json bare(const Site& site, const std::string& expression) {
    browser::PageOptions options;
    options.setup = network::Traffic::setup();
    auto opened = browser::Page::open(browser(), options);
    EXPECT_TRUE(opened) << opened.error().message;
    if (!opened) return {};
    auto page = std::move(opened).value();
    network::Traffic traffic(*page, std::make_shared<const network::Index>(*site.recording), {});
    Deadline deadline = Deadline::after(Millis(10'000));
    if (!answered(*page, traffic, page->send_navigate(site.url), deadline)) return {};
    while (!deadline.passed()) {
      auto value = answered(*page, traffic, page->send_evaluate(page->frames()[0], expression, true), deadline);
      auto reply = value ? browser::Page::value_of(*value) : browser::Reply(browser::CallError{});
      if (reply && !reply->is_null()) return *reply;
      page->wait_any(std::nullopt, Deadline::after(Millis(10)));
    }
    ADD_FAILURE() << "the page without agent never got there: " << expression;
    return {};
  }

 private:
  PageLab() : lab_({1, "", true}) {}

  browser::Browser& browser() {
    if (!browser_) {
      browser::LaunchOptions launch;
      launch.resolve_hosts = false;
      browser_ = std::move(browser::Browser::launch(launch).value());
    }
    return *browser_;
  }

  // Pumps the page until it has answered; every request is answered as soon as it is seen.
  static std::optional<browser::Reply> answered(browser::Page& page, network::Traffic& traffic, browser::CallId call,
                                                Deadline deadline) {
    while (!page.connection().settled(call)) {
      if (deadline.passed()) return std::nullopt;
      page.wait_any(call, deadline);
      while (page.has_event()) {
        if (auto event = page.next(deadline)) traffic.on_event(*event);
      }
      for (network::Passage* passage : traffic.held()) {
        bool never = passage->answer && passage->answer->entry->response.latency_ms > 1000;
        if (!never) traffic.release(*passage);
      }
    }
    return page.connection().wait(call, deadline);
  }

  lab::BrowserLab lab_;
  std::unique_ptr<browser::Browser> browser_;
};

// ---- looking at what a run brought ----

// The element with this id, null when there is none.
inline const Json* find_element(const Json& node, const std::string& id) {
  if (!node.is_object()) return nullptr;
  if (node["a"]["id"].as_string_or("") == id) return &node;
  for (const Json& child : node["c"].items()) {
    if (const Json* found = find_element(child, id)) return found;
  }
  return nullptr;
}

inline std::string text_within(const Json& node) {
  if (node.is_string()) return node.as_string();
  std::string text;
  for (const Json& child : node["c"].items()) text += text_within(child);
  return text;
}

// The text of the element with this id in the main frame.
inline std::string text_of(const lab::Run& run, const std::string& id) {
  if (run.outcome.frames.size() == 0) return "(no frame)";
  const Json* element = find_element(run.outcome.frames[size_t{0}]["root"], id);
  return element ? text_within(*element) : "(no #" + id + ")";
}

// Of a log page, which must say the same without the agent.
inline lab::Run run_as_bare(const Site& site) {
  lab::Run run = PageLab::get().run(site);
  EXPECT_EQ(text_of(run, "log"), PageLab::get().bare(site, kLogWhenDone).as_string());
  return run;
}

inline std::vector<std::string> event_names(const lab::Run& run) {
  std::vector<std::string> names;
  for (const auto& event : run.trace.events) names.push_back(trace::event_name(run.trace, event.id));
  return names;
}

// Every operation of a kind as "EVENT | text | extra".
inline std::vector<std::string> operations(const lab::Run& run, trace::OpKind kind) {
  std::vector<std::string> out;
  for (const auto& op : run.trace.operations) {
    if (op.kind != kind) continue;
    out.push_back(trace::event_name(run.trace, op.event) + " | " + op.text +
                  (op.extra.empty() ? "" : " | " + op.extra));
  }
  return out;
}

}  // namespace squall::testing
