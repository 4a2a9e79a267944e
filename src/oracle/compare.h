// Compares what two experiments ended in. Cheap things first (ending, DOM, errors, requests, storage), pixels last and
// only when asked for.
//
// What differs between runs of one schedule says nothing about two schedules: `Stability` learns it from such runs, and
// `compare` leaves it out of the count, and says so.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "oracle/difference.h"
#include "oracle/pixels.h"
#include "oracle/selector.h"
#include "oracle/served.h"
#include "outcome/outcome.h"

namespace squall::oracle {

// What is known to differ between runs of the same schedule.
struct Stability {
  struct Subject {
    Aspect aspect = Aspect::Dom;
    std::string subject;
    bool operator==(const Subject&) const = default;
  };
  bool stable = true;
  Mask mask;                                  // pixels that differ
  std::vector<std::string> unstable_aspects;  // "dom", "console"…, each once
  std::vector<Subject> subjects;              // what is unstable within them

  // Elements inside an unstable one are unstable too; so are the siblings of the same tag of one that comes and goes.
  bool covers(const Difference& difference) const;
};

struct CompareOptions {
  std::vector<Selector> ignore;  // parts of the page that do not count, neither in the DOM nor on the screen
  bool pixels = true;
  bool order = true;  // whether the same requests, errors… in another order count
  Mask mask;          // pixels that do not count, beside those of `stability` and `ignore`
  PixelOptions pixel;
  Stability stability;
  std::shared_ptr<const Served> served;  // what the server sets anew does not count; null: nothing is known of it
  bool highlight = false;                // whether to draw Comparison::highlighted
  size_t limit = 50;                     // differences in the document beyond this many are only counted
};

struct Comparison {
  bool equal = true;
  std::vector<Difference> differences;  // that count
  std::vector<Difference> not_counted;  // because they are unstable, or for what the options say
  bool visible = false;                 // the screen differs: by its pixels, or by the DOM when they were not compared
  bool pictured = false;                // there were pictures of both to compare
  std::vector<PixelArea> areas;         // of the screen, largest first
  std::optional<Picture>
      highlighted;                 // the second screen with `areas` in it; only when asked for, and when there are any
  size_t masked_pixels = 0;        // that were left out
  std::vector<std::string> notes;  // what could not be compared, and why

  bool has(Aspect aspect) const;
};

// `a` is the first run, `b` the second.
Comparison compare(const outcome::Outcome& a, const outcome::Outcome& b, const CompareOptions& options = {});

// Learns from outcomes of the same schedule. The options' own `stability` is not used.
Stability stability_of(const std::vector<outcome::Outcome>& runs, const CompareOptions& options = {});
// The same for two schedules that are compared: what differs between runs of the one, or between runs of the other.
Stability stability_of(const std::vector<outcome::Outcome>& one, const std::vector<outcome::Outcome>& other,
                       const CompareOptions& options);

// A few lines of plain text, for a terminal.
std::string summary(const Comparison& comparison);

// Without the highlighted picture.
Json to_json(const Comparison& comparison);

// A hash over everything, picture included: outcomes with the same one are the same to the last byte.
std::string fingerprint(const outcome::Outcome& outcome);

}  // namespace squall::oracle
