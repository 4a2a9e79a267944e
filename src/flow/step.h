// A Step: one thing that the user does, or waits for, as a plain value.
//
// The types and members are those of Chrome DevTools' Recorder, so that its files are read and written as they are.
// Two types are ours. In files they are `customStep`s, which other tools pass over:
//   Type   "squall.type":  parameters { selectors, text, clear, leave }   one key stroke, or a piece of text
//   Macro  "squall.macro": parameters { title, steps }                    several steps that count as one
// A Change may say `leave` as well, and any step on an element, what that is `called`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace squall::flow {

enum class StepType {
  Change,  // give a form field a value
  Click,
  Close,       // close the page
  CustomStep,  // someone else's: `name` and `parameters`
  DoubleClick,
  EmulateNetworkConditions,
  Hover,
  KeyDown,
  KeyUp,
  Navigate,
  Scroll,  // the page, or the element of `selectors`
  SetViewport,
  WaitForElement,
  WaitForExpression,
  Type,   // ours
  Macro,  // ours
};

// The Recorder's name ("doubleClick"); "customStep" for the types that are ours.
const char* name_of(StepType type);
std::optional<StepType> step_type_of(std::string_view name);

// A chain of selectors that leads to one element: each but the first is looked up inside the shadow root of the element
// before it, or inside that element when it has none.
using SelectorChain = std::vector<std::string>;

struct AssertedEvent {
  std::string type;  // always "navigation" so far
  std::optional<std::string> url;
  std::optional<std::string> title;
  bool operator==(const AssertedEvent&) const = default;
};

struct Viewport {
  int width = 0;
  int height = 0;
  double device_scale_factor = 1;
  bool is_mobile = false;
  bool has_touch = false;
  bool is_landscape = false;
  bool operator==(const Viewport&) const = default;
};

// Bytes a second and milliseconds; -1 means no limit, as in the DevTools protocol.
struct NetworkConditions {
  double download = -1;
  double upload = -1;
  double latency = 0;
  bool operator==(const NetworkConditions&) const = default;
};

struct Step {
  StepType type = StepType::Click;

  // Where: any step but Close, Navigate and SetViewport may name a frame.
  std::string target = "main";           // "main", or the URL of another page
  std::vector<int> frame;                // from the main frame down, the number of the child at each level
  std::vector<SelectorChain> selectors;  // alternatives for one element, best first
  std::string called;  // what people call it, where the selectors do not tell: “Delete” in “Milk”

  // Click, DoubleClick: where in the element, in CSS pixels from its top left corner; its centre when absent.
  std::optional<double> offset_x;
  std::optional<double> offset_y;
  std::string button = "primary";  // primary, auxiliary, secondary, back, forward
  std::string device = "mouse";    // mouse, pen, touch
  std::optional<double> duration;  // ms between press and release

  std::string value;        // Change: the new value. Type: the text to add
  std::string field;        // Change: what kind of control it is ("text", "select", "range"…), "" when unknown
  std::string whole;        // Type: the value of the Change that it is a stroke of; "" when it is of none
  bool completes = false;   // Type: it is the last of these strokes
  bool clear = false;       // Type: empty the field first
  bool leave = false;       // Change, Type: leave the field afterwards; only then does a text field tell of its change
  std::string key;          // KeyDown, KeyUp: a name that `find_key` knows
  std::optional<double> x;  // Scroll: absolute position
  std::optional<double> y;
  std::string url;            // Navigate
  Viewport viewport;          // SetViewport
  NetworkConditions network;  // EmulateNetworkConditions
  std::string expression;     // WaitForExpression

  // WaitForElement: "as many elements as this with these attributes and properties", of those that are visible when
  // that is asked for. With `visible` false it is the opposite: until there are not as many visible ones any more.
  std::string comparison = ">=";  // the file's `operator`: >=, ==, <=
  std::optional<int> count;       // 1 when absent
  std::optional<bool> visible;
  Json attributes;
  Json properties;

  std::string name;         // CustomStep; for a Macro its title, which may be empty
  Json parameters;          // CustomStep
  std::vector<Step> parts;  // Macro

  std::optional<double> timeout;  // ms
  std::vector<AssertedEvent> asserted_events;
  Json extra;  // members that we do not know, written back as they came

  bool operator==(const Step&) const = default;
};

// Whether the user acts on the page. The others wait, or set the browser up.
bool is_user_action(const Step& step);

// What a person calls it: click “Car Wash”, type “ber” into #q.
std::string label_of(const Step& step);

// The selector that best identifies the element in a report: plain CSS when there is one; "" without selectors.
std::string locator_of(const Step& step);

}  // namespace squall::flow
