#include "base/log.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/text.h"

namespace squall {
namespace {

struct LogTest : ::testing::Test {
  LogOutput to_string(bool is_terminal, size_t columns = 80) {
    return {[this](std::string_view text) { written += text; }, is_terminal, [columns] { return columns; }};
  }
  std::string written;
};

TEST_F(LogTest, LevelsDecideWhatIsShown) {
  Log log(to_string(false));
  for (LogLevel level : {LogLevel::Quiet, LogLevel::Normal, LogLevel::Verbose}) {
    log.set_level(level);
    log.line(LogLevel::Quiet, "error");
    log.line(LogLevel::Normal, "info");
    log.line(LogLevel::Verbose, "detail");
    written += "--\n";
  }
  EXPECT_EQ(written, "error\n--\nerror\ninfo\n--\nerror\ninfo\ndetail\n--\n");
}

TEST_F(LogTest, ALineIsWrittenAboveTheStatus) {
  Log log(to_string(true));
  log.status("1/2");
  log.line(LogLevel::Normal, "hello");
  log.status("2/2");
  log.status("");
  log.line(LogLevel::Normal, "done");
  EXPECT_EQ(written,
            "\r\x1b[K1/2"
            "\r\x1b[Khello\n1/2"
            "\r\x1b[K2/2"
            "\r\x1b[K"
            "done\n");
}

TEST_F(LogTest, TheSameStatusIsNotDrawnTwice) {
  Log log(to_string(true));
  log.status("1/2");
  log.status("1/2");
  EXPECT_EQ(written, "\r\x1b[K1/2");
}

TEST_F(LogTest, AStatusNeverWraps) {
  Log log(to_string(true, 10));
  log.status("0123456789\nabc");
  EXPECT_EQ(written, "\r\x1b[K01234567…");
}

TEST_F(LogTest, AFileGetsNoStatus) {
  Log log(to_string(false));
  log.status("1/2");
  EXPECT_EQ(written, "");
}

TEST_F(LogTest, AQuietTerminalGetsNoStatus) {
  Log log(to_string(true));
  log.set_level(LogLevel::Quiet);
  log.status("1/2");
  EXPECT_EQ(written, "");
}

TEST_F(LogTest, APageCannotSteerTheTerminal) {
  Log log(to_string(true));
  log.line(LogLevel::Normal,
           "a\x1b[2Jb\rc\x7f\tä\xC2\x9B"
           "d");
  EXPECT_EQ(written, "a?[2Jb?c?\tä?d\n");
}

TEST_F(LogTest, ThreadsDoNotMixTheirLines) {
  Log log(to_string(false));
  std::vector<std::thread> threads;
  for (char c : std::string("abcd")) {
    threads.emplace_back([&log, c] {
      for (int i = 0; i < 200; ++i) log.line(LogLevel::Normal, std::string(40, c));
    });
  }
  for (std::thread& thread : threads) thread.join();
  auto lines = split(written, '\n');
  ASSERT_EQ(lines.size(), 801u);
  for (size_t i = 0; i < 800; ++i) EXPECT_EQ(lines[i], std::string(40, lines[i].empty() ? '?' : lines[i][0]));
}

}  // namespace
}  // namespace squall
