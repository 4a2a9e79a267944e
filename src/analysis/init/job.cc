#include "analysis/init/job.h"

#include "lab/recording_file.h"

namespace squall::analysis::init {

Result<lab::RecordedPage> prepare(lab::Lab& lab, const JobSpec& spec,
                                  const std::function<void(const std::string&)>& say) {
  lab::RecordOptions options = spec.record;
  options.flow = flow::Flow{};
  options.replay = false;
  if (!spec.before.steps.empty()) {
    say("performing what comes before");
    auto stored = lab::visit(lab, options, spec.before);
    if (!stored) return stored.error();
    options.stored = std::move(stored).value();
  }
  say("recording the page");
  return lab::record_page(lab, options, [](const std::string&) {});
}

Result<Examined> examine(lab::Lab& lab, const JobSpec& spec, const Options& options) {
  auto page = prepare(lab, spec);
  if (!page) return page.error();
  auto analysis = analyse(lab, *page, options);
  if (!analysis) return analysis.error();
  return Examined{std::move(page).value(), std::move(analysis).value()};
}

Status save(lab::RecordedPage page, const Analysis& analysis, const store::RunFolder& folder) {
  page.flow = analysis.flow;
  return lab::save(page, folder);
}

}  // namespace squall::analysis::init
