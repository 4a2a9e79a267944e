// What squall prints on stdout: the result, and nothing else. With --json that is one JSON document, also when the
// command could not be done; everything that is for people then goes to stderr.
//
// Text of a page is shown without its control characters, so that no page can steer the terminal. A stdout that cannot
// be written to (a full disk) is remembered, and makes the exit code 2; one whose reader went away is not an error.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/one_line.h"
#include "base/result.h"

namespace squall::cli {

// Says once, before anything is printed, which command runs and whether stdout is for JSON.
void begin_output(std::string command, bool json);

// A line, or several, for people.
void say_line(std::string_view text);
// The one document of --json. Does nothing without --json, and when there was one before.
void print_document(const Json& document);
// The document of a command that could not be done:
//   { "squall": "0.1.0", "schema": 1, "command": "record", "error": { "message": "…", "hint": "…" } }
void print_error_document(const Error& error);
// Text as it is, for --help and --version.
void print_text(std::string_view text);

// What became of stdout: an Error when something could not be written.
Status end_output();

}  // namespace squall::cli
