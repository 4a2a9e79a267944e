#include "analysis/init/survey.h"

#include <algorithm>

#include "base/text.h"

namespace squall::analysis::init {
namespace {

int number(const Json& json, int otherwise) { return static_cast<int>(json.as_int(otherwise)); }

Field field_of(const Json& json) {
  Field field;
  field.element = json["locator"].as_string();
  field.name = json["name"].as_string_or("");
  field.selector = json["selector"].as_string_or("");
  field.kind = json["kind"].as_string();
  field.before = json["before"].as_string();
  field.given = json["given"].as_string();
  field.spare = json["spare"].as_string();
  field.after = json["after"].as_string();
  field.turn = number(json["turn"], 0);
  field.lost = number(json["lost"], -1);
  field.gone = json["gone"].as_bool();
  for (const Json& member : json["group"].items()) field.group.push_back(member.as_string());
  if (const Json& other = json["other"]; other.is_object()) {
    field.other = {other["locator"].as_string(), other["name"].as_string_or(""), other["selector"].as_string_or(""),
                   number(other["turn"], 0)};
  }
  return field;
}

TriedHandler handler_of(const Json& json) {
  TriedHandler handler;
  handler.key = json["key"].as_string();
  handler.place = json["place"].as_string();
  handler.type = json["type"].as_string();
  handler.element = json["element"].as_string();
  handler.first = number(json["first"], -1);
  handler.worked = number(json["worked"], -1);
  handler.tries = number(json["tries"], 0);
  handler.prevented = json["prevented"].as_bool();
  const Json& failure = json["failure"];
  if (!failure.is_object()) return handler;
  handler.failure = failure["text"].as_string();
  handler.where = {failure["url"].as_string(), number(failure["line"], 0), number(failure["column"], 0)};
  return handler;
}

// The way to an element: a locator leads through shadow roots by " >>> ".
flow::SelectorChain chain_of(const std::string& locator) {
  flow::SelectorChain chain;
  size_t from = 0;
  for (size_t at; (at = locator.find(" >>> ", from)) != std::string::npos; from = at + 5) {
    chain.push_back(locator.substr(from, at - from));
  }
  chain.push_back(locator.substr(from));
  return chain;
}

// What says which radio button is meant goes in front of where it stands.
void tell_by(flow::Step& step, const std::string& selector) {
  if (selector.empty() || step.selectors.empty()) return;
  flow::SelectorChain telling = step.selectors[0];
  telling.back() = selector;
  step.selectors.insert(step.selectors.begin(), std::move(telling));
}

}  // namespace

Survey survey_of(const lab::Run& run) {
  Survey survey;
  for (const Json& json : run.init.survey.fields.items()) survey.fields.push_back(field_of(json));
  for (const Json& json : run.init.survey.handlers.items()) survey.handlers.push_back(handler_of(json));
  for (const Json& json : run.init.survey.steps.items()) {
    auto step = flow::parse_step(json["step"]);
    if (!step) continue;
    Action action{std::move(step).value(), json["element"].as_string(), {}};
    for (const Json& pair : json["handlers"].items()) {
      action.handlers.emplace_back(pair[size_t{0}].as_string(), pair[size_t{1}].as_string());
    }
    for (const Field& field : survey.fields) {
      // A value that differs from the first one also differs from what a user finds early.
      bool same = field.element == action.element && action.step.type == flow::StepType::Change;
      if (same) action.step.value = field.given;
      if (field.element == action.element) tell_by(action.step, field.selector);
      if (field.other && field.other->element == action.element) tell_by(action.step, field.other->selector);
    }
    survey.actions.push_back(std::move(action));
  }
  return survey;
}

bool hears(const Action& action, const trace::Operation& registration) {
  return std::any_of(action.handlers.begin(), action.handlers.end(), [&](const auto& handler) {
    return handler.first == registration.text && handler.second == registration.extra;
  });
}

flow::Step step_for(const Field& field) {
  flow::Step step;
  step.type = field.kind == "check" ? flow::StepType::Click : flow::StepType::Change;
  step.selectors = {chain_of(field.element)};
  tell_by(step, field.selector);
  bool plain = field.name.size() <= 80 && field.name.find('[') == std::string::npos;
  if (!field.name.empty() && plain) step.selectors.push_back({"aria/" + field.name});
  if (step.type == flow::StepType::Change) {
    step.value = field.given;
    step.field = field.kind;
  }
  return step;
}

}  // namespace squall::analysis::init
