#include "lab/browser_lab.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>

#include "base/log.h"
#include "base/text.h"
#include "base/url.h"
#include "browser/page.h"
#include "lab/agent_port.h"
#include "lab/runner.h"
#include "network/traffic.h"

namespace squall::lab {
namespace {

constexpr int kLoadsPerPage = 150;  // a page that lives longer only grows
constexpr Millis kResetTimeout{5000};

browser::PageOptions page_options(const Experiment& experiment, const std::string& agent) {
  browser::PageOptions options;
  options.width = experiment.conditions.width;
  options.height = experiment.conditions.height;
  options.locale = experiment.conditions.locale;
  options.timezone = experiment.conditions.timezone;
  options.agent = agent;
  options.bindings = {kAgentBinding};
  options.setup = network::Traffic::setup();
  options.worker_setup = network::Traffic::worker_setup();
  return options;
}

std::string page_key(const Experiment& experiment, const std::string& agent) {
  const Conditions& c = experiment.conditions;
  return std::to_string(c.width) + "x" + std::to_string(c.height) + c.locale + c.timezone + agent;
}

}  // namespace

// One browser, one page at a time, one experiment at a time.
class BrowserLab::Worker {
 public:
  explicit Worker(const LabOptions& options) : options_(options) {}
  ~Worker() {
    if (starting_.joinable()) starting_.join();
  }

  Result<Run> run(const Experiment& experiment) {
    if (auto status = prepare(experiment); !status) return status.error();
    Run run;
    {
      Runner runner(*page_, experiment);
      run = runner.run();
    }
    log_debug(experiment.url + ", " + describe(experiment.schedule) + ": " + name_of(run.outcome.ending) + " after " +
              count_of(run.order.size(), "event") + ", " + std::to_string(std::lround(run.real_ms)) + " ms");
    remember_origins(experiment, run);
    tidy(experiment, run.outcome);
    return run;
  }

  void warm_up() {
    if (browser_ || starting_.joinable()) return;
    starting_ = std::thread([this] { start(launch_options()); });
  }

  // Callable from any thread.
  void keep_to(const browser::Processors& processors) {
    std::lock_guard lock(mutex_);
    processors_ = processors;
    if (browser_) browser_->keep_to(processors_);
  }

  browser::CpuUse cpu_use() const {
    browser::CpuUse use = past_;
    if (browser_) {
      auto now = browser_->cpu_use();
      use.seconds += now.seconds;
      use.rss_mb = now.rss_mb;
    }
    return use;
  }

  void interrupt() {
    std::lock_guard lock(mutex_);
    if (browser_) browser_->connection().wake();
  }

 private:
  browser::LaunchOptions launch_options() const {
    browser::LaunchOptions launch;
    launch.path = options_.browser;
    launch.resolve_hosts = !options_.offline;
    return launch;
  }

  void start(const browser::LaunchOptions& launch) {
    auto launched = browser::Browser::launch(launch);
    if (launched)
      started_ = std::move(launched).value();
    else
      failure_ = launched.error();
  }

  Status prepare(const Experiment& experiment) {
    std::string agent =
        agent_script(experiment.conditions, experiment.live_streams, experiment.trace, experiment.eager);
    std::string key = page_key(experiment, agent);
    if (experiment.fresh || key != key_ || loads_ >= kLoadsPerPage) page_.reset();
    if (browser_ && !browser_->alive()) drop_browser();
    for (int attempt = 0; !page_; ++attempt) {
      if (!browser_) {
        browser::LaunchOptions launch = launch_options();
        launch.timeout = std::min(launch.timeout, experiment.timeout);
        if (starting_.joinable()) starting_.join();
        if (!started_) start(launch);
        if (!started_) return failure_;
        log_debug("started " + started_->version());
        std::lock_guard lock(mutex_);
        browser_ = std::move(started_);
        browser_->keep_to(processors_);
      }
      auto opened = browser::Page::open(*browser_, page_options(experiment, agent));
      if (opened) {
        page_ = std::move(opened).value();
        key_ = key;
        loads_ = 0;
        origins_.clear();
      } else if (attempt == 0) {
        drop_browser();  // it may be on its last legs: a new one decides
      } else {
        return opened.error();
      }
    }
    ++loads_;
    return {};
  }

  void remember_origins(const Experiment& experiment, const Run& run) {
    origins_.insert(parse_url(experiment.url).origin());
    for (const auto& request : run.outcome.requests) origins_.insert(parse_url(request.url).origin());
    origins_.erase("null");
  }

  void tidy(const Experiment& experiment, const Outcome& outcome) {
    if (outcome.ending == Ending::BrowserDied) return drop_browser();
    bool cut_short = outcome.ending == Ending::TimedOut || outcome.ending == Ending::Interrupted;
    if (experiment.fresh || page_->health() != browser::Health::Usable || cut_short) {
      page_.reset();
      return;
    }
    std::vector<std::string> origins(origins_.begin(), origins_.end());
    if (!page_->reset(origins, Deadline::after(kResetTimeout))) page_.reset();
  }

  void drop_browser() {
    page_.reset();
    if (browser_) past_.seconds += browser_->cpu_use().seconds;
    std::lock_guard lock(mutex_);
    browser_.reset();
  }

  const LabOptions& options_;
  std::mutex mutex_;  // guards browser_ and processors_ against `interrupt` and `keep_to`
  std::unique_ptr<browser::Browser> browser_;
  browser::Processors processors_;  // empty: all
  std::thread starting_;            // of `warm_up`; what it brings is in started_ when it has ended
  std::unique_ptr<browser::Browser> started_;
  Error failure_;  // when it brought none
  std::unique_ptr<browser::Page> page_;
  std::string key_;
  std::set<std::string> origins_;
  browser::CpuUse past_;
  int loads_ = 0;
};

BrowserLab::BrowserLab(LabOptions options) : options_(std::move(options)) {
  for (int i = 0; i < std::max(1, options_.workers); ++i) workers_.push_back(std::make_unique<Worker>(options_));
}

BrowserLab::~BrowserLab() = default;

Result<Run> BrowserLab::run(const Experiment& experiment) { return workers_.front()->run(experiment); }

Result<std::vector<Run>> BrowserLab::run_all(const std::vector<Experiment>& experiments,
                                             const std::function<bool(size_t, const Run&)>& done) {
  std::vector<Run> runs(experiments.size());
  std::atomic<size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::optional<Error> failure;
  size_t helpers = std::min(workers_.size(), experiments.size());
  auto everything = browser::own_processors();
  auto shares = browser::shares_of(everything, helpers);
  auto work = [&](size_t number) {
    Worker& worker = *workers_[number];
    worker.keep_to(shares[number]);
    for (size_t i = next++; i < experiments.size() && !stop; i = next++) {
      auto run = worker.run(experiments[i]);
      std::lock_guard lock(mutex);
      if (!run) {
        failure = run.error();
        stop = true;
      } else {
        runs[i] = std::move(run).value();
        if (done && !done(i, runs[i])) stop = true;
      }
    }
    for (size_t i = 0; i < helpers; ++i) workers_[i]->keep_to(everything);  // who still works may use what is free now
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < helpers; ++i) threads.emplace_back([&, i] { work(i); });
  if (helpers > 0) work(0);
  for (auto& thread : threads) thread.join();
  if (failure) return *failure;
  return runs;
}

void BrowserLab::warm_up() {
  for (auto& worker : workers_) worker->warm_up();
}

browser::CpuUse BrowserLab::cpu_use() const {
  browser::CpuUse use;
  for (const auto& worker : workers_) {
    auto one = worker->cpu_use();
    use.seconds += one.seconds;
    use.rss_mb += one.rss_mb;
  }
  return use;
}

void BrowserLab::interrupt() {
  for (auto& worker : workers_) worker->interrupt();
}

}  // namespace squall::lab
