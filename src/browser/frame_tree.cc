#include "browser/frame_tree.h"

#include <algorithm>

namespace squall::browser {
namespace {

constexpr int64_t kAllContexts = 0;

std::string url_of(const Json& frame) { return frame["url"].as_string() + frame["urlFragment"].as_string(); }

}  // namespace

void FrameTree::begin(const SessionId& session, const Json& frame) {
  nodes_.clear();
  main_ = frame["id"].as_string();
  Frame main;
  main.id = main_;
  main.session = session;
  main.url = url_of(frame);
  main.path = "0";
  nodes_[main_].frame = main;
}

void FrameTree::note(const Event& event) {
  const Json& params = event.params;
  const std::string& id = params["frameId"].as_string();
  if (event.method == "Page.frameAttached") {
    attach(event.session, id, params["parentFrameId"].as_string());
  } else if (event.method == "Page.frameNavigated") {
    navigate(event.session, params["frame"]);
  } else if (event.method == "Page.navigatedWithinDocument") {
    if (auto node = nodes_.find(id); node != nodes_.end()) node->second.frame.url = params["url"].as_string();
  } else if (event.method == "Page.frameDetached") {
    // "swap" says that the frame moves to another process.
    if (params["reason"].as_string() != "swap") remove(id);
  } else if (event.method == "Target.attachedToTarget" && params.at("targetInfo", "type").as_string() == "iframe") {
    move_out({params["sessionId"].as_string()}, params.at("targetInfo", "targetId").as_string());
  } else if (event.method == "Target.detachedFromTarget") {
    end_session({params["sessionId"].as_string()});
  } else if (event.method == "Runtime.executionContextCreated") {
    begin_context(event.session, params["context"]);
  } else if (event.method == "Runtime.executionContextDestroyed") {
    end_contexts(event.session, params["executionContextId"].as_int());
  } else if (event.method == "Runtime.executionContextsCleared") {
    end_contexts(event.session, kAllContexts);
  }
}

void FrameTree::attach(const SessionId& session, const std::string& id, const std::string& parent) {
  auto above = nodes_.find(parent);
  if (above == nodes_.end()) return;
  auto [node, is_new] = nodes_.try_emplace(id);
  Frame& frame = node->second.frame;
  if (is_new) {
    frame.id = id;
    frame.parent = parent;
    frame.url = "about:blank";
    frame.path = above->second.frame.path + "/" + std::to_string(above->second.attached++);
    above->second.children.push_back(id);
  } else if (frame.session != session) {
    frame.context = 0;
    remove_children(id);
  }
  frame.session = session;
}

void FrameTree::navigate(const SessionId& session, const Json& frame) {
  const std::string& id = frame["id"].as_string();
  const std::string& parent = frame["parentId"].as_string();
  if (!nodes_.contains(id)) attach(session, id, parent);
  auto node = nodes_.find(id);
  if (node == nodes_.end()) return;
  // An event of the process that the frame has left says nothing about where it is now.
  if (node->second.frame.session != session) return;
  remove_children(id);
  node->second.frame.url = url_of(frame);
}

void FrameTree::remove(const std::string& id) {
  auto node = nodes_.find(id);
  if (node == nodes_.end() || id == main_) return;
  remove_children(id);
  auto above = nodes_.find(node->second.frame.parent);
  if (above != nodes_.end()) std::erase(above->second.children, id);
  nodes_.erase(node);
}

void FrameTree::remove_children(const std::string& id) {
  auto node = nodes_.find(id);
  if (node == nodes_.end()) return;
  node->second.attached = 0;
  const std::vector<std::string> children = node->second.children;
  for (const auto& child : children) remove(child);
}

void FrameTree::move_out(const SessionId& session, const std::string& id) {
  auto node = nodes_.find(id);
  if (node == nodes_.end()) return;
  remove_children(id);
  node->second.frame.session = session;
  node->second.frame.context = 0;
}

// The frame of a session that ended comes back through its parent's session, or not at all: its parent then says that
// it was detached.
void FrameTree::end_session(const SessionId& session) { end_contexts(session, kAllContexts); }

void FrameTree::begin_context(const SessionId& session, const Json& context) {
  if (!context.at("auxData", "isDefault").as_bool()) return;
  auto node = nodes_.find(context.at("auxData", "frameId").as_string());
  if (node == nodes_.end() || node->second.frame.session != session) return;
  node->second.frame.context = context["id"].as_int();
}

void FrameTree::end_contexts(const SessionId& session, int64_t context) {
  for (auto& [id, node] : nodes_) {
    if (node.frame.session != session) continue;
    if (context == kAllContexts || node.frame.context == context) node.frame.context = 0;
  }
}

std::vector<Frame> FrameTree::in_order() const {
  std::vector<Frame> result;
  append(main_, result);
  return result;
}

void FrameTree::append(const std::string& id, std::vector<Frame>& out) const {
  auto node = nodes_.find(id);
  if (node == nodes_.end()) return;
  out.push_back(node->second.frame);
  for (const auto& child : node->second.children) append(child, out);
}

const Frame* FrameTree::find(std::string_view id) const {
  auto node = nodes_.find(id);
  return node == nodes_.end() ? nullptr : &node->second.frame;
}

}  // namespace squall::browser
