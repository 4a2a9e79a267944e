// What differs between runs of the same schedule.
#include <algorithm>

#include "oracle/compare.h"

namespace squall::oracle {
namespace {

bool concerns_elements(Aspect aspect) {
  return aspect == Aspect::Dom || aspect == Aspect::Layout || aspect == Aspect::Form;
}

// `path` is `element`, lies inside it, or is a sibling that is told from it by its number.
bool lies_within(const std::string& path, const std::string& element) {
  if (!path.starts_with(element)) return false;
  std::string_view rest = std::string_view(path).substr(element.size());
  return rest.empty() || rest.starts_with(" > ") || rest.starts_with(":");
}

// An element that comes and goes shifts the numbers of its siblings, so its own number says nothing.
std::string lasting_subject(const Difference& difference) {
  if (difference.kind != Kind::Inserted && difference.kind != Kind::Removed) return difference.subject;
  size_t number = difference.subject.rfind(":nth-of-type(");
  size_t step = difference.subject.rfind(" > ");
  bool in_last_step = number != std::string::npos && (step == std::string::npos || number > step);
  return in_last_step ? difference.subject.substr(0, number) : difference.subject;
}

template <typename T>
void add_once(std::vector<T>& list, T value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(std::move(value));
}

// Empty when all pictures are the same, or when not all of them can be had.
Mask mask_of_runs(const std::vector<outcome::Outcome>& runs) {
  bool same = std::all_of(runs.begin(), runs.end(), [&](const auto& run) { return run.picture == runs[0].picture; });
  if (same) return {};
  std::vector<Picture> pictures;
  for (const outcome::Outcome& run : runs) {
    auto picture = decode_png(run.picture);
    if (!picture) return {};
    pictures.push_back(std::move(picture).value());
  }
  return mask_of(pictures);
}

}  // namespace

bool Stability::covers(const Difference& difference) const {
  return std::any_of(subjects.begin(), subjects.end(), [&](const Subject& known) {
    if (concerns_elements(known.aspect) && concerns_elements(difference.aspect)) {
      return lies_within(difference.subject, known.subject);
    }
    return known.aspect == difference.aspect && known.subject == difference.subject;
  });
}

Stability stability_of(const std::vector<outcome::Outcome>& runs, const CompareOptions& options) {
  Stability stability;
  if (runs.empty()) return stability;
  CompareOptions own = options;
  own.pixels = false;
  own.stability = {};
  own.limit = SIZE_MAX;
  for (size_t i = 1; i < runs.size(); ++i) {
    for (const Difference& difference : compare(runs[0], runs[i], own).differences) {
      add_once(stability.subjects, Stability::Subject{difference.aspect, lasting_subject(difference)});
      add_once(stability.unstable_aspects, std::string(name_of(difference.aspect)));
    }
  }
  if (options.pixels) stability.mask = mask_of_runs(runs);
  if (!stability.mask.empty()) stability.unstable_aspects.push_back(name_of(Aspect::Screen));
  stability.stable = stability.unstable_aspects.empty();
  return stability;
}

Stability stability_of(const std::vector<outcome::Outcome>& one, const std::vector<outcome::Outcome>& other,
                       const CompareOptions& options) {
  Stability both = stability_of(one, options), more = stability_of(other, options);
  both.stable = both.stable && more.stable;
  both.mask.add(more.mask);
  for (auto& aspect : more.unstable_aspects) add_once(both.unstable_aspects, std::move(aspect));
  for (auto& subject : more.subjects) add_once(both.subjects, std::move(subject));
  return both;
}

}  // namespace squall::oracle
