#include "lab/parser_rest.h"

#include <algorithm>

namespace squall::lab {
namespace {

bool awaits(const Parsing& parsing, const HeldRequest& request) {
  return std::ranges::any_of(request.urls, [&](const std::string& url) {
    return std::ranges::find(parsing.scripts, url) != parsing.scripts.end();
  });
}

// Scripts wait for the style sheets before them.
bool is_sheet_of_parser(const HeldRequest& request) { return request.type == "stylesheet" && request.by_parser; }

}  // namespace

bool parser_rests(const Parsing& parsing, const std::vector<HeldRequest>& held) {
  switch (parsing.stage) {
    case Parsing::Done: return true;
    case Parsing::Deferred:
      return std::ranges::any_of(
          held, [](const auto& request) { return request.type == "script" || is_sheet_of_parser(request); });
    case Parsing::Written:
      if (parsing.scripts.empty()) return true;  // it waits for what the page writes
      break;
    case Parsing::Loading: break;
  }
  return std::ranges::any_of(
      held, [&](const auto& request) { return awaits(parsing, request) || is_sheet_of_parser(request); });
}

}  // namespace squall::lab
