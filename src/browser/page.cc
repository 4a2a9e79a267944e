#include "browser/page.h"

#include <set>

#include "browser/page_state.h"

namespace squall::browser {
namespace {

// The text of what a script threw.
std::string thrown_text(const Json& details) {
  const Json& exception = details["exception"];
  if (!exception["description"].as_string().empty()) return exception["description"].as_string();
  std::string text = details["text"].as_string();
  if (!exception["value"].is_null()) {
    const Json& value = exception["value"];
    text += " " + (value.is_string() ? value.as_string() : value.dump());
  }
  return text;
}

}  // namespace

Page::Page(std::unique_ptr<State> state) : state_(std::move(state)) {}
Page::~Page() = default;

std::optional<Event> Page::next(Deadline deadline) { return state_->next(deadline); }
bool Page::has_event() const { return state_->connection.has_event(state_->queue); }
bool Page::wait_any(std::optional<CallId> call, Deadline deadline) {
  return state_->connection.wait_any(state_->queue, call, deadline);
}

const SessionId& Page::session() const { return state_->main; }
Connection& Page::connection() { return state_->connection; }

Reply Page::call(std::string_view method, const Json& params, Deadline deadline) {
  return state_->connection.call(state_->main, method, params, deadline);
}

std::vector<Frame> Page::frames() const { return state_->frames.in_order(); }
const Frame* Page::frame(std::string_view id) const { return state_->frames.find(id); }

std::vector<Worker> Page::workers() const {
  std::vector<Worker> result;
  for (const auto& [session, worker] : state_->workers) result.push_back(worker);
  return result;
}

Reply Page::evaluate(const Frame& frame, std::string_view expression, Deadline deadline, bool await) {
  return value_of(state_->connection.wait(send_evaluate(frame, expression, await), deadline));
}

CallId Page::send_evaluate(const Frame& frame, std::string_view expression, bool await) {
  // A context of 0 is refused by the browser: the frame has no document to run in.
  return state_->connection.send(frame.session, "Runtime.evaluate",
                                 Json::object({{"expression", expression},
                                               {"contextId", frame.context},
                                               {"returnByValue", true},
                                               {"awaitPromise", await}}));
}

Reply Page::value_of(Reply reply) {
  if (!reply) return reply;
  if (reply->has("exceptionDetails")) return CallError{CallError::Threw, thrown_text((*reply)["exceptionDetails"])};
  const Json& result = (*reply)["result"];
  // NaN, -0, Infinity and bigints have no JSON: they come as their text.
  if (result.has("unserializableValue")) return result["unserializableValue"];
  return result["value"];
}

CallId Page::send_navigate(std::string_view url) {
  return state_->connection.send(state_->main, "Page.navigate", Json::object({{"url", url}}));
}

Health Page::health() const {
  if (state_->health == Health::Usable && state_->connection.closed()) return Health::BrowserDied;
  return state_->health;
}

std::vector<PageIncident> Page::take_incidents() {
  state_->unnamed_popup = 0;
  return std::exchange(state_->incidents, {});
}

bool Page::use_agent(const std::string& agent, Deadline deadline) { return state_->use_agent(agent, deadline); }

bool Page::reset(const std::vector<std::string>& origins, Deadline deadline) {
  state_->absorb();
  if (!state_->can_bring_more()) return false;
  CallId mouse = state_->take_mouse_away();
  if (!state_->go_blank(deadline) || !state_->clear(origins, deadline)) return false;
  if (!state_->connection.wait(mouse, deadline) && deadline.passed()) return false;
  state_->absorb();
  state_->workers.clear();
  state_->incidents.clear();
  state_->unnamed_popup = 0;
  return state_->can_bring_more();
}

}  // namespace squall::browser
