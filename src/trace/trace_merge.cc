// Merging what the agents of the frames wrote into one trace.
//
// Each part numbers its own events. They are merged by (turn, frame, id), except that an event never stands before its
// cause: within one turn a frame may well cause something in a frame whose path sorts before its own.
//
// What a page can do to us is not an error: a frame that vanished before its part could be fetched leaves references
// that lead nowhere; as a cause they become Root, as an `other` none. What only a broken agent would write is one.
#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "trace/trace.h"

namespace squall::trace {
namespace {

constexpr int kPartVersion = 1;
constexpr size_t kPartEventFields = 11;
constexpr size_t kPartOpFields = 9;

int to_int(const Json& json, int fallback = 0) {
  int64_t value = json.as_int(fallback);
  bool fits = value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
  return fits ? static_cast<int>(value) : fallback;
}

class Merger {
 public:
  explicit Merger(Trace& trace) : trace_(trace) {}

  Status merge(const std::vector<Json>& parts) {
    take_existing();
    for (const Json& part : parts) {
      if (Status status = read_events(part); !status) return status;
    }
    if (Status status = resolve_causes(); !status) return status;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (Status status = read_operations(parts[i], i); !status) return status;
    }
    return write_back();
  }

 private:
  // An event on its way into the trace; `cause` and the places below are indices into drafts_.
  struct Draft {
    Event event;
    int64_t id = 0;  // of its part
    size_t part = 0;
    Json cause_ref;
    int cause = -1;
  };
  struct DraftOp {
    Operation op;  // `event` and `other` are indices into drafts_
    int turn = 0;  // the latest turn that its frame had reached
    std::string frame;
  };
  struct Part {
    std::string frame;
    std::unordered_map<int64_t, int> draft_of;
  };

  static Error broken(const std::string& what) {
    return Error{"The trace that the page delivered is broken: " + what + ".", ""};
  }

  // The events that the trace has already keep their order; they are merged like the others.
  void take_existing() {
    if (trace_.events.empty()) {
      Event root;
      root.kind = EventKind::Root;
      root.frame = "0";
      trace_.events.push_back(root);
    }
    for (size_t i = 0; i < trace_.events.size(); ++i) {
      Draft draft;
      draft.event = trace_.events[i];
      SQUALL_CHECK(draft.event.cause.value < static_cast<int>(i));
      draft.id = std::numeric_limits<int64_t>::min() + static_cast<int64_t>(i);
      draft.cause = draft.event.cause.value;
      drafts_.push_back(std::move(draft));
    }
    existing_ = drafts_.size();
    std::map<std::string, int> reached;
    for (const Operation& op : trace_.operations) {
      const Event& event = trace_[op.event];
      int& turn = reached[event.frame];
      turn = std::max(turn, event.turn);
      ops_.push_back({op, turn, event.frame});
    }
  }

  Status read_events(const Json& part) {
    if (!part.is_object()) return broken("a part is not an object");
    if (part["v"].as_int() != kPartVersion) return broken("a part has version " + part["v"].dump());
    if (!part["events"].is_array() || !part["ops"].is_array()) return broken("a part lacks its events or operations");
    Part& known = parts_.emplace_back();
    known.frame = part["frame"].as_string_or("0");
    for (const Json& row : part["events"].items()) {
      if (row.size() < kPartEventFields || !row[0].is_number()) return broken("an event lacks fields: " + row.dump());
      Draft draft = draft_of(row, known.frame);
      if (!known.draft_of.emplace(draft.id, static_cast<int>(drafts_.size())).second) {
        return broken("two events of frame " + known.frame + " have the id " + std::to_string(draft.id));
      }
      drafts_.push_back(std::move(draft));
    }
    return {};
  }

  Draft draft_of(const Json& row, const std::string& frame) const {
    Draft draft;
    draft.id = row[0].as_int();
    draft.part = parts_.size() - 1;
    draft.cause_ref = row[1];
    Event& event = draft.event;
    event.kind = event_kind_of(row[2].as_string());
    event.detail = row[3].as_string();
    event.ordinal = to_int(row[4]);
    event.step = to_int(row[5], -1);
    event.turn = to_int(row[6]);
    event.time = row[7].as_double();
    event.frame = frame;
    event.where = {row[8].as_string(), to_int(row[9]), to_int(row[10])};
    event.stack = row[11].as_string();
    return draft;
  }

  Status resolve_causes() {
    for (size_t i = existing_; i < drafts_.size(); ++i) {
      Draft& draft = drafts_[i];
      const Json& ref = draft.cause_ref;
      draft.cause = ref.as_int(-1) == -1 && !ref.is_string() ? 0 : resolve(ref, draft.part, draft.event.turn);
      if (draft.cause >= 0) continue;
      if (!ref.is_string()) return broken("an event's cause is unknown: " + ref.dump());
      draft.cause = 0;
    }
    return {};
  }

  // A number is an event of the same part, "FRAME:id" one of another frame. A frame that held several documents one
  // after the other has several parts: the event in the nearest turn is meant.
  int resolve(const Json& ref, size_t part, int turn) const {
    if (!ref.is_string()) return find(parts_[part], ref.as_int(-1));
    std::string_view text = ref.as_string();
    size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return -1;
    int64_t id = -1;
    std::string_view digits = text.substr(colon + 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), id).ec != std::errc{}) return -1;
    int best = -1;
    auto distance = [&](int draft) { return std::abs(int64_t{drafts_[static_cast<size_t>(draft)].event.turn} - turn); };
    for (const Part& candidate : parts_) {
      if (candidate.frame != text.substr(0, colon)) continue;
      int found = find(candidate, id);
      if (found >= 0 && (best < 0 || distance(found) < distance(best))) best = found;
    }
    return best;
  }

  static int find(const Part& part, int64_t id) {
    auto found = part.draft_of.find(id);
    return found == part.draft_of.end() ? -1 : found->second;
  }

  Status read_operations(const Json& part, size_t index) {
    int turn = 0;
    for (const Json& row : part["ops"].items()) {
      if (row.size() < kPartOpFields) return broken("an operation lacks fields: " + row.dump());
      if (!known_op_kind(row[1].as_string())) return broken("an operation of unknown kind: " + row.dump());
      // What runs before the agent knows of any event is Root's.
      int event = row[0].as_int() == -1 ? 0 : row[0].is_number() ? find(parts_[index], row[0].as_int()) : -1;
      if (event < 0) return broken("an operation of an unknown event: " + row.dump());
      turn = std::max(turn, drafts_[static_cast<size_t>(event)].event.turn);
      Operation op;
      op.event.value = event;
      op.kind = op_kind_of(row[1].as_string());
      op.other.value = row[2].is_null() ? -1 : resolve(row[2], index, turn);
      op.text = row[3].as_string();
      op.extra = row[4].as_string();
      const Json& rect = row[5];
      op.rect = {rect[size_t{0}].as_double(), rect[1].as_double(), rect[2].as_double(), rect[3].as_double()};
      op.where = {row[6].as_string(), to_int(row[7]), to_int(row[8])};
      op.stack = row[9].as_string();
      ops_.push_back({std::move(op), turn, parts_[index].frame});
    }
    return {};
  }

  // The drafts in the order (turn, frame, id), each after its cause. Empty when causes form a circle.
  std::vector<int> sorted() const {
    auto later = [this](int a, int b) { return key(a) > key(b); };
    std::priority_queue<int, std::vector<int>, decltype(later)> ready(later);
    std::vector<std::vector<int>> effects(drafts_.size());
    for (size_t i = 0; i < drafts_.size(); ++i) {
      if (drafts_[i].cause < 0)
        ready.push(static_cast<int>(i));
      else
        effects[static_cast<size_t>(drafts_[i].cause)].push_back(static_cast<int>(i));
    }
    std::vector<int> order;
    while (!ready.empty()) {
      int next = ready.top();
      ready.pop();
      order.push_back(next);
      for (int effect : effects[static_cast<size_t>(next)]) ready.push(effect);
    }
    return order;
  }

  std::tuple<int, const std::string&, size_t, int64_t> key(int draft) const {
    const Draft& d = drafts_[static_cast<size_t>(draft)];
    return {d.event.turn, d.event.frame, d.part, d.id};
  }

  Status write_back() {
    std::vector<int> order = sorted();
    if (order.size() != drafts_.size()) return broken("events cause each other in a circle");
    std::vector<int> place(drafts_.size(), -1);
    for (size_t i = 0; i < order.size(); ++i) place[static_cast<size_t>(order[i])] = static_cast<int>(i);
    auto moved = [&](int draft) { return EventId{draft < 0 ? -1 : place[static_cast<size_t>(draft)]}; };

    trace_.events.clear();
    for (int draft : order) {
      Draft& d = drafts_[static_cast<size_t>(draft)];
      d.event.id = moved(draft);
      d.event.cause = moved(d.cause);
      trace_.events.push_back(std::move(d.event));
    }
    // A frame's own operations stay in its order; turns order those of different frames.
    std::stable_sort(ops_.begin(), ops_.end(), [](const DraftOp& a, const DraftOp& b) {
      return std::tie(a.turn, a.frame) < std::tie(b.turn, b.frame);
    });
    trace_.operations.clear();
    for (DraftOp& draft : ops_) {
      draft.op.event = moved(draft.op.event.value);
      draft.op.other = moved(draft.op.other.value);
      trace_.operations.push_back(std::move(draft.op));
    }
    return {};
  }

  Trace& trace_;
  size_t existing_ = 0;
  std::vector<Part> parts_;
  std::vector<Draft> drafts_;
  std::vector<DraftOp> ops_;
};

}  // namespace

Status add_frames(Trace& trace, const std::vector<Json>& parts) {
  // On an error the trace stays as it was.
  Trace merged = trace;
  if (Status status = Merger(merged).merge(parts); !status) return status;
  trace = std::move(merged);
  return {};
}

}  // namespace squall::trace
