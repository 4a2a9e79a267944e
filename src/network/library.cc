#include "network/library.h"

namespace squall::network {

Millis Library::begin_asking() {
  auto start = Clock::now();
  std::unique_lock lock(mutex_);
  free_.wait(lock, [&] { return !asking_; });
  asking_ = true;
  return std::chrono::duration_cast<Millis>(Clock::now() - start);
}

void Library::end_asking(const Recording& answers) {
  add(answers);
  {
    std::lock_guard lock(mutex_);
    asking_ = false;
  }
  free_.notify_one();
}

void Library::add(const Recording& answers) {
  std::lock_guard lock(mutex_);
  for (const Entry& entry : answers.entries) {
    auto& place = entries_[key_of(entry.request)];
    if (!place) place = std::make_shared<const Entry>(entry);
  }
}

std::shared_ptr<const Entry> Library::find(const Request& request) const {
  std::lock_guard lock(mutex_);
  auto found = entries_.find(key_of(request));
  return found == entries_.end() ? nullptr : found->second;
}

}  // namespace squall::network
