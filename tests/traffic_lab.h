// A server of the test's own, which counts what it is asked, and a lab that records pages of it and replays them.
//
//   TestServer server;
//   server.page("/", "<p id=log></p><script>fetch('data')…</script>");
//   server.text("/data", "text/plain", "hello");
//   RecordedPage page = TrafficLab::get().record(server.url("/"));
//   server.close();                        // from here on, whoever asks it anything is counted
//   Run run = TrafficLab::get().replay(page);
//   EXPECT_EQ(server.late(), "");
//
// Pages write what they see with log("…") into the element #log; `log_of` gives the lines, joined by " | ".
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/text.h"
#include "lab/browser_lab.h"
#include "lab/recorder.h"
#include "serve/http_server.h"
#include "tests/page_lab.h"

namespace squall::testing {

// What every page begins with.
inline constexpr const char* kLogScript = R"(<!doctype html><meta charset=utf-8><pre id=log></pre><script>
function log(line) { document.getElementById('log').append(line + '\n') }
async function hash(buffer) {
  const bytes = new Uint8Array(buffer);
  let h = 2166136261;
  for (const b of bytes) h = Math.imul(h ^ b, 16777619) >>> 0;
  return bytes.length + ':' + h;
}
</script>
)";

// The same as the page's `hash`.
inline std::string page_hash(std::string_view bytes) {
  uint32_t h = 2166136261u;
  for (char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
  return std::to_string(bytes.size()) + ":" + std::to_string(h);
}

class TestServer {
 public:
  explicit TestServer(int port = 0) {
    serve::HttpServerOptions options;
    options.port = port;
    auto started = serve::HttpServer::start(options, [this](serve::Exchange& exchange) { serve(exchange); });
    EXPECT_TRUE(started) << started.error().message;
    server_ = std::move(started).value();
  }

  std::string url(const std::string& path = "") const { return server_->url() + path; }
  int port() const { return server_->port(); }

  TestServer& on(const std::string& path, serve::Handler handler) {
    std::lock_guard lock(mutex_);
    handlers_[path] = std::move(handler);
    return *this;
  }
  TestServer& answer(const std::string& path, int status, Headers headers, std::string body) {
    return on(path, [=](serve::Exchange& exchange) { exchange.respond({status, headers, body}); });
  }
  TestServer& text(const std::string& path, const std::string& type, std::string body) {
    return answer(path, 200, {{"Content-Type", type}}, std::move(body));
  }
  TestServer& page(const std::string& path, const std::string& html) {
    return text(path, "text/html; charset=utf-8", kLogScript + html);
  }

  // From here on nothing should be asked any more.
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    late_.clear();
  }
  // What was asked since then: "GET /a, POST /b".
  std::string late() const {
    std::lock_guard lock(mutex_);
    return join(late_, ", ");
  }
  // How often it was asked for a path, with this method if given.
  int asked(const std::string& path, const std::string& method = "") const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(std::count_if(log_.begin(), log_.end(), [&](const auto& one) {
      return one.second == path && (method.empty() || one.first == method);
    }));
  }

 private:
  void serve(serve::Exchange& exchange) {
    const auto& request = exchange.request();
    serve::Handler handler;
    {
      std::lock_guard lock(mutex_);
      log_.emplace_back(request.method, request.path);
      if (closed_) late_.push_back(request.method + " " + request.target);
      auto found = handlers_.find(request.path);
      if (!closed_ && found != handlers_.end()) handler = found->second;
    }
    if (handler) return handler(exchange);
    exchange.respond(serve::text_response(404, closed_ ? "too late" : "nothing here"));
  }

  mutable std::mutex mutex_;
  bool closed_ = false;
  std::map<std::string, serve::Handler> handlers_;
  std::vector<std::pair<std::string, std::string>> log_;
  std::vector<std::string> late_;
  std::unique_ptr<serve::HttpServer> server_;  // the last member: its threads use the others
};

inline std::string log_of(const outcome::Outcome& outcome) {
  if (outcome.frames.size() == 0) return "(no frame)";
  const Json* element = find_element(outcome.frames[size_t{0}]["root"], "log");
  if (!element) return "(no #log)";
  return replace_all(trim(text_within(*element)), "\n", " | ");
}

// The lines of the log in alphabetical order, where their order is not what a test is about.
inline std::string sorted(const std::string& log) {
  std::vector<std::string> lines = split(replace_all(log, " | ", "\n"), '\n');
  std::sort(lines.begin(), lines.end());
  return join(lines, " | ");
}

// "GET /a: unanswered (why)" for each request that the recording did not answer as it is.
inline std::string oddities(const outcome::Outcome& outcome) {
  std::vector<std::string> lines;
  for (const auto& request : outcome.requests) {
    if (request.answer == outcome::Answer::Recorded) continue;
    lines.push_back(request.method + " " + request.url + ": " + outcome::name_of(request.answer) + " (" +
                    request.detail + ")");
  }
  return join(lines, " | ");
}

inline const outcome::SentRequest* find_request(const outcome::Outcome& outcome, const std::string& url,
                                                const std::string& method = "GET") {
  for (const auto& request : outcome.requests) {
    if (request.url == url && request.method == method) return &request;
  }
  return nullptr;
}

// "recorded", "live", … or "not sent".
inline std::string answer_to(const outcome::Outcome& outcome, const std::string& url,
                             const std::string& method = "GET") {
  const outcome::SentRequest* request = find_request(outcome, url, method);
  return request ? outcome::name_of(request->answer) : "not sent";
}

// Where two texts begin to differ.
inline std::string difference(const std::string& a, const std::string& b) {
  size_t at = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  size_t from = at < 100 ? 0 : at - 100;
  return a == b ? "" : "…" + a.substr(from, 250) + "…\nagainst\n…" + b.substr(from, 250) + "…";
}

struct CheckOptions {
  std::vector<flow::Step> steps;
  bool in_order = false;   // the order of the lines is part of what is expected
  bool repeatable = true;  // two replays must end equally to the byte: not so when workers race with the page
};

// One for all tests of a program: starting a browser takes a while.
class TrafficLab {
 public:
  static TrafficLab& get() {
    static TrafficLab lab;
    return lab;
  }

  lab::BrowserLab& lab() { return lab_; }

  lab::RecordedPage record(const std::string& url, std::vector<flow::Step> steps = {},
                           Millis timeout = Millis(60'000)) {
    lab::RecordOptions options;
    options.url = url;
    options.flow.emplace();
    options.flow->steps = std::move(steps);
    options.timeout = timeout;
    auto page = lab::record_page(lab_, options, [](const std::string&) {});
    EXPECT_TRUE(page) << page.error().message;
    if (page) return std::move(page).value();
    lab::RecordedPage nothing;
    nothing.url = url;
    nothing.recording = std::make_shared<network::Recording>();
    return nothing;
  }

  lab::Run replay(const lab::RecordedPage& page, const std::string& schedule = "as-they-come") {
    auto experiment = lab::experiment_on(page);
    experiment.wanted.picture = false;
    experiment.timeout = Millis(60'000);
    auto parsed = schedule::parse_schedule(schedule);
    EXPECT_TRUE(parsed) << schedule;
    if (parsed) experiment.schedule = *parsed;
    return run(experiment);
  }

  lab::Run run(const lab::Experiment& experiment) {
    auto run = lab_.run(experiment);
    EXPECT_TRUE(run) << run.error().message;
    if (!run) return {};
    EXPECT_EQ(run->outcome.ending, outcome::Ending::Settled) << run->outcome.ending_detail;
    return std::move(run).value();
  }

  // Records the page, takes its servers away, and replays it: the page must see the same, and the servers nothing.
  lab::RecordedPage check(std::vector<TestServer*> servers, const std::string& path, const std::string& expected,
                          const CheckOptions& options = {}) {
    auto shown = [&](const outcome::Outcome& outcome) {
      return options.in_order ? log_of(outcome) : sorted(log_of(outcome));
    };
    lab::RecordedPage page = record(servers.front()->url(path), options.steps);
    EXPECT_EQ(shown(page.outcome), expected) << "while recording";
    for (TestServer* server : servers) server->close();
    std::vector<lab::Run> runs;
    for (const char* schedule : {"as-they-come", "as-they-come", "synchronous"}) {
      runs.push_back(replay(page, schedule));
      const outcome::Outcome& outcome = runs.back().outcome;
      EXPECT_EQ(shown(outcome), expected) << schedule;
      EXPECT_EQ(sorted(oddities(outcome)), sorted(oddities(page.outcome))) << schedule;
      for (TestServer* server : servers) EXPECT_EQ(server->late(), "") << schedule;
    }
    if (options.repeatable) {
      EXPECT_EQ(difference(join(runs[0].order, "\n"), join(runs[1].order, "\n")), "");
      EXPECT_EQ(difference(outcome::to_json(runs[0].outcome).dump(), outcome::to_json(runs[1].outcome).dump()), "");
    }
    return page;
  }

 private:
  TrafficLab() : lab_({1, "", true}) {}
  lab::BrowserLab lab_;
};

}  // namespace squall::testing
