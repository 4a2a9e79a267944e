// Each rule of docs/happens-before.md with a tiny trace and the exact relation.
#include <gtest/gtest.h>

#include "trace/testing.h"

namespace squall::trace {
namespace {

using K = EventKind;
using O = OpKind;
using Pairs = TinyTrace::Pairs;

// A page whose "root" is before everything.
TinyTrace page() { return std::move(TinyTrace().event("root", "", K::Root)); }

TEST(Creation, AnEventFollowsItsCreator) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("b", "root", K::Input).event("t", "a", K::Idle).event("u", "t", K::Idle);
  EXPECT_EQ(t.before(), (Pairs{{"a", "t"}, {"a", "u"}, {"t", "u"}}));
  EXPECT_EQ(t.given_by(Rule::Creation), (Pairs{{"root", "a"}, {"root", "b"}, {"a", "t"}, {"t", "u"}}));
}

TEST(Creation, AForkOrdersLikeACause) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("b", "root", K::Other).link("a", O::Fork, "b", "other");
  EXPECT_EQ(t.before(), (Pairs{{"a", "b"}}));
}

TEST(Creation, TheSenderOfAMessagePrecedesItsReceiver) {
  TinyTrace t = page();
  t.event("a", "root", K::Input, "", "0").event("m", "a", K::Message, "", "0/1").event("b", "root", K::Input);
  EXPECT_EQ(t.before(), (Pairs{{"a", "m"}}));
}

TEST(Join, OrdersTwoEventsOfDifferentCauses) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle).event("b", "root", K::Idle).event("c", "root", K::Idle).link("a", O::Join, "c");
  EXPECT_EQ(t.before(), (Pairs{{"a", "c"}}));
  EXPECT_EQ(t.given_by(Rule::Join), (Pairs{{"a", "c"}}));
}

TEST(Request, AResponseFollowsTheSendingOfItsRequest) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("b", "root", K::Input);
  t.event("rb", "b", K::Xhr, "GET /b").event("ra", "a", K::Fetch, "GET /a");
  t.link("a", O::Send, "ra", "GET /a").link("b", O::Send, "rb", "GET /b");
  EXPECT_EQ(t.before(), (Pairs{{"a", "ra"}, {"b", "rb"}}));
  EXPECT_EQ(t.given_by(Rule::Request), t.before());
}

// As the agent writes it: the cause of a body is who reads it.
TEST(Join, ABodyFollowsItsResponseWhoeverReadsIt) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("r", "a", K::Fetch, "GET /x").event("i", "root", K::Idle);
  t.event("own", "r", K::Body, "json").event("other", "i", K::Body, "text");
  t.link("r", O::Fork, "own", "body").link("r", O::Join, "own");
  t.link("i", O::Fork, "other", "body").link("r", O::Join, "other");
  EXPECT_EQ(t.given_by(Rule::Join), (Pairs{{"r", "other"}}));
  EXPECT_EQ(t.before(),
            (Pairs{{"a", "r"}, {"a", "own"}, {"a", "other"}, {"r", "own"}, {"r", "other"}, {"i", "other"}}));
}

TEST(Registration, TheLatestRegistrationPrecedesTheDispatch) {
  TinyTrace t = page();
  t.event("s1", "root", K::Idle).event("s2", "root", K::Idle).event("s3", "root", K::Idle).event("u", "root", K::User);
  t.op("s1", O::Register, "#b", "click").op("s2", O::Register, "#b", "click").op("s3", O::Register, "#b", "keydown");
  t.op("u", O::Dispatch, "#b", "click");
  EXPECT_EQ(t.before(), (Pairs{{"s2", "u"}}));
  EXPECT_EQ(t.given_by(Rule::Registration), (Pairs{{"s2", "u"}}));
}

TEST(Registration, AHandlerThatIsGoneOrdersNothing) {
  TinyTrace t = page();
  t.event("s1", "root", K::Idle).event("s2", "root", K::Idle).event("u", "root", K::User).event("v", "root", K::Input);
  t.op("s1", O::Register, "#b", "click").op("s2", O::Register, "#b", "click").op("s2", O::Unregister, "#b", "click");
  t.op("u", O::Dispatch, "#b", "click").op("u", O::Unregister, "#b", "click").op("v", O::Dispatch, "#b", "click");
  EXPECT_EQ(t.before(), (Pairs{{"s1", "u"}}));
}

TEST(Registration, ALocatorIsOfItsFrame) {
  TinyTrace t = page();
  t.event("s", "root", K::Idle, "", "0/1").event("u", "root", K::User);
  t.op("s", O::Register, "#b", "click").op("u", O::Dispatch, "#b", "click");
  EXPECT_EQ(t.before(), Pairs{});
}

TEST(ElementCreation, PrecedesInputOnTheElementAndItsLoad) {
  TinyTrace t = page();
  t.event("p", "root", K::Idle)
      .event("q", "root", K::Idle)
      .event("u", "root", K::User)
      .event("i", "root", K::ImageLoad);
  t.event("x", "root", K::Idle);
  t.op("p", O::ParseElement, "#b", "visible").op("q", O::Mutate, "#img", "insert").op("q", O::Mutate, "#b", "insert");
  t.op("u", O::Dispatch, "#b", "click").op("i", O::Dispatch, "#img", "load").op("x", O::Dispatch, "#b", "custom");
  EXPECT_EQ(t.before(), (Pairs{{"p", "u"}, {"q", "i"}}));
  EXPECT_EQ(t.given_by(Rule::ElementCreation), t.before());
}

TEST(ElementCreation, AnElementThatWasRemovedIsCreatedAnew) {
  TinyTrace t = page();
  t.event("p", "root", K::Idle).event("q", "root", K::Idle).event("u", "root", K::User);
  t.op("p", O::Mutate, "#b", "insert").op("q", O::Mutate, "#b", "remove").op("q", O::Mutate, "#b", "insert");
  t.op("u", O::Dispatch, "#b", "click");
  EXPECT_EQ(t.before(), (Pairs{{"q", "u"}}));
}

TEST(UserOrder, StepsFollowOneAnotherButNotWhatTheyCause) {
  TinyTrace t = page();
  t.event("u1", "root", K::User, "1").event("i1", "u1", K::Input, "click").event("u2", "root", K::User, "2");
  t.event("r1", "u1", K::Xhr, "GET /").event("i", "root", K::Input, "scroll");
  EXPECT_EQ(t.before(), (Pairs{{"u1", "i1"}, {"u1", "u2"}, {"i1", "u2"}, {"u1", "r1"}}));
  EXPECT_EQ(t.given_by(Rule::UserOrder), (Pairs{{"i1", "u2"}}));
}

TEST(ParserOrder, PiecesAndBlockingScriptsFollowOneAnother) {
  TinyTrace t = page();
  t.event("p1", "root", K::Parse).event("s1", "p1", K::Script, "inline").event("async", "p1", K::Script, "/a.js");
  t.event("p2", "root", K::Parse).event("other", "root", K::Parse, "", "0/1");
  t.link("p1", O::Fork, "async", "parse async");
  EXPECT_EQ(t.before(), (Pairs{{"p1", "s1"}, {"p1", "async"}, {"p1", "p2"}, {"s1", "p2"}}));
  EXPECT_EQ(t.given_by(Rule::ParserOrder), (Pairs{{"s1", "p2"}}));
}

TEST(ParserOrder, AScriptThatAScriptInsertedDoesNotBlock) {
  TinyTrace t = page();
  t.event("p1", "root", K::Parse).event("s1", "p1", K::Script, "inline").event("d", "s1", K::Script, "/d.js");
  t.event("p2", "root", K::Parse);
  EXPECT_EQ(t.before(), (Pairs{{"p1", "s1"}, {"p1", "d"}, {"s1", "d"}, {"p1", "p2"}, {"s1", "p2"}}));
}

TEST(DeferredOrder, DeferredAndModuleScriptsFollowTheParserInOrder) {
  TinyTrace t = page();
  t.event("p1", "root", K::Parse).event("p2", "root", K::Parse).event("import", "p1", K::Script, "/x.js");
  t.event("m", "p1", K::Module, "/m.js").event("d", "p1", K::Script, "/d.js");
  t.link("p1", O::Fork, "import", "import").link("p1", O::Fork, "m", "parse defer");
  t.link("p1", O::Fork, "d", "parse defer");
  EXPECT_EQ(t.before(),
            (Pairs{{"p1", "p2"}, {"p1", "import"}, {"p1", "m"}, {"p1", "d"}, {"p2", "m"}, {"p2", "d"}, {"m", "d"}}));
  EXPECT_EQ(t.given_by(Rule::DeferredOrder), (Pairs{{"p2", "m"}, {"p2", "d"}, {"m", "d"}}));
}

TEST(Milestone, ParsingThenContentLoadedThenLoad) {
  TinyTrace t = page();
  t.event("p", "root", K::Parse).event("ready1", "root", K::Milestone, "readystatechange interactive");
  t.event("m", "root", K::Module, "/m.js").event("dcl", "root", K::Milestone, "DOMContentLoaded");
  t.event("ready2", "root", K::Milestone, "readystatechange complete").event("load", "root", K::Milestone, "load");
  t.event("show", "root", K::Milestone, "pageshow").event("hidden", "root", K::Milestone, "visibilitychange");
  EXPECT_EQ(t.given_by(Rule::Milestone), (Pairs{{"p", "ready1"},
                                                {"p", "dcl"},
                                                {"p", "ready2"},
                                                {"p", "load"},
                                                {"p", "show"},
                                                {"ready1", "m"},
                                                {"m", "dcl"},
                                                {"m", "ready2"},
                                                {"m", "load"},
                                                {"m", "show"},
                                                {"ready1", "dcl"},
                                                {"dcl", "ready2"},
                                                {"ready2", "load"},
                                                {"load", "show"}}));
  std::vector<std::string> chain{"p", "ready1", "m", "dcl", "ready2", "load", "show"};
  Pairs all;
  for (size_t i = 0; i < chain.size(); ++i) {
    for (size_t j = i + 1; j < chain.size(); ++j) all.emplace(chain[i], chain[j]);
  }
  EXPECT_EQ(t.before(), all);
}

TEST(LoadResource, LoadWaitsForWhatTheParserAskedFor) {
  TinyTrace t = page();
  t.event("p", "root", K::Parse).event("timer", "root", K::Timeout, "0").event("img", "p", K::ImageLoad, "/a.png");
  t.event("late", "timer", K::ImageLoad, "/b.png").event("video", "p", K::MediaLoad, "/c.mp4");
  t.event("a", "p", K::Script, "/a.js").event("later", "p", K::Script, "/later.js");
  t.event("load", "root", K::Milestone, "load");
  t.link("p", O::Fork, "a", "parse async").link("p", O::Fork, "later", "import");
  EXPECT_EQ(t.given_by(Rule::LoadResource), (Pairs{{"img", "load"}, {"a", "load"}}));
  EXPECT_EQ(t.before(), (Pairs{{"p", "img"},
                               {"p", "video"},
                               {"p", "a"},
                               {"p", "later"},
                               {"timer", "late"},
                               {"p", "load"},
                               {"img", "load"},
                               {"a", "load"}}));
}

TEST(LoadResource, TheStateCompleteWaitsForThemAsLoadDoes) {
  TinyTrace t = page();
  t.event("p", "root", K::Parse).event("ready", "root", K::Milestone, "DOMContentLoaded");
  t.event("img", "p", K::ImageLoad, "/a.png").event("complete", "root", K::Milestone, "readystatechange complete");
  t.event("load", "root", K::Milestone, "load");
  EXPECT_EQ(t.given_by(Rule::LoadResource), (Pairs{{"img", "complete"}}));
  EXPECT_EQ(t.before(), (Pairs{{"p", "ready"},
                               {"p", "img"},
                               {"p", "complete"},
                               {"p", "load"},
                               {"ready", "complete"},
                               {"ready", "load"},
                               {"img", "complete"},
                               {"img", "load"},
                               {"complete", "load"}}));
}

TEST(FrameDocument, TheElementsLoadFollowsTheLoadingOfItsFrame) {
  TinyTrace t = page();
  t.event("p1", "root", K::Parse, "", "0/1").event("load1", "root", K::Milestone, "load", "0/1");
  t.event("inner", "root", K::Parse, "", "0/1/1").event("p2", "root", K::Parse, "", "0/2");
  t.event("f1", "root", K::FrameLoad, "/1.html").event("load2", "root", K::Milestone, "load", "0/2");
  t.event("f2", "root", K::FrameLoad, "/2.html").event("f3", "root", K::FrameLoad, "/3.html");
  EXPECT_EQ(t.given_by(Rule::FrameDocument), (Pairs{{"p1", "f1"}, {"load1", "f1"}, {"p2", "f2"}, {"load2", "f2"}}));
  EXPECT_EQ(t.before(),
            (Pairs{{"p1", "load1"}, {"p1", "f1"}, {"load1", "f1"}, {"p2", "load2"}, {"p2", "f2"}, {"load2", "f2"}}));
}

TEST(TimerOrder, ATimerFollowsEarlierOnesWithNoLongerDelay) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("b", "root", K::Input);
  t.event("b10", "b", K::Timeout, "10").event("a50", "a", K::Timeout, "50").event("a50'", "a", K::Timeout, "50");
  t.event("a100", "a", K::Timeout, "100").event("a200", "a", K::Timeout, "200");
  // Set in the order 100, 50, 50, 200.
  for (const char* timer : {"a100", "a50", "a50'", "a200"}) t.link("a", O::Fork, timer, "timeout");
  t.link("b", O::Fork, "b10", "timeout");
  EXPECT_EQ(t.given_by(Rule::TimerOrder), (Pairs{{"a50", "a50'"}, {"a50'", "a200"}, {"a100", "a200"}}));
  EXPECT_EQ(t.before(), (Pairs{{"a", "a50"},
                               {"a", "a50'"},
                               {"a", "a100"},
                               {"a", "a200"},
                               {"b", "b10"},
                               {"a50", "a50'"},
                               {"a50", "a200"},
                               {"a50'", "a200"},
                               {"a100", "a200"}}));
}

TEST(IntervalOrder, TicksFollowOneAnother) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("t1", "a", K::Interval, "100").event("x", "a", K::Interval, "70");
  t.event("t2", "a", K::Interval, "100").event("t3", "a", K::Interval, "100");
  EXPECT_EQ(t.given_by(Rule::IntervalOrder), (Pairs{{"t1", "t2"}, {"t2", "t3"}}));
  EXPECT_EQ(t.before(),
            (Pairs{{"a", "t1"}, {"a", "x"}, {"a", "t2"}, {"a", "t3"}, {"t1", "t2"}, {"t1", "t3"}, {"t2", "t3"}}));
}

TEST(IntervalOrder, TheNextTickAndATimerOfTheCallbackAreNotOrdered) {
  TinyTrace t = page();
  t.event("t1", "root", K::Interval, "100").event("t2", "t1", K::Interval, "100").event("u", "t1", K::Timeout, "100");
  t.link("t1", O::Fork, "t2", "interval").link("t1", O::Fork, "u", "timeout");
  EXPECT_EQ(t.before(), (Pairs{{"t1", "t2"}, {"t1", "u"}}));
}

TEST(IntervalOrder, AnotherIntervalOfTheCallbackIsATimerOfItsOwn) {
  TinyTrace t = page();
  t.event("t1", "root", K::Interval, "100").event("u", "t1", K::Timeout, "5").event("other", "t1", K::Interval, "50");
  t.link("t1", O::Fork, "u", "timeout").link("t1", O::Fork, "other", "interval");
  EXPECT_EQ(t.given_by(Rule::TimerOrder), (Pairs{{"u", "other"}}));
}

TEST(AnimationFrame, CallbacksOfOneEventRunInTheOrderOfTheirRequests) {
  TinyTrace t = page();
  t.event("a", "root", K::Input).event("b", "root", K::Input);
  t.event("a1", "a", K::AnimationFrame).event("b1", "b", K::AnimationFrame).event("a2", "a", K::AnimationFrame);
  EXPECT_EQ(t.given_by(Rule::AnimationFrame), (Pairs{{"a1", "a2"}}));
  EXPECT_EQ(t.before(), (Pairs{{"a", "a1"}, {"a", "a2"}, {"a1", "a2"}, {"b", "b1"}}));
}

TEST(Channel, MessagesOfOrderedSendersArriveInOrder) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle).event("b", "a", K::Idle).event("c", "root", K::Idle);
  t.event("ma", "a", K::Port, "p1").event("mc", "c", K::Port, "p1").event("mb", "b", K::Port, "p1");
  t.event("mb'", "b", K::Port, "p1").event("q", "b", K::Port, "p2");
  EXPECT_EQ(t.given_by(Rule::Channel), (Pairs{{"ma", "mb"}, {"mb", "mb'"}}));
  EXPECT_EQ(t.before(), (Pairs{{"a", "b"},
                               {"a", "ma"},
                               {"a", "mb"},
                               {"a", "mb'"},
                               {"a", "q"},
                               {"b", "mb"},
                               {"b", "mb'"},
                               {"b", "q"},
                               {"c", "mc"},
                               {"ma", "mb"},
                               {"ma", "mb'"},
                               {"mb", "mb'"}}));
}

TEST(Channel, AMessageFollowsEachOfThoseWhoseSendersItsOwnFollows) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle).event("b", "root", K::Idle).event("c", "a", K::Idle);
  t.event("ma", "a", K::Port, "p1").event("mb", "b", K::Port, "p1").event("mc", "c", K::Port, "p1");
  t.link("b", O::Join, "c");
  EXPECT_EQ(t.given_by(Rule::Channel), (Pairs{{"ma", "mc"}, {"mb", "mc"}}));
}

TEST(Channel, APortWithoutANameOrdersNothing) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle).event("m", "a", K::Port).event("n", "a", K::Port);
  EXPECT_EQ(t.before(), (Pairs{{"a", "m"}, {"a", "n"}}));
}

TEST(Channel, AConnectionsEventsAndAWorkersMessagesFollowOneAnother) {
  TinyTrace t = page();
  t.event("open", "root", K::WebSocket, "ws://h/").event("m1", "open", K::WebSocket, "message");
  t.event("es1", "root", K::EventSource, "http://h/ message").event("close", "open", K::WebSocket, "close");
  t.event("es2", "root", K::EventSource, "http://h/ error").event("w1", "root", K::Worker, "/w.js");
  t.event("w2", "root", K::Worker, "/w.js").event("v", "root", K::Worker, "/v.js");
  EXPECT_EQ(t.given_by(Rule::Channel), (Pairs{{"m1", "close"}, {"es1", "es2"}, {"w1", "w2"}}));
  EXPECT_EQ(t.before(), (Pairs{{"open", "m1"}, {"open", "close"}, {"m1", "close"}, {"es1", "es2"}, {"w1", "w2"}}));
}

TEST(Channel, TwoConnectionsToOneUrlStayApart) {
  TinyTrace t = page();
  t.event("o1", "root", K::WebSocket, "ws://h/").event("a", "o1", K::Idle).event("o2", "a", K::WebSocket, "ws://h/");
  t.event("m2", "o2", K::WebSocket, "message").event("m1", "o1", K::WebSocket, "message");
  EXPECT_EQ(t.before(),
            (Pairs{{"o1", "a"}, {"o1", "o2"}, {"o1", "m2"}, {"o1", "m1"}, {"a", "o2"}, {"a", "m2"}, {"o2", "m2"}}));
}

TEST(Navigation, EndsTheDocumentsOfItsFrameAndOfThoseInside) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle, "", "0/1").event("in", "root", K::Idle, "", "0/1/1").event("out", "root", K::Idle);
  t.event("hide", "root", K::Milestone, "pagehide", "0/1").event("b", "root", K::Idle, "", "0/1");
  t.event("in2", "root", K::Idle, "", "0/1/1").event("out2", "root", K::Idle);
  EXPECT_EQ(t.given_by(Rule::Navigation), (Pairs{{"a", "hide"}, {"in", "hide"}, {"hide", "b"}, {"hide", "in2"}}));
  EXPECT_EQ(t.before(), (Pairs{{"a", "hide"},
                               {"in", "hide"},
                               {"a", "b"},
                               {"in", "b"},
                               {"a", "in2"},
                               {"in", "in2"},
                               {"hide", "b"},
                               {"hide", "in2"}}));
}

TEST(Navigation, AFrameWhosePathBeginsAlikeIsNotInside) {
  TinyTrace t = page();
  t.event("a", "root", K::Idle, "", "0/1").event("b", "root", K::Idle, "", "0/11");
  t.event("hide", "root", K::Milestone, "pagehide", "0/1").event("c", "root", K::Idle, "", "0/11");
  EXPECT_EQ(t.before(), (Pairs{{"a", "hide"}}));
}

TEST(Navigation, AParserStartsAnewInTheNextDocument) {
  TinyTrace t = page();
  t.event("p", "root", K::Parse).event("nav", "", K::Root).event("q", "nav", K::Parse);
  t.event("dcl", "nav", K::Milestone, "DOMContentLoaded");
  EXPECT_EQ(t.given_by(Rule::ParserOrder), Pairs{});
  EXPECT_EQ(t.given_by(Rule::Milestone), (Pairs{{"q", "dcl"}}));
  EXPECT_EQ(t.before(), (Pairs{{"p", "nav"}, {"p", "q"}, {"p", "dcl"}, {"q", "dcl"}}));
}

}  // namespace
}  // namespace squall::trace
