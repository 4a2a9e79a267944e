// What the real server answers, written down as it comes: the half of Traffic that records.
//
// A request that goes to the server is paused a second time, when its response has begun: only there can the bytes of
// the body be had as they are (afterwards Chromium tells texts, not bytes, and forgets some). Set-Cookie headers come
// on a way of their own, at any time. The body is then read to its end before the page gets it, so that the page sees
// what a replay will show it: a whole response at once. A body that does not end is cut off.
//
// Connections that bring messages (EventSource, WebSocket) are not read but listened to.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "browser/page.h"
#include "network/gate.h"
#include "network/recording.h"

namespace squall::network {

class LiveRecord {
 public:
  // Both outlive it.
  LiveRecord(browser::Page& page, const Gate& gate) : page_(page), gate_(gate) {}

  // A request goes to the server; gives its place in the record. The hops of a redirect have the same id.
  size_t begin(const std::string& id, const Request& request);
  // The response is there, paused by `event`: writes it down, and lets the page have it. Gives a note for people when
  // it was cut off, or not written down. Some servers send the head of an answer long before they have anything to say:
  // where a script asked, and the first byte does not come in `patience`, the request is left open.
  std::string take_response(size_t place, const browser::Event& event, Millis patience);
  bool is_open(size_t place) const { return notes_[place].entry.response.open; }
  // Of what was left open with a head alone: bodies that have begun to come are read, and the page gets them. The
  // places of these.
  std::vector<size_t> take_late_bodies();
  // Nobody waits for the response any more; when it comes all the same, it is written down.
  void leave_open(size_t place) { notes_[place].entry.response.open = true; }
  // Network.responseReceivedExtraInfo: of the responses to a request id, one after the other.
  void on_extra_info(const Json& params);
  // The request ended. What the page itself gave up has no answer that could be repeated, unless it was there before.
  void end(size_t place, const std::string& failure, bool given_up);

  // EventSource: the messages of request `id` belong to this entry. One that was ended by the server, and that the
  // browser opens again, goes on in the entry where it began.
  void listen(const std::string& id, size_t place);
  // An event of the protocol about a WebSocket or EventSource.
  void on_stream(const browser::Event& event);
  void close(const std::string& url, int code, const std::string& reason);
  bool has_streams() const { return !streams_.empty(); }
  Clock::time_point last_message() const { return last_message_; }

  // The answer to exactly this request; null when there is none yet.
  std::shared_ptr<const Entry> find(const Request& request) const;
  // In the order of asking, without what was never answered but for what was left open.
  Recording recording() const;

 private:
  // A body that comes piece by piece.
  struct Reading {
    browser::SessionId session;
    Json stream;
    browser::CallId first;  // asks for the first byte
    Pause pause;
    bool trickles = false;
  };
  struct Note {
    Entry entry;
    std::string id;
    size_t hop = 0;  // among those with the same id
    bool answered = false;
    bool given_up = false;
    std::optional<Reading> reading = {};  // left open
    bool ended = false;  // a connection that the server ended, and that the browser has not opened again
  };
  void take_head(Note& note, const Json& params);
  enum class Read { Whole, CutOff, Broken, Open };
  Read read_whole(Note& note, const browser::Event& event);
  Read read_stream(Note& note, const browser::Event& event, Millis patience);
  Read finish_stream(Note& note, const Reading& reading);
  Read read_pieces(const Reading& reading, Deadline deadline, std::string& body);
  void open_socket(const Json& params);
  Entry finished(const Note& note) const;
  void add_signal(Entry& entry, StreamMessage::Signal signal) const;
  void add_message(Entry& entry, StreamMessage message) const;

  browser::Page& page_;
  const Gate& gate_;
  std::vector<Note> notes_;
  std::map<std::string, std::vector<std::string>> cookies_;  // by request id: of each hop the lines of Set-Cookie
  std::map<std::string, size_t> streams_;                    // open connections: request id to place
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_message_ = Clock::now();
};

}  // namespace squall::network
