#include "oracle/dom_align.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace squall::oracle {
namespace {

using Nodes = std::vector<const DomNode*>;

constexpr size_t kMaxEqualCells = 1 << 20;  // of the table of the exact method
constexpr size_t kMaxLikeCells = 1 << 16;   // … when each cell takes a closer look
constexpr size_t kWindow = 256;             // how far the quick method looks ahead
constexpr size_t kLargeSubtree = 8;         // from here on, two elements need something in common to be one

// Attributes whose value tells one element from its siblings.
constexpr std::array kKeyAttributes = {"name", "data-key", "data-id", "data-testid", "for", "href", "src", "key"};

// Two lists to be aligned, and for each element its partner in the other list, or -1.
struct Lists {
  Nodes a, b;
  std::vector<int> partner_of_a, partner_of_b;
  std::vector<bool> reordered;  // of b: paired, but not in order with the other pairs

  Lists(const DomNode& parent_a, const DomNode& parent_b)
      : a(parent_a.children.begin(), parent_a.children.end()),
        b(parent_b.children.begin(), parent_b.children.end()),
        partner_of_a(a.size(), -1),
        partner_of_b(b.size(), -1),
        reordered(b.size()) {}

  bool free(size_t i, size_t j) const { return partner_of_a[i] < 0 && partner_of_b[j] < 0; }
  void pair(size_t i, size_t j) {
    partner_of_a[i] = static_cast<int>(j);
    partner_of_b[j] = static_cast<int>(i);
  }
};

// A piece of both lists: [a0, a1) and [b0, b1).
struct Gap {
  size_t a0, a1, b0, b1;
  size_t cells() const { return (a1 - a0) * (b1 - b0); }
};

using Score = int (*)(const DomNode&, const DomNode&);

// The common subsequence with the greatest sum of scores.
void pair_best(Lists& lists, const Gap& gap, Score score) {
  size_t rows = gap.a1 - gap.a0, columns = gap.b1 - gap.b0;
  std::vector<int> best((rows + 1) * (columns + 1));
  std::vector<int> scores(rows * columns);
  auto cell = [&](size_t i, size_t j) -> int& { return best[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      bool free = lists.free(gap.a0 + i, gap.b0 + j);
      int own = scores[i * columns + j] = free ? score(*lists.a[gap.a0 + i], *lists.b[gap.b0 + j]) : 0;
      cell(i, j) = std::max({cell(i + 1, j), cell(i, j + 1), own > 0 ? own + cell(i + 1, j + 1) : 0});
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    int own = scores[i * columns + j];
    if (own > 0 && cell(i, j) == own + cell(i + 1, j + 1)) {
      lists.pair(gap.a0 + i++, gap.b0 + j++);
    } else if (cell(i, j) == cell(i + 1, j)) {
      ++i;
    } else {
      ++j;
    }
  }
}

// For lists of thousands: each element takes the nearest that fits behind the last one taken.
void pair_quickly(Lists& lists, const Gap& gap, Score score) {
  size_t next = gap.b0;
  for (size_t i = gap.a0; i < gap.a1 && next < gap.b1; ++i) {
    for (size_t j = next; j < std::min(gap.b1, next + kWindow); ++j) {
      if (!lists.free(i, j) || score(*lists.a[i], *lists.b[j]) == 0) continue;
      lists.pair(i, j);
      next = j + 1;
      break;
    }
  }
}

void pair_gap(Lists& lists, Gap gap, Score score, size_t max_cells) {
  auto equal = [&](size_t i, size_t j) { return lists.free(i, j) && lists.a[i]->content == lists.b[j]->content; };
  while (gap.a0 < gap.a1 && gap.b0 < gap.b1 && equal(gap.a0, gap.b0)) lists.pair(gap.a0++, gap.b0++);
  while (gap.a0 < gap.a1 && gap.b0 < gap.b1 && equal(gap.a1 - 1, gap.b1 - 1)) lists.pair(--gap.a1, --gap.b1);
  if (gap.cells() == 0) return;
  if (gap.cells() <= max_cells)
    pair_best(lists, gap, score);
  else
    pair_quickly(lists, gap, score);
}

// The pieces between pairs that are in order.
std::vector<Gap> gaps_of(const Lists& lists) {
  std::vector<Gap> gaps;
  size_t a0 = 0, b0 = 0;
  for (size_t i = 0; i <= lists.a.size(); ++i) {
    bool end = i == lists.a.size();
    if (!end && lists.partner_of_a[i] < 0) continue;
    size_t j = end ? lists.b.size() : static_cast<size_t>(lists.partner_of_a[i]);
    if (!end && lists.reordered[j]) continue;
    if (a0 < i && b0 < j) gaps.push_back({a0, i, b0, j});
    a0 = i + 1;
    b0 = j + 1;
  }
  return gaps;
}

int equality(const DomNode& a, const DomNode& b) {
  return a.content == b.content ? static_cast<int>(std::min<size_t>(a.size, 1000)) : 0;
}

// From 0, nothing in common, to 20, the same.
int text_likeness(const std::string& a, const std::string& b) {
  size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
  if (longer == 0) return 0;
  size_t front = 0, back = 0;
  while (front < shorter && a[front] == b[front]) ++front;
  while (back < shorter - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return static_cast<int>((front + back) * 20 / longer);
}

bool shares_key(const DomNode& a, const DomNode& b) {
  if (!a.json->has("a") || !b.json->has("a")) return false;
  return std::any_of(kKeyAttributes.begin(), kKeyAttributes.end(), [&](const char* name) {
    const Json &in_a = (*a.json)["a"][name], &in_b = (*b.json)["a"][name];
    return in_a.is_string() && in_a == in_b;
  });
}

bool shares_child(const DomNode& a, const DomNode& b) {
  return std::any_of(a.children.begin(), a.children.end(), [&](const DomNode* child) {
    return std::any_of(b.children.begin(), b.children.end(),
                       [&](const DomNode* other) { return child->content == other->content; });
  });
}

// 0 when two nodes cannot be the same one, more the more they resemble each other.
int resemblance(const DomNode& a, const DomNode& b) {
  if (a.tag != b.tag) return 0;
  if (a.is_text()) return 1 + text_likeness(a.text, b.text);
  if (a.id != b.id) return 0;
  if (!a.id.empty()) return 100;
  int likeness = text_likeness(a.sample, b.sample);
  if (shares_key(a, b)) return 60 + likeness;
  if ((*a.json)["a"] == (*b.json)["a"]) likeness += 5;
  if (a.children.size() * b.children.size() < 4096 && shares_child(a, b)) likeness += 10;
  if (likeness == 0 && a.size > kLargeSubtree && b.size > kLargeSubtree) return 0;
  return 1 + likeness;
}

// Pairs elements that are left over on both sides and have the same key.
template <typename Key>
void pair_reordered(Lists& lists, Key key) {
  using KeyType = decltype(key(*lists.a[0]));
  std::unordered_map<KeyType, std::vector<size_t>> left;
  for (size_t i = lists.a.size(); i-- > 0;) {
    if (lists.partner_of_a[i] < 0 && !lists.a[i]->is_text()) left[key(*lists.a[i])].push_back(i);
  }
  for (size_t j = 0; j < lists.b.size(); ++j) {
    if (lists.partner_of_b[j] >= 0 || lists.b[j]->is_text()) continue;
    auto found = left.find(key(*lists.b[j]));
    if (found == left.end() || found->second.empty() || found->first == KeyType{}) continue;
    lists.pair(found->second.back(), j);
    found->second.pop_back();
    lists.reordered[j] = true;
  }
}

std::vector<Aligned> in_order(const Lists& lists) {
  std::vector<Aligned> aligned;
  size_t i = 0;
  // Removed nodes stand before the next node that kept its place.
  auto take_removed = [&](size_t end) {
    for (; i < end; ++i) {
      if (lists.partner_of_a[i] < 0) aligned.push_back({lists.a[i], nullptr, false});
    }
  };
  for (size_t j = 0; j < lists.b.size(); ++j) {
    int partner = lists.partner_of_b[j];
    if (partner < 0) {
      aligned.push_back({nullptr, lists.b[j], false});
      continue;
    }
    if (!lists.reordered[j]) take_removed(static_cast<size_t>(partner));
    aligned.push_back({lists.a[static_cast<size_t>(partner)], lists.b[j], lists.reordered[j]});
  }
  take_removed(lists.a.size());
  return aligned;
}

}  // namespace

std::vector<Aligned> align_children(const DomNode& a, const DomNode& b) {
  Lists lists(a, b);
  pair_gap(lists, {0, lists.a.size(), 0, lists.b.size()}, equality, kMaxEqualCells);
  pair_reordered(lists, [](const DomNode& node) { return node.content; });
  for (const Gap& gap : gaps_of(lists)) pair_gap(lists, gap, resemblance, kMaxLikeCells);
  pair_reordered(lists, [](const DomNode& node) { return node.id; });
  return in_order(lists);
}

}  // namespace squall::oracle
