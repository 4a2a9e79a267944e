#include "store/run_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

#include "base/files.h"
#include "base/iso_time.h"
#include "store/version.h"

namespace squall::store {
namespace fs = std::filesystem;
namespace {

constexpr RunState kStates[] = {RunState::Running, RunState::Finished, RunState::Interrupted, RunState::Failed};

std::optional<RunState> state_named(std::string_view name) {
  for (RunState state : kStates) {
    if (name == name_of(state)) return state;
  }
  return std::nullopt;
}

// "20260131-142501", in local time: it is for a person who looks for the run of this afternoon.
std::string folder_time(RunFolder::Time time) {
  return fmt::format("{:%Y%m%d-%H%M%S}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

std::string time_text(RunFolder::Time time) {
  // Nanoseconds since 1970 do not fit into a double: whole milliseconds come first.
  auto whole = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
  return iso_time(static_cast<double>(whole.count()));
}

// Makes one folder. False when something of that name is there already.
Result<bool> make_new_folder(const fs::path& folder) {
  std::error_code failure;
  if (fs::create_directory(folder, failure)) return true;
  if (!failure || failure == std::errc::file_exists || failure == std::errc::not_a_directory) return false;
  // The same attempt again, for its message and hint.
  if (auto made = make_folder(folder); !made) return made.error();
  return true;
}

// The content of run.json, or what is wrong with it.
Result<Json> read_run(const fs::path& folder) {
  fs::path file = folder / "run.json";
  std::error_code failure;
  if (!fs::exists(folder, failure)) {
    return Error{"there is no run at " + folder.string(), "Give the folder of a run, as squall names it at its end."};
  }
  if (!fs::exists(file, failure)) {
    return Error{folder.string() + " is not a squall run: it has no run.json",
                 "Give the folder of a run, as squall names it at its end."};
  }
  auto content = read_file(file);
  if (!content) return content.error();
  auto run = parse_json(*content);
  const char* kAgain = "The run cannot be used any more: do it again.";
  if (!run) return Error{file.string() + " is broken or cut off: " + run.error().message, kAgain};
  if (!run->is_object() || !(*run)["schema"].is_number()) {
    return Error{file.string() + " is not what squall writes: it has no schema number", kAgain};
  }
  if (int64_t schema = (*run)["schema"].as_int(); schema > kSchema) {
    return Error{fmt::format("{} was written by a newer squall (schema {}; this one reads {}): update squall",
                             folder.string(), schema, kSchema),
                 ""};
  }
  for (const char* member : {"command", "url", "started", "state"}) {
    if (!(*run)[member].is_string()) return Error{fmt::format("{}: “{}” is missing", file.string(), member), kAgain};
  }
  const std::string& state = (*run)["state"].as_string();
  if (!state_named(state)) return Error{fmt::format("{}: there is no state “{}”", file.string(), state), kAgain};
  return run;
}

// Takes away what an earlier run left, and nothing else.
Status clear_run(const fs::path& folder) {
  for (const char* name : {"run.json", "results.json", "index.html", "recording", "experiments"}) {
    std::error_code failure;
    fs::remove_all(folder / name, failure);
    if (failure) {
      return Error{"cannot replace " + (folder / name).string() + ": " + failure.message(),
                   "Choose another folder with --out."};
    }
  }
  return {};
}

// Makes sure that `out` may become the folder of a new run.
Status claim(const fs::path& out) {
  std::error_code failure;
  if (!fs::exists(out, failure)) return make_folder(out);
  const char* kElsewhere = "Choose a new or empty folder with --out.";
  if (!fs::is_directory(out, failure)) return Error{out.string() + " is not a folder", kElsewhere};
  bool is_empty = fs::is_empty(out, failure);
  if (failure) return Error{"cannot read the folder " + out.string() + ": " + failure.message(), kElsewhere};
  if (is_empty) return {};
  if (!fs::exists(out / "run.json", failure)) {
    return Error{out.string() + " holds files that are not a squall run, and squall does not mix with them",
                 kElsewhere};
  }
  // What cannot be read as a run may be anything: it stays.
  if (auto run = read_run(out); !run) return Error{run.error().message, kElsewhere};
  return clear_run(out);
}

}  // namespace

const char* name_of(RunState state) {
  switch (state) {
    case RunState::Running: return "running";
    case RunState::Finished: return "finished";
    case RunState::Interrupted: return "interrupted";
    case RunState::Failed: return "failed";
  }
  return "failed";
}

Result<RunFolder> RunFolder::create(const fs::path& base, const RunSpec& spec, Time now) {
  if (auto made = make_folder(base); !made) return made.error();
  std::string name = folder_time(now) + "-" + spec.command;
  for (int number = 1;; ++number) {
    fs::path folder = base / (number == 1 ? name : fmt::format("{}-{}", name, number));
    auto is_new = make_new_folder(folder);
    if (!is_new) return is_new.error();
    if (!*is_new) continue;
    auto run = begin(folder, spec, now);
    std::error_code ignored;
    if (!run) fs::remove(folder, ignored);  // which takes an empty folder only
    return run;
  }
}

Result<RunFolder> RunFolder::create_at(const fs::path& out, const RunSpec& spec, Time now) {
  if (auto claimed = claim(out); !claimed) return claimed.error();
  return begin(out, spec, now);
}

Result<RunFolder> RunFolder::begin(const fs::path& folder, const RunSpec& spec, Time now) {
  RunFolder run(folder, Json::object({{"squall", kVersion},
                                      {"schema", kSchema},
                                      {"command", spec.command},
                                      {"url", spec.url},
                                      {"started", time_text(now)},
                                      {"state", ""},
                                      {"options", spec.options}}));
  if (auto written = run.set_state(RunState::Running, now); !written) return written.error();
  return run;
}

Result<RunFolder> RunFolder::open(const fs::path& folder) {
  auto run = read_run(folder);
  if (!run) return run.error();
  return RunFolder(folder, std::move(*run));
}

Result<RunFolder> RunFolder::latest(const fs::path& base) {
  std::optional<RunFolder> last;
  // Runs of the same moment differ in the number at the end of their name: "-10" follows "-9".
  auto age = [](const RunFolder& run) {
    std::string name = run.path().filename().string();
    return std::make_tuple(run.started(), name.size(), name);
  };
  std::error_code failure;
  for (fs::directory_iterator entry(base, failure), end; !failure && entry != end; entry.increment(failure)) {
    auto run = open(entry->path());
    if (run && (!last || age(*last) < age(*run))) last.emplace(std::move(*run));
  }
  if (!last) return Error{"there is no run in " + base.string(), "Start one, for example: squall record URL"};
  return *last;
}

fs::path RunFolder::experiment(int number) const { return path_ / "experiments" / fmt::format("{:04}", number); }

RunState RunFolder::state() const { return state_named(run_["state"].as_string()).value_or(RunState::Failed); }

Status RunFolder::write_experiment(int number, const std::vector<std::pair<std::string, std::string>>& files) const {
  // Beside its place and then moved there, so that a folder with a number is a whole experiment.
  fs::path path = experiment(number), beside = path;
  beside += ".part";
  Status status = make_folder(beside);
  for (const auto& [name, content] : files) {
    if (status && !content.empty()) status = write_file(beside / name, content);
  }
  std::error_code failure;
  if (status) fs::rename(beside, path, failure);
  if (failure) {
    status = Error{"cannot write " + path.string() + ": " + failure.message(), "Choose another folder with --out."};
  }
  if (!status) fs::remove_all(beside, failure);
  return status;
}

std::vector<int> RunFolder::experiments() const {
  std::vector<int> numbers;
  std::error_code failure;
  for (fs::directory_iterator entry(path_ / "experiments", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::string name = entry->path().filename().string();
    int number = 0;
    auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && rest == name.data() + name.size()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Status RunFolder::set_state(RunState state, Time now) {
  Json next = run_;
  next.set("state", name_of(state));
  if (state == RunState::Running)
    next.erase("ended");
  else
    next.set("ended", time_text(now));
  if (auto written = write_file(run_file(), next.dump_pretty()); !written) return written;
  run_ = std::move(next);
  return {};
}

Status RunFolder::write_results(const Json& results) const { return write_file(results_file(), results.dump_pretty()); }

}  // namespace squall::store
