#include "lab/parser_rest.h"

#include <gtest/gtest.h>

namespace squall::lab {
namespace {

const HeldRequest kScript{"script", {"http://h/a.js"}, true};
const HeldRequest kSheet{"stylesheet", {"http://h/a.css"}, true};

TEST(ParserRest, AParserThatHasEndedRests) { EXPECT_TRUE(parser_rests({}, {})); }

TEST(ParserRest, AParserThatNothingStopsWorks) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}, {}}, {kScript}));
}

TEST(ParserRest, AScriptThatHasComeButNotRunIsWaitedFor) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {"http://h/a.js"}, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Loading, {"http://h/b.js"}, {}}, {kScript}));
}

TEST(ParserRest, AHeldScriptOrStyleSheetStopsTheParser) {
  EXPECT_TRUE(parser_rests({Parsing::Loading, {"http://h/a.js"}, {}}, {kScript}));
  EXPECT_TRUE(parser_rests({Parsing::Loading, {"http://h/b.js"}, {}}, {kSheet}));
}

TEST(ParserRest, AStyleSheetOfAScriptStopsNothing) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}, {}}, {{"stylesheet", {"http://h/a.css"}, false}}));
}

TEST(ParserRest, ARedirectedScriptIsKnownByWhereItBegan) {
  EXPECT_TRUE(
      parser_rests({Parsing::Loading, {"http://h/a.js"}, {}}, {{"script", {"http://h/a.js", "http://h/v2.js"}, true}}));
}

TEST(ParserRest, DeferredScriptsAreWaitedForUnlessOneIsHeld) {
  EXPECT_FALSE(parser_rests({Parsing::Deferred, {}, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Deferred, {}, {}}, {{"fetch", {"http://h/a.json"}, false}}));
  EXPECT_TRUE(parser_rests({Parsing::Deferred, {}, {}}, {kScript}));
  EXPECT_TRUE(parser_rests({Parsing::Deferred, {}, {}}, {kSheet}));
}

TEST(ParserRest, AWrittenDocumentWaitsForItsScriptsOnly) {
  EXPECT_TRUE(parser_rests({Parsing::Written, {}, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Written, {"http://h/a.js"}, {}}, {}));
  EXPECT_TRUE(parser_rests({Parsing::Written, {"http://h/a.js"}, {}}, {kScript}));
}

TEST(AheadOfParser, AScriptThatTheParserHasNotReachedComesAfterTheOneThatItWaitsFor) {
  Parsing parsing{Parsing::Loading, {"http://h/a.js"}, {}};
  HeldRequest first{"script", {"http://h/a.js"}, true, true}, next{"script", {"http://h/b.js"}, true, true};
  EXPECT_FALSE(is_ahead_of_parser(parsing, first, {first, next}));
  EXPECT_TRUE(is_ahead_of_parser(parsing, next, {first, next}));
  // When the first has come, the parser waits for the next one as soon as it is there.
  EXPECT_FALSE(is_ahead_of_parser(parsing, next, {next}));
}

TEST(AheadOfParser, WhatRunsOrIsSeenWheneverItComesMayComeAtAnyTime) {
  Parsing parsing{Parsing::Loading, {"http://h/a.js"}, {}};
  HeldRequest first{"script", {"http://h/a.js"}, true, true}, async{"script", {"http://h/b.js"}, true, false};
  EXPECT_FALSE(is_ahead_of_parser(parsing, async, {first, async}));
  EXPECT_FALSE(is_ahead_of_parser(parsing, {"image", {"http://h/i.png"}, true, false}, {first}));
  parsing.stage = Parsing::Deferred;
  EXPECT_FALSE(is_ahead_of_parser(parsing, {"script", {"http://h/c.js"}, true, true}, {first}));
}

Parsing queues(std::vector<Parsing::Queue> queues) { return {Parsing::Loading, {}, std::move(queues)}; }

TEST(ScriptsRest, AScriptThatHasComeAndNotRunIsAboutTo) {
  auto parsing = queues({{{"http://h/a.js"}}});
  EXPECT_FALSE(scripts_rest(parsing, {}, {"http://h/a.js"}));
  EXPECT_FALSE(scripts_rest(parsing, {{"script", {"http://h/b.js"}}}, {"http://h/a.js"}));
}

TEST(ScriptsRest, WhatIsHeldOrNeverAskedForDoesNotRun) {
  auto parsing = queues({{{"http://h/a.js"}}});
  EXPECT_TRUE(scripts_rest(parsing, {kScript}, {}));
  EXPECT_TRUE(scripts_rest(parsing, {}, {}));
  // The same script is asked for again.
  EXPECT_TRUE(scripts_rest(parsing, {kScript}, {"http://h/a.js"}));
}

TEST(ScriptsRest, EachQueueGoesItsOwnWay) {
  auto parsing = queues({{{"http://h/a.js"}}, {{"http://h/b.js"}}});
  EXPECT_FALSE(scripts_rest(parsing, {kScript}, {"http://h/b.js"}));
}

TEST(ScriptsRest, AScriptWaitsForTheOneBeforeIt) {
  auto parsing = queues({{{"http://h/a.js", "http://h/b.js"}}});
  EXPECT_TRUE(scripts_rest(parsing, {kScript}, {"http://h/b.js"}));
  EXPECT_FALSE(scripts_rest(parsing, {}, {"http://h/a.js", "http://h/b.js"}));
}

TEST(ScriptsRest, AModuleWaitsForItsImportsAndOtherScriptsDoNot) {
  HeldRequest import{"script", {"http://h/part.js"}};
  EXPECT_TRUE(scripts_rest(queues({{{"http://h/m.js"}, true}}), {import}, {"http://h/m.js"}));
  EXPECT_FALSE(scripts_rest(queues({{{"http://h/m.js"}, false}}), {import}, {"http://h/m.js"}));
  // A script that has an element is no import.
  auto parsing = queues({{{"http://h/m.js"}, true}, {{"http://h/a.js"}}});
  EXPECT_FALSE(scripts_rest(parsing, {kScript}, {"http://h/m.js"}));
}

TEST(ScriptsRest, ADeferredScriptWaitsForStyleSheets) {
  auto parsing = queues({{{"http://h/a.js"}, true}});
  EXPECT_TRUE(scripts_rest(parsing, {kSheet}, {"http://h/a.js"}));
  EXPECT_FALSE(scripts_rest(queues({{{"http://h/a.js"}, false}}), {kSheet}, {"http://h/a.js"}));
}

TEST(ScriptsRest, WhatIsInThePageAlreadyNeedsNoResponse) {
  EXPECT_FALSE(scripts_rest(queues({{{"blob:http://h/1"}}}), {}, {}));
  EXPECT_FALSE(scripts_rest(queues({{{"data:text/javascript,1"}}}), {}, {}));
}

}  // namespace
}  // namespace squall::lab
