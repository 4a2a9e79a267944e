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

bool differs_in_numbers(const Difference& difference) {
  if (difference.kind == oracle::Kind::Sent) return difference.side == oracle::Side::Both;  // both are numbers
  bool both = !difference.before.empty() && !difference.after.empty();
  return both && without_numbers(difference.before) == without_numbers(difference.after);
}

// Whether there is something like "11:38", or a number or identifier that is too long for a count.
bool holds_time(const std::string& text) {
  constexpr size_t kLong = 6;
  size_t word = 0;
  bool digit = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!std::isalnum(static_cast<unsigned char>(text[i]))) {
      if (digit && text[i] == ':' && i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])))
        return true;
      word = 0;
      digit = false;
      continue;
    }
    digit = digit || std::isdigit(static_cast<unsigned char>(text[i]));
    if (++word >= kLong && digit) return true;
  }
  return false;
}

bool tells_time(const Difference& difference) {
  return !only_follows(difference) && differs_in_numbers(difference) && holds_time(difference.after);
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
  return std::ranges::any_of(comparison.differences, tells_time) ||
         std::ranges::all_of(comparison.differences,
                             [](const Difference& each) { return only_follows(each) || differs_in_numbers(each); });
}

lab::Conditions with_other_chance(lab::Conditions conditions) {
  constexpr int64_t kEarlierMs = 61'007;
  constexpr double kSlower = 1.3;
  ++conditions.seed;
  conditions.epoch_ms -= kEarlierMs;
  conditions.step_ms *= kSlower;
  return conditions;
}

std::optional<oracle::Comparison> without_chance(const oracle::Comparison& comparison, const Chances& chances) {
  auto first = variation(chances.first, chances.first_otherwise);
  auto second = variation(chances.second, chances.second_otherwise);
  oracle::Comparison rest = comparison;
  rest.differences.clear();
  for (const Difference& each : comparison.differences) {
    bool chance = differs_in_numbers(each) && first.covers(each) && second.covers(each);
    (chance ? rest.not_counted : rest.differences).push_back(each);
  }
  if (std::ranges::all_of(rest.differences, only_follows)) return std::nullopt;
  return rest;
}

}  // namespace squall::analysis
