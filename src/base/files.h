// Whole files in, whole files out. A file is written beside its place and moved there, so that a reader, or a run that
// is resumed after a crash, sees the old file or the new one, never half of one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace squall {

Result<std::string> read_file(const std::filesystem::path& path);
Result<Json> read_json_file(const std::filesystem::path& path);
Status write_file(const std::filesystem::path& path, std::string_view content);
Status make_folder(const std::filesystem::path& path);

// The folder that holds the running program.
std::filesystem::path program_folder();

}  // namespace squall
