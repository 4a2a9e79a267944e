// One connection of the HTTP server: reads a request, calls the handler, and again until one side has had enough.
#pragma once

#include <memory>

#include "serve/http_server.h"
#include "serve/tcp_stream.h"

namespace squall::serve {

// Returns when the connection has ended; the stream is then closed.
void serve_connection(TcpStream& tcp, const HttpServerOptions& options, const Handler& handler);

// Does the handshake for a request that asks for a WebSocket; null, after an answer, when the request is not right.
// The socket keeps using the stream until `finish` is called on it.
class ServerWebSocket : public WebSocket {
 public:
  virtual void finish() = 0;
};
std::shared_ptr<ServerWebSocket> accept_websocket(TcpStream& tcp, const HttpRequest& request);

}  // namespace squall::serve
