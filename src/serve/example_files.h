// The files of an example folder: which may be served, and as what.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/result.h"

namespace squall::serve {

// The regular file or folder at `relative` below `root`, after all symbolic links; nothing when there is none or when
// it lies outside of `root`.
std::optional<std::filesystem::path> path_inside(const std::filesystem::path& root, const std::string& relative);

// By the file's extension; "application/octet-stream" when it is not known.
std::string content_type(const std::filesystem::path& path);

// As `read_json_file`, but the error leaves out the path.
Result<Json> read_example_json(const std::filesystem::path& path);

}  // namespace squall::serve
