// The rules of a document's loading: parser, deferred scripts, milestones, resources, frames, navigation.
//
// One pass over the events in the order of the trace. Each frame has one document at a time; a navigation ends it. What
// the pass has not met yet has not happened: a rule "all parsing before DOMContentLoaded" speaks of the parsing that
// the trace shows before it (document.write after the load parses again, and is no contradiction).
#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include "trace/rules.h"

namespace squall::trace {
namespace {

enum MilestoneRank { kNoMilestone = 0, kInteractive, kContentLoaded, kComplete, kLoad, kPageShow };

struct Document {
  std::vector<EventId> events;
  EventId barrier;     // the navigation that it follows
  EventId last_piece;  // of parsing, scripts that block it included
  EventId last_deferred;
  EventId interactive;
  std::vector<EventId> resources;  // that its load waits for, and no milestone has followed yet
  std::vector<std::pair<MilestoneRank, EventId>> milestones;
  // Since the frame element's last load: what loaded this document.
  EventId loaded;         // its latest milestone from `complete` on
  bool announced = true;  // nothing has happened here that a load of the frame element would follow
};

// "0.1" and "0/1" are inside "0"; "01" is not.
bool is_inside(std::string_view frame, std::string_view parent) {
  return frame.size() > parent.size() && frame.starts_with(parent) &&
         !std::isdigit(static_cast<unsigned char>(frame[parent.size()]));
}

bool is_child(std::string_view frame, std::string_view parent) {
  if (!is_inside(frame, parent)) return false;
  std::string_view rest = frame.substr(parent.size() + 1);
  return std::all_of(rest.begin(), rest.end(), [](unsigned char c) { return std::isdigit(c); });
}

class DocumentRules {
 public:
  DocumentRules(const Trace& trace, EdgeSink& sink)
      : trace_(trace), sink_(sink), fork_texts_(fork_texts_of(trace)), parsers_own_(trace.events.size()) {}

  void run() {
    for (const Event& event : trace_.events) visit(event);
    for (auto& [frame, document] : documents_) finish(document);
  }

 private:
  void visit(const Event& event) {
    if (event.kind == EventKind::Root && documents_.contains(event.frame)) end_documents(event);
    Document& document = documents_[event.frame];
    sink_.add(document.barrier, event.id, Rule::Navigation);
    document.events.push_back(event.id);
    bool own = visit_loading(event, document);
    parsers_own_[static_cast<size_t>(event.id.value)] = own || event.kind == EventKind::Root;
    if (event.kind == EventKind::FrameLoad) visit_frame_load(event);
    if (event.kind == EventKind::Milestone && leaves(event)) end_documents(event);
  }

  // Whether the event is the parser's own work.
  bool visit_loading(const Event& event, Document& document) {
    if (is_piece(event)) {
      visit_piece(event, document);
      return true;
    }
    if (is_deferred(event)) {
      visit_deferred(event, document);
      return true;
    }
    if (event.kind == EventKind::Milestone)
      visit_milestone(event, document);
    else if (delays_load(event))
      document.resources.push_back(event.id);
    return false;
  }

  bool says(const Event& event, std::string_view word) const {
    return has_word(fork_texts_[static_cast<size_t>(event.id.value)], word);
  }
  bool is_scheduled(const Event& event) const { return says(event, "async") || says(event, "import"); }
  bool by_parser(const Event& event) const {
    if (!event.cause.valid()) return true;
    EventKind cause = trace_[event.cause].kind;
    return cause == EventKind::Parse || cause == EventKind::Root;
  }
  bool is_piece(const Event& event) const {
    if (event.kind == EventKind::Parse) return true;
    return event.kind == EventKind::Script && by_parser(event) && !is_scheduled(event) && !says(event, "defer");
  }
  bool is_deferred(const Event& event) const {
    bool deferred = event.kind == EventKind::Module || (event.kind == EventKind::Script && says(event, "defer"));
    return deferred && by_parser(event) && !is_scheduled(event);
  }
  // A document waits for what its parser and its parser's scripts asked for, except media and dynamic imports.
  bool delays_load(const Event& event) const {
    bool script = (event.kind == EventKind::Script || event.kind == EventKind::Module) && !says(event, "import");
    bool resource = is_resource(event.kind) && event.kind != EventKind::MediaLoad;
    return (script || resource) && event.cause.valid() && parsers_own_[static_cast<size_t>(event.cause.value)];
  }

  void visit_piece(const Event& event, Document& document) {
    sink_.add(document.last_piece, event.id, Rule::ParserOrder);
    document.last_piece = event.id;
    document.announced = false;
  }

  void visit_deferred(const Event& event, Document& document) {
    sink_.add(document.last_piece, event.id, Rule::DeferredOrder);
    sink_.add(document.last_deferred, event.id, Rule::DeferredOrder);
    sink_.add(document.interactive, event.id, Rule::Milestone);
    document.last_deferred = event.id;
    document.announced = false;
  }

  static MilestoneRank rank_of(const Event& event) {
    if (event.detail == "readystatechange interactive") return kInteractive;
    if (event.detail == "DOMContentLoaded") return kContentLoaded;
    if (event.detail == "readystatechange complete") return kComplete;
    if (event.detail == "load") return kLoad;
    return event.detail == "pageshow" ? kPageShow : kNoMilestone;
  }

  void visit_milestone(const Event& event, Document& document) {
    MilestoneRank rank = rank_of(event);
    if (rank == kNoMilestone) return;
    document.milestones.emplace_back(rank, event.id);
    sink_.add(document.last_piece, event.id, Rule::Milestone);
    if (rank == kInteractive) document.interactive = event.id;
    if (rank >= kContentLoaded) sink_.add(document.last_deferred, event.id, Rule::Milestone);
    if (rank < kComplete) return;
    for (EventId resource : document.resources) sink_.add(resource, event.id, Rule::LoadResource);
    document.resources.clear();
    document.loaded = event.id;
    document.announced = false;
  }

  // The load of a frame element follows the loading of the frame's document: of the children, the one that got furthest
  // last.
  void visit_frame_load(const Event& event) {
    Document* best = nullptr;
    for (auto& [frame, document] : documents_) {
      if (!is_child(frame, event.frame) || document.announced) continue;
      if (!best || document.loaded > best->loaded) best = &document;
    }
    if (!best) return;
    for (EventId part : {best->last_piece, best->last_deferred, best->loaded}) {
      sink_.add(part, event.id, Rule::FrameDocument);
    }
    best->announced = true;
  }

  static bool leaves(const Event& event) { return event.detail == "pagehide" || event.detail == "unload"; }

  // A navigation ends the documents of its frame and of the frames inside.
  void end_documents(const Event& event) {
    for (auto& [frame, document] : documents_) {
      if (frame != event.frame && !is_inside(frame, event.frame)) continue;
      for (EventId id : document.events) sink_.add(id, event.id, Rule::Navigation);
      finish(document);
      document = Document{};
      document.barrier = event.id;
    }
  }

  void finish(Document& document) {
    auto& milestones = document.milestones;
    std::sort(milestones.begin(), milestones.end());
    for (size_t i = 1; i < milestones.size(); ++i) {
      sink_.add(milestones[i - 1].second, milestones[i].second, Rule::Milestone);
    }
  }

  const Trace& trace_;
  EdgeSink& sink_;
  std::vector<std::string_view> fork_texts_;
  std::vector<bool> parsers_own_;
  std::map<std::string, Document> documents_;  // by frame
};

}  // namespace

void add_document_edges(const Trace& trace, EdgeSink& sink) { DocumentRules(trace, sink).run(); }

}  // namespace squall::trace
