// The words of a command line, checked against what a command takes.
//
// Options may also stand in `squall.json` in the working folder (see config.h). What is given on the command line wins.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::cli {

struct OptionSpec {
  std::string name;   // "flow"
  std::string value;  // "FILE"; "" for a switch
  std::string help;
  std::string fallback = "";
  // Of a number: N and PORT are whole, SECONDS may have a fraction.
  double least = 0;
  double most = 4294967295;
};
bool is_numeric(const OptionSpec& option);
bool is_whole(const OptionSpec& option);
// Given several times, it holds all that was given.
bool is_list(const OptionSpec& option);

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
  // Numbers are checked when the words are read.
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

// Among those of the command and the common ones; null when there is none.
const OptionSpec* find_option(const CommandSpec& spec, const std::string& name);
// Whether an option may have this value; the Error reads "takes a whole number from 1 to 64, not “many”".
Status check_value(const OptionSpec& option, const std::string& value);
// A number as people write it: 1000000, not 1e+06.
Json number_json(double value);
// Width and height of a text such as "1280x800".
std::optional<std::pair<int, int>> size_of(const std::string& text);

// Reads words over what `defaults` already hold (the fallbacks, and what squall.json says). A word "--" ends the
// options. An Error names the word that is wrong and what would be right.
Result<Usage> read_arguments(const CommandSpec& spec, const std::vector<std::string>& words, Arguments defaults);
Arguments fallbacks_of(const CommandSpec& spec);

std::string help_text(const CommandSpec& spec);

}  // namespace squall::cli
