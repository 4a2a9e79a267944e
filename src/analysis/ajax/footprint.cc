#include "analysis/ajax/footprint.h"

#include <algorithm>
#include <unordered_map>

#include "trace/happens_before.h"

namespace squall::analysis::ajax {
namespace {

using trace::Event;
using trace::EventKind;
using trace::Operation;
using trace::OpKind;
using trace::Trace;

bool is_message(const Event& event) {
  return event.kind == EventKind::Message || event.kind == EventKind::Port ||
         event.kind == EventKind::BroadcastChannel || event.kind == EventKind::Worker;
}

// Leaves only regions that lie in no other one, and sorts them. Large ones come first, so that each region is compared
// with the few that are kept and not with all.
void prune(Regions& regions) {
  auto area = [](const Region& region) { return region.rect.width * region.rect.height; };
  auto& list = regions.list;
  std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return area(a) > area(b); });
  std::vector<Region> kept;
  for (Region& region : list) {
    auto covers = [&](const Region& other) { return other.rect.contains(region.rect); };
    if (std::none_of(kept.begin(), kept.end(), covers)) kept.push_back(std::move(region));
  }
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.rect.x < b.rect.x; });
  list = std::move(kept);
  if (list.empty()) return;
  double left = list[0].rect.x, top = list[0].rect.y, right = left, bottom = top;
  for (const Region& region : list) {
    top = std::min(top, region.rect.y);
    right = std::max(right, region.rect.x + region.rect.width);
    bottom = std::max(bottom, region.rect.y + region.rect.height);
  }
  regions.box = {left, top, right - left, bottom - top};
}

template <typename T>
void sort_once(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void add_access(Footprint& footprint, const Operation& op, bool after) {
  if (op.kind == OpKind::WriteField) {
    footprint.accesses.push_back({"field:" + op.text, true, after});
    return;
  }
  for (const char* prefix : {"field:", "storage:", "cookie:", "scroll:", "page:"}) {
    if (op.text.starts_with(prefix)) footprint.accesses.push_back({op.text, op.kind == OpKind::Write, after});
  }
}

void add_operation(Footprint& footprint, const Operation& op, bool after) {
  switch (op.kind) {
    case OpKind::Mutate:
      if (op.rect.width <= 0 || op.rect.height <= 0) return;
      footprint.regions.list.push_back({op.rect, op.text});
      if (after) footprint.after_response.list.push_back({op.rect, op.text});
      return;
    case OpKind::Read:
    case OpKind::Write:
    case OpKind::WriteField: add_access(footprint, op, after); return;
    case OpKind::Fail:
      if (footprint.failure.empty()) footprint.failure = op.text;
      if (after && footprint.failure_after_response.empty()) footprint.failure_after_response = op.text;
      return;
    default: return;
  }
}

}  // namespace

bool is_response(const Event& event) {
  switch (event.kind) {
    case EventKind::Xhr:
    case EventKind::Fetch:
    case EventKind::Body:
    case EventKind::ScriptLoad:
    case EventKind::ImageLoad:
    case EventKind::StyleLoad:
    case EventKind::FrameLoad:
    case EventKind::WebSocket:
    case EventKind::EventSource: return true;
    // A script element that a script made; one that the page came with belongs to no step.
    case EventKind::Script:
    case EventKind::Module: return !event.detail.starts_with("inline");
    default: return false;
  }
}

bool is_data(EventKind kind) {
  return kind == EventKind::Xhr || kind == EventKind::Fetch || kind == EventKind::WebSocket ||
         kind == EventKind::EventSource;
}

std::vector<Attribution> attribute(const Trace& trace) {
  std::vector<Attribution> all(trace.events.size());
  auto relation = trace::HappensBefore::of(trace);
  int last_step = -1;        // that was performed so far
  bool last_waited = false;  // and whether a response to it was handled
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    Attribution& own = all[i];
    if (event.kind == EventKind::User && event.step > last_step) last_step = event.step, last_waited = false;
    const Attribution* cause =
        event.cause.valid() && event.cause < event.id ? &all[static_cast<size_t>(event.cause.value)] : nullptr;
    own.step = event.step;
    if (own.step < 0 && cause) own.step = cause->step;
    bool adopted = own.step < 0 && is_message(event);
    if (adopted) own.step = last_step;
    bool loading = own.step < 0;
    own.after_response = (loading ? is_data(event.kind) : is_response(event)) || (adopted && last_waited);
    for (const trace::Edge& edge : relation.edges_into(event.id)) {
      const Attribution& other = all[static_cast<size_t>(edge.from.value)];
      if (trace::is_causal(edge.rule) && other.step == own.step) own.after_response |= other.after_response;
    }
    if (own.step == last_step && !loading) last_waited |= own.after_response;
  }
  return all;
}

namespace {

// Numbers for locators, in the order in which they come.
class Numbers {
 public:
  Element operator()(std::string_view locator) {
    auto [found, added] = numbers_.emplace(locator, static_cast<int>(numbers_.size()));
    return {found->second, locator};
  }

 private:
  std::unordered_map<std::string_view, int> numbers_;
};

void add_sender(Footprint& footprint, const Event& response) {
  const auto& [url, line, column] = response.where;
  if (line <= 0) return;
  std::string place = url + ":" + std::to_string(line) + ":" + std::to_string(column);
  footprint.senders.push_back(response.stack.empty() ? place : response.stack);
}

bool loads_picture(EventKind kind) {
  return kind == EventKind::ImageLoad || kind == EventKind::MediaLoad || kind == EventKind::StyleLoad;
}

}  // namespace

Footprints footprints(const Trace& trace, int steps) {
  Footprints out;
  out.steps.resize(static_cast<size_t>(std::max(steps, 0)));
  for (int i = 0; i < steps; ++i) out.steps[static_cast<size_t>(i)].step = i;
  auto of = [&](const Attribution& event) -> Footprint* {
    if (event.step < 0) return &out.loading;
    return event.step < steps ? &out.steps[static_cast<size_t>(event.step)] : nullptr;
  };
  auto attributed = attribute(trace);
  for (size_t i = 0; i < attributed.size(); ++i) {
    Footprint* footprint = of(attributed[i]);
    if (!footprint) continue;
    footprint->waits |= attributed[i].after_response;
    footprint->draws |= attributed[i].step >= 0 && loads_picture(trace.events[i].kind);
  }
  Numbers numbers;
  for (const Operation& op : trace.operations) {
    if (!op.event.valid() || static_cast<size_t>(op.event.value) >= attributed.size()) continue;
    const Attribution& event = attributed[static_cast<size_t>(op.event.value)];
    Footprint* footprint = of(event);
    if (!footprint) continue;
    add_operation(*footprint, op, event.after_response);
    if (op.kind == OpKind::Send && op.other.valid()) add_sender(*footprint, trace[op.other]);
    if (op.kind == OpKind::Mutate && (op.extra == "canvas" || op.extra == "style rules")) footprint->draws = true;
    if (op.kind != OpKind::Mutate || op.text.empty()) continue;
    footprint->elements.push_back(numbers(op.text));
    if (!event.after_response) continue;
    footprint->elements_after_response.push_back(footprint->elements.back());
    if (op.extra.starts_with("insert")) footprint->inserted_after_response.push_back(op.text);
  }
  auto tidy = [](Footprint& footprint) {
    prune(footprint.regions);
    prune(footprint.after_response);
    sort_once(footprint.elements);
    sort_once(footprint.elements_after_response);
    sort_once(footprint.accesses);
    sort_once(footprint.senders);
  };
  tidy(out.loading);
  std::ranges::for_each(out.steps, tidy);
  return out;
}

// A sweep from left to right over both lists; only regions that the line crosses are compared.
Overlap overlap(const Regions& a, const Regions& b) {
  if (a.list.empty() || b.list.empty() || !a.box.overlaps(b.box)) return {};
  std::vector<const Region*> open_a, open_b;
  auto meets = [](const Region& region, std::vector<const Region*>& open) -> const Region* {
    std::erase_if(open, [&](const Region* other) { return other->rect.x + other->rect.width <= region.rect.x; });
    for (const Region* other : open) {
      if (other->rect.overlaps(region.rect)) return other;
    }
    return nullptr;
  };
  size_t i = 0, j = 0;
  while (i < a.list.size() || j < b.list.size()) {
    bool left = j == b.list.size() || (i < a.list.size() && a.list[i].rect.x <= b.list[j].rect.x);
    const Region& next = left ? a.list[i++] : b.list[j++];
    if (const Region* other = meets(next, left ? open_b : open_a)) {
      return left ? Overlap{&next, other} : Overlap{other, &next};
    }
    (left ? open_a : open_b).push_back(&next);
  }
  return {};
}

std::string_view common(const Elements& a, const Elements& b) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) return a[i].locator;
    a[i] < b[j] ? ++i : ++j;
  }
  return {};
}

}  // namespace squall::analysis::ajax
