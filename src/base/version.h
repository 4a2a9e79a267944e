// Which squall this is.
#pragma once

namespace squall {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace squall
