// Orders, exact and approximate. Approximate replay is that of R4 (section 8.2.3): execute each event of the sequence
// if it is enabled, and skip it otherwise. An event whose name differs in details only may stand in for a named one.
#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "schedule/names.h"
#include "schedule/strategy.h"

namespace squall::schedule {
namespace {

constexpr size_t kNamed = 3;  // how many enabled events a message names

std::string quoted(const std::string& name) { return "“" + name + "”"; }

std::string list_of(const std::vector<Choice>& enabled) {
  std::vector<std::string> names;
  for (const Choice& choice : enabled) {
    if (names.size() < kNamed) names.push_back(quoted(choice.name));
  }
  std::string list = names.empty() ? "nothing" : join(names, ", ");
  if (enabled.size() > kNamed) list += " and " + std::to_string(enabled.size() - kNamed) + " more";
  return list;
}

class Order : public Strategy {
 public:
  Order(const Schedule& schedule, std::unique_ptr<Strategy> afterwards)
      : names_(schedule.order), exact_(schedule.exact), afterwards_(std::move(afterwards)) {
    for (const std::string& name : names_) ++left_[name];
  }

  Decision decide(const std::vector<Choice>& enabled) override {
    stand_in_.clear();
    for (; next_ < names_.size(); advance()) {
      Decision named = first_of(
          enabled, [&](const Choice& choice) { return choice.name == next(); }, comes_before);
      if (named.kind == Decision::Run) return named;
      if (exact_) return diverged(enabled);
      if (Decision similar = stand_in(enabled); similar.kind == Decision::Run) return similar;
      skipped_.push_back(next());
    }
    return afterwards_->decide(enabled);
  }

  void ran(const Choice& choice) override {
    bool listed = next_ < names_.size() && (choice.name == next() || choice.name == stand_in_);
    if (listed) {
      advance();
    } else {
      admitted_.push_back(choice.name);
    }
    stand_in_.clear();
    afterwards_->ran(choice);
  }

  const std::vector<std::string>& skipped() const override { return skipped_; }
  const std::vector<std::string>& admitted() const override { return admitted_; }

 private:
  const std::string& next() const { return names_[next_]; }

  void advance() {
    if (--left_[next()] == 0) left_.erase(next());
    ++next_;
  }

  Decision diverged(const std::vector<Choice>& enabled) const {
    return {Decision::Diverged, 0,
            "The order names " + quoted(next()) + " as event " + std::to_string(next_ + 1) + " of " +
                std::to_string(names_.size()) + ", but it cannot happen now; what can happen: " + list_of(enabled) +
                "."};
  }

  // Steps have no stand-ins, and an event whose own turn comes later is none either.
  Decision stand_in(const std::vector<Choice>& enabled) {
    std::string wanted = without_details(next());
    auto similar = [&](const Choice& choice) {
      return choice.kind != Choice::Step && !left_.contains(choice.name) && without_details(choice.name) == wanted;
    };
    Decision found = first_of(enabled, similar, comes_before);
    if (found.kind != Decision::Run) return found;
    stand_in_ = enabled[found.choice].name;
    found.why = "It stands in for " + quoted(next()) + ", which differs in details.";
    return found;
  }

  std::vector<std::string> names_;
  bool exact_;
  std::unique_ptr<Strategy> afterwards_;
  size_t next_ = 0;
  std::unordered_map<std::string, size_t> left_;  // how often each name stands in the rest of the list
  std::string stand_in_;                          // the event that was chosen in place of the next name
  std::vector<std::string> skipped_;
  std::vector<std::string> admitted_;
};

}  // namespace

std::unique_ptr<Strategy> make_order(const Schedule& schedule, std::unique_ptr<Strategy> afterwards) {
  return std::make_unique<Order>(schedule, std::move(afterwards));
}

}  // namespace squall::schedule
