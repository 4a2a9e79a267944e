#include <cstdio>

#include "base/interrupt.h"
#include "base/log.h"
#include "cli/command.h"
#include "store/version.h"

namespace squall::cli {
namespace {

std::string overview() {
  std::string out =
      "squall finds, explains and reproduces errors that come from the order of events in web applications.\n\n"
      "Usage: squall COMMAND [arguments] [options]\n\nCommands:\n";
  for (const Command& command : commands()) {
    std::string name = "  " + command.spec.name;
    name.append(name.size() < 12 ? 12 - name.size() : 1, ' ');
    out += name + command.spec.summary + "\n";
  }
  out +=
      "\nRun `squall COMMAND --help` for what a command takes, `squall demo` to see it at work.\n"
      "Exit code: 0 nothing found, 1 something found, 2 it could not be done, 130 interrupted.\n";
  return out;
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = {record_command(), replay_command(), serve_command(), doctor_command(),
                                                 demo_command()};
  return kCommands;
}

int run_squall(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    for (const Command& command : commands()) {
      if (words.size() > 1 && command.spec.name == words[1]) {
        print(help_text(command.spec));
        return kNothingFound;
      }
    }
    print(overview());
    return words.empty() ? kCouldNot : kNothingFound;
  }
  if (words[0] == "--version" || words[0] == "version") {
    print(std::string("squall ") + store::kVersion + "\n");
    return kNothingFound;
  }
  for (const Command& command : commands()) {
    if (command.spec.name != words[0]) continue;
    auto usage = read_arguments(command.spec, {words.begin() + 1, words.end()});
    if (!usage) {
      log_error(usage.error());
      return kCouldNot;
    }
    if (usage->help) {
      print(help_text(command.spec));
      return kNothingFound;
    }
    if (usage->arguments.on("quiet")) set_log_level(LogLevel::Quiet);
    if (usage->arguments.on("verbose")) set_log_level(LogLevel::Verbose);
    int code = command.run(usage->arguments);
    return interrupted() ? kInterrupted : code;
  }
  log_error({"there is no command “" + words[0] + "”", "Run `squall --help` for the list."});
  return kCouldNot;
}

}  // namespace squall::cli
