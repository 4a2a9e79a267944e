// Addresses that lead nowhere, and servers that do not answer as they should.
#include "tests/fault_lab.h"

namespace squall {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

using FaultyAddress = testing::FaultTest;

TEST_F(FaultyAddress, AHostThatDoesNotExist) {
  EXPECT_EQ(refused("http://no-such-host.invalid/"), "cannot load http://no-such-host.invalid/: ERR_NAME_NOT_RESOLVED");
}

TEST_F(FaultyAddress, APortOnWhichNothingListens) {
  std::string url = "http://127.0.0.1:" + std::to_string(testing::closed_port()) + "/";
  EXPECT_EQ(refused(url), "cannot load " + url + ": ERR_CONNECTION_REFUSED");
}

TEST_F(FaultyAddress, APortThatBrowsersRefuse) {
  EXPECT_THAT(refused("http://127.0.0.1:6667/"), HasSubstr("ERR_UNSAFE_PORT"));
}

TEST_F(FaultyAddress, WhatIsNotAUrl) { EXPECT_THAT(refused("http://:::"), HasSubstr("invalid URL")); }

TEST_F(FaultyAddress, StatusesThatAreErrors) {
  EXPECT_THAT(refused("404"), HasSubstr("answers with HTTP status 404"));
  EXPECT_THAT(refused("500"), HasSubstr("answers with HTTP status 500"));
  EXPECT_THAT(refused("moved"), HasSubstr("answers with HTTP status 404"));
}

TEST_F(FaultyAddress, RedirectsForEver) { EXPECT_THAT(refused("redirect"), HasSubstr("ERR_TOO_MANY_REDIRECTS")); }

TEST_F(FaultyAddress, ACertificateThatNobodyTrusts) {
  EXPECT_THAT(refused(testing::FaultServer::secure().url("good.html")), HasSubstr("ERR_CERT_AUTHORITY_INVALID"));
}

TEST_F(FaultyAddress, TlsWhereThereIsNone) {
  std::string url = testing::FaultServer::get().url("good.html");
  EXPECT_THAT(refused("https" + url.substr(4)), HasSubstr("ERR_SSL_PROTOCOL_ERROR"));
}

TEST_F(FaultyAddress, ADownloadIsNotAPage) { EXPECT_THAT(refused("file.bin"), HasSubstr("download")); }

TEST_F(FaultyAddress, AServerThatHangsUp) { EXPECT_THAT(refused("hangup"), HasSubstr("ERR_EMPTY_RESPONSE")); }

TEST_F(FaultyAddress, AServerThatDoesNotSpeakHttp) {
  // Chromium takes such an answer for HTTP/0.9, which it shows on standard ports alone.
  EXPECT_THAT(refused("garbage"), HasSubstr("ERR_INVALID_HTTP_RESPONSE"));
}

TEST_F(FaultyAddress, AnAnswerWithoutContent) { EXPECT_THAT(refused("nothing"), HasSubstr("without content")); }

TEST_F(FaultyAddress, AnEmptyPageIsAPage) {
  auto outcome = settled("empty");
  EXPECT_EQ(outcome.status, 200);
  EXPECT_EQ(screen(outcome), "");
}

TEST_F(FaultyAddress, AServerThatNeverAnswers) {
  EXPECT_THAT(refused("never", {}, Millis(1000)), HasSubstr("/never has no end"));
}

TEST_F(FaultyAddress, ADocumentThatComesSlowlyIsWaitedFor) {
  EXPECT_THAT(screen(settled("slow")), HasSubstr("slow but whole"));
}

TEST_F(FaultyAddress, ADocumentWithoutAnEndIsCutOff) {
  auto page = record("endless");
  ASSERT_TRUE(page) << page.error().message << again();
  EXPECT_THAT(screen(page->outcome), HasSubstr("and more"));
  ASSERT_EQ(page->notes.size(), 1u);
  EXPECT_THAT(page->notes[0], HasSubstr("/endless: cut off after "));
}

TEST_F(FaultyAddress, APageWithoutItsScriptsSaysSo) {
  auto page = record("incomplete");
  ASSERT_TRUE(page) << page.error().message << again();
  std::string base = testing::FaultServer::get().url("");
  EXPECT_THAT(page->notes, UnorderedElementsAre("The style sheet " + base + "404 did not come (HTTP 404).",
                                                "The script " + base + "500 did not come (HTTP 500).",
                                                "The script " + base + "404 did not come (HTTP 404)."));
}

TEST_F(FaultyAddress, ADocumentThatIsBrokenOff) { EXPECT_THAT(refused("cut"), HasSubstr("ERR_CONNECTION_CLOSED")); }

TEST_F(FaultyAddress, AfterThemAllAGoodPageIsRecorded) {
  EXPECT_THAT(screen(settled("good.html", testing::clicks({"#go"}))), HasSubstr("fresh"));
}

}  // namespace
}  // namespace squall
