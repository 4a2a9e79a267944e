// Bodies that are changed on their way to the page.
#include <gmock/gmock.h>

#include <map>

#include "network/body_filter.h"
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

// Replaces one text by another wherever it stands, and writes down what passes.
class Replacing : public network::BodyFilter {
 public:
  Replacing(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  std::string identity() const override { return "replace " + from_ + " by " + to_; }

  std::optional<std::string> filter(const network::Request& request, const network::Response&,
                                    std::string_view body) const override {
    std::lock_guard lock(mutex_);
    passed_[request.url].emplace_back(body);
    std::string changed = replace_all(body, from_, to_);
    return changed == body ? std::nullopt : std::optional(changed);
  }

  // By URL, the bodies that have passed.
  std::map<std::string, std::vector<std::string>> passed() const {
    std::lock_guard lock(mutex_);
    return passed_;
  }

 private:
  const std::string from_, to_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::vector<std::string>> passed_;
};

lab::Experiment experiment_on(const lab::RecordedPage& page, std::shared_ptr<const network::BodyFilter> filter) {
  auto experiment = lab::experiment_on(page);
  experiment.wanted.picture = false;
  experiment.filter = std::move(filter);
  return experiment;
}

const std::string kScript = "log('original');";
const std::string kGzippedScript = "H4sIAAAAAAACA8vJT9dQzy/KTM/MS8xR17QGAJTi6SIQAAAA";
const std::string kIntegrity = "sha256-0uEXWaDu+VsGgAwCWob9Wq3sJq6livXt6y3Afg89pIg=";

// A script whose length the server says, one that it compresses, and one that it sends in pieces; and a document.
const std::string kPage = "<script src=plain></script><script src=gzip></script><script src=pieces></script>";

void add_scripts(TestServer& server) {
  const std::string type = "text/javascript";
  server.answer("/plain", 200, {{"Content-Type", type}, {"Content-MD5", "of the original"}}, kScript);
  server.answer("/gzip", 200, {{"Content-Type", type}, {"Content-Encoding", "gzip"}},
                base64_decode(kGzippedScript).value());
  server.on("/pieces", [type](serve::Exchange& exchange) {
    exchange.begin(200, {{"Content-Type", type}});
    exchange.write(kScript.substr(0, 5));
    exchange.write(kScript.substr(5));
  });
  server.page("/", kPage);
}

::testing::Matcher<std::map<std::string, std::vector<std::string>>> each_once(const TestServer& server) {
  return UnorderedElementsAre(
      Pair(server.url("/"), ElementsAre(kLogScript + kPage)), Pair(server.url("/plain"), ElementsAre(kScript)),
      Pair(server.url("/gzip"), ElementsAre(kScript)), Pair(server.url("/pieces"), ElementsAre(kScript)));
}

TEST(TrafficFilter, ReplayedBodiesPassOnceAndTheRecordingKeepsItsOwn) {
  TestServer server;
  add_scripts(server);
  lab::RecordedPage page = TrafficLab::get().record(server.url("/"));
  EXPECT_EQ(log_of(page.outcome), "original | original | original");
  std::string before = network::to_har(*page.recording).dump();
  auto filter = std::make_shared<Replacing>("'original'", "'a somewhat longer text'");
  lab::Run run = TrafficLab::get().run(experiment_on(page, filter));
  EXPECT_EQ(log_of(run.outcome), "a somewhat longer text | a somewhat longer text | a somewhat longer text");
  EXPECT_THAT(filter->passed(), each_once(server));
  EXPECT_EQ(network::to_har(*page.recording).dump(), before);
}

TEST(TrafficFilter, LiveBodiesPassOnceAndTheOriginalsAreKept) {
  TestServer server;
  add_scripts(server);
  lab::Experiment experiment;
  experiment.url = server.url("/");
  experiment.recording = std::make_shared<network::Recording>();
  experiment.server = lab::Server::All;
  experiment.wanted.picture = false;
  auto filter = std::make_shared<Replacing>("'original'", "'a somewhat longer text'");
  experiment.filter = filter;
  lab::Run run = TrafficLab::get().run(experiment);
  EXPECT_EQ(log_of(run.outcome), "a somewhat longer text | a somewhat longer text | a somewhat longer text");
  EXPECT_THAT(filter->passed(), each_once(server));
  ASSERT_EQ(run.fetched.entries.size(), 4u);
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(run.fetched.entries[i].response.body, kScript);
}

TEST(TrafficFilter, TheDocumentsInWhichStorageIsPutBackPassOnce) {
  TestServer server;
  server.page("/page", "<script>log(localStorage.getItem('token'))</script>");
  lab::RecordedPage page = TrafficLab::get().record(server.url("/page"));
  auto filter = std::make_shared<Replacing>("'token'", "'other token'");
  auto experiment = experiment_on(page, filter);
  Json items = Json::object({{"token", "1"}, {"other token", "2"}});
  experiment.stored.storage = Json::object();
  experiment.stored.storage.set(server.url(), Json::object({{"local", items}, {"session", Json::object()}}));
  lab::Run run = TrafficLab::get().run(experiment);
  EXPECT_EQ(log_of(run.outcome), "2");
  auto passed = filter->passed();
  EXPECT_THAT(passed[server.url("/")], ElementsAre(""));
  EXPECT_EQ(passed[server.url("/page")].size(), 1u);
}

TEST(TrafficFilter, OneThatChangesNothingChangesNothing) {
  TestServer server;
  add_scripts(server);
  lab::RecordedPage page = TrafficLab::get().record(server.url("/"));
  auto with = TrafficLab::get().run(experiment_on(page, std::make_shared<Replacing>("not there", "")));
  auto without = TrafficLab::get().run(experiment_on(page, nullptr));
  EXPECT_EQ(difference(outcome::to_json(with.outcome).dump(), outcome::to_json(without.outcome).dump()), "");
  EXPECT_EQ(with.order, without.order);
}

TEST(TrafficFilter, ABrowserRefusesAChangedScriptWhoseHashItKnows) {
  TestServer server;
  server.text("/script", "text/javascript", kScript);
  const std::string html = "<script src=script integrity='" + kIntegrity + "'></script><script>log('end')</script>";
  server.page("/", html);
  lab::RecordedPage page = TrafficLab::get().record(server.url("/"));
  EXPECT_EQ(log_of(page.outcome), "original | end");
  auto changing = std::make_shared<Replacing>("'original'", "'changed'");
  EXPECT_EQ(log_of(TrafficLab::get().run(experiment_on(page, changing)).outcome), "end");
  auto forgetting = std::make_shared<Replacing>("integrity=", "data-integrity=");
  EXPECT_EQ(log_of(TrafficLab::get().run(experiment_on(page, forgetting)).outcome), "original | end");
}

TEST(TrafficFilter, APolicyRefusesAChangedInlineScriptByItsHashAndNotByItsNonce) {
  TestServer server;
  server.answer(
      "/", 200,
      {{"Content-Type", "text/html"},
       {"Content-Security-Policy", "script-src 'nonce-n' 'sha256-kaUotn+dde26Hq+yY1HzcJZ3VmJdl/D4SSx523xIPGA='"}},
      replace_all(kLogScript, "<script>", "<script nonce=n>") +
          "<script>log('hashed')</script><script nonce=n>log('noted')</script>");
  lab::RecordedPage page = TrafficLab::get().record(server.url("/"));
  EXPECT_EQ(log_of(page.outcome), "hashed | noted");
  auto changing = std::make_shared<Replacing>("ed')", "ed, and changed')");
  EXPECT_EQ(log_of(TrafficLab::get().run(experiment_on(page, changing)).outcome), "noted, and changed");
}

}  // namespace
}  // namespace squall
