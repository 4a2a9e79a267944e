#include "trace/event_name.h"

#include <algorithm>
#include <charconv>

namespace squall::trace {
namespace {

constexpr std::string_view kRoot = "root";

// The kind whose name stands at the beginning, where nothing but a detail, an ordinal or another segment follows it.
std::optional<EventKind> kind_at(std::string_view text) {
  std::string_view word = text.substr(0, text.find_first_of(":/#"));
  EventKind kind = event_kind_of(word);
  if (word.empty() || kind == EventKind::Root || word != name_of(kind)) return std::nullopt;
  return kind;
}

// Where "#3" begins that the text ends with; npos when it does not.
size_t number_at(std::string_view text) {
  size_t hash = text.find_last_not_of("0123456789");
  bool number = hash != std::string_view::npos && text[hash] == '#' && hash + 1 < text.size();
  return number ? hash : std::string_view::npos;
}

std::string escaped(std::string_view detail) {
  std::string out;
  size_t number = number_at(detail);
  for (size_t i = 0; i < detail.size(); ++i) {
    char c = detail[i];
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || i == number || (c == '/' && kind_at(detail.substr(i + 1)))) out += '\\';
    out += c;
  }
  return out;
}

std::string unescaped(std::string_view detail) {
  std::string out;
  for (size_t i = 0; i < detail.size(); ++i) {
    if (detail[i] == '\\' && i + 1 < detail.size()) {
      ++i;
      out += detail[i] == 'n' ? '\n' : detail[i];
    } else {
      out += detail[i];
    }
  }
  return out;
}

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The length of the segment at the beginning: up to a "/" that no backslash stands before and that a kind follows.
size_t segment_length(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '/' && kind_at(text.substr(i + 1)))
      return i;
  }
  return text.size();
}

// Whether a backslash stands before this place that no other one stands before.
bool is_escaped(std::string_view text, size_t at) {
  std::string_view before = text.substr(0, at);
  return (before.size() - (before.find_last_not_of('\\') + 1)) % 2 == 1;
}

std::optional<EventName::Segment> parse_segment(std::string_view text) {
  auto kind = kind_at(text);
  if (!kind) return std::nullopt;
  EventName::Segment segment;
  segment.kind = *kind;
  if (size_t hash = number_at(text); hash != std::string_view::npos && !is_escaped(text, hash)) {
    auto number = number_in(text.substr(hash + 1));
    if (!number) return std::nullopt;
    segment.ordinal = *number;
    text = text.substr(0, hash);
  }
  text.remove_prefix(std::string_view(name_of(*kind)).size());
  if (text.empty()) return segment;
  if (text.front() != ':') return std::nullopt;
  segment.detail = unescaped(text.substr(1));
  return segment;
}

// "page 2 frame 0/1: " in front of a name.
bool take_prefix(std::string_view& text, EventName& name) {
  if (text.starts_with(kRoot)) return true;
  size_t end = text.find(": root");
  if (end == std::string_view::npos) return false;
  std::string_view prefix = text.substr(0, end);
  text.remove_prefix(end + 2);
  if (prefix.starts_with("page ")) {
    prefix.remove_prefix(5);
    auto number = number_in(prefix.substr(0, prefix.find(' ')));
    if (!number) return false;
    name.page = *number;
    size_t space = prefix.find(' ');
    prefix = space == std::string_view::npos ? "" : prefix.substr(space + 1);
    if (prefix.empty()) return true;
  }
  if (!prefix.starts_with("frame ")) return false;
  name.frame = prefix.substr(6);
  return true;
}

}  // namespace

EventName EventName::child(EventKind kind, std::string detail, int ordinal) const {
  EventName out = *this;
  out.path.push_back({kind, std::move(detail), ordinal});
  return out;
}

EventName EventName::parent() const {
  EventName out = *this;
  if (!out.path.empty()) out.path.pop_back();
  return out;
}

bool EventName::derives_from(const EventName& cause) const {
  return page == cause.page && path.size() > cause.path.size() &&
         std::equal(cause.path.begin(), cause.path.end(), path.begin());
}

int EventName::step() const {
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    if (at->kind == EventKind::User) return std::max(number_in(at->detail).value_or(0), 0) - 1;
  }
  return -1;
}

std::string to_text(const EventName& name) {
  std::string out;
  if (name.page != 0) out = "page " + std::to_string(name.page);
  if (!name.frame.empty()) out += (out.empty() ? "frame " : " frame ") + name.frame;
  if (!out.empty()) out += ": ";
  out += kRoot;
  for (const auto& segment : name.path) {
    out += '/';
    out += name_of(segment.kind);
    if (!segment.detail.empty()) out += ':' + escaped(segment.detail);
    if (segment.ordinal != 0) out += '#' + std::to_string(segment.ordinal);
  }
  return out;
}

std::optional<EventName> parse_event_name(std::string_view text) {
  EventName name;
  if (!take_prefix(text, name)) return std::nullopt;
  text.remove_prefix(kRoot.size());
  while (!text.empty()) {
    if (text.front() != '/') return std::nullopt;
    text.remove_prefix(1);
    size_t length = segment_length(text);
    auto segment = parse_segment(text.substr(0, length));
    if (!segment) return std::nullopt;
    name.path.push_back(std::move(*segment));
    text.remove_prefix(length);
  }
  return name;
}

EventName name_of(const Trace& trace, EventId id) {
  auto exists = [&](EventId e) { return e.valid() && static_cast<size_t>(e.value) < trace.events.size(); };
  EventName name;
  if (!exists(id)) return name;
  // A step has the same name wherever its element is.
  if (trace[id].frame != "0" && trace[id].kind != EventKind::User) name.frame = trace[id].frame;
  // A broken trace may hold a circle of causes: no path is longer than the trace.
  size_t steps = 0;
  for (EventId at = id; exists(at) && steps < trace.events.size(); at = trace[at].cause, ++steps) {
    const Event& event = trace[at];
    if (event.kind != EventKind::Root) name.path.push_back({event.kind, event.detail, event.ordinal});
  }
  std::reverse(name.path.begin(), name.path.end());
  return name;
}

std::string event_name(const Trace& trace, EventId id) {
  bool exists = id.valid() && static_cast<size_t>(id.value) < trace.events.size();
  return exists ? to_text(name_of(trace, id)) : "";
}

EventName step_name(int position) { return EventName{}.child(EventKind::User, std::to_string(position + 1)); }

}  // namespace squall::trace
