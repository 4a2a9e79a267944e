#include "lab/recorder.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "base/url.h"
#include "lab/suggested_flow.h"
#include "lab/unusable.h"

namespace squall::lab {
namespace {

constexpr int kMostReplays = 3;  // each finds requests that the one before it did not lead to

void append(network::Recording& to, const network::Recording& more) {
  if (to.started.empty()) to.started = more.started;
  to.entries.insert(to.entries.end(), more.entries.begin(), more.entries.end());
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
    if (request.answer == Answer::UnderWay) {
      std::string note = request.method + " " + without_query(request.url) +
                         ": the server keeps such requests until it has something to say; without an answer they are "
                         "taken to be under way for ever";
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
    }
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

Experiment live_experiment(const RecordOptions& options) {
  Experiment experiment;
  experiment.url = options.url;
  experiment.conditions = options.conditions;
  experiment.stored = options.stored;
  experiment.timeout = options.timeout;
  experiment.server = options.har ? Server::Never : Server::Connected;
  experiment.wanted.picture = false;
  experiment.recording = options.har ? options.har : std::make_shared<const network::Recording>();
  return experiment;
}

// One recording in the making.
class Recorder {
 public:
  Recorder(Lab& lab, const RecordOptions& options, const std::function<void(const std::string&)>& progress)
      : lab_(lab),
        options_(options),
        progress_(progress),
        experiment_(live_experiment(options)),
        suggested_(options.before, options.allow_writes) {
    page_.url = options.url;
    page_.conditions = options.conditions;
    page_.stored = options.stored;
  }

  Result<RecordedPage> record() {
    if (options_.har) {
      if (auto status = check_har(options_); !status) return status.error();
      known_ = *options_.har;
    }
    if (auto status = choose_flow(); !status) return status.error();
    experiment_.flow = page_.flow;
    if (auto status = ask_server(); !status) return status.error();
    if (options_.har || options_.replay || has_messages(known_)) {
      if (auto status = replay(); !status) return status.error();
    }
    for (std::string& note : suggested_.notes()) page_.notes.push_back(std::move(note));
    return std::move(page_);
  }

 private:
  Result<Run> run(const std::string& what) {
    progress_(what);
    auto run = lab_.run(experiment_);
    if (!run) return run;
    if (auto why = why_not(*run, options_)) return *why;
    return run;
  }

  // The one that was given, or what the page lets a user do.
  Status choose_flow() {
    if (options_.flow) {
      page_.flow = *options_.flow;
      return {};
    }
    experiment_.flow = options_.before;
    auto looked = look("looking at what a user can do");
    if (!looked) return looked.error();
    if (auto taken = suggested_.take(looked->discovered); !taken) return taken.error();
    page_.flow = suggested_.flow();
    return {};
  }

  Result<Run> look(const std::string& what) {
    experiment_.wanted.discovered = true;
    auto looked = run(what);
    experiment_.wanted.discovered = false;
    return looked;
  }

  Status ask_server() {
    if (options_.har) return {};
    experiment_.wanted.trace = !options_.replay;
    const char* what = "running the flow against the server";
    auto asked = has_suggested() ? look(what) : run(what);
    if (!asked) return asked.error();
    if (has_suggested()) {
      auto has_news = suggested_.take(asked->discovered);
      if (!has_news) page_.notes.push_back("After the flow, " + has_news.error().message + ".");
      if (has_news && *has_news) {
        experiment_.flow = page_.flow = suggested_.flow();
        asked = run("doing what this has led to, too");
        if (!asked) return asked.error();
      }
    }
    take(*asked);
    return {};
  }

  // Whether the page suggests anything.
  bool has_suggested() const { return !options_.flow && page_.flow.steps.size() > options_.before.steps.size(); }

  // From what was kept, until nothing new is asked for.
  Status replay() {
    if (!options_.har) experiment_.server = Server::All;
    experiment_.wanted.trace = true;
    experiment_.wanted.picture = options_.replay;
    bool complete = false;
    for (int i = 0; i < kMostReplays && !complete; ++i) {
      experiment_.recording = std::make_shared<network::Recording>(known_);
      auto replayed = run("replaying what was recorded");
      if (!replayed) return replayed.error();
      complete = replayed->fetched.entries.empty();
      take(*replayed);
    }
    return {};
  }

  void take(Run& run) {
    add_notes(run.outcome, page_.notes);
    append(known_, run.fetched);
    add_missing(known_, page_.notes);
    page_.recording = std::make_shared<network::Recording>(known_);
    page_.trace = std::move(run.trace);
    page_.outcome = std::move(run.outcome);
    page_.order = std::move(run.order);
  }

  Lab& lab_;
  const RecordOptions& options_;
  const std::function<void(const std::string&)>& progress_;
  Experiment experiment_;
  SuggestedFlow suggested_;
  RecordedPage page_;
  network::Recording known_;
};

}  // namespace

Conditions at_present(Conditions conditions) {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  conditions.epoch_ms = std::chrono::duration_cast<std::chrono::seconds>(now).count() * 1000;
  return conditions;
}

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
  return Recorder(lab, options, progress).record();
}

void add_answers(RecordedPage& page, const network::Recording& more) {
  if (more.entries.empty()) return;
  auto grown = std::make_shared<network::Recording>(*page.recording);
  grown->entries.insert(grown->entries.end(), more.entries.begin(), more.entries.end());
  page.recording = grown;
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
