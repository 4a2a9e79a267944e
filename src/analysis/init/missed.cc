#include "analysis/init/missed.h"

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

}  // namespace

std::vector<Suspect> missed_loads(const Delays& delays, const lab::Run& load) {
  std::vector<Suspect> out;
  std::set<std::string> seen;
  const auto& trace = delays.trace();
  for (const Operation& op : trace.operations) {
    bool wanted = op.kind == OpKind::Register && op.extra == "load" && op.event.valid();
    if (!wanted || trace[op.event].step >= 0 || trace[op.event].frame != "0") continue;
    const Operation* parsing = parsing_of(trace, op.text);
    const Delay* rival = awaited(delays, load, op.text);
    if (!parsing || !rival || !seen.insert(op.text).second) continue;
    auto before = delays.before(op.event);
    std::erase_if(before, [&](const Delay& delay) {
      return delay == *rival || delay.id == parsing->event || delays.order().before(delay.id, parsing->event);
    });
    if (before.empty()) continue;
    Suspect suspect;
    suspect.kind = Kind::MissedLoad;
    suspect.element = op.text;
    suspect.delays = {before.back()};
    suspect.rival = *rival;
    suspect.certain = delays.order().before(parsing->event, before.back().id);
    suspect.why = {"the handler for load on " + op.text + " is registered only after " + words_for(before.back())};
    if (op.where.line > 0) suspect.where.push_back(op.where);
    suspect.role = "registers the handler for load";
    out.push_back(std::move(suspect));
  }
  return out;
}

}  // namespace squall::analysis::init
