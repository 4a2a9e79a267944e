// `squall ajax` as a user runs it, against loading the page; and what planning adds to the browser's work.
#include "analysis/ajax/plan.h"
#include "base/files.h"
#include "bench/whole_run.h"

namespace squall::bench {
namespace {

constexpr int kEvents = 200;

// So many clicks, each of which asks for something and changes some elements when the answer is there.
trace::Trace busy_trace() {
  trace::Trace trace;
  auto add = [&](trace::EventKind kind, int cause, int step) {
    trace::Event event;
    event.id = {static_cast<int>(trace.events.size())};
    event.cause = {cause};
    event.kind = kind;
    event.step = step;
    trace.events.push_back(event);
    return event.id;
  };
  add(trace::EventKind::Root, -1, -1);
  for (int step = 0; step < kEvents; ++step) {
    auto click = add(trace::EventKind::User, 0, step);
    auto response = add(trace::EventKind::Fetch, click.value, step);
    for (int i = 0; i < 20; ++i) {
      Rect rect{static_cast<double>(step % 20) * 60, static_cast<double>(i) * 40, 50, 30};
      std::string element = "#part-" + std::to_string(step % 20) + "-" + std::to_string(i);
      trace.operations.push_back({response, trace::OpKind::Mutate, {}, element, "", rect, {}});
    }
  }
  return trace;
}

Figure measure_planning() {
  trace::Trace trace = busy_trace();
  flow::Flow flow;
  flow.steps.resize(kEvents);
  std::vector<double> times;
  size_t pairs = 0;
  for (int i = 0; i < 5; ++i) {
    auto start = Clock::now();
    auto plan = analysis::ajax::plan_tests(trace, flow);
    times.push_back(ms_since(start));
    pairs = plan.pairs.size() + plan.left_out;
  }
  return {"ajax-planning",
          median(times),
          " ms",
          Figure::AtMost,
          100,
          "to find " + std::to_string(pairs) + " pairs worth a test among " + std::to_string(kEvents) + " user events",
          {}};
}

// The example has two events, all of whose four pairs are tested, and in shop those with loading; so many of the four
// race.
Result<Figure> measure_speed(Setting& setting, const std::string& name, int racing) {
  auto flow = program_folder() / "examples" / name / "flow.json";
  auto whole = measure_whole_run(setting, "ajax", name, "--flow '" + flow.string() + "'", racing > 0 ? 1 : 0);
  if (!whole) return whole.error();
  return Figure{"ajax-speed-" + name,
                whole->ratio(),
                "",
                Figure::AtMost,
                30,
                std::to_string(racing) + " of four pairs race: " + whole->told("ajax"),
                {}};
}

}  // namespace

Figures measure_ajax(Setting& setting) {
  auto right = measure_speed(setting, "keyed-right", 0);
  if (!right) return right.error();
  auto racing = measure_speed(setting, "shop", 4);
  if (!racing) return racing.error();
  auto application = measure_speed(setting, "spa", 2);
  if (!application) return application.error();
  return std::vector<Figure>{*right, *racing, *application, measure_planning()};
}

}  // namespace squall::bench
