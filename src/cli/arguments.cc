#include "cli/arguments.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "cli/similar.h"

namespace squall::cli {
namespace {

const std::string kEmpty;

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string option_lines(const std::vector<OptionSpec>& options) {
  std::string out;
  for (const OptionSpec& option : options) {
    std::string head = "  --" + option.name + (option.value.empty() ? "" : " " + option.value);
    out += padded(head, 24) + " " + option.help;
    if (!option.fallback.empty()) out += " (default: " + option.fallback + ")";
    out += "\n";
  }
  return out;
}

std::string usage_line(const CommandSpec& spec) {
  std::string out = "squall " + spec.name;
  for (const auto& positional : spec.positionals)
    out += positional.required ? " " + positional.name : " [" + positional.name + "]";
  return out + " [options]";
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<std::string> option_names(const CommandSpec& spec) {
  std::vector<std::string> names;
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) names.push_back(option.name);
  }
  return names;
}

// The option that a word such as "--flow" names, so that `--out --json` is a missing value and not a folder.
const OptionSpec* find_option_word(const CommandSpec& spec, const std::string& word) {
  return word.starts_with("--") ? find_option(spec, word.substr(2)) : nullptr;
}

// The option that begins at words[i]; afterwards `i` is at its last word.
Status read_option(const CommandSpec& spec, const std::vector<std::string>& words, size_t& i, Arguments& out,
                   std::set<std::string>& given) {
  const std::string& word = words[i];
  if (!word.starts_with("--"))
    return Error{"there is no option " + shorten(word, 40) + "; options begin with two dashes", ""};
  size_t equals = word.find('=');
  std::string name = word.substr(2, equals == std::string::npos ? std::string::npos : equals - 2);
  const OptionSpec* option = find_option(spec, name);
  if (!option) {
    return Error{"there is no option --" + shorten(name, 40) + did_you_mean(name, option_names(spec), "--"), ""};
  }
  if (option->value.empty()) {
    if (equals != std::string::npos) return Error{"--" + name + " takes no value", ""};
    out.values_[name] = "true";
    return {};
  }
  std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (equals == std::string::npos && i + 1 < words.size() && find_option_word(spec, words[i + 1]) == nullptr)
    value = words[++i];
  if (value.empty()) return Error{"--" + name + " needs " + option->value, ""};
  if (auto status = check_value(*option, value); !status) return Error{"--" + name + " " + status.error().message, ""};
  bool again = !given.insert(name).second;
  out.values_[name] = again && is_list(*option) ? out.values_[name] + ", " + value : value;
  return {};
}

}  // namespace

const std::string& Arguments::positional(size_t index) const {
  return index < positionals.size() ? positionals[index] : kEmpty;
}

bool Arguments::on(const std::string& option) const {
  auto found = values_.find(option);
  return found != values_.end() && found->second != "false";
}

std::string Arguments::text(const std::string& option) const {
  auto found = values_.find(option);
  return found == values_.end() ? "" : found->second;
}

double Arguments::number(const std::string& option) const {
  std::string value = text(option);
  double out = 0;
  std::from_chars(value.data(), value.data() + value.size(), out);
  return out;
}

const std::vector<OptionSpec>& common_options() {
  static const std::vector<OptionSpec> kOptions = {
      {"browser", "PATH", "the Chromium to use", ""},
      {"timeout", "SECONDS", "how long one experiment may take", "30", 0.1, 86400},
      {"json", "", "print the results as JSON on stdout; everything else goes to stderr"},
      {"quiet", "", "say nothing but errors and the result"},
      {"verbose", "", "say what squall does and why"},
      {"help", "", "show this text"},
  };
  return kOptions;
}

const OptionSpec* find_option(const CommandSpec& spec, const std::string& name) {
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

bool is_whole(const OptionSpec& option) { return option.value == "N" || option.value == "PORT"; }
bool is_list(const OptionSpec& option) { return option.value == "SELECTORS"; }
bool is_numeric(const OptionSpec& option) { return is_whole(option) || option.value == "SECONDS"; }

Status check_value(const OptionSpec& option, const std::string& value) {
  if (option.value == "WxH" && !size_of(value)) {
    return Error{"takes a size such as 1280x800, not “" + shorten(value, 40) + "”", ""};
  }
  if (!is_numeric(option)) return {};
  auto number = number_of(value);
  bool good = number && *number >= option.least && *number <= option.most;
  if (good && (!is_whole(option) || *number == std::floor(*number))) return {};
  std::string range = "from " + number_json(option.least).dump() + " to " + number_json(option.most).dump();
  return Error{std::string("takes a ") + (is_whole(option) ? "whole number " : "number ") + range + ", not “" +
                   shorten(value, 40) + "”",
               ""};
}

Json number_json(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? Json(static_cast<int64_t>(value)) : Json(value);
}

std::optional<std::pair<int, int>> size_of(const std::string& text) {
  int width = 0, height = 0, used = 0;
  bool read =
      std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) == 2 && used == static_cast<int>(text.size());
  if (!read || width < 1 || height < 1 || width > 10000 || height > 10000) return std::nullopt;
  return std::pair(width, height);
}

Arguments fallbacks_of(const CommandSpec& spec) {
  Arguments out;
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) {
      if (!option.fallback.empty()) out.values_[option.name] = option.fallback;
    }
  }
  return out;
}

Result<Usage> read_arguments(const CommandSpec& spec, const std::vector<std::string>& words, Arguments defaults) {
  Usage usage;
  usage.arguments = std::move(defaults);
  Arguments& out = usage.arguments;
  const std::string hint = "Run `squall " + spec.name + " --help` for what it takes.";
  bool options = true;
  std::set<std::string> given;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!options || word.size() < 2 || word[0] != '-') {
      out.positionals.push_back(word);
    } else if (word == "--") {
      options = false;
    } else if (word == "-h" || word == "--help") {
      usage.help = true;
      return usage;
    } else if (auto status = read_option(spec, words, i, out, given); !status) {
      return Error{status.error().message, hint};
    }
  }
  if (out.positionals.size() > spec.positionals.size()) {
    return Error{"“" + shorten(out.positionals[spec.positionals.size()], 80) + "” is one word too many", hint};
  }
  for (size_t i = 0; i < spec.positionals.size(); ++i) {
    bool there = i < out.positionals.size() && !out.positionals[i].empty();
    if (spec.positionals[i].required && !there) {
      return Error{"squall " + spec.name + " needs " + spec.positionals[i].name, hint};
    }
  }
  return usage;
}

std::string help_text(const CommandSpec& spec) {
  std::string out = usage_line(spec) + "\n\n" + spec.description + "\n";
  if (!spec.positionals.empty()) out += "\n";
  for (const auto& positional : spec.positionals)
    out += padded("  " + positional.name, 24) + " " + positional.help + "\n";
  if (!spec.options.empty()) out += "\nOptions:\n" + option_lines(spec.options);
  out += "\nCommon options:\n" + option_lines(common_options());
  if (!spec.examples.empty()) out += "\nExamples:\n";
  for (const auto& [line, meaning] : spec.examples) out += "  " + line + "\n      " + meaning + "\n";
  return out;
}

}  // namespace squall::cli
