// The files of an example folder: which may be served, as what, and where a JSON file is wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace squall::serve {

// The regular file or folder at `relative` below `root`, after all symbolic links; nothing when there is none or when
// it lies outside of `root`.
std::optional<std::filesystem::path> path_inside(const std::filesystem::path& root, const std::string& relative);

// By the file's extension; "application/octet-stream" when it is not known.
std::string content_type(const std::filesystem::path& path);

// As `read_json_file`, but the error says in which line the mistake is, and leaves out the path.
Result<Json> read_json_with_place(const std::filesystem::path& path);

// Where the first mistake stands, as an offset; the size of the text when there is none, or it ends too early.
size_t json_mistake(std::string_view text);

}  // namespace squall::serve
