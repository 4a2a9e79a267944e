#include "schedule/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace squall::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Schedule adverse(int hold, int until) {
  Schedule schedule;
  schedule.mode = Mode::Adverse;
  schedule.hold = hold;
  schedule.until = until;
  return schedule;
}

Schedule order(std::vector<std::string> names, bool exact) {
  Schedule schedule;
  schedule.mode = Mode::Order;
  schedule.order = std::move(names);
  schedule.exact = exact;
  return schedule;
}

std::string write_order_file(const std::string& name, const std::string& content) {
  auto path = std::filesystem::path(::testing::TempDir()) / name;
  EXPECT_TRUE(write_file(path, content));
  return path.string();
}

TEST(Schedule, ReadsTheJsonThatItWrote) {
  Schedule synchronous;
  synchronous.mode = Mode::Synchronous;
  Schedule held = adverse(0, 2);
  held.only = {"root/user:0/xhr:GET http://h/“é”", ""};
  held.steps = {2, 0, 2};
  for (const Schedule& schedule : {Schedule{}, synchronous, adverse(-1, 0), held,
                                   order({"root/user:0", "root/timeout:5#1"}, true), order({"x"}, false)}) {
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
       }) {
    EXPECT_FALSE(schedule_from_json(*parse_json(text))) << text;
  }
}

TEST(Schedule, DescribesItselfToPeopleWhoCountFromOne) {
  EXPECT_EQ(describe(Schedule{}), "let events happen as they come");
  EXPECT_EQ(describe(adverse(0, 1)), "hold what step 1 causes until step 2 has settled");
  EXPECT_EQ(describe(adverse(-1, 0)), "hold what the loading of the page causes until step 1 has settled");
  Schedule witness = adverse(0, 1);
  witness.only = {"a"};
  EXPECT_EQ(describe(witness), "hold 1 event that step 1 causes until step 2 has settled");
  witness.steps = {1, 1};
  EXPECT_THAT(describe(witness), HasSubstr("; steps 2, 2 of the flow"));
  EXPECT_EQ(describe(order({"a", "b"}, true)), "let 2 events happen in the given order, exactly");
  EXPECT_EQ(describe(order({"a"}, false)), "let 1 event happen in the given order, skipping those that cannot");
}

TEST(Schedule, ParsesWhatACommandLineSays) {
  EXPECT_EQ(*parse_schedule("as-they-come"), Schedule{});
  EXPECT_EQ(parse_schedule("synchronous")->mode, Mode::Synchronous);
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
  EXPECT_EQ(*parse_schedule("order:" + lines), order({"root/user:0", "root/xhr:GET http://h/a b"}, false));
  EXPECT_EQ(*parse_schedule("exact:" + lines), order({"root/user:0", "root/xhr:GET http://h/a b"}, true));

  std::string array = write_order_file("order.json", R"(["a", "b"])");
  EXPECT_EQ(*parse_schedule("order:" + array), order({"a", "b"}, false));

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
  EXPECT_TRUE(network_takes_time(Mode::AsTheyCome));
  EXPECT_TRUE(network_takes_time(Mode::Order));
  EXPECT_FALSE(network_takes_time(Mode::Synchronous));
  EXPECT_FALSE(network_takes_time(Mode::Adverse)) << "or the clock of a run that holds something would move on";
}

}  // namespace
}  // namespace squall::schedule
