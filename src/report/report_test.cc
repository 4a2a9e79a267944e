#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/text.h"
#include "report/embedded.h"
#include "report/sample_report.h"

namespace squall::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The tags of a page, each with its attributes, outside of our own style and script.
std::vector<std::string> tags_of(std::string html) {
  html = replace_all(html, style_text(), "");
  html = replace_all(html, script_text(), "");
  std::vector<std::string> tags;
  for (size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    size_t end = html.find('>', at);
    tags.push_back(html.substr(at, end - at + 1));
  }
  return tags;
}

// Everything in the markup that an attacker would have to bring in.
void expect_harmless(const std::string& html) {
  static const std::set<std::string> kTags = {
      "!DOCTYPE", "html", "head", "meta",   "title",  "style", "body",   "main",    "header",  "footer", "section",
      "nav",      "h1",   "h2",   "h3",     "p",      "ul",    "ol",     "li",      "dl",      "dt",     "dd",
      "b",        "i",    "a",    "code",   "pre",    "span",  "div",    "details", "summary", "figure", "figcaption",
      "img",      "svg",  "path", "circle", "line",   "rect",  "button", "label",   "input",   "table",  "thead",
      "tbody",    "tr",   "th",   "td",     "script", "h4",    "mark",   "defs",    "image",   "use"};
  static const std::regex kTag(R"re(</?([!A-Za-z0-9]+)((?: [A-Za-z0-9:-]+="[^"<>]*")*| html)>)re");
  static const std::regex kAttribute(R"re( ([A-Za-z0-9:-]+)="([^"<>]*)")re");
  static const std::regex kHref("#(comparison|finding|graph|run|(screen|moment))-[0-9]+|(http|https|HTTP|HTTPS)://.*");
  int scripts = 0;
  for (const std::string& tag : tags_of(html)) {
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(tag, parts, kTag)) << tag;
    EXPECT_TRUE(kTags.contains(parts[1])) << tag;
    if (tag == "<script>") ++scripts;
    std::string attributes = parts[2];
    for (std::sregex_iterator it(attributes.begin(), attributes.end(), kAttribute), end; it != end; ++it) {
      std::string name = to_lower((*it)[1].str()), value = (*it)[2];
      EXPECT_FALSE(name.starts_with("on") || name == "style") << tag;
      EXPECT_TRUE(name != "src" || value.starts_with("data:image/png;base64,")) << tag;
      bool picture = parts[1] == "image" && value.starts_with("data:image/png;base64,");
      EXPECT_TRUE(name != "href" || picture || std::regex_match(value, kHref)) << tag;
    }
  }
  EXPECT_EQ(scripts, 1);
}

TEST(Report, AnswersFirst) {
  std::string html = to_html(sample_report());
  EXPECT_THAT(html, HasSubstr("<h1>The outcome depends on the order of two responses.</h1>"));
  EXPECT_LT(html.find("<h1>"), html.find("What the user does"));
  EXPECT_LT(html.find("What the user does"), html.find("The order of events"));
}

TEST(Report, AFlowOfManyStepsIsFolded) {
  Report report = sample_report();
  EXPECT_THAT(to_html(report), Not(HasSubstr("<summary>2 steps</summary>")));
  report.flow.steps.resize(13, report.flow.steps[0]);
  EXPECT_THAT(to_html(report), HasSubstr("<summary>13 steps</summary><ol class=\"flow\">"));
}

TEST(Report, SaysWhichEventChangedItsPlace) {
  std::string html = to_html(sample_report());
  EXPECT_THAT(html, HasSubstr("GET /stations?filter=wash (from step 1) came after step 2 (click “Diesel”) and "
                              "GET /stations?filter=wash,diesel (from step 2) in the second run, not before."));
  EXPECT_THAT(html, HasSubstr("class=\"link moved\""));
  EXPECT_THAT(html, HasSubstr("class=\"dot response moved\""));
}

TEST(Report, AReportOfOneRunShowsItOpenly) {
  Report report = sample_report();
  report.comparisons.clear();
  report.runs.resize(1);
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("timeline one"));
  EXPECT_THAT(html, HasSubstr("class=\"requests\""));
  EXPECT_THAT(html, Not(HasSubstr("timeline two")));
  EXPECT_THAT(html, Not(HasSubstr("class=\"folded\"")));
}

TEST(Report, AnEmptyReportIsAPage) {
  std::string html = to_html({});
  expect_harmless(html);
  EXPECT_THAT(html, HasSubstr("</html>"));
}

TEST(Report, PicturesAreInThePageWithTheirDifferences) {
  Report report = sample_report();
  auto png = oracle::encode_png(oracle::Picture(40, 30));
  ASSERT_TRUE(png);
  for (ShownRun& run : report.runs) run.run.outcome.picture = *png;
  report.comparisons[0].comparison.areas = {{{10, 12, 8, 6}, 48}};
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("href=\"data:image/png;base64," + base64_encode(*png) + "\""));
  EXPECT_THAT(html, HasSubstr("width=\"40\" height=\"30\""));
  EXPECT_THAT(html, HasSubstr("<rect class=\"outline\" x=\"6\" y=\"8\" width=\"16\" height=\"14\""));
  EXPECT_THAT(html, HasSubstr("<input type=\"range\""));
  EXPECT_THAT(html, HasSubstr("shot difference"));
  expect_harmless(html);
}

TEST(Report, TheMomentOfTheUsersActIsShownWithItsElement) {
  Report report = sample_findings();
  auto png = oracle::encode_png(oracle::Picture(40, 30));
  ASSERT_TRUE(png);
  size_t run = report.comparisons[*report.findings[0].comparison].second;
  EXPECT_THAT(to_html(report), Not(HasSubstr("The moment in question")));
  report.runs[run].run.init.moment = {*png, {10, 12, 8, 5.5}};
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("The moment in question"));
  EXPECT_THAT(html, HasSubstr("<image id=\"moment-" + std::to_string(run + 1) + "\""));
  EXPECT_THAT(html, HasSubstr("<rect class=\"outline\" x=\"6\" y=\"8\" width=\"16\" height=\"14\""));
  expect_harmless(html);
}

size_t occurrences(const std::string& html, const std::string& part) {
  size_t count = 0;
  for (size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1)) ++count;
  return count;
}

TEST(Report, APictureIsInThePageOnce) {
  std::string html = to_html(sample_findings());
  EXPECT_EQ(occurrences(html, "data:image/png"), 2u);  // three runs, two different screens
  EXPECT_EQ(occurrences(html, "<use href=\"#screen-1\">"), 3u);
  EXPECT_EQ(occurrences(html, "<use href=\"#screen-2\">"), 3u);  // one of them dimmed, one close up
  EXPECT_EQ(occurrences(html, "#screen-3"), 0u);
}

TEST(Report, WhatDiffersIsAlsoShownCloseUp) {
  std::string html = to_html(sample_findings());
  EXPECT_THAT(html, HasSubstr("viewBox=\"0 136 348 146\""));
  Report wide = sample_findings();
  wide.comparisons[0].comparison.areas = {{{0, 0, 640, 10}, 6400}};
  EXPECT_THAT(to_html(wide), Not(HasSubstr("Close-up")));
}

TEST(Report, WhatHappensAtOnePlaceStandsTogether) {
  Report report = sample_findings();
  auto& where = report.findings[0].where;
  where.push_back(where[0]);
  where.back().role = "sends GET /stations?filter=wash,diesel";
  std::string html = to_html(report);
  EXPECT_EQ(occurrences(html, "<code>src/stations.ts:14:3</code>"), 1u);
  EXPECT_THAT(html, HasSubstr("sends GET /stations?filter=wash,diesel</b>"));
}

TEST(Report, FindingsStandInATableAndInSectionsOfTheirOwn) {
  std::string html = to_html(sample_findings());
  expect_harmless(html);
  EXPECT_THAT(html, HasSubstr("<a href=\"#finding-1\">F1: click “Car Wash”, then click “Diesel”: #result depends on"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"finding-1\">"));
  EXPECT_THAT(html, HasSubstr("<code>src/stations.ts:14</code>"));
  EXPECT_THAT(html, HasSubstr("the response to GET /stations?filter=wash,diesel overtook"));
  EXPECT_THAT(html, HasSubstr("squall replay RUN --finding F1"));
  EXPECT_THAT(html, HasSubstr("both orders were run 2 times, always with the same result"));
  EXPECT_THAT(html, HasSubstr("Let the latest answer win"));
  EXPECT_THAT(html, HasSubstr("if (mine !== latest) return;"));
}

TEST(Report, TheComparisonOfAFindingIsShownOnce) {
  std::string html = to_html(sample_findings());
  EXPECT_EQ(html.find("comparison-"), std::string::npos);
  EXPECT_EQ(occurrences(html, "the text of #result is “Acme, Zoom” instead of “Acme”"), 2u);  // and in the explanation
}

TEST(Report, CodeIsShownAsItWasWritten) {
  std::string html = to_html(sample_findings());
  EXPECT_THAT(html, HasSubstr("src/stations.ts:14:3"));
  EXPECT_THAT(html, HasSubstr("/app.js:1:2210"));
  EXPECT_THAT(html, HasSubstr("<mark>  const response = await fetch(`/stations?filter=${filter}`);"));
}

TEST(Report, TheCallersOfAPlaceAreListed) {
  std::string html = to_html(sample_findings());
  EXPECT_THAT(html, HasSubstr("called by 1 function"));
  EXPECT_THAT(html, HasSubstr("src/filters.ts:40"));
}

TEST(Report, OfALongLineThePartAroundThePlaceIsShown) {
  Report report = sample_findings();
  finding::Place place{"http://shop.test/min.js", 1, 5001, "", "", "", 0, 0, {}, 1, {}};
  place.excerpt = {std::string(5000, 'a') + "HERE" + std::string(5000, 'b')};
  report.findings[0].where = {place};
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("HERE"));
  EXPECT_THAT(html, Not(HasSubstr(std::string(300, 'a'))));
}

TEST(Report, NewRequestsAreMarked) {
  std::string html = to_html(sample_findings());
  EXPECT_EQ(occurrences(html, "<tr class=\"fresh\">"), 1u);
  EXPECT_THAT(html, HasSubstr("GET /stations?filter=wash,diesel</code> <span class=\"chip new\">new</span>"));
  EXPECT_THAT(html, HasSubstr("1 part of the page that both runs loaded from the recording"));
}

TEST(Report, TestsThatAreFineSayWhyTheyWereMade) {
  std::string html = to_html(sample_findings());
  EXPECT_THAT(html, HasSubstr("Also tested"));
  EXPECT_THAT(html, HasSubstr("3 more tests: 1 × same outcome, 1 × cannot happen, 1 × unstable."));
  EXPECT_THAT(html, HasSubstr("both write storage:local:filter"));
  EXPECT_THAT(html, HasSubstr("click “Car Wash”, then the same again"));
  EXPECT_THAT(html, HasSubstr("the button is disabled after the first click"));
}

TEST(Report, GraphsNameTheirEdgesAndRegions) {
  std::string html = to_html(sample_findings());
  EXPECT_THAT(html, HasSubstr("<h3 id=\"graph-1\">Step 1: click “Car Wash”</h3>"));
  EXPECT_THAT(html, HasSubstr("<path class=\"edge ajax\""));
  EXPECT_THAT(html, HasSubstr("<path class=\"edge join\""));
  EXPECT_THAT(html, HasSubstr("<span class=\"edge-kind ajax\">xhr load</span> from 1"));
  EXPECT_THAT(html, HasSubstr("changes 592 × 64 at (24, 120), 80 × 20 at (24, 90)"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#graph-2\">what step 2 leads to</a>"));
}

TEST(Report, AFindingWithoutRunsNamesItsNewRequests) {
  Report report = sample_findings();
  report.findings[0].comparison.reset();
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("<h3>New requests</h3>"));
  EXPECT_THAT(html, HasSubstr("GET http://shop.test/stations?filter=wash,diesel"));
}

TEST(Report, AreasThatNearlyTouchShareAnOutline) {
  Report report = sample_report();
  for (ShownRun& run : report.runs) run.run.outcome.picture = *oracle::encode_png(oracle::Picture(90, 30));
  report.comparisons[0].comparison.areas = {{{10, 12, 8, 6}, 48}, {{40, 12, 8, 6}, 48}, {{22, 10, 4, 4}, 16}};
  std::string html = to_html(report);
  EXPECT_THAT(html, HasSubstr("<rect class=\"outline\" x=\"6\" y=\"6\" width=\"24\" height=\"16\""));
  EXPECT_THAT(html, HasSubstr("<rect class=\"outline\" x=\"36\" y=\"8\" width=\"16\" height=\"14\""));
}

TEST(Report, WhatIsNoPictureIsNotShownAsOne) {
  Report report = sample_report();
  report.runs[0].run.outcome.picture = "<svg onload=alert(1)>";
  EXPECT_THAT(to_html(report), Not(HasSubstr("<img")));
}

TEST(Report, VeryLongTextsAreCut) {
  Report report = hostile_report(std::string(1 << 20, 'x'));
  auto& comparison = report.comparisons[0].comparison;
  comparison.differences.resize(20);
  comparison.not_counted.resize(1);
  EXPECT_LT(to_html(report).size(), 1u << 20);
}

TEST(Report, UnansweredRequestsAreExplained) {
  Report report = sample_report();
  EXPECT_THAT(to_html(report), Not(HasSubstr("got no answer")));
  report.runs[1].run.outcome.requests[2].answer = outcome::Answer::Unanswered;
  EXPECT_THAT(to_html(report),
              HasSubstr("1 request got no answer, because this order of events leads to requests that"));
}

TEST(Report, StepsThatCouldNotBeDoneSayWhy) {
  Report report = sample_report();
  report.runs[1].run.outcome.steps[1] = {"click “Diesel”", false, "the button is disabled"};
  EXPECT_THAT(to_html(report), HasSubstr("could not be done: the button is disabled"));
}

TEST(Report, ThePolicyAllowsOurOwnBlocksAlone) {
  std::string html = to_html(sample_report());
  std::string policy = content_security_policy();
  EXPECT_THAT(html, HasSubstr("<meta http-equiv=\"Content-Security-Policy\" content=\"" + html_escape(policy) + "\">"));
  EXPECT_TRUE(policy.starts_with("default-src 'none'; img-src data:; style-src 'sha256-"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_LT(html.find("Content-Security-Policy"), html.find("<title>"));
  // An end tag within would end the block early.
  EXPECT_EQ(style_text().find("</"), std::string_view::npos);
  EXPECT_EQ(script_text().find("</"), std::string_view::npos);
}

class HostileReport : public ::testing::TestWithParam<std::string> {};

TEST_P(HostileReport, StaysText) { expect_harmless(to_html(hostile_report(GetParam()))); }

TEST_P(HostileReport, GivesResultsThatCanBeRead) {
  Json results = to_results(hostile_report(GetParam()));
  auto read = parse_json(results.dump());
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)["runs"].size(), 3u);
  EXPECT_EQ((*read)["findings"].size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Strings, HostileReport,
                         ::testing::Values("<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
                                           "' onmouseover='alert(1)", "javascript:alert(1)",
                                           "</title></style></script><script>alert(1)//", "--><svg/onload=alert(1)>",
                                           "https://x.test/\"onclick=\"alert(1)", "https://x.test/<script>",
                                           "&lt;script&gt;&#x3C;b>", std::string("\0<b>\x01", 5), "\xFF\xFE<b>\xC0",
                                           "\u202E<b>", "", std::string(3'000, '<'), "a\n<b\n>",
                                           "/#?:", "root/user:1/xhr:GET <b>#0"));

}  // namespace
}  // namespace squall::report
