#include "cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/log.h"
#include "store/version.h"

namespace squall::cli {
namespace {

struct Output {
  std::string command;
  bool json = false;
  bool has_document = false;
  int failure = 0;  // errno of the first write that failed
};

Output& output() {
  static Output instance;
  return instance;
}

void write_stdout(std::string_view text) {
  while (!text.empty() && output().failure == 0) {
    ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      output().failure = errno;
    else
      text.remove_prefix(static_cast<size_t>(n));
  }
}

// JSON allows DEL and the C1 controls as they are, and a terminal acts on them. They stand in strings only.
std::string without_controls(std::string_view json) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(json.size());
  for (size_t i = 0; i < json.size(); ++i) {
    auto byte = static_cast<unsigned char>(json[i]);
    auto next = i + 1 < json.size() ? static_cast<unsigned char>(json[i + 1]) : 0;
    bool c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;
    if (c1) byte = next, ++i;
    if (c1 || byte == 0x7F)
      out.append("\\u00") += {kHex[byte >> 4], kHex[byte & 15]};
    else
      out += json[i];
  }
  return out;
}

}  // namespace

void begin_output(std::string command, bool json) { output() = {std::move(command), json, false, 0}; }

void say_line(std::string_view text) {
  // A log with stdout behind it: it takes the control characters out.
  static Log* lines = new Log(LogOutput{write_stdout});
  if (output().json)
    program_log().line(LogLevel::Normal, text);
  else
    lines->line(LogLevel::Quiet, text);
}

void print_document(const Json& document) {
  if (!output().json || output().has_document) return;
  output().has_document = true;
  write_stdout(without_controls(document.dump_pretty()));
}

void print_error_document(const Error& error) {
  print_document(Json::object({{"squall", store::kVersion},
                               {"schema", store::kSchema},
                               {"command", output().command},
                               {"error", Json::object({{"message", error.message}, {"hint", error.hint}})}}));
}

void print_text(std::string_view text) { write_stdout(text); }

Status end_output() {
  int failure = output().failure;
  if (failure == 0 || failure == EPIPE) return {};
  std::string hint = failure == ENOSPC ? "The disk is full: free some space." : "Is it open for writing?";
  return Error{std::string("cannot write to stdout: ") + std::strerror(failure), hint};
}

}  // namespace squall::cli
