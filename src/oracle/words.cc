#include "oracle/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/url.h"

namespace squall::oracle {
namespace {

constexpr size_t kValue = 80;    // bytes of a value in a sentence
constexpr size_t kDetail = 120;  // of what is known about an ending or an incident
constexpr size_t kError = 200;
constexpr size_t kUrl = 160;

std::string quoted(const std::string& text) { return text.empty() ? "empty" : "“" + shorten(text, kValue) + "”"; }

// "after instead of before"
std::string instead(const Values& values) { return values.after + " instead of " + values.before; }

Values values_of(const Difference& d) { return {d.before, d.after}; }

// Long values are cut around the first place at which they differ.
Values cut(const Values& values, size_t limit) {
  auto [after, before] = shorten_both(values.after, values.before, limit);
  return {before, after};
}

// "“b” instead of “a”"
std::string quoted_instead(const Values& values) {
  auto in_quotes = [](const std::string& text) { return text.empty() ? "empty" : "“" + text + "”"; };
  Values shown = cut(values, kValue);
  return instead({in_quotes(shown.before), in_quotes(shown.after)});
}

// "/b instead of /a"; in full when that says nothing.
std::string urls_instead(const Values& urls) {
  Values shown = {short_url(urls.before), short_url(urls.after)};
  if (shown.before == shown.after) shown = cut(urls, kUrl);  // the fragment, or the host, differs
  return instead(shown);
}

// What an ending is called in "the page … in the second run".
const char* phrase(outcome::Ending ending) {
  switch (ending) {
    case outcome::Ending::Settled: return "settled";
    case outcome::Ending::TimedOut: return "did not settle in time";
    case outcome::Ending::Crashed: return "crashed";
    case outcome::Ending::BrowserDied: return "took the browser down with it";
    case outcome::Ending::LoadFailed: return "could not be loaded";
    case outcome::Ending::Closed: return "closed itself";
    case outcome::Ending::Interrupted: return "was interrupted";
    case outcome::Ending::AgentFailed: return "broke squall's own script";
    case outcome::Ending::Diverged: return "did not follow the schedule";
  }
  return "ended";
}

std::string phrase(outcome::Ending ending, const std::string& detail) {
  return detail.empty() ? phrase(ending) : phrase(ending) + (" (" + shorten(detail, kDetail) + ")");
}

// "Uncaught (in promise) TypeError: x" → "TypeError: x (in a promise)"
std::string error_words(std::string_view text) {
  constexpr std::string_view kUncaught = "Uncaught ", kInPromise = "(in promise) ";
  if (text.starts_with(kUncaught)) text.remove_prefix(kUncaught.size());
  bool in_promise = text.starts_with(kInPromise);
  if (in_promise) text.remove_prefix(kInPromise.size());
  return shorten(text, kError) + (in_promise ? " (in a promise)" : "");
}

// Makes the sentence of one difference.
class Sentence {
 public:
  Sentence(const Difference& difference, const RunNames& names) : d_(difference), names_(names) {}

  std::string make() const {
    switch (d_.aspect) {
      case Aspect::Ending:
      case Aspect::Url: return d_.kind == Kind::FrameUrl ? of_document() : of_page();
      case Aspect::Step: return of_step();
      case Aspect::Screen: return of_screen();
      case Aspect::Dom:
      case Aspect::Layout:
      case Aspect::Form: return of_document();
      case Aspect::Storage:
      case Aspect::Cookies: return of_entry();
      case Aspect::Requests: return of_requests();
      case Aspect::Error:
      case Aspect::Console:
      case Aspect::Incident: return of_list();
    }
    return "";
  }

 private:
  std::string only_in() const { return " only " + (d_.side == Side::Second ? names_.second : names_.first); }
  std::string changed(const std::string& what) const { return what + " is " + quoted_instead(values_of(d_)); }
  // The value of the side that has one.
  const std::string& value() const { return d_.side == Side::First ? d_.before : d_.after; }
  std::string value_in_brackets() const { return value().empty() ? "" : " (" + quoted(value()) + ")"; }

  std::string of_page() const {
    switch (d_.kind) {
      case Kind::Ending:
        return fmt::format("the page {} {} and {} {}", phrase(d_.endings.after, d_.told.after), names_.second,
                           phrase(d_.endings.before, d_.told.before), names_.first_too);
      case Kind::EndingDetail: return fmt::format("the page {}: {}", phrase(d_.endings.after), quoted_instead(d_.told));
      case Kind::Status: return "the document’s status is " + instead(values_of(d_));
      case Kind::Destination: return "the browser goes to " + urls_instead(d_.told);
      default: return "the page is " + urls_instead(d_.told);
    }
  }

  std::string of_step() const {
    std::string step = d_.subject + " (" + d_.label + ")";
    switch (d_.kind) {
      case Kind::StepReached: return step + " was reached" + only_in();
      case Kind::StepPerformed:
        return step + " could be performed" + only_in() + (d_.text.empty() ? "" : ": " + d_.text);
      case Kind::StepLabel: return d_.subject + " is " + instead(d_.told);
      default: return step + " could not be performed: " + quoted_instead(d_.told);
    }
  }

  // Names the areas and the elements they lie in.
  std::string of_screen() const {
    std::vector<std::string> places;
    for (const auto& [rect, element] : d_.areas) {
      places.push_back(fmt::format("{}×{} at ({}, {}){}", rect.width, rect.height, rect.x, rect.y,
                                   element.empty() ? "" : " within " + element));
    }
    if (d_.count > d_.areas.size()) places.push_back(fmt::format("and {} more", d_.count - d_.areas.size()));
    std::string text = fmt::format("the screen differs in {}: {}", count_of(d_.count, "area"), join(places, ", "));
    return d_.told == Values{} ? text : text + "; it is " + instead(d_.told) + " in size";
  }

  std::string of_document() const {
    bool inner = d_.frame != "0" && !d_.frame.empty() && d_.kind != Kind::Frame;
    return of_element() + (inner ? " (in the frame " + d_.frame + ")" : "");
  }

  std::string of_element() const {
    std::string also = d_.count == 0 ? "" : " (and " + count_of(d_.count, "sibling") + " likewise)";
    switch (d_.kind) {
      case Kind::Inserted:
      case Kind::Removed: return d_.label + value_in_brackets() + " is there" + only_in();
      case Kind::Reordered: return changed("the order within " + d_.label);
      case Kind::Text: return changed("the text of " + d_.label);
      case Kind::Attribute:
        if (d_.side == Side::Both) return changed("the attribute " + d_.name + " of " + d_.label);
        return d_.label + " has the attribute " + d_.name + value_in_brackets() + only_in();
      case Kind::Value: return changed("the value of " + d_.label);
      case Kind::Checked: return d_.label + " is checked" + only_in();
      case Kind::Selected: return changed("the selection of " + d_.label);
      case Kind::Moved: return d_.label + " is at " + instead(values_of(d_)) + also;
      case Kind::Resized: return d_.label + " is " + instead(values_of(d_)) + " in size" + also;
      case Kind::Shown:
      case Kind::Hidden: return d_.label + " is shown" + only_in() + also;
      default: return of_frame();
    }
  }

  std::string of_frame() const {
    auto target = [](const std::string& path) { return path.empty() ? "nothing" : path; };
    switch (d_.kind) {
      case Kind::Scroll:
        return (d_.label.empty() ? "the page" : d_.label) + " is scrolled to " + instead(values_of(d_));
      case Kind::Focus: return "the focus is on " + instead({target(d_.before), target(d_.after)});
      case Kind::Frame: return "the frame " + short_url(value()) + " is there" + only_in();
      case Kind::FrameUrl: return "the document is " + urls_instead(values_of(d_));
      case Kind::More: return fmt::format("and {} more in the document", d_.count);
      default: return "";
    }
  }

  std::string of_entry() const {
    if (d_.side == Side::Both) return changed(d_.subject);
    return d_.subject + " (" + quoted(value()) + ") is set" + only_in();
  }

  std::string of_requests() const {
    switch (d_.kind) {
      case Kind::Order: return fmt::format("the same {} were sent in another order", count_of(d_.count, d_.noun));
      case Kind::Body: return d_.label + " was sent with another body";
      case Kind::SentAs: return d_.label + " was sent as " + instead(d_.told);
      case Kind::Answer: return "the answer to " + d_.label + " is " + instead(values_of(d_));
      default: break;
    }
    if (d_.side == Side::Both) return d_.label + " was sent " + instead(values_of(d_));
    return d_.label + " was sent" + only_in() + (d_.count > 1 ? " (" + times(d_.count) + ")" : "");
  }

  std::string of_list() const {
    switch (d_.kind) {
      case Kind::Order: return fmt::format("the same {} came in another order", count_of(d_.count, d_.noun));
      case Kind::Error: {
        std::string place = d_.name.empty() ? "" : " in " + d_.name;
        return "an uncaught " + error_words(d_.text) + place + " happened" + only_in();
      }
      case Kind::Console: return "the console shows " + quoted(d_.text) + only_in();
      default: return "a " + d_.type + " (" + shorten(d_.text, kDetail) + ") happened" + only_in();
    }
  }

  const Difference& d_;
  const RunNames& names_;
};

// Whether the sentence is one that begins with what the difference is about.
bool begins_with_name(const Difference& difference) {
  switch (difference.kind) {
    case Kind::Inserted:
    case Kind::Removed:
    case Kind::Checked:
    case Kind::Moved:
    case Kind::Resized:
    case Kind::Shown:
    case Kind::Hidden: return true;
    case Kind::Attribute: return difference.side != Side::Both;
    case Kind::Scroll: return !difference.label.empty();
    case Kind::Entry: return difference.aspect == Aspect::Storage;
    default: return false;
  }
}

}  // namespace

std::string sentence_of(const Difference& difference, const RunNames& names) {
  return Sentence(difference, names).make();
}

bool tells_values(const Difference& difference) {
  switch (difference.kind) {
    case Kind::Status:
    case Kind::Moved:
    case Kind::Resized:
    case Kind::Scroll:
    case Kind::Focus:
    case Kind::Sent:
    case Kind::Answer: return true;
    case Kind::Reordered:
    case Kind::Text:
    case Kind::Attribute:
    case Kind::Value:
    case Kind::Selected:
    case Kind::Entry: return cut(values_of(difference), kValue) == values_of(difference);
    default: return false;
  }
}

std::string capitalised(const Difference& first, const std::string& text) {
  return begins_with_name(first) ? text : squall::capitalised(text);
}

std::string times(size_t n) { return n == 1 ? "once" : fmt::format("{} times", n); }

}  // namespace squall::oracle
