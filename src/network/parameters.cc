#include "network/parameters.h"

#include "base/json.h"
#include "base/text.h"
#include "base/url.h"

namespace squall::network {
namespace {

constexpr size_t kLargestParsed = 1 << 20;
constexpr size_t kLongestPath = 256;  // what lies deeper is one leaf, so that paths never outgrow the body

void add_leaves(const Json& json, const std::string& path, Parameters& out) {
  if (path.size() > kLongestPath) {
    out.emplace_back(path, json.dump());
  } else if (json.is_object() && json.size() > 0) {
    for (const auto& [name, value] : json.members()) add_leaves(value, path.empty() ? name : path + "." + name, out);
  } else if (json.is_array() && json.size() > 0) {
    for (size_t i = 0; i < json.size(); ++i) add_leaves(json[i], path + "[" + std::to_string(i) + "]", out);
  } else {
    out.emplace_back(path, json.is_string() ? json.as_string() : json.dump());
  }
}

std::optional<Parameters> json_leaves(std::string_view body) {
  auto json = parse_json(body);
  if (!json) return std::nullopt;
  Parameters leaves;
  add_leaves(*json, "", leaves);
  return leaves;
}

// The value of name="…" in the headers of a part.
std::string part_name(std::string_view headers) {
  constexpr std::string_view kName = " name=\"";
  size_t start = headers.find(kName);
  if (start == std::string_view::npos) return "";
  start += kName.size();
  return std::string(headers.substr(start, headers.find('"', start) - start));
}

// The first line of a multipart body, "--" and the boundary; "" for any other body.
std::string_view boundary_line(std::string_view body) {
  constexpr size_t kLongest = 72;
  size_t line = body.substr(0, kLongest + 2).find("\r\n");
  return body.starts_with("--") && line != std::string_view::npos && line > 2 ? body.substr(0, line) : "";
}

// The parts between the boundaries are what counts.
std::optional<Parameters> multipart_fields(std::string_view body) {
  size_t line = boundary_line(body).size();
  if (line == 0) return std::nullopt;
  std::string boundary = "\r\n" + std::string(body.substr(0, line));
  Parameters fields;
  body.remove_prefix(line);
  while (body.starts_with("\r\n")) {
    body.remove_prefix(2);
    size_t end = body.find(boundary);
    size_t blank = body.find("\r\n\r\n");
    if (end == std::string_view::npos || blank == std::string_view::npos || blank + 4 > end) return std::nullopt;
    fields.emplace_back(part_name(body.substr(0, blank)), body.substr(blank + 4, end - blank - 4));
    body.remove_prefix(end + boundary.size());
  }
  return fields;
}

// A form has no spaces and no line breaks, and its first field has a name.
std::optional<Parameters> form_fields(std::string_view body) {
  size_t equals = body.find('=');
  if (equals == 0 || equals == std::string_view::npos) return std::nullopt;
  for (char c : body) {
    if (c <= ' ' || c == '"' || c == '<' || c == '{') return std::nullopt;
  }
  Url url;
  url.query = body;
  return url.parameters();
}

}  // namespace

std::optional<Parameters> body_parameters(std::string_view body) {
  if (body.empty()) return Parameters{};
  if (body.size() > kLargestParsed) return std::nullopt;
  std::string_view start = trim(body.substr(0, 64));
  if (start.starts_with('{') || start.starts_with('[')) return json_leaves(body);
  if (body.starts_with("--")) return multipart_fields(body);
  return form_fields(body);
}

std::string with_fixed_boundary(std::string body) {
  std::string line(boundary_line(body));
  if (line.empty()) return body;
  std::string_view end = trim(body);
  if (!end.ends_with(line + "--")) return body;
  return replace_all(body, line, "--boundary");
}

}  // namespace squall::network
