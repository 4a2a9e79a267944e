// Where the files of the tests are.
#pragma once

#include <filesystem>

#include "base/files.h"

namespace squall::testing {

// tests/. The compiler may have been told to name files relative to the build folder.
inline std::filesystem::path source_folder() { return (program_folder() / __FILE__).parent_path(); }

}  // namespace squall::testing
