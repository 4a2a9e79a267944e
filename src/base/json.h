// Json: one value type for every JSON text that squall reads or writes.
//
// Parsing is simdjson's; the values are our own, so that no header drags a JSON library in. Objects keep the order in
// which their members were added, so that equal values give equal bytes. Reading is forgiving (a missing member is
// null, a wrong type gives the fallback), because most JSON comes from pages and files that we do not control.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace squall {

class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<int64_t>(value)) {}
  Json(unsigned value) : value_(static_cast<int64_t>(value)) {}
  Json(long value) : value_(static_cast<int64_t>(value)) {}
  Json(long long value) : value_(static_cast<int64_t>(value)) {}
  Json(unsigned long value) : value_(static_cast<int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}

  static Json array() { return Json(Array{}); }
  static Json strings(const std::vector<std::string>& values);
  static Json object() { return object({}); }
  static Json object(std::initializer_list<Member> members);

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return std::holds_alternative<int64_t>(value_) || std::holds_alternative<double>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }

  bool as_bool(bool fallback = false) const;
  int64_t as_int(int64_t fallback = 0) const;
  double as_double(double fallback = 0) const;
  // The string itself, or "" when this is not a string.
  const std::string& as_string() const;
  std::string as_string_or(std::string_view fallback) const;
  // The elements of an array as strings.
  std::vector<std::string> as_strings() const;

  // The elements of an array and the members of an object; empty for everything else.
  const Array& items() const;
  const Object& members() const;
  size_t size() const;

  // Reading: null when missing. `at` follows a path of member names: j.at("params", "request", "url").
  const Json& operator[](std::string_view key) const;
  const Json& operator[](size_t index) const;
  template <typename... Keys>
  const Json& at(std::string_view first, Keys... rest) const {
    if constexpr (sizeof...(rest) == 0)
      return (*this)[first];
    else
      return (*this)[first].at(std::string_view(rest)...);
  }
  bool has(std::string_view key) const;

  // Writing: null becomes an object or an array at the first write.
  Json& set(std::string_view key, Json value);
  Json& push(Json value);
  bool erase(std::string_view key);
  Array& mutable_items();
  Object& mutable_members();

  std::string dump() const;         // one line
  std::string dump_pretty() const;  // indented by two, with a newline at the end
  void dump_to(std::string& out) const;

  bool operator==(const Json& other) const = default;

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

// Lone surrogates, which Chromium sends and every parser refuses, become U+FFFD. An error begins with line and column.
Result<Json> parse_json(std::string_view text);

// Appends `text` as a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace squall
