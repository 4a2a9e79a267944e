#include "finding/code.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/text.h"
#include "base/url.h"
#include "network/source_map_url.h"

namespace squall::finding {
namespace {

constexpr int kAround = 2;            // lines before and after the one in question
constexpr size_t kLongestLine = 400;  // a longer one is minified code: nobody reads it

// The lines around `line`, from 1. None of a text that is not for people.
void take_excerpt(std::string_view text, int line, Place& place) {
  std::vector<std::string> lines = split(text, '\n');
  if (line < 1 || line > static_cast<int>(lines.size())) return;
  int first = std::max(1, line - kAround), last = std::min(static_cast<int>(lines.size()), line + kAround);
  std::vector<std::string> excerpt;
  for (int i = first; i <= last; ++i) {
    std::string one = lines[static_cast<size_t>(i - 1)];
    if (one.ends_with('\r')) one.pop_back();
    if (one.size() > kLongestLine) return;
    excerpt.push_back(std::move(one));
  }
  place.excerpt = std::move(excerpt);
  place.excerpt_line = first;
}

// data:application/json;base64,… or percent-encoded
std::string data_of(std::string_view url) {
  size_t comma = url.find(',');
  if (comma == std::string_view::npos) return "";
  std::string_view head = url.substr(0, comma), data = url.substr(comma + 1);
  return head.ends_with(";base64") ? base64_decode(data).value_or("") : percent_decode(data, false);
}

// "load http://h/list.js:3:5"; no line when it is something else.
Place place_in(std::string_view line) {
  Place place;
  size_t space = line.rfind(' '), last = line.rfind(':');
  size_t first = last == std::string_view::npos || last == 0 ? last : line.rfind(':', last - 1);
  if (space == std::string_view::npos || first == std::string_view::npos || first <= space) return place;
  place.function = line.substr(0, space);
  place.url = line.substr(space + 1, first - space - 1);
  place.line = std::atoi(std::string(line.substr(first + 1, last - first - 1)).c_str());
  place.column = std::atoi(std::string(line.substr(last + 1)).c_str());
  return place;
}

// By where it stands, or by a name that everybody knows: "jquery-3.7.1.js", "vue.global.js", "/vendor/charts.js".
bool is_library(const Place& place) {
  std::string file = to_lower(without_query(place.source.empty() ? place.url : place.source));
  auto contains = [&](std::string_view part) { return file.find(part) != std::string::npos; };
  constexpr std::string_view kFolders[] = {"node_modules/", "bower_components/", "/vendor/",
                                           "/vendors/",     "/third_party/",     "/third-party/",
                                           "/libs/",        "/lib/js/",          "/scripts/lib/"};
  if (contains(".min.") || contains("-min.") || std::ranges::any_of(kFolders, contains)) return true;
  constexpr std::string_view kNames[] = {
      "alpine",    "angular", "axios",     "backbone",   "bootstrap", "d3",    "dojo",    "ember",    "ext-all",
      "htmx",      "jquery",  "knockout",  "lit",        "lodash",    "mobx",  "moment",  "mootools", "polyfill",
      "polyfills", "preact",  "prototype", "react",      "react-dom", "redux", "require", "rxjs",     "socket.io",
      "stimulus",  "svelte",  "turbo",     "underscore", "vue",       "yui",   "zepto",   "zone"};
  std::string_view name = std::string_view(file).substr(file.rfind('/') + 1);
  return std::ranges::any_of(kNames, [&](std::string_view known) {
    if (!name.starts_with(known)) return false;
    std::string_view rest = name.substr(known.size());  // ".js", "-3.7.1.js", ".global.prod.js"
    bool plain = rest == ".js" || rest == ".mjs" || rest == ".cjs";
    bool version =
        rest.size() > 1 && (rest[0] == '-' || rest[0] == '.') && std::isdigit(static_cast<unsigned char>(rest[1]));
    bool build = rest.starts_with(".global") || rest.starts_with(".esm") || rest.starts_with(".umd") ||
                 rest.starts_with(".development") || rest.starts_with(".production") || rest.starts_with(".slim");
    return plain || version || build;
  });
}

}  // namespace

const network::Entry* Code::find(const std::string& url, bool is_map) const {
  auto found = std::find_if(recording_.entries.begin(), recording_.entries.end(), [&](const network::Entry& entry) {
    return entry.request.url == url && (entry.request.type == "sourcemap") == is_map && entry.response.status == 200;
  });
  return found == recording_.entries.end() ? nullptr : &*found;
}

std::unique_ptr<SourceMap> Code::map_of(const network::Entry& script) const {
  std::string url = network::source_map_url(script);
  if (url.empty()) return nullptr;
  const network::Entry* entry = url.starts_with("data:") ? nullptr : find(url, true);
  auto map = SourceMap::parse(entry ? entry->response.body : url.starts_with("data:") ? data_of(url) : "");
  return map ? std::make_unique<SourceMap>(std::move(map).value()) : nullptr;
}

Code::Script& Code::script_at(const std::string& url) {
  auto [at, is_new] = scripts_.try_emplace(url);
  Script& script = at->second;
  if (is_new && (script.entry = find(without_fragment(url), false))) script.map = map_of(*script.entry);
  return script;
}

Place Code::place_at(const trace::Position& where, const std::string& role) {
  Place place;
  place.url = where.url;
  place.line = where.line;
  place.column = where.column;
  place.role = role;
  explain(place);
  return place;
}

Place Code::place_of(const trace::Call& call, const std::string& role) {
  Place place = place_in_application(call.stack, role);
  if (place.line > 0) return place;
  place = place_at(call.where, role);
  add_callers(place, call.stack);
  return place;
}

void Code::explain(Place& place) {
  Script& script = script_at(place.url);
  if (!script.entry || place.line <= 0) return;
  auto original = script.map ? script.map->find(place.line, place.column) : std::nullopt;
  if (!original) return take_excerpt(script.entry->response.body, place.line, place);
  place.source = original->source;
  place.source_line = original->line;
  place.source_column = original->column;
  if (place.function.empty()) place.function = original->name;
  if (const std::string* text = script.map->content(original->source)) take_excerpt(*text, original->line, place);
}

Place Code::place_in_application(std::string_view stack, const std::string& role) {
  for (size_t begin = 0; begin < stack.size();) {
    std::string_view rest = stack.substr(begin);
    Place place = place_in(rest.substr(0, rest.find('\n')));
    explain(place);
    if (place.line > 0 && !is_library(place)) {
      place.role = role;
      add_callers(place, rest);
      return place;
    }
    begin += std::min(rest.size(), rest.find('\n')) + 1;
  }
  return {};
}

void Code::add_callers(Place& place, std::string_view stack) {
  std::vector<std::string> lines = split(stack, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    Place caller = place_in(lines[i]);
    if (i == 0 && place.function.empty()) place.function = caller.function;
    if (i == 0 || caller.line <= 0) continue;
    explain(caller);
    caller.excerpt.clear();
    caller.excerpt_line = 0;
    place.callers.push_back(std::move(caller));
  }
}

}  // namespace squall::finding
