#include "analysis/harm.h"

#include "base/text.h"

namespace squall::analysis {

using oracle::Aspect;

bool harms(const oracle::Difference& difference) {
  switch (difference.aspect) {
    case Aspect::Console:
    case Aspect::Step: return false;
    case Aspect::Incident: return difference.subject == "dialog" || difference.subject == "download";
    case Aspect::Dom: return difference.kind != "focus";
    case Aspect::Requests:
      if (difference.kind == "ping") return false;  // whoever counts by beacons has one more or less
      for (const char* method : {"GET ", "HEAD ", "OPTIONS "}) {
        if (difference.subject.starts_with(method)) return false;
      }
      return !difference.sentence.starts_with("the answer to ");
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
