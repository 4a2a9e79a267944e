#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace squall {

void fail_check(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "squall: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace squall
