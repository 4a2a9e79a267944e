#include "analysis/init/words.h"

namespace squall::analysis::init {
namespace {

oracle::RunNames runs(bool about_load) {
  std::string early = about_load ? "when the handler was late" : "when the user was early";
  std::string patient = about_load ? "when the handler was in time" : "when the user waited";
  return {patient, early, patient};
}

}  // namespace

std::string told(const oracle::Difference& difference, bool about_load) {
  return oracle::sentence_of(difference, runs(about_load));
}

std::string words_for(const Reason& reason, bool about_load) {
  using Kind = Reason::Kind;
  switch (reason.kind) {
    case Kind::Differs: return told(reason.differences.at(0), about_load);
    case Kind::Equal: return "an early user loses nothing";
    case Kind::Unseen: return "nothing that an early user sees differs";
    case Kind::Chance:
      return "an early user loses nothing: what differs is a random number or the time (" +
             told(reason.differences.at(0), about_load) + ")";
    case Kind::NotRepeated: return "the difference did not show a second time, or is there without the user, too";
    default: return analysis::words_for(reason, {runs(about_load), " after loading", " that early"});
  }
}

}  // namespace squall::analysis::init
