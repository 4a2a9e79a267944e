#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace squall::report {
namespace {

constexpr size_t kLongestAddress = 2'000;

struct Character {
  char32_t code = 0;
  size_t length = 1;
  bool valid = false;
};

constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The UTF-8 character at the start of `bytes`, which are not empty.
Character first_of(std::string_view bytes) {
  auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead < 0x80) return {lead, 1, true};
  size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {};
  char32_t code = lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if (!continues(bytes[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3F);
  }
  bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  bool surrogate = code >= 0xD800 && code < 0xE000;
  if (overlong || surrogate || code > 0x10FFFF) return {};
  return {code, length, true};
}

// Embeddings, overrides and isolates: what follows them may be shown in another order than it stands.
constexpr bool turns_direction(char32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

// The picture of a control character: ␀ for 0.
std::string control_picture(char32_t code) {
  if (code == 0x7F) return "\u2421";
  if (code >= 0x80) return "\uFFFD";
  return {'\xE2', '\x90', static_cast<char>(0x80 + code)};
}

Html with_attributes(HtmlName tag, Attributes attributes, std::string_view rest) {
  std::string out = std::string("<") + tag.c_str();
  for (const Attribute& attribute : attributes) {
    out += std::string(" ") + attribute.name.c_str() + "=\"" + html_escape(visible_text(attribute.value)) + "\"";
  }
  out += '>';
  out += rest;
  return Html::trusted(out);
}

bool is_web_address(std::string_view url) {
  if (url.size() > kLongestAddress) return false;
  std::string start = to_lower(url.substr(0, 8));
  if (!start.starts_with("http://") && !start.starts_with("https://")) return false;
  for (char c : url) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7F') return false;
  }
  return true;
}

}  // namespace

Html Html::trusted(std::string_view markup) {
  Html html;
  html.markup_ = markup;
  return html;
}

std::string visible_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    Character c = first_of(text);
    bool control = c.code < 0x20 ? c.code != '\n' && c.code != '\t' : c.code >= 0x7F && c.code < 0xA0;
    if (!c.valid) {
      out += "\uFFFD";
    } else if (control) {
      out += control_picture(c.code);
    } else if (turns_direction(c.code)) {
      out += fmt::format("⟨U+{:04X}⟩", static_cast<uint32_t>(c.code));
    } else {
      out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

Html text(std::string_view text) { return Html::trusted(html_escape(visible_text(text))); }

Html text(std::string_view long_text, size_t limit) { return text(shorten(long_text, limit)); }

Html element(HtmlName tag, Attributes attributes, const Html& content) {
  return with_attributes(tag, attributes, content.str() + "</" + tag.c_str() + ">");
}

Html element(HtmlName tag, const Html& content) { return element(tag, {}, content); }

Html heading(int level, Attributes attributes, const Html& content) {
  static constexpr HtmlName kNames[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
  return element(kNames[std::clamp(level, 1, 6) - 1], attributes, content);
}

Html heading(int level, const Html& content) { return heading(level, {}, content); }

Html void_element(HtmlName tag, Attributes attributes) { return with_attributes(tag, attributes, ""); }

Html link_to(std::string_view url, const Html& content) {
  if (!is_web_address(url)) return content;
  return element("a", {{"href", std::string(url)}, {"rel", "noopener noreferrer"}}, content);
}

}  // namespace squall::report
