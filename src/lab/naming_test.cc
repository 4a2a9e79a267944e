#include "lab/naming.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace squall::lab {
namespace {

using ::testing::ElementsAre;

class NamingTest : public ::testing::Test {
 protected:
  // A request that is held in this frame, in the order of sending.
  network::Passage& held(const char* type, const char* url, const char* frame = "main", const char* mark = "") {
    auto& passage = passages_.emplace_back();
    passage.id = {"r" + std::to_string(passages_.size())};
    passage.request.method = "GET";
    passage.request.url = url;
    passage.request.type = type;
    passage.mark = mark;
    passage.number = static_cast<int>(passages_.size());
    std::string path = std::string_view(frame) == "main" ? "0" : "0/1";
    asked_.push_back({&passage, frame, path, 20.2});
    return passage;
  }
  void announce(const char* kind, const char* url, const char* name, const char* frame = "main", const char* mark = "",
                double time = 100) {
    naming_.announce(frame, {kind, mark, "GET", url, name, 0, time});
  }
  std::vector<std::string> names(int step = -1) {
    naming_.name(asked_, step, 500);
    std::vector<std::string> out;
    for (const Asked& asked : asked_) out.push_back(naming_.choice(asked.passage->id).name);
    return out;
  }

  Naming naming_;
  std::deque<network::Passage> passages_;
  std::vector<Asked> asked_;
};

TEST_F(NamingTest, TheEarliestAnnouncementOfTheSameRequestFits) {
  announce("image-load", "http://h/a", "first");
  announce("image-load", "http://h/b", "other");
  announce("image-load", "http://h/a", "second");
  held("image", "http://h/a");
  held("image", "http://h/a");
  EXPECT_THAT(names(), ElementsAre("first", "second"));
}

TEST_F(NamingTest, AMarkTellsWhoseCallSentTheRequest) {
  announce("fetch", "http://h/a", "never sent", "main", "squall:1");
  announce("fetch", "http://h/a", "sent", "main", "squall:2");
  held("fetch", "http://h/a", "main", "squall:2");
  EXPECT_THAT(names(), ElementsAre("sent"));
}

TEST_F(NamingTest, MarksOfTwoFramesAreTwo) {
  announce("fetch", "http://h/a", "of main", "main", "squall:1");
  announce("fetch", "http://h/a", "of child", "child", "squall:1");
  held("fetch", "http://h/a", "child", "squall:1");
  held("fetch", "http://h/a", "main", "squall:1");
  EXPECT_THAT(names(), ElementsAre("of child", "of main"));
}

TEST_F(NamingTest, AMarkHoldsThoughTheBrowserChangesTheAddress) {
  announce("fetch", "http://h/a", "asked", "main", "squall:1");
  held("fetch", "https://h/a", "main", "squall:1");
  EXPECT_THAT(names(), ElementsAre("asked"));
}

TEST_F(NamingTest, AnEarlierDocumentsMarkIsNotTaken) {
  announce("fetch", "http://h/a", "of the document before", "main", "squall:1");
  announce("fetch", "http://h/a", "of this document", "main", "squall:1");
  held("fetch", "http://h/a", "main", "squall:1");
  EXPECT_THAT(names(), ElementsAre("of this document"));
}

TEST_F(NamingTest, AScriptOfTheParserIsNotTheFetchOfTheSameAddress) {
  announce("fetch", "http://h/a.js", "root/fetch:GET http:\\/h/a.js");
  held("script", "http://h/a.js").by_parser = true;
  held("fetch", "http://h/a.js");
  EXPECT_THAT(names(), ElementsAre("root/script:http://h/a.js", "root/fetch:GET http:\\/h/a.js"));
}

TEST_F(NamingTest, WhatTheFrameItselfAnnouncedComesFirst) {
  announce("image-load", "http://h/a", "of child", "child");
  announce("image-load", "http://h/a", "of main", "main");
  held("image", "http://h/a", "main");
  held("image", "http://h/a", "child");
  EXPECT_THAT(names(), ElementsAre("of main", "of child"));
}

TEST_F(NamingTest, AnElementMayBePutIntoTheDocumentOfAnotherFrame) {
  announce("image-load", "http://h/a", "of main", "main");
  held("image", "http://h/a", "child");
  EXPECT_THAT(names(), ElementsAre("of main"));
}

TEST_F(NamingTest, WhatNobodyAnnouncedIsTheParsers) {
  held("script", "http://h/a.js").by_parser = true;
  held("image", "http://h/a.png", "child");
  held("image", "http://h/a.png", "child");
  EXPECT_THAT(names(), ElementsAre("root/script:http://h/a.js", "frame 0/1: root/image-load:http://h/a.png",
                                   "frame 0/1: root/image-load:http://h/a.png#1"));
  EXPECT_FALSE(naming_.announced(passages_[0].id));
}

TEST_F(NamingTest, AScriptThatNobodyAnnouncedIsAnImportOfTheStep) {
  held("script", "http://h/part.js");
  EXPECT_THAT(names(1), ElementsAre("root/user:2/script:http://h/part.js"));
  EXPECT_EQ(naming_.choice(passages_[0].id).step, 1);
}

TEST_F(NamingTest, AResponseIsDueAfterTheRecordedLatency) {
  announce("xhr", "http://h/a", "a", "main", "", 100);
  held("xhr", "http://h/a");
  held("image", "http://h/b");
  asked_[1].latency_ms = 0;
  names();
  EXPECT_EQ(naming_.choice(passages_[0].id).due, 121) << "from when it was sent";
  EXPECT_EQ(naming_.choice(passages_[1].id).due, 501)
      << "from when it was seen; a response takes a millisecond at least";
}

TEST_F(NamingTest, ANameStays) {
  held("image", "http://h/a");
  EXPECT_THAT(names(), ElementsAre("root/image-load:http://h/a"));
  announce("image-load", "http://h/a", "late");
  EXPECT_THAT(names(), ElementsAre("root/image-load:http://h/a"));
}

}  // namespace
}  // namespace squall::lab
