#include "browser/replay_transport.h"

#include <algorithm>

#include "base/text.h"

namespace squall::browser {
namespace {

bool same_command(const Json& a, const Json& b) {
  return a["method"] == b["method"] && a["sessionId"].as_string() == b["sessionId"].as_string();
}

}  // namespace

ReplayTransport::ReplayTransport(std::string_view log) {
  for (const auto& line : split(log, '\n')) {
    std::string_view text = trim(line);
    if (!text.empty() && text[0] != '#') lines_.emplace_back(text);
  }
}

bool ReplayTransport::write(std::string_view message) {
  auto command = parse_json(message);
  SQUALL_CHECK(command.ok());
  std::lock_guard lock(mutex_);
  written_.push_back(*command);
  changed_.notify_all();
  return !closed_;
}

std::optional<std::string> ReplayTransport::read() {
  std::unique_lock lock(mutex_);
  while (next_ < lines_.size()) {
    const std::string& line = lines_[next_];
    std::string text(trim(std::string_view(line).substr(1)));
    if (line[0] == '<') {
      ++next_;
      return with_client_ids(text);
    }
    auto expected = parse_json(text);
    auto met = written_.end();
    changed_.wait(lock, [&] {
      met = std::find_if(written_.begin(), written_.end(),
                         [&](const Json& command) { return expected.ok() && same_command(command, *expected); });
      return closed_ || met != written_.end();
    });
    if (closed_) return std::nullopt;
    ids_[(*expected)["id"].as_int()] = (*met)["id"].as_int();
    written_.erase(met);
    ++next_;
  }
  return std::nullopt;
}

void ReplayTransport::close() {
  std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::string ReplayTransport::with_client_ids(const std::string& text) const {
  auto message = parse_json(text);
  if (!message || !message->has("id")) return text;
  auto found = ids_.find((*message)["id"].as_int());
  if (found != ids_.end()) message->set("id", found->second);
  return message->dump();
}

}  // namespace squall::browser
