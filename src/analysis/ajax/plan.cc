#include "analysis/ajax/plan.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

#include "base/text.h"
#include "trace/location.h"

namespace squall::analysis::ajax {
namespace {

constexpr int kBothWait = 400, kOneWaits = 300, kElement = 250, kState = 200, kFailure = 100;  // what a reason is worth

// A conflict as found; put into words only when its pair is kept.
struct Conflict {
  int worth = 0;
  const Region* region_of_first = nullptr;
  const Region* region_of_second = nullptr;
  std::string_view element = {};
  const Access* access = nullptr;
  const std::string* failure = nullptr;
};

struct Candidate {
  const Footprint* first = nullptr;
  const Footprint* second = nullptr;
  std::vector<Conflict> conflicts;
};

void find_screen(const Footprint& first, const Footprint& second, std::vector<Conflict>& out) {
  auto found = overlap(first.after_response, second.after_response);
  int worth = kBothWait;
  if (!found) found = overlap(first.after_response, second.regions), worth = kOneWaits;
  if (found) {
    out.push_back({worth, found.a, found.b});
    return;
  }
  // An element that goes away, or comes, may have had no place on the screen when it was looked at.
  auto element = common(first.elements_after_response, second.elements);
  if (!element.empty()) out.push_back({kElement, nullptr, nullptr, element});
}

// One of the two writes, and the first does its part after a response.
void find_state(const Footprint& first, const Footprint& second, std::vector<Conflict>& out) {
  const std::string* last = nullptr;
  for (const Access& access : first.accesses) {
    if (!access.after_response || (last && *last == access.location)) continue;
    auto meets = [&](const Access& other) {
      return trace::meet(access.location, other.location) && (access.write || other.write);
    };
    if (std::none_of(second.accesses.begin(), second.accesses.end(), meets)) continue;
    out.push_back({kState, nullptr, nullptr, {}, &access});
    last = &access.location;
  }
}

// An error after a response may be there because of what came before; one of the second may come from a response that
// had already been there.
void find_failure(const Footprint& first, const Footprint& second, std::vector<Conflict>& out) {
  if (!first.waits) return;
  if (!first.failure_after_response.empty())
    out.push_back({kFailure, nullptr, nullptr, {}, nullptr, &first.failure_after_response});
  else if (!second.failure.empty())
    out.push_back({kFailure, nullptr, nullptr, {}, nullptr, &second.failure});
}

std::vector<Conflict> conflicts_of(const Footprint& first, const Footprint& second) {
  std::vector<Conflict> conflicts;
  if (!first.waits) return conflicts;
  find_screen(first, second, conflicts);
  find_state(first, second, conflicts);
  find_failure(first, second, conflicts);
  return conflicts;
}

std::string name_of_location(const std::string& location) {
  if (location == "page:address") return "the address of the page";
  if (location.starts_with("scroll:")) {
    std::string what = location.substr(7);
    return "how far " + (what == "*" || what == "html" ? "the page" : what) + " is scrolled";
  }
  for (const auto& [prefix, words] : {std::pair{"field:", "the field "},
                                      {"storage:local:", "the localStorage item "},
                                      {"storage:session:", "the sessionStorage item "},
                                      {"cookie:", "the cookie "}}) {
    if (!location.starts_with(prefix)) continue;
    std::string name = location.substr(std::string_view(prefix).size());
    if (name == "*") return location.starts_with("cookie:") ? "the cookies" : "the storage";
    return words + (location.starts_with("field:") ? name : "“" + shorten(name, 60) + "”");
  }
  return location;
}

std::string screen_words(const Conflict& conflict) {
  const std::string& a = conflict.region_of_first->element;
  const std::string& b = conflict.region_of_second->element;
  bool both = conflict.worth == kBothWait;
  if (a == b)
    return both ? "both change " + a + " after a response" : "both change " + a + ", the first after a response";
  return "the first changes " + a + " after a response, the second changes " + b + " in the same place" +
         (both ? " after a response too" : "");
}

std::string words_of(const Conflict& conflict) {
  if (conflict.region_of_first) return screen_words(conflict);
  if (!conflict.element.empty()) return "both change " + std::string(conflict.element) + ", the first after a response";
  if (conflict.access) {
    return "both use " + name_of_location(conflict.access->location) + ", the first " +
           (conflict.access->write ? "writes" : "reads") + " it after a response";
  }
  return "one of them waits for a response and one fails: " + shorten(*conflict.failure, 120);
}

int score_of(const std::vector<Conflict>& conflicts) {
  int best = 0;
  for (const Conflict& conflict : conflicts) best = std::max(best, conflict.worth);
  return best + static_cast<int>(std::min<size_t>(conflicts.size(), 9));
}

// Pairs that follow the flow come first, neighbours before others, then the same event twice, then reversed pairs, then
// those with the loading of the page.
auto distance_of(const Pair& pair) {
  int ahead = pair.second - pair.first;
  if (pair.is_of_loading()) return std::make_tuple(3, ahead, pair.first);
  return std::make_tuple(ahead > 0 ? 0 : ahead == 0 ? 1 : 2, std::abs(ahead), pair.first);
}

const flow::Step& step_at(const flow::Flow& flow, int step) { return flow.steps[static_cast<size_t>(step)]; }

// That a key is released is no event by itself: it was pressed in another.
bool is_measured(const flow::Flow& flow, int step, int begin) {
  const flow::Step& one = step_at(flow, step);
  return step >= begin && flow::is_user_action(one) && one.type != flow::StepType::KeyUp;
}

// The mouse does not come to where it is.
bool is_there_already(const flow::Flow& flow, int first, int second) {
  const flow::Step &one = step_at(flow, first), &other = step_at(flow, second);
  return one.type == flow::StepType::Hover && other.type == flow::StepType::Hover && one.frame == other.frame &&
         one.selectors == other.selectors;
}

// The strokes of one text come in the order of the text: such a pair would be another text.
bool is_out_of_text(const flow::Flow& flow, int first, int second) {
  return second <= first && flow.steps[static_cast<size_t>(first)].type == flow::StepType::Type &&
         text_begin(flow, first) == text_begin(flow, second);
}

// Whether the user does something before the first event that is tested: it may need what loading has asked for.
bool has_set_up(const flow::Flow& flow, int begin) {
  return std::any_of(flow.steps.begin(), flow.steps.begin() + begin, flow::is_user_action);
}

// What comes with a response of the loading page cannot be used before it.
bool is_there_at_once(const Footprint& loading, const flow::Step& step) {
  return std::ranges::none_of(loading.inserted_after_response, [&](std::string_view inserted) {
    return std::ranges::any_of(step.selectors, [&](const auto& chain) {
      return chain.size() == 1 && (chain[0] == inserted || chain[0].starts_with(std::string(inserted) + " > "));
    });
  });
}

bool is_possible(const Footprint& first, const Footprint& second, const flow::Flow& flow) {
  if (first.step == kLoading) return is_there_at_once(first, step_at(flow, second.step));
  return !is_out_of_text(flow, first.step, second.step) && !is_there_already(flow, first.step, second.step);
}

// What the user enters is written to the field too, by the browser; and the user scrolls.
void add_entered(std::vector<Footprint>& all, const flow::Flow& flow) {
  for (Footprint& footprint : all) {
    const flow::Step& step = flow.steps[static_cast<size_t>(footprint.step)];
    if (step.type == flow::StepType::Scroll) {
      std::string what = step.selectors.empty() ? "html" : flow::locator_of(step);
      footprint.accesses.push_back({"scroll:" + what, true, false});
    }
    if (step.type != flow::StepType::Type && step.type != flow::StepType::Change) continue;
    footprint.accesses.push_back({"field:" + flow::locator_of(step), true, false});
  }
}

Pair pair_of(const Footprint& first, const Footprint& second, const std::vector<Conflict>& conflicts) {
  Pair pair{first.step, second.step, score_of(conflicts), {}, first.draws || second.draws};
  for (const Conflict& conflict : conflicts) pair.why.push_back(words_of(conflict));
  return pair;
}

// "li:nth-of-type(3) > button" is one of many; so is "#item-17".
std::string without_numbers(const std::string& text) {
  std::string out;
  for (char c : text) {
    bool digit = c >= '0' && c <= '9';
    if (!digit || out.empty() || out.back() != '0') out += digit ? '0' : c;
  }
  return out;
}

// What steps on other rows of a list have in common: what is done, where but for numbers, and the code that sends. The
// strokes of a text are all different.
std::string likeness_of(const Footprint& footprint, const flow::Flow& flow) {
  if (footprint.step == kLoading) return "load";
  const flow::Step& step = step_at(flow, footprint.step);
  std::string like = flow::name_of(step.type);
  bool unlike = step.selectors.empty() || step.type == flow::StepType::Type || footprint.senders.empty();
  if (unlike) return like + std::to_string(footprint.step);
  for (int index : step.frame) like += "/" + std::to_string(index);
  return like + "\n" + without_numbers(flow::locator_of(step)) + "\n" + join(footprint.senders, "\n");
}

// Leaves a few of the pairs that do the same; how many are gone.
size_t leave_out_alike(std::vector<std::pair<Pair, Candidate>>& found, const flow::Flow& flow) {
  constexpr int kEnough = 2;
  std::map<std::string, int> seen;
  return std::erase_if(found, [&](const auto& each) {
    const auto& [pair, candidate] = each;
    std::string like = likeness_of(*candidate.first, flow) + "\n\n" + likeness_of(*candidate.second, flow) +
                       (pair.first == pair.second ? "\ntwice" : "");
    return ++seen[like] > kEnough;
  });
}

}  // namespace

Plan plan_tests(const trace::Trace& trace, const flow::Flow& flow, const PlanOptions& options) {
  auto all = footprints(trace, static_cast<int>(flow.steps.size()));
  add_entered(all.steps, flow);
  std::vector<const Footprint*> measured, firsts;
  for (const Footprint& footprint : all.steps) {
    if (is_measured(flow, footprint.step, options.begin)) measured.push_back(&footprint);
  }
  firsts = measured;
  if (options.loading && !has_set_up(flow, options.begin)) firsts.push_back(&all.loading);
  Plan plan;
  plan.events = measured.size();
  std::vector<std::pair<Pair, Candidate>> found;
  for (const Footprint* first : firsts) {  // algorithm 1
    plan.waiting += first->waits && first->step != kLoading ? 1 : 0;
    for (const Footprint* second : measured) {
      if (!is_possible(*first, *second, flow)) continue;
      auto conflicts = conflicts_of(*first, *second);
      if (conflicts.empty()) continue;
      found.push_back(
          {Pair{first->step, second->step, score_of(conflicts), {}, false}, {first, second, std::move(conflicts)}});
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    if (a.first.score != b.first.score) return a.first.score > b.first.score;
    return distance_of(a.first) < distance_of(b.first);
  });
  plan.alike = leave_out_alike(found, flow);
  if (found.size() > options.max_tests) {
    plan.left_out = found.size() - options.max_tests;
    found.resize(options.max_tests);
  }
  for (const auto& [pair, from] : found) plan.pairs.push_back(pair_of(*from.first, *from.second, from.conflicts));
  return plan;
}

int text_begin(const flow::Flow& flow, int step) {
  auto at = [&](int i) -> const flow::Step& { return flow.steps[static_cast<size_t>(i)]; };
  while (step > 0 && at(step).type == flow::StepType::Type && !at(step).clear &&
         at(step - 1).type == flow::StepType::Type && at(step - 1).selectors == at(step).selectors &&
         at(step - 1).frame == at(step).frame) {
    --step;
  }
  return step;
}

Sequence sequence_of(const Pair& pair, const flow::Flow& flow, int begin) {
  Sequence sequence;
  for (int i = 0; i < begin; ++i) sequence.steps.push_back(i);
  if (pair.is_of_loading()) {
    for (int i = text_begin(flow, pair.second); i <= pair.second; ++i) sequence.steps.push_back(i);
    sequence.hold = kLoading;
    sequence.until = static_cast<int>(sequence.steps.size()) - 1;
    return sequence;
  }
  int text_of_first = text_begin(flow, pair.first), text_of_second = text_begin(flow, pair.second);
  bool one_text = text_of_first == text_of_second && pair.first < pair.second;
  if (!one_text) {
    for (int i = text_of_second; i < pair.second; ++i) sequence.steps.push_back(i);
  }
  for (int i = text_of_first; i < pair.first; ++i) sequence.steps.push_back(i);
  sequence.hold = static_cast<int>(sequence.steps.size());
  sequence.steps.push_back(pair.first);
  if (one_text) {
    for (int i = pair.first + 1; i < pair.second; ++i) sequence.steps.push_back(i);
  }
  sequence.until = static_cast<int>(sequence.steps.size());
  sequence.steps.push_back(pair.second);
  return sequence;
}

namespace {

// Who is quick performs all of the flow while the page loads.
Sequence sequence_while_loading(const Pair& pair) {
  Sequence sequence;
  for (int i = 0; i <= pair.second; ++i) sequence.steps.push_back(i);
  sequence.hold = kLoading;
  sequence.until = pair.second;
  return sequence;
}

}  // namespace

Sequence sequence_within_flow(const Pair& pair, const flow::Flow& flow, int begin) {
  if (pair.is_of_loading()) return sequence_while_loading(pair);
  Sequence own = sequence_of(pair, flow, begin);
  Sequence sequence;
  for (int i = 0; i < pair.first; ++i) sequence.steps.push_back(i);
  sequence.hold = pair.first;
  sequence.steps.insert(sequence.steps.end(), own.steps.begin() + own.hold, own.steps.end());
  sequence.until = sequence.hold + (own.until - own.hold);
  return sequence;
}

Sequence sequence_through_flow(const Pair& pair, const flow::Flow& flow, int begin) {
  if (pair.is_of_loading()) return sequence_while_loading(pair);
  if (pair.second <= pair.first) return sequence_within_flow(pair, flow, begin);
  Sequence sequence;
  for (int i = 0; i <= pair.second; ++i) sequence.steps.push_back(i);
  sequence.hold = pair.first;
  sequence.until = pair.second;
  return sequence;
}

}  // namespace squall::analysis::ajax
