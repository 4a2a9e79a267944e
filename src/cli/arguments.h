// The words of a command line, checked against what a command takes.
//
// Options may also stand in `squall.json` in the working folder: { "viewport": "1280x800", "workers": 2 }. What is given
// on the command line wins.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace squall::cli {

struct OptionSpec {
  std::string name;   // "flow"
  std::string value;  // "FILE"; "" for a switch
  std::string help;
  std::string fallback = "";
};

struct PositionalSpec {
  std::string name;  // "URL"
  std::string help;
  bool required = true;
};

struct CommandSpec {
  std::string name;
  std::string summary;      // one line, for the list of commands
  std::string description;  // a paragraph or two, for --help
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;
  std::vector<std::pair<std::string, std::string>> examples;  // command line, what it does
};

class Arguments {
 public:
  const std::string& positional(size_t index) const;
  bool has(const std::string& option) const { return values_.count(option) > 0; }
  bool on(const std::string& option) const;
  std::string text(const std::string& option) const;
  // Numbers are checked when the words are read, against the fallback's form.
  double number(const std::string& option) const;

  std::vector<std::string> positionals;
  std::map<std::string, std::string> values_;
};

struct Usage {
  bool help = false;  // --help was asked for: print it, and be done
  Arguments arguments;
};

// Options that every command takes.
const std::vector<OptionSpec>& common_options();

// An Error names the word that is wrong and what would be right.
Result<Usage> read_arguments(const CommandSpec& spec, const std::vector<std::string>& words,
                             const std::string& config_file = "squall.json");

std::string help_text(const CommandSpec& spec);

}  // namespace squall::cli
