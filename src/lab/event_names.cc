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

trace::EventName parser_event(const network::Passage& passage, const browser::Page& page,
                              const trace::EventName& cause) {
  trace::EventName name = cause.child(event_kind(passage.request.type), passage.request.url);
  const browser::Frame* frame = page.frame(passage.frame);
  if (frame && passage.navigation) frame = page.frame(frame->parent);
  if (frame && frame->path != "0") name.frame = frame->path;
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
