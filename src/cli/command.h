// A command is one file with one CommandSpec and one function, NAME_command; the list of commands is the table in
// commands.cc.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace squall::cli {

// Exit codes.
inline constexpr int kNothingFound = 0;
inline constexpr int kFound = 1;
inline constexpr int kCouldNot = 2;
inline constexpr int kInterrupted = 130;

struct Command {
  CommandSpec spec;
  int (*run)(const Arguments& arguments);
};

const std::vector<Command>& commands();
// Null when no command has that name.
const Command* find_command(const std::string& name);

// The whole program, but for the process's own beginning and end.
int run_squall(const std::vector<std::string>& words);

}  // namespace squall::cli
