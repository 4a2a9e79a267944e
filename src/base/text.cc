#include "base/text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace squall {
namespace {

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> make_base64_values() {
  std::array<int8_t, 256> values{};
  for (auto& value : values) value = -1;
  for (int i = 0; i < 64; ++i) values[static_cast<unsigned char>(kBase64[i])] = static_cast<int8_t>(i);
  return values;
}
constexpr auto kBase64Values = make_base64_values();

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Where the character begins that this byte belongs to.
size_t character_at(std::string_view text, size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string_view trim(std::string_view text) {
  const char* kSpace = " \t\r\n\f\v";
  size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (;;) {
    size_t at = from.empty() ? std::string_view::npos : text.find(from);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += to;
    text.remove_prefix(at + from.size());
  }
}

std::string shorten(std::string_view text, size_t limit) {
  if (text.size() <= limit) return std::string(text);
  return std::string(text.substr(0, character_at(text, limit))) + "…";
}

std::pair<std::string, std::string> shorten_both(std::string_view one, std::string_view other, size_t limit) {
  size_t shorter = std::min(one.size(), other.size()), same = 0;
  while (same < shorter && one[same] == other[same]) ++same;
  bool fit = std::max(one.size(), other.size()) <= limit;
  if (fit || same <= limit / 2) return {shorten(one, limit), shorten(other, limit)};
  size_t begin = character_at(one, same - limit / 4);
  auto piece = [&](std::string_view text) { return "…" + shorten(text.substr(begin), limit); };
  return {piece(one), piece(other)};
}

std::string count_of(size_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::string base64_encode(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4, '=');
  char* to = out.data();
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 3; left -= 3, from += 3) {
    *to++ = kBase64[from[0] >> 2];
    *to++ = kBase64[(from[0] & 3) << 4 | from[1] >> 4];
    *to++ = kBase64[(from[1] & 15) << 2 | from[2] >> 6];
    *to++ = kBase64[from[2] & 63];
  }
  if (left > 0) {
    unsigned second = left > 1 ? from[1] : 0;
    *to++ = kBase64[from[0] >> 2];
    *to++ = kBase64[(from[0] & 3) << 4 | second >> 4];
    if (left > 1) *to++ = kBase64[(second & 15) << 2];
  }
  return out;
}

std::optional<std::string> base64_decode(std::string_view text) {
  std::string out(text.size() / 4 * 3 + 3, '\0');
  char* to = out.data();
  uint32_t group = 0;
  int bits = 0;
  for (char c : text) {
    int value = kBase64Values[static_cast<unsigned char>(c)];
    if (value < 0) {
      if (c == '=' || c == '\n' || c == '\r') continue;
      return std::nullopt;
    }
    group = group << 6 | static_cast<uint32_t>(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      *to++ = static_cast<char>(group >> bits & 255);
    }
  }
  out.resize(static_cast<size_t>(to - out.data()));
  return out;
}

uint64_t hash_bytes(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string hash_hex(std::string_view bytes) {
  static const char* kHex = "0123456789abcdef";
  uint64_t hash = hash_bytes(bytes);
  std::string out(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) out[static_cast<size_t>(i)] = kHex[hash & 15];
  return out;
}

std::string percent_decode(std::string_view text, bool plus_is_space) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string percent_encode(std::string_view text, std::string_view plain) {
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if ((byte < 128 && std::isalnum(byte)) || plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
    }
  }
  return out;
}

std::string html_escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace squall
