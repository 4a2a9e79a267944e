#include "browser/allowance.h"

#include <utility>

namespace squall::browser {
namespace {

constexpr Millis kBetweenLooks{1000};
constexpr int kMostTimes = 10;  // as long as without: an end comes even where the browser gets nothing at all

}  // namespace

Allowance::Allowance(Millis span, Starved starved, Now now)
    : starved_(std::move(starved)),
      now_(std::move(now)),
      until_(now_() + span),
      looked_(now_()),
      most_(span * (kMostTimes - 1)) {}

Deadline Allowance::until_next_look() const {
  auto left = std::min(until_, looked_ + kBetweenLooks) - now_();
  return Deadline::after(std::max(Millis(0), std::chrono::ceil<Millis>(left)));
}

void Allowance::look() {
  auto now = now_();
  if (now - looked_ < kBetweenLooks) return;
  looked_ = now;
  Millis lost = starved_ ? std::min(starved_(), most_ - lost_) : Millis(0);
  lost_ += lost;
  until_ += lost;
}

}  // namespace squall::browser
