#include "bench/setting.h"

#include <algorithm>

#include "base/files.h"
#include "serve/example_server.h"

namespace squall::bench {
namespace {

std::filesystem::path folder() { return program_folder() / "examples"; }

// An exchange in which waiting takes no time.
class PromptExchange : public serve::Exchange {
 public:
  explicit PromptExchange(serve::Exchange& inner) : inner_(inner) {}
  const serve::HttpRequest& request() const override { return inner_.request(); }
  bool respond(serve::HttpResponse response) override { return inner_.respond(std::move(response)); }
  bool begin(int status, Headers headers) override { return inner_.begin(status, std::move(headers)); }
  bool write(std::string_view piece) override { return inner_.write(piece); }
  bool end() override { return inner_.end(); }
  bool write_raw(std::string_view bytes) override { return inner_.write_raw(bytes); }
  // An hour is how a handler waits for its client to go.
  bool wait(Millis span) override { return span < std::chrono::hours(1) || inner_.wait(span); }
  void abort() override { inner_.abort(); }
  std::shared_ptr<serve::WebSocket> accept_websocket() override { return inner_.accept_websocket(); }

 private:
  serve::Exchange& inner_;
};

}  // namespace

Result<std::unique_ptr<Setting>> Setting::open(bool quick, VerdictOptions verdicts) {
  auto setting = std::make_unique<Setting>();
  setting->quick_ = quick;
  setting->verdicts_ = std::move(verdicts);
  auto server = serve::HttpServer::start({}, [inner = serve::example_handler(folder())](serve::Exchange& exchange) {
    PromptExchange prompt(exchange);
    inner(prompt);
  });
  if (!server) return server.error();
  setting->server_ = std::move(server).value();
  if (setting->examples().empty()) return Error{"there are no examples in " + folder().string(), "Run `make build`."};
  return setting;
}

std::vector<std::string> Setting::examples() const {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder(), ignored)) {
    if (std::filesystem::exists(entry.path() / "example.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Status Setting::record(const std::vector<std::string>& names) {
  std::unique_ptr<lab::BrowserLab> lab;
  for (const auto& name : names) {
    if (recorded_.contains(name)) continue;
    auto flow = flow::read_flow(folder() / name / "flow.json");
    if (!flow) return flow.error();
    lab::RecordOptions options;
    options.url = url(name);
    options.flow = *flow;
    if (!lab) lab = std::make_unique<lab::BrowserLab>(lab::LabOptions{1, "", true});
    auto page = lab::record_page(*lab, options, [](const std::string&) {});
    if (!page) return page.error();
    recorded_[name] = std::move(page).value();
  }
  return {};
}

lab::Experiment Setting::experiment(const std::string& name, const std::string& schedule) const {
  auto experiment = lab::experiment_on(recorded(name));
  experiment.schedule = schedule::parse_schedule(schedule).value();
  return experiment;
}

}  // namespace squall::bench
