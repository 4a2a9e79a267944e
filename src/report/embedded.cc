#include "report/embedded.h"

#include <openssl/sha.h>

#include "base/text.h"

// The files are put into the program as they are; see also lab/agent_text.cc.
asm(R"(
  .section .rodata
  .global squall_report_style_begin
  .global squall_report_style_end
  .global squall_report_script_begin
  .global squall_report_script_end
squall_report_style_begin:
  .incbin ")" SQUALL_SOURCE_DIR R"(/src/report/style.css"
squall_report_style_end:
  .byte 0
squall_report_script_begin:
  .incbin ")" SQUALL_SOURCE_DIR R"(/src/report/script.js"
squall_report_script_end:
  .byte 0
  .previous
)");

extern "C" {
extern const char squall_report_style_begin[];
extern const char squall_report_style_end[];
extern const char squall_report_script_begin[];
extern const char squall_report_script_end[];
}

namespace squall::report {
namespace {

std::string source_of(std::string_view inline_text) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  ::SHA256(reinterpret_cast<const unsigned char*>(inline_text.data()), inline_text.size(), digest);
  return "'sha256-" + base64_encode({reinterpret_cast<const char*>(digest), sizeof(digest)}) + "'";
}

}  // namespace

std::string_view style_text() {
  return {squall_report_style_begin, static_cast<size_t>(squall_report_style_end - squall_report_style_begin)};
}

std::string_view script_text() {
  return {squall_report_script_begin, static_cast<size_t>(squall_report_script_end - squall_report_script_begin)};
}

std::string content_security_policy() {
  return "default-src 'none'; img-src data:; style-src " + source_of(style_text()) + "; script-src " +
         source_of(script_text()) + "; base-uri 'none'; form-action 'none'";
}

}  // namespace squall::report
