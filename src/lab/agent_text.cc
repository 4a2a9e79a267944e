#include "lab/agent_text.h"

// The bundle is put into the program as it is: an array of numbers would take the compiler seconds.
asm(R"(
  .section .rodata
  .global squall_agent_begin
  .global squall_agent_end
squall_agent_begin:
  .incbin ")" SQUALL_AGENT_FILE R"("
squall_agent_end:
  .byte 0
  .previous
)");

extern "C" {
extern const char squall_agent_begin[];
extern const char squall_agent_end[];
}

namespace squall::lab {

std::string_view agent_text() {
  return {squall_agent_begin, static_cast<size_t>(squall_agent_end - squall_agent_begin)};
}

}  // namespace squall::lab
