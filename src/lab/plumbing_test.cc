#include "lab/plumbing.h"

#include <gtest/gtest.h>

namespace squall::lab {
namespace {

using schedule::Schedule;
using schedule::Visible;

network::Passage of_parser(const char* type) {
  network::Passage passage;
  passage.request.type = type;
  passage.request.url = std::string("http://h/") + type;
  passage.by_parser = true;
  return passage;
}

trace::EventName name_of(const char* text) { return *trace::parse_event_name(text); }

bool is_plumbing(const Schedule& schedule, const network::Passage& passage) {
  return Plumbing(schedule).is_plumbing(passage, true, name_of("root/script:x"));
}

Schedule showing(Visible visible) {
  Schedule schedule;
  schedule.visible = visible;
  return schedule;
}

TEST(Plumbing, TheDocumentOfThePageAndWhatNobodyHandlesAlwaysGoThrough) {
  for (Visible visible : {Visible::Scripted, Visible::Parsed, Visible::All}) {
    for (const char* type : {"font", "manifest", "ping", "other"}) {
      EXPECT_TRUE(is_plumbing(showing(visible), of_parser(type))) << type;
    }
    network::Passage preflight = of_parser("fetch");
    preflight.preflight = true;
    EXPECT_TRUE(is_plumbing(showing(visible), preflight));
    network::Passage document = of_parser("document");
    document.navigation = true;
    document.by_parser = false;
    EXPECT_TRUE(is_plumbing(showing(visible), document));
    EXPECT_FALSE(Plumbing(showing(visible)).is_plumbing(document, false, name_of("root/frame-load:x")));
  }
}

TEST(Plumbing, WhatTheParserNeedsInOrderToGoOnGoesThrough) {
  for (const char* type : {"script", "stylesheet", "image"}) {
    EXPECT_TRUE(is_plumbing({}, of_parser(type))) << type;
    EXPECT_FALSE(is_plumbing(showing(Visible::Parsed), of_parser(type))) << type;
    EXPECT_FALSE(is_plumbing(showing(Visible::All), of_parser(type))) << type;
  }
  network::Passage late = of_parser("script");
  late.low_priority = true;
  EXPECT_FALSE(is_plumbing({}, late)) << "async or deferred";
  EXPECT_FALSE(is_plumbing({}, of_parser("media")));
  network::Passage scripted = of_parser("script");
  scripted.by_parser = false;
  EXPECT_FALSE(is_plumbing({}, scripted));
}

TEST(Plumbing, AStyleSheetWithoutWhichNothingIsShownIsAChoiceOnlyWhereAllAre) {
  network::Passage sheet = of_parser("stylesheet");
  sheet.blocks_rendering = true;
  EXPECT_TRUE(is_plumbing(showing(Visible::Parsed), sheet));
  EXPECT_FALSE(is_plumbing(showing(Visible::All), sheet));
  network::Passage script = of_parser("script");
  script.blocks_rendering = true;
  EXPECT_FALSE(is_plumbing(showing(Visible::Parsed), script));
}

TEST(Plumbing, WhatAnOrderNamesIsAChoiceWhicheverOfSeveral) {
  Plumbing plumbing(schedule::in_order({"root/script:http://h/a.js#1", "root/user:1"}));
  EXPECT_FALSE(plumbing.is_plumbing(of_parser("script"), true, name_of("root/script:http://h/a.js")));
  EXPECT_TRUE(plumbing.is_plumbing(of_parser("script"), true, name_of("root/script:http://h/b.js")));
}

}  // namespace
}  // namespace squall::lab
