#include "finding/finding.h"

namespace squall::finding {

const char* name_of(Severity severity) {
  static constexpr const char* kNames[] = {"error", "warning", "note"};
  return kNames[static_cast<int>(severity)];
}

const char* name_of(Verdict verdict) {
  static constexpr const char* kNames[] = {"race", "same", "infeasible", "unstable"};
  return kNames[static_cast<int>(verdict)];
}

const char* name_of(ReasonKind kind) {
  static constexpr const char* kNames[] = {"none",         "differs",      "equal",         "unseen",
                                           "chance",       "server",       "step-of-right", "step-of-wrong",
                                           "nothing-seen", "ended-before", "never-settles", "browser-died",
                                           "unanswered",   "ignored",      "not-repeated"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace squall::finding
