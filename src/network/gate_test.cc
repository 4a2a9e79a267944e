#include "network/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "browser/blank_browser.h"

namespace squall::network {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Puts a mark before each body but those that say "leave me".
struct Marking : BodyFilter {
  std::string identity() const override { return "marking"; }
  std::optional<std::string> filter(const Request& request, const Response&, std::string_view body) const override {
    asked.push_back(request.method + " " + request.url + " " + std::string(body));
    if (body == "leave me") return std::nullopt;
    return "marked " + std::string(body);
  }
  mutable std::vector<std::string> asked;
};

class GateTest : public ::testing::Test {
 protected:
  // The bodies with which the browser was told to answer.
  std::vector<std::string> bodies() const {
    std::vector<std::string> bodies;
    for (const Json& params : browser_.told("Fetch.fulfillRequest"))
      bodies.push_back(base64_decode(params["body"].as_string()).value());
    return bodies;
  }
  static Response response(int status, std::string body, Headers headers = {}) {
    return {status, "", std::move(headers), std::move(body), "", 0};
  }

  browser::BlankBrowser browser_;
  std::unique_ptr<browser::Page> page_ = browser_.open();
  std::shared_ptr<Marking> filter_ = std::make_shared<Marking>();
  Pause pause_{page_->session(), "pause"};
  Request request_{"GET", "http://h/a", "", {}, "script"};
};

TEST_F(GateTest, AChangedBodyComesWithoutTheHeadersThatAreTrueOfTheOriginal) {
  Headers headers = {{"Content-Type", "text/javascript"},
                     {"Content-Length", "1"},
                     {"Content-Encoding", "gzip"},
                     {"Content-MD5", "of x"},
                     {"Digest", "of x"},
                     {"Unencoded-Digest", "of x"},
                     {"Signature", "of x"},
                     {"ETag", "of x"}};
  auto names = [&] {
    std::vector<std::string> out;
    const auto answers = browser_.told("Fetch.fulfillRequest");
    for (const Json& header : answers.back()["responseHeaders"].items()) out.push_back(header["name"].as_string());
    return out;
  };
  Gate(page_->connection(), filter_).answer(pause_, request_, response(200, "x", headers), "x");
  EXPECT_THAT(names(), ElementsAre("Content-Type", "ETag"));
  Gate(page_->connection(), nullptr).answer(pause_, request_, response(200, "x", headers), "x");
  EXPECT_THAT(names(), ElementsAre("Content-Type", "Content-MD5", "Digest", "Unencoded-Digest", "Signature", "ETag"));
  EXPECT_THAT(bodies(), ElementsAre("marked x", "x"));
}

TEST_F(GateTest, ItIsTheBodyOfTheAnswerThatPassesAndNotTheRecordedOne) {
  Gate(page_->connection(), filter_).answer(pause_, request_, response(200, "old()"), "today()");
  EXPECT_THAT(filter_->asked, ElementsAre("GET http://h/a today()"));
  EXPECT_THAT(bodies(), ElementsAre("marked today()"));
}

TEST_F(GateTest, WhatTheServerSentGoesOnAsItIsUnlessItIsChanged) {
  Gate gate(page_->connection(), filter_);
  gate.pass_on(pause_, request_, response(200, "leave me"));
  EXPECT_EQ(browser_.told("Fetch.continueRequest").size(), 1u);
  EXPECT_THAT(bodies(), IsEmpty());
  gate.pass_on(pause_, request_, response(200, "x"));
  EXPECT_EQ(browser_.told("Fetch.continueRequest").size(), 1u);
  EXPECT_THAT(bodies(), ElementsAre("marked x"));
}

TEST_F(GateTest, WhatHasNoBodyOrIsAPartOfOneIsNotChanged) {
  Gate gate(page_->connection(), filter_);
  Request head = request_;
  head.method = "HEAD";
  gate.answer(pause_, head, response(200, ""), "");
  for (int status : {204, 205, 206, 304}) gate.answer(pause_, request_, response(status, ""), "");
  gate.answer(pause_, request_, response(302, "", {{"Location", "b"}}), "");
  gate.pass_unread(pause_);
  EXPECT_THAT(filter_->asked, IsEmpty());
  EXPECT_EQ(bodies(), std::vector<std::string>(6));
  gate.answer(pause_, request_, response(404, "no"), "no");
  EXPECT_EQ(bodies().back(), "marked no");
}

}  // namespace
}  // namespace squall::network
