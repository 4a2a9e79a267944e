#include "bench/questions.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "bench/answers.h"
#include "serve/example_server.h"
#include "tests/fault_server.h"

namespace squall::bench {
namespace {

namespace fs = std::filesystem;

// Those whose answer is a matter of patience: they hang, crash, or never come to rest.
const std::vector<std::string> kRestless = {
    "hangs_on_load.html",
    "hangs_on_click.html",
    "hangs_in_promises.html",
    "waits_for_an_image.html",
    "crashes.html",
    "eats_memory.html",
    "asks_for_ever.html",
    "reloads_for_ever.html",
    "reloads_by_meta.html",
    "moves_on_for_ever.html",
    "huge.html",
    "floods_the_console.html",
};

std::string shell_word(const std::string& text) { return "'" + text + "'"; }

// The exit code. Error: a signal ended it, or the user.
Result<int> run(const std::string& command) {
  int status = std::system(command.c_str());
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (code == 130 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)) return Error{"interrupted", ""};
  return code;
}

// A page that the program is started on.
class ProgramQuestion : public Question {
 public:
  ProgramQuestion(std::string page, std::string words) : page_(std::move(page)), words_(std::move(words)) {}
  std::vector<std::string> pages() const override { return {page_}; }

  Result<std::map<std::string, Json>> ask(const std::vector<std::string>&, const fs::path& out) override {
    fs::path told = out / "told.txt";
    auto code = run(shell_word((program_folder() / "squall").string()) + " " + words_ + " --quiet --out " +
                    shell_word((out / "run").string()) + " >" + shell_word(told.string()) + " 2>&1");
    if (!code) return code.error();
    Json answer;
    auto results = read_json_file(out / "run" / "results.json");
    if (results) answer = answer_of(*results);
    answer.set("exit", *code);
    // Why there are no results.
    if (!results) answer.set("told", without_ports(read_file(told).ok() ? *read_file(told) : ""));
    return std::map<std::string, Json>{{page_, answer}};
  }

 private:
  std::string page_;
  std::string words_;
};

// A suite of tests whose pages are part of them.
class SuiteQuestion : public Question {
 public:
  SuiteQuestion(std::string program, std::vector<std::string> tests)
      : program_(std::move(program)), tests_(std::move(tests)) {}
  std::vector<std::string> pages() const override { return tests_; }

  Result<std::map<std::string, Json>> ask(const std::vector<std::string>& pages, const fs::path& out) override {
    fs::path answers = out / "answers.jsonl", ended = out / "tests.json", told = out / "told.txt";
    auto code = run("SQUALL_ANSWERS=" + shell_word(answers.string()) + " " + shell_word(program_) + " --gtest_filter=" +
                    shell_word(join(pages, ":")) + " --gtest_output=" + shell_word("json:" + ended.string()) + " >" +
                    shell_word(told.string()) + " 2>&1");
    if (!code) return code.error();
    std::map<std::string, Json> out_of;
    for (const auto& page : pages) out_of[page] = Json::object({{"analyses", Json::array()}, {"passed", false}});
    add_verdicts(ended, out_of);
    auto lines = read_file(answers);
    for (const auto& line : split(lines ? *lines : "", '\n')) add_analysis(line, out_of);
    return out_of;
  }

 private:
  static void add_verdicts(const fs::path& file, std::map<std::string, Json>& out_of) {
    auto ended = read_json_file(file);
    if (!ended) return;  // the program died: no test has passed
    for (const Json& suite : (*ended)["testsuites"].items()) {
      for (const Json& test : suite["testsuite"].items()) {
        auto page = out_of.find(suite["name"].as_string() + "." + test["name"].as_string());
        if (page != out_of.end()) page->second.set("passed", test["failures"].size() == 0);
      }
    }
  }
  static void add_analysis(const std::string& line, std::map<std::string, Json>& out_of) {
    auto told = parse_json(without_ports(line));
    auto page = told ? out_of.find((*told)["page"].as_string()) : out_of.end();
    if (page == out_of.end()) return;
    Json all = page->second["analyses"];
    page->second.set("analyses", all.push((*told)["answer"]));
  }

  std::string program_;
  std::vector<std::string> tests_;
};

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

void add_examples(const std::string& url, Questions& out) {
  fs::path folder = program_folder() / "examples";
  std::error_code ignored;
  for (const auto& name : names_in(folder)) {
    if (!fs::exists(folder / name / "example.json", ignored)) continue;
    std::string page = shell_word(url + "/" + name + "/"), flow;
    fs::path file = folder / name / "flow.json";
    if (fs::exists(file, ignored)) flow = " --flow " + shell_word(file.string());
    out.push_back(std::make_unique<ProgramQuestion>("ajax/" + name, "ajax " + page + flow));
    out.push_back(std::make_unique<ProgramQuestion>("init/" + name, "init " + page));
  }
}

void add_faults(const std::string& url, Questions& out) {
  for (const auto& name : names_in(testing::fault_pages())) {
    if (std::ranges::find(kRestless, name) != kRestless.end()) continue;
    for (const char* command : {"ajax", "init"}) {
      out.push_back(std::make_unique<ProgramQuestion>(std::string(command) + "/faults/" + name,
                                                      command + (" " + shell_word(url + "/" + name))));
    }
  }
}

// `--gtest_list_tests` prints "Suite." and, below it, "  Test".
Status add_suites(const std::string& name, Questions& out) {
  std::string program = (program_folder() / name).string();
  FILE* pipe = ::popen((shell_word(program) + " --gtest_list_tests 2>/dev/null").c_str(), "r");
  std::string listed;
  char piece[4096];
  while (size_t n = pipe ? std::fread(piece, 1, sizeof piece, pipe) : 0) listed.append(piece, n);
  if (!pipe || ::pclose(pipe) != 0) return Error{program + " cannot be started", "Run `make all`."};
  std::string suite;
  std::map<std::string, std::vector<std::string>> suites;
  for (const auto& line : split(listed, '\n')) {
    if (line.starts_with("  "))
      suites[suite].push_back(suite + std::string(trim(line.substr(0, line.find('#')))));
    else
      suite = trim(line);
  }
  for (const auto& [prefix, tests] : suites) {
    bool program_itself = prefix.find("Program") != std::string::npos;  // they are about how it is started
    if (!program_itself && prefix.ends_with('.')) out.push_back(std::make_unique<SuiteQuestion>(program, tests));
  }
  return {};
}

}  // namespace

Result<Questionnaire> all_questions() {
  Questionnaire all;
  auto examples = serve::HttpServer::start({}, serve::example_handler(program_folder() / "examples"));
  if (!examples) return examples.error();
  add_examples((*examples)->url(), all.questions);
  all.servers.emplace_back(std::move(examples).value());
  auto faults = serve::HttpServer::start({}, testing::answer_fault);
  if (!faults) return faults.error();
  add_faults((*faults)->url(), all.questions);
  all.servers.emplace_back(std::move(faults).value());
  for (const char* program : {"ajax_test", "init_test"}) {
    if (auto status = add_suites(program, all.questions); !status) return status.error();
  }
  return all;
}

}  // namespace squall::bench
