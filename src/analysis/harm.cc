#include "analysis/harm.h"

#include "base/text.h"

namespace squall::analysis {

using oracle::Aspect;
using oracle::Kind;

namespace {

bool only_reads(const std::string& method) { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

}  // namespace

bool harms(const oracle::Difference& difference) {
  switch (difference.aspect) {
    case Aspect::Console:
    case Aspect::Step: return false;
    case Aspect::Incident: return difference.subject == "dialog" || difference.subject == "download";
    case Aspect::Dom: return difference.kind != Kind::Focus;
    case Aspect::Requests:
      if (difference.type == "ping") return false;  // whoever counts by beacons has one more or less
      return difference.kind != Kind::Answer && !only_reads(difference.name);
    default: return true;
  }
}

bool harms(const oracle::Difference& difference, const oracle::Comparison& comparison) {
  bool unseen = difference.in_head && comparison.pictured && !comparison.visible;
  return harms(difference) && !unseen;
}

std::set<std::string> cookies_served_by(const network::Recording& recording) {
  std::set<std::string> cookies;
  for (const auto& entry : recording.entries) {
    for (const auto& [name, value] : entry.response.headers) {
      if (to_lower(name) != "set-cookie") continue;
      for (const std::string& line : split(value, '\n')) cookies.emplace(trim(split(line, ';')[0]));
    }
  }
  return cookies;
}

}  // namespace squall::analysis
