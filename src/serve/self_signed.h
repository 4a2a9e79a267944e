// A certificate that signs itself, made in memory, for TLS on the loopback interface.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace squall::serve {

struct SelfSigned {
  std::string certificate;  // PEM
  std::string key;          // PEM
};

// Valid from yesterday for a month. `names` are host names or IPv4 addresses.
Result<SelfSigned> make_self_signed(const std::vector<std::string>& names = {"localhost", "127.0.0.1"});

}  // namespace squall::serve
