// Just enough of WHATWG URLs for what the browser hands us, which is already normalised.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace squall {

struct Url {
  std::string scheme;  // "https"
  std::string host;    // with the port, if any: "example.org:8080"
  std::string path;    // "/a/b"; "" for URLs without an authority, whose rest stands in `path`
  std::string query;   // without "?"
  std::string fragment;

  std::string origin() const;                                           // "https://example.org:8080", or "null"
  std::vector<std::pair<std::string, std::string>> parameters() const;  // of the query, decoded, in order
};

Url parse_url(std::string_view text);
// The URL without its fragment, which is never sent.
std::string without_fragment(std::string_view url);
// Without the random parts of blobs' addresses, as agent/src/steady.ts: "blob:http://h/*".
std::string steady(std::string text);
std::string without_query(std::string_view url);  // nor fragment
// The URL that `reference` means in a document or script at `base`.
std::string resolve_url(std::string_view base, std::string_view reference);
// What a person needs to recognise it: path and query for an http URL, shortened.
std::string short_url(std::string_view url);

}  // namespace squall
