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

Result<Json> read_example_json(const fs::path& path) {
  auto content = read_file(path);
  if (!content) return content.error();
  return parse_json(*content);
}

}  // namespace squall::serve
