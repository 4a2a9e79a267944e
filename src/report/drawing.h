// What the drawings of the report share. They stand beside lists whose rows are as high, so that all text is text: it
// can be read aloud, searched, copied, and it wraps. The drawings themselves are hidden from screen readers.
#pragma once

#include <array>
#include <string>

#include "report/event_label.h"
#include "report/html.h"
#include "report/timeline.h"

namespace squall::report {

inline constexpr int kRowHeight = 40;  // as in style.css
constexpr int middle_of(size_t row) { return static_cast<int>(row) * kRowHeight + kRowHeight / 2; }

// The mark of an event. Each lane has a shape of its own, so that colour is not needed to tell them apart.
Html shape(Lane lane, Mark mark, int x, int y);

// What the shapes mean, for the lanes that are used.
Html legend(const std::array<bool, kLanes>& used);

Html svg(const std::string& style, int width, int height, const char* ratio, const Html& content);

}  // namespace squall::report
