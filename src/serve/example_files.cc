#include "serve/example_files.h"

#include <algorithm>
#include <map>

#include "base/files.h"
#include "base/text.h"

namespace squall::serve {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::string, std::less<>> kContentTypes = {
    {".html", "text/html; charset=utf-8"},
    {".htm", "text/html; charset=utf-8"},
    {".xhtml", "application/xhtml+xml"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".xml", "text/xml; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".csv", "text/csv; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".ico", "image/x-icon"},
    {".wasm", "application/wasm"},
    {".woff", "font/woff"},
    {".woff2", "font/woff2"},
    {".ttf", "font/ttf"},
    {".mp3", "audio/mpeg"},
    {".mp4", "video/mp4"},
    {".webm", "video/webm"},
    {".pdf", "application/pdf"},
};

// Walks over a JSON text and stops at its first mistake. The base parser says what is wrong, but not where.
class JsonWalker {
 public:
  explicit JsonWalker(std::string_view text) : text_(text) {}

  size_t mistake() {
    if (!value(0)) return at_;
    space();
    return at_;
  }

 private:
  static constexpr int kMostNesting = 1000;

  void space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    space();
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }

  bool value(int depth) {
    space();
    if (depth > kMostNesting || at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '{': return list('}', [&] { return string() && take(':') && value(depth + 1); });
      case '[': return list(']', [&] { return value(depth + 1); });
      case '"': return string();
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  template <typename Element>
  bool list(char close, Element element) {
    ++at_;
    if (take(close)) return true;
    do {
      if (!element()) return false;
    } while (take(','));
    return take(close);
  }

  bool string() {
    if (!take('"')) return false;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') return ++at_, true;
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (text_[at_] == '\\' && !escape()) return false;
    }
    return false;
  }

  // At the backslash; ends at the last character of the escape.
  bool escape() {
    if (at_ + 1 >= text_.size()) return false;
    if (std::string_view("\"\\/bfnrtu").find(text_[at_ + 1]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  bool word(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  bool digits() {
    size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ > start;
  }

  bool number() {
    if (next_is('-')) ++at_;
    if (next_is('0')) {
      ++at_;
    } else if (!digits()) {
      return false;
    }
    if (next_is('.') && (++at_, !digits())) return false;
    if (!next_is('e') && !next_is('E')) return true;
    ++at_;
    if (next_is('+') || next_is('-')) ++at_;
    return digits();
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::optional<fs::path> path_inside(const fs::path& root, const std::string& relative) {
  if (relative.find('\0') != std::string::npos) return std::nullopt;
  std::error_code failure;
  fs::path real_root = fs::canonical(root, failure);
  if (failure) return std::nullopt;
  // Appending an absolute path would replace the root.
  fs::path real = fs::canonical(real_root / fs::path("./" + relative), failure);
  if (failure) return std::nullopt;
  auto [rest, ignored] = std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end());
  if (rest != real_root.end()) return std::nullopt;
  // Anything else, such as a pipe, could block the reader.
  if (!fs::is_regular_file(real, failure) && !fs::is_directory(real, failure)) return std::nullopt;
  return real;
}

std::string content_type(const fs::path& path) {
  auto known = kContentTypes.find(to_lower(path.extension().string()));
  return known == kContentTypes.end() ? "application/octet-stream" : known->second;
}

size_t json_mistake(std::string_view text) { return JsonWalker(text).mistake(); }

Result<Json> read_json_with_place(const fs::path& path) {
  auto content = read_file(path);
  if (!content) return content.error();
  auto json = parse_json(*content);
  if (json) return json;
  std::string_view before = std::string_view(*content).substr(0, json_mistake(*content));
  auto line = std::count(before.begin(), before.end(), '\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return Error{"line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + json.error().message, ""};
}

}  // namespace squall::serve
