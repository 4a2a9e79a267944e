#include "analysis/init/missed.h"

#include <algorithm>
#include <set>

#include "base/url.h"

namespace squall::analysis::init {
namespace {

using trace::Operation;
using trace::OpKind;

const Json* find_id(const Json& node, const std::string& id) {
  if (!node.is_object()) return nullptr;
  if (node["a"]["id"].as_string_or("") == id) return &node;
  for (const Json& child : node["c"].items()) {
    if (const Json* found = find_id(child, id)) return found;
  }
  return nullptr;
}

// What an element with an id loads, as the document has it in the end; "" when that is not known.
std::string source_of(const lab::Run& load, const std::string& element) {
  if (!element.starts_with("#") || load.outcome.frames.size() == 0) return "";
  const Json& frame = load.outcome.frames[size_t{0}];
  const Json* node = find_id(frame["root"], element.substr(1));
  std::string source = node ? (*node)["a"]["src"].as_string_or("") : "";
  return source.empty() ? "" : resolve_url(frame["url"].as_string(), source);
}

// The load that the handler waits for.
const Delay* awaited(const Delays& delays, const lab::Run& load, const std::string& element) {
  std::string source = source_of(load, element);
  for (const Delay& delay : delays.all()) {
    bool loads = delay.kind == Delay::Image || delay.kind == Delay::Frame;
    if (loads && !source.empty() && delay.url == source) return &delay;
  }
  return nullptr;
}

const Operation* parsing_of(const trace::Trace& trace, const std::string& element) {
  for (const Operation& op : trace.operations) {
    if (op.kind == OpKind::ParseElement && op.text == element) return &op;
  }
  return nullptr;
}

// A registration while the page loads, in the main frame.
bool registers(const trace::Trace& trace, const Operation& op) {
  return op.kind == OpKind::Register && op.event.valid() && trace[op.event].step < 0 && trace[op.event].frame == "0";
}

Suspect suspect_of(const Operation& op, const Delay& late, const Delay& rival) {
  Suspect suspect;
  suspect.kind = Kind::MissedLoad;
  suspect.element = op.text;
  suspect.delays = {late};
  suspect.rival = rival;
  suspect.why = {{Clue::RegisteredLate, late, op.text, op.extra}};
  if (op.where.line > 0) suspect.calls.push_back(op.call());
  return suspect;
}

bool awaits_milestone(const Operation& op) {
  bool of_page = op.text == "document" || op.text == "window";
  return op.kind == OpKind::Register && of_page && (op.extra == "DOMContentLoaded" || op.extra == "load");
}

trace::EventId milestone(const trace::Trace& trace, const std::string& type) {
  for (const auto& event : trace.events) {
    if (event.kind == trace::EventKind::Milestone && event.frame == "0" && event.detail == type) return event.id;
  }
  return {};
}

}  // namespace

std::vector<Suspect> missed_loads(const Delays& delays, const lab::Run& load) {
  std::vector<Suspect> out;
  std::set<std::string> seen;
  const auto& trace = delays.trace();
  for (const Operation& op : trace.operations) {
    if (!registers(trace, op) || op.extra != "load") continue;
    const Operation* parsing = parsing_of(trace, op.text);
    const Delay* rival = awaited(delays, load, op.text);
    if (!parsing || !rival || !seen.insert(op.text).second) continue;
    auto before = delays.before(op.event);
    std::erase_if(before, [&](const Delay& delay) {
      return delay == *rival || delay.id == parsing->event || delays.order().before(delay.id, parsing->event);
    });
    if (before.empty()) continue;
    out.push_back(suspect_of(op, before.back(), *rival));
    out.back().awaited = "the loading of " + op.text;
    out.back().certain = delays.order().before(parsing->event, before.back().id);
  }
  return out;
}

std::optional<flow::Step> step_behind(const lab::Run& load, const std::string& awaited) {
  trace::EventId event = milestone(load.trace, awaited);
  if (!event.valid()) return std::nullopt;
  auto order = trace::HappensBefore::of(load.trace);
  Survey survey = survey_of(load);
  for (const Operation& op : load.trace.operations) {
    if (!registers(load.trace, op) || (op.event != event && !order.before(event, op.event))) continue;
    for (const Action& action : survey.actions) {
      if (action.step.type != flow::StepType::Hover && hears(action, op)) return action.step;
    }
  }
  return std::nullopt;
}

std::vector<Suspect> missed_milestones(const Delays& delays) {
  std::vector<Suspect> out;
  std::set<std::string> seen;
  const auto& trace = delays.trace();
  // A registration comes before its dispatch: but for that, what does the milestone wait for?
  trace::Trace unheard = trace;
  std::erase_if(unheard.operations, awaits_milestone);
  if (unheard.operations.size() == trace.operations.size()) return out;
  trace::HappensBefore order = trace::HappensBefore::of(unheard);
  for (const Operation& op : trace.operations) {
    if (!awaits_milestone(op) || !registers(trace, op)) continue;
    trace::EventId event = milestone(trace, op.extra);
    if (!event.valid()) continue;
    auto is_awaited = [&](const Delay& delay) {
      return order.before(delay.id, event) || delay.turn == trace[event].turn;
    };
    // What the milestone waits for in any case is never late; and something else must be able to be later still.
    auto late = delays.before(op.event), rivals = delays.all();
    std::erase_if(late, is_awaited);
    std::erase_if(rivals, [&](const Delay& delay) { return !is_awaited(delay); });
    if (late.empty() || rivals.empty() || !seen.insert(op.extra + late.back().event).second) continue;
    out.push_back(suspect_of(op, late.back(), rivals.back()));
    out.back().awaited = op.extra;
  }
  return out;
}

}  // namespace squall::analysis::init
