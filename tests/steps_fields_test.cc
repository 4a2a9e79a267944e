// Fields: each kind takes its value with real input, and the page gets the events of a person's action.
#include "tests/steps_lab.h"

namespace squall {
namespace {

using testing::change_to;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::listen;
using testing::log_of;
using testing::perform;
using testing::results_of;
using testing::why_not;

const std::string kListen = listen("focus mousedown mouseup click beforeinput input change keydown keyup");
const std::string kChanges = listen("input change");

TEST(StepsFields, TextIsTypedKeyByKeyAfterAClick) {
  auto run = perform("<input id=f>" + kListen, "[" + change_to("#f", "aB") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("mousedown #f", "focus #f", "mouseup #f", "click #f", "keydown #f a",
                                       "beforeinput #f", "input #f=a", "keyup #f=a a", "keydown #f=a B",
                                       "beforeinput #f=a", "input #f=aB", "keyup #f=aB B"));
}

TEST(StepsFields, TextReplacesWhatIsThere) {
  auto run = perform("<input id=f value=old>" + kChanges, "[" + change_to("#f", "x") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=x"));
}

TEST(StepsFields, TextThatIsThereAlreadyIsNotTypedAgain) {
  auto run = perform("<input id=f>" + kChanges, "[" + change_to("#f", "li") + "," + change_to("#f", "lis") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=l", "input #f=li", "input #f=lis"));
}

TEST(StepsFields, AFieldIsEmptiedWithOneStroke) {
  auto run = perform("<input id=f value=old>" + kChanges, "[" + change_to("#f", "") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f"));
}

TEST(StepsFields, LeavingATextFieldTellsOfItsChange) {
  std::string leave = R"({"type":"change","selectors":["#f"],"value":"x","leave":true})";
  auto run = perform("<input id=f>" + listen("input change blur"), "[" + leave + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=x", "change #f=x", "blur #f=x"));
}

TEST(StepsFields, AClickElsewhereTellsOfTheChange) {
  auto run = perform("<input id=f><button id=b>B</button>" + listen("input change click"),
                     "[" + change_to("#f", "x") + "," + testing::click_on("#b") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("click #f", "input #f=x", "change #f=x", "click #b"));
}

TEST(StepsFields, ATextAreaTakesLinesAndTabs) {
  auto run = perform("<textarea id=f></textarea>", "[" + change_to("#f", "a\r\nb\tc\nd") + "]");
  EXPECT_EQ((*testing::find_element(run.outcome.frames[size_t{0}]["root"], "f"))["v"].as_string(), "a\nb\tc\nd");
}

TEST(StepsFields, EveryWritingCanBeTyped) {
  std::string text = "aé\u00dfñ漢字\U0001F44D\U0001F3FD \"'<&\\";
  auto run = perform("<input id=f>", "[" + change_to("#f", text) + "]");
  EXPECT_EQ((*testing::find_element(run.outcome.frames[size_t{0}]["root"], "f"))["v"].as_string(), text);
}

TEST(StepsFields, EditableContentIsTypedInto) {
  auto run = perform("<div id=f contenteditable>old text</div>" + kChanges, "[" + change_to("#f", "ab") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=a", "input #f=ab"));
  EXPECT_EQ(testing::text_of(run, "f"), "ab");
}

TEST(StepsFields, PasswordsAndNumbersAreTyped) {
  auto run = perform("<input id=p type=password><input id=n type=number value=7>" + kChanges,
                     "[" + change_to("#p", "S!") + "," + change_to("#n", "-1.5") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #p=S", "input #p=S!", "change #p=S!", "input #n", "input #n=-1",
                                       "input #n=-1", "input #n=-1.5"));
}

TEST(StepsFields, ADateTakesItsValueInOneChange) {
  for (const auto& [type, value] :
       std::vector<std::pair<std::string, std::string>>{{"date", "2024-05-31"},
                                                        {"date", "2024-02-01"},
                                                        {"time", "12:30"},
                                                        {"time", "00:00"},
                                                        {"datetime-local", "2024-03-15T12:30"},
                                                        {"month", "2024-03"},
                                                        {"week", "2024-W11"}}) {
    auto run = perform("<input id=f type=" + type + ">" + kChanges, "[" + change_to("#f", value) + "]");
    EXPECT_THAT(log_of(run), ElementsAre("input #f=" + value, "change #f=" + value)) << type;
    EXPECT_THAT(results_of(run), ElementsAre("done")) << type;
  }
}

TEST(StepsFields, ADateThatWasClickedOnTakesItsValueToo) {
  auto run =
      perform("<input id=f type=date style='width:200px'>" + kChanges,
              "[" + testing::click_on("#f") + "," + change_to("#f", "2024-05-31") + "," + change_to("#f", "") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=2024-05-31", "change #f=2024-05-31", "input #f", "change #f"));
}

TEST(StepsFields, ADateInOtherWordsIsRefused) {
  EXPECT_EQ(why_not("<input id=f type=date>", change_to("#f", "tomorrow")), "“tomorrow” is not a date");
}

TEST(StepsFields, ASliderIsDraggedAndTellsOfOneChange) {
  auto run = perform("<input id=f type=range min=-50 max=50 value=0>" + listen("mousedown input change mouseup"),
                     "[" + change_to("#f", "37") + "]");
  auto log = log_of(run);
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(log.front(), "mousedown #f=0");
  EXPECT_EQ(log.back(), "change #f=37");
  EXPECT_EQ(std::count_if(log.begin(), log.end(), [](const auto& line) { return line.starts_with("change"); }), 1);
}

TEST(StepsFields, SlidersOfAnyShapeTakeTheirValue) {
  for (const char* style :
       {"width:400px;height:30px", "writing-mode:vertical-lr", "writing-mode:vertical-lr;direction:rtl",
        "direction:rtl", "transform:rotate(20deg)", "width:20px", "zoom:1.5"}) {
    auto run =
        perform(std::string("<div style='padding:100px'><input id=f type=range max=1 step=0.05 value=0 style='") +
                    style + "'></div>",
                "[" + change_to("#f", "0.35") + "]");
    EXPECT_EQ((*testing::find_element(run.outcome.frames[size_t{0}]["root"], "f"))["v"].as_string(), "0.35") << style;
  }
}

TEST(StepsFields, AColourIsSetByTheAgent) {
  auto run = perform("<input id=f type=color value='#000000'>" + kChanges, "[" + change_to("#f", "#336699") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=#336699 by a script", "change #f=#336699 by a script"));
}

TEST(StepsFields, ACheckBoxIsClickedOnlyWhenItMustChange) {
  auto run =
      perform("<input id=f type=checkbox>" + listen("mousedown click input change"),
              "[" + change_to("#f", "on") + "," + change_to("#f", "true") + "," + change_to("#f", "false") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("mousedown #f=false", "click #f=true", "input #f=true", "change #f=true",
                                       "mousedown #f=true", "click #f=false", "input #f=false", "change #f=false"));
}

TEST(StepsFields, ARadioButtonIsChosenByItsValue) {
  std::string radios = "<input type=radio name=r id=a value=red checked><input type=radio name=r id=b value=blue>";
  auto run = perform(radios + kChanges, "[" + change_to("#b", "blue") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #b=true", "change #b=true"));
  EXPECT_EQ(why_not(radios, change_to("#a", "false")), "a radio button cannot be unchecked by itself");
}

TEST(StepsFields, FilesAndButtonsHaveNoValueToGive) {
  EXPECT_EQ(why_not("<input id=f type=file>", change_to("#f", "x")), "files cannot be chosen in a replay");
  EXPECT_EQ(why_not("<input id=f type=submit>", change_to("#f", "x")), "a button has no value that could be changed");
  EXPECT_EQ(why_not("<p id=f>text</p>", change_to("#f", "x")), "<p> has no value that could be changed");
}

// ---- lists ----

std::string options(const std::string& attributes = "") {
  std::string out = "<select id=f " + attributes + ">";
  for (const char* value : {"a", "b", "c", "d", "e", "f"}) {
    out += std::string("<option value=") + value + ">Option " + value + "</option>";
  }
  return out + "</select>";
}

TEST(StepsFields, AnOptionIsChosenInOneChangeHoweverFarItIs) {
  for (const char* value : {"b", "f"}) {
    auto run = perform(options() + kListen, "[" + change_to("#f", value) + "]");
    std::string chosen = std::string(" #f=") + value;
    EXPECT_THAT(log_of(run), ElementsAre("mousedown #f=a", "focus #f=a", "mouseup #f=a", "click #f=a", "input" + chosen,
                                         "change" + chosen, "click" + chosen));
  }
}

TEST(StepsFields, AnOptionFurtherUpIsChosenByItsLabel) {
  auto run = perform(options() + "<script>f.value = 'e'</script>" + kChanges, "[" + change_to("#f", "Option b") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("input #f=b", "change #f=b"));
}

TEST(StepsFields, AListThatWasClickedOpenIsChosenFrom) {
  auto run = perform(options() + listen("mousedown input change"),
                     "[" + testing::click_on("#f") + "," + change_to("#f", "d") + "]");
  EXPECT_THAT(log_of(run), ElementsAre("mousedown #f=a", "input #f=d", "change #f=d"));
}

TEST(StepsFields, OptionsThatCannotBeChosenAreSteppedOver) {
  std::string list =
      "<select id=f><option disabled selected>Choose…<option>a<option hidden>h<optgroup label=g disabled><option>d"
      "</optgroup><optgroup label=i><option>e</optgroup><option style='display:none'>n<option>z</select>";
  auto run = perform(list + kChanges,
                     "[" + change_to("#f", "e") + "," + change_to("#f", "z") + "," + change_to("#f", "a") + "]");
  EXPECT_THAT(log_of(run),
              ElementsAre("input #f=e", "change #f=e", "input #f=z", "change #f=z", "input #f=a", "change #f=a"));
  EXPECT_EQ(why_not(list, change_to("#f", "d")), "the option “d” is disabled");
  EXPECT_EQ(why_not(list, change_to("#f", "n")), "the option “n” is hidden");
  EXPECT_EQ(why_not(list, change_to("#f", "q")), "the list has no option “q”");
}

TEST(StepsFields, TheOptionThatIsChosenAlreadyStays) {
  EXPECT_THAT(log_of(perform(options() + kListen, "[" + change_to("#f", "a") + "]")), IsEmpty());
}

TEST(StepsFields, AListThatShowsItsOptionsIsClickedInto) {
  for (const char* kind : {"size=3", "multiple", "multiple size=2"}) {
    auto run = perform(options(kind) + listen("mousedown input change"), "[" + change_to("#f", "e") + "]");
    auto log = log_of(run);
    ASSERT_EQ(log.size(), 3u) << kind << ": " << join(log, ", ");
    EXPECT_EQ(log[1] + ", " + log[2], "input #f=e, change #f=e") << kind;
  }
}

TEST(StepsFields, ControlAddsToAMultipleChoice) {
  auto run = perform(options("multiple size=6"),
                     R"([{"type":"click","selectors":["#f option[value=b]"]},{"type":"keyDown","key":"Control"},
                         {"type":"click","selectors":["#f option[value=d]"]},{"type":"keyUp","key":"Control"}])");
  const Json* list = testing::find_element(run.outcome.frames[size_t{0}]["root"], "f");
  EXPECT_EQ((*list)["s"].dump(), "[1,3]");
}

TEST(StepsFields, AListThatDoesNotOpenIsInfeasible) {
  EXPECT_EQ(why_not(options("onmousedown='event.preventDefault()'"), change_to("#f", "b")), "the list does not open");
}

}  // namespace
}  // namespace squall
