// What an earlier visit has left in the browser.
#include <gmock/gmock.h>

#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

flow::Step click_on(const std::string& selector) {
  flow::Step step;
  step.selectors = {{selector}};
  return step;
}

// A log-in, and a page that tells what it knows of it; so does the server, in the page's first line.
void add_pages(TestServer& server) {
  server.page("/log-in", R"(<button id=in>Log in</button><script>
    document.getElementById('in').onclick = async () => {
      await fetch('/session', {method: 'POST'});
      document.cookie = 'theme=dark; path=/; max-age=60';
      localStorage.setItem('token', 'a"b<' + '/script>');
      sessionStorage.setItem('tab', '1');
    };
  </script>)");
  server.on("/session", [](Exchange& exchange) {
    exchange.respond({200, {{"Set-Cookie", "session=42; HttpOnly; SameSite=Strict; Path=/"}}, ""});
  });
  server.on("/page", [](Exchange& exchange) {
    const std::string* cookies = exchange.request().header("Cookie");
    bool known = cookies && cookies->find("session=42") != std::string::npos;
    exchange.respond({200,
                      {{"Content-Type", "text/html; charset=utf-8"}},
                      std::string(kLogScript) + "<script>log('" + (known ? "known" : "unknown") + R"(');
      log(document.cookie); log(localStorage.getItem('token')); log(sessionStorage.getItem('tab'));
      log(history.length);</script>)"});
  });
}

lab::RecordOptions options_for(const std::string& url) {
  lab::RecordOptions options;
  options.url = url;
  options.flow.emplace();
  options.timeout = Millis(60'000);
  return options;
}

flow::Flow log_in() {
  flow::Flow flow;
  flow.steps = {click_on("#in")};
  return flow;
}

// Recorded by somebody who has logged in.
lab::RecordedPage record_inside(TestServer& server) {
  auto& lab = TrafficLab::get().lab();
  auto stored = lab::visit(lab, options_for(server.url("/log-in")), log_in());
  EXPECT_TRUE(stored) << stored.error().message;
  auto options = options_for(server.url("/page"));
  if (stored) options.stored = *stored;
  auto page = lab::record_page(lab, options, [](const std::string&) {});
  EXPECT_TRUE(page) << page.error().message;
  return page ? *page : lab::RecordedPage{};
}

TEST(TrafficStored, WhoHasLoggedInIsKnownInEveryExperiment) {
  TestServer server;
  add_pages(server);
  auto page = record_inside(server);
  const std::string expected = "known | theme=dark | a\"b</script> | 1 | 2";
  EXPECT_EQ(log_of(page.outcome), expected);
  server.close();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(log_of(TrafficLab::get().replay(page).outcome), expected);
  EXPECT_EQ(server.late(), "");
}

TEST(TrafficStored, TheNextExperimentKnowsNothingOfIt) {
  TestServer server;
  add_pages(server);
  record_inside(server);
  EXPECT_EQ(log_of(TrafficLab::get().record(server.url("/page")).outcome), "unknown |  | null | null | 2");
}

TEST(TrafficStored, AStepThatCannotBePerformedIsToldOf) {
  TestServer server;
  add_pages(server);
  flow::Flow flow;
  flow.steps = {click_on("#nowhere")};
  auto stored = lab::visit(TrafficLab::get().lab(), options_for(server.url("/log-in")), flow);
  ASSERT_FALSE(stored);
  EXPECT_THAT(stored.error().message,
              ::testing::HasSubstr("the set-up could not be performed: step 1, click #nowhere"));
}

}  // namespace
}  // namespace squall
