#include "serve/example_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/files.h"
#include "serve/example_files.h"
#include "serve/test_client.h"

namespace squall::serve {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A folder of examples, and beside it a file that nobody may see.
class ExampleServerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "squall-examples-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    outside_ = pattern;
    folder_ = outside_ / "examples";
    write("../secret.txt", "secret");
    write("shop/index.html", "<!doctype html>shop");
    write("shop/example.json", R"({"title": "The <shop>", "wrong": "It's \"late\" & wrong."})");
    auto server = HttpServer::start({}, example_handler(folder_));
    ASSERT_TRUE(server.ok());
    server_ = std::move(server.value());
  }
  void TearDown() override {
    server_.reset();
    fs::remove_all(outside_);
  }

  void write(const std::string& path, const std::string& content) {
    ASSERT_TRUE(make_folder((folder_ / path).parent_path()).ok());
    ASSERT_TRUE(write_file(folder_ / path, content).ok());
  }
  // Routes for the example "shop".
  void routes(const std::string& list) { write("shop/server.json", "{\"routes\": [" + list + "]}"); }
  TestResponse get(const std::string& target, const std::string& method = "GET") {
    TestClient client(server_->port());
    return client.get(target, "", method);
  }
  std::string body(const std::string& target) { return get(target).body; }

  fs::path outside_, folder_;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(ExampleServerTest, ServesFilesWithTheirTypes) {
  write("shop/app.mjs", "export {}");
  write("shop/a.SVG", "<svg/>");
  write("shop/sub folder/d.json", "[1]");
  write("shop/unknown.zzz", "?");
  TestResponse page = get("/shop/");
  EXPECT_EQ(page.body, "<!doctype html>shop");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("cache-control"), "no-store");
  EXPECT_EQ(get("/shop/app.mjs").header("content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/shop/a.SVG").header("content-type"), "image/svg+xml");
  EXPECT_EQ(get("/shop/unknown.zzz").header("content-type"), "application/octet-stream");
  TestResponse json = get("/shop/sub%20folder/d.json?v=2");
  EXPECT_EQ(json.body, "[1]");
  EXPECT_EQ(json.header("content-type"), "application/json");
  EXPECT_EQ(get("/shop/app.mjs", "HEAD").header("content-length"), "9");
}

TEST_F(ExampleServerTest, RedirectsAFolderToItsSlash) {
  write("a b/index.html", "x");
  TestResponse response = get("/shop?q=1");
  EXPECT_EQ(response.status, 301);
  EXPECT_EQ(response.header("location"), "/shop/?q=1");
  EXPECT_EQ(get("/a%20b").header("location"), "/a%20b/");
  EXPECT_EQ(get("//example.org/").status, 404);
}

TEST_F(ExampleServerTest, ListsTheExamples) {
  write("broken/example.json", "{\n\"title\": }");
  write("right/example.json", R"({"title": "Right", "wrong": null})");
  write("shared/style.css", "");
  TestResponse page = get("/");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_THAT(page.body, HasSubstr("<a href=\"/shop/\">The &lt;shop&gt;</a>"));
  EXPECT_THAT(page.body, HasSubstr("It&#39;s &quot;late&quot; &amp; wrong."));
  EXPECT_THAT(page.body, HasSubstr("Nothing: it is right."));
  EXPECT_THAT(page.body, HasSubstr("broken/example.json: line 2, column 10"));
  EXPECT_THAT(page.body, Not(HasSubstr("shared")));
}

TEST_F(ExampleServerTest, ServesNothingOutsideOfTheFolder) {
  fs::create_symlink("../../secret.txt", folder_ / "shop/link.txt");
  fs::create_directory_symlink("../..", folder_ / "shop/up");
  fs::create_directory_symlink(outside_, folder_ / "top");
  for (const char* target :
       {"/../secret.txt", "/shop/../../secret.txt", "/%2e%2e/secret.txt", "/shop/%2E./%2e%2e/secret.txt",
        "/..%2fsecret.txt", "/shop/..%2f..%2fsecret.txt", "/shop%2f..%2f..%2fsecret.txt", "/shop/link.txt",
        "/shop/up/secret.txt", "/top/secret.txt", "/shop/index.html%00.txt", "//secret.txt", "/./shop/",
        "/shop//index.html", "/shop/index.html/"}) {
    TestResponse response = get(target);
    EXPECT_EQ(response.status, 404) << target;
    EXPECT_THAT(response.body, Not(testing::StrEq("secret"))) << target;
  }
  // The backslash is an ordinary character.
  EXPECT_EQ(get("/..\\secret.txt").status, 404);
}

TEST_F(ExampleServerTest, FollowsLinksThatStayInside) {
  write("shared/style.css", "body{}");
  fs::create_symlink("../shared/style.css", folder_ / "shop/style.css");
  EXPECT_EQ(body("/shop/style.css"), "body{}");
}

TEST_F(ExampleServerTest, DoesNotWaitForPipes) {
  ASSERT_EQ(::mkfifo((folder_ / "shop/pipe").c_str(), 0600), 0);
  EXPECT_EQ(get("/shop/pipe").status, 404);
}

TEST_F(ExampleServerTest, AnswersForAMissingIconWithNothing) {
  EXPECT_EQ(get("/favicon.ico").status, 204);
  write("favicon.ico", "icon");
  EXPECT_EQ(body("/favicon.ico"), "icon");
  EXPECT_EQ(get("/favicon.ico").header("content-type"), "image/x-icon");
}

TEST_F(ExampleServerTest, RefusesOtherMethods) {
  routes(R"({"path": "save", "method": "POST", "json": {"saved": true}})");
  EXPECT_EQ(get("/shop/index.html", "DELETE").status, 405);
  EXPECT_EQ(get("/shop/index.html", "DELETE").header("allow"), "GET, HEAD");
  TestResponse wrong = get("/shop/save");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.header("allow"), "POST");
  EXPECT_EQ(get("/shop/save", "POST").body, R"({"saved":true})");
  EXPECT_EQ(get("/shop/missing", "POST").status, 404);
}

TEST_F(ExampleServerTest, GivesTheFirstRouteThatMatches) {
  routes(R"({"path": "a", "query": {"x": "1", "y": ""}, "text": "both"},
            {"path": "a", "query": {"x": "1"}, "text": "one"},
            {"path": "a", "method": "POST", "text": "posted"},
            {"path": "a", "text": "any"}, {"path": "index.html", "text": "before files"},
            {"path": "b/c d", "status": 418, "headers": {"X-Pot": "tea", "Content-Type": "text/x"}, "text": "tea"})");
  EXPECT_EQ(body("/shop/a?y=&x=1&z=3"), "both");
  EXPECT_EQ(body("/shop/a?x=1"), "one");
  EXPECT_EQ(body("/shop/a?x=2"), "any");
  EXPECT_EQ(get("/shop/a?x=1", "HEAD").header("content-length"), "3");
  EXPECT_EQ(get("/shop/a", "POST").body, "posted");
  EXPECT_EQ(body("/shop/index.html"), "before files");
  TestResponse teapot = get("/shop/b/c%20d");
  EXPECT_EQ(teapot.status, 418);
  EXPECT_EQ(teapot.header("x-pot"), "tea");
  EXPECT_EQ(teapot.header("content-type"), "text/x");
  EXPECT_EQ(get("/shop/b%2Fc%20d").status, 404);
}

TEST_F(ExampleServerTest, AnswersWithJsonFilesAndRedirects) {
  write("shop/data/x.json", "[ 1 ]");
  routes(R"({"path": "j", "json": {"ä": [1, null]}}, {"path": "n", "json": null}, {"path": "f", "file": "data/x.json"},
            {"path": "gone", "file": "nowhere"}, {"path": "out", "file": "../../secret.txt"},
            {"path": "r", "redirect": "j?x=1"}, {"path": "r2", "status": 307, "redirect": "/other/"})");
  TestResponse json = get("/shop/j");
  EXPECT_EQ(json.body, "{\"ä\":[1,null]}");
  EXPECT_EQ(json.header("content-type"), "application/json");
  EXPECT_EQ(json.header("cache-control"), "no-store");
  EXPECT_EQ(body("/shop/n"), "null");
  EXPECT_EQ(body("/shop/f"), "[ 1 ]");
  EXPECT_EQ(get("/shop/gone").status, 500);
  EXPECT_THAT(body("/shop/gone"), HasSubstr("shop/nowhere"));
  EXPECT_EQ(get("/shop/out").status, 500);
  EXPECT_THAT(body("/shop/out"), HasSubstr("no such file"));
  EXPECT_EQ(get("/shop/r").status, 302);
  EXPECT_EQ(get("/shop/r").header("location"), "/shop/j?x=1");
  EXPECT_EQ(get("/shop/r2").status, 307);
  EXPECT_EQ(get("/shop/r2").header("location"), "/other/");
}

TEST_F(ExampleServerTest, SearchesInAnyCase) {
  write("shop/cities.json", R"([{"name": "Lisbon", "in": ["Portugal"]}, {"name": "Lille", "in": ["France"]},
                                {"name": "Porto", "in": ["Portugal"]}, {"other": 1}])");
  write("shop/words.json", R"(["Alpha", "beta", "Gamma"])");
  routes(R"({"path": "c", "search": {"in": "cities.json", "query": "q", "fields": ["name", "in"], "limit": 2}},
            {"path": "w", "search": {"in": "words.json", "query": "q"}})");
  EXPECT_EQ(body("/shop/c?q=LI"), R"([{"name":"Lisbon","in":["Portugal"]},{"name":"Lille","in":["France"]}])");
  EXPECT_EQ(body("/shop/c?q=porto"), R"([{"name":"Porto","in":["Portugal"]}])");
  EXPECT_EQ(body("/shop/c?q=o"), R"([{"name":"Lisbon","in":["Portugal"]},{"name":"Porto","in":["Portugal"]}])");
  EXPECT_EQ(body("/shop/c?q="), "[]");
  EXPECT_EQ(body("/shop/c"), "[]");
  EXPECT_EQ(body("/shop/w?q=AM"), R"(["Gamma"])");
}

TEST_F(ExampleServerTest, FiltersByAllValues) {
  write("shop/s.json",
        R"([{"n": 1, "tags": ["wash", "diesel"]}, {"n": 2, "tags": ["wash"]}, {"n": 3, "tags": "wash"}])");
  routes(R"({"path": "s", "filter": {"in": "s.json", "query": "f", "field": "tags"}})");
  EXPECT_EQ(body("/shop/s?f=wash,diesel"), R"([{"n":1,"tags":["wash","diesel"]}])");
  EXPECT_EQ(parse_json(body("/shop/s?f=wash"))->size(), 3u);
  EXPECT_EQ(parse_json(body("/shop/s?f="))->size(), 3u);
  EXPECT_EQ(parse_json(body("/shop/s"))->size(), 3u);
  EXPECT_EQ(body("/shop/s?f=was"), "[]");
}

TEST_F(ExampleServerTest, WrapsJsonInACallback) {
  routes(R"({"path": "p", "jsonp": "cb", "json": [1]})");
  TestResponse response = get("/shop/p?cb=app.got_1$");
  EXPECT_EQ(response.body, "app.got_1$([1])");
  EXPECT_EQ(response.header("content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/shop/p?cb=alert(1)//").status, 400);
  EXPECT_EQ(get("/shop/p?cb=").status, 400);
  EXPECT_EQ(get("/shop/p").status, 400);
}

TEST_F(ExampleServerTest, DelaysAnswers) {
  routes(R"({"path": "slow", "delay_ms": 60, "text": "slow"}, {"path": "stuck", "delay_ms": 3600000, "text": ""})");
  auto start = Clock::now();
  EXPECT_EQ(body("/shop/slow"), "slow");
  EXPECT_GE(ms_since(start), 60);
  TestClient stuck(server_->port());
  stuck.send("GET /shop/stuck HTTP/1.1\r\nHost: a\r\n\r\n");
  start = Clock::now();
  server_.reset();
  EXPECT_LT(ms_since(start), 200);
}

TEST_F(ExampleServerTest, StreamsEventsAndStaysOpen) {
  routes(R"({"path": "e", "event_stream": [{"after_ms": 5, "event": "goal", "id": "7", "data": "a\nb"},
                                           {"data": {"n": 1}}, {"after_ms": 5, "data": ""}]})");
  TestClient client(server_->port());
  client.send("GET /shop/e HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.read_until("\r\n\r\n"), HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(client.read_until("\n\n\r\n"), HasSubstr("\r\nevent: goal\nid: 7\ndata: a\ndata: b\n\n\r\n"));
  EXPECT_THAT(client.read_until("\n\n\r\n"), HasSubstr("\r\ndata: {\"n\":1}\n\n\r\n"));
  EXPECT_THAT(client.read_until("\n\n\r\n"), HasSubstr("\r\ndata: \n\n\r\n"));
  auto start = Clock::now();
  server_.reset();
  EXPECT_LT(ms_since(start), 200);
  EXPECT_TRUE(client.at_end());
}

TEST_F(ExampleServerTest, GreetsRepliesAndBroadcasts) {
  routes(R"({"path": "room", "websocket": {"greeting": ["welcome", {"n": 1}], "broadcast": true,
                                           "replies": {"ping": ["pong", "pong again"]}}},
            {"path": "other", "websocket": {"greeting": ["other"], "broadcast": true}})");
  TestClient one(server_->port()), two(server_->port()), other(server_->port());
  for (TestClient* client : {&one, &two}) {
    ASSERT_EQ(client->open_websocket("/shop/room").status, 101);
    EXPECT_EQ(client->read_text(), "welcome");
    EXPECT_EQ(client->read_text(), R"({"n":1})");
    // Whoever hears its own message has joined.
    client->send_text("here");
    EXPECT_EQ(client->read_text(), "here");
  }
  EXPECT_EQ(one.read_text(), "here");
  other.open_websocket("/shop/other");
  EXPECT_EQ(other.read_text(), "other");
  one.send_text("ping");
  EXPECT_EQ(one.read_text(), "ping");
  EXPECT_EQ(one.read_text(), "pong");
  EXPECT_EQ(one.read_text(), "pong again");
  EXPECT_EQ(two.read_text(), "ping");
  two.send_text("last");
  EXPECT_EQ(one.read_text(), "last");
  EXPECT_EQ(two.read_text(), "last");
  other.send_text("mine");
  EXPECT_EQ(other.read_text(), "mine");
  EXPECT_EQ(get("/shop/room").status, 426);
}

TEST_F(ExampleServerTest, SaysWhatIsWrongWithServerJson) {
  write("shop/server.json", "{\n  \"routes\": [\n    { \"path\": \"a\" \"text\": \"b\" }\n  ]\n}\n");
  TestResponse syntax = get("/shop/");
  EXPECT_EQ(syntax.status, 500);
  EXPECT_THAT(syntax.body, HasSubstr("shop/server.json is broken:\n  line 3, column 19: not valid JSON"));
  routes(R"({"path": "a", "text": "fine"}, {"path": "b", "text": "x", "status": "ok"})");
  EXPECT_THAT(body("/shop/a"), HasSubstr("routes[1].status: must be a whole number from 200 to 599"));
  routes(R"({"path": "a", "text": "fine"})");
  EXPECT_EQ(body("/shop/a"), "fine");
}

TEST_F(ExampleServerTest, ChecksExamples) {
  EXPECT_THAT(check_examples(folder_), IsEmpty());
  write("shared/style.css", "");
  write("shop/not-array.json", "{}");
  routes(R"({"path": "/a", "text": 1}, {"path": "b"}, {"path": "c", "text": "", "json": 1, "colour": "red"},
            {"text": "no path"}, {"path": "d", "jsonp": "cb", "text": ""}, {"path": "e", "headers": {"A b": "x\ny"}, "json": 1},
            {"path": "f", "search": {"in": "missing.json", "query": "q"}}, {"path": "g", "delay_ms": 1.5, "json": 1},
            {"path": "h", "filter": {"in": "not-array.json", "query": "q", "field": "f"}}, {"path": "i", "file": "gone"},
            {"path": "j", "event_stream": [{"after_ms": -1}]}, {"path": "k", "websocket": {"broadcast": "yes"}}, 7)");
  write("empty/server.json", "[]");
  EXPECT_THAT(
      check_examples(folder_),
      ElementsAre(HasSubstr("empty/example.json: cannot read"), "empty/server.json: the whole: must be an object",
                  "empty/index.html: is missing", HasSubstr("shop/server.json: routes[0].path: is relative"),
                  "shop/server.json: routes[0].text: must be a string",
                  "shop/server.json: routes[1]: has no answer: one of json, text, file, search, filter, event_stream, "
                  "websocket, redirect",
                  "shop/server.json: routes[2].colour: is not known here",
                  "shop/server.json: routes[2]: has several answers: text, json",
                  "shop/server.json: routes[3].path: is missing",
                  "shop/server.json: routes[4].jsonp: goes with json, search or filter, not with text",
                  "shop/server.json: routes[5].headers.A b: is no name for a header",
                  "shop/server.json: routes[5].headers.A b: must be a single line",
                  HasSubstr("shop/server.json: routes[7].delay_ms: must be a whole number"),
                  HasSubstr("shop/server.json: routes[10].event_stream[0].after_ms: must be a whole number"),
                  "shop/server.json: routes[10].event_stream[0].data: is missing",
                  "shop/server.json: routes[11].websocket.broadcast: must be true or false",
                  "shop/server.json: routes[12]: must be an object",
                  HasSubstr("shop/server.json: routes[12]: has no answer"),
                  "shop/missing.json: there is no such file in the example's folder",
                  "shop/not-array.json: must be an array", "shop/gone: there is no such file in the example's folder"));
  EXPECT_THAT(check_examples(folder_ / "nowhere"), ElementsAre(HasSubstr("nowhere: there is no such folder")));
}

}  // namespace
}  // namespace squall::serve
