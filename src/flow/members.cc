#include "flow/members.h"

#include <algorithm>

#include "base/text.h"

namespace squall::flow {
namespace {

std::string in_backticks(std::string_view name) { return "`" + std::string(name) + "`"; }

}  // namespace

const Json* Members::find(std::string_view name) {
  read_.emplace_back(name);
  const Json& member = json_[name];
  return member.is_null() ? nullptr : &member;
}

std::optional<std::string> Members::text(std::string_view name) {
  const Json* member = find(name);
  if (!member) return std::nullopt;
  if (member->is_string()) return member->as_string();
  fail(in_backticks(name) + " must be a text, not " + shorten(member->dump(), 40));
  return std::nullopt;
}

std::optional<double> Members::number(std::string_view name) {
  const Json* member = find(name);
  if (!member) return std::nullopt;
  if (member->is_number()) return member->as_double();
  fail(in_backticks(name) + " must be a number, not " + shorten(member->dump(), 40));
  return std::nullopt;
}

std::optional<bool> Members::flag(std::string_view name) {
  const Json* member = find(name);
  if (!member) return std::nullopt;
  if (member->is_bool()) return member->as_bool();
  fail(in_backticks(name) + " must be true or false, not " + shorten(member->dump(), 40));
  return std::nullopt;
}

std::string Members::choice(std::string_view name, std::string_view fallback, const std::vector<std::string>& known) {
  auto value = text(name);
  if (!value) return std::string(fallback);
  if (std::find(known.begin(), known.end(), *value) == known.end()) {
    fail(in_backticks(name) + " must be one of " + join(known, ", ") + ", not “" + shorten(*value, 40) + "”");
  }
  return *value;
}

std::string Members::need_text(std::string_view name, std::string_view hint) {
  auto value = text(name);
  if (!value) fail("needs " + in_backticks(name), hint);
  return value.value_or("");
}

double Members::need_number(std::string_view name) {
  auto value = number(name);
  if (!value) fail("needs " + in_backticks(name) + ", a number");
  return value.value_or(0);
}

void Members::fail(std::string_view what, std::string_view hint) {
  if (!error_) error_ = Error{where_ + ": " + std::string(what), std::string(hint)};
}

Json Members::rest() const {
  Json rest;
  for (const auto& [name, value] : json_.members()) {
    if (std::find(read_.begin(), read_.end(), name) == read_.end()) rest.set(name, value);
  }
  return rest;
}

}  // namespace squall::flow
