#include "base/json.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace squall {
namespace {

const Json kNull;
const std::string kEmpty;
const Json::Array kNoItems;
const Json::Object kNoMembers;

Json from_dom(const simdjson::dom::element& element) {
  using Type = simdjson::dom::element_type;
  switch (element.type()) {
    case Type::ARRAY: {
      Json::Array items;
      simdjson::dom::array array = element.get_array().value_unsafe();
      items.reserve(array.size());
      for (auto item : array) items.push_back(from_dom(item));
      return Json(std::move(items));
    }
    case Type::OBJECT: {
      Json object = Json::object();
      simdjson::dom::object source = element.get_object().value_unsafe();
      object.mutable_members().reserve(source.size());
      for (auto field : source) object.mutable_members().emplace_back(std::string(field.key), from_dom(field.value));
      return object;
    }
    case Type::INT64: return Json(static_cast<int64_t>(element.get_int64().value_unsafe()));
    case Type::UINT64: return Json(static_cast<double>(element.get_uint64().value_unsafe()));
    case Type::DOUBLE: return Json(element.get_double().value_unsafe());
    case Type::STRING: return Json(element.get_string().value_unsafe());
    case Type::BOOL: return Json(element.get_bool().value_unsafe());
    case Type::NULL_VALUE: break;
  }
  return Json();
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The code unit of a \uXXXX escape at `at`, or -1.
int escape_at(std::string_view text, size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int value = 0;
  for (size_t i = at + 2; i < at + 6; ++i) {
    int digit = hex_value(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_high(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

// Replaces escapes of lone surrogates by \ufffd; leaves everything else as it is.
std::string mend_surrogates(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i++];
      continue;
    }
    int unit = escape_at(text, i);
    if (unit < 0) {
      out += text.substr(i, 2);
      i += 2;
    } else if (is_high(unit) && is_low(escape_at(text, i + 6))) {
      out += text.substr(i, 12);
      i += 12;
    } else {
      out += is_high(unit) || is_low(unit) ? std::string_view("\\ufffd") : text.substr(i, 6);
      i += 6;
    }
  }
  return out;
}

// The length of the valid UTF-8 sequence at `at`, or 0.
size_t utf8_length(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(at + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(at + 1) || !continues(at + 2)) return 0;
    unsigned second = byte(at + 1);
    if (lead == 0xE0 && second < 0xA0) return 0;
    if (lead == 0xED && second > 0x9F) return 0;
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(at + 1) || !continues(at + 2) || !continues(at + 3)) return 0;
    unsigned second = byte(at + 1);
    if (lead == 0xF0 && second < 0x90) return 0;
    if (lead == 0xF4 && second > 0x8F) return 0;
    return 4;
  }
  return 0;
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, end);
}

void append_pretty(std::string& out, const Json& value, int indent) {
  std::string pad(static_cast<size_t>(indent) + 2, ' ');
  bool flat = true;
  if (value.is_array()) {
    for (const Json& item : value.items()) flat = flat && !item.is_array() && !item.is_object();
  }
  if (value.is_array() && !flat) {
    const char* separator = "[\n";
    for (const Json& item : value.items()) {
      out += separator + pad;
      append_pretty(out, item, indent + 2);
      separator = ",\n";
    }
    out += "\n" + std::string(static_cast<size_t>(indent), ' ') + "]";
  } else if (value.is_object() && value.size() > 0) {
    const char* separator = "{\n";
    for (const auto& [key, member] : value.members()) {
      out += separator + pad;
      append_json_string(out, key);
      out += ": ";
      append_pretty(out, member, indent + 2);
      separator = ",\n";
    }
    out += "\n" + std::string(static_cast<size_t>(indent), ' ') + "}";
  } else {
    value.dump_to(out);
  }
}

}  // namespace

Json Json::object(std::initializer_list<Member> members) {
  Json json;
  json.value_ = Object(members);
  return json;
}

bool Json::as_bool(bool fallback) const {
  const bool* value = std::get_if<bool>(&value_);
  return value ? *value : fallback;
}

int64_t Json::as_int(int64_t fallback) const {
  if (const int64_t* value = std::get_if<int64_t>(&value_)) return *value;
  if (const double* value = std::get_if<double>(&value_)) {
    if (std::abs(*value) < 9.0e18) return static_cast<int64_t>(*value);
  }
  return fallback;
}

double Json::as_double(double fallback) const {
  if (const double* value = std::get_if<double>(&value_)) return *value;
  if (const int64_t* value = std::get_if<int64_t>(&value_)) return static_cast<double>(*value);
  return fallback;
}

const std::string& Json::as_string() const {
  const std::string* value = std::get_if<std::string>(&value_);
  return value ? *value : kEmpty;
}

std::string Json::as_string_or(std::string_view fallback) const {
  return is_string() ? as_string() : std::string(fallback);
}

const Json::Array& Json::items() const {
  const Array* value = std::get_if<Array>(&value_);
  return value ? *value : kNoItems;
}

const Json::Object& Json::members() const {
  const Object* value = std::get_if<Object>(&value_);
  return value ? *value : kNoMembers;
}

size_t Json::size() const { return is_object() ? members().size() : items().size(); }

const Json& Json::operator[](std::string_view key) const {
  for (const auto& [name, value] : members()) {
    if (name == key) return value;
  }
  return kNull;
}

Json Json::strings(const std::vector<std::string>& values) { return Json(Array(values.begin(), values.end())); }

std::vector<std::string> Json::as_strings() const {
  std::vector<std::string> strings;
  for (const Json& item : items()) strings.push_back(item.as_string());
  return strings;
}

const Json& Json::operator[](size_t index) const { return index < items().size() ? items()[index] : kNull; }

bool Json::has(std::string_view key) const {
  for (const auto& member : members()) {
    if (member.first == key) return true;
  }
  return false;
}

Json& Json::set(std::string_view key, Json value) {
  for (auto& [name, old] : mutable_members()) {
    if (name == key) {
      old = std::move(value);
      return *this;
    }
  }
  mutable_members().emplace_back(std::string(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  mutable_items().push_back(std::move(value));
  return *this;
}

bool Json::erase(std::string_view key) {
  return std::erase_if(mutable_members(), [&](const Member& member) { return member.first == key; }) > 0;
}

Json::Array& Json::mutable_items() {
  if (is_null()) value_ = Array{};
  SQUALL_CHECK(is_array());
  return std::get<Array>(value_);
}

Json::Object& Json::mutable_members() {
  if (is_null()) value_ = Object{};
  SQUALL_CHECK(is_object());
  return std::get<Object>(value_);
}

std::string Json::dump() const {
  std::string out;
  dump_to(out);
  return out;
}

std::string Json::dump_pretty() const {
  std::string out;
  append_pretty(out, *this, 0);
  out += '\n';
  return out;
}

void Json::dump_to(std::string& out) const {
  if (is_null()) {
    out += "null";
  } else if (is_bool()) {
    out += as_bool() ? "true" : "false";
  } else if (const int64_t* integer = std::get_if<int64_t>(&value_)) {
    out += std::to_string(*integer);
  } else if (const double* real = std::get_if<double>(&value_)) {
    append_number(out, *real);
  } else if (is_string()) {
    append_json_string(out, as_string());
  } else if (is_array()) {
    char separator = '[';
    for (const Json& item : items()) {
      out += separator;
      item.dump_to(out);
      separator = ',';
    }
    out += items().empty() ? "[]" : "]";
  } else {
    char separator = '{';
    for (const auto& [key, value] : members()) {
      out += separator;
      append_json_string(out, key);
      out += ':';
      value.dump_to(out);
      separator = ',';
    }
    out += members().empty() ? "{}" : "}";
  }
}

namespace {

namespace ondemand = simdjson::ondemand;

// Walks over everything, up to the first mistake.
simdjson::error_code walk(ondemand::value value, int depth) {
  simdjson::error_code failure = depth > 0 ? simdjson::SUCCESS : simdjson::DEPTH_ERROR;
  ondemand::json_type type;
  if (failure || (failure = value.type().get(type))) return failure;
  if (type == ondemand::json_type::array) {
    ondemand::array array;
    if ((failure = value.get_array().get(array))) return failure;
    for (auto item : array) {
      ondemand::value element;
      if ((failure = item.get(element)) || (failure = walk(element, depth - 1))) return failure;
    }
  } else if (type == ondemand::json_type::object) {
    ondemand::object object;
    if ((failure = value.get_object().get(object))) return failure;
    for (auto field : object) {
      std::string_view key;
      ondemand::value member;
      if ((failure = field.unescaped_key().get(key)) || (failure = field.value().get(member))) return failure;
      if ((failure = walk(member, depth - 1))) return failure;
    }
  } else if (type == ondemand::json_type::string) {
    failure = value.get_string().error();
  } else if (type == ondemand::json_type::number) {
    failure = value.get_number().error();
  } else if (type == ondemand::json_type::boolean) {
    failure = value.get_bool().error();
  } else {
    failure = simdjson::simdjson_result<bool>(value.is_null()).error();
  }
  return failure;
}

// "line 3, column 19: ", or "" where the place cannot be told. The parser that gives values does not know where it is;
// its slower brother does.
std::string place_of_mistake(std::string_view text) {
  constexpr int kMostNesting = 1000;  // the parser itself stops a little later
  simdjson::padded_string padded(text);
  ondemand::parser parser;
  ondemand::document document;
  ondemand::value root;
  if (parser.iterate(padded).get(document) || document.get_value().get(root)) return "";
  walk(root, kMostNesting);
  const char* place = nullptr;
  if (document.current_location().get(place)) return "";
  std::string_view before(padded.data(), static_cast<size_t>(place - padded.data()));
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return "line " + std::to_string(std::ranges::count(before, '\n') + 1) + ", column " + std::to_string(column) + ": ";
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  thread_local simdjson::dom::parser parser;
  simdjson::dom::element root;
  auto failure = parser.parse(text.data(), text.size()).get(root);
  std::string mended;
  if (failure == simdjson::STRING_ERROR) {
    mended = mend_surrogates(text);
    text = mended;
    failure = parser.parse(mended).get(root);
  }
  if (failure) return Error{place_of_mistake(text) + "not valid JSON: " + simdjson::error_message(failure), ""};
  return from_dom(root);
}

void append_json_string(std::string& out, std::string_view text) {
  static const char* kHex = "0123456789abcdef";
  out += '"';
  for (size_t i = 0; i < text.size();) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    size_t length = utf8_length(text, i);
    if (length == 0) {
      out += "\\ufffd";
      ++i;
    } else if (length > 1) {
      out += text.substr(i, length);
      i += length;
    } else {
      ++i;
      switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
          if (c >= 0x20) {
            out += static_cast<char>(c);
          } else {
            out += "\\u00";
            out += kHex[c >> 4];
            out += kHex[c & 15];
          }
      }
    }
  }
  out += '"';
}

}  // namespace squall
