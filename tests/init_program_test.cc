// `squall init` as a user runs it: exit codes, words, files, what happens to bad input.
#include "tests/init_lab.h"
#include "tests/program.h"

namespace squall {
namespace {

using testing::Ended;
using testing::ExampleLab;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Workplace;

TEST(InitProgram, FindsWhatTheFormLosesAndShowsItAgain) {
  Workplace place;
  Ended found = place.run({"init", ExampleLab::get().url("form-init"), "--out", "run"});
  EXPECT_EQ(found.code, 1) << found;
  EXPECT_THAT(found.out, HasSubstr("A user who is faster than the page loses something in 4 cases.")) << found;
  EXPECT_THAT(found.out, HasSubstr("The value of #street is “Quay Road 7” instead of “test”.")) << found;
  EXPECT_THAT(found.out, HasSubstr("/form-init/delivery.js:11 writes #street")) << found;
  Json results = place.read("run/results.json");
  EXPECT_EQ(results["command"].as_string(), "init");
  ASSERT_EQ(results["findings"].size(), 4u);
  const Json& first = results["findings"][size_t{0}];
  EXPECT_EQ(first["kind"].as_string(), "form-input-overwritten");
  EXPECT_EQ(first["severity"].as_string(), "error");
  EXPECT_EQ(first["element"].as_string(), "#street");
  EXPECT_EQ(results["tests"].size(), 4u);
  Ended again = place.run({"replay", "run", "--finding", "F1", "--out", "again"});
  EXPECT_EQ(again.code, 1) << again;
  EXPECT_THAT(again.out, HasSubstr("F1 shows again.")) << again;
}

// In its words, and by its comparison.
TEST(InitProgram, AFindingIsShownAgainAsTheAnalysisSawIt) {
  Workplace place;
  ASSERT_EQ(place.run({"init", ExampleLab::get().url("late-handler"), "--out", "run"}).code, 1);
  Ended again = place.run({"replay", "run", "--finding", "F1", "--out", "again"});
  EXPECT_EQ(again.code, 1) << again;
  EXPECT_THAT(again.out, HasSubstr("the user waited: ")) << again;
  EXPECT_THAT(again.out, HasSubstr("the user was early: ")) << again;
  EXPECT_THAT(again.out, Not(HasSubstr("responses that cross"))) << again;
  Json found = place.read("run/results.json")["tests"][size_t{0}], shown = place.read("again/results.json");
  ASSERT_EQ(found["finding"].as_string(), "F1");
  EXPECT_EQ(shown["tests"][size_t{0}]["comparison"].dump(), found["comparison"].dump()) << again;
}

TEST(InitProgram, ARightPageGivesExitCode0) {
  Workplace place;
  Ended ended = place.run({"init", ExampleLab::get().url("late-handler-right"), "--json"});
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_EQ(ended.json()["findings"].size(), 0u) << ended;
}

// Who is not logged in is sent to a form.
void answer_with_log_in(serve::Exchange& exchange) {
  const auto& request = exchange.request();
  const std::string* cookies = request.header("Cookie");
  bool known = cookies && cookies->find("session=42") != std::string::npos;
  auto html = [&](const char* text) { exchange.respond({200, {{"Content-Type", "text/html; charset=utf-8"}}, text}); };
  if (request.path == "/session") {
    exchange.respond({303, {{"Location", "/orders"}, {"Set-Cookie", "session=42; HttpOnly; Path=/"}}, ""});
  } else if (request.path == "/late.js") {
    exchange.respond({200, {{"Content-Type", "text/javascript"}}, "document.getElementById('note').value = '';"});
  } else if (request.path == "/orders" && known) {
    html("<input id=note><script src=late.js></script>");
  } else if (request.path == "/log-in") {
    html("<form method=post action=/session><input type=password name=p><button id=in>Log in</button></form>");
  } else {
    exchange.respond({302, {{"Location", "/log-in"}}, ""});
  }
}

TEST(InitProgram, APageBehindALogInIsLookedAtAfterLoggingIn) {
  auto server = serve::HttpServer::start({}, answer_with_log_in);
  ASSERT_TRUE(server);
  std::string url = (*server)->url() + "/orders";
  Workplace place;
  Ended outside = place.run({"init", url});
  EXPECT_EQ(outside.code, 0) << outside;
  EXPECT_THAT(outside.out, HasSubstr("log in with --before FILE")) << outside;
  std::string log_in = place.write("log-in.json", R"({"title": "log in", "steps": [
    {"type": "change", "selectors": [["input"]], "value": "secret"}, {"type": "click", "selectors": [["#in"]]}]})");
  Ended inside = place.run({"init", url, "--before", log_in, "--out", "run"});
  EXPECT_EQ(inside.code, 1) << inside;
  EXPECT_THAT(inside.out, Not(HasSubstr("--before"))) << inside;
  EXPECT_EQ(place.read("run/results.json")["findings"][size_t{0}]["element"].as_string(), "#note");
  Ended again = place.run({"replay", "run", "--finding", "F1"});
  EXPECT_THAT(again.out, HasSubstr("F1 shows again.")) << again;
  std::string wrong =
      place.write("wrong.json", R"({"title": "", "steps": [{"type": "click", "selectors": [["#nowhere"]]}]})");
  Ended lost = place.run({"init", url, "--before", wrong});
  EXPECT_EQ(lost.code, 2) << lost;
  EXPECT_THAT(lost.err, HasSubstr("the set-up could not be performed")) << lost;
}

TEST(InitProgram, APageThatCannotBeLoadedGivesExitCode2) {
  Workplace place;
  EXPECT_EQ(place.run({"init", "http://127.0.0.1:1/"}).code, 2);
  EXPECT_EQ(place.run({"init", "nowhere/at/all.txt:x"}).code, 2);
  EXPECT_EQ(place.run({"init"}).code, 2);
  EXPECT_EQ(place.run({"init", "http://127.0.0.1:1/", "--long-timer", "soon"}).code, 2);
  Ended missing = place.run({"init", ExampleLab::get().url("no-such-example")});
  EXPECT_EQ(missing.code, 2) << missing;
  EXPECT_THAT(missing.err, HasSubstr("404")) << missing;
}

}  // namespace
}  // namespace squall
