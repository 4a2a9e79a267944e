#include "base/text.h"

#include <gtest/gtest.h>

namespace squall {
namespace {

using Parts = std::vector<std::string>;

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (Parts{""}));
}

TEST(Text, JoinUndoesSplit) {
  for (const char* text : {"", "a", "a,b", ",a,", ",,"}) EXPECT_EQ(join(split(text, ','), ","), text);
  EXPECT_EQ(join({"a", "b", "c"}, " → "), "a → b → c");
  EXPECT_EQ(join({}, ","), "");
}

TEST(Text, TrimTakesWhiteSpaceFromBothEndsOnly) {
  EXPECT_EQ(trim(" \t\r\na b\f\v "), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, ToLowerLeavesOtherAlphabetsAlone) { EXPECT_EQ(to_lower("AbZ[É9"), "abz[É9"); }

TEST(Text, ReplaceAllDoesNotLookAtWhatItWrote) {
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
  EXPECT_EQ(replace_all("a.b.c", ".", ""), "abc");
  EXPECT_EQ(replace_all("abab", "aba", "x"), "xb");
  EXPECT_EQ(replace_all("abc", "", "x"), "abc");
}

TEST(Text, ShortenNeverCutsACharacter) {
  EXPECT_EQ(shorten("abc", 3), "abc");
  EXPECT_EQ(shorten("abcd", 3), "abc…");
  EXPECT_EQ(shorten("aéb", 2), "a…");  // é takes bytes 1 and 2.
  EXPECT_EQ(shorten("aéb", 3), "aé…");
  EXPECT_EQ(shorten("😀😀", 7), "😀…");
  EXPECT_EQ(shorten("abc", 0), "…");
}

TEST(Text, TwoTextsAreCutAroundTheirFirstDifference) {
  auto both = [](const char* one, const char* other) {
    auto cut = shorten_both(one, other, 8);
    return cut.first + " " + cut.second;
  };
  EXPECT_EQ(both("12345678", "12345679"), "12345678 12345679");
  EXPECT_EQ(both("1x3456789", "1y3456789"), "1x345678… 1y345678…");
  EXPECT_EQ(both("123456789x123456789", "123456789y"), "…89x12345… …89y");
  EXPECT_EQ(both("1234567890", "12345678901"), "…90 …901");
  EXPECT_EQ(both("1234567éx", "1234567éy"), "…éx …éy");
}

TEST(Text, CountsAgreeWithTheirNoun) {
  EXPECT_EQ(count_of(0, "request"), "0 requests");
  EXPECT_EQ(count_of(1, "request"), "1 request");
  EXPECT_EQ(count_of(3, "request"), "3 requests");
}

TEST(Text, Base64MatchesTheVectorsOfRfc4648) {
  const std::pair<std::string, std::string> kVectors[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : kVectors) {
    EXPECT_EQ(base64_encode(plain), coded);
    EXPECT_EQ(base64_decode(coded), plain);
  }
}

TEST(Text, Base64CarriesEveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(base64_decode(base64_encode(bytes)), bytes);
}

TEST(Text, Base64ToleratesLineBreaksAndMissingPaddingButNothingElse) {
  EXPECT_EQ(base64_decode("Zm9v\r\nYg"), "foob");
  EXPECT_EQ(base64_decode("Zm9v*"), std::nullopt);
  EXPECT_EQ(base64_decode("Zm-_"), std::nullopt);
}

TEST(Text, HashesAreThoseOfXxh3) {
  EXPECT_EQ(hash_hex(""), "2d06800538d394c2");
  EXPECT_EQ(hash_hex("a").size(), 16u);
  EXPECT_NE(hash_bytes("a"), hash_bytes("b"));
}

TEST(Text, PercentDecodingLeavesBrokenEscapesAlone) {
  EXPECT_EQ(percent_decode("a%20b%C3%A9"), "a bé");
  EXPECT_EQ(percent_decode("100%"), "100%");
  EXPECT_EQ(percent_decode("%4"), "%4");
  EXPECT_EQ(percent_decode("%zz%41"), "%zzA");
}

TEST(Text, APlusIsASpaceOnlyInForms) {
  EXPECT_EQ(percent_decode("a+b"), "a+b");
  EXPECT_EQ(percent_decode("a+b%2B", true), "a b+");
}

TEST(PercentEncode, LeavesLettersDigitsAndWhatIsPlain) {
  EXPECT_EQ(percent_encode("aZ09/b c+é%", "/ "), "aZ09/b c%2B%C3%A9%25");
  EXPECT_EQ(percent_encode(std::string_view("\0~", 2), ""), "%00%7E");
}

TEST(Text, HtmlEscapingCoversAttributes) { EXPECT_EQ(html_escape("<a b='\"&'>"), "&lt;a b=&#39;&quot;&amp;&#39;&gt;"); }

}  // namespace
}  // namespace squall
