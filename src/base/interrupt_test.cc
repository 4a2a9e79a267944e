#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <thread>

namespace squall {
namespace {

// Each test interrupts a process of its own, which tells what it saw by its exit code.
struct InterruptTest : ::testing::Test {
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(InterruptTest, TheFirstSignalSetsTheFlagAndRunsCallbacksOnAnotherThread) {
  for (int signal : {SIGINT, SIGTERM}) {
    auto scenario = [signal] {
      watch_interrupts();
      if (interrupted()) std::_Exit(1);
      std::promise<std::thread::id> promise;
      auto registration = on_interrupt([&] { promise.set_value(std::this_thread::get_id()); });
      std::raise(signal);
      if (!interrupted()) std::_Exit(2);
      std::_Exit(promise.get_future().get() == std::this_thread::get_id() ? 3 : 42);
    };
    EXPECT_EXIT(scenario(), ::testing::ExitedWithCode(42), "");
  }
}

TEST_F(InterruptTest, TheSecondSignalEndsTheProcessAtOnce) {
  auto scenario = [] {
    watch_interrupts();
    std::promise<void> never;
    std::promise<void> reached;
    // The callback hangs, as work may that does not want to stop.
    auto registration = on_interrupt([&] {
      reached.set_value();
      never.get_future().wait();
    });
    std::raise(SIGINT);
    reached.get_future().wait();
    std::raise(SIGINT);
    std::_Exit(1);
  };
  EXPECT_EXIT(scenario(), ::testing::ExitedWithCode(130), "");
}

TEST_F(InterruptTest, AnEndedRegistrationIsNotCalled) {
  auto scenario = [] {
    watch_interrupts();
    {
      auto ended = on_interrupt([] { std::_Exit(1); });
    }
    // Callbacks run in the order of their registration: when this one runs, the ended one would have.
    std::promise<void> ran;
    auto registration = on_interrupt([&] { ran.set_value(); });
    std::raise(SIGINT);
    ran.get_future().wait();
    std::_Exit(42);
  };
  EXPECT_EXIT(scenario(), ::testing::ExitedWithCode(42), "");
}

TEST_F(InterruptTest, ALateRegistrationIsCalledAtOnce) {
  auto scenario = [] {
    watch_interrupts();
    std::raise(SIGTERM);
    bool called = false;
    auto registration = on_interrupt([&] { called = true; });
    std::_Exit(called ? 42 : 1);
  };
  EXPECT_EXIT(scenario(), ::testing::ExitedWithCode(42), "");
}

TEST_F(InterruptTest, AnIgnoredSigintIsHeardNevertheless) {
  auto scenario = [] {
    std::signal(SIGINT, SIG_IGN);
    watch_interrupts();
    std::raise(SIGINT);
    std::_Exit(interrupted() ? 42 : 1);
  };
  EXPECT_EXIT(scenario(), ::testing::ExitedWithCode(42), "");
}

}  // namespace
}  // namespace squall
