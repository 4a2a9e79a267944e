// A Page: one tab of a browser with all that belongs to it: its context, its frames (also out-of-process ones), its
// workers and the windows that it opens.
//
// The owner pumps it: `next` takes one DevTools event, brings this object's picture of the page up to date, and hands
// the event on. What goes wrong with a page is a value: `health` says whether it is still usable, `take_incidents`
// what happened on the way (dialogs answered, downloads denied, popups closed, crashes).
//
// Dialogs, popups, and frames and workers that wait to be set up are answered as they arrive, whether or not the page
// is being pumped: a script that waits for them would otherwise block whoever waits for the script.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "browser/browser.h"

namespace squall::browser {

struct Command {
  std::string method;
  Json params;
};

struct PageOptions {
  int width = 1280;
  int height = 800;
  std::string locale = "en-US";
  std::string timezone = "UTC";
  std::string agent;                  // run before any script, in every frame
  std::vector<std::string> bindings;  // names of functions through which the agent speaks (Runtime.addBinding)
  // Sent to every session of a page or frame before anything runs in it, after the domains Page, Runtime, Network,
  // Inspector were enabled there.
  std::vector<Command> setup;
  std::vector<Command> worker_setup;
  bool dialogs_accept = true;      // what `confirm` and `prompt` are answered with; alerts are always closed
  Millis timeout = Millis(60000);  // for `open`
};

struct Frame {
  std::string id;
  std::string parent;  // "" for the main frame
  SessionId session;
  int64_t context = 0;  // of the page's own world; 0 while there is none
  std::string url;
  std::string path;  // "0", "0/1": places among siblings in document order of attachment
};

struct Worker {
  SessionId session;
  std::string type;  // worker, shared_worker, service_worker
  std::string url;
};

enum class Health { Usable, Crashed, Closed, BrowserDied };

struct PageIncident {
  enum Kind { Dialog, Download, Popup, Crash, Closed } kind;
  std::string detail;  // the dialog's type and text, the URL of a download or popup, why a page crashed
};

class Page {
 public:
  // Opens a page in a context of its own.
  static Result<std::unique_ptr<Page>> open(Browser& browser, const PageOptions& options);
  // The same over the connection to a browser, which outlives the page.
  static Result<std::unique_ptr<Page>> open(Connection& connection, const std::string& user_agent,
                                            const PageOptions& options);
  ~Page();  // closes page and context
  Page(const Page&) = delete;

  // One event, after this object has taken note of it; nullopt at the deadline or when the page can bring no more.
  std::optional<Event> next(Deadline deadline);
  bool has_event() const;
  // Blocks until there is an event to take or `call` is settled; false at the deadline.
  bool wait_any(std::optional<CallId> call, Deadline deadline);

  const SessionId& session() const;
  Connection& connection();
  Reply call(std::string_view method, const Json& params, Deadline deadline);  // on the main session

  // In document order, main frame first. References stay valid until the next `next`.
  std::vector<Frame> frames() const;
  std::vector<Worker> workers() const;
  const Frame* frame(std::string_view id) const;

  // Evaluates in the page's own world of a frame; the result by value. `await` waits for a promise. A page that throws
  // gives Threw with the error's text.
  Reply evaluate(const Frame& frame, std::string_view expression, Deadline deadline, bool await = false);
  CallId send_evaluate(const Frame& frame, std::string_view expression, bool await = false);
  // Takes the value out of the reply to send_evaluate.
  static Reply value_of(Reply reply);

  // Starts a navigation. The reply comes when the response has begun, or with Chromium's "net::ERR_…" as `errorText`;
  // while the main document is held by Fetch it does not come. Page.frameNavigated tells that the page is there.
  CallId send_navigate(std::string_view url);

  // "Usable" also while a crash is still in the queue: what `next` has not yet seen has not happened.
  Health health() const;
  std::vector<PageIncident> take_incidents();

  // Another agent for the documents to come, in place of the one before. For a page that has just been opened or reset.
  bool use_agent(const std::string& agent, Deadline deadline);
  // Makes the page as good as new for the next experiment: about:blank, no storage of the given origins, no cookies,
  // no cache, no history, no windows that it opened. False when it is not to be had: open another page.
  bool reset(const std::vector<std::string>& origins, Deadline deadline);

 private:
  struct State;
  explicit Page(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace squall::browser
