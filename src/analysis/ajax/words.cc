#include "analysis/ajax/words.h"

#include <algorithm>

#include "analysis/telling.h"
#include "base/text.h"

namespace squall::analysis::ajax {
namespace {

using oracle::Difference;

const Voice& voice() {
  static const Voice kVoice = {{"when they come in order", "when the responses cross", "when they come in order"},
                               "",
                               " before the responses to the first have come",
                               "them",
                               " (performed before the pair)"};
  return kVoice;
}

std::string why_equal(const Reason& reason) {
  if (reason.differences.empty()) return "Both orders end equally.";
  return "Both orders end equally in all that counts; what does not count: " + told(reason.differences[0]) + ".";
}

// Who kept the requests from being answered. Those that only read need no permission.
std::string why_unanswered(const Reason& reason, bool offline) {
  if (offline) return ", and --offline keeps it from the server";
  bool reads = std::ranges::all_of(reason.subjects, [](const auto& request) { return request.starts_with("GET "); });
  return reads ? ", and the server did not answer" : "; --allow-writes would send it to the server";
}

}  // namespace

std::string told(const Difference& difference) { return oracle::sentence_of(difference, voice().runs); }

std::string told(const oracle::Comparison& comparison, size_t limit) {
  std::vector<std::string> sentences;
  auto sorted = most_telling_first(comparison);
  for (size_t i = 0; i < std::min(limit, sorted.size()); ++i) sentences.push_back(told(*sorted[i]));
  std::string text = join(sentences, "; ");
  if (sorted.size() > limit) text += "; and " + count_of(sorted.size() - limit, "more difference");
  return text;
}

std::string words_for(const Reason& reason, bool offline) {
  using enum finding::ReasonKind;
  switch (reason.kind) {
    case Equal: return why_equal(reason);
    case Unanswered: return analysis::words_for(reason, voice()) + why_unanswered(reason, offline);
    case Ignored:
      return reason.step +
             " is ignored until the responses to the first have come: the page ends as if it had not been.";
    case NotRepeated:
      return "It is not the order of responses that decides: runs in which nothing crosses already differ (" +
             join(reason.subjects, ", ") + "), for example " + analysis::told(reason, voice().runs) + ".";
    default: return analysis::words_for(reason, voice());
  }
}

}  // namespace squall::analysis::ajax
