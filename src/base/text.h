// Small functions over text and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace squall {

std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string_view trim(std::string_view text);
std::string to_lower(std::string_view text);
// With a capital letter at the beginning; ASCII only.
std::string capitalised(std::string text);
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);
// At most `limit` bytes, cut at a character, with an ellipsis when something was cut.
std::string shorten(std::string_view text, size_t limit);
// Two texts, each of at most `limit` bytes or a few more, cut around the first place at which they differ, with an
// ellipsis wherever something was cut.
std::pair<std::string, std::string> shorten_both(std::string_view one, std::string_view other, size_t limit);
// "1 request", "3 requests".
std::string count_of(size_t n, std::string_view noun);

std::string base64_encode(std::string_view bytes);
std::optional<std::string> base64_decode(std::string_view text);

// 64 bits of xxHash; `hash_hex` gives them as 16 hexadecimal digits.
uint64_t hash_bytes(std::string_view bytes);
std::string hash_hex(std::string_view bytes);

std::string percent_decode(std::string_view text, bool plus_is_space = false);
// Leaves letters, digits and the characters of `plain` as they are.
std::string percent_encode(std::string_view text, std::string_view plain);
// For text that goes into HTML, also inside quoted attributes.
std::string html_escape(std::string_view text);

}  // namespace squall
