// The flow that a page itself suggests when nobody gives one: all that the agent found a user can do, and what was left
// alone.
#pragma once

#include <string>
#include <vector>

#include "lab/lab.h"

namespace squall::lab {

class SuggestedFlow {
 public:
  // `before` is what was done to come there; `allow_writes` also does what may do something for good.
  SuggestedFlow(const flow::Flow& before, bool allow_writes);

  // Takes what was seen, at first or after the flow has been performed: then what can be done only now is added, some
  // steps at most, as in a menu that it has opened. Whether there is something new. Error: it cannot be read.
  Result<bool> take(const Discovered& seen);

  const flow::Flow& flow() const { return flow_; }
  // What a user could do, and squall does not.
  std::vector<std::string> notes() const;

 private:
  bool is_known(const flow::Step& step) const;
  void note(std::vector<std::string>& list, const std::string& name);

  const bool allow_writes_;
  flow::Flow flow_;
  bool is_first_ = true;
  std::vector<std::string> risky_, leaving_;  // left alone, each once
};

}  // namespace squall::lab
