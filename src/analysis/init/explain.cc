#include "analysis/init/explain.h"

#include <algorithm>

#include "analysis/init/words.h"
#include "base/text.h"
#include "base/url.h"
#include "oracle/words.h"

namespace squall::analysis::init {
namespace {

using finding::Advice;
using oracle::Aspect;
using oracle::Difference;

constexpr size_t kSentences = 3;
constexpr size_t kPlaces = 3;

std::string act_of(const Suspect& suspect) {
  if (suspect.rival) return suspect.awaited;
  return suspect.steps.empty() ? "an event on " + suspect.element : flow::label_of(suspect.steps[0]);
}

bool leaves(const std::vector<const Difference*>& lost) {
  return std::any_of(lost.begin(), lost.end(), [](const Difference* each) {
    return each->aspect == Aspect::Url && without_fragment(each->before) != without_fragment(each->after);
  });
}

// What a field holds need not be lost for a loss: hydration may leave it alone, and go on as if it were empty.
bool is_written_over(const std::vector<const Difference*>& lost) {
  return lost.empty() || std::ranges::any_of(lost, [](const Difference* each) { return each->aspect == Aspect::Form; });
}

std::string title_of(const Suspect& suspect, const std::vector<const Difference*>& lost) {
  std::string delay = words_for(suspect.delays[0]);
  std::string act =
      act_of(suspect) + " before " + delay + (suspect.delays[0].kind == Delay::Timer ? " fires" : " has come");
  switch (suspect.kind) {
    case Kind::Overwritten:
      return act + (is_written_over(lost) ? ": what was entered is overwritten"
                                          : ": the field keeps what was entered, but the page does not know it");
    case Kind::FocusStolen: return act + ": the focus jumps away while the user types";
    case Kind::EarlyFailure: return act + ": " + suspect.failure;
    case Kind::MissedLoad: return act + ": its handler never runs";
    case Kind::LateHandler: break;
  }
  if (leaves(lost)) return act + ": the browser leaves the page, because no handler prevents it yet";
  return act + ": it is lost, because nobody listens yet";
}

// When the browser has left the page, everything on it differs, and says no more.
std::vector<const Difference*> worth_telling(std::vector<const Difference*> lost) {
  if (!leaves(lost)) return lost;
  std::erase_if(lost,
                [](const Difference* each) { return each->aspect == Aspect::Dom || each->aspect == Aspect::Form; });
  return lost;
}

std::string told(const std::vector<const Difference*>& all, bool about_load) {
  auto lost = worth_telling(all);
  std::vector<std::string> sentences;
  for (size_t i = 0; i < std::min(kSentences, lost.size()); ++i) sentences.push_back(init::told(*lost[i], about_load));
  std::string text = lost.empty() ? "" : oracle::capitalised(*lost[0], join(sentences, "; "));
  if (lost.size() > kSentences) text += "; and " + count_of(lost.size() - kSentences, "more difference");
  return text + ".";
}

std::string cause_of(const Suspect& suspect, const std::vector<const Difference*>& lost) {
  std::string delay = words_for(suspect.delays[0]);
  switch (suspect.kind) {
    case Kind::Overwritten:
      return is_written_over(lost) ? "When it comes, the page writes the field, whatever the user has entered. "
                                   : "When it comes, the page begins anew: the field still shows what the user has "
                                     "entered, and the page goes on without it. ";
    case Kind::FocusStolen: return "When it comes, the page moves the focus, and the next keys go elsewhere. ";
    case Kind::MissedLoad: return capitalised(join(words_for(suspect.why), ", ")) + ": the event is over by then. ";
    case Kind::EarlyFailure: return "The handler is there, but what it needs is not: " + suspect.failure + ". ";
    case Kind::LateHandler: break;
  }
  std::string text = "The element can be seen and used, but " + join(words_for(suspect.why), ", ") + ". ";
  if (suspect.prevents) text += "That handler prevents what the browser does by itself. ";
  return text;
}

std::string explanation_of(const Suspect& suspect, const std::vector<const Difference*>& lost) {
  const Delay& delay = suspect.delays[0];
  std::string when = delay.kind == Delay::Timer ? " has not fired yet. " : " is still on its way. ";
  std::string happens = suspect.rival ? (is_of_page(suspect) ? " comes" : " ends") : "";
  std::string then = suspect.rival && !suspect.steps.empty() ? "Then " + flow::label_of(suspect.steps[0]) + ". " : "";
  return capitalised(act_of(suspect)) + happens + " while " + words_for(delay) + when + cause_of(suspect, lost) + then +
         told(lost, suspect.rival.has_value());
}

std::vector<finding::Place> places_of(const Suspect& suspect, finding::Code& code) {
  std::vector<finding::Place> places;
  if (suspect.why.empty()) return places;
  std::string role = role_for(suspect.why.front());
  for (const trace::Call& call : suspect.calls) {
    finding::Place place = code.place_of(call, role);
    bool known = std::ranges::any_of(
        places, [&](const finding::Place& other) { return other.url == place.url && other.line == place.line; });
    if (!known && places.size() < kPlaces) places.push_back(std::move(place));
  }
  return places;
}

const Advice kDisabled = {"Render it disabled until the page is ready",
                          "A control that cannot do its work yet says so: send it disabled, and enable it where its "
                          "handler is attached or its value is filled in.",
                          "<button id=\"save\" disabled>Save</button>\n\nsave.addEventListener('click', onSave);\n"
                          "save.disabled = false;"};
const Advice kInline = {
    "Attach the handler before the element can be used",
    "An inline script right behind the element runs before a person can click; let it attach the "
    "handler, or one at the document that passes events on.",
    "<a id=\"search\" href=\"/search\">Search</a>\n<script>\n  var early = [];\n  search.onclick = (event) => {\n    "
    "event.preventDefault();\n    early.push(event);\n  };\n</script>"};
const Advice kRead = {"Leave alone what the user has entered",
                      "Fill a field only while it holds what the page was sent with.",
                      "if (field.value === field.defaultValue) field.value = saved;"};
const Advice kReadAtStart = {"Read the field when the page starts",
                             "What the user has entered by then raised events that nobody heard: take the value from "
                             "the field.",
                             "input.addEventListener('input', update);\nupdate(); // what is there already"};
const Advice kReplay = {"Replay what came too early",
                        "Keep early events in a list, and handle them when the page is ready.",
                        "for (const event of early) handle(event);"};
const Advice kGuard = {"Look whether it is there",
                       "A handler that can run before its script has come must not assume it: skip the call, or defer "
                       "it until the script is there.",
                       "onclick=\"window.tracker?.track(this)\""};
const Advice kLoaded = {"Look whether it has loaded already",
                        "The event may be over when the handler comes: ask the element first.",
                        "if (image.complete) show();\nelse image.addEventListener('load', show);"};
const Advice kReady = {"Look whether the page is ready already",
                       "The event may be over when the script comes: ask the document first.",
                       "if (document.readyState !== 'loading') start();\n"
                       "else document.addEventListener('DOMContentLoaded', start);"};
const Advice kFocus = {"Move the focus only when nobody has it", "The user may be typing already.",
                       "if (document.activeElement === document.body) field.focus();"};

std::vector<Advice> advice_for(const Suspect& suspect) {
  switch (suspect.kind) {
    case Kind::Overwritten: return {kRead, kDisabled};
    case Kind::FocusStolen: return {kFocus};
    case Kind::MissedLoad:
      if (is_of_page(suspect)) return {kReady};
      return {kLoaded, kInline};
    case Kind::EarlyFailure: return {kGuard, kDisabled, kReplay};
    case Kind::LateHandler: break;
  }
  bool typed = !suspect.steps.empty() && suspect.steps[0].type == flow::StepType::Change;
  if (typed) return {kReadAtStart, kDisabled, kReplay};
  return {kDisabled, kInline, kReplay};
}

}  // namespace

finding::Finding explain(const Suspect& suspect, const Places& places, const Trial& trial, finding::Code& code) {
  Suspect held = suspect;
  held.delays = {suspect.delays[trial.way]};
  auto lost = losses(trial.comparison);
  finding::Finding finding;
  finding.kind = name_of(suspect.kind);
  finding.severity = finding::Severity::Error;
  finding.title = title_of(held, lost);
  finding.explanation = explanation_of(held, lost);
  finding.witness = act_of(suspect) + ", then " + words_for(held.delays[0]);
  if (!suspect.rival) {
    for (int step : places.steps) finding.events.push_back("u" + std::to_string(step));
  }
  finding.element = suspect.element;
  finding.where = places_of(suspect, code);
  finding.advice = advice_for(suspect);
  finding.confirmed = 2;
  finding.evidence = evidence_of(trial);
  finding.evidence.set("delay", held.delays[0].event).set("resource", held.delays[0].url);
  finding.evidence.set("prevents_default", suspect.prevents);
  return finding;
}

finding::Finding note(const Suspect& suspect, const std::string& why_not, finding::Code& code) {
  finding::Finding finding;
  finding.kind = name_of(suspect.kind);
  finding.severity = finding::Severity::Note;
  finding.evidence = Json::object({{"delay", suspect.delays[0].event}, {"resource", suspect.delays[0].url}});
  finding.title = title_of(suspect, {});
  finding.explanation =
      capitalised(join(words_for(suspect.why), "; ")) + ". It was not made to happen: " + why_not + ".";
  finding.element = suspect.element;
  finding.where = places_of(suspect, code);
  finding.advice = advice_for(suspect);
  return finding;
}

}  // namespace squall::analysis::init
