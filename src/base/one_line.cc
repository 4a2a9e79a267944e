#include "base/one_line.h"

#include "base/text.h"

namespace squall {

std::string one_line(std::string_view text, size_t limit) {
  std::string line(text);
  for (char& c : line) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return shorten(line, limit);
}

}  // namespace squall
