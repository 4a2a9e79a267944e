#include <csignal>

#include "base/interrupt.h"
#include "base/log.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/output.h"
#include "cli/similar.h"
#include "store/version.h"

namespace squall::cli {

// The table of commands: src/cli/NAME.cc holds NAME_command.
#define SQUALL_COMMANDS(ROW) \
  ROW(record)                \
  ROW(replay)                \
  ROW(ajax)                  \
  ROW(init)                  \
  ROW(serve)                 \
  ROW(doctor)                \
  ROW(demo)

#define SQUALL_DECLARE(name) Command name##_command();
SQUALL_COMMANDS(SQUALL_DECLARE)
#undef SQUALL_DECLARE

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
      "\nRun `squall COMMAND --help` for what a command takes, `squall demo` to see it at work. `squall --schema` "
      "prints\n"
      "the JSON Schema of squall.json, a file in the working folder that sets options.\n"
      "Exit code: 0 nothing found, 1 something found, 2 it could not be done, 130 interrupted.\n";
  return out;
}

int fail(const Error& error) {
  log_error(error);
  print_error_document(error);
  return kCouldNot;
}

int unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.push_back(command.spec.name);
  return fail({"there is no command “" + one_line(word, 40) + "”" + did_you_mean(word, names),
               "Run `squall --help` for the list."});
}

int help(const std::vector<std::string>& words) {
  const std::string topic = words.size() > 1 && words[0] == "help" ? words[1] : "";
  const Command* command = topic.empty() ? nullptr : find_command(topic);
  if (!topic.empty() && !command) return unknown_command(topic);
  print_text(command ? help_text(command->spec) : overview());
  return words.empty() ? kCouldNot : kNothingFound;
}

Result<Usage> usage_of(const Command& command, const std::vector<std::string>& words) {
  Arguments defaults = fallbacks_of(command.spec);
  // Whoever asks for help gets it, whatever squall.json holds.
  auto usage = read_arguments(command.spec, words, defaults);
  if (!usage || usage->help) return usage;
  std::vector<CommandSpec> all;
  for (const Command& one : commands()) all.push_back(one.spec);
  if (auto status = read_config("squall.json", command.spec, all, defaults); !status) return status.error();
  return read_arguments(command.spec, words, defaults);
}

bool asks_for_json(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--json") return true;
  }
  return false;
}

int run_command(const Command& command, const std::vector<std::string>& words) {
  begin_output(command.spec.name, asks_for_json(words));
  auto usage = usage_of(command, words);
  if (!usage) return fail(usage.error());
  if (usage->help) {
    print_text(help_text(command.spec));
    return kNothingFound;
  }
  begin_output(command.spec.name, usage->arguments.on("json"));
  if (usage->arguments.on("quiet")) set_log_level(LogLevel::Quiet);
  if (usage->arguments.on("verbose")) set_log_level(LogLevel::Verbose);
  int code = command.run(usage->arguments);
  return interrupted() ? kInterrupted : code;
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") return help(words);
  if (words[0] == "--version" || words[0] == "version") {
    print_text(std::string("squall ") + store::kVersion + "\n");
    return kNothingFound;
  }
  if (words[0] == "--schema") {
    std::vector<CommandSpec> all;
    for (const Command& command : commands()) all.push_back(command.spec);
    print_text(config_schema(all).dump_pretty());
    return kNothingFound;
  }
  begin_output("", asks_for_json(words));
  const Command* command = find_command(words[0]);
  return command ? run_command(*command, {words.begin() + 1, words.end()}) : unknown_command(words[0]);
}

}  // namespace

const std::vector<Command>& commands() {
#define SQUALL_CALL(name) name##_command(),
  static const std::vector<Command> kCommands = {SQUALL_COMMANDS(SQUALL_CALL)};
#undef SQUALL_CALL
  return kCommands;
}

const Command* find_command(const std::string& name) {
  for (const Command& command : commands()) {
    if (command.spec.name == name) return &command;
  }
  return nullptr;
}

int run_squall(const std::vector<std::string>& words) {
  // A reader of our output that goes away, and a limit on the size of files, are errors of a write, not our end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  int code = dispatch(words);
  if (auto status = end_output(); !status) {
    log_error(status.error());
    return code == kInterrupted ? code : kCouldNot;
  }
  return code;
}

}  // namespace squall::cli
