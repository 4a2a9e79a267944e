// Reads the members of one JSON object, and remembers the first thing that is wrong with them and which were read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::flow {

class Members {
 public:
  // `where` stands at the start of every error: "flow.json: step 3 (click)".
  Members(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  // nullptr when the member is missing or null.
  const Json* find(std::string_view name);

  std::optional<std::string> text(std::string_view name);
  std::optional<double> number(std::string_view name);
  std::optional<bool> flag(std::string_view name);
  // A text that must be one of a few.
  std::string choice(std::string_view name, std::string_view fallback, const std::vector<std::string>& known);

  std::string need_text(std::string_view name, std::string_view hint = "");
  double need_number(std::string_view name);

  void fail(std::string_view what, std::string_view hint = "");
  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }
  const std::string& where() const { return where_; }

  // The members that nobody asked for; null when there are none.
  Json rest() const;

 private:
  const Json& json_;
  std::string where_;
  std::vector<std::string> read_;
  std::optional<Error> error_;
};

}  // namespace squall::flow
