// A key that is pressed and released is one event of the user: nobody releases what is not held, or releases it twice.
#include <algorithm>

#include "flow/flow.h"

namespace squall::flow {
namespace {

// What a person can do while a key is held.
bool goes_with_a_key(const Step& step) {
  switch (step.type) {
    case StepType::KeyDown:
    case StepType::KeyUp:
    case StepType::Click:
    case StepType::DoubleClick:
    case StepType::Hover: return true;
    default: return false;
  }
}

// Where the key that is pressed at `begin` is released; the end of the steps when it stays held.
size_t release_of(const std::vector<Step>& steps, size_t begin) {
  for (size_t i = begin + 1; i < steps.size() && goes_with_a_key(steps[i]); ++i) {
    if (steps[i].type == StepType::KeyUp && steps[i].key == steps[begin].key) return i;
  }
  return steps.size();
}

// "press Control+a"; "" when there is more than keys.
std::string name_of(const std::vector<Step>& parts) {
  std::string name;
  for (const Step& part : parts) {
    if (part.type != StepType::KeyDown && part.type != StepType::KeyUp) return "";
    if (part.type == StepType::KeyDown)
      name += (name.empty() ? "press " : "+") + (part.key == " " ? "Space" : part.key);
  }
  return name;
}

}  // namespace

Flow fold_presses(const Flow& flow) {
  Flow out = flow;
  out.steps.clear();
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    const Step& step = flow.steps[i];
    size_t end = step.type == StepType::KeyDown ? release_of(flow.steps, i) : flow.steps.size();
    if (end == flow.steps.size()) {
      out.steps.push_back(step);
      continue;
    }
    Step press;
    press.type = StepType::Macro;
    press.target = step.target;
    press.frame = step.frame;
    press.parts.assign(flow.steps.begin() + static_cast<std::ptrdiff_t>(i),
                       flow.steps.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    press.name = name_of(press.parts);
    out.steps.push_back(std::move(press));
    i = end;
  }
  return out;
}

}  // namespace squall::flow
