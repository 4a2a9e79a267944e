#include "lab/stream_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/event_name.h"

namespace squall::lab {
namespace {

using network::StreamMessage;
using ::testing::ElementsAre;

StreamMessage from_server(const char* data, double time_ms, int after_sent = 0) {
  StreamMessage message;
  message.data = data;
  message.time_ms = time_ms;
  message.after_sent = after_sent;
  return message;
}

network::Entry connection(const char* type, std::vector<StreamMessage> messages, int status = 200) {
  network::Entry entry;
  entry.request.url = "http://h/s";
  entry.request.type = type;
  entry.response.status = status;
  entry.messages = std::move(messages);
  return entry;
}

Stream stream(int id, const char* kind = "web-socket") {
  return {id, kind, "http://h/s", std::string("root/") + kind + ":http://h/s", 0, 50, {}, false};
}

// Plays all that the server does by itself: "what data due".
std::vector<std::string> played(StreamPlayer& player, const Stream& stream, double now = 0) {
  std::vector<std::string> out;
  while (auto next = player.next("main", stream, now)) {
    const Json& delivery = next->delivery;
    std::string data = delivery.has("data") ? " " + delivery["data"].as_string() : "";
    out.push_back(delivery["what"].as_string() + data + " " + Json(next->choice.due).dump());
    player.played("main", stream.id, delivery);
  }
  return out;
}

TEST(StreamPlayer, OpensAConnectionAndThenSpeaksWhenItDid) {
  network::Recording recording;
  recording.entries = {connection("websocket", {from_server("a", 10.4), from_server("b", 30)})};
  StreamPlayer player(recording);
  EXPECT_THAT(played(player, stream(1)), ElementsAre("open 51", "message a 61", "message b 80"));
  EXPECT_EQ(player.requests().size(), 1u);
  EXPECT_EQ(player.requests()[0].answer, outcome::Answer::Recorded);
}

TEST(StreamPlayer, WhatIsLateIsDueNow) {
  network::Recording recording;
  recording.entries = {connection("websocket", {from_server("a", 10)})};
  StreamPlayer player(recording);
  EXPECT_THAT(played(player, stream(1), 500), ElementsAre("open 51", "message a 500"));
}

TEST(StreamPlayer, AnAnswerWaitsForWhatItAnswersAndBelongsToItsStep) {
  network::Recording recording;
  StreamMessage question;
  question.sent = true;
  recording.entries = {connection("websocket", {question, from_server("answer", 40, 1)})};
  StreamPlayer player(recording);
  Stream socket = stream(1);
  EXPECT_THAT(played(player, socket), ElementsAre("open 51"));
  socket.sent = {2};
  auto next = player.next("main", socket, 0);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->choice.step, 2);
  EXPECT_EQ(next->choice.name, "root/web-socket:http://h/s/web-socket:message");
}

TEST(StreamPlayer, MessagesOfOneKindAreCounted) {
  network::Recording recording;
  recording.entries = {connection("websocket", {from_server("a", 1), from_server("b", 2)})};
  StreamPlayer player(recording);
  std::vector<std::string> names;
  while (auto next = player.next("main", stream(1), 0)) {
    names.push_back(next->choice.name);
    player.played("main", 1, next->delivery);
  }
  EXPECT_THAT(names, ElementsAre("root/web-socket:http://h/s", "root/web-socket:http://h/s/web-socket:message",
                                 "root/web-socket:http://h/s/web-socket:message#1"));
}

TEST(StreamPlayer, EachConnectionPlaysARecordedOneAndTheLastIsPlayedAgain) {
  network::Recording recording;
  recording.entries = {connection("websocket", {from_server("a", 1)}), connection("websocket", {from_server("b", 1)})};
  StreamPlayer player(recording);
  EXPECT_THAT(played(player, stream(1)), ElementsAre("open 51", "message a 51"));
  EXPECT_THAT(played(player, stream(2)), ElementsAre("open 51", "message b 51"));
  EXPECT_THAT(played(player, stream(3)), ElementsAre("open 51", "message b 51"));
}

TEST(StreamPlayer, WhatTheRecordingDoesNotKnowFails) {
  network::Recording recording;
  recording.entries = {connection("eventsource", {from_server("a", 1)})};
  StreamPlayer player(recording);
  EXPECT_THAT(played(player, stream(1)), ElementsAre("error 51"));
  EXPECT_EQ(player.requests()[0].answer, outcome::Answer::Unanswered);
}

TEST(StreamPlayer, AnEventSourceThatIsRefusedIsClosed) {
  network::Recording recording;
  recording.entries = {connection("eventsource", {}, 404)};
  StreamPlayer player(recording);
  EXPECT_THAT(played(player, stream(1, "event-source")), ElementsAre("close 51"));
}

TEST(StreamPlayer, AClosedConnectionSaysNothing) {
  network::Recording recording;
  recording.entries = {connection("websocket", {from_server("a", 1)})};
  StreamPlayer player(recording);
  Stream closed = stream(1);
  closed.closed = true;
  EXPECT_FALSE(player.next("main", closed, 0));
  EXPECT_EQ(player.requests().size(), 1u) << "but it was asked for";
}

}  // namespace
}  // namespace squall::lab
