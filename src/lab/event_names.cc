#include "lab/event_names.h"

namespace squall::lab {
namespace {

trace::EventKind event_kind(const std::string& type) {
  using trace::EventKind;
  if (type == "script") return EventKind::Script;
  if (type == "image") return EventKind::ImageLoad;
  if (type == "stylesheet") return EventKind::StyleLoad;
  if (type == "document") return EventKind::FrameLoad;
  if (type == "media") return EventKind::MediaLoad;
  return EventKind::Resource;
}

}  // namespace

const browser::Frame* handling_frame(const network::Passage& passage, const browser::Page& page) {
  const browser::Frame* frame = page.frame(passage.frame);
  return frame && passage.navigation ? page.frame(frame->parent) : frame;
}

trace::EventName parser_event(const network::Passage& passage, const std::string& path, const trace::EventName& cause) {
  trace::EventName name = cause.child(event_kind(passage.request.type), passage.request.url);
  if (!path.empty() && path != "0") name.frame = path;
  return name;
}

std::string in_frame(const browser::Frame& frame, trace::EventName name) {
  if (frame.path != "0") name.frame = frame.path;
  return to_text(name);
}

std::string in_frame(const browser::Frame& frame, const std::string& name) {
  auto parsed = trace::parse_event_name(name);
  return parsed ? in_frame(frame, std::move(*parsed)) : name;
}

}  // namespace squall::lab
