// What experiments that run side by side learn from the real server.
//
// One of them asks at a time, and keeps the right to ask until it ends. Whoever wants to ask next finds all those
// answers here first: nothing is asked twice, and all agree on what the server said.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/clock.h"
#include "network/recording.h"

namespace squall::network {

class Library {
 public:
  // `hopeless` requests ("GET http://…") have no answer, as somebody has seen before: they are not asked again.
  explicit Library(std::set<std::string> hopeless = {}) : hopeless_(std::move(hopeless)) {}
  bool is_hopeless(const Request& request) const { return hopeless_.contains(request.method + " " + request.url); }

  // Waits until nobody else asks; gives how long that took. Each call is followed by one of `end_asking`.
  Millis begin_asking();
  // With the answers that were got meanwhile.
  void end_asking(const Recording& answers);

  // Of several answers to one request, the first counts.
  void add(const Recording& answers);
  // The answer to exactly this request; null when there is none.
  std::shared_ptr<const Entry> find(const Request& request) const;

 private:
  const std::set<std::string> hopeless_;
  mutable std::mutex mutex_;
  std::condition_variable free_;
  bool asking_ = false;
  std::map<std::string, std::shared_ptr<const Entry>> entries_;
};

}  // namespace squall::network
