// Choices that a script overwrites: radio buttons, of which checking one writes the whole group, and lists.
#include "tests/init_lab.h"

namespace squall::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kSizes = R"(<label><input type="radio" name="size" value="s" id="s">Small</label>
  <label><input type="radio" name="size" value="m" id="m">Medium</label>
  <label><input type="radio" name="size" value="l" id="l">Large</label>)";

Analysis with_script(const std::string& html, const std::string& script) {
  Site site(html + R"(<script src="late.js"></script>)");
  site.answer("late.js", script);
  return analyse_site(site);
}

TEST(InitChoices, ARadioButtonThatAScriptChecksOverwritesTheChoice) {
  for (const auto& [checked, lost] : {std::pair("s", "#m"), std::pair("m", "#s"), std::pair("l", "#s")}) {
    std::string script = std::string("document.querySelector('[value=") + checked + "]').checked = true;";
    Analysis analysis = with_script(kSizes, "\n" + script);
    ASSERT_THAT(found(analysis), ElementsAre(std::string("error form-input-overwritten ") + lost)) << checked;
    ASSERT_THAT(analysis.findings[0].where, SizeIs(1));
    EXPECT_EQ(analysis.findings[0].where[0].line, 2);
    EXPECT_EQ(analysis.findings[0].where[0].role, std::string("writes #") + checked);
  }
}

TEST(InitChoices, TheButtonThatIsCheckedAtFirstIsNoChoice) {
  constexpr const char* kHtml = R"(<input type="radio" name="r" id="a" checked><input type="radio" name="r" id="b">)";
  EXPECT_THAT(found(with_script(kHtml, "b.checked = true;")), IsEmpty());
  EXPECT_THAT(found(with_script(std::string(kHtml) + R"(<input type="radio" name="r" id="c">)", "b.checked = true;")),
              ElementsAre("error form-input-overwritten #c"));
}

TEST(InitChoices, AttributesAndResetsOverwriteAsWell) {
  for (const auto& [id, lost] : {std::pair("s", "#m"), std::pair("l", "#s")}) {
    EXPECT_THAT(found(with_script(kSizes, std::string(id) + ".setAttribute('checked', '');")),
                ElementsAre(std::string("error form-input-overwritten ") + lost));
  }
  EXPECT_THAT(found(with_script("<form id=f>" + std::string(kSizes) + "</form>", "f.reset();")),
              ElementsAre("error form-input-overwritten #s"));
}

TEST(InitChoices, AScriptThatAsksWhetherSomebodyChoseIsFine) {
  for (const char* id : {"s", "m"}) {
    EXPECT_THAT(found(with_script(kSizes, std::string("if (!document.querySelector('[name=size]:checked')) ") + id +
                                              ".checked = true;")),
                IsEmpty());
  }
}

TEST(InitChoices, OneNameInTwoFormsMeansTwoGroups) {
  constexpr const char* kForms =
      R"(<form><input type="radio" name="r" id="a"><input type="radio" name="r" id="b"></form>
    <form><input type="radio" name="r" id="c"><input type="radio" name="r" id="d"></form>)";
  EXPECT_THAT(found(with_script(kForms, "c.checked = true;")), ElementsAre("error form-input-overwritten #d"));
  EXPECT_THAT(found(with_script(kForms, "b.checked = true;")), ElementsAre("error form-input-overwritten #a"));
}

TEST(InitChoices, RadioButtonsWithoutANameStandAlone) {
  constexpr const char* kLone = R"(<input type="radio" id="a"><input type="radio" id="b">)";
  EXPECT_THAT(found(with_script(kLone, "a.checked = true;")), IsEmpty());
  EXPECT_THAT(found(with_script(kLone, "b.checked = false;")), ElementsAre("error form-input-overwritten #b"));
}

TEST(InitChoices, WhatIsDisabledIsNotChosen) {
  EXPECT_THAT(found(with_script(R"(<input type="radio" name="r" id="a" disabled><input type="radio" name="r" id="b">
    <input type="radio" name="r" id="c" disabled><input type="radio" name="r" id="d">)",
                                "b.checked = true;")),
              ElementsAre("error form-input-overwritten #d"));
}

TEST(InitChoices, EachShadowRootHasItsOwnGroups) {
  EXPECT_THAT(found(with_script(R"(<div id="one"></div><div id="two"></div><script>
    for (const host of [one, two]) {
      host.attachShadow({mode: "open"}).innerHTML = '<input type=radio name=r id=a><input type=radio name=r id=b>';
    }</script>)",
                                "two.shadowRoot.getElementById('a').checked = true;")),
              ElementsAre("error form-input-overwritten #two >>> #b"));
}

TEST(InitChoices, ARadioButtonIsNamedByItsLabelOrElseByItsValue) {
  EXPECT_THAT(with_script(kSizes, "m.checked = true;").findings.at(0).title, HasSubstr("click “Small” before"));
  EXPECT_THAT(with_script(R"(<input type="radio" name="size" value="s"><input type="radio" name="size" value="m">)",
                          "document.querySelector('[value=m]').checked = true;")
                  .findings.at(0)
                  .title,
              HasSubstr(R"(click input[name="size"][value="s"] before)"));
}

TEST(InitChoices, AnOptionThatIsAddedToTheChoiceOverwritesIt) {
  constexpr const char* kList = "<select id=p multiple><option>a<option>b<option>c</select>";
  EXPECT_THAT(found(with_script(kList, "p.options[1].selected = true;")),
              ElementsAre("error form-input-overwritten #p"));
  EXPECT_THAT(found(with_script(kList, "p.options[0].selected = true;")),
              ElementsAre("error form-input-overwritten #p"));
  EXPECT_THAT(found(with_script(kList, "if (!p.selectedOptions.length) p.options[1].selected = true;")), IsEmpty());
}

}  // namespace
}  // namespace squall::testing
