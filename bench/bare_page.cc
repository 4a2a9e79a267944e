#include "bench/bare_page.h"

#include "base/url.h"
#include "lab/agent_port.h"

namespace squall::bench {
namespace {

constexpr Millis kPatience{10'000};
constexpr Millis kSilence{500};  // only while learning

Error broken(const std::string& what) { return {"the bare page: " + what, ""}; }

}  // namespace

Result<std::unique_ptr<BarePage>> BarePage::open(const std::string& agent) {
  std::unique_ptr<BarePage> bare(new BarePage());
  browser::LaunchOptions launch;
  launch.resolve_hosts = false;  // as the lab does
  auto browser = browser::Browser::launch(launch);
  if (!browser) return browser.error();
  bare->browser_ = std::move(browser).value();
  bare->options_.agent = agent;
  if (!agent.empty()) bare->options_.bindings = {lab::kAgentBinding};
  bare->has_agent_ = !agent.empty();
  if (auto status = bare->open_page(); !status) return status.error();
  return bare;
}

Status BarePage::open_page() {
  page_.reset();
  auto page = browser::Page::open(*browser_, options_);
  if (!page) return page.error();
  page_ = std::move(page).value();
  return {};
}

Status BarePage::learn(const std::string& url, const flow::Flow& flow) {
  url_ = url;
  acts_.clear();
  if (auto status = navigate(); !status) return status;
  wait_for_silence();
  if (!loaded_) return broken("there was no load event");
  acts_.push_back({{}, ended_});
  for (const auto& step : flow.steps) {
    auto spot = locate(step);
    if (!spot) return spot.error();
    if (auto status = click(*spot); !status) return status;
    wait_for_silence();
    acts_.push_back({*spot, ended_});
  }
  return reset();
}

Status BarePage::navigate() {
  under_way_.clear();
  ended_ = 0;
  loaded_ = false;
  auto call = page_->send_navigate(url_);
  auto reply = page_->connection().wait(call, Deadline::after(kPatience));
  if (!reply || reply->has("errorText")) return broken("cannot load " + url_);
  return {};
}

Result<double> BarePage::load() {
  auto start = Clock::now();
  if (auto status = navigate(); !status) return status.error();
  auto deadline = Deadline::after(kPatience);
  while (!loaded_ && !deadline.passed()) {
    if (auto event = page_->next(deadline)) note(*event);
  }
  double took = ms_since(start);
  // The agent holds timers and frames back; whoever uses it lets them run.
  if (has_agent_ && !evaluate(lab::agent_call("drain", {1e300, 1, 500}), true)) return broken("no answer to drain");
  if (auto status = wait_for(acts_[0].requests); !status) return status.error();
  // What the last response has changed is laid out.
  if (!evaluate("document.body.offsetHeight")) return broken("no answer to evaluate");
  return took;
}

Status BarePage::visit() {
  if (auto status = open_page(); !status) return status;
  auto loaded = load();
  return loaded ? Status() : Status(loaded.error());
}

Status BarePage::click_all() {
  for (size_t i = 1; i < acts_.size(); ++i) {
    if (auto status = click(acts_[i].spot); !status) return status;
    if (auto status = wait_for(acts_[i].requests); !status) return status;
  }
  return {};
}

Result<std::string> BarePage::picture() {
  auto reply = page_->call("Page.captureScreenshot", Json::object({{"format", "png"}, {"optimizeForSpeed", true}}),
                           Deadline::after(kPatience));
  if (!reply) return broken("no picture: " + reply.error().message);
  return (*reply)["data"].as_string();
}

Status BarePage::reset() {
  bool done = page_->reset({parse_url(url_).origin()}, Deadline::after(kPatience));
  return done ? Status() : Status(broken("cannot be reset"));
}

// The same three events as a step of a flow.
Status BarePage::click(const Spot& spot) {
  std::vector<browser::CallId> calls;
  for (const char* type : {"mouseMoved", "mousePressed", "mouseReleased"}) {
    Json params = Json::object({{"type", type}, {"x", spot.x}, {"y", spot.y}, {"pointerType", "mouse"}});
    bool moved = type == std::string_view("mouseMoved");
    if (!moved) params.set("button", "left").set("clickCount", 1);
    calls.push_back(page_->connection().send(page_->session(), "Input.dispatchMouseEvent", params));
  }
  for (auto call : calls) {
    if (!page_->connection().wait(call, Deadline::after(kPatience))) return broken("a click was refused");
  }
  return {};
}

Result<BarePage::Spot> BarePage::locate(const flow::Step& step) {
  std::string selector = flow::locator_of(step);
  double dx = step.offset_x.value_or(1), dy = step.offset_y.value_or(1);
  auto place = evaluate("(() => { const e = document.querySelector(" + Json(selector).dump() +
                        "); const r = e.getBoundingClientRect(); const x = r.x + " + Json(dx).dump() + ", y = r.y + " +
                        Json(dy).dump() + "; return { x, y, hit: e.contains(document.elementFromPoint(x, y)) }; })()");
  if (!place || !(*place)["hit"].as_bool()) return broken(selector + " is not on the screen");
  return Spot{(*place)["x"].as_double(), (*place)["y"].as_double()};
}

browser::Reply BarePage::evaluate(const std::string& expression, bool await) {
  while (page_->has_event()) {
    if (auto event = page_->next(Deadline::after(Millis(0)))) note(*event);
  }
  return page_->evaluate(page_->frames().at(0), expression, Deadline::after(kPatience), await);
}

void BarePage::note(const browser::Event& event) {
  const std::string& id = event.params["requestId"].as_string();
  if (event.method == "Network.requestWillBeSent") {
    if (event.params.at("request", "url").as_string().starts_with("http")) under_way_.insert(id);
  } else if (event.method == "Network.loadingFinished" || event.method == "Network.loadingFailed") {
    ended_ += under_way_.erase(id);
  } else if (event.method == "Page.loadEventFired") {
    loaded_ = true;
  }
}

Status BarePage::wait_for(size_t requests) {
  auto deadline = Deadline::after(kPatience);
  while (ended_ < requests || !under_way_.empty()) {
    auto event = page_->next(deadline);
    if (event)
      note(*event);
    else if (deadline.passed())
      return broken("requests that did not end");
  }
  return {};
}

void BarePage::wait_for_silence() {
  if (has_agent_) (void)evaluate(lab::agent_call("drain", {1e300, 1, 500}), true);
  while (auto event = page_->next(Deadline::after(kSilence))) note(*event);
}

}  // namespace squall::bench
