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

std::string words_for(const Clue& clue) {
  std::string delay = words_for(clue.delay);
  switch (clue.kind) {
    case Clue::Written: return "a script writes the field after " + delay;
    case Clue::Replaced: return "the element is replaced after " + delay;
    case Clue::FocusMoved: return "the focus moves to " + clue.element + " after " + delay;
    case Clue::RegisteredLate:
      return "the handler for " + clue.type + " on " + clue.element + " is registered only after " + delay;
    case Clue::FailsEarly: break;
  }
  return "the handler for " + clue.type + " fails before " + delay + " has come: " + clue.failure;
}

std::vector<std::string> words_for(const std::vector<Clue>& clues) {
  std::vector<std::string> words;
  for (const Clue& clue : clues) words.push_back(words_for(clue));
  return words;
}

std::string role_for(const Clue& clue) {
  switch (clue.kind) {
    case Clue::Written:
    case Clue::Replaced: return "writes " + clue.element;
    case Clue::FocusMoved: return "moves the focus to " + clue.element;
    case Clue::RegisteredLate: return "registers the handler for " + clue.type;
    case Clue::FailsEarly: break;
  }
  return "fails: " + clue.failure;
}

std::string words_for(const Reason& reason, bool about_load) {
  using enum finding::ReasonKind;
  switch (reason.kind) {
    case Differs: return told(reason.differences.at(0), about_load);
    case Equal: return "an early user loses nothing";
    case Unseen: return "nothing that an early user sees differs";
    case Chance:
      return "an early user loses nothing: what differs is a random number or the time (" +
             told(reason.differences.at(0), about_load) + ")";
    case NotRepeated: return "the difference did not show a second time, or is there without the user, too";
    default: return analysis::words_for(reason, {runs(about_load), " after loading", " that early"});
  }
}

}  // namespace squall::analysis::init
