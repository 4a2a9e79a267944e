// What the tests of this folder share: a tiny web server, one browser for many tests, waiting for a condition.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "browser/page.h"
#include "browser/pipe_transport.h"

namespace squall::browser {

inline Deadline in_ms(int ms) { return Deadline::after(Millis(ms)); }

// Looks again and again, for conditions that nothing tells of.
inline bool becomes_true(const std::function<bool()>& condition, Deadline deadline) {
  while (!condition()) {
    if (deadline.passed()) return false;
    std::this_thread::sleep_for(Millis(2));
  }
  return true;
}

// Paths and what is served there.
using Site = std::map<std::string, std::string>;

// Serves fixed texts on a loopback port, one connection for each request.
class LoopbackServer {
 public:
  explicit LoopbackServer(Site pages) : pages_(std::move(pages)) {
    listening_.reset(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    SQUALL_CHECK(bind(listening_.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    SQUALL_CHECK(listen(listening_.get(), 64) == 0);
    getsockname(listening_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~LoopbackServer() {
    shutdown(listening_.get(), SHUT_RDWR);
    thread_.join();
  }

  std::string origin(const std::string& host = "127.0.0.1") const {
    return "http://" + host + ":" + std::to_string(port_);
  }
  std::vector<std::string> requested() {
    std::lock_guard lock(mutex_);
    return requested_;
  }

 private:
  void serve() {
    while (true) {
      OwnedFd client(accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (client.get() < 0) return;
      // A browser may open connections that it does not use.
      pollfd readable{client.get(), POLLIN, 0};
      if (poll(&readable, 1, 200) <= 0) continue;
      char request[8192];
      ssize_t got = recv(client.get(), request, sizeof request, 0);
      auto words = split(std::string_view(request, static_cast<size_t>(std::max<ssize_t>(got, 0))), ' ');
      if (words.size() > 1) answer(client.get(), words[1]);
    }
  }
  void answer(int client, const std::string& path) {
    {
      std::lock_guard lock(mutex_);
      requested_.push_back(path);
    }
    auto page = pages_.find(path);
    std::string text = page == pages_.end() ? "HTTP/1.1 404 Not Found\r\n" : "HTTP/1.1 200 OK\r\n";
    if (path.ends_with(".js"))
      text += "Content-Type: text/javascript\r\n";
    else if (path.ends_with(".bin"))
      text += "Content-Disposition: attachment; filename=file.bin\r\n";
    else
      text += "Content-Type: text/html\r\n";
    text += "Connection: close\r\n\r\n" + (page == pages_.end() ? "" : page->second);
    send(client, text.data(), text.size(), MSG_NOSIGNAL);
  }

  const Site pages_;
  OwnedFd listening_;
  int port_ = 0;
  std::mutex mutex_;
  std::vector<std::string> requested_;
  std::thread thread_;
};

// Pumps until an event of this method has passed.
inline std::optional<Event> pump_until(Page& page, std::string_view method, Deadline deadline) {
  while (auto event = page.next(deadline)) {
    if (event->method == method) return event;
  }
  return std::nullopt;
}

// Pumps until a condition holds, which is looked at after each event.
inline bool pump_until(Page& page, const std::function<bool()>& condition, Deadline deadline) {
  while (!condition()) {
    if (!page.next(deadline) && (deadline.passed() || page.health() != Health::Usable)) return condition();
  }
  return true;
}

// Loads a page to its load event.
inline bool load(Page& page, const std::string& url) {
  page.connection().forget(page.send_navigate(url));
  return pump_until(page, "Page.loadEventFired", in_ms(8000)).has_value();
}

inline Frame main_frame(Page& page) { return page.frames().at(0); }

// The value of an expression in the main frame; "!…" with the error's text where there is none.
inline Json value(Page& page, std::string_view expression, bool await = false) {
  Reply reply = page.evaluate(main_frame(page), expression, in_ms(5000), await);
  return reply ? *reply : Json("!" + reply.error().message);
}

// Tests that share one browser; each opens its own page.
class PageTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto launched = Browser::launch({});
    ASSERT_TRUE(launched) << launched.error().message;
    shared() = std::move(launched).value();
  }
  static void TearDownTestSuite() { shared().reset(); }

  std::unique_ptr<Page> open(const PageOptions& options = {}) {
    auto page = Page::open(*shared(), options);
    if (!page) ADD_FAILURE() << page.error().message;
    return page ? std::move(page).value() : nullptr;
  }
  static std::unique_ptr<Browser>& shared() {
    static std::unique_ptr<Browser> browser;
    return browser;
  }
};

}  // namespace squall::browser
