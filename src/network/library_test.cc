#include "network/library.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

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

TEST(Library, OneAsksAtATimeAndTheNextFindsWhatItLearned) {
  Library library;
  library.begin_asking();
  std::atomic<bool> came{false};
  std::string body;
  std::thread other([&] {
    library.begin_asking();
    came = true;
    if (auto found = library.find({"GET", "http://h/a", "", {}, "fetch"})) body = found->response.body;
    library.end_asking({});
  });
  EXPECT_FALSE(came);
  library.end_asking(answers("http://h/a", "learned"));
  other.join();
  EXPECT_TRUE(came);
  EXPECT_EQ(body, "learned");
}

TEST(Library, WhatIsHopelessIsNotAsked) {
  Library library({"GET http://h/lost"});
  EXPECT_TRUE(library.is_hopeless({"GET", "http://h/lost", "", {}, "fetch"}));
  EXPECT_FALSE(library.is_hopeless({"POST", "http://h/lost", "", {}, "fetch"}));
}

}  // namespace
}  // namespace squall::network
