#include "browser/connection.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>

#include "browser/replay_transport.h"
#include "browser/test_support.h"

namespace squall::browser {
namespace {

const SessionId kPage{"p"};
const QueueId kQueue{"C"};

std::unique_ptr<Connection> replay(std::string_view log) {
  return std::make_unique<Connection>(std::make_unique<ReplayTransport>(log));
}

TEST(Connection, ReplyReachesItsCaller) {
  auto connection = replay(R"(
    > {"id":7,"method":"A"}
    > {"id":8,"method":"B"}
    < {"id":8,"result":{"is":"b"}}
    < {"id":7,"result":{"is":"a"}}
  )");
  CallId a = connection->send({}, "A");
  CallId b = connection->send({}, "B");
  Reply first = connection->wait(a, in_ms(2000));
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)["is"].as_string(), "a");
  EXPECT_EQ((*connection->wait(b, in_ms(2000)))["is"].as_string(), "b");
}

TEST(Connection, EventsStayInTheirQueueWhileACallerWaits) {
  auto connection = replay(R"(
    > {"id":1,"method":"A"}
    < {"method":"first","params":{"n":1}}
    < {"method":"second","sessionId":"p"}
    < {"id":1,"result":{}}
    < {"method":"third"}
    =
  )");
  ASSERT_TRUE(connection->call({}, "A", Json::object(), in_ms(2000)));
  EXPECT_TRUE(connection->has_event());
  auto first = connection->next_event(in_ms(2000));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->method, "first");
  EXPECT_EQ(first->params["n"].as_int(), 1);
  EXPECT_EQ(connection->next_event(in_ms(2000))->session, kPage);
  EXPECT_EQ(connection->next_event(in_ms(2000))->method, "third");
  EXPECT_FALSE(connection->next_event(in_ms(20)));
}

TEST(Connection, ACommandWithoutAnswerTimesOut) {
  auto connection = replay("> {\"id\":1,\"method\":\"A\"}\n=");
  auto start = Clock::now();
  Reply reply = connection->call({}, "A", Json::object(), in_ms(50));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().kind, CallError::TimedOut);
  EXPECT_GE(ms_since(start), 49);
  EXPECT_LT(ms_since(start), 1000);
}

TEST(Connection, ALateReplyDisturbsNobody) {
  auto connection = replay(R"(
    > {"id":1,"method":"A"}
    > {"id":2,"method":"B"}
    < {"id":1,"result":{"late":true}}
    < {"id":2,"result":{"late":false}}
  )");
  EXPECT_EQ(connection->call({}, "A", Json::object(), in_ms(10)).error().kind, CallError::TimedOut);
  Reply b = connection->call({}, "B", Json::object(), in_ms(2000));
  ASSERT_TRUE(b);
  EXPECT_FALSE((*b)["late"].as_bool(true));
}

TEST(Connection, TheEndSettlesEveryCall) {
  auto connection = replay("> {\"id\":1,\"method\":\"A\"}\n> {\"id\":2,\"method\":\"B\"}\n< {\"method\":\"last\"}");
  CallId a = connection->send({}, "A");
  CallId b = connection->send({}, "B");
  EXPECT_EQ(connection->wait(a, in_ms(2000)).error().kind, CallError::Gone);
  EXPECT_EQ(connection->wait(b, in_ms(2000)).error().kind, CallError::Gone);
  EXPECT_TRUE(connection->closed());
  EXPECT_EQ(connection->call({}, "C", Json::object(), in_ms(2000)).error().kind, CallError::Gone);
  EXPECT_EQ(connection->next_event(in_ms(2000))->method, "last");
  EXPECT_FALSE(connection->next_event(in_ms(60000)));  // at once, not at the deadline
}

TEST(Connection, UnreadableMessagesAreSkipped) {
  auto connection = replay("< {\"method\":\n< 17\n< {\"method\":\"whole\"}\n=");
  EXPECT_EQ(connection->next_event(in_ms(2000))->method, "whole");
  EXPECT_FALSE(connection->has_event());
}

TEST(Connection, RefusalsCarryTheBrowsersWords) {
  auto connection = replay(R"(
    > {"id":1,"method":"A"}
    < {"id":1,"error":{"code":-32000,"message":"No such thing","data":"really"}}
    > {"id":2,"method":"B"}
    < {"id":2,"error":{"code":-32001,"message":"Session with given id not found."}}
  )");
  Reply a = connection->call({}, "A", Json::object(), in_ms(2000));
  EXPECT_EQ(a.error().kind, CallError::Refused);
  EXPECT_EQ(a.error().message, "No such thing: really");
  EXPECT_EQ(connection->call({}, "B", Json::object(), in_ms(2000)).error().kind, CallError::Gone);
}

TEST(Connection, ACrashSettlesTheCallsOfItsSessionOnly) {
  auto connection = replay(R"(
    > {"id":1,"method":"A","sessionId":"p"}
    > {"id":2,"method":"A"}
    < {"method":"Inspector.targetCrashed","sessionId":"p"}
    > {"id":3,"method":"go"}
    < {"id":2,"result":{}}
  )");
  CallId page = connection->send(kPage, "A");
  CallId browser = connection->send({}, "A");
  EXPECT_EQ(connection->wait(page, in_ms(2000)).error().kind, CallError::Gone);
  EXPECT_EQ(connection->call(kPage, "later", Json::object(), in_ms(2000)).error().kind, CallError::Gone);
  connection->post({}, "go");
  EXPECT_TRUE(connection->wait(browser, in_ms(2000)));
}

TEST(Connection, ADetachedSessionIsGoneAndLaterTheBrowserSaysSo) {
  auto connection = replay(R"(
    > {"id":1,"method":"A","sessionId":"p"}
    < {"method":"Inspector.targetCrashed","sessionId":"p"}
    < {"method":"Target.detachedFromTarget","params":{"sessionId":"p"}}
    > {"id":2,"method":"B","sessionId":"p"}
    < {"id":2,"error":{"code":-32001,"message":"Session with given id not found."}}
  )");
  Reply first = connection->call(kPage, "A", Json::object(), in_ms(2000));
  EXPECT_EQ(first.error().kind, CallError::Gone);
  EXPECT_EQ(first.error().message, "its page crashed");
  ASSERT_TRUE(connection->next_event(in_ms(2000)));
  ASSERT_TRUE(connection->next_event(in_ms(2000)));
  Reply second = connection->call(kPage, "B", Json::object(), in_ms(2000));
  EXPECT_EQ(second.error().kind, CallError::Gone);
  EXPECT_EQ(second.error().message, "Session with given id not found.");
}

TEST(Connection, ADetachedSessionSettlesItsCalls) {
  auto connection = replay(R"(
    > {"id":1,"method":"A","sessionId":"p"}
    < {"method":"Target.detachedFromTarget","params":{"sessionId":"p"}}
    =
  )");
  Reply reply = connection->call(kPage, "A", Json::object(), in_ms(2000));
  EXPECT_EQ(reply.error().kind, CallError::Gone);
  EXPECT_EQ(reply.error().message, "its target was closed or detached");
}

TEST(Connection, WakeEndsAWaitForEvents) {
  auto connection = replay("=");
  std::thread other([&] { connection->wake(); });
  auto start = Clock::now();
  EXPECT_FALSE(connection->next_event(in_ms(20000)));
  EXPECT_LT(ms_since(start), 10000);
  other.join();
}

TEST(Connection, QueuesKeepContextsApart) {
  auto connection = replay(R"(
    > {"id":1,"method":"go"}
    < {"method":"Target.attachedToTarget","params":{"sessionId":"p","targetInfo":{"browserContextId":"C"}}}
    < {"method":"Target.attachedToTarget","params":{"sessionId":"q","targetInfo":{"browserContextId":"D"}}}
    < {"method":"Target.attachedToTarget","sessionId":"p","params":{"sessionId":"w","targetInfo":{"type":"worker"}}}
    < {"method":"of the worker","sessionId":"w"}
    < {"method":"of the stranger","sessionId":"q"}
    < {"method":"Target.detachedFromTarget","params":{"sessionId":"p"}}
    < {"id":1,"result":{}}
    =
  )");
  connection->open_queue(kQueue, nullptr);
  ASSERT_TRUE(connection->call({}, "go", Json::object(), in_ms(2000)));
  std::vector<std::string> own, others;
  while (connection->has_event(kQueue)) own.push_back(connection->next_event(kQueue, in_ms(2000))->method);
  while (connection->has_event()) others.push_back(connection->next_event(in_ms(2000))->method);
  EXPECT_EQ(join(own, ", "),
            "Target.attachedToTarget, Target.attachedToTarget, of the worker, Target.detachedFromTarget");
  EXPECT_EQ(join(others, ", "), "Target.attachedToTarget, of the stranger");
}

TEST(Connection, AClosedQueueKeepsNothing) {
  auto connection = replay(R"(
    > {"id":1,"method":"begin"}
    < {"method":"Target.attachedToTarget","params":{"sessionId":"p","targetInfo":{"browserContextId":"C"}}}
    > {"id":2,"method":"go"}
    < {"method":"too late","sessionId":"p"}
    < {"id":2,"result":{}}
    =
  )");
  connection->open_queue(kQueue, nullptr);
  connection->post({}, "begin");
  ASSERT_TRUE(connection->next_event(kQueue, in_ms(2000)));
  connection->close_queue(kQueue);
  ASSERT_TRUE(connection->call({}, "go", Json::object(), in_ms(2000)));
  EXPECT_FALSE(connection->has_event(kQueue));
  EXPECT_FALSE(connection->has_event());
}

TEST(Connection, AReflexAnswersWhileACallerWaits) {
  auto connection = replay(R"(
    > {"id":1,"method":"Runtime.evaluate","sessionId":"p"}
    < {"method":"Target.attachedToTarget","params":{"sessionId":"p","targetInfo":{"browserContextId":"C"}}}
    < {"method":"Page.javascriptDialogOpening","sessionId":"p","params":{"type":"alert"}}
    > {"id":2,"method":"Page.handleJavaScriptDialog","sessionId":"p"}
    < {"id":1,"result":{}}
    =
  )");
  connection->open_queue(kQueue, [&](const Event& event) {
    if (event.method == "Page.javascriptDialogOpening") connection->post(event.session, "Page.handleJavaScriptDialog");
  });
  ASSERT_TRUE(connection->call(kPage, "Runtime.evaluate", Json::object(), in_ms(2000)));
  EXPECT_EQ(connection->next_event(kQueue, in_ms(2000))->method, "Target.attachedToTarget");
  EXPECT_EQ(connection->next_event(kQueue, in_ms(2000))->method, "Page.javascriptDialogOpening");
}

// Answers every command with its own parameters.
class EchoTransport : public Transport {
 public:
  bool write(std::string_view message) override {
    auto command = parse_json(message);
    std::lock_guard lock(mutex_);
    answers_.push_back(Json::object({{"id", (*command)["id"]}, {"result", (*command)["params"]}}).dump());
    changed_.notify_all();
    return true;
  }
  std::optional<std::string> read() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !answers_.empty(); });
    if (answers_.empty()) return std::nullopt;
    std::string answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }
  void close() override {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> answers_;
  bool closed_ = false;
};

TEST(Connection, ThreadsGetTheirOwnReplies) {
  Connection connection(std::make_unique<EchoTransport>());
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 200; ++i) {
        int mine = thread * 1000 + i;
        Reply reply = connection.call({}, "echo", Json::object({{"n", mine}}), in_ms(5000));
        if (reply && (*reply)["n"].as_int() == mine) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 800);
}

TEST(PipeTransport, MessagesOfAnySizeArriveWhole) {
  auto pipes = make_pipes();
  ASSERT_TRUE(pipes);
  PipeTransport ours(std::move(pipes->our_read), std::move(pipes->our_write));
  PipeTransport theirs(std::move(pipes->child_reads), std::move(pipes->child_writes));
  std::vector<std::string> sent = {"", "a", std::string(3000000, 'x'), "b"};
  std::thread writer([&] {
    for (const auto& message : sent) ours.write(message);
  });
  for (const auto& message : sent) EXPECT_EQ(theirs.read(), message);
  writer.join();
}

TEST(PipeTransport, CloseEndsABlockedRead) {
  auto pipes = make_pipes();
  ASSERT_TRUE(pipes);
  PipeTransport ours(std::move(pipes->our_read), std::move(pipes->our_write));
  std::thread other([&] { ours.close(); });
  EXPECT_FALSE(ours.read());
  other.join();
  EXPECT_FALSE(ours.write("to nobody"));
}

}  // namespace
}  // namespace squall::browser
