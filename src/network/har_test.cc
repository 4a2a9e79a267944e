#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "network/recording.h"
#include "network/sample_recording.h"

namespace squall::network {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

void expect_same(const Entry& one, const Entry& other) {
  EXPECT_EQ(one.request.method, other.request.method);
  EXPECT_EQ(one.request.url, other.request.url);
  EXPECT_EQ(one.request.body, other.request.body);
  EXPECT_EQ(one.request.headers, other.request.headers);
  EXPECT_EQ(one.request.type, other.request.type);
  EXPECT_EQ(one.response.status, other.response.status);
  EXPECT_EQ(one.response.status_text, other.response.status_text);
  EXPECT_EQ(one.response.headers, other.response.headers);
  EXPECT_EQ(one.response.body, other.response.body);
  EXPECT_EQ(one.response.failure, other.response.failure);
  EXPECT_EQ(one.response.latency_ms, other.response.latency_ms);
  EXPECT_EQ(one.response.open, other.response.open);
  EXPECT_EQ(one.started_ms, other.started_ms);
  ASSERT_EQ(one.messages.size(), other.messages.size());
  for (size_t i = 0; i < one.messages.size(); ++i) {
    const StreamMessage &a = one.messages[i], &b = other.messages[i];
    EXPECT_EQ(std::tie(a.sent, a.data, a.binary, a.event, a.id, a.time_ms, a.after_sent, a.signal, a.code),
              std::tie(b.sent, b.data, b.binary, b.event, b.id, b.time_ms, b.after_sent, b.signal, b.code));
  }
}

TEST(Har, ReadsBackWhatItWroteWithoutLoss) {
  Recording recording = sample_recording();
  for (Entry& entry : recording.entries) {
    if (entry.request.type != "eventsource") continue;
    StreamMessage lost;
    lost.signal = StreamMessage::Signal::Error;
    entry.messages.push_back(lost);
    lost.signal = StreamMessage::Signal::Open;
    entry.messages.push_back(lost);
    lost.signal = StreamMessage::Signal::Close;
    lost.code = 4001;
    lost.data = "enough";
    entry.messages.push_back(lost);
  }
  auto json = parse_json(to_har(recording).dump());
  ASSERT_TRUE(json);
  auto imported = from_har(*json);
  ASSERT_TRUE(imported);
  EXPECT_EQ(imported->skipped, 0);
  EXPECT_EQ(imported->recording.started, recording.started);
  ASSERT_EQ(imported->recording.entries.size(), recording.entries.size());
  for (size_t i = 0; i < recording.entries.size(); ++i) {
    SCOPED_TRACE(recording.entries[i].request.url);
    expect_same(imported->recording.entries[i], recording.entries[i]);
  }
  EXPECT_EQ(to_har(imported->recording), to_har(recording));
}

TEST(Har, EachByteSurvivesInABody) {
  Recording recording;
  for (int byte = 0; byte < 256; ++byte) {
    Entry entry;
    entry.request.url = "http://h/" + std::to_string(byte);
    entry.response.status = 200;
    entry.response.body = std::string("a") + static_cast<char>(byte);
    recording.entries.push_back(entry);
  }
  auto imported = from_har(*parse_json(to_har(recording).dump()));
  ASSERT_TRUE(imported);
  for (size_t i = 0; i < 256; ++i)
    EXPECT_EQ(imported->recording.entries[i].response.body, recording.entries[i].response.body);
}

// The members that HAR 1.2 demands, with their types.
void expect_members(const Json& json, std::initializer_list<const char*> strings,
                    std::initializer_list<const char*> numbers, std::initializer_list<const char*> arrays,
                    std::initializer_list<const char*> objects) {
  for (const char* key : strings) EXPECT_TRUE(json[key].is_string()) << key;
  for (const char* key : numbers) EXPECT_TRUE(json[key].is_number()) << key;
  for (const char* key : arrays) EXPECT_TRUE(json[key].is_array()) << key;
  for (const char* key : objects) EXPECT_TRUE(json[key].is_object()) << key;
}

TEST(Har, HasAllThatTheStandardDemands) {
  Json har = to_har(sample_recording());
  const Json& log = har["log"];
  EXPECT_EQ(log["version"].as_string(), "1.2");
  expect_members(log["creator"], {"name", "version"}, {}, {}, {});
  expect_members(log["pages"][0], {"startedDateTime", "id", "title"}, {}, {}, {"pageTimings"});
  for (const Json& entry : log["entries"].items()) {
    expect_members(entry, {"startedDateTime", "pageref"}, {"time"}, {}, {"request", "response", "cache", "timings"});
    EXPECT_EQ(entry["pageref"], log["pages"][0]["id"]);
    expect_members(entry["request"], {"method", "url", "httpVersion"}, {"headersSize", "bodySize"},
                   {"cookies", "headers", "queryString"}, {});
    expect_members(entry["response"], {"statusText", "httpVersion", "redirectURL"},
                   {"status", "headersSize", "bodySize"}, {"cookies", "headers"}, {"content"});
    expect_members(entry["response"]["content"], {"mimeType"}, {"size"}, {}, {});
    expect_members(entry["timings"], {}, {"send", "wait", "receive"}, {}, {});
  }
}

TEST(Har, WritesWhatOtherToolsLookFor) {
  Json har = to_har(sample_recording());
  const Json& entries = har["log"]["entries"];
  const Json& page = entries[0];
  EXPECT_EQ(page["startedDateTime"].as_string(), "2024-02-29T12:00:00.250Z");
  EXPECT_EQ(page["_resourceType"].as_string(), "document");
  EXPECT_EQ(page["request"]["cookies"].dump(), R"([{"name":"sid","value":"1"},{"name":"theme","value":"dark=er"}])");
  EXPECT_EQ(page["request"]["queryString"].dump(),
            R"([{"name":"q","value":"a b"},{"name":"q","value":""},{"name":"x","value":""}])");
  EXPECT_EQ(page["response"]["cookies"].dump(), R"([{"name":"sid","value":"2","path":"/","httpOnly":true}])");
  EXPECT_EQ(entries[1].at("response", "content", "encoding").as_string(), "base64");
  EXPECT_EQ(entries[1].at("response", "bodySize").as_int(), -1) << "the size on the wire is unknown";
  EXPECT_EQ(entries[2].at("response", "redirectURL").as_string(), "/done");
  EXPECT_EQ(entries[3].at("response", "status").as_int(1), 0);
  EXPECT_EQ(entries[3].at("response", "_error").as_string(), "net::ERR_CONNECTION_REFUSED");
  const Json& messages = entries[4]["_webSocketMessages"];
  EXPECT_EQ(messages[0]["type"].as_string(), "send");
  EXPECT_DOUBLE_EQ(messages[0]["time"].as_double(), 1709208000.2815);
  EXPECT_EQ(messages[1]["opcode"].as_int(), 2);
  EXPECT_EQ(messages[1]["data"].as_string(), "AP8=");
  EXPECT_EQ(entries[5]["_eventSourceMessages"][0]["eventName"].as_string(), "tick");
}

Imported import(const char* text) {
  auto json = parse_json(text);
  EXPECT_TRUE(json);
  auto imported = from_har(*json);
  EXPECT_TRUE(imported);
  return imported ? *imported : Imported{};
}

TEST(HarImport, TakesWhatChromeWrites) {
  Imported imported = import(R"({"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"entries":[
    {"_resourceType":"xhr","startedDateTime":"2024-02-29T12:00:01.000Z","time":5.5,
     "request":{"method":"GET","url":"https://h/a#top","headers":[{"name":":method","value":"GET"},{"name":"accept","value":"*/*"}]},
     "response":{"status":200,"statusText":"","headers":[{"name":":status","value":"200"},{"name":"content-encoding","value":"br"},
       {"name":"content-length","value":"3"},{"name":"content-type","value":"application/json"}],
       "content":{"size":2,"mimeType":"application/json","text":"e30=","encoding":"base64"},"_error":null}},
    {"_resourceType":"script","startedDateTime":"2024-02-29T12:00:00.000Z","time":-1,
     "request":{"method":"GET","url":"https://h/b"},
     "response":{"status":0,"content":{"size":0,"mimeType":"x-unknown"},"_error":"net::ERR_BLOCKED_BY_CLIENT"}},
    {"_resourceType":"image","request":{"method":"GET","url":"data:image/png;base64,AA=="},"response":{"status":200}},
    {"_resourceType":"websocket","startedDateTime":"2024-02-29T12:00:02.000Z",
     "_webSocketMessages":[{"type":"send","time":1709208002.5,"opcode":1,"data":"hi"},
       {"type":"receive","time":1709208003,"opcode":2,"data":"AAE="},{"type":"receive","time":1709208003,"opcode":8,"data":""},
       {"type":"receive","time":1709208004,"opcode":-1,"data":"error"}],
     "request":{"method":"GET","url":"wss://h/c"},"response":{"status":101,"content":{"size":0}}}]}})");
  EXPECT_EQ(imported.skipped, 1);
  const auto& entries = imported.recording.entries;
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(imported.recording.started, "2024-02-29T12:00:00.000Z");
  EXPECT_EQ(entries[0].response.failure, "ERR_BLOCKED_BY_CLIENT") << "entries are ordered by their start";
  EXPECT_EQ(entries[0].response.latency_ms, 0);
  EXPECT_EQ(entries[1].request.url, "https://h/a");
  EXPECT_THAT(entries[1].request.headers, ElementsAre(Pair("accept", "*/*")));
  EXPECT_THAT(entries[1].response.headers, ElementsAre(Pair("content-type", "application/json")));
  EXPECT_EQ(entries[1].response.body, "{}");
  EXPECT_EQ(entries[1].response.failure, "");
  EXPECT_EQ(entries[1].started_ms, 1000);
  ASSERT_EQ(entries[2].messages.size(), 2u);
  EXPECT_EQ(entries[2].messages[0].time_ms, 500);
  EXPECT_EQ(entries[2].messages[1].after_sent, 1);
  EXPECT_EQ(entries[2].messages[1].data, std::string("\0\1", 2));
}

TEST(HarImport, TakesWhatFirefoxWrites) {
  Imported imported = import(R"({"log":{"creator":{"name":"Firefox"},"entries":[
    {"startedDateTime":"2024-02-29T14:00:00.000+02:00","time":1,
     "request":{"method":"POST","url":"http://h/f","headers":[{"name":"Sec-Fetch-Dest","value":"empty"}],
       "postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"ü&"},{"name":"c","value":""}],"text":""}},
     "response":{"status":200,"headers":[{"name":"Content-Type","value":"text/plain; charset=ISO-8859-1; x=y"}],
       "content":{"mimeType":"text/plain","size":2,"text":"é"}}},
    {"startedDateTime":"2024-02-29T14:00:00.000+02:00",
     "request":{"method":"GET","url":"http://h/blocked","headers":[]},"response":{"status":0,"headers":[],"content":{}}}]}})");
  const auto& entries = imported.recording.entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].request.body, "a+b=%C3%BC%26&c=");
  EXPECT_EQ(entries[0].request.type, "fetch");
  EXPECT_THAT(entries[0].response.headers, ElementsAre(Pair("Content-Type", "text/plain; x=y; charset=utf-8")))
      << "the text of a HAR is UTF-8, whatever the server sent";
  EXPECT_EQ(entries[1].response.failure, "ERR_FAILED");
}

TEST(HarImport, TakesWhatPlaywrightAndMitmproxyWrite) {
  Imported imported = import(R"({"log":{"creator":{"name":"Playwright"},"entries":[
    {"startedDateTime":"2024-02-29T12:00:00Z","request":{"method":"GET","url":"http://h/x"},
     "response":{"status":-1,"_failureText":"net::ERR_ABORTED","content":{"size":-1,"mimeType":"x-unknown"}}},
    {"startedDateTime":"2024-02-29T12:00:00.123456+00:00","request":{"method":"GET","url":"http://h/y"},
     "response":{"status":200,"content":{"size":4,"mimeType":"text/css","text":"a{}\n"}}},
    {"startedDateTime":"2024-02-29T12:00:01Z","request":{"method":"GET","url":"http://h/z"},
     "response":{"status":200,"content":{"size":9,"mimeType":"text/css","_file":"abc.css"}}}]}})");
  EXPECT_EQ(imported.skipped, 1) << "a body that stands in another file is not an empty body";
  const auto& entries = imported.recording.entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].response.status, 0);
  EXPECT_EQ(entries[0].response.failure, "ERR_ABORTED");
  EXPECT_EQ(entries[1].request.type, "stylesheet");
  EXPECT_THAT(entries[1].response.headers, ElementsAre(Pair("content-type", "text/css")));
}

TEST(HarImport, KnowsAWebSocketByItsAddress) {
  Imported imported = import(R"({"log":{"entries":[{"request":{"url":"ws://h/a"},"response":{"status":101}},
    {"request":{"url":"wss://h/b"},"response":{"status":101}}]}})");
  ASSERT_EQ(imported.recording.entries.size(), 2u);
  for (const Entry& entry : imported.recording.entries) EXPECT_EQ(entry.request.type, "websocket");
}

TEST(HarImport, AnEntryWithoutATimeFollowsTheOneBeforeIt) {
  Imported imported = import(R"({"log":{"entries":[
    {"startedDateTime":"2024-02-29T12:00:02Z","request":{"url":"http://h/late"},"response":{"status":204}},
    {"request":{"url":"http://h/untimed"},"response":{"status":204}},
    {"startedDateTime":"2024-02-29T12:00:00Z","request":{"url":"http://h/first"},"response":{"status":204}}]}})");
  std::vector<std::string> urls;
  for (const Entry& entry : imported.recording.entries) urls.push_back(entry.request.url);
  EXPECT_THAT(urls, ElementsAre("http://h/first", "http://h/late", "http://h/untimed"));
  EXPECT_EQ(imported.recording.entries.back().started_ms, 2000);
}

TEST(HarImport, SkipsWhatCannotBeUsed) {
  Imported imported = import(R"({"entries":[null, 7, "x", {}, {"request":{"url":"http://h/"}},
    {"request":{"method":"GET"},"response":{"status":200}},
    {"request":{"url":"http://h/"},"response":{"status":200,"content":{"text":"?!","encoding":"base64"}}},
    {"request":{"url":"http://h/ok"},"response":{"status":204}}]})");
  EXPECT_EQ(imported.skipped, 7);
  ASSERT_EQ(imported.recording.entries.size(), 1u);
  EXPECT_EQ(imported.recording.entries[0].request.method, "GET");
}

TEST(HarImport, WhatIsNoHarIsAnError) {
  for (const char* text : {"null", "[]", "{}", R"({"log":[]})", R"({"log":{"entries":{}}})"}) {
    EXPECT_FALSE(from_har(*parse_json(text))) << text;
  }
}

TEST(HarImport, DecodesCarelessBase64) {
  Imported imported = import(R"({"log":{"entries":[{"request":{"url":"http://h/"},
    "response":{"status":200,"content":{"text":"_- \t8=","encoding":"base64"}}}]}})");
  ASSERT_EQ(imported.recording.entries.size(), 1u);
  EXPECT_EQ(imported.recording.entries[0].response.body, "\xff\xef");
}

}  // namespace
}  // namespace squall::network
