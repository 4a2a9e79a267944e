#include "base/headers.h"

#include "base/text.h"

namespace squall {

const std::string* find_header(const Headers& headers, std::string_view name) {
  std::string wanted = to_lower(name);
  for (const auto& [key, value] : headers) {
    if (key.size() == wanted.size() && to_lower(key) == wanted) return &value;
  }
  return nullptr;
}

std::string header_or_empty(const Headers& headers, std::string_view name) {
  const std::string* value = find_header(headers, name);
  return value ? *value : "";
}

}  // namespace squall
