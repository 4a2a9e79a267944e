// Html: markup that is safe to put into the report.
//
// Strings become markup only by being escaped (`text`, attribute values), and names of tags and attributes are literals
// that the compiler sees. So nothing that a page said can become markup, wherever it ends up.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace squall::report {

// The name of a tag or an attribute: a literal.
class HtmlName {
 public:
  consteval HtmlName(const char* name) : name_(name) {}
  const char* c_str() const { return name_; }

 private:
  const char* name_;
};

class Html {
 public:
  Html() = default;

  const std::string& str() const { return markup_; }
  bool empty() const { return markup_.empty(); }
  Html& operator+=(const Html& other) {
    markup_ += other.markup_;
    return *this;
  }
  friend Html operator+(Html left, const Html& right) { return left += right; }

  // For our own style and script alone.
  static Html trusted(std::string_view markup);

 private:
  std::string markup_;
};

struct Attribute {
  HtmlName name;
  std::string value;
};
using Attributes = std::initializer_list<Attribute>;

// Escaped. What could mislead the eye is made visible: control characters, characters that reverse the direction of
// what follows, bytes that are not UTF-8.
Html text(std::string_view text);
// The same, at most about this many bytes of it.
Html text(std::string_view text, size_t limit);

Html element(HtmlName tag, Attributes attributes, const Html& content);
Html element(HtmlName tag, const Html& content);
// h1 to h6.
Html heading(int level, Attributes attributes, const Html& content);
Html heading(int level, const Html& content);
// An element without content or end tag: img, input, meta.
Html void_element(HtmlName tag, Attributes attributes);

// A link when `url` is one of http or https, of a reasonable length; otherwise its text alone.
Html link_to(std::string_view url, const Html& content);

// What `text` makes of a string before it escapes it.
std::string visible_text(std::string_view text);

}  // namespace squall::report
