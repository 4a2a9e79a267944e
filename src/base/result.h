// Result<T>: a value, or an Error that a person can act on.
//
// A page that misbehaves is a value of its own type; a broken environment (no browser, full disk, unreadable file) is
// a Result; our own mistake stops the program through SQUALL_CHECK.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace squall {

// What went wrong, and what to do about it (`hint` may be empty).
struct Error {
  std::string message;
  std::string hint;
};

// The error with this hint, unless it has one.
Error with_hint(const Error& error, const std::string& hint);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// A Result without a value: `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace squall

// Our own mistakes stop the program, in release builds too.
#define SQUALL_CHECK(condition)                                             \
  do {                                                                      \
    if (!(condition)) ::squall::fail_check(#condition, __FILE__, __LINE__); \
  } while (false)
