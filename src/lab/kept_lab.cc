#include "lab/kept_lab.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/interrupt.h"
#include "lab/run_file.h"
#include "network/library.h"

namespace squall::lab {
namespace {

constexpr int kKeptVersion = 2;  // of experiment.json

// A run that was kept; nothing when its files cannot be read.
std::optional<Run> load(const std::filesystem::path& folder) {
  auto about = read_json_file(folder / "experiment.json");
  if (!about) return std::nullopt;
  auto run = run_from_files((*about)["run"], folder);
  return run ? std::optional(std::move(run).value()) : std::nullopt;
}

Status write(const store::RunFolder& folder, int number, const Json& experiment, const std::string& key,
             const Run& run) {
  RunFiles written = files_of(run);
  Json about = Json::object(
      {{"version", kKeptVersion}, {"key", key}, {"experiment", experiment}, {"run", std::move(written.rest)}});
  written.files.emplace_back("schedule.json", experiment["schedule"].dump_pretty());
  written.files.emplace_back("experiment.json", about.dump());
  auto status = folder.write_experiment(number, written.files);
  return status ? status : with_hint(status.error(), "Is there space left? Choose another folder with --out.");
}

}  // namespace

// The list of somebody who does not know that runs are kept: what is there is told at once, only the rest is handed on.
class KeptLab::List : public WorkList {
 public:
  List(KeptLab& lab, WorkList& asked) : lab_(lab), asked_(asked) {}

  Next next() override {
    for (;;) {
      Next next = asked_.next();
      Item* item = std::get_if<Item>(&next);
      if (!item) return next;
      Known known = lab_.known(item->experiment);
      auto run = lab_.find(known);
      if (!run) {
        under_way_.emplace(item->ticket, std::move(known));
        return next;
      }
      if (auto& library = item->experiment.means.library) library->add(run->fetched);
      if (!asked_.done(item->ticket, std::move(*run))) return Finished{};
    }
  }

  bool done(size_t ticket, Run run) override {
    auto known = under_way_.extract(ticket);
    SQUALL_CHECK(!known.empty());
    bool cut_short = interrupted();
    if (!cut_short && run.outcome.ending != Ending::BrowserDied && saved_) saved_ = lab_.keep(known.mapped(), run);
    return asked_.done(ticket, std::move(run)) && !cut_short && saved_.ok();
  }

  size_t width() const override { return asked_.width(); }
  const Status& saved() const { return saved_; }

 private:
  KeptLab& lab_;
  WorkList& asked_;
  std::map<size_t, Known> under_way_;  // by ticket
  Status saved_;
};

KeptLab::KeptLab(Lab& lab, store::RunFolder folder) : lab_(lab), folder_(std::move(folder)) {
  for (int number : folder_.experiments()) {
    next_ = std::max(next_, number + 1);
    auto about = read_json_file(folder_.experiment(number) / "experiment.json");
    if (about && (*about)["version"].as_int() == kKeptVersion) kept_[(*about)["key"].as_string()].push_back(number);
  }
}

KeptLab::Known KeptLab::known(const Experiment& experiment) {
  Known known;
  known.experiment = to_json(experiment, recordings_);
  known.key = key_of(known.experiment);
  known.key_in_time = known.key + "-" + std::to_string(experiment.timeout.count());
  return known;
}

std::optional<Run> KeptLab::find(const Known& known) {
  std::vector<int> numbers = kept_[known.key];
  const auto& timed_out = kept_[known.key_in_time];
  numbers.insert(numbers.end(), timed_out.begin(), timed_out.end());
  size_t before = asked_[known.key]++;
  if (before >= numbers.size()) return std::nullopt;
  auto run = load(folder_.experiment(numbers[before]));
  if (run) ++reused_;
  return run;
}

Status KeptLab::keep(const Known& known, const Run& run) {
  bool timed_out = run.outcome.ending == Ending::TimedOut;
  return write(folder_, next_++, known.experiment, timed_out ? known.key_in_time : known.key, run);
}

Result<Run> KeptLab::run(const Experiment& experiment) {
  auto runs = run_all(*this, {experiment});
  if (!runs) return runs.error();
  return std::move(runs->front());
}

Status KeptLab::work(WorkList& list) {
  List kept(*this, list);
  if (auto status = lab_.work(kept); !status) return status;
  return kept.saved();
}

Result<std::vector<Run>> run_and_keep(Lab& lab, const std::vector<Experiment>& experiments,
                                      const store::RunFolder& folder, const std::function<void()>& on_run) {
  Status saved;
  Recordings recordings;
  auto keep = [&](size_t i, const Run& run) {
    if (interrupted()) return false;  // it was cut short
    on_run();
    Json experiment = to_json(experiments[i], recordings);
    auto status = write(folder, static_cast<int>(i) + 1, experiment, key_of(experiment), run);
    if (saved) saved = status;
    return saved.ok();
  };
  auto runs = run_all(lab, experiments, keep);
  if (interrupted()) return Error{"interrupted; what was run is in " + folder.path().string(), ""};
  if (!saved) return saved.error();
  return runs;
}

}  // namespace squall::lab
