#include "lab/unusable.h"

#include "base/text.h"

namespace squall::lab {
namespace {

std::string load_hint(const std::string& failure) {
  static const std::pair<const char*, const char*> kHints[] = {
      {"NAME_NOT_RESOLVED", "There is no such host: check the spelling of the URL."},
      {"CONNECTION_REFUSED", "Nothing listens there: is the application running?"},
      {"TOO_MANY_REDIRECTS", "The server redirects for ever: open the URL in a browser to see where."},
      {"ERR_CERT", "The certificate is not trusted: use one that is, or plain http on loopback."},
      {"SSL", "The server does not speak TLS there: is it http:// that you want?"},
      {"invalid URL", "A URL begins with http:// or https://, and names a host."},
      {"INVALID_URL", "A URL begins with http:// or https://, and names a host."},
      {"EMPTY_RESPONSE", "The server hung up without an answer: look at its log."},
      {"CONNECTION_RESET", "The server hung up in the middle of its answer: look at its log."},
      {"CONNECTION_CLOSED", "The server hung up in the middle of its answer: look at its log."},
      {"ERR_ABORTED", "Give the URL of a page: something that a browser shows."},
      {"UNSAFE_PORT", "Browsers refuse this port: let the application listen on another, for example 8080."},
  };
  for (const auto& [part, hint] : kHints) {
    if (failure.find(part) != std::string::npos) return hint;
  }
  return "Open the URL in a browser to see whether it works there.";
}

Error load_error(const Outcome& outcome, const std::string& url) {
  for (const Incident& incident : outcome.incidents) {
    if (incident.kind != "download") continue;
    return Error{url + " is a download, not a page", "Give the URL of a page: something that a browser shows."};
  }
  std::string why = outcome.ending_detail.empty() ? "the browser does not say why" : outcome.ending_detail;
  if (why.starts_with("net::")) why = why.substr(5);
  // A browser that has nothing to show stays where it is, and says no more than this.
  if (why == "ERR_ABORTED") why += " (it is a download, or an answer without content)";
  return Error{"cannot load " + url + ": " + why, load_hint(why)};
}

}  // namespace

std::optional<Error> why_unusable(const Outcome& outcome, const std::string& url) {
  switch (outcome.ending) {
    case Ending::LoadFailed: return load_error(outcome, url);
    case Ending::TimedOut:
      return Error{url + ": " + outcome.ending_detail,
                   "The page hangs or never stops loading: give it more time with --timeout."};
    case Ending::Crashed:
      return Error{url + ": the page crashed its renderer", "Does it need much memory? Try it in a browser."};
    case Ending::BrowserDied: return Error{"the browser died while it showed " + url, "Run `squall doctor`."};
    case Ending::Closed:
      return Error{url + ": the page closed itself", "squall needs a page that stays open until it has settled."};
    case Ending::Interrupted: return Error{"interrupted", ""};
    case Ending::AgentFailed:
      return Error{url + ": squall's own script failed in the page: " + outcome.ending_detail,
                   "This is an error of squall, or the page changes what squall stands on: please report it."};
    case Ending::Settled:
    case Ending::Diverged: break;
  }
  if (outcome.status >= 400) {
    return Error{url + " answers with HTTP status " + std::to_string(outcome.status),
                 "squall records pages that work: check the URL, or log in with a flow first."};
  }
  return std::nullopt;
}

std::optional<Error> why_worthless(const Outcome& outcome, int begin) {
  const auto& steps = outcome.steps;
  size_t performed = 0, first_lost = steps.size();
  for (size_t i = 0; i < steps.size(); ++i) {
    if (static_cast<int>(i) < begin && !steps[i].performed) {
      return Error{"the set-up could not be performed: step " + std::to_string(i + 1) + ", " + steps[i].label + ": " +
                       steps[i].reason,
                   "Is the set-up flow for this page? Nothing was tested."};
    }
    if (static_cast<int>(i) < begin) continue;
    performed += steps[i].performed ? 1 : 0;
    if (!steps[i].performed && first_lost == steps.size()) first_lost = i;
  }
  if (performed > 0 || first_lost == steps.size()) return std::nullopt;
  size_t count = steps.size() - static_cast<size_t>(begin);
  std::string none = count == 1 ? "the only step could not be performed: "
                                : "none of the " + count_of(count, "step") + " could be performed; the first is ";
  return Error{none + steps[first_lost].label + ": " + steps[first_lost].reason, "Is the flow for this page?"};
}

}  // namespace squall::lab
