#include "oracle/served.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::oracle {
namespace {

using ::testing::ElementsAre;

const std::string kOne = "f81d4fae7dec11d0a765", kTwo = "0a765f81d4fae7dec11d";

Difference item(const std::string& name, std::string before, std::string after) {
  Difference difference{.aspect = Aspect::Storage, .side = Side::Both};
  difference.name = name;
  difference.before = std::move(before);
  difference.after = std::move(after);
  return difference;
}

TEST(Served, ATokenThatEachAnswerBringsAnewIsTheServersDoing) {
  Served served{{}, {kOne, kTwo}, {kOne, kTwo}};
  EXPECT_TRUE(is_served(item("state", kOne, kTwo), served));
  EXPECT_TRUE(
      is_served(item("state", "{\"id\":\"" + kOne + "\",\"n\":1}", "{\"id\":\"" + kTwo + "\",\"n\":1}"), served));
  EXPECT_FALSE(is_served(item("state", kOne + " 1", kTwo + " 2"), served)) << "there is more that differs";
  EXPECT_FALSE(is_served(item("state", kOne, "mine"), served));
  EXPECT_FALSE(is_served(item("state", "", kTwo), served));
}

TEST(Served, AWordThatStaysTheSameMayTellOneThingFromAnother) {
  Served served{{}, {kOne, kTwo}, {}};
  EXPECT_FALSE(is_served(item("selected", kOne, kTwo), served));
  EXPECT_TRUE(is_served(item("accessToken", kOne, kTwo), served));
  EXPECT_TRUE(is_served(item("XSRF", kOne, kTwo), served));
}

TEST(Served, WordsAreAsLongAsTheyCanBe) {
  EXPECT_THAT(token_words("a-b=c: \"d_1\",é/2"), ElementsAre("a-b=c", "d_1", "2"));
}

}  // namespace
}  // namespace squall::oracle
