#include "lab/recorder.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "base/url.h"
#include "lab/unusable.h"

namespace squall::lab {
namespace {

constexpr int kVersion = 1;      // of recording.json
constexpr int kMostReplays = 3;  // each finds requests that the one before it did not lead to

Json to_json(const Conditions& c) {
  return Json::object({{"width", c.width},
                       {"height", c.height},
                       {"locale", c.locale},
                       {"timezone", c.timezone},
                       {"epoch_ms", c.epoch_ms},
                       {"seed", c.seed},
                       {"longest_timer_ms", c.longest_timer_ms},
                       {"timer_chain", c.timer_chain},
                       {"frame_chain", c.frame_chain}});
}

Conditions conditions_from_json(const Json& json) {
  Conditions c;
  c.width = static_cast<int>(json["width"].as_int(c.width));
  c.height = static_cast<int>(json["height"].as_int(c.height));
  c.locale = json["locale"].as_string_or(c.locale);
  c.timezone = json["timezone"].as_string_or(c.timezone);
  c.epoch_ms = json["epoch_ms"].as_int(c.epoch_ms);
  c.seed = static_cast<uint32_t>(json["seed"].as_int(c.seed));
  c.longest_timer_ms = json["longest_timer_ms"].as_double(c.longest_timer_ms);
  c.timer_chain = static_cast<int>(json["timer_chain"].as_int(c.timer_chain));
  c.frame_chain = static_cast<int>(json["frame_chain"].as_int(c.frame_chain));
  return c;
}

Json to_json(const Stored& stored) { return Json::object({{"cookies", stored.cookies}, {"storage", stored.storage}}); }

void append(network::Recording& to, const network::Recording& more) {
  if (to.started.empty()) to.started = more.started;
  to.entries.insert(to.entries.end(), more.entries.begin(), more.entries.end());
}

// The flow that the page itself suggests.
Result<flow::Flow> discovered_flow(const Json& discovered) {
  flow::Flow flow;
  flow.title = "what the page lets a user do";
  for (const Json& json : discovered["steps"].items()) {
    auto step = flow::parse_step(json);
    if (!step) return step.error();
    flow.steps.push_back(std::move(step).value());
  }
  return flow;
}

// The status of the document: of the first response that is not a redirect.
int document_status(const network::Recording& fetched) {
  for (const auto& entry : fetched.entries) {
    if (entry.response.status < 300 || entry.response.status >= 400) return entry.response.status;
  }
  return 0;
}

bool has_messages(const network::Recording& recording) {
  return std::any_of(recording.entries.begin(), recording.entries.end(), [](const auto& entry) {
    return entry.request.type == "websocket" || entry.request.type == "eventsource";
  });
}

// Why a run cannot be built upon.
std::optional<Error> why_not(const Run& run, const RecordOptions& options) {
  Outcome outcome = run.outcome;
  if (!options.har && outcome.status == 0) outcome.status = document_status(run.fetched);
  return why_unusable(outcome, options.url);
}

// Whether the HAR can answer for the page itself. Chromium would only say that the request failed.
Status check_har(const RecordOptions& options) {
  network::Request request;
  request.method = "GET";
  request.url = without_fragment(
      options.url.find('/', options.url.find("://") + 3) == std::string::npos ? options.url + "/" : options.url);
  request.type = "document";
  if (network::Matcher(network::Index::of(options.har)).find(request)) return {};
  std::string hint = "Give the URL that was open when the HAR was exported";
  for (const auto& entry : options.har->entries) {
    if (entry.request.type != "document" && entry.request.type != "") continue;
    hint += ", perhaps " + shorten(entry.request.url, 200);
    break;
  }
  return Error{"the HAR has no answer for " + options.url, hint + "."};
}

// What the server sent and a recording cannot hold as it was.
void add_notes(const Outcome& outcome, std::vector<std::string>& notes) {
  for (const SentRequest& request : outcome.requests) {
    if (request.answer == Answer::Live && !request.detail.empty()) {
      notes.push_back(request.method + " " + request.url + ": " + request.detail);
    }
  }
}

// A page without its scripts has little to do, and nobody would know why.
void add_missing(const network::Recording& recording, std::vector<std::string>& notes) {
  for (const network::Entry& entry : recording.entries) {
    const auto& request = entry.request;
    const auto& response = entry.response;
    bool part = request.type == "script" || request.type == "stylesheet";
    if (!part || (response.failure.empty() && response.status < 400)) continue;
    std::string why = response.failure.empty() ? "HTTP " + std::to_string(response.status) : response.failure;
    std::string note = "The " + std::string(request.type == "script" ? "script " : "style sheet ") + request.url +
                       " did not come (" + why + ").";
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
}

// A picture that was cut off has lost its last chunk.
bool is_whole_png(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("\x89PNG\r\n\x1a\n"sv) && bytes.ends_with("IEND\xae\x42\x60\x82"sv);
}

Experiment live_experiment(const RecordOptions& options) {
  Experiment experiment;
  experiment.url = options.url;
  experiment.conditions = options.conditions;
  experiment.stored = options.stored;
  experiment.timeout = options.timeout;
  experiment.live = experiment.live_streams = !options.har;
  experiment.picture = false;
  experiment.recording = std::make_shared<network::Recording>();
  return experiment;
}

}  // namespace

Result<Stored> visit(Lab& lab, const RecordOptions& options, const flow::Flow& flow) {
  Experiment experiment = live_experiment(options);
  experiment.flow = flow;
  auto run = lab.run(experiment);
  if (!run) return run.error();
  if (auto why = why_not(*run, options)) return *why;
  if (auto why = why_worthless(run->outcome, static_cast<int>(flow.steps.size()))) return *why;
  return std::move(run->stored);
}

Result<RecordedPage> record_page(Lab& lab, const RecordOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  RecordedPage page;
  page.url = options.url;
  page.conditions = options.conditions;
  page.stored = options.stored;
  network::Recording known;
  if (options.har) {
    if (auto status = check_har(options); !status) return status.error();
    known = *options.har;
  }
  Experiment experiment = live_experiment(options);
  experiment.recording = std::make_shared<network::Recording>(known);

  if (options.flow) {
    page.flow = *options.flow;
  } else {
    progress("looking at what a user can do");
    experiment.discover = true;
    experiment.flow = options.before;
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (auto why = why_not(*run, options)) return *why;
    auto flow = discovered_flow(run->discovered);
    if (!flow) return flow.error();
    page.flow = *flow;
    const auto& before = options.before.steps;
    page.flow.steps.insert(page.flow.steps.begin(), before.begin(), before.end());
    experiment.discover = false;
  }

  experiment.flow = page.flow;
  auto take = [&](Run& run) {
    add_notes(run.outcome, page.notes);
    append(known, run.fetched);
    add_missing(known, page.notes);
    page.recording = std::make_shared<network::Recording>(known);
    page.trace = std::move(run.trace);
    page.outcome = std::move(run.outcome);
    page.order = std::move(run.order);
  };
  if (!options.har) {
    progress("running the flow against the server");
    experiment.trace = !options.replay;
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (auto why = why_not(*run, options)) return *why;
    take(*run);
    if (!options.replay && !has_messages(known)) return page;
  }

  experiment.live_streams = false;
  experiment.trace = true;
  experiment.picture = options.replay;
  for (int i = 0; i < kMostReplays; ++i) {
    progress("replaying what was recorded");
    experiment.recording = std::make_shared<network::Recording>(known);
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (auto why = why_not(*run, options)) return *why;
    bool complete = run->fetched.entries.empty();
    take(*run);
    if (complete) break;
  }
  return page;
}

void add_answers(RecordedPage& page, const network::Recording& more) {
  if (more.entries.empty()) return;
  auto grown = std::make_shared<network::Recording>(*page.recording);
  grown->entries.insert(grown->entries.end(), more.entries.begin(), more.entries.end());
  page.recording = grown;
}

Status save(const RecordedPage& page, const store::RunFolder& folder) {
  if (auto status = make_folder(folder.recording()); !status) return status;
  Json about = Json::object({{"version", kVersion},
                             {"url", page.url},
                             {"conditions", to_json(page.conditions)},
                             {"stored", to_json(page.stored)},
                             {"picture", !page.outcome.picture.empty()},
                             {"notes", Json::strings(page.notes)},
                             {"order", Json::strings(page.order)}});
  // recording.json comes last: a folder without it was not finished.
  std::pair<std::filesystem::path, std::string> files[] = {
      {folder.flow_file(), flow::to_json(page.flow).dump_pretty()},
      {folder.har_file(), network::to_har(*page.recording).dump()},
      {folder.trace_file(), trace::to_json(page.trace).dump()},
      {folder.recording() / "outcome.json", to_json(page.outcome).dump()},
      {folder.recording() / "screen.png", page.outcome.picture},
      {folder.recording() / "recording.json", about.dump_pretty()},
  };
  for (const auto& [path, content] : files) {
    if (content.empty()) continue;  // there is no picture
    if (auto status = write_file(path, content); !status) {
      return with_hint(status.error(), "Is there space left? Choose another folder with --out.");
    }
  }
  return {};
}

namespace {

// recording.json, of a version that we know.
Result<Json> read_about(const store::RunFolder& folder) {
  std::filesystem::path file = folder.recording() / "recording.json";
  std::error_code ignored;
  if (!std::filesystem::exists(folder.recording(), ignored)) {
    std::string why =
        folder.command() == "record" ? "its recording was not finished" : "squall " + folder.command() + " made it";
    return Error{"there is no recording in " + folder.path().string() + " (" + why + ")",
                 "Give a folder that `squall record` made; its last line names it."};
  }
  auto about = read_json_file(file);
  if (!about) return about;
  if (!about->is_object() || !(*about)["version"].is_number()) return Error{file.string() + ": has no version", ""};
  if (auto version = (*about)["version"].as_int(); version > kVersion) {
    return Error{folder.path().string() + " was recorded by a newer squall (recording version " +
                     std::to_string(version) + "; this one reads " + std::to_string(kVersion) + ")",
                 "Update squall, or record it again."};
  }
  if ((*about)["url"].as_string().empty()) return Error{file.string() + ": has no url", ""};
  return about;
}

Result<network::Recording> read_network(const store::RunFolder& folder) {
  auto har = read_json_file(folder.har_file());
  if (!har) return har.error();
  auto imported = network::from_har(*har);
  if (!imported) return Error{folder.har_file().string() + ": " + imported.error().message, ""};
  if (imported->skipped > 0) {
    return Error{
        folder.har_file().string() + ": " + std::to_string(imported->skipped) + " of its entries cannot be read", ""};
  }
  return std::move(imported->recording);
}

Result<trace::Trace> read_trace(const store::RunFolder& folder) {
  auto json = read_json_file(folder.trace_file());
  if (!json) return json.error();
  auto trace = trace::trace_from_json(*json);
  if (!trace) return Error{folder.trace_file().string() + ": " + trace.error().message, trace.error().hint};
  return trace;
}

Result<Outcome> read_outcome(const store::RunFolder& folder, bool with_picture) {
  std::filesystem::path file = folder.recording() / "outcome.json";
  auto json = read_json_file(file);
  if (!json) return json.error();
  auto outcome = outcome::outcome_from_json(*json);
  if (!outcome) return Error{file.string() + ": " + outcome.error().message, ""};
  if (!with_picture) return outcome;
  auto picture = read_file(folder.recording() / "screen.png");
  if (!picture) return picture.error();
  if (!is_whole_png(*picture))
    return Error{(folder.recording() / "screen.png").string() + ": is not a whole picture", ""};
  outcome->picture = std::move(picture).value();
  return outcome;
}

}  // namespace

Result<RecordedPage> load_recording(const store::RunFolder& folder) {
  auto broken = [](const Error& error) {
    return with_hint(error, "The recording is broken or was cut off: record it again.");
  };
  RecordedPage page;
  auto about = read_about(folder);
  if (!about) return broken(about.error());
  page.url = (*about)["url"].as_string();
  page.conditions = conditions_from_json((*about)["conditions"]);
  page.stored = {about->at("stored", "cookies"), about->at("stored", "storage")};
  page.order = (*about)["order"].as_strings();
  page.notes = (*about)["notes"].as_strings();
  auto flow_json = read_json_file(folder.flow_file());
  if (!flow_json) return broken(flow_json.error());
  auto flow = flow::parse_flow(*flow_json, folder.flow_file().string());
  if (!flow) return broken(flow.error());
  page.flow = std::move(flow).value();
  auto recording = read_network(folder);
  if (!recording) return broken(recording.error());
  page.recording = std::make_shared<network::Recording>(std::move(recording).value());
  auto trace = read_trace(folder);
  if (!trace) return broken(trace.error());
  page.trace = std::move(trace).value();
  auto outcome = read_outcome(folder, (*about)["picture"].as_bool(true));
  if (!outcome) return broken(outcome.error());
  page.outcome = std::move(outcome).value();
  return page;
}

Experiment experiment_on(const RecordedPage& page) {
  Experiment experiment;
  experiment.url = page.url;
  experiment.flow = page.flow;
  experiment.recording = page.recording;
  experiment.conditions = page.conditions;
  experiment.stored = page.stored;
  return experiment;
}

}  // namespace squall::lab
