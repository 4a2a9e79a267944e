// A BarePage: what any test in a browser has to pay. It loads a page from a server, clicks where a flow clicks, takes a
// picture; nothing is intercepted, recorded or controlled.
//
// It is used again and again, as the lab uses its pages. A test must wait for what it clicks for: this one waits for
// the ends of as many requests as a first, slow run has seen (`learn`), so that the others wait for events, never for
// time.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "browser/page.h"
#include "flow/flow.h"

namespace squall::bench {

class BarePage {
 public:
  // In a browser of its own. With `agent`, that script runs before any of the page's, and its tasks are run by us.
  static Result<std::unique_ptr<BarePage>> open(const std::string& agent = "");

  // Loads the page and performs the flow once, to see where the elements are and how many requests each act causes.
  // Only clicks on elements that are on the first screen can be performed.
  Status learn(const std::string& url, const flow::Flow& flow);
  // Loads the page; returns the wall time in ms to its load event.
  Result<double> load();
  // Loads the page as a first visit: in a context of its own with nothing stored, where `load` uses the page again.
  Status visit();
  Status click_all();
  Result<std::string> picture();
  Status reset();
  // Of the whole browser, since its start.
  double cpu_seconds() const { return browser_->cpu_use().seconds; }

 private:
  struct Spot {
    double x = 0, y = 0;
  };
  struct Act {  // the load, or a click
    Spot spot;
    size_t requests = 0;  // that have ended when it is done, counted from the navigation
  };

  BarePage() = default;
  Status open_page();
  void note(const browser::Event& event);
  // Takes events until so many requests have ended and none is under way; for `learn`, until nothing happens any more.
  Status wait_for(size_t requests);
  void wait_for_silence();
  Status navigate();
  Status click(const Spot& spot);
  Result<Spot> locate(const flow::Step& step);
  browser::Reply evaluate(const std::string& expression, bool await = false);

  std::unique_ptr<browser::Browser> browser_;
  browser::PageOptions options_;
  std::unique_ptr<browser::Page> page_;
  bool has_agent_ = false;
  std::string url_;
  std::vector<Act> acts_;
  std::set<std::string> under_way_;
  size_t ended_ = 0;
  bool loaded_ = false;
};

}  // namespace squall::bench
