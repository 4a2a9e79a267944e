#include "lab/parser_rest.h"

#include <algorithm>

namespace squall::lab {
namespace {

bool is_one_of(const HeldRequest& request, const std::vector<std::string>& scripts) {
  return std::ranges::any_of(request.urls,
                             [&](const std::string& url) { return std::ranges::find(scripts, url) != scripts.end(); });
}

bool awaits(const Parsing& parsing, const HeldRequest& request) { return is_one_of(request, parsing.scripts); }

// Nobody holds what is in the page already.
bool is_at_hand(const std::string& url) { return url.starts_with("blob:") || url.starts_with("data:"); }

// A script that no element asks for: a module imports it.
bool is_import(const Parsing& parsing, const HeldRequest& request) {
  if (request.type != "script" || awaits(parsing, request)) return false;
  return std::ranges::none_of(parsing.queues, [&](const auto& queue) { return is_one_of(request, queue.urls); });
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

bool is_ahead_of_parser(const Parsing& parsing, const HeldRequest& request, const std::vector<HeldRequest>& held) {
  if (parsing.stage != Parsing::Loading || !request.stops_parser || awaits(parsing, request)) return false;
  return std::ranges::any_of(held, [&](const auto& other) { return awaits(parsing, other); });
}

bool scripts_rest(const Parsing& parsing, const std::vector<HeldRequest>& held, const std::set<std::string>& came) {
  return std::ranges::all_of(parsing.queues, [&](const Parsing::Queue& queue) {
    const std::string& next = queue.urls.at(0);
    if (!came.contains(next) && !is_at_hand(next)) return true;
    return std::ranges::any_of(held, [&](const HeldRequest& request) {
      if (is_one_of(request, {next})) return true;
      return queue.may_wait && (is_import(parsing, request) || is_sheet_of_parser(request));
    });
  });
}

}  // namespace squall::lab
