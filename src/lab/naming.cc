#include "lab/naming.h"

#include <algorithm>
#include <cmath>

#include "lab/event_names.h"

namespace squall::lab {
namespace {

using network::Passage;
using schedule::Choice;

// Whether what a script announced as `kind` may reach the browser as a request of `type`.
bool fits_type(const std::string& kind, const std::string& type) {
  if (kind == "xhr" || kind == "fetch") return type == "xhr" || type == "fetch";
  if (kind == "script-load" || kind == "module") return type == "script";
  if (kind == "image-load") return type == "image";
  if (kind == "frame-load") return type == "document";
  return true;  // a link may preload anything, and an object may be anything
}

bool alike(const Passage& passage, const Announced& one) {
  return one.method == passage.request.method && one.url == passage.request.url &&
         fits_type(one.kind, passage.request.type);
}

double due_after(double sent, double latency_ms) { return sent + std::max(1.0, std::ceil(latency_ms)); }

}  // namespace

void Naming::announce(const std::string& frame, Announced announced) {
  waiting_.push_back({frame, std::move(announced)});
}

// Joins those that fit, and takes them out of `unnamed`.
template <typename Fits>
void Naming::join(std::vector<const Asked*>& unnamed, Fits fits, bool latest) {
  std::erase_if(unnamed, [&](const Asked* asked) {
    auto fitting = [&](const Waiting& one) { return fits(*asked, one); };
    auto found = std::ranges::find_if(waiting_, fitting);
    if (found == waiting_.end()) return false;
    if (latest) found = std::find_if(waiting_.rbegin(), waiting_.rend(), fitting).base() - 1;
    name_as(*asked, found->announced);
    waiting_.erase(found);
    return true;
  });
}

void Naming::name(const std::vector<Asked>& held, int step, double now) {
  std::vector<const Asked*> unnamed;
  for (const Asked& asked : held) {
    if (!names_.contains(asked.passage->id)) unnamed.push_back(&asked);
  }
  // A new document counts from the beginning: of two announcements with one mark, the latest is of what is there now.
  auto by_mark = [](const Asked& asked, const Waiting& one) {
    const std::string& mark = asked.passage->mark;
    return !mark.empty() && one.frame == asked.frame && one.announced.mark == mark;
  };
  auto of_frame = [](const Asked& asked, const Waiting& one) {
    return one.frame == asked.frame && alike(*asked.passage, one.announced);
  };
  // A script may insert an element into the document of another frame.
  auto of_page = [](const Asked& asked, const Waiting& one) { return alike(*asked.passage, one.announced); };
  join(unnamed, by_mark, true);
  join(unnamed, of_frame, false);
  join(unnamed, of_page, false);
  for (const Asked* asked : unnamed) name_alone(*asked, step, now);
}

void Naming::name_as(const Asked& asked, const Announced& announced) {
  const Passage& passage = *asked.passage;
  if (announced.fresh) fresh_.insert(passage.id);
  names_[passage.id] = {Choice::Response, announced.name, announced.step, due_after(announced.time, asked.latency_ms),
                        passage.number};
}

// The parser asked for it, or a step of the user led to a dynamic import.
void Naming::name_alone(const Asked& asked, int step, double now) {
  const Passage& passage = *asked.passage;
  bool imported = !passage.by_parser && passage.request.type == "script" && step >= 0;
  auto name = parser_event(passage, asked.path, imported ? trace::step_name(step) : trace::EventName{});
  name.path.back().ordinal = ordinals_[to_text(name)]++;
  unannounced_.insert(passage.id);
  names_[passage.id] = {Choice::Response, to_text(name), step, due_after(now, asked.latency_ms), passage.number};
}

}  // namespace squall::lab
