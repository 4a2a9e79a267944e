#include "analysis/reason.h"

#include "base/text.h"

namespace squall::analysis {
namespace {

std::string not_performed(const Reason& reason, const std::string& moment, const Voice& voice) {
  return reason.step + (reason.set_up ? voice.set_up : "") + " cannot be performed" + moment + ": " + reason.detail;
}

std::string restless(const Reason& reason, const std::string& acts) {
  std::string detail = reason.detail.empty() ? "" : ": " + reason.detail;
  return "the page does not come to rest after " + acts + " (" + outcome::name_of(reason.ending) + detail + ")";
}

}  // namespace

std::string told(const Reason& reason, const oracle::RunNames& runs) {
  std::string text = reason.differences.empty() ? "" : oracle::sentence_of(reason.differences[0], runs);
  return reason.more > 0 ? text + "; and " + count_of(reason.more, "more difference") : text;
}

std::string words_for(const Reason& reason, const Voice& voice) {
  using enum finding::ReasonKind;
  std::string subjects = join(reason.subjects, ", ");
  switch (reason.kind) {
    case None: return "";
    case Differs: return told(reason, voice.runs) + ".";
    case Equal: return "Both schedules end equally.";
    case Unseen: return "nothing that a user sees differs";
    case Chance: return "The outcomes differ only in a random number or in the time: " + told(reason, voice.runs) + ".";
    case Server:
      return "The outcomes differ only because the server answered the same request differently: " + subjects + ".";
    case StepOfRight: return not_performed(reason, voice.right_moment, voice);
    case StepOfWrong: return not_performed(reason, voice.wrong_moment, voice);
    case NothingSeen: return "nothing of the page can be seen" + voice.wrong_moment;
    case EndedBefore: return "the page did not last until the user could act";
    case NeverSettles: return restless(reason, voice.acts);
    case BrowserDied: return "the browser died";
    case Unanswered: return "nobody answered " + subjects + ": the recording does not know it";
    case Ignored: return reason.step + " is ignored: the page ends as if it had not been.";
    case NotRepeated: return "runs of one schedule already differ: " + subjects;
  }
  return "";
}

}  // namespace squall::analysis
