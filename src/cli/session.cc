#include "cli/session.h"

#include <cstdio>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/output.h"

namespace squall::cli {
namespace {

constexpr const char* kSpaceHint = "Is there space left? Choose another folder with --out.";

}  // namespace

std::vector<OptionSpec> lab_options() {
  return {
      {"viewport", "WxH", "size of the page on the screen", "1280x800"},
      {"out", "DIR", "where the run is kept (default: a new folder in squall-runs)"},
      {"workers", "N", "how many browsers work at the same time", "2", 1, 64},
      {"seed", "N", "what Math.random begins with", "42"},
      {"timer-limit", "SECONDS", "longer timers of the page are cut", "60", 0, 86400},
      {"chain-limit", "N", "longer chains of timers are cut", "20", 0, 1000000},
  };
}

lab::Conditions conditions_of(const Arguments& arguments) {
  lab::Conditions conditions;
  if (auto size = size_of(arguments.text("viewport"))) {
    conditions.width = size->first;
    conditions.height = size->second;
  }
  conditions.seed = static_cast<uint32_t>(arguments.number("seed"));
  conditions.longest_timer_ms = arguments.number("timer-limit") * 1000;
  conditions.timer_chain = static_cast<int>(arguments.number("chain-limit"));
  return conditions;
}

lab::Conditions conditions_over(const lab::Conditions& recorded, const Arguments& arguments) {
  lab::Conditions wanted = conditions_of(arguments), usual, out = recorded;
  if (wanted.width != usual.width || wanted.height != usual.height) {
    out.width = wanted.width;
    out.height = wanted.height;
  }
  if (wanted.seed != usual.seed) out.seed = wanted.seed;
  if (wanted.longest_timer_ms != usual.longest_timer_ms) out.longest_timer_ms = wanted.longest_timer_ms;
  if (wanted.timer_chain != usual.timer_chain) out.timer_chain = wanted.timer_chain;
  return out;
}

Millis timeout_of(const Arguments& arguments) {
  return Millis(static_cast<int64_t>(arguments.number("timeout") * 1000));
}

Result<lab::RecordOptions> record_options(const Arguments& arguments) {
  auto url = page_url(arguments.positional(0));
  if (!url) return url.error();
  lab::RecordOptions options;
  options.url = *url;
  options.conditions = lab::at_present(conditions_of(arguments));
  options.timeout = timeout_of(arguments);
  return options;
}

Result<flow::Flow> flow_of(const Arguments& arguments, const std::string& option) {
  if (!arguments.has(option)) return flow::Flow{};
  auto flow = flow::read_flow(arguments.text(option));
  if (!flow) return with_hint(flow.error(), "Export it from the Recorder panel of Chrome DevTools as JSON.");
  return flow;
}

LabSession::LabSession(const Arguments& arguments, bool offline, int workers)
    : lab_({workers, arguments.text("browser"), offline}), registration_(on_interrupt([this] { lab_.interrupt(); })) {}

Status check_browser(const Arguments& arguments) {
  auto found = browser::find_browser(arguments.text("browser"));
  if (!found) return found.error();
  return {};
}

Result<store::RunFolder> make_run_folder(const Arguments& arguments, const std::string& command,
                                         const std::string& url) {
  Json options = Json::object();
  for (const auto& [name, value] : arguments.values_) options.set(name, value);
  store::RunSpec spec{command, url, options};
  if (arguments.has("out")) return store::RunFolder::create_at(arguments.text("out"), spec);
  return store::RunFolder::create("squall-runs", spec);
}

Status publish(const Arguments&, const store::RunFolder& folder, const report::Report& report) {
  Json results = report::to_results(report);
  if (auto status = folder.write_results(results); !status) return with_hint(status.error(), kSpaceHint);
  if (auto status = write_file(folder.report_file(), report::to_html(report)); !status) {
    return with_hint(status.error(), kSpaceHint);
  }
  print_document(results);
  return {};
}

Result<std::string> page_url(const std::string& word) {
  std::string shown = one_line(word, 120);
  for (char c : word) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F) {
      return Error{"“" + shown + "” is not a URL", "A URL begins with http:// or https://, and has no spaces."};
    }
  }
  size_t scheme = word.find("://");
  std::string name = to_lower(word.substr(0, scheme == std::string::npos ? 0 : scheme));
  if (name == "http" || name == "https") return word;
  std::error_code ignored;
  if (!name.empty() || std::filesystem::exists(word, ignored)) {
    return Error{"squall needs a page of a server, not “" + shown + "”",
                 "Give an http:// or https:// URL. For files, run a server, for example: python3 -m http.server"};
  }
  return "http://" + word;
}

bool is_run(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(word) / "run.json", ignored);
}

Status check_out(const Arguments& arguments, const store::RunFolder& source) {
  std::error_code ignored;
  if (!arguments.has("out") || !std::filesystem::equivalent(arguments.text("out"), source.path(), ignored)) return {};
  return Error{"--out names the recording itself", "Choose another folder: its content is replaced."};
}

int give_up(const Error& error) {
  if (interrupted()) {
    Error brief{error.message.starts_with("interrupted") ? error.message : "interrupted", ""};
    log_error(brief);
    print_error_document(brief);
    return kInterrupted;
  }
  log_error(error);
  print_error_document(error);
  return kCouldNot;
}

int give_up(const Error& error, store::RunFolder& folder) {
  int code = give_up(error);
  auto state = interrupted() ? store::RunState::Interrupted : store::RunState::Failed;
  if (auto status = folder.set_state(state); !status) log_error(status.error());
  return code;
}

void say(const Arguments&, const std::string& line) { say_line(line); }

}  // namespace squall::cli
