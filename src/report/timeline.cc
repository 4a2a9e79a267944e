#include "report/timeline.h"

#include <algorithm>

#include "base/text.h"
#include "oracle/sequences.h"

namespace squall::report {
namespace {

using Pair = std::pair<size_t, size_t>;
constexpr size_t kNone = static_cast<size_t>(-1);
constexpr int kStepWeight = 100;
constexpr size_t kPastTold = 3;

std::vector<std::string> names_of(const std::vector<EventLabel>& labels) {
  std::vector<std::string> names;
  for (const EventLabel& label : labels) names.push_back(label.name);
  return names;
}

// The best chain that ends at or before a position, for all positions: a Fenwick tree of maxima.
class BestChains {
 public:
  explicit BestChains(size_t size) : best_(size + 1) {}

  struct Chain {
    int weight = 0;
    size_t last = kNone;
  };
  Chain up_to(size_t position) const {
    Chain best;
    for (size_t i = position; i > 0; i -= i & (~i + 1)) {
      if (best_[i].weight > best.weight) best = best_[i];
    }
    return best;
  }
  void add(size_t position, Chain chain) {
    for (size_t i = position + 1; i < best_.size(); i += i & (~i + 1)) {
      if (chain.weight >= best_[i].weight) best_[i] = chain;
    }
  }

 private:
  std::vector<Chain> best_;
};

// Which of the pairs, given in the order of the first run, are anchors.
std::vector<bool> find_anchors(const std::vector<Pair>& pairs, const std::vector<EventLabel>& first, size_t size) {
  BestChains chains(size);
  std::vector<size_t> before(pairs.size(), kNone);
  for (size_t i = 0; i < pairs.size(); ++i) {
    BestChains::Chain chain = chains.up_to(pairs[i].second);
    before[i] = chain.last;
    chains.add(pairs[i].second, {chain.weight + (first[pairs[i].first].lane == Lane::Step ? kStepWeight : 1), i});
  }
  std::vector<bool> anchors(pairs.size(), false);
  for (size_t i = chains.up_to(size).last; i != kNone; i = before[i]) anchors[i] = true;
  return anchors;
}

// Aligns two runs step by step; the members are what the steps hand on.
class Aligner {
 public:
  Aligner(const std::vector<EventLabel>& first, const std::vector<EventLabel>& second)
      : first_(first),
        second_(second),
        pairs_(oracle::compare_sequences(names_of(first), names_of(second)).pairs),
        anchors_(find_anchors(pairs_, first, second.size())),
        marks_{std::vector<Mark>(first.size(), Mark::Alone), std::vector<Mark>(second.size(), Mark::Alone)} {}

  Timeline align() {
    for (size_t i = 0; i < pairs_.size(); ++i) mark(pairs_[i], anchors_[i] ? Mark::Same : Mark::Moved);
    for (size_t i = 0; i < pairs_.size(); ++i) {
      if (!anchors_[i]) find_overtaken(pairs_[i]);
    }
    for (size_t i = 0; i < pairs_.size(); ++i) {
      if (!anchors_[i]) continue;
      place_until(pairs_[i]);
      timeline_.rows.push_back({{cell(0, next_[0]++), cell(1, next_[1]++)}, 0});
    }
    place_until({first_.size(), second_.size()});
    return std::move(timeline_);
  }

 private:
  void mark(const Pair& pair, Mark mark) { marks_[0][pair.first] = marks_[1][pair.second] = mark; }
  Cell cell(size_t side, size_t place) const { return {place, marks_[side][place]}; }

  void find_overtaken(const Pair& moved) {
    Move move{moved.first, moved.second, false, {}};
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const Pair& other = pairs_[i];
      bool was_before = other.first < moved.first, is_before = other.second < moved.second;
      if (!anchors_[i] || was_before == is_before) continue;
      mark(other, Mark::Overtaken);
      move.later = is_before;
      move.past.push_back(other.first);
    }
    timeline_.moves.push_back(std::move(move));
  }

  // What stands before the next anchor in each run, beside each other.
  void place_until(const Pair& anchor) {
    while (next_[0] < anchor.first || next_[1] < anchor.second) {
      Row row;
      if (next_[0] < anchor.first) row.cells[0] = cell(0, next_[0]++);
      if (next_[1] < anchor.second) row.cells[1] = cell(1, next_[1]++);
      timeline_.rows.push_back(row);
    }
  }

  const std::vector<EventLabel>& first_;
  const std::vector<EventLabel>& second_;
  std::vector<Pair> pairs_;
  std::vector<bool> anchors_;
  std::array<std::vector<Mark>, 2> marks_;
  std::array<size_t, 2> next_ = {0, 0};
  Timeline timeline_;
};

using Runs = std::array<const std::vector<EventLabel>*, 2>;

bool can_fold(const Row& row, const Runs& runs) {
  for (size_t side = 0; side < 2; ++side) {
    const auto& cell = row.cells[side];
    if (cell && (cell->mark == Mark::Moved || (*runs[side])[cell->place].lane == Lane::Step)) return false;
  }
  return true;
}

std::vector<Row> fold_rows(const std::vector<Row>& rows, const Runs& runs, const FoldOptions& options) {
  std::vector<Row> out;
  for (size_t start = 0; start < rows.size();) {
    size_t end = start;
    while (end < rows.size() && can_fold(rows[end], runs)) ++end;
    if (end - start > std::max(options.longest, 2 * options.kept + 1)) {
      out.insert(out.end(), rows.begin() + start, rows.begin() + start + options.kept);
      out.push_back({{}, end - start - 2 * options.kept});
      start = end - options.kept;
    }
    end = std::max(end, start + 1);
    out.insert(out.end(), rows.begin() + start, rows.begin() + end);
    start = end;
  }
  if (out.size() > options.most_rows) {
    size_t left_out = 0;
    for (size_t i = options.most_rows; i < out.size(); ++i) left_out += std::max<size_t>(out[i].folded, 1);
    out.resize(options.most_rows);
    out.push_back({{}, left_out});
  }
  return out;
}

// Links between the rows that are left.
std::vector<Link> links_of(const std::vector<Row>& rows, const std::vector<Pair>& pairs, size_t first_size,
                           size_t second_size) {
  std::array<std::vector<size_t>, 2> row_of = {std::vector<size_t>(first_size, kNone),
                                               std::vector<size_t>(second_size, kNone)};
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t side = 0; side < 2; ++side) {
      if (rows[i].cells[side]) row_of[side][rows[i].cells[side]->place] = i;
    }
  }
  std::vector<Link> links;
  for (const auto& [a, b] : pairs) {
    if (row_of[0][a] == kNone || row_of[1][b] == kNone) continue;
    links.push_back({row_of[0][a], row_of[1][b], rows[row_of[0][a]].cells[0]->mark});
  }
  return links;
}

}  // namespace

const char* name_of(Mark mark) {
  switch (mark) {
    case Mark::Same: return "same";
    case Mark::Overtaken: return "overtaken";
    case Mark::Moved: return "moved";
    case Mark::Alone: break;
  }
  return "alone";
}

Timeline align(const std::vector<EventLabel>& first, const std::vector<EventLabel>& second, const FoldOptions& fold) {
  Timeline timeline = Aligner(first, second).align();
  timeline.rows = fold_rows(timeline.rows, {&first, &second}, fold);
  auto pairs = oracle::compare_sequences(names_of(first), names_of(second)).pairs;
  timeline.links = links_of(timeline.rows, pairs, first.size(), second.size());
  return timeline;
}

Timeline alone(const std::vector<EventLabel>& run, const FoldOptions& fold) {
  Timeline timeline;
  for (size_t i = 0; i < run.size(); ++i) timeline.rows.push_back({{std::nullopt, Cell{i, Mark::Same}}, 0});
  timeline.rows = fold_rows(timeline.rows, {nullptr, &run}, fold);
  return timeline;
}

std::string sentence(const Move& move, const std::vector<EventLabel>& first) {
  // The user's steps tell most, then responses, then the rest.
  std::vector<size_t> past = move.past;
  std::ranges::stable_sort(past, {}, [&](size_t place) { return first[place].lane; });
  std::vector<std::string> words;
  for (size_t i = 0; i < std::min(past.size(), kPastTold); ++i) words.push_back(phrase(first[past[i]]));
  if (past.size() > kPastTold) words.push_back(std::to_string(past.size() - kPastTold) + " more");
  std::string last = words.empty() ? "other events" : words.back();
  if (!words.empty()) words.pop_back();
  std::string others = words.empty() ? last : join(words, ", ") + " and " + last;
  return phrase(first[move.first]) + " came " + (move.later ? "after " : "before ") + others +
         " in the second run, not " + (move.later ? "before" : "after") + ".";
}

}  // namespace squall::report
