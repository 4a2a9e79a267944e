// A Flow: what the user does, in order.
//
// Read from the JSON that Chrome DevTools' Recorder exports (panel Recorder → Export → JSON), written back in the same
// form:
//   { "title": "…", "timeout": 5000, "steps": [ { "type": "click", "selectors": [ ["aria/Go"], ["#go"] ], … } ] }
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "flow/step.h"

namespace squall::flow {

struct Flow {
  std::string title;
  std::optional<double> timeout;  // ms for each step
  std::vector<Step> steps;
  Json extra;  // members that we do not know, written back as they came

  bool operator==(const Flow&) const = default;
};

// `source` stands at the start of error messages: "flow.json: step 3 (click): needs `selectors`".
Result<Flow> parse_flow(const Json& json, std::string_view source = "flow");
Result<Flow> read_flow(const std::filesystem::path& path);
// One step, for example of the list that the agent discovers.
Result<Step> parse_step(const Json& json, std::string_view where = "step");

Json to_json(const Flow& flow);
Json to_json(const Step& step);

// Makes each key stroke a user step of its own: a Change of a text field becomes one Type step a character, the first
// of which clears the field unless the user goes on typing where the step before left off. Steps within a Macro stay as
// they are: they count as one.
Flow expand_typing(const Flow& flow);
// Makes a key with all that is done while it is held one Macro step: nobody releases what is not held, or twice.
Flow fold_presses(const Flow& flow);
// Whether a Change types text. A file does not say what its element is, so this goes by `field`, and without it by what
// the selectors tell: `select#country` or `aria/Size[role="listbox"]` is not a text field.
bool is_typing(const Step& step);

}  // namespace squall::flow
