#include "bench/answers.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>

#include "base/files.h"
#include "base/text.h"

namespace squall::bench {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestLine = 300;
constexpr const char* kLeftOut[] = {"runs", "comparison"};  // numbers of runs, and what their pixels were

Json without_runs(const Json& list) {
  Json out = Json::array();
  for (Json one : list.items()) {
    for (const char* name : kLeftOut) one.erase(name);
    out.push(std::move(one));
  }
  return out;
}

// Elements of a list are called by their ids, where they have one.
void flatten(const Json& value, const std::string& name, std::set<std::string>& lines) {
  for (const auto& [key, member] : value.members()) flatten(member, name.empty() ? key : name + "." + key, lines);
  for (size_t i = 0; i < value.items().size(); ++i) {
    const Json& item = value.items()[i];
    std::string id = item["id"].as_string_or(std::to_string(i));
    flatten(item, name + "[" + id + "]", lines);
  }
  if (value.members().empty() && value.items().empty()) lines.insert(name + ": " + value.dump());
}

}  // namespace

std::string without_ports(const std::string& text) {
  static const std::regex kAddress(R"((127\.0\.0\.1|localhost)(:|%3A)[0-9]+)");
  return std::regex_replace(text, kAddress, "$1");
}

// A page that shows the time of day shows that of its recording, and so does an answer that quotes it.
static std::string without_time_of_day(const std::string& text) {
  static const std::regex kTime(R"(\b[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\b)");
  return std::regex_replace(text, kTime, "hh:mm:ss");
}

Json answer_of(const Json& results) {
  Json answer =
      Json::object({{"tests", without_runs(results["tests"])}, {"findings", without_runs(results["findings"])}});
  for (const char* name : {"headline", "explanation", "events", "notes"}) answer.set(name, results[name]);
  auto out = parse_json(without_time_of_day(without_ports(answer.dump())));
  return out ? *out : Json();
}

std::vector<std::string> differences(const Json& usual, const Json& other) {
  std::set<std::string> before, after;
  flatten(usual, "", before);
  flatten(other, "", after);
  std::vector<std::string> gone, come, out;
  std::ranges::set_difference(before, after, std::back_inserter(gone));
  std::ranges::set_difference(after, before, std::back_inserter(come));
  for (const auto& line : gone) out.push_back("- " + shorten(line, kLongestLine));
  for (const auto& line : come) out.push_back("+ " + shorten(line, kLongestLine));
  return out;
}

Answers::Answers(fs::path folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  for (const auto& page : fs::directory_iterator(folder_, ignored)) {
    std::string name = replace_all(page.path().filename().string(), "~", "/");
    for (int n = 1;; ++n) {
      auto kept = read_json_file(page.path() / (std::to_string(n) + ".json"));
      if (!kept) break;
      kinds_[name].push_back({static_cast<int>((*kept)["count"].as_int()), (*kept)["answer"]});
    }
  }
}

fs::path Answers::folder_of(const std::string& page) const { return folder_ / replace_all(page, "/", "~"); }

int Answers::times(const std::string& page) const {
  int sum = 0;
  if (auto found = kinds_.find(page); found != kinds_.end()) {
    for (const Kind& kind : found->second) sum += kind.count;
  }
  return sum;
}

bool Answers::add(const std::string& page, const Json& answer, const fs::path& left) {
  auto& kinds = kinds_[page];
  auto kind = std::ranges::find(kinds, answer, &Kind::answer);
  bool is_new = kind == kinds.end();
  if (is_new) kind = kinds.insert(kinds.end(), Kind{0, answer});
  ++kind->count;
  std::string number = std::to_string(kind - kinds.begin() + 1);
  std::error_code ignored;
  fs::create_directories(folder_of(page), ignored);
  (void)write_file(folder_of(page) / (number + ".json"),
                   Json::object({{"count", kind->count}, {"answer", answer}}).dump_pretty());
  if (is_new) fs::copy(left, folder_of(page) / number, fs::copy_options::recursive, ignored);
  return is_new && kinds.size() > 1;
}

bool Answers::varies(const std::string& page) const {
  auto found = kinds_.find(page);
  return found != kinds_.end() && found->second.size() > 1;
}

std::vector<std::string> Answers::tell(const std::string& page) const {
  const auto& kinds = kinds_.at(page);
  auto usual = std::ranges::max_element(kinds, {}, &Kind::count);
  std::vector<std::string> lines;
  for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
    lines.push_back(page + ": " + std::to_string(kind->count) + " of " + std::to_string(times(page)) + " in " +
                    (folder_of(page) / std::to_string(kind - kinds.begin() + 1)).string());
    if (kind == usual) continue;
    for (const auto& line : differences(usual->answer, kind->answer)) lines.push_back("  " + line);
  }
  return lines;
}

}  // namespace squall::bench
