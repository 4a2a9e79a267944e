// A conversation with a browser that was written down, played back: for tests without a browser.
//
// The log has one line for each message:
//
//   > {"id":1,"method":"Page.enable"}      the client sends a command; what follows waits until it has
//   < {"id":1,"result":{}}                 the browser answers; ids are those of the log, whatever the client's are
//   < {"method":"Page.loadEventFired"}     the browser tells of an event
//   < anything else                        is handed over as it stands
//   =                                      the browser says nothing more, until the client closes
//
// The end of the log is the end of the connection. Empty lines and lines that begin with # are skipped.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "browser/connection.h"

namespace squall::browser {

class ReplayTransport : public Transport {
 public:
  explicit ReplayTransport(std::string_view log);
  bool write(std::string_view message) override;
  std::optional<std::string> read() override;
  void close() override;

 private:
  std::string with_client_ids(const std::string& text) const;

  std::vector<std::string> lines_;
  size_t next_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> written_;       // commands that no line of the log has met yet
  std::map<int64_t, int64_t> ids_;  // from the log's ids to the client's
  bool closed_ = false;
};

}  // namespace squall::browser
