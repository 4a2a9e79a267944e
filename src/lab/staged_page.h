// StagedPage: a real page, as Quiescence sees it and as requests are named in it. What is plumbing goes through at
// once.
#pragma once

#include <string>
#include <vector>

#include "lab/naming.h"
#include "lab/plumbing.h"
#include "lab/quiescence.h"
#include "lab/stage.h"

namespace squall::lab {

// How far an experiment is.
struct Progress {
  int position = 0;  // steps performed so far
  int turn = 0;      // events let happen so far
  double time = 0;   // on the page's clock, ms
};

class StagedPage : public WatchedPage {
 public:
  // All of them outlive it.
  StagedPage(Stage& stage, const Experiment& experiment, const Progress& progress);

  // Held requests that are choices of the schedule.
  std::vector<Asked> choices();
  // A request, with all hops of its redirects so far.
  HeldRequest request_of(const network::Passage& passage);

  bool lost() const override { return stage_.lost(); }
  bool take_events() override;
  bool await_events(std::optional<Millis> most) override;
  Clock::time_point now() const override { return Clock::now(); }
  Clock::time_point browser_now() const override { return stage_.allowance().browser_now(); }
  bool in_flight() override { return stage_.in_flight(); }
  std::vector<Document> documents() const override;
  void greet(const Document& document) override;
  std::vector<browser::Reply> settle(const std::vector<Document>& documents) override;
  std::vector<HeldRequest> held_in(const std::string& frame) override;
  std::set<std::string> scripts_come_in(const std::string& frame) override;
  bool has_workers() const override { return !stage_.page().workers().empty(); }
  bool ask_workers() override;
  bool has_live_polls() const override { return stage_.traffic().has_live_polls(); }
  Clock::time_point last_exchange() const override { return stage_.traffic().last_exchange(); }
  bool has_live_streams() const override;
  Clock::time_point last_stream_message() const override { return stage_.traffic().last_stream_message(); }

 private:
  bool release_plumbing();
  bool is_plumbing(const network::Passage& passage) const;

  Stage& stage_;
  const Experiment& experiment_;
  const Progress& progress_;
  Plumbing plumbing_;
};

}  // namespace squall::lab
