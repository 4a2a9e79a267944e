// A DevTools connection: commands out, replies and events in.
//
// A reader thread takes messages off the transport. A reply settles the caller that waits for it; an event goes to the
// end of one queue, which the owner empties with `next_event` when it wants to. Nothing handles events while it waits
// for a reply, so a caller is never surprised in the middle of its own work.
//
// Pages that share a browser must not take each other's events: all that happens in one browser context can have a
// queue of its own. A few events need an answer before anything else can go on (a dialog, a frame that waits to
// be set up): a queue's Reflex gives it from the reader thread, so that a caller who waits for a reply that depends
// on it does not wait in vain. A reflex may only `post`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/clock.h"
#include "base/json.h"

namespace squall::browser {

// A DevTools session: one page, out-of-process frame or worker. "" is the browser itself.
struct SessionId {
  std::string value;
  bool operator==(const SessionId&) const = default;
  auto operator<=>(const SessionId&) const = default;
};

struct Event {
  SessionId session;
  std::string method;
  Json params;
};

// Why a command has no result.
struct CallError {
  enum Kind {
    Refused,   // the browser answered with an error
    Threw,     // what was evaluated threw an error
    TimedOut,  // no answer before the deadline
    Gone,      // the session, or the whole browser, went away
  } kind;
  std::string message;
};

class [[nodiscard]] Reply {
 public:
  Reply(Json result) : state_(std::move(result)) {}
  Reply(CallError error) : state_(std::move(error)) {}
  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Json& operator*() const { return std::get<0>(state_); }
  const Json* operator->() const { return &std::get<0>(state_); }
  const CallError& error() const { return std::get<1>(state_); }

 private:
  std::variant<Json, CallError> state_;
};

// Whole messages, without their framing. `read` blocks until a message, or nullopt for the end of the connection.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual bool write(std::string_view message) = 0;
  virtual std::optional<std::string> read() = 0;
  // Makes a blocked `read` return nullopt; callable from any thread.
  virtual void close() = 0;
};

enum class CallId : uint64_t {};

// A browser context whose events have a queue of their own. "" is the queue of everything else.
struct QueueId {
  std::string context;
  auto operator<=>(const QueueId&) const = default;
};

using Reflex = std::function<void(const Event&)>;

class Connection {
 public:
  explicit Connection(std::unique_ptr<Transport> transport);
  ~Connection();
  Connection(const Connection&) = delete;

  // Sends without waiting; the reply is kept until `wait` takes it or `forget` drops it. When the session crashes or is
  // detached, the reply is Gone.
  CallId send(const SessionId& session, std::string_view method, const Json& params = Json::object());
  Reply wait(CallId call, Deadline deadline);
  // Waits for the reply and leaves it there; false at the deadline.
  bool await(CallId call, Deadline deadline) const;
  void forget(CallId call);
  // Whether `wait` would return at once.
  bool settled(CallId call) const;
  Reply call(const SessionId& session, std::string_view method, const Json& params, Deadline deadline);
  // Sends, and never asks for the reply.
  void post(const SessionId& session, std::string_view method, const Json& params = Json::object());

  // The next event in order of arrival; nullopt at the deadline, at the end of the connection, or when `wake` was
  // called (by another thread, for an interruption).
  std::optional<Event> next_event(Deadline deadline);
  bool has_event() const;
  // Makes every `next_event` that is waiting, or else the next one of each queue, return nullopt.
  void wake();

  // From here on the events of this browser context, and of all sessions attached below it, go to a queue of their
  // own. After `close_queue` they are dropped.
  void open_queue(const QueueId& queue, Reflex reflex);
  void close_queue(const QueueId& queue);
  std::optional<Event> next_event(const QueueId& queue, Deadline deadline);
  bool has_event(const QueueId& queue) const;

  // Blocks until the queue has an event, `call` is settled, `wake` is called or the connection ends; false at the
  // deadline. For whoever waits for a reply and must handle events meanwhile.
  bool wait_any(const QueueId& queue, std::optional<CallId> call, Deadline deadline);

  bool closed() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace squall::browser
