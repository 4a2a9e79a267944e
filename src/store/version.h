// Which squall wrote a run folder, and which run folders it reads.
#pragma once

#include "base/version.h"

namespace squall::store {

using squall::kVersion;
// Of run.json and results.json. It grows when a reader of the old form would misunderstand the new one.
inline constexpr int kSchema = 1;

}  // namespace squall::store
