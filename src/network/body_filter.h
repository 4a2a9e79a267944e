// What may change bodies on their way to the page: a source rewriter, or something that puts a script of its own into
// documents.
//
// It stands at the only place through which bodies leave (gate.h): those of the recording, those that the real server
// sends while an experiment runs, and the empty documents in which storage is put back. Each passes it once. The
// recording keeps the original, and so does what is learned from the server.
//
// It is not asked about what has no body (answers to HEAD, redirects, 204, 205, 304), about parts of bodies (206), nor
// about what goes on without being read: bodies over 64 MB, and event streams of the real server.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "network/recording.h"

namespace squall::network {

// Called from several browsers at once.
class BodyFilter {
 public:
  virtual ~BodyFilter() = default;

  // All that decides what `filter` gives, such as its name, version and options: runs are kept under it.
  virtual std::string identity() const = 0;

  // What the page gets in place of `body`, in the same encoding of characters; nothing when it gets `body` itself. That
  // may be another one than the response's own, as when a recorded JSONP answer calls today's callback. An equal
  // request and body must always give an equal answer.
  virtual std::optional<std::string> filter(const Request& request, const Response& response,
                                            std::string_view body) const = 0;
};

}  // namespace squall::network
