#include <utility>

#include "browser/page_state.h"
#include "browser/session_setup.h"

namespace squall::browser {
namespace {

Error cannot(const std::string& what, const CallError& error) {
  return {"cannot open a page: " + what + ": " + error.message, ""};
}

}  // namespace

Result<std::unique_ptr<Page>> Page::open(Browser& browser, const PageOptions& options) {
  return open(browser.connection(), browser.user_agent(), options);
}

Result<std::unique_ptr<Page>> Page::open(Connection& connection, const std::string& user_agent,
                                         const PageOptions& options) {
  auto state = std::make_unique<State>(connection, user_agent, options);
  Status opened = state->open(Deadline::after(options.timeout));
  if (!opened) return opened.error();
  return std::unique_ptr<Page>(new Page(std::move(state)));
}

Status Page::State::open(Deadline deadline) {
  if (Status made = make_context(deadline); !made) return made;
  if (Status made = make_target(deadline); !made) return made;
  if (Status ready = set_up(deadline); !ready) return ready;
  absorb();
  return {};
}

Page::State::~State() {
  if (queue == QueueId{}) return;
  connection.close_queue(queue);
  connection.post({}, "Target.disposeBrowserContext", Json::object({{"browserContextId", queue.context}}));
}

Status Page::State::make_context(Deadline deadline) {
  Reply made = connection.call({}, "Target.createBrowserContext", Json::object({{"disposeOnDetach", true}}), deadline);
  if (!made) return cannot("no browser context", made.error());
  queue.context = (*made)["browserContextId"].as_string();
  connection.open_queue(queue, page_reflex(connection, options));
  return {};
}

// The browser attaches to the new page by itself and says so before it answers.
Status Page::State::make_target(Deadline deadline) {
  Reply made = connection.call({}, "Target.createTarget",
                               Json::object({{"url", "about:blank"},
                                             {"browserContextId", queue.context},
                                             {"width", options.width},
                                             {"height", options.height}}),
                               deadline);
  if (!made) return cannot("no target", made.error());
  while (auto event = connection.next_event(queue, deadline)) {
    if (event->method != "Target.attachedToTarget") continue;
    if (event->params.at("targetInfo", "targetId") != (*made)["targetId"]) continue;
    main.value = event->params["sessionId"].as_string();
    return {};
  }
  return cannot("no session", {CallError::TimedOut, "the browser did not attach to its new page"});
}

// Everything is sent before the first answer is waited for.
Status Page::State::set_up(Deadline deadline) {
  auto commands = main_setup(options, queue.context, user_agent);
  std::vector<CallId> calls;
  for (const auto& command : commands) calls.push_back(connection.send(main, command.method, command.params));
  CallId tree = connection.send(main, "Page.getFrameTree");
  Status result;
  for (size_t i = 0; i < calls.size(); ++i) {
    Reply reply = connection.wait(calls[i], deadline);
    if (!reply && result) result = cannot(commands[i].method, reply.error());
    if (reply && commands[i].params["source"].as_string() == options.agent)
      agent_script = (*reply)["identifier"].as_string();
  }
  Reply frame_tree = connection.wait(tree, deadline);
  if (!frame_tree && result) result = cannot("Page.getFrameTree", frame_tree.error());
  if (result) frames.begin(main, frame_tree->at("frameTree", "frame"));
  return result;
}

// Frames in other processes get theirs from the reflex.
bool Page::State::use_agent(const std::string& agent, Deadline deadline) {
  if (agent == options.agent) return true;
  options.agent = agent;
  connection.open_queue(queue, page_reflex(connection, options));
  if (!agent_script.empty()) {
    connection.post(main, "Page.removeScriptToEvaluateOnNewDocument", Json::object({{"identifier", agent_script}}));
  }
  agent_script.clear();
  if (agent.empty()) return true;
  Command add = add_script(agent);
  Reply added = connection.call(main, add.method, add.params, deadline);
  if (!added) return false;
  agent_script = (*added)["identifier"].as_string();
  return true;
}

}  // namespace squall::browser
