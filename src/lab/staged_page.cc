#include "lab/staged_page.h"

#include "lab/event_names.h"

namespace squall::lab {
namespace {

using network::Passage;

constexpr const char* kWhenIdle =
    "new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = () => { c.port1.close(); done(0); }; "
    "c.port2.postMessage(0); })";

}  // namespace

StagedPage::StagedPage(Stage& stage, const Experiment& experiment, const Progress& progress)
    : stage_(stage), experiment_(experiment), progress_(progress), plumbing_(experiment.schedule) {}

bool StagedPage::is_plumbing(const Passage& passage) const {
  const auto* frame = stage_.page().frame(passage.frame);
  const auto* handler = handling_frame(passage, stage_.page());
  bool of_page = !frame || frame->parent.empty();
  return plumbing_.is_plumbing(passage, of_page, parser_event(passage, handler ? handler->path : ""));
}

bool StagedPage::release_plumbing() {
  bool released = false;
  for (Passage* passage : stage_.traffic().held()) {
    if (!is_plumbing(*passage)) continue;
    stage_.traffic().release(*passage);
    released = true;
  }
  return released;
}

std::vector<Asked> StagedPage::choices() {
  std::vector<Asked> out;
  for (const Passage* passage : stage_.traffic().held()) {
    if (is_plumbing(*passage)) continue;
    const auto* frame = handling_frame(*passage, stage_.page());
    double latency = 0;
    // Where the network takes no time, what happens must not depend on how busy the server was while it was recorded.
    bool counts = passage->answer && experiment_.schedule.network_takes_time;
    if (counts) latency = experiment_.recording->entries[passage->answer->index].response.latency_ms;
    out.push_back({passage, frame ? frame->id : "", frame ? frame->path : "", latency});
  }
  return out;
}

bool StagedPage::take_events() {
  stage_.pump_ready();
  return release_plumbing();
}

bool StagedPage::await_events(std::optional<Millis> most) {
  bool came = stage_.wait(most);
  take_events();
  return came;
}

std::vector<Document> StagedPage::documents() const {
  std::vector<Document> out;
  for (const auto& frame : stage_.page().frames()) out.push_back({frame.id, frame.context, frame.parent.empty()});
  return out;
}

void StagedPage::greet(const Document& document) {
  const auto* frame = stage_.page().frame(document.frame);
  if (!frame || progress_.time == 0) return;
  auto call = stage_.page().send_evaluate(*frame, agent_call("turn", {progress_.turn, progress_.time}));
  stage_.page().connection().forget(call);
}

std::vector<browser::Reply> StagedPage::settle(const std::vector<Document>& documents) {
  std::vector<browser::CallId> calls;
  for (const Document& document : documents) {
    const auto* frame = stage_.page().frame(document.frame);
    SQUALL_CHECK(frame);  // nothing has happened since it was told
    calls.push_back(stage_.page().send_evaluate(*frame, agent_call_if_any("settle"), true));
  }
  std::vector<browser::Reply> replies;
  for (auto call : calls) replies.push_back(browser::Page::value_of(stage_.await(call)));
  return replies;
}

HeldRequest StagedPage::request_of(const Passage& passage) {
  bool stops_parser = passage.by_parser && passage.request.type == "script" && !passage.low_priority;
  HeldRequest request{passage.request.type, {}, passage.by_parser, stops_parser};
  for (const Passage* hop : stage_.traffic().passages()) {
    if (hop->id == passage.id) request.urls.push_back(hop->request.url);
  }
  return request;
}

std::vector<HeldRequest> StagedPage::held_in(const std::string& frame) {
  std::vector<HeldRequest> out;
  for (const Passage* held : stage_.traffic().held()) {
    if (held->frame == frame && !held->navigation) out.push_back(request_of(*held));
  }
  return out;
}

std::set<std::string> StagedPage::scripts_come_in(const std::string& frame) {
  std::set<std::string> urls;
  for (const Passage* passage : stage_.traffic().passages()) {
    bool came = passage->state == network::PassageState::Done && passage->request.type == "script";
    if (came && passage->frame == frame) urls.insert(passage->request.url);
  }
  return urls;
}

bool StagedPage::ask_workers() {
  for (const auto& worker : stage_.page().workers()) {
    auto call = stage_.page().connection().send(worker.session, "Runtime.evaluate",
                                                Json::object({{"expression", kWhenIdle}, {"awaitPromise", true}}));
    if (!stage_.await(call)) return false;
  }
  return true;
}

bool StagedPage::has_live_streams() const {
  return experiment_.server == Server::Connected && stage_.traffic().has_live_streams();
}

}  // namespace squall::lab
