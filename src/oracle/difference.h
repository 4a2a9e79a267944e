// One point in which two outcomes differ, as data. What is decided about a difference is decided by these members; the
// words for it are made at the end, in words.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rect.h"
#include "oracle/pixels.h"
#include "outcome/outcome.h"

namespace squall::oracle {

enum class Aspect {
  Ending,
  Url,
  Step,
  Screen,
  Dom,
  Layout,
  Form,
  Error,
  Console,
  Requests,
  Storage,
  Cookies,
  Incident
};
const char* name_of(Aspect aspect);

enum class Kind {
  Ending,        // `endings`; told: what is known beyond them
  EndingDetail,  // the same ending for another reason; told: the reasons
  Url,           // of the page; told: the same
  Destination,   // of the page, where a run ended at an error page; told: where the browser wanted to go
  Status,        // of the document

  StepReached,    // by one run only
  StepPerformed,  // by one run only; text: why not by the other
  StepLabel,      // told: the labels
  StepReason,     // performed by neither; told: the reasons

  Inserted,   // an element that only the second has; after: its text
  Removed,    // an element that only the first has; before: its text
  Reordered,  // the children of the element stand in another order
  Text,       // of the element
  Attribute,  // `name` says which
  Value,      // of a form control
  Checked,    // by one run only
  Selected,   // before, after: the texts of the selected options
  Moved,
  Resized,
  Shown,     // rendered only in the second
  Hidden,    // rendered only in the first
  Scroll,    // of an element, or of the frame when there is no `label`
  Focus,     // before, after: the element
  Frame,     // that only one run has; before, after: its URL
  FrameUrl,  // a frame shows another document
  More,      // beyond the limit of a comparison: `count`

  Error,     // that only one run has, as all of the following
  Console,   // a line
  Incident,  // `type` says which
  Order,     // the same errors, lines, incidents or requests in another order; count: how many

  Sent,    // more often in one run; count: how often, where the other did not send it at all
  Body,    // of a request
  SentAs,  // a request of another type; told: the types
  Answer,  // how a request was answered

  Entry,  // of a storage, or a cookie

  Pixels  // `areas`; count: how many there are in all; told: the sizes of the screens, where they differ
};
// "inserted", "text", "more": of a kind that concerns the document; "" for any other.
const char* name_of(Kind kind);

// Which of the two runs has it.
enum class Side { Both, First, Second };

// Of the first run and of the second.
struct Values {
  std::string before, after;
  bool operator==(const Values&) const = default;
};

struct Difference {
  Aspect aspect = Aspect::Dom;
  Kind kind = Kind::Text;
  Side side = Side::Both;
  // What it is about, the same in every run: an element's path, a storage key, "GET /x", the place of an error.
  std::string subject = {};
  // The same as a person reads it: "li “Guide”" for an element with a long path, a request, a step.
  std::string label = {};
  std::string before = {};
  std::string after = {};

  std::string name = {};  // of the attribute, key or cookie; a request's method; where an error happened: "app.js:40"
  std::string type = {};  // of the request ("fetch"), the storage ("local"), the incident ("dialog")
  std::string text = {};  // of the error, line or incident; why a step could not be performed
  Values told = {};       // what a sentence names where `before` and `after` hold more than that
  struct {
    outcome::Ending before = outcome::Ending::Settled, after = outcome::Ending::Settled;
  } endings = {};
  size_t count = 0;        // for layout also: siblings that moved, grew, came or went in the same way
  std::string frame = {};  // of the document: "0" is the main one
  struct Area {
    PixelRect rect;
    std::string element;  // it lies in; "" when that is not known
  };
  std::vector<Area> areas = {};  // the largest first, not all of them
  std::string noun = {};         // what came in another order: "request"
  bool visible = false;          // concerns something of the document that is rendered
  bool unseen = false;           // concerns something that nobody gets to know of (unseen.h, or no pixel changed there)
  bool spoken = false;           // assistive technology tells of it
  std::optional<Rect> box = {};  // of the element, on the screen of the main frame
  bool in_head = false;          // a style, link or meta of the head, or the order within the head
};

}  // namespace squall::oracle
