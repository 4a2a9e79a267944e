// Which squall this is, and which run folders it reads.
#pragma once

namespace squall::store {

inline constexpr char kVersion[] = "0.1.0";
// Of run.json and results.json. It grows when a reader of the old form would misunderstand the new one.
inline constexpr int kSchema = 1;

}  // namespace squall::store
