// The words for differences between outcomes. Nothing is decided by them: what a program needs to know about a
// difference is in its members.
#pragma once

#include <string>

#include "oracle/difference.h"

namespace squall::oracle {

// What the two runs are called in a sentence.
struct RunNames {
  std::string first = "in the first run";
  std::string second = "in the second run";
  std::string first_too = "in the first";  // after the second was named
};

// "the text of #result is “Acme, Zoom” instead of “Acme”", "#list > li (“Acme”) is there only in the second run"
std::string sentence_of(const Difference& difference, const RunNames& names = {});

// Whether the sentence holds both values in full.
bool tells_values(const Difference& difference);

// The text, which begins with the sentence of this difference, with a capital letter; but a name of the page's own,
// such as localStorage or li, stays as it is.
std::string capitalised(const Difference& first, const std::string& text);

// "2 times"
std::string times(size_t n);

}  // namespace squall::oracle
