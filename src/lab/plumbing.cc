#include "lab/plumbing.h"

namespace squall::lab {

using schedule::Visible;

Plumbing::Plumbing(const schedule::Schedule& schedule) : visible_(schedule.visible) {
  for (const std::string& text : schedule.order) {
    auto name = trace::parse_event_name(text);
    if (!name || name->path.empty()) continue;
    name->path.back().ordinal = 0;
    named_.insert(to_text(*name));
  }
}

bool Plumbing::is_plumbing(const network::Passage& passage, bool of_page, const trace::EventName& name) const {
  const std::string& type = passage.request.type;
  if (passage.preflight || type == "font" || type == "manifest" || type == "ping" || type == "other") return true;
  if (passage.navigation && of_page) return true;
  if (visible_ == Visible::All) return false;
  if (visible_ == Visible::Parsed) return passage.blocks_rendering && type == "stylesheet";
  bool needed = type == "stylesheet" || type == "image" || (type == "script" && !passage.low_priority);
  return passage.by_parser && needed && (named_.empty() || !named_.contains(to_text(name)));
}

}  // namespace squall::lab
