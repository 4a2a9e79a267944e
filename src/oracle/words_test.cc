#include "oracle/words.h"

#include <gtest/gtest.h>

namespace squall::oracle {
namespace {

// A difference of the document's element #x.
Difference of_element(Kind kind, const std::string& before = "", const std::string& after = "",
                      Side side = Side::Both) {
  return {.kind = kind, .side = side, .subject = "#x", .label = "#x", .before = before, .after = after, .frame = "0"};
}

Difference of_request(Kind kind, const std::string& before = "", const std::string& after = "") {
  return {.aspect = Aspect::Requests,
          .kind = kind,
          .subject = "GET http://h/a",
          .label = "GET /a?q=1",
          .before = before,
          .after = after};
}

TEST(Words, ThePageEnds) {
  Difference ending{.aspect = Aspect::Ending, .kind = Kind::Ending, .told = {"", "an endless loop"}};
  ending.endings = {outcome::Ending::Crashed, outcome::Ending::TimedOut};
  EXPECT_EQ(sentence_of(ending),
            "the page did not settle in time (an endless loop) in the second run and crashed in the first");
  ending.kind = Kind::EndingDetail;
  EXPECT_EQ(sentence_of(ending), "the page did not settle in time: “an endless loop” instead of empty");
}

TEST(Words, ThePageIsElsewhere) {
  Difference url{.aspect = Aspect::Url, .kind = Kind::Url, .told = {"http://h/a", "http://h/b"}};
  EXPECT_EQ(sentence_of(url), "the page is /b instead of /a");
  url.told.after = "http://h/a#x";
  EXPECT_EQ(sentence_of(url), "the page is http://h/a#x instead of http://h/a");
  url.kind = Kind::Destination;
  EXPECT_EQ(sentence_of(url), "the browser goes to http://h/a#x instead of http://h/a");
  EXPECT_EQ(sentence_of({.aspect = Aspect::Url, .kind = Kind::Status, .before = "200", .after = "404"}),
            "the document’s status is 404 instead of 200");
}

TEST(Words, StepsArePerformedOrNot) {
  Difference step{.aspect = Aspect::Step, .side = Side::First, .subject = "step 2", .label = "click “Go”"};
  step.told = {"hidden", "covered"};
  auto words = [&](Kind kind) {
    step.kind = kind;
    return sentence_of(step);
  };
  EXPECT_EQ(words(Kind::StepReached), "step 2 (click “Go”) was reached only in the first run");
  EXPECT_EQ(words(Kind::StepPerformed), "step 2 (click “Go”) could be performed only in the first run");
  EXPECT_EQ(words(Kind::StepReason), "step 2 (click “Go”) could not be performed: “covered” instead of “hidden”");
  EXPECT_EQ(words(Kind::StepLabel), "step 2 is covered instead of hidden");
  step.text = "disabled";
  EXPECT_EQ(words(Kind::StepPerformed), "step 2 (click “Go”) could be performed only in the first run: disabled");
}

TEST(Words, ElementsChange) {
  auto words = [](Kind kind) { return sentence_of(of_element(kind, "a", "b")); };
  EXPECT_EQ(words(Kind::Text), "the text of #x is “b” instead of “a”");
  EXPECT_EQ(words(Kind::Reordered), "the order within #x is “b” instead of “a”");
  EXPECT_EQ(words(Kind::Value), "the value of #x is “b” instead of “a”");
  EXPECT_EQ(words(Kind::Selected), "the selection of #x is “b” instead of “a”");
  EXPECT_EQ(words(Kind::Moved), "#x is at b instead of a");
  EXPECT_EQ(words(Kind::Resized), "#x is b instead of a in size");
  EXPECT_EQ(words(Kind::Scroll), "#x is scrolled to b instead of a");
  EXPECT_EQ(words(Kind::Focus), "the focus is on b instead of a");
  EXPECT_EQ(sentence_of(of_element(Kind::Focus, "#q")), "the focus is on nothing instead of #q");
  EXPECT_EQ(sentence_of({.aspect = Aspect::Layout, .kind = Kind::Scroll, .before = "a", .after = "b"}),
            "the page is scrolled to b instead of a");
}

TEST(Words, ElementsComeAndGo) {
  EXPECT_EQ(sentence_of(of_element(Kind::Inserted, "", "Acme", Side::Second)),
            "#x (“Acme”) is there only in the second run");
  EXPECT_EQ(sentence_of(of_element(Kind::Removed, "", "", Side::First)), "#x is there only in the first run");
  EXPECT_EQ(sentence_of(of_element(Kind::Checked, "", "", Side::First)), "#x is checked only in the first run");
  Difference shown = of_element(Kind::Shown, "hidden", "shown", Side::Second);
  shown.count = 2;
  EXPECT_EQ(sentence_of(shown), "#x is shown only in the second run (and 2 siblings likewise)");
  EXPECT_EQ(sentence_of({.kind = Kind::More, .count = 7}), "and 7 more in the document");
}

TEST(Words, Attributes) {
  Difference attribute = of_element(Kind::Attribute, "a", "b");
  attribute.name = "class";
  EXPECT_EQ(sentence_of(attribute), "the attribute class of #x is “b” instead of “a”");
  attribute.side = Side::First;
  EXPECT_EQ(sentence_of(attribute), "#x has the attribute class (“a”) only in the first run");
  attribute.side = Side::Second;
  attribute.after = "";
  EXPECT_EQ(sentence_of(attribute), "#x has the attribute class only in the second run");
}

TEST(Words, InnerFramesAreNamed) {
  Difference text = of_element(Kind::Text, "a", "b");
  text.frame = "0/1";
  EXPECT_EQ(sentence_of(text), "the text of #x is “b” instead of “a” (in the frame 0/1)");
  text.kind = Kind::FrameUrl;
  text.aspect = Aspect::Url;
  EXPECT_EQ(sentence_of(text), "the document is b instead of a (in the frame 0/1)");
  Difference frame{.kind = Kind::Frame, .side = Side::First, .before = "http://h/f", .frame = "0/1"};
  EXPECT_EQ(sentence_of(frame), "the frame /f is there only in the first run");
}

TEST(Words, ErrorsLinesAndIncidents) {
  Difference one{.aspect = Aspect::Error, .kind = Kind::Error, .side = Side::Second, .name = "app.js:40"};
  one.text = "Uncaught (in promise) TypeError: x is null";
  EXPECT_EQ(sentence_of(one),
            "an uncaught TypeError: x is null (in a promise) in app.js:40 happened only in the second run");
  one = {.aspect = Aspect::Console, .kind = Kind::Console, .side = Side::First, .text = "log: one"};
  EXPECT_EQ(sentence_of(one), "the console shows “log: one” only in the first run");
  one = {.aspect = Aspect::Incident, .kind = Kind::Incident, .side = Side::First, .type = "dialog", .text = "alert: x"};
  EXPECT_EQ(sentence_of(one), "a dialog (alert: x) happened only in the first run");
  one = {.aspect = Aspect::Console, .kind = Kind::Order, .count = 3, .noun = "console line"};
  EXPECT_EQ(sentence_of(one), "the same 3 console lines came in another order");
}

TEST(Words, Requests) {
  EXPECT_EQ(sentence_of(of_request(Kind::Sent, "once", "2 times")), "GET /a?q=1 was sent 2 times instead of once");
  Difference once = of_request(Kind::Sent, "once");
  once.side = Side::First;
  once.count = 1;
  EXPECT_EQ(sentence_of(once), "GET /a?q=1 was sent only in the first run");
  once.count = 3;
  EXPECT_EQ(sentence_of(once), "GET /a?q=1 was sent only in the first run (3 times)");
  EXPECT_EQ(sentence_of(of_request(Kind::Body)), "GET /a?q=1 was sent with another body");
  Difference type = of_request(Kind::SentAs);
  type.told = {"fetch", "ping"};
  EXPECT_EQ(sentence_of(type), "GET /a?q=1 was sent as ping instead of fetch");
  EXPECT_EQ(sentence_of(of_request(Kind::Answer, "recorded", "held")),
            "the answer to GET /a?q=1 is held instead of recorded");
  EXPECT_EQ(sentence_of({.aspect = Aspect::Requests, .kind = Kind::Order, .count = 2, .noun = "request"}),
            "the same 2 requests were sent in another order");
}

TEST(Words, EntriesOfStorages) {
  Difference entry{.aspect = Aspect::Storage, .kind = Kind::Entry, .subject = "localStorage “a” of http://h"};
  entry.before = "1";
  EXPECT_EQ(sentence_of(entry), "localStorage “a” of http://h is empty instead of “1”");
  entry.side = Side::First;
  EXPECT_EQ(sentence_of(entry), "localStorage “a” of http://h (“1”) is set only in the first run");
}

TEST(Words, TheScreen) {
  Difference screen{.aspect = Aspect::Screen, .kind = Kind::Pixels, .count = 3};
  screen.areas = {{{1, 2, 3, 4}, "#x"}, {{5, 6, 7, 8}, ""}};
  EXPECT_EQ(sentence_of(screen), "the screen differs in 3 areas: 3×4 at (1, 2) within #x, 7×8 at (5, 6), and 1 more");
  screen.count = 2;
  screen.told = {"9×9", "9×8"};
  EXPECT_EQ(sentence_of(screen),
            "the screen differs in 2 areas: 3×4 at (1, 2) within #x, 7×8 at (5, 6); it is 9×8 instead of 9×9 in size");
}

TEST(Words, TheRunsAreCalledAsTheCallerSays) {
  RunNames names{"when they come in order", "when they cross", "when they come in order"};
  EXPECT_EQ(sentence_of(of_element(Kind::Inserted, "", "said in the first run", Side::Second), names),
            "#x (“said in the first run”) is there only when they cross");
  EXPECT_EQ(sentence_of(of_element(Kind::Removed, "", "", Side::First), names),
            "#x is there only when they come in order");
  Difference ending{.aspect = Aspect::Ending, .kind = Kind::Ending};
  ending.endings = {outcome::Ending::Settled, outcome::Ending::Crashed};
  EXPECT_EQ(sentence_of(ending, names), "the page crashed when they cross and settled when they come in order");
}

TEST(Words, ASentenceThatBeginsWithANameKeepsItsCase) {
  auto capital = [](const Difference& difference) { return capitalised(difference, sentence_of(difference)); };
  Difference entry{.aspect = Aspect::Storage, .kind = Kind::Entry, .subject = "localStorage “a”"};
  EXPECT_EQ(capital(entry), "localStorage “a” is empty instead of empty");
  entry.aspect = Aspect::Cookies;
  entry.subject = "the cookie “a”";
  EXPECT_EQ(capital(entry), "The cookie “a” is empty instead of empty");
  Difference html{.label = "html", .before = "a", .after = "b"};
  EXPECT_EQ(capital(html), "The text of html is “b” instead of “a”");
  html.kind = Kind::Moved;
  EXPECT_EQ(capital(html), "html is at b instead of a");
}

TEST(Words, LongValuesAreNotToldInFull) {
  EXPECT_TRUE(tells_values(of_element(Kind::Text, "a", "b")));
  EXPECT_TRUE(tells_values(of_request(Kind::Sent, "once", "2 times")));
  EXPECT_FALSE(tells_values(of_element(Kind::Text, std::string(90, 'a'), "b")));
  EXPECT_FALSE(tells_values(of_request(Kind::Body, "GET http://h/a (body 1)", "GET http://h/a (body 2)")));
}

}  // namespace
}  // namespace squall::oracle
