#include "lab/event_names.h"

namespace squall::lab {
namespace {

std::string event_kind(const std::string& type) {
  if (type == "script") return "script";
  if (type == "image") return "image-load";
  if (type == "stylesheet") return "style-load";
  if (type == "document") return "frame-load";
  if (type == "media") return "media-load";
  return "resource";
}

}  // namespace

std::string parser_event(const network::Passage& passage, const browser::Page& page, const std::string& cause) {
  std::string name = cause + "/" + event_kind(passage.request.type) + ":" + passage.request.url;
  const browser::Frame* frame = page.frame(passage.frame);
  if (frame && passage.navigation) frame = page.frame(frame->parent);
  return frame ? frame_prefix(*frame, name) : name;
}

std::string with_ordinal(const std::string& name, int ordinal) {
  return ordinal == 0 ? name : name + "#" + std::to_string(ordinal);
}

std::string frame_prefix(const browser::Frame& frame, const std::string& name) {
  return frame.path == "0" ? name : "frame " + frame.path + ": " + name;
}

}  // namespace squall::lab
