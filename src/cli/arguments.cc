#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"

namespace squall::cli {
namespace {

const std::string kEmpty;

bool is_number(const std::string& text) {
  double value = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size() && value >= 0;
}

const OptionSpec* find_option(const CommandSpec& spec, const std::string& name) {
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string similar_option(const CommandSpec& spec, const std::string& name) {
  std::string best;
  size_t distance = 3;
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) {
      size_t d = edit_distance(option.name, name);
      if (d < distance) best = option.name, distance = d;
    }
  }
  return best;
}

Status check_value(const OptionSpec& option, const std::string& value) {
  bool numeric = option.value == "N" || option.value == "SECONDS" || option.value == "PORT";
  if (numeric && !is_number(value)) return Error{"--" + option.name + " takes a number, not “" + value + "”", ""};
  return {};
}

Status read_config(const CommandSpec& spec, const std::string& file, Arguments& out) {
  if (file.empty() || !std::filesystem::exists(file)) return {};
  auto json = read_json_file(file);
  if (!json) return Error{json.error().message, "squall.json in the working folder sets options; mend it or move it away."};
  if (!json->is_object()) return Error{file + ": must be an object of options", ""};
  for (const auto& [name, value] : json->members()) {
    if (name == "$schema") continue;
    const OptionSpec* option = find_option(spec, name);
    if (!option) continue;  // an option of another command
    std::string text = value.is_string() ? value.as_string() : value.dump();
    if (auto status = check_value(*option, text); !status) return Error{file + ": " + status.error().message, ""};
    if (!(option->value.empty() && text == "false")) out.values_[name] = text;
  }
  return {};
}

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
  for (const auto& positional : spec.positionals) out += positional.required ? " " + positional.name : " [" + positional.name + "]";
  return out + " [options]";
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
      {"timeout", "SECONDS", "how long one experiment may take", "30"},
      {"json", "", "print the results as JSON on stdout; everything else goes to stderr"},
      {"quiet", "", "say nothing but errors and the result"},
      {"verbose", "", "say what squall does and why"},
      {"help", "", "show this text"},
  };
  return kOptions;
}

Result<Usage> read_arguments(const CommandSpec& spec, const std::vector<std::string>& words,
                             const std::string& config_file) {
  Usage usage;
  Arguments& out = usage.arguments;
  for (const auto* list : {&spec.options, &common_options()}) {
    for (const OptionSpec& option : *list) {
      if (!option.fallback.empty()) out.values_[option.name] = option.fallback;
    }
  }
  if (auto status = read_config(spec, config_file, out); !status) return status.error();
  const std::string hint = "Run `squall " + spec.name + " --help` for what it takes.";
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-h" || word == "--help") {
      usage.help = true;
      return usage;
    }
    if (!word.starts_with("--")) {
      out.positionals.push_back(word);
      continue;
    }
    size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? std::string::npos : equals - 2);
    const OptionSpec* option = find_option(spec, name);
    if (!option) {
      std::string similar = similar_option(spec, name);
      return Error{"there is no option --" + name + (similar.empty() ? "" : "; did you mean --" + similar + "?"), hint};
    }
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (option->value.empty()) {
      value = "true";
    } else if (equals == std::string::npos) {
      if (i + 1 >= words.size()) return Error{"--" + name + " needs " + option->value, hint};
      value = words[++i];
    }
    if (auto status = check_value(*option, value); !status) return Error{status.error().message, hint};
    out.values_[name] = value;
  }
  if (out.positionals.size() > spec.positionals.size()) {
    return Error{"“" + out.positionals[spec.positionals.size()] + "” is one word too many", hint};
  }
  for (size_t i = out.positionals.size(); i < spec.positionals.size(); ++i) {
    if (spec.positionals[i].required) return Error{"squall " + spec.name + " needs " + spec.positionals[i].name, hint};
  }
  return usage;
}

std::string help_text(const CommandSpec& spec) {
  std::string out = usage_line(spec) + "\n\n" + spec.description + "\n";
  if (!spec.positionals.empty()) out += "\n";
  for (const auto& positional : spec.positionals) out += padded("  " + positional.name, 24) + " " + positional.help + "\n";
  if (!spec.options.empty()) out += "\nOptions:\n" + option_lines(spec.options);
  out += "\nCommon options:\n" + option_lines(common_options());
  if (!spec.examples.empty()) out += "\nExamples:\n";
  for (const auto& [line, meaning] : spec.examples) out += "  " + line + "\n      " + meaning + "\n";
  return out;
}

}  // namespace squall::cli
