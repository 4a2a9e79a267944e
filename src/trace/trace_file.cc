// The file format of a trace.
//
//   file      := { "format": "squall-trace", "version": 2,
//                  "strings":    [ string* ],
//                  "events":     [ event* ],
//                  "operations": [ operation* ] }
//   event     := [ cause, KIND, DETAIL, ordinal, step, turn, time, FRAME, URL, line, column ]
//              | [ cause, KIND, DETAIL, ordinal, step, turn, time, FRAME, URL, line, column, STACK ]
//   operation := [ event, KIND, other, TEXT, EXTRA, URL, line, column ]
//              | [ event, KIND, other, TEXT, EXTRA, URL, line, column, x, y, width, height ]
//              | [ event, KIND, other, TEXT, EXTRA, URL, line, column, x, y, width, height, STACK ]
//
// A word in capitals is an index into `strings`; kinds are written by name, so that the order of the enums is no part
// of the format. `cause`, `event` and `other` are indices into `events`, -1 is none; a cause stands before its effect.
// An operation with an empty rectangle and no stack leaves them out. `time` and the rectangle are numbers, all else are
// integers.
//
// A reader refuses a version above its own. A change of the grammar raises the version.
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

#include "trace/trace.h"

namespace squall::trace {
namespace {

constexpr const char* kFormat = "squall-trace";
constexpr int kVersion = 2;
constexpr size_t kEventFields = 11;
constexpr size_t kOpFields = 8;
constexpr size_t kOpFieldsWithRect = 12;

class StringTable {
 public:
  Json index_of(const std::string& text) {
    auto [entry, added] = index_.emplace(text, index_.size());
    if (added) strings_.push_back(text);
    return Json(entry->second);
  }
  Json take() { return Json(std::move(strings_)); }

 private:
  std::unordered_map<std::string, size_t> index_;
  Json::Array strings_;
};

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(0); }

Json row_of(const Event& event, StringTable& strings) {
  Json::Array row{event.cause.value,
                  strings.index_of(name_of(event.kind)),
                  strings.index_of(event.detail),
                  event.ordinal,
                  event.step,
                  event.turn,
                  number(event.time),
                  strings.index_of(event.frame),
                  strings.index_of(event.where.url),
                  event.where.line,
                  event.where.column};
  if (!event.stack.empty()) row.push_back(strings.index_of(event.stack));
  return Json(std::move(row));
}

Json row_of(const Operation& op, StringTable& strings) {
  Json::Array row{op.event.value,
                  strings.index_of(name_of(op.kind)),
                  op.other.value,
                  strings.index_of(op.text),
                  strings.index_of(op.extra),
                  strings.index_of(op.where.url),
                  op.where.line,
                  op.where.column};
  const Rect& rect = op.rect;
  if (rect.x != 0 || rect.y != 0 || rect.width != 0 || rect.height != 0 || !op.stack.empty()) {
    for (double value : {rect.x, rect.y, rect.width, rect.height}) row.push_back(number(value));
  }
  if (!op.stack.empty()) row.push_back(strings.index_of(op.stack));
  return Json(std::move(row));
}

// Reads the fields of one row; the first field that is not what the grammar says is remembered.
class RowReader {
 public:
  RowReader(const Json& row, const Json& strings) : row_(row), strings_(strings) {}

  int integer(size_t field, int64_t low = std::numeric_limits<int>::min(),
              int64_t high = std::numeric_limits<int>::max()) {
    const Json& value = row_[field];
    double exact = value.as_double(0.5);
    if (!value.is_number() || exact != std::floor(exact) || exact < static_cast<double>(low) ||
        exact > static_cast<double>(high)) {
      ok_ = false;
      return 0;
    }
    return static_cast<int>(value.as_int());
  }
  double real(size_t field) {
    ok_ = ok_ && row_[field].is_number();
    return row_[field].as_double();
  }
  const std::string& text(size_t field) {
    int index = integer(field, 0, static_cast<int64_t>(strings_.size()) - 1);
    const Json& text = strings_[static_cast<size_t>(index)];
    ok_ = ok_ && text.is_string();
    return text.as_string();
  }
  bool ok() const { return ok_; }

 private:
  const Json& row_;
  const Json& strings_;
  bool ok_ = true;
};

Error broken(const std::string& what) {
  return Error{"The trace file is broken: " + what + ".", "Record the page again."};
}

Result<Event> event_from(const Json& row, const Json& strings, size_t index) {
  RowReader in(row, strings);
  Event event;
  event.id.value = static_cast<int>(index);
  event.cause.value = in.integer(0, -1, static_cast<int64_t>(index) - 1);
  event.kind = event_kind_of(in.text(1));
  event.detail = in.text(2);
  event.ordinal = in.integer(3);
  event.step = in.integer(4);
  event.turn = in.integer(5);
  event.time = in.real(6);
  event.frame = in.text(7);
  event.where = {in.text(8), in.integer(9), in.integer(10)};
  if (row.size() == kEventFields + 1) event.stack = in.text(kEventFields);
  if (row.size() < kEventFields || row.size() > kEventFields + 1 || !in.ok())
    return broken("event " + std::to_string(index) + " cannot be read");
  return event;
}

Result<Operation> operation_from(const Json& row, const Json& strings, size_t index, size_t events) {
  auto last = static_cast<int64_t>(events) - 1;
  RowReader in(row, strings);
  Operation op;
  op.event.value = in.integer(0, 0, last);
  const std::string& kind = in.text(1);
  op.kind = op_kind_of(kind);
  op.other.value = in.integer(2, -1, last);
  op.text = in.text(3);
  op.extra = in.text(4);
  op.where = {in.text(5), in.integer(6), in.integer(7)};
  bool has_stack = row.size() == kOpFieldsWithRect + 1;
  bool has_rect = row.size() == kOpFieldsWithRect || has_stack;
  if (has_rect) op.rect = {in.real(8), in.real(9), in.real(10), in.real(11)};
  if (has_stack) op.stack = in.text(kOpFieldsWithRect);
  bool sized = row.size() == kOpFields || has_rect;
  if (!sized || !in.ok() || !known_op_kind(kind)) {
    return broken("operation " + std::to_string(index) + " cannot be read");
  }
  return op;
}

Status check_header(const Json& json) {
  if (!json.is_object() || json["format"].as_string() != kFormat) {
    return Error{"This is not a trace file of squall.", ""};
  }
  int64_t version = json["version"].as_int();
  if (version > kVersion) {
    return Error{"The trace file has version " + std::to_string(version) + "; this squall reads up to version " +
                     std::to_string(kVersion) + ".",
                 "Update squall."};
  }
  if (version < 1) return broken("it has no version");
  for (const char* member : {"strings", "events", "operations"}) {
    if (!json[member].is_array()) return broken(std::string("it has no ") + member);
  }
  return {};
}

}  // namespace

Json to_json(const Trace& trace) {
  StringTable strings;
  Json::Array events, operations;
  events.reserve(trace.events.size());
  operations.reserve(trace.operations.size());
  for (const Event& event : trace.events) events.push_back(row_of(event, strings));
  for (const Operation& op : trace.operations) operations.push_back(row_of(op, strings));
  return Json::object({{"format", kFormat},
                       {"version", kVersion},
                       {"strings", strings.take()},
                       {"events", Json(std::move(events))},
                       {"operations", Json(std::move(operations))}});
}

Result<Trace> trace_from_json(const Json& json) {
  if (Status header = check_header(json); !header) return header.error();
  const Json& strings = json["strings"];
  const Json& events = json["events"];
  const Json& operations = json["operations"];
  Trace trace;
  for (size_t i = 0; i < events.size(); ++i) {
    Result<Event> event = event_from(events[i], strings, i);
    if (!event) return event.error();
    trace.events.push_back(std::move(*event));
  }
  for (size_t i = 0; i < operations.size(); ++i) {
    Result<Operation> op = operation_from(operations[i], strings, i, events.size());
    if (!op) return op.error();
    trace.operations.push_back(std::move(*op));
  }
  return trace;
}

}  // namespace squall::trace
