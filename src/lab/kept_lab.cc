#include "lab/kept_lab.h"

#include <optional>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "network/body_filter.h"
#include "network/library.h"

namespace squall::lab {
namespace {

constexpr int kVersion = 1;  // of experiment.json

// A run that was kept; nothing when its files cannot be read.
std::optional<Run> load(const std::filesystem::path& folder) {
  auto about = read_json_file(folder / "experiment.json");
  auto outcome_json = read_json_file(folder / "outcome.json");
  if (!about || !outcome_json) return std::nullopt;
  auto outcome = outcome::outcome_from_json(*outcome_json);
  if (!outcome) return std::nullopt;
  Run run;
  run.outcome = std::move(outcome).value();
  if ((*about)["picture"].as_bool()) {
    auto picture = read_file(folder / "screen.png");
    if (!picture) return std::nullopt;
    run.outcome.picture = std::move(picture).value();
  }
  if (about->has("moment")) {
    auto picture = read_file(folder / "moment.png");
    if (!picture) return std::nullopt;
    const Json& box = (*about)["moment"];
    run.moment = {std::move(picture).value(),
                  {box["x"].as_double(), box["y"].as_double(), box["width"].as_double(), box["height"].as_double()}};
  }
  if (about->has("fetched")) {
    auto fetched = network::from_har((*about)["fetched"]);
    if (!fetched || fetched->skipped > 0) return std::nullopt;
    run.fetched = std::move(fetched->recording);
  }
  run.order = (*about)["order"].as_strings();
  run.skipped = (*about)["skipped"].as_strings();
  run.admitted = (*about)["admitted"].as_strings();
  run.real_ms = (*about)["real_ms"].as_double();
  run.virtual_ms = (*about)["virtual_ms"].as_double();
  return run;
}

bool is_kept(const Experiment& experiment) { return !experiment.trace && !experiment.discover; }

}  // namespace

KeptLab::KeptLab(Lab& lab, store::RunFolder folder) : lab_(lab), folder_(std::move(folder)) {
  for (int number : folder_.experiments()) {
    next_ = std::max(next_, number + 1);
    auto about = read_json_file(folder_.experiment(number) / "experiment.json");
    if (about && (*about)["version"].as_int() == kVersion) kept_[(*about)["key"].as_string()].push_back(number);
  }
}

const std::string& KeptLab::hash_of(const std::shared_ptr<const network::Recording>& recording) {
  std::string& hash = hashes_[recording];
  if (hash.empty()) hash = hash_hex(network::to_har(*recording).dump());
  return hash;
}

std::string KeptLab::key_of(const Experiment& experiment) {
  const auto& c = experiment.conditions;
  Json json = Json::array();
  json.push(experiment.url).push(flow::to_json(experiment.flow)).push(schedule::to_json(experiment.schedule));
  json.push(hash_of(experiment.recording)).push(experiment.live).push(experiment.allow_writes);
  json.push(c.width).push(c.height).push(c.locale).push(c.timezone).push(c.epoch_ms).push(c.seed);
  json.push(c.longest_timer_ms).push(c.timer_chain).push(c.frame_chain).push(experiment.picture);
  if (experiment.moment) json.push("moment");
  if (experiment.filter) json.push("filter").push(experiment.filter->identity());
  if (!experiment.stored.empty()) json.push(experiment.stored.cookies).push(experiment.stored.storage);
  return hash_hex(json.dump());
}

std::optional<Run> KeptLab::find(const std::string& key) {
  size_t before = asked_[key]++;
  auto found = kept_.find(key);
  if (found == kept_.end() || before >= found->second.size()) return std::nullopt;
  auto run = load(folder_.experiment(found->second[before]));
  if (run) ++reused_;
  return run;
}

Status KeptLab::keep(const Experiment& experiment, const std::string& key, const Run& run) {
  Json about = Json::object({{"version", kVersion},
                             {"key", key},
                             {"order", Json::strings(run.order)},
                             {"skipped", Json::strings(run.skipped)},
                             {"admitted", Json::strings(run.admitted)},
                             {"picture", !run.outcome.picture.empty()},
                             {"real_ms", run.real_ms},
                             {"virtual_ms", run.virtual_ms}});
  if (!run.moment.picture.empty()) {
    const Rect& box = run.moment.element;
    about.set("moment", Json::object({{"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}}));
  }
  if (!run.fetched.entries.empty()) about.set("fetched", network::to_har(run.fetched));
  return folder_.write_experiment(next_++, {{"schedule.json", schedule::to_json(experiment.schedule).dump_pretty()},
                                            {"outcome.json", outcome::to_json(run.outcome).dump()},
                                            {"screen.png", run.outcome.picture},
                                            {"moment.png", run.moment.picture},
                                            {"experiment.json", about.dump()}});
}

Result<Run> KeptLab::run(const Experiment& experiment) {
  if (!is_kept(experiment)) return lab_.run(experiment);
  auto runs = run_all({experiment}, {});
  if (!runs) return runs.error();
  return std::move(runs->front());
}

Result<std::vector<Run>> KeptLab::run_all(const std::vector<Experiment>& experiments,
                                          const std::function<bool(size_t, const Run&)>& done) {
  std::vector<Run> out(experiments.size());
  std::vector<Experiment> missing;
  std::vector<size_t> places;
  std::vector<std::string> keys;
  for (size_t i = 0; i < experiments.size(); ++i) {
    std::string key = is_kept(experiments[i]) ? key_of(experiments[i]) : "";
    auto run = key.empty() ? std::nullopt : find(key);
    if (run) {
      if (experiments[i].library) experiments[i].library->add(run->fetched);
      out[i] = std::move(*run);
      if (done && !done(i, out[i])) return out;
      continue;
    }
    missing.push_back(experiments[i]);
    places.push_back(i);
    keys.push_back(key);
  }
  if (missing.empty()) return out;
  Status saved;
  auto keep_it = [&](size_t k, const Run& run) {
    if (interrupted()) return done && done(places[k], run) && false;  // it was cut short
    if (!keys[k].empty() && run.outcome.ending != outcome::Ending::BrowserDied) saved = keep(missing[k], keys[k], run);
    return saved.ok() && (!done || done(places[k], run));
  };
  auto runs = lab_.run_all(missing, keep_it);
  if (!runs) return runs.error();
  if (!saved) return saved.error();
  for (size_t k = 0; k < places.size(); ++k) out[places[k]] = std::move((*runs)[k]);
  return out;
}

}  // namespace squall::lab
