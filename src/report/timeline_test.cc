#include "report/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/text.h"

namespace squall::report {
namespace {

using ::testing::ElementsAre;

// Capitals are steps of the user, small letters responses.
std::vector<EventLabel> run(const std::string& letters) {
  std::vector<EventLabel> labels;
  for (char letter : letters) {
    bool step = letter >= 'A' && letter <= 'Z';
    labels.push_back({step ? Lane::Step : Lane::Response, std::string(1, letter), std::string(1, letter), "", 0});
  }
  return labels;
}

// "A=A" is an anchor, "b!" something that moved, "c?" something alone, "d~d" an anchor that something moved past.
std::vector<std::string> rows_of(const Timeline& timeline, const std::string& first, const std::string& second) {
  std::vector<std::string> out;
  for (const Row& row : timeline.rows) {
    if (row.folded > 0) {
      out.push_back("(" + std::to_string(row.folded) + ")");
      continue;
    }
    auto side = [&](size_t i, const std::string& letters) {
      if (!row.cells[i]) return std::string("-");
      const char* marks[] = {"", "~", "!", "?"};
      return letters[row.cells[i]->place] + std::string(marks[static_cast<size_t>(row.cells[i]->mark)]);
    };
    out.push_back(side(0, first) + " " + side(1, second));
  }
  return out;
}

std::vector<std::string> aligned(const std::string& first, const std::string& second, const FoldOptions& fold = {}) {
  return rows_of(align(run(first), run(second), fold), first, second);
}

TEST(Timeline, EqualRunsStandInTheSameRows) { EXPECT_THAT(aligned("AbC", "AbC"), ElementsAre("A A", "b b", "C C")); }

TEST(Timeline, AResponseThatCameLaterMoved) {
  EXPECT_THAT(aligned("AaBb", "ABba"), ElementsAre("A A", "a! -", "B~ B~", "b~ b~", "- a!"));
}

TEST(Timeline, StepsStayInPlaceEvenWhenManyEventsMovePastThem) {
  EXPECT_THAT(aligned("Aabc", "abcA"), ElementsAre("- a!", "- b!", "- c!", "A~ A~", "a! -", "b! -", "c! -"));
}

TEST(Timeline, WhatOnlyOneRunHasIsAlone) {
  EXPECT_THAT(aligned("Aab", "Axb"), ElementsAre("A A", "a? x?", "b b"));
  EXPECT_THAT(aligned("", "ab"), ElementsAre("- a?", "- b?"));
}

TEST(Timeline, EqualNamesArePairedInTheirOrder) {
  EXPECT_THAT(aligned("aa", "aaa"), ElementsAre("a a", "a a", "- a?"));
}

TEST(Timeline, TheMoveSaysWhatWasOvertaken) {
  Timeline timeline = align(run("AaBb"), run("ABba"));
  ASSERT_EQ(timeline.moves.size(), 1u);
  EXPECT_TRUE(timeline.moves[0].later);
  EXPECT_THAT(timeline.moves[0].past, ElementsAre(2, 3));
  EXPECT_EQ(sentence(timeline.moves[0], run("AaBb")), "a came after  (B) and b in the second run, not before.");
}

TEST(Timeline, LongStretchesWithoutChangeAreFolded) {
  EXPECT_THAT(aligned("Aabcdefghi", "Aabcdefghi", {4, 1, 100}), ElementsAre("A A", "a a", "(7)", "i i"));
  EXPECT_THAT(aligned("Aabcd", "Aabcd", {4, 1, 100}), ElementsAre("A A", "a a", "b b", "c c", "d d"));
}

TEST(Timeline, StepsAndWhatMovedAreNeverFolded) {
  EXPECT_THAT(aligned("xabcdBefgh", "abcdBefghx", {2, 1, 100}),
              ElementsAre("x! -", "a~ a~", "(2)", "d~ d~", "B~ B~", "e~ e~", "(2)", "h~ h~", "- x!"));
}

TEST(Timeline, RowsBeyondTheLimitAreCounted) {
  EXPECT_THAT(aligned("ABCDE", "ABCDE", {8, 3, 2}), ElementsAre("A A", "B B", "(3)"));
}

TEST(Timeline, LinksJoinTheRowsOfAnEvent) {
  Timeline timeline = align(run("aB"), run("Ba"));
  ASSERT_EQ(timeline.links.size(), 2u);
  EXPECT_EQ(timeline.links[0].mark, Mark::Moved);
  EXPECT_EQ(timeline.links[0].first_row, 0u);
  EXPECT_EQ(timeline.links[0].second_row, 2u);
  EXPECT_EQ(timeline.links[1].mark, Mark::Overtaken);
}

TEST(Timeline, OneRunAloneUsesTheSecondColumn) {
  std::string letters = "Aab";
  EXPECT_THAT(rows_of(alone(run(letters)), "", letters), ElementsAre("- A", "- a", "- b"));
}

// Whatever the runs are: each event stands once, in the order of its run, and anchors never cross.
TEST(Timeline, EveryEventStandsOnceAndInOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string runs[2];
    for (std::string& letters : runs) {
      for (unsigned length = random() % 12; letters.size() < length;) letters += "ABcdef"[random() % 6];
    }
    Timeline timeline = align(run(runs[0]), run(runs[1]), {100, 1, 1000});
    size_t next[2] = {0, 0};
    for (const Row& row : timeline.rows) {
      for (size_t side = 0; side < 2; ++side) {
        if (!row.cells[side]) continue;
        ASSERT_EQ(row.cells[side]->place, next[side]++) << runs[0] << " " << runs[1];
      }
    }
    EXPECT_EQ(next[0], runs[0].size());
    EXPECT_EQ(next[1], runs[1].size());
    for (const Link& link : timeline.links) EXPECT_EQ(link.first_row == link.second_row, link.mark != Mark::Moved);
    for (const Move& move : timeline.moves) EXPECT_FALSE(move.past.empty()) << runs[0] << " " << runs[1];
  }
}

}  // namespace
}  // namespace squall::report
