// What the server sets anew with each answer: cookies, and tokens that a page puts into its storage. Which of two such
// values is there in the end is the server's doing, and harms nobody.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/difference.h"

namespace squall::oracle {

struct Served {
  std::set<std::string> cookies;               // "sid=1"
  std::set<std::string, std::less<>> tokens;   // words of answers that look random
  std::set<std::string, std::less<>> renewed;  // of these, such as differ between two answers to one request
};

// Whether both sides of this difference are values that the server gave. An item of a storage may hold more than a
// token, and all the rest is the same then. A random word that two answers have in common may tell one thing from
// another; it is a token only where the item's name says so.
bool is_served(const Difference& difference, const Served& served);

// The longest pieces of letters, digits and what stands within tokens.
std::vector<std::string_view> token_words(std::string_view text);

}  // namespace squall::oracle
