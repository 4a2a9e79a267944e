#include "browser/connection.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/result.h"

namespace squall::browser {
namespace {

// Chromium's code for "Session with given id not found."
constexpr int kSessionNotFound = -32001;

constexpr const char* kCrashed = "its page crashed";
constexpr const char* kBrowserGone = "the browser has gone";

// Moves a member out of a message, so that large parameters are not copied.
Json take(Json& message, std::string_view key) {
  for (auto& [name, value] : message.mutable_members()) {
    if (name == key) return std::move(value);
  }
  return Json();
}

Reply reply_of(Json& message) {
  if (!message.has("error")) return Reply(take(message, "result"));
  const Json& error = message["error"];
  std::string text = error["message"].as_string();
  if (!error["data"].as_string().empty()) text += ": " + error["data"].as_string();
  bool gone = error["code"].as_int() == kSessionNotFound;
  return CallError{gone ? CallError::Gone : CallError::Refused, text};
}

}  // namespace

struct Connection::State {
  struct Pending {
    SessionId session;
    std::string method;
    std::optional<Reply> reply;
  };
  struct Queue {
    std::deque<Event> events;
    bool woken = false;
    std::shared_ptr<const Reflex> reflex;
  };

  explicit State(std::unique_ptr<Transport> given) : transport(std::move(given)) { queues[QueueId{}]; }

  std::unique_ptr<Transport> transport;
  std::mutex write_mutex;  // one message at a time
  std::atomic<uint64_t> last_id = 0;

  mutable std::mutex mutex;  // all below
  std::condition_variable changed;
  std::map<uint64_t, Pending> pending;
  std::map<QueueId, Queue> queues;
  std::map<SessionId, QueueId> queue_of;
  std::set<SessionId> crashed;  // and not detached yet: they answer nothing, not even that they are gone
  bool closed = false;

  std::thread reader;

  void read_all();
  void settle(Json& message);
  void deliver(Json& message);
  QueueId route(const Event& event);
  void give_up(const SessionId& session, std::string_view why);
  void end();
  bool write(uint64_t id, const SessionId& session, std::string_view method, const Json& params);
};

void Connection::State::read_all() {
  while (auto text = transport->read()) {
    auto message = parse_json(*text);
    if (!message || !message->is_object()) continue;
    if (message->has("id"))
      settle(*message);
    else
      deliver(*message);
  }
  end();
}

void Connection::State::settle(Json& message) {
  std::lock_guard lock(mutex);
  auto found = pending.find(static_cast<uint64_t>(message["id"].as_int()));
  if (found == pending.end() || found->second.reply) return;  // posted, forgotten or given up
  found->second.reply.emplace(reply_of(message));
  changed.notify_all();
}

void Connection::State::deliver(Json& message) {
  Event event{{message["sessionId"].as_string()}, message["method"].as_string(), take(message, "params")};
  QueueId id;
  std::shared_ptr<const Reflex> reflex;
  {
    std::lock_guard lock(mutex);
    id = route(event);
    auto queue = queues.find(id);
    if (queue == queues.end()) return;
    reflex = queue->second.reflex;
  }
  if (reflex && *reflex) (*reflex)(event);
  std::lock_guard lock(mutex);
  auto queue = queues.find(id);
  if (queue == queues.end()) return;
  queue->second.events.push_back(std::move(event));
  changed.notify_all();
}

// The queue of an event, after taking note of sessions that come and go.
QueueId Connection::State::route(const Event& event) {
  auto known = [this](const SessionId& session) {
    auto found = queue_of.find(session);
    return found == queue_of.end() ? QueueId{} : found->second;
  };
  QueueId own = known(event.session);
  SessionId other{event.params["sessionId"].as_string()};
  if (event.method == "Target.attachedToTarget") {
    QueueId context{event.params.at("targetInfo", "browserContextId").as_string()};
    if (own == QueueId{} && queues.contains(context)) own = context;
    queue_of[other] = own;
  } else if (event.method == "Target.detachedFromTarget") {
    own = known(other);
    queue_of.erase(other);
    crashed.erase(other);
    give_up(other, "its target was closed or detached");
  } else if (event.method == "Inspector.targetCrashed") {
    crashed.insert(event.session);
    give_up(event.session, kCrashed);
  }
  return own;
}

void Connection::State::give_up(const SessionId& session, std::string_view why) {
  for (auto& [id, call] : pending) {
    if (call.session == session && !call.reply) call.reply.emplace(CallError{CallError::Gone, std::string(why)});
  }
  changed.notify_all();
}

void Connection::State::end() {
  std::lock_guard lock(mutex);
  closed = true;
  for (auto& [id, call] : pending) {
    if (!call.reply) call.reply.emplace(CallError{CallError::Gone, kBrowserGone});
  }
  changed.notify_all();
}

bool Connection::State::write(uint64_t id, const SessionId& session, std::string_view method, const Json& params) {
  std::string text = "{\"id\":" + std::to_string(id) + ",\"method\":";
  append_json_string(text, method);
  if (!session.value.empty()) {
    text += ",\"sessionId\":";
    append_json_string(text, session.value);
  }
  text += ",\"params\":";
  params.dump_to(text);
  text += "}";
  std::lock_guard lock(write_mutex);
  return transport->write(text);
}

Connection::Connection(std::unique_ptr<Transport> transport) : state_(std::make_unique<State>(std::move(transport))) {
  state_->reader = std::thread([state = state_.get()] { state->read_all(); });
}

Connection::~Connection() {
  state_->transport->close();
  state_->reader.join();
}

CallId Connection::send(const SessionId& session, std::string_view method, const Json& params) {
  uint64_t id = ++state_->last_id;
  bool lost = false;
  {
    std::lock_guard lock(state_->mutex);
    auto& call = state_->pending[id];
    call.session = session;
    call.method = method;
    lost = state_->closed || state_->crashed.contains(session);
    if (lost) call.reply.emplace(CallError{CallError::Gone, state_->closed ? kBrowserGone : kCrashed});
  }
  // A failed write needs no word of its own: the reader meets the end of the connection and settles the call.
  if (!lost && !state_->write(id, session, method, params)) state_->transport->close();
  return CallId(id);
}

Reply Connection::wait(CallId call, Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  auto found = state_->pending.find(static_cast<uint64_t>(call));
  SQUALL_CHECK(found != state_->pending.end());
  state_->changed.wait_until(lock, deadline.at(), [&] { return found->second.reply.has_value(); });
  auto taken = state_->pending.extract(found);
  if (taken.mapped().reply) return std::move(*taken.mapped().reply);
  return CallError{CallError::TimedOut, taken.mapped().method + ": no answer in time"};
}

bool Connection::await(CallId call, Deadline deadline) const {
  std::unique_lock lock(state_->mutex);
  return state_->changed.wait_until(lock, deadline.at(), [&] {
    auto found = state_->pending.find(static_cast<uint64_t>(call));
    return found == state_->pending.end() || found->second.reply.has_value();
  });
}

void Connection::forget(CallId call) {
  std::lock_guard lock(state_->mutex);
  state_->pending.erase(static_cast<uint64_t>(call));
}

bool Connection::settled(CallId call) const {
  std::lock_guard lock(state_->mutex);
  auto found = state_->pending.find(static_cast<uint64_t>(call));
  return found == state_->pending.end() || found->second.reply.has_value();
}

bool Connection::wait_any(const QueueId& id, std::optional<CallId> call, Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  auto& queue = state_->queues[id];
  return state_->changed.wait_until(lock, deadline.at(), [&] {
    if (std::exchange(queue.woken, false) || !queue.events.empty() || state_->closed) return true;
    if (!call) return false;
    auto found = state_->pending.find(static_cast<uint64_t>(*call));
    return found == state_->pending.end() || found->second.reply.has_value();
  });
}

Reply Connection::call(const SessionId& session, std::string_view method, const Json& params, Deadline deadline) {
  return wait(send(session, method, params), deadline);
}

void Connection::post(const SessionId& session, std::string_view method, const Json& params) {
  state_->write(++state_->last_id, session, method, params);
}

std::optional<Event> Connection::next_event(Deadline deadline) { return next_event(QueueId{}, deadline); }

std::optional<Event> Connection::next_event(const QueueId& id, Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  SQUALL_CHECK(state_->queues.contains(id));
  auto& queue = state_->queues[id];
  state_->changed.wait_until(lock, deadline.at(),
                             [&] { return queue.woken || !queue.events.empty() || state_->closed; });
  bool woken = std::exchange(queue.woken, false);
  if (woken || queue.events.empty()) return std::nullopt;
  Event event = std::move(queue.events.front());
  queue.events.pop_front();
  return event;
}

bool Connection::has_event() const { return has_event(QueueId{}); }

bool Connection::has_event(const QueueId& id) const {
  std::lock_guard lock(state_->mutex);
  auto queue = state_->queues.find(id);
  return queue != state_->queues.end() && !queue->second.events.empty();
}

void Connection::wake() {
  std::lock_guard lock(state_->mutex);
  for (auto& [id, queue] : state_->queues) queue.woken = true;
  state_->changed.notify_all();
}

void Connection::open_queue(const QueueId& id, Reflex reflex) {
  std::lock_guard lock(state_->mutex);
  state_->queues[id].reflex = std::make_shared<const Reflex>(std::move(reflex));
}

void Connection::close_queue(const QueueId& id) {
  std::lock_guard lock(state_->mutex);
  state_->queues.erase(id);
}

bool Connection::closed() const {
  std::lock_guard lock(state_->mutex);
  return state_->closed;
}

}  // namespace squall::browser
