#include "lab/parser_rest.h"

#include <gtest/gtest.h>

namespace squall::lab {
namespace {

const HeldRequest kScript{"script", {"http://h/a.js"}, true};
const HeldRequest kSheet{"stylesheet", {"http://h/a.css"}, true};

TEST(ParserRest, AParserThatHasEndedRests) { EXPECT_TRUE(parser_rests({}, {})); }

TEST(ParserRest, AParserThatNothingStopsWorks) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}}, {kScript}));
}

TEST(ParserRest, AScriptThatHasComeButNotRunIsWaitedFor) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {"http://h/a.js"}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Loading, {"http://h/b.js"}}, {kScript}));
}

TEST(ParserRest, AHeldScriptOrStyleSheetStopsTheParser) {
  EXPECT_TRUE(parser_rests({Parsing::Loading, {"http://h/a.js"}}, {kScript}));
  EXPECT_TRUE(parser_rests({Parsing::Loading, {"http://h/b.js"}}, {kSheet}));
}

TEST(ParserRest, AStyleSheetOfAScriptStopsNothing) {
  EXPECT_FALSE(parser_rests({Parsing::Loading, {}}, {{"stylesheet", {"http://h/a.css"}, false}}));
}

TEST(ParserRest, ARedirectedScriptIsKnownByWhereItBegan) {
  EXPECT_TRUE(
      parser_rests({Parsing::Loading, {"http://h/a.js"}}, {{"script", {"http://h/a.js", "http://h/v2.js"}, true}}));
}

TEST(ParserRest, DeferredScriptsAreWaitedForUnlessOneIsHeld) {
  EXPECT_FALSE(parser_rests({Parsing::Deferred, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Deferred, {}}, {{"fetch", {"http://h/a.json"}, false}}));
  EXPECT_TRUE(parser_rests({Parsing::Deferred, {}}, {kScript}));
  EXPECT_TRUE(parser_rests({Parsing::Deferred, {}}, {kSheet}));
}

TEST(ParserRest, AWrittenDocumentWaitsForItsScriptsOnly) {
  EXPECT_TRUE(parser_rests({Parsing::Written, {}}, {}));
  EXPECT_FALSE(parser_rests({Parsing::Written, {"http://h/a.js"}}, {}));
  EXPECT_TRUE(parser_rests({Parsing::Written, {"http://h/a.js"}}, {kScript}));
}

}  // namespace
}  // namespace squall::lab
