#include "flow/keys.h"

#include <gtest/gtest.h>

namespace squall::flow {
namespace {

Key key(std::string_view name) {
  auto found = find_key(name);
  EXPECT_TRUE(found) << name;
  return found.value_or(Key{});
}

TEST(Keys, AreFoundByKeyAndByCode) {
  EXPECT_EQ(key("a"), (Key{"a", "KeyA", 65, "a", 0, false}));
  EXPECT_EQ(key("KeyA"), key("a"));
  EXPECT_EQ(key("A"), (Key{"A", "KeyA", 65, "A", 0, true}));
  EXPECT_EQ(key("1"), (Key{"1", "Digit1", 49, "1", 0, false}));
  EXPECT_EQ(key("Numpad1"), (Key{"1", "Numpad1", 97, "1", 3, false}));
  EXPECT_EQ(key("?"), (Key{"?", "Slash", 191, "?", 0, true}));
  EXPECT_EQ(key("Space"), (Key{" ", "Space", 32, " ", 0, false}));
  EXPECT_EQ(key("Enter"), (Key{"Enter", "Enter", 13, "\r", 0, false}));
  EXPECT_EQ(key("\n"), key("Enter"));
  EXPECT_EQ(key("ArrowDown"), (Key{"ArrowDown", "ArrowDown", 40, "", 0, false}));
  EXPECT_EQ(key("Shift").code, "ShiftLeft");
  EXPECT_EQ(key("ControlRight").location, 2);
  EXPECT_EQ(key("F12").windows_virtual_key_code, 123);
}

TEST(Keys, CoverEveryPrintableCharacterOfAscii) {
  for (char c = ' '; c <= '~'; ++c) {
    Key found = key(std::string(1, c));
    EXPECT_EQ(found.text, std::string(1, c));
    EXPECT_NE(found.code, "") << c;
    EXPECT_NE(found.windows_virtual_key_code, 0) << c;
  }
}

TEST(Keys, CharactersThatTheKeyboardLacksOnlyCarryTheirText) {
  EXPECT_EQ(key("é"), (Key{"é", "", 0, "é", 0, false}));
  EXPECT_FALSE(find_key("éé"));
  EXPECT_FALSE(find_key("Entr"));
  EXPECT_FALSE(find_key(""));
}

TEST(Keys, ShiftChangesWhatAKeyTypes) {
  EXPECT_EQ(with_shift(key("KeyA")).key, "A");
  EXPECT_EQ(with_shift(key("Digit1")).text, "!");
  EXPECT_EQ(with_shift(key("Tab")), key("Tab"));
  EXPECT_EQ(key_down_event(key("a"), kShift)["text"].as_string(), "A");
}

TEST(Keys, DispatchTextOnlyWhenTheyTypeSomething) {
  EXPECT_EQ(key_down_event(key("a")).dump(),
            R"({"type":"keyDown","key":"a","code":"KeyA","windowsVirtualKeyCode":65,"modifiers":0,"location":0,)"
            R"("text":"a","unmodifiedText":"a"})");
  EXPECT_EQ(key_down_event(key("Delete"))["type"].as_string(), "rawKeyDown");
  Json control_a = key_down_event(key("a"), kControl);
  EXPECT_EQ(control_a["type"].as_string(), "rawKeyDown");
  EXPECT_FALSE(control_a.has("text"));
  EXPECT_EQ(key_up_event(key("NumpadEnter")).dump(),
            R"({"type":"keyUp","key":"Enter","code":"NumpadEnter","windowsVirtualKeyCode":13,"modifiers":0,)"
            R"("location":3,"isKeypad":true})");
}

TEST(Keys, ModifiersHaveTheProtocolsBits) {
  EXPECT_EQ(modifier_of(key("Alt")), 1);
  EXPECT_EQ(modifier_of(key("Control")), 2);
  EXPECT_EQ(modifier_of(key("MetaRight")), 4);
  EXPECT_EQ(modifier_of(key("Shift")), 8);
  EXPECT_EQ(modifier_of(key("a")), 0);
}

}  // namespace
}  // namespace squall::flow
