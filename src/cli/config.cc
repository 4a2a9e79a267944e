#include "cli/config.h"

#include <map>

#include "base/files.h"
#include "base/text.h"
#include "cli/similar.h"

namespace squall::cli {
namespace {

constexpr const char* kHint = "squall.json in the working folder sets options: mend it, or move it away.";

bool may_be_set(const OptionSpec& option) { return option.name != "help"; }

// Every option of every command, by name. Options of one name mean the same everywhere.
std::map<std::string, OptionSpec> options_of(const std::vector<CommandSpec>& all) {
  std::map<std::string, OptionSpec> options;
  auto add = [&](const std::vector<OptionSpec>& list) {
    for (const OptionSpec& option : list) {
      if (may_be_set(option)) options.emplace(option.name, option);
    }
  };
  add(common_options());
  for (const CommandSpec& spec : all) add(spec.options);
  return options;
}

// The value as it would stand on the command line.
Result<std::string> text_of(const OptionSpec& option, const Json& value) {
  if (option.value.empty()) {
    if (value.is_bool()) return std::string(value.as_bool() ? "true" : "false");
    return Error{"must be true or false", ""};
  }
  if (is_numeric(option)) {
    if (value.is_number()) return value.dump();
    return Error{"must be a number", ""};
  }
  if (value.is_string()) return value.as_string();
  return Error{"must be a string", ""};
}

Json schema_of(const OptionSpec& option) {
  Json out = Json::object({{"description", option.help}});
  if (option.value.empty()) return out.set("type", "boolean");
  if (!is_numeric(option)) {
    out.set("type", "string");
    if (option.value == "WxH") out.set("pattern", "^[1-9][0-9]*x[1-9][0-9]*$");
    if (!option.fallback.empty()) out.set("default", option.fallback);
    return out;
  }
  out.set("type", is_whole(option) ? "integer" : "number")
      .set("minimum", number_json(option.least))
      .set("maximum", number_json(option.most));
  if (!option.fallback.empty()) {
    if (auto number = parse_json(option.fallback)) out.set("default", *number);
  }
  return out;
}

}  // namespace

Status read_config(const std::filesystem::path& file, const CommandSpec& spec, const std::vector<CommandSpec>& all,
                   Arguments& out) {
  std::error_code ignored;
  if (file.empty() || !std::filesystem::exists(file, ignored)) return {};
  auto json = read_json_file(file);
  if (!json) return Error{json.error().message, kHint};
  if (!json->is_object())
    return Error{file.string() + ": must be an object of options, such as {\"workers\": 2}", kHint};
  auto known = options_of(all);
  std::vector<std::string> names;
  for (const auto& [name, option] : known) names.push_back(name);
  for (const auto& [name, value] : json->members()) {
    if (name == "$schema") continue;
    std::string place = file.string() + ": “" + shorten(name, 40) + "” ";
    auto option = known.find(name);
    if (option == known.end()) return Error{place + "is not an option" + did_you_mean(name, names), kHint};
    auto text = text_of(option->second, value);
    if (!text) return Error{place + text.error().message + ", not " + shorten(value.dump(), 40), kHint};
    if (auto status = check_value(option->second, *text); !status) return Error{place + status.error().message, kHint};
    if (find_option(spec, name)) out.values_[name] = *text;
  }
  return {};
}

Json config_schema(const std::vector<CommandSpec>& all) {
  Json properties = Json::object({{"$schema", Json::object({{"type", "string"}})}});
  for (const auto& [name, option] : options_of(all)) properties.set(name, schema_of(option));
  return Json::object({{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "squall.json"},
                       {"description", "Options of squall that a project sets once. The command line wins over them."},
                       {"type", "object"},
                       {"properties", properties},
                       {"additionalProperties", false}});
}

}  // namespace squall::cli
