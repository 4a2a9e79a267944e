// A recording that the program itself made once, for all tests that replay one.
#pragma once

#include "tests/fault_server.h"
#include "tests/program.h"

namespace squall::testing {

// The flow that clicks on #go, as the Recorder would write it.
inline const char* const kClickGo = R"({"title": "go", "steps": [{"type": "click", "selectors": [["#go"]]}]})";

class GoodRecording {
 public:
  static GoodRecording& get() {
    static GoodRecording recording;
    return recording;
  }
  // As it was recorded.
  std::string path() const { return (place_ / "good").string(); }
  const Ended& ended() const { return ended_; }

  // A copy that a test may break.
  static std::string copy_to(const Workplace& place, const std::string& name = "run") {
    fs::copy(get().path(), place / name, fs::copy_options::recursive);
    return (place / name).string();
  }

 private:
  GoodRecording() {
    place_.write("flow.json", kClickGo);
    ended_ = place_.run({"record", FaultServer::get().url("good.html"), "--flow", "flow.json", "--out", "good"});
    EXPECT_EQ(ended_.code, 0) << ended_;
  }
  Workplace place_;
  Ended ended_;
};

}  // namespace squall::testing
