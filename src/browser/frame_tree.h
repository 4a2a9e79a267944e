// The frames of a page, kept from the events of all its sessions.
//
// A frame keeps its id when it moves to another process and thereby to another session; it then loses its children
// and its script context, and gets new ones. Its path counts the attachments to its parent's document, so it never
// changes while the frame lives and is the same in every execution that attaches frames in the same order.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "browser/page.h"

namespace squall::browser {

class FrameTree {
 public:
  // Starts over with the main frame alone; `frame` is DevTools' Page.Frame.
  void begin(const SessionId& session, const Json& frame);
  // Takes note of what an event says about frames; other events are ignored.
  void note(const Event& event);

  std::vector<Frame> in_order() const;  // parents before children, siblings as they were attached
  const Frame* find(std::string_view id) const;
  const Frame* main() const { return find(main_); }

 private:
  struct Node {
    Frame frame;
    std::vector<std::string> children;
    int attached = 0;  // children of this document so far
  };

  void attach(const SessionId& session, const std::string& id, const std::string& parent);
  void navigate(const SessionId& session, const Json& frame);
  void remove(const std::string& id);
  void remove_children(const std::string& id);
  void move_out(const SessionId& session, const std::string& id);
  void end_session(const SessionId& session);
  void begin_context(const SessionId& session, const Json& context);
  void end_contexts(const SessionId& session, int64_t context);
  void append(const std::string& id, std::vector<Frame>& out) const;

  std::map<std::string, Node, std::less<>> nodes_;
  std::string main_;
};

}  // namespace squall::browser
