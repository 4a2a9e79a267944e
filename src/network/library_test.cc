#include "network/library.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace squall::network {
namespace {

Recording answers(const std::string& url, const std::string& body) {
  Recording recording;
  recording.entries.push_back({{"GET", url, "", {}, "fetch"}, {200, "OK", {}, body, "", 0}, 0, {}});
  return recording;
}

TEST(Library, OfSeveralAnswersTheFirstCounts) {
  Library library;
  EXPECT_EQ(library.find({"GET", "http://h/a", "", {}, "fetch"}), nullptr);
  library.add(answers("http://h/a", "one"));
  library.add(answers("http://h/a", "two"));
  auto found = library.find({"GET", "http://h/a", "", {}, "fetch"});
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->response.body, "one");
  EXPECT_EQ(library.find({"POST", "http://h/a", "", {}, "fetch"}), nullptr);
  EXPECT_EQ(library.find({"GET", "http://h/a", "x", {}, "fetch"}), nullptr);
}

TEST(Library, OneAsksAtATimeAndTheOthersFindWhatItLearned) {
  const Request wanted{"GET", "http://h/a", "", {}, "fetch"};
  Library library;
  std::atomic<int> within{0}, asked{0};
  std::atomic<bool> alone{true};
  auto ask = [&] {
    for (int round = 0; round < 200; ++round) {
      library.begin_asking();
      if (within++ > 0) alone = false;
      bool known = library.find(wanted) != nullptr;
      std::this_thread::yield();
      if (!known) ++asked;
      --within;
      library.end_asking(known ? Recording{} : answers("http://h/a", "learned"));
    }
  };
  std::vector<std::thread> others(4);
  for (auto& other : others) other = std::thread(ask);
  for (auto& other : others) other.join();
  EXPECT_TRUE(alone);
  EXPECT_EQ(asked, 1);
}

TEST(Library, WhatIsHopelessIsNotAsked) {
  Library library({"GET http://h/lost"});
  EXPECT_TRUE(library.is_hopeless({"GET", "http://h/lost", "", {}, "fetch"}));
  EXPECT_FALSE(library.is_hopeless({"POST", "http://h/lost", "", {}, "fetch"}));
}

}  // namespace
}  // namespace squall::network
