#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "cli/session.h"
#include "serve/example_server.h"
#include "store/version.h"

namespace squall::cli {
namespace {

CommandSpec serve_spec() {
  CommandSpec spec;
  spec.name = "serve";
  spec.summary = "serve the bundled examples, or a folder like theirs, on loopback";
  spec.description =
      "Serves a folder of small applications on 127.0.0.1 until it is interrupted. `squall serve examples` serves "
      "those\n"
      "that come with squall; each says what is wrong with it, and under which schedule.";
  spec.positionals = {{"DIR", "the folder; `examples` is squall's own", false}};
  spec.options = {{"port", "PORT", "the port; 0 takes any that is free", "8080", 0, 65535}};
  spec.examples = {{"squall serve examples", "then open http://127.0.0.1:8080/"}};
  return spec;
}

int run_serve(const Arguments& arguments) {
  auto folder = examples_folder(arguments.positional(0));
  if (!folder) return give_up(folder.error());
  for (const std::string& problem : serve::check_examples(*folder)) log_warning(problem);
  serve::HttpServerOptions options;
  options.port = static_cast<int>(arguments.number("port"));
  auto server = serve::HttpServer::start(options, serve::example_handler(*folder));
  if (!server) return give_up(server.error());
  say(arguments, "Serving " + folder->string() + " at " + (*server)->url() + "/ (Ctrl-C ends it)");
  print_document(Json::object({{"squall", store::kVersion},
                               {"schema", store::kSchema},
                               {"command", "serve"},
                               {"folder", folder->string()},
                               {"url", (*server)->url() + "/"}}));
  std::mutex mutex;
  std::condition_variable stopped;
  bool stop = false;
  auto registration = on_interrupt([&] {
    std::lock_guard lock(mutex);
    stop = true;
    stopped.notify_all();
  });
  std::unique_lock lock(mutex);
  stopped.wait(lock, [&] { return stop; });
  return kInterrupted;
}

}  // namespace

Result<std::filesystem::path> examples_folder(const std::string& given) {
  auto bundled = program_folder() / "examples";
  if (given.empty() || given == "examples") {
    if (std::filesystem::is_directory(bundled)) return bundled;
    return Error{"the examples are not beside the program (" + bundled.string() + ")", "Run `make build`."};
  }
  if (std::filesystem::is_directory(given)) return std::filesystem::path(given);
  return Error{"there is no folder " + given, "`squall serve examples` serves those that come with squall."};
}

Command serve_command() { return {serve_spec(), run_serve}; }

}  // namespace squall::cli
