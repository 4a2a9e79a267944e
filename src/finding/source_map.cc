#include "finding/source_map.h"

#include <algorithm>
#include <tuple>

#include "base/json.h"

namespace squall::finding {
namespace {

constexpr size_t kMostMappings = 20'000'000;

// Base 64 digits of six bits: five of the number, lowest first, and one that says whether more follow. The lowest bit
// of the number is its sign.
class Digits {
 public:
  explicit Digits(std::string_view text) : text_(text) {}
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip() { ++at_; }

  bool number(int64_t& out) {
    int64_t value = 0;
    for (int shift = 0; shift < 35; shift += 5) {
      int digit = value_of(peek());
      if (digit < 0) return false;
      skip();
      value |= static_cast<int64_t>(digit & 31) << shift;
      if ((digit & 32) == 0) {
        out += (value & 1) != 0 ? -(value >> 1) : value >> 1;
        return out > INT32_MIN && out < INT32_MAX;
      }
    }
    return false;
  }

 private:
  static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  }
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

// Reads one map, or the maps of its sections, into one table.
class SourceMapReader {
 public:
  explicit SourceMapReader(SourceMap& map) : map_(map) {}

  Status read(const Json& json, int line_offset, int column_offset, int depth) {
    if (depth > 4) return Error{"its sections hold sections without end", ""};
    for (const Json& section : json["sections"].items()) {
      const Json& offset = section["offset"];
      auto status = read(section["map"], line_offset + static_cast<int>(offset["line"].as_int()),
                         static_cast<int>(offset["column"].as_int()), depth + 1);
      if (!status) return status;
    }
    if (json.has("sections")) return {};
    if (!json["mappings"].is_string()) return Error{"it has no mappings", ""};
    first_source_ = static_cast<int>(map_.sources_.size());
    first_name_ = static_cast<int>(map_.names_.size());
    add_sources(json);
    for (const Json& name : json["names"].items()) map_.names_.push_back(name.as_string());
    return add_mappings(json["mappings"].as_string(), line_offset, column_offset);
  }

 private:
  void add_sources(const Json& json) {
    std::string root = json["sourceRoot"].as_string();
    if (!root.empty() && !root.ends_with('/')) root += '/';
    const auto& contents = json["sourcesContent"].items();
    const auto& names = json["sources"].items();
    for (size_t i = 0; i < names.size(); ++i) {
      SourceMap::Source source{root + names[i].as_string(), std::nullopt};
      if (i < contents.size() && contents[i].is_string()) source.content = contents[i].as_string();
      map_.sources_.push_back(std::move(source));
    }
  }

  Status add_mappings(std::string_view text, int line_offset, int column_offset) {
    Digits digits(text);
    int64_t line = 0, column = 0, source = 0, source_line = 0, source_column = 0, name = 0;
    while (!digits.at_end()) {
      if (char c = digits.peek(); c == ';' || c == ',') {
        digits.skip();
        if (c == ';') {
          ++line;
          column = 0;
        }
        continue;
      }
      SourceMap::Mapping mapping;
      if (!digits.number(column)) return broken();
      bool has_source = is_digit(digits.peek());
      if (has_source && (!digits.number(source) || !digits.number(source_line) || !digits.number(source_column)))
        return broken();
      bool has_name = has_source && is_digit(digits.peek());
      if (has_name && !digits.number(name)) return broken();
      mapping.line = static_cast<int>(line) + line_offset;
      mapping.column = static_cast<int>(column) + (line == 0 ? column_offset : 0);
      mapping.source = has_source ? static_cast<int>(source) + first_source_ : -1;
      mapping.source_line = static_cast<int>(source_line);
      mapping.source_column = static_cast<int>(source_column);
      mapping.name = has_name ? static_cast<int>(name) + first_name_ : -1;
      map_.mappings_.push_back(mapping);
      if (map_.mappings_.size() > kMostMappings) return Error{"it has too many mappings", ""};
    }
    return {};
  }

  static bool is_digit(char c) { return c != '\0' && c != ',' && c != ';'; }
  static Error broken() { return {"its mappings are broken", ""}; }

  SourceMap& map_;
  int first_source_ = 0;
  int first_name_ = 0;
};

Result<SourceMap> SourceMap::parse(std::string_view text) {
  if (text.starts_with(")]}")) text = text.substr(std::min(text.find('\n'), text.size()));
  auto json = parse_json(text);
  if (!json) return json.error();
  SourceMap map;
  if (auto status = SourceMapReader(map).read(*json, 0, 0, 0); !status) return status.error();
  auto by_place = [](const Mapping& a, const Mapping& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  };
  std::stable_sort(map.mappings_.begin(), map.mappings_.end(), by_place);
  return map;
}

std::optional<SourcePosition> SourceMap::find(int line, int column) const {
  auto after = std::upper_bound(mappings_.begin(), mappings_.end(), std::pair(line - 1, column - 1),
                                [](const std::pair<int, int>& place, const Mapping& mapping) {
                                  return place < std::pair(mapping.line, mapping.column);
                                });
  if (after == mappings_.begin()) return std::nullopt;
  const Mapping& mapping = *std::prev(after);
  bool known = mapping.line == line - 1 && mapping.source >= 0 && mapping.source < static_cast<int>(sources_.size());
  if (!known || mapping.source_line < 0 || mapping.source_column < 0) return std::nullopt;
  SourcePosition out{sources_[static_cast<size_t>(mapping.source)].name, mapping.source_line + 1,
                     mapping.source_column + 1, ""};
  if (mapping.name >= 0 && mapping.name < static_cast<int>(names_.size()))
    out.name = names_[static_cast<size_t>(mapping.name)];
  return out;
}

const std::string* SourceMap::content(std::string_view source) const {
  auto found = std::find_if(sources_.begin(), sources_.end(), [&](const Source& one) { return one.name == source; });
  return found == sources_.end() || !found->content ? nullptr : &*found->content;
}

}  // namespace squall::finding
