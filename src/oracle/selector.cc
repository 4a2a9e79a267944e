#include "oracle/selector.h"

#include <algorithm>

#include "base/text.h"

namespace squall::oracle {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f";

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::vector<Selector>> parse() {
    std::vector<Selector> selectors;
    do {
      Selector selector;
      skip_space();
      while (!done() && peek() != ',') {
        Selector::Compound compound;
        if (!parse_compound(compound)) return failure();
        selector.parts.push_back(std::move(compound));
        skip_space();
      }
      if (selector.parts.empty()) return failure();
      selectors.push_back(std::move(selector));
    } while (take(','));
    return selectors;
  }

 private:
  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (peek() != c || done()) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (!done() && kSpace.find(peek()) != std::string_view::npos) ++at_;
  }

  std::string name() {
    size_t start = at_;
    while (!done() && is_name_char(peek())) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  // One compound, up to a space, a comma or the end; false on anything else.
  bool parse_compound(Selector::Compound& compound) {
    size_t start = at_;
    if (!take('*')) compound.tag = to_lower(name());
    for (;;) {
      if (take('#')) {
        compound.id = name();
        if (compound.id.empty()) return false;
      } else if (take('.')) {
        compound.classes.push_back(name());
        if (compound.classes.back().empty()) return false;
      } else if (take('[')) {
        if (!parse_attribute(compound)) return false;
      } else {
        return at_ > start && (done() || peek() == ',' || kSpace.find(peek()) != std::string_view::npos);
      }
    }
  }

  bool parse_attribute(Selector::Compound& compound) {
    skip_space();
    Selector::Attribute attribute{name(), std::nullopt};
    if (attribute.name.empty()) return false;
    skip_space();
    if (take('=')) {
      skip_space();
      if (peek() == '"' || peek() == '\'') {
        char quote = text_[at_++];
        size_t end = text_.find(quote, at_);
        if (end == std::string_view::npos) return false;
        attribute.value = std::string(text_.substr(at_, end - at_));
        at_ = end + 1;
      } else {
        attribute.value = name();
        if (attribute.value->empty()) return false;
      }
      skip_space();
    }
    compound.attributes.push_back(std::move(attribute));
    return take(']');
  }

  Error failure() const {
    std::string where = done() ? "its end" : "“" + shorten(text_.substr(at_), 20) + "”";
    return {"The selector “" + std::string(text_) + "” cannot be used, because of " + where + ".",
            "Use tags, #id, .class, [name], [name=value] and spaces between them."};
  }

  std::string_view text_;
  size_t at_ = 0;
};

bool has_class(const Json& node, std::string_view wanted) {
  std::string_view classes = node["a"]["class"].as_string();
  while (!classes.empty()) {
    size_t start = std::min(classes.find_first_not_of(kSpace), classes.size());
    classes.remove_prefix(start);
    size_t end = std::min(classes.find_first_of(kSpace), classes.size());
    if (classes.substr(0, end) == wanted) return true;
    classes.remove_prefix(end);
  }
  return false;
}

bool matches_compound(const Selector::Compound& compound, const Json& node) {
  if (!compound.tag.empty() && node["t"].as_string() != compound.tag) return false;
  if (!compound.id.empty() && node["a"]["id"].as_string() != compound.id) return false;
  for (const std::string& name : compound.classes) {
    if (!has_class(node, name)) return false;
  }
  for (const auto& [name, value] : compound.attributes) {
    if (!node["a"].has(name) || (value && node["a"][name].as_string() != *value)) return false;
  }
  return true;
}

}  // namespace

bool Selector::matches(const std::vector<const Json*>& chain) const {
  if (chain.empty() || parts.empty() || !matches_compound(parts.back(), *chain.back())) return false;
  // With descendant combinators alone, taking the nearest ancestor that fits is never wrong.
  size_t left = parts.size() - 1;
  for (size_t i = chain.size() - 1; i > 0 && left > 0; --i) {
    if (matches_compound(parts[left - 1], *chain[i - 1])) --left;
  }
  return left == 0;
}

Result<std::vector<Selector>> parse_selectors(std::string_view text) { return Parser(text).parse(); }

Result<std::vector<Selector>> parse_selectors(const std::vector<std::string>& texts) {
  std::vector<Selector> all;
  for (const std::string& text : texts) {
    auto selectors = parse_selectors(text);
    if (!selectors) return selectors.error();
    all.insert(all.end(), selectors->begin(), selectors->end());
  }
  return all;
}

}  // namespace squall::oracle
