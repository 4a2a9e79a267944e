// The events of one run, or of two beside each other, as rows of a drawing.
//
// Two runs are aligned: events that kept their relative order stand in the same row ("anchors", the heaviest increasing
// subsequence of the events that both runs have; steps of the user weigh most), and the others stand where their run
// had them. An event that both runs have and that is no anchor has moved; the anchors that it moved past are overtaken.
// Long stretches in which nothing moved are folded into one row.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/event_label.h"

namespace squall::report {

enum class Mark {
  Same,       // an anchor that nothing moved past
  Overtaken,  // an anchor that something moved past
  Moved,
  Alone,  // only one of the runs has it
};
const char* name_of(Mark mark);  // for style sheets

struct Cell {
  size_t place = 0;  // in its run
  Mark mark = Mark::Same;
};

struct Row {
  std::array<std::optional<Cell>, 2> cells;  // of the first and of the second run
  size_t folded = 0;                         // so many rows are left out here; the cells are then empty
};

// Joins the two places of an event, by row.
struct Link {
  size_t first_row = 0;
  size_t second_row = 0;
  Mark mark = Mark::Same;
};

// An event that moved, and the anchors that it moved past, as places in the first run.
struct Move {
  size_t first = 0;
  size_t second = 0;
  bool later = false;  // in the second run it came after them, not before
  std::vector<size_t> past;
};

struct Timeline {
  std::vector<Row> rows;
  std::vector<Link> links;
  std::vector<Move> moves;
  bool changed() const { return !moves.empty(); }
};

struct FoldOptions {
  size_t longest = 8;      // stretches up to this long stay
  size_t kept = 3;         // rows that stay at each end of a longer one
  size_t most_rows = 300;  // the rows beyond are left out
};

Timeline align(const std::vector<EventLabel>& first, const std::vector<EventLabel>& second,
               const FoldOptions& fold = {});
// One run alone: only the second cell of each row is used.
Timeline alone(const std::vector<EventLabel>& run, const FoldOptions& fold = {});

// "GET /a (from step 1) came after step 2 (click “Diesel”) in the second run, not before."
std::string sentence(const Move& move, const std::vector<EventLabel>& first);

}  // namespace squall::report
