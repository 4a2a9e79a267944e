#include "lab/work.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace squall::lab {
namespace {

// The list as several threads see it.
class SharedList {
 public:
  explicit SharedList(WorkList& list) : list_(list) {}

  // The next experiment, as soon as there is one; nothing when no more will come.
  std::optional<Item> take() {
    std::unique_lock lock(mutex_);
    while (!over_) {
      Next next = list_.next();
      if (Item* item = std::get_if<Item>(&next)) {
        ++under_way_;
        return std::move(*item);
      }
      if (std::holds_alternative<Finished>(next)) {
        end();
        break;
      }
      SQUALL_CHECK(under_way_ > 0);  // nobody would ever wake us
      size_t before = ended_;
      changed_.wait(lock, [&] { return over_ || ended_ != before; });
    }
    return std::nullopt;
  }

  void give(size_t ticket, Result<Run> run) {
    std::lock_guard lock(mutex_);
    --under_way_;
    ++ended_;
    if (!run) {
      if (!failure_) failure_ = run.error();
      over_ = true;
    } else if (!list_.done(ticket, std::move(run).value())) {
      over_ = true;
    }
    changed_.notify_all();
  }

  Status status() const { return failure_ ? Status(*failure_) : Status(); }

 private:
  void end() {
    over_ = true;
    changed_.notify_all();
  }

  WorkList& list_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t under_way_ = 0;
  size_t ended_ = 0;
  bool over_ = false;
  std::optional<Error> failure_;
};

}  // namespace

Status work_off(WorkList& list, const Crew& crew) {
  SharedList shared(list);
  auto work = [&](size_t worker) {
    while (auto item = shared.take()) shared.give(item->ticket, crew.run(worker, item->experiment));
    crew.leaves(worker);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(crew.size, list.width()); ++i) threads.emplace_back(work, i);
  work(0);
  for (auto& thread : threads) thread.join();
  return shared.status();
}

}  // namespace squall::lab
