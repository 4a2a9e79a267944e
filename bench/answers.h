// Answers: what the analyses said about each page, again and again, and whether it was always the same.
//
// An answer is a JSON value without anything that may differ between two runs (`answer_of`). Each kind of answer to a
// page stands in the folder as PAGE/N.json, { "count": 3, "answer": … }, beside PAGE/N/, what the run that gave it
// first left behind. So asking can be interrupted and gone on with, and a rare answer can be looked into.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"

namespace squall::bench {

// Of results.json: tests, findings, and what is said in words; no times, ports, runs and folders.
Json answer_of(const Json& results);
// The same text for every port.
std::string without_ports(const std::string& text);

// What one answer says and the other does not, a line each: "- findings[F1].title: …", "+ …".
std::vector<std::string> differences(const Json& usual, const Json& other);

class Answers {
 public:
  // Goes on with what is in the folder.
  explicit Answers(std::filesystem::path folder);

  // How often the page was answered so far.
  int times(const std::string& page) const;
  // `left` is a folder with what the run left behind; it is copied when the answer is new. True when the page was never
  // answered so before, though it was answered.
  bool add(const std::string& page, const Json& answer, const std::filesystem::path& left);

  bool varies(const std::string& page) const;
  // How often the page was answered in which way, and how the ways differ from the most frequent one.
  std::vector<std::string> tell(const std::string& page) const;

 private:
  struct Kind {
    int count = 0;
    Json answer;
  };
  std::filesystem::path folder_of(const std::string& page) const;

  std::filesystem::path folder_;
  std::map<std::string, std::vector<Kind>> kinds_;  // by page
};

}  // namespace squall::bench
