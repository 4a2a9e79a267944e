// Questions: how each page is looked at with `squall ajax` or `squall init`, to get an answer (answers.h).
//
// The examples are looked at by the program, as a user starts it: “ajax/shop”, “init/shop”; so are the pages of
// tests/pages/faults that come to rest: “init/faults/good.html”. Pages that stand in tests are looked at by those
// tests, a program of them at a time, which write down what was answered (tests/answers.h): “AjaxRecall.…”,
// “InitDelays.…”.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace squall::bench {

class Question {
 public:
  virtual ~Question() = default;
  // What it tells about, by name.
  virtual std::vector<std::string> pages() const = 0;
  // Asks about these of its pages, and leaves in the folder `out` what a person may want to look at. Error: it was
  // interrupted.
  virtual Result<std::map<std::string, Json>> ask(const std::vector<std::string>& pages,
                                                  const std::filesystem::path& out) = 0;
};

using Questions = std::vector<std::unique_ptr<Question>>;

// All there are; the servers of the pages run as long as the result.
struct Questionnaire {
  std::vector<std::shared_ptr<void>> servers;
  Questions questions;
};
Result<Questionnaire> all_questions();

}  // namespace squall::bench
