// Marks: what may single an element out among all of a document, as selectors.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace squall::oracle {

// What authors give an element for that purpose: "#total", "[data-testid="total"]". They are the same in every run.
std::vector<std::string> lasting_marks(const Json& element);

// What else a person may know it by: ".total", "input[name="city"]". Classes that tell of a state, of looks alone or
// that a tool has made up are left out.
std::vector<std::string> telling_marks(const Json& element);

}  // namespace squall::oracle
