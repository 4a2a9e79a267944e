#include "lab/suggested_flow.h"

#include <algorithm>

#include "base/text.h"

namespace squall::lab {
namespace {

constexpr size_t kMostNews = 10;  // steps that a later look adds
constexpr size_t kMostNamed = 5;  // of those left alone

// The same thing is done, perhaps with another value.
bool is_same(const flow::Step& one, const flow::Step& other) {
  return one.type == other.type && one.selectors == other.selectors && one.frame == other.frame &&
         one.key == other.key && std::ranges::equal(one.parts, other.parts, is_same);
}

std::string some_of(std::vector<std::string> names) {
  size_t more = names.size() - std::min(names.size(), kMostNamed);
  names.resize(names.size() - more);
  return join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace

SuggestedFlow::SuggestedFlow(const flow::Flow& before, bool allow_writes) : allow_writes_(allow_writes) {
  flow_.title = "what the page lets a user do";
  flow_.steps = before.steps;
}

bool SuggestedFlow::is_known(const flow::Step& step) const {
  return std::ranges::any_of(flow_.steps, [&](const flow::Step& known) { return is_same(step, known); });
}

void SuggestedFlow::note(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

Result<bool> SuggestedFlow::take(const Discovered& seen) {
  if (!seen.unread.empty()) return Error{seen.unread, ""};
  std::vector<flow::Step> steps = seen.steps;
  for (const Risky& risky : seen.risky) {
    if (allow_writes_)
      steps.push_back(risky.step);
    else
      note(risky_, flow::label_of(risky.step) + " (" + risky.why + ")");
  }
  for (const PassedOver& element : seen.skipped) {
    if (element.leaves) note(leaving_, element.locator);
  }
  if (!is_first_) {
    std::erase_if(steps, [&](const flow::Step& step) { return is_known(step); });
    steps.resize(std::min(steps.size(), kMostNews));
  }
  is_first_ = false;
  flow_.steps.insert(flow_.steps.end(), steps.begin(), steps.end());
  return !steps.empty();
}

std::vector<std::string> SuggestedFlow::notes() const {
  std::vector<std::string> notes;
  if (!risky_.empty())
    notes.push_back("Left alone, because it may do something for good: " + some_of(risky_) +
                    ". With --allow-writes it is done, too.");
  if (!leaving_.empty()) notes.push_back("Left alone, because it leaves the page: " + some_of(leaving_) + ".");
  return notes;
}

}  // namespace squall::lab
