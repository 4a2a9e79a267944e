#include "analysis/ajax/rules.h"

#include <gtest/gtest.h>

#include "analysis/ajax/sample_trace.h"

namespace squall::analysis::ajax {
namespace {

std::vector<outcome::SentRequest> sent(const std::vector<std::string>& types) {
  std::vector<outcome::SentRequest> requests;
  for (const std::string& type : types) {
    outcome::SentRequest& request = requests.emplace_back();
    request.method = "GET";
    request.url = "http://h/" + type;
    request.type = type;
  }
  return requests;
}

// Whether a picture is asked for again depends on what the browser still has in its memory.
TEST(AjaxRules, AnEventIsNotIgnoredBecauseAPictureIsThereAlready) {
  lab::RecordedPage page;
  page.flow = clicks(2);
  std::vector<Pair> pairs = {{0, 1, 0, {}, false}};
  Options options;
  Rules rules(pairs, page, options);
  Trial trial;
  trial.right_run.outcome.requests = sent({"fetch", "xhr", "image"});
  trial.wrong_run.outcome.requests = sent({"fetch", "xhr"});
  EXPECT_FALSE(rules.without_ignored(trial));
  trial.wrong_run.outcome.requests = sent({"fetch", "image"});
  EXPECT_TRUE(rules.without_ignored(trial));
}

}  // namespace
}  // namespace squall::analysis::ajax
