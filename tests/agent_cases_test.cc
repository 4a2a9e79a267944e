// The cases of agent/test/*.browser.ts, each in the body of an empty page: what the agent finds, names and offers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/page_lab.h"

namespace squall {
namespace {

using testing::PageLab;
using testing::Site;
using testing::text_of;

constexpr const char* kRunner = R"(
  (async () => {
    const lines = [];
    for (const { name, html, run } of agentCases) {
      document.body.innerHTML = html;
      scrollTo(0, 0);
      try {
        await run(document);
        lines.push('ok ' + name);
      } catch (error) {
        lines.push('FAILED ' + name + ': ' + error.message);
      }
    }
    document.body.innerHTML = '<pre id=log></pre>';
    document.getElementById('log').textContent = lines.join('\n');
  })();)";

TEST(AgentCases, AllHoldInARealBrowser) {
  auto bundle = read_file(program_folder() / "agent_cases.js");
  ASSERT_TRUE(bundle) << bundle.error().message;
  Site site("<!doctype html><title>-</title><body></body><script src=cases.js></script><script src=run.js></script>");
  site.answer("cases.js", *bundle).answer("run.js", kRunner);
  auto experiment = PageLab::get().experiment(site);
  experiment.conditions.width = 800;
  experiment.conditions.height = 600;
  auto lines = split(text_of(PageLab::get().run(experiment), "log"), '\n');
  EXPECT_GT(lines.size(), 20u);
  for (const auto& line : lines) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

}  // namespace
}  // namespace squall
