#include "analysis/init/patterns.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.h"

namespace squall::analysis::init {
namespace {

using trace::EventId;
using trace::Operation;
using trace::OpKind;

// The user waits for nothing but the loading of the main frame's document.
bool is_loading(const trace::Trace& trace, const Operation& op) {
  return op.event.valid() && trace[op.event].step < 0 && trace[op.event].frame == "0";
}

// The field that a write is about: an option's is that of its list.
std::string field_of(const Operation& op) {
  size_t option = op.text.rfind(" > option");
  if (option == std::string::npos) option = op.text.rfind(" > optgroup");
  if (op.extra != "selected" || option == std::string::npos) return op.text;
  std::string list = op.text.substr(0, option);
  size_t group = list.rfind(" > optgroup");
  return group == std::string::npos ? list : list.substr(0, group);
}

std::vector<Delay> after_turn(const std::vector<Delay>& delays, int turn) {
  std::vector<Delay> out;
  for (const Delay& delay : delays) {
    if (delay.turn > turn) out.push_back(delay);
  }
  return out;
}

// To hold the last of them leaves the page as far as it can get; the first is the other extreme. Before a style sheet
// of the head has come nothing is shown, so that something else is the delay where there is something else.
std::vector<Delay> worth_holding(std::vector<Delay> delays) {
  auto is_style = [](const Delay& each) { return each.kind == Delay::StyleSheet; };
  if (!std::all_of(delays.begin(), delays.end(), is_style)) std::erase_if(delays, is_style);
  if (delays.size() < 2) return delays;
  return {delays.back(), delays.front()};
}

// Who made an element; none when the trace does not say.
const Operation* creation_of(const trace::Trace& trace, std::string element) {
  for (;;) {
    for (const Operation& op : trace.operations) {
      bool inserted = op.kind == OpKind::Mutate && op.extra.starts_with("insert");
      if ((op.kind == OpKind::ParseElement || inserted) && op.text == element && is_loading(trace, op)) return &op;
    }
    size_t parent = element.rfind(" > ");
    if (parent == std::string::npos) return nullptr;
    element.resize(parent);
  }
}

bool is_hidden(const Operation* creation, const std::string& element) {
  if (!creation || creation->kind != OpKind::ParseElement || creation->text != element) return false;
  return creation->extra.find("visible") == std::string::npos;
}

// To check one radio button is to write its group, and so is to set its attribute: unlike that of a check box, it
// still counts when the user has chosen another.
bool writes(const Operation& op, const Field& field) {
  bool of_group = std::ranges::find(field.group, op.text) != field.group.end();
  if (op.kind == OpKind::Mutate) return of_group && op.extra == "attribute checked";
  return op.kind == OpKind::WriteField && (of_group || field_of(op) == field.element);
}

const Operation* last_write(const trace::Trace& trace, const Field& field) {
  const Operation* found = nullptr;
  for (const Operation& op : trace.operations) {
    if (!is_loading(trace, op) || !writes(op, field)) continue;
    if (trace[op.event].turn >= field.turn) found = &op;
  }
  return found;
}

bool is_certain(const Delays& delays, EventId creation, const Delay& delay) {
  return creation.valid() && delay.id.valid() && delays.order().before(creation, delay.id);
}

Suspect suspect_field(const Delays& delays, const Field& field) {
  Suspect suspect;
  suspect.kind = Kind::Overwritten;
  suspect.element = field.element;
  suspect.steps = {step_for(field)};
  const Operation* write = last_write(delays.trace(), field);
  auto between = write ? delays.before(write->event) : delays.before_turn(field.lost);
  suspect.delays = worth_holding(after_turn(between, field.turn));
  if (suspect.delays.empty()) return suspect;
  const Operation* creation = creation_of(delays.trace(), field.element);
  suspect.certain = creation && is_certain(delays, creation->event, suspect.delays[0]);
  std::string written = write && !field.group.empty() ? write->text : field.element;
  suspect.why = {{field.gone ? Clue::Replaced : Clue::Written, suspect.delays[0], written}};
  if (write && write->where.line > 0) suspect.calls.push_back(write->call());
  return suspect;
}

// The same field, had the user entered something else; none when there is nothing else.
std::optional<Field> with_another_value(Field field) {
  if (field.other) {
    std::tie(field.element, field.name, field.selector, field.turn) =
        std::tie(field.other->element, field.other->name, field.other->selector, field.other->turn);
    return field;
  }
  if (field.spare.empty()) return std::nullopt;
  field.given = field.spare;
  return field;
}

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Overwritten:
    case Kind::FocusStolen: return "form-input-overwritten";
    case Kind::LateHandler:
    case Kind::MissedLoad: return "late-event-handler";
    case Kind::EarlyFailure: break;
  }
  return "access-before-definition";
}

std::vector<Suspect> overwritten_fields(const Delays& delays, const Survey& survey) {
  std::vector<Suspect> out;
  for (const Field& field : survey.fields) {
    bool stayed = field.lost < 0 || field.after == field.given;
    // A script may have written just what we had given: another value tells.
    auto tried = !stayed ? field : last_write(delays.trace(), field) ? with_another_value(field) : std::nullopt;
    if (!tried) continue;
    Suspect suspect = suspect_field(delays, *tried);
    if (!suspect.delays.empty()) out.push_back(std::move(suspect));
  }
  return out;
}

namespace {

// A person in the middle of a word: the first half while the delay lasts, the second when it is over.
std::vector<flow::Step> typing_in_two(const Field& field) {
  flow::Step first = step_for(field);
  first.value = "squ";
  flow::Step rest;
  rest.type = flow::StepType::Macro;
  rest.name = "go on typing “all”";
  for (const char* key : {"a", "l", "l"}) {
    for (auto type : {flow::StepType::KeyDown, flow::StepType::KeyUp}) {
      flow::Step stroke;
      stroke.type = type;
      stroke.key = key;
      rest.parts.push_back(stroke);
    }
  }
  return {first, rest};
}

const Field* typed_meanwhile(const Survey& survey, const std::string& focused, const std::vector<Delay>& delays) {
  for (const Field& field : survey.fields) {
    if (field.kind != "text" || field.element == focused || field.gone) continue;
    if (!after_turn(delays, field.turn).empty()) return &field;
  }
  return nullptr;
}

}  // namespace

std::vector<Suspect> stolen_focus(const Delays& delays, const Survey& survey) {
  std::vector<Suspect> out;
  std::set<std::string> seen;
  for (const Operation& op : delays.trace().operations) {
    if (op.kind != OpKind::Focus || !is_loading(delays.trace(), op) || !seen.insert(op.text).second) continue;
    auto before = delays.before(op.event);
    const Field* field = typed_meanwhile(survey, op.text, before);
    if (!field) continue;
    Suspect suspect;
    suspect.kind = Kind::FocusStolen;
    suspect.element = field->element;
    suspect.steps = typing_in_two(*field);
    suspect.delays = worth_holding(after_turn(before, field->turn));
    const Operation* creation = creation_of(delays.trace(), field->element);
    suspect.certain = creation && is_certain(delays, creation->event, suspect.delays[0]);
    suspect.why = {{Clue::FocusMoved, suspect.delays[0], op.text}};
    if (op.where.line > 0) suspect.calls.push_back(op.call());
    out.push_back(std::move(suspect));
  }
  return out;
}

namespace {

// The long delays between an element and the registration of a handler for it.
std::vector<Delay> between(const Delays& delays, const Operation* creation, const Operation& registration) {
  std::vector<Delay> out;
  for (const Delay& delay : delays.before(registration.event)) {
    if (creation) {
      bool earlier = delay.id == creation->event || delays.order().before(delay.id, creation->event);
      bool silent = !delay.id.valid() && delay.turn <= delays.trace()[creation->event].turn;
      if (earlier || silent) continue;
    }
    out.push_back(delay);
  }
  return out;
}

bool is_prevented(const Action& action, const std::vector<TriedHandler>& tried) {
  return std::any_of(tried.begin(), tried.end(), [&](const TriedHandler& handler) {
    if (!handler.prevented) return false;
    return std::any_of(action.handlers.begin(), action.handlers.end(), [&](const auto& heard) {
      bool own = handler.element == action.element || handler.place == action.element || handler.type == "submit";
      return own && heard.first == handler.place && heard.second == handler.type;
    });
  });
}

// The types that mean an action itself, before those that come along with it.
bool is_main_type(const std::string& type) {
  return type == "click" || type == "submit" || type == "input" || type == "change" || type == "dblclick";
}

void add_registration(Suspect& suspect, const Operation& op, const std::vector<Delay>& delays) {
  auto held = worth_holding(delays);
  for (const Delay& delay : held) {
    bool known = std::find(suspect.delays.begin(), suspect.delays.end(), delay) != suspect.delays.end();
    if (!known) suspect.delays.push_back(delay);
  }
  if (suspect.why.empty()) suspect.why = {{Clue::RegisteredLate, held[0], op.text, op.extra}};
  bool known = op.where.line <= 0 || std::ranges::any_of(suspect.calls, [&](const trace::Call& call) {
                 return call.where.url == op.where.url && call.where.line == op.where.line && call.stack == op.stack;
               });
  if (!known) suspect.calls.push_back(op.call());
}

}  // namespace

std::vector<Suspect> late_handlers(const Delays& delays, const Survey& survey, const std::vector<TriedHandler>& tried) {
  std::vector<Suspect> out;
  const auto& trace = delays.trace();
  for (const Action& action : survey.actions) {
    if (action.step.type == flow::StepType::Hover) continue;  // the next move of the mouse is heard
    const Operation* creation = creation_of(trace, action.element);
    if (is_hidden(creation, action.element)) continue;
    Suspect suspect;
    suspect.kind = Kind::LateHandler;
    suspect.element = action.element;
    suspect.steps = {action.step};
    for (bool main : {true, false}) {
      for (const Operation& op : trace.operations) {
        if (op.kind != OpKind::Register || is_main_type(op.extra) != main) continue;
        if (!is_loading(trace, op) || !hears(action, op)) continue;
        auto late = between(delays, creation, op);
        if (!late.empty()) add_registration(suspect, op, late);
      }
    }
    if (suspect.delays.empty()) continue;
    suspect.delays.resize(std::min<size_t>(suspect.delays.size(), 2));
    suspect.certain = creation && is_certain(delays, creation->event, suspect.delays[0]);
    suspect.prevents = is_prevented(action, tried);
    out.push_back(std::move(suspect));
  }
  return out;
}

}  // namespace squall::analysis::init
