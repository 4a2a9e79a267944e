// What the commands that use a lab have in common: options to values, a lab that stops when the user interrupts, run
// folders, results.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/output.h"
#include "lab/browser_lab.h"
#include "lab/kept_lab.h"
#include "lab/recorder.h"
#include "lab/recording_file.h"
#include "report/report.h"
#include "store/run_folder.h"

namespace squall::cli {

// Options of every command that runs experiments.
std::vector<OptionSpec> lab_options();

lab::Conditions conditions_of(const Arguments& arguments);
// Those of a recording, but for what the user gave other values than the usual ones.
lab::Conditions conditions_over(const lab::Conditions& recorded, const Arguments& arguments);
Millis timeout_of(const Arguments& arguments);

// How to record the page that the first argument names: the time on its clock is now.
Result<lab::RecordOptions> record_options(const Arguments& arguments);
// The flow in the file that an option names; one without steps when it is not given.
Result<flow::Flow> flow_of(const Arguments& arguments, const std::string& option);

// A lab whose running experiments end soon when the user interrupts squall.
class LabSession {
 public:
  LabSession(const Arguments& arguments, bool offline, int workers);
  lab::BrowserLab& lab() { return lab_; }

 private:
  lab::BrowserLab lab_;
  InterruptRegistration registration_;
};

// Whether there is a browser to be started: better known before a folder is made, or an earlier run is replaced.
Status check_browser(const Arguments& arguments);

// The folder that --out names, or a new one in squall-runs.
Result<store::RunFolder> make_run_folder(const Arguments& arguments, const std::string& command,
                                         const std::string& url);

// Writes results.json and index.html, and the results to stdout with --json.
Status publish(const Arguments& arguments, const store::RunFolder& folder, const report::Report& report);

// What the user calls a page, as a URL; or why it is none.
Result<std::string> page_url(const std::string& word);
// Whether a word names a run folder, and not a page.
bool is_run(const std::string& word);
// Replacing the run that is being used would destroy its recording.
Status check_out(const Arguments& arguments, const store::RunFolder& source);

// Says what went wrong (to stderr, and with --json as a document) and gives the exit code.
int give_up(const Error& error);
// The same, and the run folder says so too.
int give_up(const Error& error, store::RunFolder& folder);

// The folder of examples that `serve` and `demo` use: the given one, or squall's own for "" and "examples".
Result<std::filesystem::path> examples_folder(const std::string& given);

// A line of the result, on stdout unless --json wants stdout for itself.
void say(const Arguments& arguments, const std::string& line);

}  // namespace squall::cli
