// squall.json: options that a project sets once, in the folder in which squall runs.
//
//   { "$schema": "…/squall.schema.json", "viewport": "1024x768", "workers": 2, "json": true }
//
// A member is an option of any command without its dashes; commands pass over those that they do not take. A switch is
// true or false, a number a number, everything else a string. docs/squall.schema.json is `config_schema`.
#pragma once

#include <filesystem>

#include "cli/arguments.h"

namespace squall::cli {

// Puts what the file says about the options of `spec` into `out`. A file that is not there says nothing. `all` are the
// commands there are: a member that none of them takes is a mistake.
Status read_config(const std::filesystem::path& file, const CommandSpec& spec, const std::vector<CommandSpec>& all,
                   Arguments& out);

// The JSON Schema of squall.json.
Json config_schema(const std::vector<CommandSpec>& all);

}  // namespace squall::cli
