// A Figure: one number that squall promises, how it was measured, and whether the promise is kept.
//
// Nearly all are ratios of two things measured in turns within one run, so that they mean the same on a fast machine, a
// slow one and a busy one.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace squall::bench {

struct Figure {
  enum Sense { AtMost, AtLeast, Below };

  std::string name;
  double value = 0;
  std::string unit;  // "" for a ratio or a count
  Sense sense = AtMost;
  double target = 0;
  std::string how;                 // the measurement in a few words, with the numbers behind the ratio
  std::vector<std::string> notes;  // what went wrong, a line or more each

  bool kept() const;
};

// One line, and the notes below it.
std::string to_text(const Figure& figure);
Json to_json(const Figure& figure);

double median(std::vector<double> values);
// With so many digits after the point.
std::string number(double value, int digits);

}  // namespace squall::bench
