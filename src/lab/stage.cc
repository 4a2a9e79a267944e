#include "lab/stage.h"

#include "base/interrupt.h"
#include "base/text.h"
#include "base/url.h"
#include "network/library.h"

namespace squall::lab {
namespace {

constexpr int kPatienceShare = 6;    // of the time that an experiment may take: 5 s of 30
constexpr size_t kMostLines = 1000;  // of errors and console: a page that floods them says no more

PageError error_of(const Json& details) {
  PageError error;
  const Json& exception = details["exception"];
  std::string description = exception["description"].as_string_or(details["text"].as_string());
  size_t newline = description.find('\n');
  error.text = description.substr(0, newline);
  if (details["text"].as_string().find("in promise") != std::string::npos)
    error.text = "Uncaught (in promise) " + error.text;
  if (exception.has("value"))
    error.text += exception["value"].is_string() ? exception["value"].as_string() : exception["value"].dump();
  error.text = steady(std::move(error.text));
  error.url = steady(details["url"].as_string());
  error.line = static_cast<int>(details["lineNumber"].as_int()) + 1;
  error.column = static_cast<int>(details["columnNumber"].as_int()) + 1;
  for (const Json& frame : details.at("stackTrace", "callFrames").items()) {
    // Frames of the agent have no URL.
    if (frame["url"].as_string().empty()) continue;
    error.stack += frame["functionName"].as_string_or("") + " " + frame["url"].as_string() + ":" +
                   std::to_string(frame["lineNumber"].as_int() + 1) + ":" +
                   std::to_string(frame["columnNumber"].as_int() + 1) + "\n";
  }
  error.stack = steady(std::move(error.stack));
  return error;
}

std::string text_of(const Json& argument) {
  if (argument["value"].is_string()) return argument["value"].as_string();
  if (argument.has("value")) return argument["value"].dump();
  return argument["description"].as_string_or(argument["type"].as_string());
}

ConsoleLine console_line(const Json& params) {
  std::vector<std::string> parts;
  for (const Json& argument : params["args"].items()) parts.push_back(text_of(argument));
  return {params["type"].as_string(), shorten(steady(join(parts, " ")), 2000)};
}

}  // namespace

Stage::Stage(browser::Page& page, const Experiment& experiment, browser::Allowance::Starved starved)
    : page_(page),
      traffic_(
          page, network::Index::of(experiment.recording),
          {may_ask(experiment.server), may_write(experiment.server), experiment.timeout / kPatienceShare,
           experiment.means.library.get(), [this](Millis waited) { allowance_.extend(waited); }, experiment.filter}),
      allowance_(experiment.timeout, std::move(starved)) {}

bool Stage::lost() const { return page_.health() != browser::Health::Usable || allowance_.is_over() || interrupted(); }

void Stage::pump(std::optional<browser::CallId> call) {
  page_.wait_any(call, allowance_.until_next_look());
  pump_ready();
}

bool Stage::wait(std::optional<Millis> most) {
  Deadline deadline = allowance_.until_next_look();
  page_.wait_any(std::nullopt, most ? deadline.at_most(*most) : deadline);
  return page_.has_event();
}

void Stage::pump_ready() {
  allowance_.look();
  while (page_.has_event()) {
    if (auto event = page_.next(Deadline::after(Millis(0)))) note(*event);
  }
  if (page_.connection().closed()) page_.next(Deadline::after(Millis(0)));  // so that it sees its end
  note_incidents();
}

browser::Reply Stage::await(browser::CallId call) {
  while (!page_.connection().settled(call) && !lost()) pump(call);
  return page_.connection().wait(call, Deadline::after(Millis(0)));
}

browser::Reply Stage::evaluate(const browser::Frame& frame, std::string_view expression, bool await_promise) {
  return browser::Page::value_of(await(page_.send_evaluate(frame, expression, await_promise)));
}

browser::Reply Stage::call(std::string_view method, const Json& params) {
  return await(page_.connection().send(page_.session(), method, params));
}

// While a document of the main frame is held, the page answers nothing: whoever awaits a reply would wait in vain.
void Stage::release_documents() {
  for (network::Passage* passage : traffic_.held()) {
    const auto* frame = page_.frame(passage->frame);
    if (passage->navigation && (!frame || frame->parent.empty())) traffic_.release(*passage);
  }
}

void Stage::note(const browser::Event& event) {
  traffic_.on_event(event);
  navigations_.note(event, allowance_.browser_now());
  if (event.method == "Fetch.requestPaused") release_documents();
  if (event.method == "Runtime.exceptionThrown") {
    if (errors.size() < kMostLines) errors.push_back(error_of(event.params["exceptionDetails"]));
  } else if (event.method == "Runtime.consoleAPICalled") {
    if (console.size() < kMostLines) console.push_back(console_line(event.params));
  } else if (event.method == "Network.responseReceived") {
    const auto* frame = page_.frame(event.params["frameId"].as_string());
    bool document = event.params["type"].as_string() == "Document" && frame && frame->parent.empty();
    if (document) status = static_cast<int>(event.params.at("response", "status").as_int());
  } else if (event.method == "Runtime.bindingCalled") {
    if (auto message = parse_json(event.params["payload"].as_string())) note_said(*message);
  }
}

// What the agent says while it cannot be asked.
void Stage::note_said(const Json& message) {
  if (message.has("sync")) {
    traffic_.expect_synchronous(message["method"].as_string(), message["sync"].as_string());
  } else if (message.has("ended")) {
    traffic_.stream_ended(message["ended"].as_string(), static_cast<int>(message["code"].as_int()),
                          message["reason"].as_string());
  }
}

void Stage::note_incidents() {
  static constexpr const char* kKinds[] = {"dialog", "download", "popup", "crash", "closed"};
  for (auto& incident : page_.take_incidents()) {
    if (incidents.size() < kMostLines) incidents.push_back({kKinds[incident.kind], steady(incident.detail)});
  }
}

}  // namespace squall::lab
