#include "lab/recorder.h"


#include "base/files.h"
#include "base/text.h"

namespace squall::lab {
namespace {

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

void append(network::Recording& to, const network::Recording& more) {
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

std::string load_hint(const std::string& failure) {
  if (failure.find("NAME_NOT_RESOLVED") != std::string::npos) return "There is no such host: check the spelling of the URL.";
  if (failure.find("CONNECTION_REFUSED") != std::string::npos) return "Nothing listens there: is the application running?";
  if (failure.find("TOO_MANY_REDIRECTS") != std::string::npos) return "The server redirects for ever: open the URL in a browser to see where.";
  if (failure.find("ERR_CERT") != std::string::npos) return "The certificate is not trusted: use one that is, or plain http on loopback.";
  if (failure.find("INVALID_URL") != std::string::npos) return "A URL begins with http:// or https://.";
  return "Open the URL in a browser to see whether it works there.";
}

}  // namespace

std::optional<Error> why_unusable(const Outcome& outcome, const std::string& url) {
  switch (outcome.ending) {
    case Ending::LoadFailed: {
      std::string why = outcome.ending_detail;
      if (why.starts_with("net::")) why = why.substr(5);
      return Error{"cannot load " + url + ": " + why, load_hint(why)};
    }
    case Ending::TimedOut:
      return Error{url + ": " + outcome.ending_detail, "The page hangs or never stops loading: give it more time with --timeout."};
    case Ending::Crashed: return Error{url + ": the page crashed its renderer", "Does it need much memory? Try it in a browser."};
    case Ending::BrowserDied: return Error{"the browser died while it showed " + url, "Run `squall doctor`."};
    case Ending::Closed: return Error{url + ": the page closed itself", ""};
    case Ending::Settled:
    case Ending::Diverged: break;
  }
  if (outcome.status >= 400) {
    return Error{url + " answers with HTTP status " + std::to_string(outcome.status),
                 "squall records pages that work: check the URL, or log in with a flow first."};
  }
  return std::nullopt;
}

Result<RecordedPage> record_page(Lab& lab, const RecordOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  RecordedPage page;
  page.url = options.url;
  page.conditions = options.conditions;
  network::Recording known;
  if (options.har) known = *options.har;
  Experiment experiment;
  experiment.url = options.url;
  experiment.conditions = page.conditions;
  experiment.timeout = options.timeout;
  experiment.live = experiment.live_streams = !options.har;
  experiment.picture = false;
  experiment.recording = std::make_shared<network::Recording>(known);

  if (options.flow) {
    page.flow = *options.flow;
  } else {
    progress("looking at what a user can do");
    experiment.discover = true;
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (!options.har) run->outcome.status = run->fetched.entries.empty() ? 0 : run->fetched.entries.front().response.status;
    if (auto why = why_unusable(run->outcome, page.url)) return *why;
    auto flow = discovered_flow(run->discovered);
    if (!flow) return flow.error();
    page.flow = *flow;
    experiment.discover = false;
  }

  experiment.flow = page.flow;
  if (!options.har) {
    progress("running the flow against the server");
    auto run = lab.run(experiment);
    if (!run) return run.error();
    for (const auto& entry : run->fetched.entries) {
      if (entry.response.status >= 300 && entry.response.status < 400) continue;
      run->outcome.status = entry.response.status;
      break;
    }
    if (auto why = why_unusable(run->outcome, page.url)) return *why;
    append(known, run->fetched);
  }

  experiment.live_streams = false;
  experiment.trace = true;
  experiment.picture = true;
  for (int i = 0; i < kMostReplays; ++i) {
    progress("replaying what was recorded");
    experiment.recording = std::make_shared<network::Recording>(known);
    auto run = lab.run(experiment);
    if (!run) return run.error();
    if (auto why = why_unusable(run->outcome, page.url)) return *why;
    append(known, run->fetched);
    page.recording = std::make_shared<network::Recording>(known);
    page.trace = std::move(run->trace);
    page.outcome = std::move(run->outcome);
    page.order = std::move(run->order);
    if (run->fetched.entries.empty()) break;
  }
  return page;
}

Status save(const RecordedPage& page, const store::RunFolder& folder) {
  if (auto status = make_folder(folder.recording()); !status) return status;
  Json order = Json::array();
  for (const auto& name : page.order) order.push(name);
  Json about = Json::object({{"version", 1}, {"url", page.url}, {"conditions", to_json(page.conditions)}, {"order", order}});
  std::pair<std::filesystem::path, std::string> files[] = {
      {folder.recording() / "recording.json", about.dump_pretty()},
      {folder.flow_file(), flow::to_json(page.flow).dump_pretty()},
      {folder.har_file(), network::to_har(*page.recording).dump()},
      {folder.trace_file(), trace::to_json(page.trace).dump()},
      {folder.recording() / "outcome.json", to_json(page.outcome).dump()},
      {folder.recording() / "screen.png", page.outcome.picture},
  };
  for (const auto& [path, content] : files) {
    if (auto status = write_file(path, content); !status) return status;
  }
  return {};
}

Result<RecordedPage> load_recording(const store::RunFolder& folder) {
  const std::string hint = "The recording is broken or was cut off: record it again.";
  auto broken = [&](const Error& error) { return Error{error.message, error.hint.empty() ? hint : error.hint}; };
  RecordedPage page;
  auto about = read_json_file(folder.recording() / "recording.json");
  if (!about) return broken(about.error());
  if ((*about)["version"].as_int() > 1) {
    return Error{folder.path().string() + " was recorded by a newer squall", "Update squall, or record it again."};
  }
  page.url = (*about)["url"].as_string();
  page.conditions = conditions_from_json((*about)["conditions"]);
  for (const Json& name : (*about)["order"].items()) page.order.push_back(name.as_string());
  auto flow = flow::read_flow(folder.flow_file());
  if (!flow) return broken(flow.error());
  page.flow = std::move(flow).value();
  auto har = read_json_file(folder.har_file());
  if (!har) return broken(har.error());
  auto imported = network::from_har(*har);
  if (!imported) return broken(imported.error());
  page.recording = std::make_shared<network::Recording>(std::move(imported->recording));
  auto trace_json = read_json_file(folder.trace_file());
  if (!trace_json) return broken(trace_json.error());
  auto trace = trace::trace_from_json(*trace_json);
  if (!trace) return broken(trace.error());
  page.trace = std::move(trace).value();
  if (auto outcome = read_json_file(folder.recording() / "outcome.json")) {
    if (auto parsed = outcome_from_json(*outcome)) page.outcome = std::move(parsed).value();
    if (auto picture = read_file(folder.recording() / "screen.png")) page.outcome.picture = *picture;
  }
  return page;
}

Experiment experiment_on(const RecordedPage& page) {
  Experiment experiment;
  experiment.url = page.url;
  experiment.flow = page.flow;
  experiment.recording = page.recording;
  experiment.conditions = page.conditions;
  return experiment;
}

}  // namespace squall::lab
