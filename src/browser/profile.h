// The private folder of one browser: its profile, its temporary files, its log.
//
// It is called squall-OWNER-START-N after the squall that made it: process id, start time and a number of its own. So
// whoever finds it can tell whether its owner still lives, also after the process id was given to another.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace squall::browser {

class Profile {
 public:
  static Result<Profile> make();
  ~Profile();  // removes the folder
  Profile(Profile&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Profile& operator=(Profile&&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::string log_file() const { return folder_ / "browser.log"; }
  // The end of what the browser said on its standard error.
  std::string log_tail() const;
  // Says which process group uses this folder, for a sweep that finds it still running without its owner.
  void note_browser(int pid) const;

 private:
  explicit Profile(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace squall::browser
