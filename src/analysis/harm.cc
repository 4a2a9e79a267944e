#include "analysis/harm.h"

namespace squall::analysis {

using oracle::Aspect;

bool harms(const oracle::Difference& difference) {
  switch (difference.aspect) {
    case Aspect::Console:
    case Aspect::Step: return false;
    case Aspect::Incident: return difference.subject == "dialog" || difference.subject == "download";
    case Aspect::Dom: return difference.kind != "focus";
    case Aspect::Requests:
      for (const char* method : {"GET ", "HEAD ", "OPTIONS "}) {
        if (difference.subject.starts_with(method)) return false;
      }
      return !difference.sentence.starts_with("the answer to ");
    default: return true;
  }
}

}  // namespace squall::analysis
