// A recording with one of everything, for tests.
#pragma once

#include "network/recording.h"

namespace squall::network {

inline Recording sample_recording() {
  Recording recording;
  recording.started = "2024-02-29T12:00:00.250Z";
  Entry page;
  page.request = {
      "GET", "http://h/?q=a%20b&q=&x", "", {{"Cookie", "sid=1; theme=dark=er"}, {"Accept", "*/*"}}, "document"};
  page.response = {200,
                   "OK",
                   {{"Content-Type", "text/html; charset=utf-8"}, {"Set-Cookie", "sid=2; Path=/; HttpOnly"}},
                   "<p>é\"\\\n\x01</p>",
                   "",
                   12.345678};
  page.started_ms = 0.1;

  Entry image;
  image.request = {"GET", "http://h/i.png", "", {}, "image"};
  image.response = {
      200, "", {{"content-type", "image/png"}, {"content-encoding", "gzip"}}, std::string("\x89PNG\0\xff\xfe", 7),
      "",  3};
  image.started_ms = 20;

  Entry post;
  post.request = {
      "POST", "http://h/save", std::string("\xff\0x", 3), {{"content-type", "application/octet-stream"}}, "fetch"};
  post.response = {302, "Found", {{"Location", "/done"}}, "", "", 0};
  post.started_ms = 21.5;

  Entry refused;
  refused.request = {"GET", "http://gone/", "", {}, "script"};
  refused.response.failure = "ERR_CONNECTION_REFUSED";
  refused.started_ms = 21.5;

  Entry socket;
  socket.request = {"GET", "ws://h/chat", "", {}, "websocket"};
  socket.response = {101, "Switching Protocols", {{"upgrade", "websocket"}}, "", "", 1};
  socket.messages = {{true, "hello", false, "", "", 1.5, 0},
                     {false, std::string("\0\xff", 2), true, "", "", 2.25, 1},
                     {false, "out of turn", false, "", "", 3, 0}};
  socket.started_ms = 30;

  Entry events;
  events.request = {"GET", "http://h/events", "", {}, "eventsource"};
  events.response = {200, "OK", {{"content-type", "text/event-stream"}}, "", "", 1e6};
  events.messages = {{false, "one\ntwo", false, "tick", "7", 10, 0}, {false, "", false, "", "", 20, 0}};
  events.started_ms = 10;  // out of order on purpose: our own order is kept

  Entry poll;
  poll.request = {"GET", "http://h/poll?since=3", "", {}, "xhr"};
  poll.response.open = true;
  poll.started_ms = 40;

  recording.entries = {page, image, post, refused, socket, events, poll};
  return recording;
}

}  // namespace squall::network
