#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace squall {

Error with_hint(const Error& error, const std::string& hint) {
  return {error.message, error.hint.empty() ? hint : error.hint};
}

void fail_check(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "squall: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace squall
