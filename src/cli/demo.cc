#include "base/files.h"
#include "cli/session.h"
#include "serve/example_server.h"

namespace squall::cli {
namespace {

CommandSpec demo_spec() {
  CommandSpec spec;
  spec.name = "demo";
  spec.summary = "see squall at work on a bundled example";
  spec.description =
      "Serves the example `shop`, whose responses can cross, and runs `squall ajax` on it with the example's flow.\n"
      "Its report shows what a user would see.";
  spec.options = lab_options();
  spec.options.insert(spec.options.begin(),
                      {{"example", "NAME", "another example: see `squall serve examples`", "shop"}});
  return spec;
}

// The command line `squall ajax URL --flow FILE`, with the options that both commands have.
Arguments ajax_arguments(const Arguments& given, const Command& ajax, const std::string& url,
                         const std::filesystem::path& flow) {
  Arguments arguments = fallbacks_of(ajax.spec);
  for (const auto& [name, value] : given.values_) {
    if (find_option(ajax.spec, name)) arguments.values_[name] = value;
  }
  arguments.positionals = {url};
  arguments.values_["flow"] = flow.string();
  return arguments;
}

int run_demo(const Arguments& arguments) {
  auto examples = examples_folder("");
  if (!examples) return give_up(examples.error());
  std::string name = arguments.text("example");
  auto about = read_json_file(*examples / name / "example.json");
  if (!about) return give_up({"there is no example “" + name + "”", "`squall serve examples` lists them."});
  auto server = serve::HttpServer::start({}, serve::example_handler(*examples));
  if (!server) return give_up(server.error());
  std::string page = (*about)["page"].as_string_or("index.html");
  std::string url = (*server)->url() + "/" + name + "/" + (page == "index.html" ? "" : page);
  say(arguments, (*about)["title"].as_string() + ": squall ajax " + url);
  say(arguments, "");
  const Command& ajax = *find_command("ajax");
  int code = ajax.run(ajax_arguments(arguments, ajax, url, *examples / name / (*about)["flow"].as_string()));
  return code == kFound ? kNothingFound : code;  // to find something is what it is for
}

}  // namespace

Command demo_command() { return {demo_spec(), run_demo}; }

}  // namespace squall::cli
