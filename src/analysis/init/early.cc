#include "analysis/init/early.h"

#include <algorithm>
#include <set>

namespace squall::analysis::init {
namespace {

const Action* action_for(const TriedHandler& handler, const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (action.element != handler.element) continue;
    for (const auto& [place, type] : action.handlers) {
      if (place == handler.place && type == handler.type) return &action;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<TriedHandler> failing_early(const std::vector<TriedHandler>& tried) {
  std::vector<TriedHandler> out;
  std::set<std::string> seen;
  for (const TriedHandler& handler : tried) {
    if (handler.failure.empty()) continue;
    if (seen.insert(handler.element + "\n" + handler.type + "\n" + handler.failure).second) out.push_back(handler);
  }
  return out;
}

std::optional<Suspect> validated(const TriedHandler& handler, const lab::Run& alone, const std::vector<Action>& actions,
                                 double long_timer_ms) {
  auto again = survey_of(alone).handlers;
  auto found = std::find_if(again.begin(), again.end(), [&](const auto& each) { return each.key == handler.key; });
  if (found == again.end() || found->failure.empty() || found->worked < 0) return std::nullopt;
  Suspect suspect;
  suspect.kind = Kind::EarlyFailure;
  suspect.element = handler.element;
  suspect.failure = found->failure;
  suspect.prevents = found->prevented;
  Delays delays(alone, long_timer_ms);
  // What came last before it worked is what it needs.
  auto before = delays.before_turn(found->worked);
  std::erase_if(before, [&](const Delay& delay) { return delay.turn <= found->first; });
  if (before.empty()) return std::nullopt;
  suspect.delays = {before.back()};
  suspect.certain = true;
  suspect.why = {{Clue::FailsEarly, before.back(), handler.element, handler.type, found->failure}};
  if (found->where.line > 0) suspect.calls.push_back({found->where, ""});
  if (const Action* action = action_for(handler, actions)) suspect.steps = {action->step};
  return suspect;
}

}  // namespace squall::analysis::init
