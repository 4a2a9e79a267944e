#include "schedule/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace squall::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string write_order_file(const std::string& name, const std::string& content) {
  auto path = std::filesystem::path(::testing::TempDir()) / name;
  EXPECT_TRUE(write_file(path, content));
  return path.string();
}

TEST(Schedule, ReadsTheJsonThatItWrote) {
  Schedule held = adverse(0, 2, {"root/user:0/xhr:GET http://h/“é”", ""});
  held.steps = {2, 0, 2};
  for (const Schedule& schedule : {Schedule{}, synchronous(), adverse(-1, 0), adverse(-1, 0, {"a"}), held,
                                   in_order({"root/user:0", "root/timeout:5#1"}, true), in_order({"x"})}) {
    auto text = to_json(schedule).dump();
    auto again = schedule_from_json(*parse_json(text));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(*again, schedule) << text;
  }
}

TEST(Schedule, JsonLeavesDefaultsOut) {
  EXPECT_EQ(to_json(Schedule{}).dump(), R"({"mode":"as-they-come"})");
  EXPECT_EQ(to_json(adverse(-1, 1)).dump(), R"({"mode":"adverse","hold":-1,"until":1})");
}

TEST(Schedule, BrokenJsonIsAnError) {
  for (const char* text : {
           R"(null)",
           R"([])",
           R"({})",
           R"({"mode":"fast"})",
           R"({"mode":7})",
           R"({"mode":"adverse"})",
           R"({"mode":"adverse","hold":1,"until":0})",
           R"({"mode":"adverse","hold":-2,"until":0})",
           R"({"mode":"adverse","hold":"0","until":1})",
           R"({"mode":"adverse","hold":0,"until":99999999999})",
           R"({"mode":"order","order":"a"})",
           R"({"mode":"order","order":[1]})",
           R"({"mode":"adverse","hold":0,"until":1,"only":{}})",
           R"({"mode":"synchronous","steps":[-1]})",
           R"({"mode":"synchronous","steps":["1"]})",
           R"({"mode":"synchronous","steps":1})",
           R"({"mode":"synchronous","v":3})",
           R"({"mode":"synchronous","visible":"some"})",
           R"({"mode":"synchronous","tasks":1})",
           R"({"mode":"synchronous","prefer":"timers"})",
           R"({"mode":"synchronous","network_takes_time":"no"})",
           R"({"mode":"order","v":2,"order":["a"],"hold":2,"until":1})",
       }) {
    EXPECT_FALSE(schedule_from_json(*parse_json(text))) << text;
  }
}

TEST(Schedule, DescribesItselfToPeopleWhoCountFromOne) {
  EXPECT_EQ(describe(Schedule{}), "let events happen as they come");
  EXPECT_EQ(describe(adverse(0, 1)), "hold what step 1 causes until step 2 has settled");
  EXPECT_EQ(describe(adverse(-1, 0)), "hold what the loading of the page causes until step 1 has settled");
  Schedule witness = adverse(0, 1, {"a"});
  EXPECT_EQ(describe(witness), "hold 1 event that step 1 causes until step 2 has settled");
  witness.steps = {1, 1};
  EXPECT_THAT(describe(witness), HasSubstr("; steps 2, 2 of the flow"));
  EXPECT_EQ(describe(in_order({"a", "b"}, true)), "let 2 events happen in the given order, exactly");
  EXPECT_EQ(describe(in_order({"a"}, false)), "let 1 event happen in the given order, skipping those that cannot");
}

TEST(Schedule, ParsesWhatACommandLineSays) {
  EXPECT_EQ(*parse_schedule("as-they-come"), Schedule{});
  EXPECT_EQ(*parse_schedule("synchronous"), synchronous());
  EXPECT_EQ(*parse_schedule("adverse:1,2"), adverse(0, 1));
  EXPECT_EQ(*parse_schedule("adverse:load,1"), adverse(-1, 0));
  EXPECT_EQ(*parse_schedule("adverse:1,1"), adverse(0, 0));
}

TEST(Schedule, RefusesWhatItDoesNotUnderstandAndSaysWhatToWrite) {
  for (const char* text : {"", "fast", "order", "exact", "adverse", "adverse:", "adverse:1", "adverse:2,1",
                           "adverse:0,1", "adverse:1,load", "adverse:load,load", "adverse:a,b", "adverse:1,2,3",
                           "adverse:1, 2", "adverse:1,99999999999", "synchronous:1"}) {
    auto schedule = parse_schedule(text);
    ASSERT_FALSE(schedule) << text;
    EXPECT_FALSE(schedule.error().hint.empty()) << text;
  }
}

TEST(Schedule, ReadsAnOrderFromLinesFromAnArrayAndFromASchedule) {
  std::string lines = write_order_file("order.txt", "root/user:0\n\n  root/xhr:GET http://h/a b \r\n");
  EXPECT_EQ(*parse_schedule("order:" + lines), in_order({"root/user:0", "root/xhr:GET http://h/a b"}, false));
  EXPECT_EQ(*parse_schedule("exact:" + lines), in_order({"root/user:0", "root/xhr:GET http://h/a b"}, true));

  std::string array = write_order_file("order.json", R"(["a", "b"])");
  EXPECT_EQ(*parse_schedule("order:" + array), in_order({"a", "b"}, false));

  std::string whole = write_order_file("schedule.json", R"({"mode":"order","order":["a"],"steps":[1]})");
  auto schedule = parse_schedule("exact:" + whole);
  ASSERT_TRUE(schedule);
  EXPECT_TRUE(schedule->exact);
  EXPECT_THAT(schedule->order, ElementsAre("a"));
  EXPECT_THAT(schedule->steps, ElementsAre(1));
}

TEST(Schedule, AFileWithoutAnOrderIsAnErrorThatNamesTheFile) {
  EXPECT_FALSE(parse_schedule("order:/nowhere/at/all"));
  for (const char* content : {"", " \n ", "[", "[]", "[1]", "{}", R"({"mode":"synchronous"})", R"({"mode":"order"})"}) {
    std::string path = write_order_file("broken", content);
    auto schedule = parse_schedule("order:" + path);
    ASSERT_FALSE(schedule) << content;
    EXPECT_THAT(schedule.error().message, HasSubstr(path));
  }
}

TEST(Schedule, TheNetworkTakesTimeWhereAScheduleDoesNotDecideWhenResponsesCome) {
  EXPECT_TRUE(as_they_come().network_takes_time);
  EXPECT_TRUE(in_order({"a"}).network_takes_time);
  EXPECT_FALSE(synchronous().network_takes_time);
  EXPECT_FALSE(adverse(0, 1).network_takes_time) << "or the clock of a run that holds something would move on";
}

TEST(Schedule, ResourcesOfLoadingAreChoicesWhereLoadingIsHeld) {
  EXPECT_EQ(adverse(0, 1).visible, Visible::Scripted);
  EXPECT_EQ(adverse(-1, 1).visible, Visible::Parsed);
  EXPECT_EQ(adverse(-1, 1, {"root/style-load:http://h/a.css"}).visible, Visible::All);
  EXPECT_EQ(as_they_come().visible, Visible::Scripted);
}

TEST(Schedule, OnlyAnOrderChoosesEachTaskByItself) {
  EXPECT_EQ(in_order({"a"}).tasks, Tasks::OneByOne);
  for (const Schedule& other : {as_they_come(), synchronous(), adverse(0, 1)}) EXPECT_EQ(other.tasks, Tasks::Together);
}

TEST(Schedule, WhatWasWrittenEarlierMeansWhatItMeant) {
  auto read = [](const char* text) { return *schedule_from_json(*parse_json(text)); };
  EXPECT_EQ(read(R"({"mode":"as-they-come"})"), as_they_come());
  EXPECT_EQ(read(R"({"mode":"synchronous"})"), synchronous());
  EXPECT_EQ(read(R"({"mode":"adverse","until":1})"), adverse(-1, 1));
  EXPECT_EQ(read(R"({"mode":"adverse","hold":0,"until":1,"only":["a"]})"), adverse(0, 1, {"a"}));
  EXPECT_EQ(read(R"({"mode":"order","order":["a"],"exact":true})"), in_order({"a"}, true));
  EXPECT_EQ(read(R"({"mode":"order","order":["a"],"hold":0,"until":1})"), in_order({"a"})) << "it did not count there";
}

TEST(Schedule, WhatIsNotAsThePresetHasItIsVersionTwo) {
  Schedule load;
  load.visible = Visible::All;
  load.network_takes_time = false;
  EXPECT_EQ(to_json(load).dump(), R"({"mode":"as-they-come","v":2,"network_takes_time":false,"visible":"all"})");
  Schedule mixed = in_order({"a"});
  mixed.hold = Hold{0, 1, {"b"}};
  mixed.prefer = Prefer::Responses;
  mixed.tasks = Tasks::Together;
  EXPECT_EQ(
      to_json(mixed).dump(),
      R"({"mode":"order","v":2,"hold":0,"until":1,"only":["b"],"order":["a"],"tasks":"together","prefer":"responses"})");
  Schedule held = in_order({"a"});  // which an order of version 1 could not
  held.hold = Hold{0, 1, {}};
  EXPECT_EQ(to_json(held).dump(), R"({"mode":"order","v":2,"hold":0,"until":1,"order":["a"]})");
  for (const Schedule& each : {load, mixed, held}) EXPECT_EQ(*schedule_from_json(to_json(each)), each);
}

}  // namespace
}  // namespace squall::schedule
