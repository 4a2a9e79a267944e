// Code: the scripts of a recording, so that a position in them can be shown as people wrote it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "finding/source_map.h"
#include "network/recording.h"
#include "trace/trace.h"

namespace squall::finding {

class Code {
 public:
  // `recording` outlives it. Maps are read when they are first needed.
  explicit Code(const network::Recording& recording) : recording_(recording) {}

  // Where the application does it: `place_in_application`, or the call itself when all that led to it is in libraries.
  Place place_of(const trace::Call& call, const std::string& role);
  // Where the application makes the call to which this stack leads: the innermost of its lines that is not in a
  // library, with its callers. Without a line when there is none.
  Place place_in_application(std::string_view stack, const std::string& role);
  // Fills in what is known beside url, line and column: the original position, and a few lines around it.
  void explain(Place& place);

 private:
  Place place_at(const trace::Position& where, const std::string& role);
  // From a stack of lines "function URL:line:column", the first of which is the place itself.
  void add_callers(Place& place, std::string_view stack);
  struct Script {
    const network::Entry* entry = nullptr;
    std::unique_ptr<SourceMap> map;  // null when there is none, or it is broken
  };
  Script& script_at(const std::string& url);
  std::unique_ptr<SourceMap> map_of(const network::Entry& script) const;
  const network::Entry* find(const std::string& url, bool is_map) const;

  const network::Recording& recording_;
  std::map<std::string, Script> scripts_;
};

}  // namespace squall::finding
