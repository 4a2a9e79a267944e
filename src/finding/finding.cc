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

}  // namespace squall::finding
