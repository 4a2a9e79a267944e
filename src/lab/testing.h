// For the tests of this folder: values of which every member differs from its usual value, and input that is damaged.
#pragma once

#include <random>
#include <string>
#include <tuple>

#include "lab/lab.h"
#include "network/body_filter.h"

namespace squall::lab::testing {

inline network::Entry sample_entry() {
  network::Entry entry;
  entry.request.url = "http://h/x";
  entry.request.type = "fetch";
  entry.response.status = 200;
  entry.response.body = std::string("a\0b", 3);
  return entry;
}

inline flow::Step sample_step() {
  flow::Step step;
  step.type = flow::StepType::Change;
  step.selectors = {{"#q"}};
  step.value = "x";
  return step;
}

class SampleFilter : public network::BodyFilter {
 public:
  std::string identity() const override { return "sample 1"; }
  std::optional<std::string> filter(const network::Request&, const network::Response&,
                                    std::string_view) const override {
    return std::nullopt;
  }
};

inline Experiment full_experiment() {
  Experiment experiment;
  experiment.url = "http://h/“a”";
  experiment.flow.title = "a flow";
  experiment.flow.steps = {sample_step()};
  experiment.schedule = schedule::in_order({"root/user:0"}, true);
  experiment.schedule.steps = {0, 0};
  auto recording = std::make_shared<network::Recording>();
  recording->entries = {sample_entry()};
  experiment.recording = recording;
  experiment.conditions = {800, 600, "de-DE", "Europe/Zurich", 1735689600001, 4294967295u, 0.5, 1, 2, 3.5};
  experiment.stored = {*parse_json(R"([{"name":"a"}])"), *parse_json(R"({"http://h":{"local":{"a":"1"}}})")};
  experiment.server = Server::Connected;
  experiment.filter = std::make_shared<SampleFilter>();
  experiment.wanted = {true, false, true};
  experiment.init = {true, {true, true, "key"}};
  experiment.timeout = Millis(1234);
  experiment.fresh = true;
  return experiment;
}

// All members that are written, so that two experiments can be compared one by one. One that is added makes this fail
// to compile: it needs a place here, and a value in `full_experiment`.
inline auto members_of(const Experiment& experiment) {
  const auto& [url, flow, schedule, recording, conditions, stored, server, filter, wanted, init, timeout, fresh,
               means] = experiment;
  const auto& [width, height, locale, timezone, epoch_ms, seed, longest_timer_ms, timer_chain, frame_chain, step_ms] =
      conditions;
  const auto& [cookies, storage] = stored;
  const auto& [trace, picture, discovered] = wanted;
  const auto& [moment, eager] = init;
  const auto& [fields, handlers, only] = eager;
  static_cast<void>(means);
  return std::make_tuple(url, flow, schedule, network::to_har(*recording), width, height, locale, timezone, epoch_ms,
                         seed, longest_timer_ms, timer_chain, frame_chain, step_ms, cookies, storage, server, filter,
                         trace, picture, discovered, moment, fields, handlers, only, timeout, fresh);
}

inline Run full_run() {
  Run run;
  run.outcome.url = "http://h/";
  run.outcome.picture = std::string("\x89PNG\0\xff", 6);
  run.trace.events.resize(1);
  run.trace.events[0].id = {0};
  run.trace.events[0].kind = trace::EventKind::Root;
  run.order = {"root/user:0"};
  run.decisions = {{{schedule::Choice::Step, "root/user:1", 0}, {schedule::Choice::Timer, "root/timeout:5", -1}},
                   {{1, {0, 1}, {}}, {0, {}, {}}}};
  run.skipped = {"b"};
  run.admitted = {"c", "d"};
  run.came = {{"root/user:1/fetch:GET http://h/a", 3, true}, {"root/script:http://h/b", -1, false}};
  run.fetched.entries = {sample_entry()};
  run.stored = full_experiment().stored;
  run.discovered = {{sample_step()}, {{"#a", "leaves", true}}, {{sample_step(), "may cost money"}}, "step: it is none"};
  run.init.moment = {std::string("\0moment", 7), {1.5, 2, 3, 4}};
  run.init.survey = {Json::array().push("f"), Json::array().push("h"), Json::array().push("s")};
  run.real_ms = 12.25;
  run.virtual_ms = 0.1;
  return run;
}

inline auto members_of(const Run& run) {
  const auto& [outcome, trace, order, decisions, skipped, admitted, came, fetched, stored, discovered, init, real_ms,
               virtual_ms] = run;
  const auto& [moment, survey] = init;
  const auto& [moment_picture, box] = moment;
  const auto& [steps, passed_over, risky, unread] = discovered;
  const auto& [fields, handlers, survey_steps] = survey;
  return std::make_tuple(outcome, trace::to_json(trace), order, decisions, skipped, admitted, came,
                         network::to_har(fetched), stored.cookies, stored.storage, steps, passed_over, risky, unread,
                         moment_picture, box.x, box.y, box.width, box.height, fields, handlers, survey_steps, real_ms,
                         virtual_ms);
}

// How many members differ.
template <typename... T>
size_t differing(const std::tuple<T...>& one, const std::tuple<T...>& other) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return ((std::get<I>(one) == std::get<I>(other) ? size_t{0} : size_t{1}) + ...);
  }
  (std::index_sequence_for<T...>());
}

// Gives every text that comes of damaging `whole` a little to `use`.
template <typename Use>
void damage(const std::string& whole, int times, const Use& use) {
  std::mt19937 random(1);
  const std::string bytes = "{}[]\",:0-e.tn\\ ";
  for (int i = 0; i < times; ++i) {
    std::string text = whole;
    size_t at = random() % text.size();
    switch (random() % 3) {
      case 0: text[at] = bytes[random() % bytes.size()]; break;
      case 1: text.erase(at, 1 + random() % 20); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 20));
    }
    use(text);
  }
}

}  // namespace squall::lab::testing
