#include "network/source_map_url.h"

#include "base/text.h"
#include "base/url.h"

namespace squall::network {
namespace {

// The last "//# sourceMappingURL=…" of the script, which may also begin with "//@".
std::string_view comment_of(std::string_view script) {
  constexpr std::string_view kName = " sourceMappingURL=";
  size_t at = script.rfind(kName);
  if (at == std::string_view::npos || at < 3) return "";
  std::string_view before = script.substr(at - 3, 3);
  if (before != "//#" && before != "//@") return "";
  std::string_view url = script.substr(at + kName.size());
  return url.substr(0, url.find_first_of(" \t\r\n\"'"));
}

}  // namespace

std::string source_map_url(const Entry& script) {
  std::string_view said;
  for (const char* name : {"sourcemap", "x-sourcemap"}) {
    const std::string* header = find_header(script.response.headers, name);
    if (header && said.empty()) said = *header;
  }
  if (said.empty()) said = comment_of(script.response.body);
  return said.empty() ? "" : resolve_url(script.request.url, said);
}

}  // namespace squall::network
