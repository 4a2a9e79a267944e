// One connection of the HTTP server: reads a request, calls the handler, and again until one side has had enough.
#pragma once

#include <memory>

#include "network/channel.h"
#include "network/http_server.h"

namespace squall::network {

// Returns when the connection has ended; the channel is then closed.
void serve_connection(Channel& channel, const HttpServerOptions& options, const Handler& handler);

// Does the handshake for a request that asks for a WebSocket; null, after an answer, when the request is not right.
// The socket keeps using the channel until `finish` is called on it.
class ServerWebSocket : public WebSocket {
 public:
  virtual void finish() = 0;
};
std::shared_ptr<ServerWebSocket> accept_websocket(Channel& channel, const HttpRequest& request);

}  // namespace squall::network
