#include "network/traffic_record.h"

#include <algorithm>
#include <chrono>

#include "base/iso_time.h"
#include "base/text.h"
#include "network/traffic_cdp.h"

namespace squall::network {
namespace {

constexpr Millis kLongestRead{10'000};  // of one body
constexpr Millis kSilence{1000};        // after which a body that trickles in is taken to go on for ever
constexpr size_t kPiece = 1 << 18;      // bytes that are read at once, at most
constexpr size_t kTrickle = 1 << 13;
constexpr double kQuick = 50;                          // ms for a piece that was there already
constexpr int64_t kLargestBody = 64 << 20;             // bytes of a body that we keep
constexpr const char* kCutShort = "ConnectionClosed";  // of Fetch.failRequest: the body did not come whole

// -1 when nothing is said about it.
int64_t length_of(const Response& response) {
  std::string text = header_or_empty(response.headers, "content-length");
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::stoll(text);
}

// Whether it is of a type that servers send piece by piece, for as long as it takes.
bool trickles(const Response& response) {
  std::string type = to_lower(header_or_empty(response.headers, "content-type"));
  for (const char* word : {"event-stream", "ndjson", "json-seq", "jsonl", "x-mixed-replace", "stream+json", "grpc"}) {
    if (type.find(word) != std::string::npos) return true;
  }
  return false;
}

std::string bytes_of(const Json& reply, std::string_view member) {
  const std::string& text = reply[member].as_string();
  return reply["base64Encoded"].as_bool() ? base64_decode(text).value_or("") : text;
}

// "Error during WebSocket handshake: Unexpected response code: 403" gives 403.
int status_in(const std::string& message) {
  size_t colon = message.rfind(": ");
  if (colon == std::string::npos) return 0;
  std::string number = message.substr(colon + 2);
  bool is_status = number.size() == 3 && number.find_first_not_of("0123456789") == std::string::npos;
  return is_status ? std::stoi(number) : 0;
}

double wall_ms() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<Millis>(now).count());
}

}  // namespace

size_t LiveRecord::begin(const std::string& id, const Request& request) {
  Note note;
  note.id = id;
  note.hop = static_cast<size_t>(std::ranges::count(notes_, id, &Note::id));
  note.entry.request = request;
  note.entry.started_ms = ms_since(started_);
  notes_.push_back(std::move(note));
  return notes_.size() - 1;
}

std::string LiveRecord::take_response(size_t place, const browser::Event& event, Millis patience) {
  Note& note = notes_[place];
  if (!event.params.has("responseStatusCode")) {
    gate_.pass_unread(pause_of(event));  // it failed; `end` will tell how
    return "";
  }
  take_head(note, event.params);
  Response& response = note.entry.response;
  int64_t length = length_of(response);
  bool stream = note.entry.request.type == "eventsource";
  Read read = Read::Whole;
  if (stream) last_message_ = Clock::now();
  if (stream || !has_body(note.entry.request, response) || length > kLargestBody) {
    gate_.pass_unread(pause_of(event));
  } else {
    read = length >= 0 ? read_whole(note, event) : read_stream(note, event, patience);
  }
  if (read == Read::Open) return "";
  note.answered = read != Read::Broken && length <= kLargestBody;
  response.latency_ms = ms_since(started_) - note.entry.started_ms;
  if (length > kLargestBody) return "not recorded: " + std::to_string(length >> 20) + " MB are too much";
  if (read == Read::CutOff)
    return "cut off after " + count_of(response.body.size(), "byte") + ": the server did not end it";
  return "";
}

void LiveRecord::take_head(Note& note, const Json& params) {
  Response& response = note.entry.response;
  response.open = false;
  response.status = static_cast<int>(params["responseStatusCode"].as_int());
  response.status_text = params["responseStatusText"].as_string();
  response.headers = headers_from_cdp(params["responseHeaders"]);
}

// When the body did not come as it was announced, the page sees the failure, and so does `end`.
LiveRecord::Read LiveRecord::read_whole(Note& note, const browser::Event& event) {
  auto reply =
      page_.connection().call(event.session, "Fetch.getResponseBody",
                              Json::object({{"requestId", event.params["requestId"]}}), Deadline::after(kLongestRead));
  Response& response = note.entry.response;
  if (reply) response.body = bytes_of(*reply, "body");
  // Chromium gives what came before the connection was lost, and says nothing.
  bool encoded = find_header(response.headers, "content-encoding") != nullptr;
  bool whole = reply && (encoded || static_cast<int64_t>(response.body.size()) >= length_of(response));
  if (whole)
    gate_.pass_on(pause_of(event), note.entry.request, response);
  else
    gate_.fail(pause_of(event), kCutShort);
  return whole ? Read::Whole : Read::Broken;
}

// A body of unknown length is read piece by piece. Afterwards Chromium has it no more, and the page gets it from us.
LiveRecord::Read LiveRecord::read_stream(Note& note, const browser::Event& event, Millis patience) {
  auto& connection = page_.connection();
  auto taken = connection.call(event.session, "Fetch.takeResponseBodyAsStream",
                               Json::object({{"requestId", event.params["requestId"]}}), Deadline::after(kLongestRead));
  if (!taken) {
    gate_.fail(pause_of(event), kCutShort);
    return Read::Broken;
  }
  Json stream = Json::object({{"handle", (*taken)["stream"]}});
  Json one_byte = Json(stream).set("size", 1);
  Reading reading{event.session, stream, connection.send(event.session, "IO.read", one_byte), pause_of(event),
                  trickles(note.entry.response)};
  bool by_script = note.entry.request.type == "xhr" || note.entry.request.type == "fetch";
  if (by_script && !reading.trickles && !connection.await(reading.first, Deadline::after(patience))) {
    note.reading = std::move(reading);
    note.entry.response.open = true;
    return Read::Open;
  }
  return finish_stream(note, reading);
}

LiveRecord::Read LiveRecord::finish_stream(Note& note, const Reading& reading) {
  Response& response = note.entry.response;
  Read read = read_pieces(reading, Deadline::after(kLongestRead), response.body);
  page_.connection().post(reading.session, "IO.close", reading.stream);
  if (read == Read::Broken)
    gate_.fail(reading.pause, kCutShort);
  else
    gate_.answer(reading.pause, note.entry.request, response, response.body);
  return read;
}

std::vector<size_t> LiveRecord::take_late_bodies() {
  std::vector<size_t> places;
  for (size_t place = 0; place < notes_.size(); ++place) {
    Note& note = notes_[place];
    if (!note.reading || !page_.connection().settled(note.reading->first)) continue;
    Reading reading = std::move(*note.reading);
    note.reading.reset();
    note.entry.response.open = false;
    note.answered = finish_stream(note, reading) != Read::Broken;
    note.entry.response.latency_ms = ms_since(started_) - note.entry.started_ms;
    places.push_back(place);
  }
  return places;
}

// IO.read answers when it has as many bytes as it was asked for, or at the end; what it has until then cannot be had.
// So pieces begin small, grow while they come quickly, and are small again after one that did not. What trickles in is
// read byte by byte at first: a silence then means that the server has said all, for now.
LiveRecord::Read LiveRecord::read_pieces(const Reading& reading, Deadline deadline, std::string& body) {
  auto& connection = page_.connection();
  auto limit = [&] { return reading.trickles ? deadline.at_most(kSilence) : deadline; };
  auto asked = Clock::now();
  auto piece = connection.wait(reading.first, limit());
  for (size_t size = 1; piece;) {
    body += bytes_of(*piece, "data");
    if ((*piece)["eof"].as_bool()) return Read::Whole;
    if (static_cast<int64_t>(body.size()) >= kLargestBody) return Read::CutOff;
    size = ms_since(asked) < kQuick ? std::min(size * 2, kPiece) : 1;
    bool by_byte = reading.trickles && body.size() < kTrickle;
    Json more = Json(reading.stream).set("size", by_byte ? size_t{1} : size);
    asked = Clock::now();
    piece = connection.call(reading.session, "IO.read", more, limit());
  }
  return piece.error().kind == browser::CallError::TimedOut ? Read::CutOff : Read::Broken;
}

void LiveRecord::on_extra_info(const Json& params) {
  std::string lines;
  for (const auto& [name, value] : params["headers"].members()) {
    if (to_lower(name) == "set-cookie") lines = value.as_string();
  }
  cookies_[params["requestId"].as_string()].push_back(std::move(lines));
}

void LiveRecord::end(size_t place, const std::string& failure, bool given_up) {
  Note& note = notes_[place];
  bool stream = note.entry.request.type == "eventsource";
  if (stream && note.answered && !given_up) {
    note.ended = true;  // but messages can still be on their way to us
    last_message_ = Clock::now();
  } else {
    std::erase_if(streams_, [&](const auto& open) { return open.second == place; });
  }
  if (note.answered) return;
  note.entry.response.latency_ms = ms_since(started_) - note.entry.started_ms;
  note.reading.reset();
  if (given_up) {
    note.given_up = true;
  } else if (!failure.empty()) {
    note.entry.response.failure = failure;
    note.entry.response.open = false;
    note.answered = true;
  }
}

void LiveRecord::listen(const std::string& id, size_t place) {
  last_message_ = Clock::now();
  const std::string& url = notes_[place].entry.request.url;
  auto before =
      std::ranges::find_if(notes_, [&](const Note& one) { return one.ended && one.entry.request.url == url; });
  if (before == notes_.end()) {
    streams_[id] = place;
    return;
  }
  before->ended = false;
  notes_[place].given_up = true;
  add_signal(before->entry, StreamMessage::Signal::Error);
  add_signal(before->entry, StreamMessage::Signal::Open);
  auto first = static_cast<size_t>(before - notes_.begin());
  std::erase_if(streams_, [&](const auto& open) { return open.second == first; });
  streams_[id] = first;
}

void LiveRecord::open_socket(const Json& params) {
  size_t place = begin(params["requestId"].as_string(), {"GET", params["url"].as_string(), "", {}, "websocket"});
  notes_[place].entry.response.status = 101;
  notes_[place].answered = true;
  streams_[params["requestId"].as_string()] = place;
}

void LiveRecord::on_stream(const browser::Event& event) {
  const Json& params = event.params;
  last_message_ = Clock::now();
  if (event.method == "Network.webSocketCreated") return open_socket(params);
  auto found = streams_.find(params["requestId"].as_string());
  if (found == streams_.end()) return;
  Entry& entry = notes_[found->second].entry;
  StreamMessage message;
  if (event.method == "Network.webSocketClosed") {
    streams_.erase(found);
  } else if (event.method == "Network.webSocketFrameError") {
    std::string text = params["errorMessage"].as_string();
    if (!entry.messages.empty() || text.find("handshake") == std::string::npos) return;
    entry.response.status = status_in(text);
    entry.response.failure = "ERR_FAILED";
  } else if (event.method == "Network.eventSourceMessageReceived") {
    message.data = params["data"].as_string();
    message.event = params["eventName"].as_string();
    message.id = params["eventId"].as_string();
    add_message(entry, std::move(message));
  } else if (event.method == "Network.webSocketFrameReceived" || event.method == "Network.webSocketFrameSent") {
    int64_t opcode = params.at("response", "opcode").as_int();
    if (opcode != 1 && opcode != 2) return;
    message.sent = event.method == "Network.webSocketFrameSent";
    message.binary = opcode == 2;
    std::string data = params.at("response", "payloadData").as_string();
    message.data = message.binary ? base64_decode(data).value_or("") : data;
    add_message(entry, std::move(message));
  }
}

void LiveRecord::close(const std::string& url, int code, const std::string& reason) {
  auto is_it = [&](const Note& one) {
    bool socket = one.entry.request.type == "websocket" && one.entry.request.url == url;
    return socket && !one.ended && one.entry.response.failure.empty();
  };
  auto note = std::ranges::find_if(notes_, is_it);
  if (note == notes_.end()) return;
  note->ended = true;
  StreamMessage message;
  message.signal = StreamMessage::Signal::Close;
  message.code = code;
  message.data = reason;
  add_message(note->entry, std::move(message));
}

void LiveRecord::add_message(Entry& entry, StreamMessage message) const {
  message.time_ms = ms_since(started_) - entry.started_ms;
  message.after_sent = static_cast<int>(std::ranges::count_if(entry.messages, &StreamMessage::sent));
  entry.messages.push_back(std::move(message));
}

void LiveRecord::add_signal(Entry& entry, StreamMessage::Signal signal) const {
  StreamMessage message;
  message.signal = signal;
  add_message(entry, std::move(message));
}

// With all that came late.
Entry LiveRecord::finished(const Note& note) const {
  Entry entry = note.entry;
  if (note.ended && entry.request.type == "eventsource") add_signal(entry, StreamMessage::Signal::Error);
  auto found = cookies_.find(note.id);
  if (found == cookies_.end() || note.hop >= found->second.size() || found->second[note.hop].empty()) return entry;
  for (const std::string& line : split(found->second[note.hop], '\n'))
    entry.response.headers.emplace_back("Set-Cookie", line);
  return entry;
}

std::shared_ptr<const Entry> LiveRecord::find(const Request& request) const {
  std::string key = key_of(request);
  for (const Note& note : notes_) {
    if (note.answered && !note.given_up && key_of(note.entry.request) == key)
      return std::make_shared<const Entry>(finished(note));
  }
  return nullptr;
}

Recording LiveRecord::recording() const {
  Recording out;
  out.started = iso_time(wall_ms() - ms_since(started_));
  for (const Note& note : notes_) {
    if (note.entry.response.open || (note.answered && !note.given_up)) out.entries.push_back(finished(note));
  }
  return out;
}

}  // namespace squall::network
