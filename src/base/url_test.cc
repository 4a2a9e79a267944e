#include "base/url.h"

#include <gtest/gtest.h>

namespace squall {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

TEST(Url, HasItsParts) {
  Url url = parse_url("https://example.org:8080/a/b?x=1&y=2#top");
  EXPECT_EQ(url.scheme, "https");
  EXPECT_EQ(url.host, "example.org:8080");
  EXPECT_EQ(url.path, "/a/b");
  EXPECT_EQ(url.query, "x=1&y=2");
  EXPECT_EQ(url.fragment, "top");
  EXPECT_EQ(url.origin(), "https://example.org:8080");
}

TEST(Url, SchemeAndHostAreLowerCaseButThePathIsNot) {
  Url url = parse_url("HTTP://Example.ORG/Path");
  EXPECT_EQ(url.origin(), "http://example.org");
  EXPECT_EQ(url.path, "/Path");
}

TEST(Url, AHostAloneHasTheRootPath) {
  EXPECT_EQ(parse_url("http://a").path, "/");
  Url url = parse_url("http://a?q#f");
  EXPECT_EQ(url.host, "a");
  EXPECT_EQ(url.path, "/");
  EXPECT_EQ(url.query, "q");
}

TEST(Url, AnIpv6HostKeepsItsColons) {
  Url url = parse_url("http://[::1]:8080/x");
  EXPECT_EQ(url.host, "[::1]:8080");
  EXPECT_EQ(url.path, "/x");
}

TEST(Url, AQuestionMarkAfterTheHashBelongsToTheFragment) {
  Url url = parse_url("http://a/#/route?tab=1");
  EXPECT_EQ(url.query, "");
  EXPECT_EQ(url.fragment, "/route?tab=1");
}

TEST(Url, WithoutAuthorityTheOriginIsNull) {
  EXPECT_EQ(parse_url("about:blank").origin(), "null");
  EXPECT_EQ(parse_url("about:blank").path, "blank");
  EXPECT_EQ(parse_url("data:text/html,hi").origin(), "null");
  EXPECT_EQ(parse_url("file:///etc/hosts").origin(), "null");
  EXPECT_EQ(parse_url("file:///etc/hosts").path, "/etc/hosts");
}

TEST(Url, ParametersAreDecodedInTheirOrder) {
  EXPECT_EQ(parse_url("http://a/?b=1&a=x%20y+z&b=2&flag&e=1=2").parameters(),
            (Parameters{{"b", "1"}, {"a", "x y z"}, {"b", "2"}, {"flag", ""}, {"e", "1=2"}}));
  EXPECT_TRUE(parse_url("http://a/").parameters().empty());
}

TEST(Url, TheFragmentIsNeverSent) {
  EXPECT_EQ(without_fragment("http://a/b?c#d#e"), "http://a/b?c");
  EXPECT_EQ(without_fragment("http://a/b"), "http://a/b");
  EXPECT_EQ(without_query("http://a/b?c#d"), "http://a/b");
  EXPECT_EQ(steady("at blob:http://h:80/01234567-89ab-cdef-0123-456789abcdef:1:2, blob:null/"
                   "01234567-89ab-cdef-0123-456789abcdef"),
            "at blob:http://h:80/*:1:2, blob:null/*");
  EXPECT_EQ(steady("blob:http://h/01234567-89ab-cdef-0123"), "blob:http://h/01234567-89ab-cdef-0123");
  EXPECT_EQ(steady("http://h/01234567-89ab-cdef-0123-456789abcdef blob:"),
            "http://h/01234567-89ab-cdef-0123-456789abcdef blob:");
  EXPECT_EQ(without_query("http://a/b#d?c"), "http://a/b");
}

TEST(Url, AShortUrlIsPathAndQuery) {
  EXPECT_EQ(short_url("https://example.org/search?q=1#top"), "/search?q=1");
  EXPECT_EQ(short_url("about:blank"), "about:blank");
  EXPECT_EQ(short_url("http://a/" + std::string(200, 'x')), "/" + std::string(99, 'x') + "…");
  EXPECT_EQ(short_url("data:text/plain," + std::string(200, 'x')).size(), 80 + std::string("…").size());
}

TEST(Url, ReferencesAreResolvedAsBrowsersDo) {
  std::string base = "http://h:1/a/b.js?v=1";
  EXPECT_EQ(resolve_url(base, "b.js.map"), "http://h:1/a/b.js.map");
  EXPECT_EQ(resolve_url(base, "./m/../b.map?x#y"), "http://h:1/a/b.map?x#y");
  EXPECT_EQ(resolve_url(base, "../../up.map"), "http://h:1/up.map");
  EXPECT_EQ(resolve_url(base, "/root.map"), "http://h:1/root.map");
  EXPECT_EQ(resolve_url(base, "//other/x"), "http://other/x");
  EXPECT_EQ(resolve_url(base, "https://other/x"), "https://other/x");
  EXPECT_EQ(resolve_url(base, "data:,x"), "data:,x");
  EXPECT_EQ(resolve_url(base, "?w"), "http://h:1/a/b.js?w");
  EXPECT_EQ(resolve_url(base, ".."), "http://h:1/");
  EXPECT_EQ(resolve_url("webpack://", "x.js"), "x.js");
}

}  // namespace
}  // namespace squall
