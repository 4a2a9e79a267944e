#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "browser/browser.h"
#include "cli/session.h"
#include "store/version.h"

namespace squall::cli {
namespace {

CommandSpec doctor_spec() {
  CommandSpec spec;
  spec.name = "doctor";
  spec.summary = "check that everything is here that squall needs, and say what to do if not";
  spec.description =
      "Looks for a Chromium, starts it, runs a page in it under control, and checks that the working folder can be\n"
      "written to. Each finding comes with what to do about it.";
  return spec;
}

struct Check {
  std::string name;
  bool good = false;
  std::string found;  // what is there, or what is wrong
  std::string advice;
};

Check check_browser(const Arguments& arguments, std::string& path) {
  auto found = browser::find_browser(arguments.text("browser"));
  if (!found) return {"browser", false, found.error().message, found.error().hint};
  path = *found;
  auto version = browser::browser_version(path);
  if (!version) return {"browser", false, version.error().message, version.error().hint};
  std::string kind = browser::is_headless_shell(path) ? "" : " (works, but headless-shell is about four times as fast)";
  return {"browser", true, *version + " at " + path + kind, ""};
}

// A whole experiment on a page that exists nowhere: the recording answers for the server.
Check check_experiment(const Arguments& arguments) {
  auto recording = std::make_shared<network::Recording>();
  network::Entry entry;
  entry.request.url = "http://squall.test/";
  entry.request.type = "document";
  entry.response.status = 200;
  entry.response.headers = {{"content-type", "text/html"}};
  entry.response.body =
      "<!doctype html><title>-</title><p id=p>-</p><script>setTimeout(()=>{p.textContent='ready'},5000)</script>";
  recording->entries.push_back(entry);
  lab::Experiment experiment;
  experiment.url = entry.request.url;
  experiment.recording = recording;
  experiment.timeout = timeout_of(arguments);
  LabSession session(arguments, true, 1);
  auto run = session.lab().run(experiment);
  if (!run) return {"experiment", false, run.error().message, run.error().hint};
  const auto& outcome = run->outcome;
  bool ready = outcome.frames.dump().find("ready") != std::string::npos;
  if (outcome.ending != outcome::Ending::Settled || !ready || outcome.picture.empty()) {
    return {"experiment", false,
            std::string("a test page ended as “") + name_of(outcome.ending) + "” " + outcome.ending_detail,
            "Try again with --verbose; if the machine is very busy, with --timeout 120."};
  }
  return {"experiment", true,
          "a page with a timer of 5 s settled in " + std::to_string(static_cast<int>(run->real_ms)) + " ms", ""};
}

Check check_folder() {
  auto probe = std::filesystem::current_path() / (".squall-doctor-" + std::to_string(::getpid()));
  auto status = write_file(probe, "x");
  std::error_code ignored;
  std::filesystem::remove(probe, ignored);
  if (!status)
    return {"folder", false, status.error().message, "Run squall in a folder that you may write to, or give --out."};
  auto space = std::filesystem::space(std::filesystem::current_path(), ignored);
  auto free_mb = space.available / (1024 * 1024);
  if (free_mb < 100) return {"folder", false, "only " + std::to_string(free_mb) + " MB are free", "Free some space."};
  return {"folder", true, "the working folder can be written to, " + std::to_string(free_mb / 1024) + " GB are free",
          ""};
}

Check check_examples() {
  auto folder = examples_folder("");
  if (!folder) return {"examples", false, folder.error().message, folder.error().hint};
  return {"examples", true, folder->string(), ""};
}

int run_doctor(const Arguments& arguments) {
  std::string path;
  std::vector<Check> checks = {check_browser(arguments, path)};
  if (checks[0].good) checks.push_back(check_experiment(arguments));
  checks.push_back(check_folder());
  checks.push_back(check_examples());
  bool good = true;
  Json list = Json::array();
  for (const Check& check : checks) {
    good = good && check.good;
    say(arguments, std::string(check.good ? "  ok   " : "  FAIL ") + check.name + ": " + check.found);
    if (!check.advice.empty()) say(arguments, "       → " + check.advice);
    list.push(
        Json::object({{"name", check.name}, {"ok", check.good}, {"found", check.found}, {"advice", check.advice}}));
  }
  say(arguments, good ? "squall has what it needs." : "squall cannot work yet.");
  print_document(Json::object({{"squall", store::kVersion},
                               {"schema", store::kSchema},
                               {"command", "doctor"},
                               {"ok", good},
                               {"checks", list}}));
  return good ? kNothingFound : kCouldNot;
}

}  // namespace

Command doctor_command() { return {doctor_spec(), run_doctor}; }

}  // namespace squall::cli
