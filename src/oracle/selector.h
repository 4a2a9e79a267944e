// Selectors for parts of a page that should not be compared: a small piece of CSS that can be evaluated on the DOM of
// an outcome.
//
//   selectors = selector *( "," selector )
//   selector  = compound *( SPACE compound )            the descendant combinator
//   compound  = [ tag | "*" ] *( "#" id | "." class | "[" name [ "=" value ] "]" )    value may be quoted
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::oracle {

struct Selector {
  struct Attribute {
    std::string name;
    std::optional<std::string> value;
  };
  struct Compound {
    std::string tag;  // "" is any
    std::string id;   // "" is any
    std::vector<std::string> classes;
    std::vector<Attribute> attributes;
  };
  std::vector<Compound> parts;  // outermost first

  // `chain` leads from the root to the element itself (NODEs of lab/outcome.h).
  bool matches(const std::vector<const Json*>& chain) const;
};

// Anything beyond the grammar above is an error that names it.
Result<std::vector<Selector>> parse_selectors(std::string_view text);
Result<std::vector<Selector>> parse_selectors(const std::vector<std::string>& texts);

}  // namespace squall::oracle
