#include "trace/location.h"

namespace squall::trace {
namespace {

bool covers(std::string_view area, std::string_view location) {
  if (!area.ends_with(":*")) return false;
  area.remove_suffix(1);
  return location.starts_with(area);
}

}  // namespace

bool meet(std::string_view a, std::string_view b) { return a == b || covers(a, b) || covers(b, a); }

}  // namespace squall::trace
