#include "analysis/chance.h"

#include <algorithm>
#include <cctype>

namespace squall::analysis {
namespace {

using oracle::Aspect;
using oracle::Difference;

// "Updated at 11:38:58 AM" → "Updated at #:#:# AM"; a word with a digit in it, such as part of an identifier, is one.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    bool digit = false;
    for (; end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])); ++end) {
      digit = digit || std::isdigit(static_cast<unsigned char>(text[end]));
    }
    if (end == i) end = i + 1;
    out += digit ? "#" : text.substr(i, end - i);
    i = end;
  }
  return out;
}

// Where things are, and how they look, follows from what they are.
bool only_follows(const Difference& difference) {
  return difference.aspect == Aspect::Layout || difference.aspect == Aspect::Screen;
}

oracle::Stability variation(const outcome::Outcome& run, const outcome::Outcome& otherwise) {
  oracle::CompareOptions options;
  options.pixels = false;
  return oracle::stability_of({run, otherwise}, options);
}

}  // namespace

bool may_be_chance(const oracle::Comparison& comparison) {
  // A picture says nothing of numbers.
  if (std::ranges::all_of(comparison.differences, only_follows)) return false;
  return std::ranges::all_of(comparison.differences, [](const Difference& each) {
    if (only_follows(each)) return true;
    if (each.kind == oracle::Kind::Sent) return each.side == oracle::Side::Both;  // both are numbers
    bool both = !each.before.empty() && !each.after.empty();
    return both && without_numbers(each.before) == without_numbers(each.after);
  });
}

lab::Conditions with_other_chance(lab::Conditions conditions) {
  constexpr int64_t kEarlierMs = 61'007;
  ++conditions.seed;
  conditions.epoch_ms -= kEarlierMs;
  return conditions;
}

bool is_chance(const oracle::Comparison& comparison, const Chances& chances) {
  auto first = variation(chances.first, chances.first_otherwise);
  auto second = variation(chances.second, chances.second_otherwise);
  return std::ranges::all_of(comparison.differences, [&](const Difference& each) {
    return only_follows(each) || (first.covers(each) && second.covers(each));
  });
}

}  // namespace squall::analysis
