// Phrases that sentences about differences share.
#pragma once

#include <string>

namespace squall::oracle {

// "“Acme”", cut when it is long; "empty".
std::string quoted(const std::string& text);
// "“b” instead of “a”". Long values are cut around the first place at which they differ.
std::string quoted_instead(const std::string& after, const std::string& before);
// "/b instead of /a"; in full when that says nothing.
std::string urls_instead(const std::string& after, const std::string& before);
// " only in the second run"
std::string only_in(bool second);

}  // namespace squall::oracle
