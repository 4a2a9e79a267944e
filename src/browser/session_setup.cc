#include "browser/session_setup.h"

#include <iterator>

namespace squall::browser {
namespace {

constexpr const char* kUsualLocale = "en-US";

Command auto_attach() {
  return {"Target.setAutoAttach",
          Json::object({{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}})};
}

Command run() { return {"Runtime.runIfWaitingForDebugger", Json::object()}; }

void add_bindings(const PageOptions& options, std::vector<Command>& commands) {
  for (const auto& name : options.bindings) {
    commands.push_back({"Runtime.addBinding", Json::object({{"name", name}})});
  }
}

struct Answers {
  std::vector<Command> frame;
  std::vector<Command> worker;
  bool accept = true;
};

void post_all(Connection& connection, const SessionId& session, const std::vector<Command>& commands) {
  for (const auto& command : commands) connection.post(session, command.method, command.params);
}

// A popup has to run for a moment, or the script that opened it would never go on; its requests are held meanwhile.
void close_popup(Connection& connection, const Event& attached) {
  SessionId popup{attached.params["sessionId"].as_string()};
  connection.post(popup, "Fetch.enable");
  connection.post(popup, "Runtime.runIfWaitingForDebugger");
  connection.post({}, "Target.closeTarget", Json::object({{"targetId", attached.params.at("targetInfo", "targetId")}}));
}

void answer_attached(Connection& connection, const Answers& answers, const Event& event) {
  if (is_popup(event)) return close_popup(connection, event);
  if (event.session.value.empty()) return;  // the page itself, which `Page::open` sets up
  SessionId session{event.params["sessionId"].as_string()};
  const std::string& type = event.params.at("targetInfo", "type").as_string();
  post_all(connection, session, type == "iframe" || type == "page" ? answers.frame : answers.worker);
}

void answer_dialog(Connection& connection, const Answers& answers, const Event& event) {
  const std::string& type = event.params["type"].as_string();
  bool accept = answers.accept || type == "alert" || type == "beforeunload";
  Json params = Json::object({{"accept", accept}});
  if (type == "prompt") params.set("promptText", event.params["defaultPrompt"].as_string());
  connection.post(event.session, "Page.handleJavaScriptDialog", params);
}

}  // namespace

std::vector<Command> main_setup(const PageOptions& options, const std::string& context, const std::string& user_agent) {
  std::vector<Command> commands = {
      {"Browser.setDownloadBehavior",
       Json::object({{"behavior", "deny"}, {"browserContextId", context}, {"eventsEnabled", true}})},
      {"Emulation.setDeviceMetricsOverride",
       Json::object(
           {{"width", options.width}, {"height", options.height}, {"deviceScaleFactor", 1}, {"mobile", false}})},
  };
  // Intl follows the locale override; navigator.languages and the Accept-Language header need this.
  if (options.locale != kUsualLocale) {
    commands.push_back({"Emulation.setUserAgentOverride",
                        Json::object({{"userAgent", user_agent}, {"acceptLanguage", options.locale}})});
  }
  auto rest = frame_setup(options);
  std::move(rest.begin(), rest.end(), std::back_inserter(commands));
  return commands;
}

Command add_script(const std::string& source) {
  return {"Page.addScriptToEvaluateOnNewDocument", Json::object({{"source", source}})};
}

std::vector<Command> frame_setup(const PageOptions& options) {
  std::vector<Command> commands = {
      {"Page.enable", Json::object()},
      {"Runtime.enable", Json::object()},
      {"Network.enable", Json::object()},
      {"Inspector.enable", Json::object()},
      {"Emulation.setLocaleOverride", Json::object({{"locale", options.locale}})},
      {"Emulation.setTimezoneOverride", Json::object({{"timezoneId", options.timezone}})},
  };
  add_bindings(options, commands);
  if (!options.agent.empty()) {
    commands.push_back(add_script(options.agent));
  }
  commands.push_back(auto_attach());
  commands.insert(commands.end(), options.setup.begin(), options.setup.end());
  commands.push_back(run());
  return commands;
}

std::vector<Command> worker_setup(const PageOptions& options) {
  std::vector<Command> commands = {{"Runtime.enable", Json::object()}};
  add_bindings(options, commands);
  commands.push_back(auto_attach());
  commands.insert(commands.end(), options.worker_setup.begin(), options.worker_setup.end());
  commands.push_back(run());
  return commands;
}

Reflex page_reflex(Connection& connection, const PageOptions& options) {
  Answers answers{frame_setup(options), worker_setup(options), options.dialogs_accept};
  return [&connection, answers = std::move(answers)](const Event& event) {
    if (event.method == "Target.attachedToTarget") answer_attached(connection, answers, event);
    if (event.method == "Page.javascriptDialogOpening") answer_dialog(connection, answers, event);
  };
}

bool is_popup(const Event& attached) {
  const Json& target = attached.params["targetInfo"];
  return attached.session.value.empty() && target["type"].as_string() == "page" &&
         !target["openerId"].as_string().empty();
}

}  // namespace squall::browser
