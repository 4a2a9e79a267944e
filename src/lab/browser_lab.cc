#include "lab/browser_lab.h"

#include <cmath>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "base/url.h"
#include "browser/page.h"
#include "browser/starvation.h"
#include "lab/agent_port.h"
#include "lab/runner.h"
#include "lab/stored.h"
#include "lab/work.h"
#include "network/traffic.h"

namespace squall::lab {
namespace {

constexpr int kLoadsPerPage = 150;  // a page that lives longer only grows
constexpr Millis kResetTimeout{60'000};

browser::PageOptions page_options(const Conditions& conditions) {
  browser::PageOptions options;
  options.width = conditions.width;
  options.height = conditions.height;
  options.locale = conditions.locale;
  options.timezone = conditions.timezone;
  options.bindings = {kAgentBinding};
  options.setup = network::Traffic::setup();
  options.worker_setup = network::Traffic::worker_setup();
  return options;
}

// Experiments with the same key can use the same page.
std::string page_key(const Conditions& c) {
  return std::to_string(c.width) + "x" + std::to_string(c.height) + c.locale + c.timezone;
}

}  // namespace

// One browser, one page at a time, one experiment at a time.
class BrowserLab::Worker {
 public:
  explicit Worker(const LabOptions& options) : options_(options) {}
  ~Worker() { finish_background(); }

  Result<Run> run(const Experiment& experiment) {
    if (auto status = prepare(experiment); !status) return status.error();
    Run run;
    {
      browser::Starvation starvation(browser_->pid());
      Runner runner(*page_, experiment, [&] { return starvation.since_last(); });
      run = runner.run();
    }
    log_debug(experiment.url + ", " + describe(experiment.schedule) + ": " + name_of(run.outcome.ending) + " after " +
              count_of(run.order.size(), "event") + ", " + std::to_string(std::lround(run.real_ms)) + " ms");
    remember_origins(experiment, run);
    tidy(experiment, run.outcome);
    return run;
  }

  void warm_up(const Conditions& conditions) {
    if (browser_ || background_.joinable()) return;
    background_ = std::thread([this, conditions] {
      auto status = start_browser(browser::LaunchOptions().timeout);
      if (status) status = open_page(conditions);
      if (!status) cold_ = status.error();
    });
  }

  void let_go() {
    finish_background();
    background_ = std::thread([this] { drop_browser(); });
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
  void finish_background() {
    if (background_.joinable()) background_.join();
  }

  Status start_browser(Millis timeout) {
    browser::LaunchOptions launch;
    launch.path = options_.browser;
    launch.resolve_hosts = !options_.offline;
    launch.timeout = std::min(launch.timeout, timeout);
    auto launched = browser::Browser::launch(launch);
    if (!launched) return launched.error();
    log_debug("started " + (*launched)->version());
    std::lock_guard lock(mutex_);
    browser_ = std::move(launched).value();
    browser_->keep_to(processors_);
    return {};
  }

  Status open_page(const Conditions& conditions) {
    auto opened = browser::Page::open(*browser_, page_options(conditions));
    if (!opened) return opened.error();
    page_ = std::move(opened).value();
    key_ = page_key(conditions);
    loads_ = 0;
    origins_.clear();
    return {};
  }

  Status prepare(const Experiment& experiment) {
    finish_background();
    if (!browser_ && cold_) return *std::exchange(cold_, std::nullopt);
    if (experiment.fresh || key_ != page_key(experiment.conditions) || loads_ >= kLoadsPerPage) page_.reset();
    if (browser_ && !browser_->alive()) drop_browser();
    std::string agent = agent_script(experiment);
    if (page_ && !page_->use_agent(agent, Deadline::after(kResetTimeout))) page_.reset();
    for (int attempt = 0; !page_; ++attempt) {
      if (!browser_) {
        if (auto status = start_browser(experiment.timeout); !status) return status;
      }
      auto status = open_page(experiment.conditions);
      if (status && !page_->use_agent(agent, Deadline::after(kResetTimeout))) {
        page_.reset();
        status = Error{"cannot open a page: it does not take the agent", ""};
      }
      if (status) break;
      if (attempt > 0) return status;
      drop_browser();  // it may be on its last legs: a new one decides
    }
    ++loads_;
    if (experiment.stored.empty()) return {};
    if (put_back(experiment, *page_, Deadline::after(experiment.timeout))) return {};
    page_.reset();
    return Error{"cannot put cookies and storage into the page", "Is the browser still there? Try again."};
  }

  void remember_origins(const Experiment& experiment, const Run& run) {
    origins_.insert(parse_url(experiment.url).origin());
    for (const auto& [origin, items] : experiment.stored.storage.members()) origins_.insert(origin);
    for (const auto& request : run.outcome.requests) origins_.insert(parse_url(request.url).origin());
    origins_.erase("null");
  }

  void tidy(const Experiment& experiment, const Outcome& outcome) {
    if (outcome.ending == Ending::BrowserDied) return drop_browser();
    bool cut_short = outcome.ending == Ending::TimedOut || outcome.ending == Ending::Interrupted ||
                     outcome.ending == Ending::AgentFailed;
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
  std::thread background_;          // starts the browser, or ends it
  std::optional<Error> cold_;       // why warming up failed
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

Status BrowserLab::work(WorkList& list) {
  size_t helpers = std::min(workers_.size(), list.width());
  auto everything = browser::own_processors();
  auto shares = browser::shares_of(everything, helpers);
  for (size_t i = 0; i < helpers; ++i) workers_[i]->keep_to(shares[i]);
  Crew crew;
  crew.size = helpers;
  crew.run = [&](size_t worker, const Experiment& experiment) { return workers_[worker]->run(experiment); };
  crew.leaves = [&](size_t) {  // who still works may use what is free now
    for (size_t i = 0; i < helpers; ++i) workers_[i]->keep_to(everything);
  };
  return work_off(list, crew);
}

void BrowserLab::warm_up(const Conditions& conditions) {
  for (auto& worker : workers_) worker->warm_up(conditions);
}

void BrowserLab::let_go() {
  for (auto& worker : workers_) worker->let_go();
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
