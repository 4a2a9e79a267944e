#include "analysis/ajax/explain.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analysis/ajax/words.h"
#include "analysis/telling.h"
#include "base/text.h"
#include "base/url.h"
#include "finding/code.h"
#include "oracle/words.h"

namespace squall::analysis::ajax {
namespace {

using finding::Advice;
using finding::Place;
using oracle::Aspect;
using oracle::Difference;
using trace::OpKind;

constexpr size_t kSentences = 1;  // the report has them all
constexpr size_t kMostPlaces = 12;
constexpr const char* kPrevented =
    " Chrome sends the second of two equal GET requests only when the first has been answered, so there this takes a "
    "cache that is switched off, or a proxy or service worker in between.";

std::string label_of(const flow::Flow& flow, int step) { return flow::label_of(flow.steps[static_cast<size_t>(step)]); }

bool concerns_elements(Aspect aspect) {
  return aspect == Aspect::Dom || aspect == Aspect::Layout || aspect == Aspect::Form || aspect == Aspect::Screen;
}

// The element in question: the nearest one with an id around what differs. When nothing on the page differs, the thing
// that does.
std::string element_of(const oracle::Comparison& comparison) {
  const Difference* main = main_difference(comparison);
  if (!main) return "";
  const std::string& path = main->subject;
  size_t id = path.rfind('#');
  bool begins = id != std::string::npos && (id == 0 || path[id - 1] == ' ');
  if (!concerns_elements(main->aspect) || !begins) return path;
  return path.substr(0, path.find(" > ", id));
}

std::string title_of(const Race& race, const flow::Flow& flow) {
  const Difference* main = main_difference(race.comparison);
  std::string pair = words_for(race.pair, flow);
  if (!main) return pair;
  bool alone = race.crossing.overtaking.empty();
  std::string order = is_abort(race.crossing) ? "whether a request is aborted before its answer has come"
                      : alone                 ? "whether a response comes before or after it"
                                              : "which response comes last";
  std::string element = element_of(race.comparison);
  bool labelled = element == main->subject && !main->label.empty();
  std::string subject = element.empty() ? "the page" : labelled ? main->label : element;
  switch (main->aspect) {
    case Aspect::Error: return pair + ": whether there is an uncaught error depends on " + order;
    case Aspect::Storage: return pair + ": what is stored in " + subject + " depends on " + order;
    case Aspect::Url: return pair + ": the address of the page depends on " + order;
    case Aspect::Ending: return pair + ": whether the page comes to rest depends on " + order;
    case Aspect::Requests: return pair + ": what is sent to the server depends on " + order;
    default: return pair + ": " + subject + " depends on " + order;
  }
}

std::string explanation_of(const Race& race, const flow::Flow& flow, const std::string& witness) {
  std::string text = capitalised(words_for(race.pair, flow));
  text += race.pair.is_of_loading() ? ", before all that it asks the server for has come. "
                                    : ", without waiting in between. ";
  std::string seen = told(race.comparison, kSentences);
  const Difference* main = main_difference(race.comparison);
  if (!witness.empty())
    text += capitalised(witness) + ", and so " + seen;
  else if (main)
    text += oracle::capitalised(*main, seen);
  text += ".";
  if (!race.comparison.visible && !race.comparison.has(Aspect::Dom)) text += " Nothing on the screen shows it.";
  if (race.is_prevented) text += kPrevented;
  return text;
}

// Of "GET http://h/a", of "GET ws://h/b" for a WebSocket that is opened, or of "WS ws://h/b" for a message on it.
std::string sending_words(const std::string& request, const std::string& page_url) {
  size_t space = request.find(' ');
  if (space == std::string::npos) return "sends a request";
  std::string method = request.substr(0, space), url = request.substr(space + 1);
  bool own = parse_url(url).origin() == parse_url(page_url).origin();
  std::string address = own ? short_url(url) : shorten(url, 120);
  if (method == "WS") return "sends a message to " + address;
  bool opens = url.starts_with("ws://") || url.starts_with("wss://");
  return opens ? "opens " + address : "sends " + method + " " + address;
}

// "storage:local:cart" or "cookie:sid", when the thing that differs is that one; "" otherwise.
std::string written(std::string_view location, const Difference& difference) {
  std::string key(location.substr(location.find(':', location.starts_with("storage:") ? 8 : 0) + 1));
  std::string prefix = difference.aspect == Aspect::Cookies ? "cookie:" : "storage:" + difference.type + ":";
  if (!location.starts_with(prefix) || (key != "*" && key != difference.name)) return "";
  if (location.starts_with("cookie:")) return "writes the cookie " + key;
  std::string storage = location.starts_with("storage:local:") ? "localStorage" : "sessionStorage";
  return key == "*" ? "clears " + storage : "writes " + storage + " “" + key + "”";
}

struct Role {
  std::string words;    // for a person; "" when it has nothing to do with the difference
  std::string changed;  // the element that is changed; "" when it is something else that happens
};

// What an operation does.
Role role_of(const trace::Operation& op, const Difference* main, const std::string& page_url) {
  if (op.kind == OpKind::Send) return {sending_words(op.text, page_url), ""};
  if (!main) return {};
  if (op.kind == OpKind::Mutate || op.kind == OpKind::WriteField) {
    const std::string& element = main->subject;
    bool related = concerns_elements(main->aspect) && !op.text.empty() &&
                   (element.starts_with(op.text) || op.text.starts_with(element));
    return related ? Role{"changes " + op.text, op.text} : Role{};
  }
  bool stored = main->aspect == Aspect::Storage || main->aspect == Aspect::Cookies;
  return {op.kind == OpKind::Write && stored ? written(op.text, *main) : "", ""};
}

// The call that did it. A request is sent where the event that handles its response was made.
trace::Call call_of(const trace::Operation& op, const trace::Trace& trace) {
  if (op.kind != OpKind::Send || !op.other.valid()) return op.call();
  return {trace[op.other].where, trace[op.other].stack};
}

// Where the application does it. What a framework changes on its own says nothing; that it sends is something.
Place place_of(const trace::Call& call, bool sends, const std::string& role, finding::Code& code) {
  return sends || call.stack.empty() ? code.place_of(call, role) : code.place_in_application(call.stack, role);
}

struct RolePlace {
  Place place;
  std::string changed;  // as of its role
};
using RolePlaces = std::vector<RolePlace>;

// One line that changes an element and those in it is told of once, with the outermost.
void add_place(RolePlaces& places, const RolePlace& added) {
  const Place& place = added.place;
  for (auto& [known, changed] : places) {
    if (known.url != place.url || known.line != place.line || known.column != place.column) continue;
    if (known.role == place.role) return;
    if (changed.empty() || added.changed.empty()) continue;
    if (added.changed.size() < changed.size()) known.role = place.role, changed = added.changed;
    return;
  }
  places.push_back(added);
}

// Whether the response to this request is one of those whose order decides.
bool decides(const trace::Operation& sending, const Race& race) {
  auto names = [&](const std::string& response) { return is_response_to(response, sending.text); };
  return std::ranges::any_of(race.crossing.held, names) || std::ranges::any_of(race.crossing.overtaking, names);
}

// Where the two events send what decides; then where they change what differs: after a response, where they do so at
// all; then where they send the rest.
std::vector<Place> places_of(const Race& race, const lab::RecordedPage& page) {
  auto attributed = attribute(page.trace);
  const Difference* main = main_difference(race.comparison);
  finding::Code code(*page.recording);
  std::set<std::tuple<std::string, int, int, std::string>> seen;
  RolePlaces places, other;
  std::map<int, RolePlaces> at_once, later;  // by step
  for (const auto& op : page.trace.operations) {
    if (!op.event.valid()) continue;
    auto [step, after_response] = attributed[static_cast<size_t>(op.event.value)];
    if (step != race.pair.first && step != race.pair.second) continue;
    auto [role, changed] = role_of(op, main, page.url);
    trace::Call call = call_of(op, page.trace);
    if (role.empty() || !seen.insert({call.where.url, call.where.line, call.where.column, role}).second) continue;
    bool sends = op.kind == OpKind::Send;
    Place place = place_of(call, sends, role, code);
    if (place.line <= 0) continue;
    bool deciding = sends && decides(op, race);
    if (sends && !deciding && step == kLoading) continue;  // a page may send a lot while it loads
    if (sends)
      add_place(deciding ? places : other, {place, changed});
    else
      add_place((after_response ? later : at_once)[step], {place, changed});
  }
  if (places.empty()) std::swap(places, other);  // in the recording they sent something else
  for (int step : {race.pair.first, race.pair.second}) {
    for (const RolePlace& place : later.contains(step) ? later[step] : at_once[step]) add_place(places, place);
  }
  places.insert(places.end(), other.begin(), other.end());
  if (places.size() > kMostPlaces) places.resize(kMostPlaces);
  std::vector<Place> out;
  for (RolePlace& each : places) out.push_back(std::move(each.place));
  return out;
}

const Advice kLatest = {"Let the latest answer win",
                        "Count the requests, and drop an answer that does not belong to the last of them.",
                        "const mine = ++latest;\nconst answer = await (await fetch(url)).json();\nif (mine !== latest) "
                        "return;\nshow(answer);"};
const Advice kAbort = {"Abort the request before",
                       "When a new request makes the one before it pointless, abort that one: its answer never comes.",
                       "controller?.abort();\ncontroller = new AbortController();\nconst response = await fetch(url, { "
                       "signal: controller.signal });"};
const Advice kDisable = {"Disable the control while it works",
                         "When the user should wait anyway, disable the control until the answer is there, and say so.",
                         "button.disabled = true;\ntry {\n  await load();\n} finally {\n  button.disabled = false;\n}"};
const Advice kKey = {"Keep answers apart by what was asked",
                     "Store each answer under its question, and show the one that belongs to what is chosen now.",
                     "answers.set(key, await load(key));\nshow(answers.get(chosen));"};
const Advice kReadLate = {"Read what you change after the answer has come",
                          "A value that was read before the request may be old when the answer arrives: read, change "
                          "and write it in one go.",
                          "const item = await load();\nconst cart = read();\ncart.push(item);\nwrite(cart);"};
const Advice kNoFailure = {"Tell an aborted request from one that failed",
                           "A request that was aborted on purpose is no failure: what handles errors must leave it "
                           "alone, also in `finally`.",
                           "try {\n  show(await load({ signal }));\n} catch (error) {\n  if (error.name === "
                           "'AbortError') return;\n  showFailure(error);\n}"};
const Advice kStillThere = {"Look whether it is still there",
                            "What the answer is for may be gone when it arrives: look before using it.",
                            "const answer = await load();\nif (!panel.isConnected) return;\nfill(panel, answer);"};

std::vector<Advice> advice_for(const Race& race) {
  const Difference* main = main_difference(race.comparison);
  if (is_abort(race.crossing)) return {kNoFailure, kLatest, kDisable};
  if (main && (main->aspect == Aspect::Storage || main->aspect == Aspect::Cookies)) return {kReadLate, kDisable, kKey};
  if (main && main->aspect == Aspect::Error) return {kStillThere, kAbort, kDisable};
  if (race.pair.first == race.pair.second) return {kLatest, kAbort, kDisable, kKey};
  return {kLatest, kAbort, kKey, kDisable};
}

}  // namespace

std::string words_for(const Pair& pair, const flow::Flow& flow) {
  if (pair.is_of_loading()) return label_of(flow, pair.second) + " while the page loads";
  std::string first = label_of(flow, pair.first);
  return pair.first == pair.second ? first + " twice" : first + ", then " + label_of(flow, pair.second);
}

finding::Finding explain(const Race& race, const lab::RecordedPage& page) {
  finding::Finding finding;
  finding.kind = "ajax-race";
  finding.severity = severity_of(race.comparison);
  if (race.is_prevented) finding.severity = std::max(finding.severity, finding::Severity::Warning);
  finding.title = title_of(race, page.flow);
  finding.witness = witness_sentence(race.crossing, label_of(page.flow, race.pair.second), page.url);
  finding.explanation = explanation_of(race, page.flow, finding.witness);
  finding.events = race.pair.events();
  finding.element = element_of(race.comparison);
  finding.where = places_of(race, page);
  finding.advice = advice_for(race);
  return finding;
}

}  // namespace squall::analysis::ajax
