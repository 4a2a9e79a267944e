#include "lab/recording_file.h"

#include "base/files.h"
#include "base/text.h"
#include "lab/experiment_file.h"

namespace squall::lab {
namespace {

constexpr int kRecordingVersion = 2;  // of recording.json
constexpr const char* kAbout = "recording.json";
constexpr const char* kOutcome = "outcome.json";
constexpr const char* kPicture = "screen.png";
constexpr const char* kLearned = "learned.har";
constexpr const char* kSpaceHint = "Is there space left? Choose another folder with --out.";

// A picture that was cut off has lost its last chunk.
bool is_whole_png(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("\x89PNG\r\n\x1a\n"sv) && bytes.ends_with("IEND\xae\x42\x60\x82"sv);
}

// recording.json, of a version that we know.
Result<Json> read_about(const store::RunFolder& folder) {
  std::filesystem::path file = folder.recording() / kAbout;
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
  if (auto version = (*about)["version"].as_int(); version > kRecordingVersion) {
    return Error{folder.path().string() + " was recorded by a newer squall (recording version " +
                     std::to_string(version) + "; this one reads " + std::to_string(kRecordingVersion) + ")",
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
  std::filesystem::path file = folder.recording() / kOutcome;
  auto json = read_json_file(file);
  if (!json) return json.error();
  auto outcome = outcome::outcome_from_json(*json);
  if (!outcome) return Error{file.string() + ": " + outcome.error().message, ""};
  if (!with_picture) return outcome;
  auto picture = read_file(folder.recording() / kPicture);
  if (!picture) return picture.error();
  if (!is_whole_png(*picture)) return Error{(folder.recording() / kPicture).string() + ": is not a whole picture", ""};
  outcome->picture = std::move(picture).value();
  return outcome;
}

}  // namespace

Status save(const RecordedPage& page, const store::RunFolder& folder) {
  if (auto status = make_folder(folder.recording()); !status) return status;
  Json about = Json::object({{"version", kRecordingVersion},
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
      {folder.recording() / kOutcome, to_json(page.outcome).dump()},
      {folder.recording() / kPicture, page.outcome.picture},
      {folder.recording() / kAbout, about.dump_pretty()},
  };
  for (const auto& [path, content] : files) {
    if (content.empty()) continue;  // there is no picture
    if (auto status = write_file(path, content); !status) {
      return with_hint(status.error(), kSpaceHint);
    }
  }
  return {};
}

Result<RecordedPage> load_recording(const store::RunFolder& folder) {
  auto broken = [](const Error& error) {
    return with_hint(error, "The recording is broken or was cut off: record it again.");
  };
  RecordedPage page;
  auto about = read_about(folder);
  if (!about) return broken(about.error());
  page.url = (*about)["url"].as_string();
  auto conditions = conditions_from_json((*about)["conditions"]);
  if (!conditions) return broken(conditions.error());
  page.conditions = std::move(conditions).value();
  auto stored = stored_from_json((*about)["stored"]);
  if (!stored) return broken(stored.error());
  page.stored = std::move(stored).value();
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

Status save_learned(const store::RunFolder& folder, const network::Recording& first, const network::Recording& all) {
  if (all.entries.size() <= first.entries.size()) return {};
  network::Recording learned;
  learned.entries.assign(all.entries.begin() + static_cast<long>(first.entries.size()), all.entries.end());
  auto status = write_file(folder.recording() / kLearned, network::to_har(learned).dump());
  return status ? status : with_hint(status.error(), kSpaceHint);
}

Result<RecordedPage> load_with_learned(const store::RunFolder& folder) {
  auto page = load_recording(folder);
  std::filesystem::path file = folder.recording() / kLearned;
  std::error_code ignored;
  if (!page || !std::filesystem::exists(file, ignored)) return page;
  auto har = read_json_file(file);
  if (!har) return har.error();
  auto learned = network::from_har(*har);
  if (!learned) return Error{file.string() + ": " + learned.error().message, ""};
  add_answers(*page, learned->recording);
  return page;
}

}  // namespace squall::lab
