#include "oracle/difference.h"

namespace squall::oracle {

const char* name_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::Ending: return "ending";
    case Aspect::Url: return "url";
    case Aspect::Step: return "step";
    case Aspect::Screen: return "screen";
    case Aspect::Dom: return "dom";
    case Aspect::Layout: return "layout";
    case Aspect::Form: return "form";
    case Aspect::Error: return "error";
    case Aspect::Console: return "console";
    case Aspect::Requests: return "requests";
    case Aspect::Storage: return "storage";
    case Aspect::Cookies: return "cookies";
    case Aspect::Incident: return "incident";
  }
  return "unknown";
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Inserted: return "inserted";
    case Kind::Removed: return "removed";
    case Kind::Reordered: return "reordered";
    case Kind::Text: return "text";
    case Kind::Attribute: return "attribute";
    case Kind::Value: return "value";
    case Kind::Checked: return "checked";
    case Kind::Selected: return "selected";
    case Kind::Moved: return "moved";
    case Kind::Resized: return "resized";
    case Kind::Shown: return "shown";
    case Kind::Hidden: return "hidden";
    case Kind::Scroll: return "scroll";
    case Kind::Focus: return "focus";
    case Kind::Frame: return "frame";
    case Kind::FrameUrl: return "url";
    case Kind::More: return "more";
    default: return "";
  }
}

}  // namespace squall::oracle
