// A script so large that the browser compiles it on another thread, for pages that must wait for that.
#pragma once

#include <string>

namespace squall::testing {

// About a megabyte of functions that nobody calls, and `end`.
inline std::string much_code(const std::string& end) {
  std::string code;
  for (int i = 0; code.size() < 1'000'000; ++i) {
    std::string n = std::to_string(i);
    code += "function part" + n + "(a) { let sum = " + n + "; for (const one of a) { if (one > sum) { sum += one * " +
            n + "; } else { sum -= one; } } return { name: 'part" + n + "', sum, list: [sum, a.length, " + n +
            "] }; }\n";
  }
  return code + end;
}

}  // namespace squall::testing
