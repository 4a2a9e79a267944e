// Source maps (revision 3): from a position in what the browser runs to the one in what people wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace squall::finding {

struct SourcePosition {
  std::string source;  // as the map calls it, with its sourceRoot: "src/list.jsx"
  int line = 0;        // from 1
  int column = 0;      // from 1
  std::string name;    // of the function or variable, when the map knows it
};

class SourceMap {
 public:
  // Also takes maps of sections, and what servers put in front against script inclusion ( )]}' ).
  static Result<SourceMap> parse(std::string_view text);

  // Of the last mapping at or before the position, on the same line; positions count from 1.
  std::optional<SourcePosition> find(int line, int column) const;
  // The text of a source; null when the map does not carry it.
  const std::string* content(std::string_view source) const;

 private:
  struct Mapping {
    int line = 0, column = 0;  // generated, from 0
    int source = -1;
    int source_line = 0, source_column = 0;
    int name = -1;
  };
  struct Source {
    std::string name;
    std::optional<std::string> content;
  };
  friend class SourceMapReader;

  std::vector<Mapping> mappings_;  // by line and column
  std::vector<Source> sources_;
  std::vector<std::string> names_;
};

}  // namespace squall::finding
