#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace squall {
namespace {

Error file_error(const char* what, const std::filesystem::path& path) {
  int code = errno;
  std::string hint;
  if (code == ENOSPC) hint = "The disk is full: free some space, or choose another folder with --out.";
  if (code == EACCES || code == EROFS) hint = "squall may not write there: choose another folder with --out.";
  return Error{std::string(what) + " " + path.string() + ": " + std::strerror(code), hint};
}

Status write_all(int fd, std::string_view content, const std::filesystem::path& path) {
  while (!content.empty()) {
    ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return file_error("cannot write", path);
    content.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return file_error("cannot read", path);
  std::string content;
  struct stat info {};
  if (::fstat(fd, &info) == 0 && info.st_size > 0) content.reserve(static_cast<size_t>(info.st_size));
  char buffer[65536];
  for (;;) {
    ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      Error error = file_error("cannot read", path);
      ::close(fd);
      return error;
    }
    if (n == 0) break;
    content.append(buffer, static_cast<size_t>(n));
  }
  ::close(fd);
  return content;
}

Result<Json> read_json_file(const std::filesystem::path& path) {
  auto content = read_file(path);
  if (!content) return content.error();
  auto json = parse_json(*content);
  if (!json) return Error{path.string() + ": " + json.error().message, ""};
  return json;
}

Status write_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path beside = path;
  beside += ".part";
  int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return file_error("cannot write", path);
  Status status = write_all(fd, content, path);
  if (::close(fd) != 0 && status) status = file_error("cannot write", path);
  if (status && ::rename(beside.c_str(), path.c_str()) != 0) status = file_error("cannot write", path);
  if (!status) ::unlink(beside.c_str());
  return status;
}

Status make_folder(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (!failure) return {};
  errno = failure.value();
  return file_error("cannot create the folder", path);
}

std::filesystem::path program_folder() {
  std::error_code failure;
  auto path = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure ? std::filesystem::current_path() : path.parent_path();
}

}  // namespace squall
