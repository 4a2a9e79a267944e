#include "flow/step.h"

namespace squall::flow {
namespace {

struct NamedType {
  const char* name;
  StepType type;
};

constexpr NamedType kTypes[] = {
    {"change", StepType::Change},
    {"click", StepType::Click},
    {"close", StepType::Close},
    {"customStep", StepType::CustomStep},
    {"doubleClick", StepType::DoubleClick},
    {"emulateNetworkConditions", StepType::EmulateNetworkConditions},
    {"hover", StepType::Hover},
    {"keyDown", StepType::KeyDown},
    {"keyUp", StepType::KeyUp},
    {"navigate", StepType::Navigate},
    {"scroll", StepType::Scroll},
    {"setViewport", StepType::SetViewport},
    {"waitForElement", StepType::WaitForElement},
    {"waitForExpression", StepType::WaitForExpression},
};

}  // namespace

const char* name_of(StepType type) {
  for (const NamedType& known : kTypes) {
    if (known.type == type) return known.name;
  }
  return "customStep";
}

std::optional<StepType> step_type_of(std::string_view name) {
  for (const NamedType& known : kTypes) {
    if (known.name == name) return known.type;
  }
  return std::nullopt;
}

bool is_user_action(const Step& step) {
  switch (step.type) {
    case StepType::Change:
    case StepType::Click:
    case StepType::DoubleClick:
    case StepType::Hover:
    case StepType::KeyDown:
    case StepType::KeyUp:
    case StepType::Scroll:
    case StepType::Type:
    case StepType::Macro: return true;
    case StepType::Close:
    case StepType::CustomStep:
    case StepType::EmulateNetworkConditions:
    case StepType::Navigate:
    case StepType::SetViewport:
    case StepType::WaitForElement:
    case StepType::WaitForExpression: return false;
  }
  return false;
}

}  // namespace squall::flow
