// Compares what the docs say with what the code has: numbers, lists, tables, files. Both sides are looked for by a short
// piece of their text, in which "@" is the value. A piece that has gone is an error as well: whoever changes one side is
// to look at the other, and at the line below that names both.
//
//   docs/settled.md:115: says “silent for 250 ms”, but src/lab/quiescence.cc:11 has 500
import { existsSync, statSync } from "node:fs";
import { all, errorCount, fail, filesIn, find, number, part, quoted, read, row, rows, same, strings } from "./docs_text.mjs";

// ---- numbers: a page, its words, a file, its words, and what the code's number is divided by ----

const kNumbers = [
  ["docs/settled.md", "silent for @ ms", "src/lab/quiescence.cc", "kStreamSilence{@}"],
  ["docs/settled.md", "a long delay | more than @ s", "src/lab/lab.h", "longest_timer_ms = @;", 1000],
  ["docs/settled.md", "a step of the user between | more than @ |", "src/lab/lab.h", "timer_chain = @;"],
  ["docs/settled.md", "for animation frames | more than @ |", "src/lab/lab.h", "frame_chain = @;"],
  ["docs/settled.md", "before it was answered | more than @ |", "agent/src/requests.ts", "kMostHops = @;"],
  ["docs/settled.md", "before it came | more than @ |", "agent/src/messages.ts", "kMostMessages = @;"],
  ["docs/settled.md", "a step of the user | a @ of the chain", "agent/src/loops.ts", "kPart = @;"],
  ["docs/settled.md", "each reading of it counts for @ seconds", "agent/src/bodies.ts", "kPatience = @;", 1000],
  ["docs/settled.md", "a chain of frame events reached @ ", "src/lab/lab.h", "frame_chain = @;"],
  ["docs/settled.md", "a chain of interval events reached @ ", "src/lab/lab.h", "timer_chain = @;"],
  ["docs/settled.md", "was cut after @ rounds", "src/lab/lab.h", "timer_chain = @;"],
  ["docs/settled.md", "stands still for @ s,", "src/lab/quiescence.cc", "kParserPatience{@}", 1000],
  ["docs/settled.md", "nothing is heard for @ s has", "src/lab/navigations.cc", "kPatience{@}", 1000],
  ["docs/settled.md", "priority `@`", "agent/src/control.ts", "priority: \"@\""],
  ["docs/time.md", "timer that @ timers led to", "agent/src/tasks.ts", "kNesting = @;"],
  ["docs/time.md", "takes at least @ ms, as the HTML", "agent/src/tasks.ts", "Math.max(delay, @)"],
  ["docs/time.md", "after @ looks in a row", "agent/src/clock.ts", "kPatience = @;"],
  ["docs/time.md", "at the next multiple of 1000/@ ms", "agent/src/tasks.ts", "kFrame = 1000 / @;"],
  ["docs/time.md", "deadline that always has @ ms left", "agent/src/tasks.ts", "end = now() + @;"],
  ["docs/time.md", "run in one go, up to @,", "src/lab/runner.cc", "kTasksAtOnce = @;"],
  ["docs/time.md", "`--seed` (@ unless given)", "src/lab/lab.h", "seed = @;"],
  ["docs/events.md", "at most @ regions", "agent/src/tree.ts", "kMostRegions = @;"],
  ["docs/events.md", "scripts look up, at most @ in a frame", "agent/src/tree.ts", "kMostParsed = @;"],
  ["docs/holding-a-response.md", "bodies over @ MB", "src/network/traffic_record.cc", "kLargestBody = @ << 20"],
  ["docs/schedules.md", "Version @ knows `hold`", "src/schedule/schedule_json.cc", "kVersion = @;"],
  ["docs/schedules.md", "not waited for: more than @ second later", "src/schedule/strategy.cc", "kHaste = @;", 1000],
  ["docs/schedules.md", "later, or @ for what step B causes", "src/schedule/strategy.cc", "kLateness = @;", 1000],
  ["docs/recordings.md", "it is done again, @ times at most", "src/lab/recorder.cc", "kMostReplays = @;"],
  ["docs/outcomes.md", "At most @ errors, console lines and incidents", "src/lab/stage.cc", "kMostLines = @;"],
  ["docs/outcomes.md", "Beyond @ differences in the documents", "src/oracle/compare.h", "limit = @;"],
  ["docs/outcomes.md", "touch, or lie at most @ apart", "src/oracle/pixels.h", "merge_distance = @;"],
  ["docs/determinism.md", "A page is used again, up to @ times", "src/lab/browser_lab.cc", "kLoadsPerPage = @;"],
  ["docs/determinism.md", "| viewport | @×", "src/lab/lab.h", "width = @;"],
  ["docs/determinism.md", "×@ unless `--viewport`", "src/lab/lab.h", "height = @;"],
  ["docs/browser.md", "After @ loads", "src/lab/browser_lab.cc", "kLoadsPerPage = @;"],
  ["docs/ajax.md", "at most so many pairs (@)", "src/analysis/ajax/plan.h", "max_tests = @;"],
  ["docs/init.md", "| timer | from @ ms on", "src/analysis/init/analysis.h", "long_timer_ms = @;"],
  ["docs/init.md", "at most so many suspects (@)", "src/analysis/init/analysis.h", "max_suspects = @;"],
  ["docs/init.md", "More than @ things to do", "agent/src/survey.ts", "kMostSteps = @;"],
  ["docs/init.md", "things to do, @ fields", "agent/src/probe.ts", "kMostProbes = @;"],
  ["docs/init.md", "fields, or @ handlers", "agent/src/eager.ts", "kMostTrials = @;"],
  ["docs/init.md", "more than @ of the elements", "agent/src/eager.ts", "kMostTargets = @;"],
  ["docs/ajax.md", "those before them (@ at most)", "src/analysis/ajax/observe.h", "limit = @)"],
  ["docs/report.md", "say so: @ rows of a timeline", "src/report/timeline.h", "most_rows = @;"],
  ["docs/report.md", "a timeline, @ requests", "src/report/requests_html.cc", "kMostRequests = @;"],
  ["docs/report.md", "requests, @ events of a graph", "src/report/graph_html.cc", "kMostRows = @;"],
  ["docs/report.md", "graph, @ tests with both", "src/report/tests_html.cc", "kMostShown = @;"],
  ["docs/speed.md", "against a bare run | at most @ |", "bench/cost.cc", "Figure::AtMost, @,"],
  ["docs/speed.md", "loading it without | at most @ |", "bench/cost.cc", "with.cpu / without.cpu, \"\", Figure::AtMost, @,"],
  ["docs/speed.md", "its page saw pass | below @ |", "bench/throughput.cc", "Figure::Below, @,"],
  ["docs/speed.md", "against one | at least @ |", "bench/throughput.cc", "Figure::AtLeast, @,"],
  ["docs/speed.md", "load of the page | at most @ |", "bench/ajax.cc", "ratio(), \"\", Figure::AtMost, @,"],
  ["docs/speed.md", "| at most @, and 2.5 for each suspect |", "bench/init.cc", "@ + 2.5 * suspects"],
  ["docs/speed.md", "and @ for each suspect |", "bench/init.cc", "12 + @ * suspects"],
  ["docs/speed.md", "user events | at most @ ms |", "bench/ajax.cc", "\" ms\", Figure::AtMost, @,"],
  ["docs/speed.md", "ever had | below @ MB |", "bench/memory.cc", "Figure::Below, @,"],
  ["docs/speed.md", "look at theirs: @ times each", "bench/verdicts.cc", "options.few ? 3 : @;"],
  ["docs/speed.md", "it is a few pages @ times,", "bench/verdicts.cc", "options.few ? @ :"],
  ["docs/speed.md", "say the same beside @ busy loops", "bench/setting.h", "loops = @;"],
  ["docs/faults.md", "the first @ lines are kept", "src/lab/stage.cc", "kMostLines = @;"],
  ["docs/faults.md", "lines are kept, @ characters of each", "src/lab/stage.cc", "shorten(steady(join(parts, \" \")), @)"],
  ["tests/limitations/README.md", "Of more than @ elements that the parser makes", "agent/src/tree.ts", "kMostParsed = @;"],
  ["tests/limitations/README.md", "storages with more than @ keys", "agent/src/memory.ts", "kMostKeys = @;"],
  ["CONTRIBUTING.md", "warns of files over @ lines", "tools/check_style", "if (lines > @)"],
  ["CONTRIBUTING.md", "and functions over @ |", "tools/check_style", "FNR - begin > @)"],
  ["CHANGELOG.md", "files of schedules | version @;", "src/schedule/schedule_json.cc", "kVersion = @;"],
  ["docs/run-folder.md", "is `{ \"version\": @, \"key\"", "src/lab/kept_lab.cc", "kKeptVersion = @;"],
  ["CHANGELOG.md", "| `run.json`, `results.json` | schema @ |", "src/store/version.h", "kSchema = @;"],
  ["CHANGELOG.md", "(`results.json`, schema @)", "src/store/version.h", "kSchema = @;"],
  ["CHANGELOG.md", "| `recording/recording.json` | version @ |", "src/lab/recording_file.cc", "kRecordingVersion = @;"],
  ["CHANGELOG.md", "| `recording/trace.json` | version @ |", "src/trace/trace_file.cc", "kVersion = @;"],
  ["CHANGELOG.md", "| `recording/ajax.json` | version @ |", "src/analysis/ajax/job.cc", "Json::object({{\"version\", @}"],
  ["CHANGELOG.md", "| `experiments/NNNN/experiment.json` | version @ |", "src/lab/kept_lab.cc", "kKeptVersion = @;"],
  ["CHANGELOG.md", "| `recording/network.har` | HAR @ |", "src/network/har.cc", "{{\"version\", \"@\"}"],
  ["CHANGELOG.md", "## @ (", "src/base/version.h", "kVersion[] = \"@\""],
  ["docs/run-folder.md", "\"squall\": \"@\", \"schema\": 1, \"command\": \"replay\", \"url\"", "src/base/version.h", "kVersion[] = \"@\""],
  ["docs/run-folder.md", "| which squall, schema @,", "src/store/version.h", "kSchema = @;"],
  // What stands twice in the code must be the same twice.
  ["src/cli/session.cc", "are cut\", \"@\", 0, 86400}", "src/lab/lab.h", "longest_timer_ms = @;", 1000],
  ["src/cli/session.cc", "timers are cut\", \"@\", 0, 1000000}", "src/lab/lab.h", "timer_chain = @;"],
  ["src/cli/session.cc", "begins with\", \"@\"}", "src/lab/lab.h", "seed = @;"],
  ["src/browser/flags.cc", "--random-seed=@\"", "src/lab/lab.h", "seed = @;"],
  ["src/cli/ajax.cc", "telling first\", \"@\"", "src/analysis/ajax/plan.h", "max_tests = @;"],
  ["src/cli/init.cc", "count as a delay\", \"@\"", "src/analysis/init/analysis.h", "long_timer_ms = @;"],
  ["src/cli/init.cc", "gravest first\", \"@\"", "src/analysis/init/analysis.h", "max_suspects = @;"],
  ["agent/src/tasks.ts", "{ delay: @,", "src/lab/lab.h", "longest_timer_ms = @;"],
];

function checkNumbers() {
  for (const [page, words, file, piece, divisor = 1] of kNumbers) {
    const said = find(page, words);
    const real = find(file, piece);
    if (!said || !real) continue;
    const value = number(real.values[0]) / divisor;
    const isSame = Number.isNaN(value) ? said.values[0] === real.values[0] : number(said.values[0]) === value;
    const shown = Number.isNaN(value) ? real.values[0] : value;
    if (!isSame) fail(page, said.line, `says “${said.words}”, but ${file}:${real.line} has ${shown}`);
  }
}

// A number that has to be counted or computed first.
function counted(page, words, value, source) {
  const said = find(page, words);
  if (said && number(said.values[0]) !== value) fail(page, said.line, `says “${said.words}”, but there are ${value} (${source})`);
}

function checkCounts() {
  const examples = filesIn("examples").filter((file) => file.split("/").length === 3 && file.endsWith("/example.json"));
  const names = examples.map((file) => file.split("/")[1]);
  counted("docs/index.md", "| @ small applications", examples.length, "examples/*/example.json");
  counted("CHANGELOG.md", "serves @ small applications", examples.length, "examples/*/example.json");
  counted("README.md", "experiments: @ examples", examples.length, "examples/*/example.json");
  counted("README.md", "unlike the others in @ experiments", examples.length * 300, "3 schedules, 100 times each");
  const listed = rows("examples/README.md", "| name |");
  same("examples/README.md", listed[0]?.line ?? 1, "examples", listed.flatMap(({ cells }) => all(cells[0], /\[`([^`]+)`\]/g)), "examples/", names);
  const chain = (piece) => number(find("src/lab/lab.h", piece)?.values[0] ?? "0");
  counted("docs/settled.md", "of the chain: @ timers", Math.ceil(chain("timer_chain = @;") / 5), "a fifth");
  counted("docs/settled.md", "timers, @ frames |", Math.ceil(chain("frame_chain = @;") / 5), "a fifth");
  const groups = all(read("CMakeLists.txt"), /^ *(?:engine_tests\(|add_test\(NAME )(\w+)/gm).length;
  const tested = libraries().filter((name) => filesIn(`src/${name}`).some((file) => file.endsWith("_test.cc")));
  counted("README.md", "tests failed out of @", groups + tested.length, "squall_library, engine_tests and add_test in CMakeLists.txt");
  const { text, line } = part("Makefile", "UNIT_TESTS =", "\n");
  const withoutBrowser = tested.filter((name) => name !== "browser");
  same("Makefile", line, "unit tests", text.replace("UNIT_TESTS =", "").trim().split(/\s+/), "CMakeLists.txt", withoutBrowser, true);
  for (const page of ["docs/agent.md", "docs/speed.md"]) {
    const said = find(page, "about @ KB");
    const real = existsSync("build/agent.js") ? statSync("build/agent.js").size / 1000 : 0;
    if (said && real && Math.abs(number(said.values[0]) / real - 1) > 0.1) {
      fail(page, said.line, `says “${said.words}”, but build/agent.js has ${Math.round(real)}`);
    }
  }
}

// ---- names ----

const libraries = () => all(read("CMakeLists.txt"), /^squall_library\((\w+)/gm);
const cppNames = (file, table) => strings(part(file, table, "};").text);
const firstCells = (file, header) => rows(file, header).flatMap(({ cells }) => quoted(cells[0]));

function checkTrace() {
  const agent = filesIn("agent/src").map(read).join("\n");
  const kinds = cppNames("src/trace/trace.cc", "kEventKinds[] = {");
  const said = rows("docs/events.md", "| kinds |");
  same("docs/events.md", said[0]?.line ?? 1, "kinds of events", firstCells("docs/events.md", "| kinds |"), "src/trace/trace.cc", kinds);
  const operations = cppNames("src/trace/trace.cc", "kOpKinds[] = {");
  const table = rows("docs/events.md", "| operation |");
  same("docs/events.md", table[0]?.line ?? 1, "operations", firstCells("docs/events.md", "| operation |"), "src/trace/trace.cc", operations);
  for (const name of [...kinds, ...operations]) {
    if (name === "root" || agent.includes(`"${name}"`)) continue;
    const line = find("docs/events.md", `\`${name}\``)?.line ?? 1;
    fail("docs/events.md", line, `the agent does not write “${name}” (agent/src/)`);
  }
  const rules = all(part("src/trace/happens_before.cc", "kRules[] = {", "};").text, /\{Rule::\w+, "([^"]+)"/g);
  const headings = all(part("docs/happens-before.md", "## The rules", "\n## ").text, /^### (.+)$/gm);
  same("docs/happens-before.md", 24, "rules", headings, "src/trace/happens_before.cc", rules, true);
}

function checkOutcomes() {
  const ending = row("docs/outcomes.md", "| `ending` |");
  const endings = quoted(ending.text).filter((name) => name !== "ending" && name !== "ending_detail");
  same("docs/outcomes.md", ending.line, "endings", endings, "src/outcome/outcome.cc", strings(part("src/outcome/outcome.cc", "kEndings =", "});").text), true);
  const answers = part("docs/outcomes.md", "How a request was answered:", "See [recordings]");
  same("docs/outcomes.md", answers.line, "answers", quoted(answers.text), "src/outcome/outcome.cc", strings(part("src/outcome/outcome.cc", "kAnswers =", "});").text), true);
  const members = all(part("src/outcome/outcome.cc", "Json to_json(const Outcome& outcome)", "\n}").text, /\{"(\w+)", (?:name_of\()?(?:list_of\()?\w+[),}]/g);
  const said = [...firstCells("docs/outcomes.md", "| member |"), "ending_detail"];
  same("docs/outcomes.md", rows("docs/outcomes.md", "| member |")[0]?.line ?? 1, "members of an outcome", said, "src/outcome/outcome.cc", members);
  const verdicts = strings(part("src/finding/finding.cc", "name_of(Verdict", "}").text);
  same("docs/ajax.md", rows("docs/ajax.md", "| verdict |")[0]?.line ?? 1, "verdicts", firstCells("docs/ajax.md", "| verdict |"), "src/finding/finding.cc", verdicts);
  const [replayed, analysed] = (({ text }) => text.replace("`ajax` and `init`", "@").split("@"))(row("docs/run-folder.md", "| `verdict` |"));
  const { line } = row("docs/run-folder.md", "| `verdict` |");
  same("docs/run-folder.md", line, "verdicts of ajax and init", quoted(analysed ?? ""), "src/finding/finding.cc", verdicts);
  const ofReplay = strings(part("src/report/results.cc", "{\"verdict\", infeasible", "{\"reason\"").text).filter((name) => name !== "verdict");
  same("docs/run-folder.md", line, "verdicts of replay", quoted(replayed).slice(2), "src/report/results.cc", ofReplay);
  const reasons = strings(part("src/finding/finding.cc", "name_of(ReasonKind", "};").text).filter((name) => name !== "none");
  const told = row("docs/run-folder.md", "| `reason_kind` |");
  same("docs/run-folder.md", told.line, "kinds of reasons", quoted(told.text).slice(3), "src/finding/finding.cc", reasons, true);
  const severities = strings(part("src/finding/finding.cc", "name_of(Severity", "}").text);
  const { text, line: at } = row("docs/run-folder.md", "| `id`, `kind`, `severity` |");
  same("docs/run-folder.md", at, "severities", severities.filter((name) => text.includes(`\`${name}\``)), "src/finding/finding.cc", severities);
}

// Members that a function of results.cc writes.
const written = (from) => all(part("src/report/results.cc", from, "\n}").text, /(?:\{|set\()"(\w+)",/g);

function checkRunFolder() {
  const page = "docs/run-folder.md";
  const tree = part(page, "    squall-runs/", "\n\n");
  const sources = ["src/store", "src/lab", "src/cli", "src/analysis"].flatMap(filesIn).filter((file) => !file.endsWith("_test.cc"));
  const foreign = ["squall.json", "example.json"];
  const real = sources.flatMap((file) => all(read(file), /"([a-z_]+\.(?:json|har|png|html))"/g)).filter((name) => !foreign.includes(name));
  same(page, tree.line, "files", all(tree.text, /^ +([a-z_]+\.\w+) /gm), "src/", real);
  const cleared = strings(part("src/store/run_folder.cc", "Status clear_run", ")").text + part("src/store/run_folder.cc", "for (const char* name : {\"run.json\"", "}").text);
  same(page, tree.line, "top of the folder", all(tree.text, /^ {6}([a-z_]+(?:\.\w+)?)/gm), "src/store/run_folder.cc", cleared);
  const states = all(read("src/store/run_folder.cc"), /case RunState::\w+: return "(\w+)"/g);
  same(page, rows(page, "| state |")[0]?.line ?? 1, "states", firstCells(page, "| state |"), "src/store/run_folder.cc", states);
  const tables = read(page).split("\n").flatMap((line, i) => (line === "| member | what |" ? [i + 1] : []));
  const members = [
    ["members of results.json", written("  return Json::object({{\"squall\", store::kVersion}").filter((name) => name !== "total_ms" && name !== "experiments")],
    ["members of a test", [...written("  return Json::object({{\"id\", id}"), ...written("Json test_of(const Report& report, const finding::Test& test)")]],
    ["members of a finding", written("  Json json = Json::object({{\"id\", finding.id}")],
    ["members of a run", written("Json run_of(const ShownRun& run)")],
  ];
  if (tables.length !== members.length) fail(page, 1, `has ${tables.length} tables of members instead of ${members.length}`);
  members.forEach(([what, names], i) => {
    const lines = read(page).split("\n").slice(tables[i] + 1);
    const cells = lines.slice(0, lines.findIndex((line) => !line.startsWith("|"))).flatMap((line) => quoted(line.split("|")[1]));
    same(page, tables[i], what, cells, "src/report/results.cc", [...new Set(names)]);
  });
  const comparison = row(page, "| `comparison` |");
  const parts = all(part("src/oracle/compare_text.cc", "return Json::object({{\"equal\"", "});").text, /\{"(\w+)",/g);
  same(page, comparison.line, "members of a comparison", quoted(comparison.text).slice(1), "src/oracle/compare_text.cc", parts);
}

function checkExperimentFile() {
  const { text, line } = part("docs/run-folder.md", "**`experiment.json`** is", "\n\n");
  const members = all(part("src/lab/kept_lab.cc", "{{\"version\", kKeptVersion}", "});").text, /\{"(\w+)",/g);
  same("docs/run-folder.md", line, "members of experiment.json", strings(text.split("}`")[0]), "src/lab/kept_lab.cc", members);
  const erased = all(part("src/lab/experiment_file.cc", "std::string key_of(", "\n}").text, /erase\("(\w+)"\)/g);
  const named = quoted(text.split("all of `experiment` but")[1]?.split(", which")[0] ?? "");
  same("docs/run-folder.md", line, "members that are no part of the key", named, "src/lab/experiment_file.cc", erased);
}

// ---- analyses ----

function checkAnalyses() {
  const kinds = all(part("src/analysis/analyses.cc", "{\"init\",", "init::compare_loss").text, /\{"([a-z-]+)", "/g);
  same("docs/init.md", rows("docs/init.md", "| kind |")[0]?.line ?? 1, "kinds of findings", firstCells("docs/init.md", "| kind |"),
    "src/analysis/analyses.cc", kinds, true);
  const stages = rows("docs/writing-an-analysis.md", "| stage |");
  const diagram = part("src/analysis/tester.h", "//   both schedules", "\n").text.slice(2).split("──►").map((stage) => stage.trim());
  same("docs/writing-an-analysis.md", stages[0]?.line ?? 1, "stages of a trial", stages.map(({ cells }) => cells[0].split(",")[0]),
    "src/analysis/tester.h", diagram, true);
  const codes = all(read("src/cli/command.h"), /inline constexpr int k\w+ = (\d+);/g);
  const said = rows("README.md", "| code | meaning |");
  same("README.md", said[0]?.line ?? 1, "exit codes", said.map(({ cells }) => cells[0]), "src/cli/command.h", codes, true);
}

function checkTinyAnalysis() {
  const page = "docs/writing-an-analysis.md";
  const shown = part(page, "```cpp\n", "```\n");
  const real = part("src/analysis/tiny_analysis_test.cc", "// ---- shown ----\n", "// ---- to here ----");
  const code = ({ text }, first) => text.slice(text.indexOf("\n") + 1).split(first)[0].trim();
  if (code(shown, "```") !== code(real, "// ---- to here")) fail(page, shown.line, "shows another analysis than src/analysis/tiny_analysis_test.cc");
}

// ---- commands and options ----

const kCommands = all(part("src/cli/commands.cc", "#define SQUALL_COMMANDS", "\n\n").text, /ROW\((\w+)\)/g);

function optionsIn(text) {
  const spec = /\{"([a-z-]+)",\s*"([A-Za-z]*)",\s*"(?:[^"\\]|\\.)*"(?:,\s*"([^"]*)")?/g;
  return [...text.matchAll(spec)].map(([, name, value, fallback = ""]) => ({ name, value, fallback }));
}

function optionsOf(command) {
  const { text } = part(`src/cli/${command}.cc`, `CommandSpec ${command}_spec()`, "\n}");
  const begin = text.indexOf("spec.options");
  const end = text.indexOf("spec.examples") < begin ? text.length : text.indexOf("spec.examples");
  const own = begin < 0 ? [] : optionsIn(text.slice(begin, end));
  return text.includes("lab_options()") ? [...own, ...optionsIn(part("src/cli/session.cc", "lab_options() {", "\n}").text)] : own;
}

const sayOption = ({ name, value }) => (value === "" ? `--${name}` : `--${name} ${value}`);

function checkReadmeOptions() {
  const common = optionsIn(part("src/cli/arguments.cc", "common_options() {", "\n}").text).filter(({ name }) => name !== "help");
  const users = new Map(); // of each option, as the table writes it
  const fallbacks = new Map();
  const note = (option, who) => {
    users.set(sayOption(option), [...(users.get(sayOption(option)) ?? []), who]);
    fallbacks.set(sayOption(option), option.fallback);
  };
  for (const command of kCommands) for (const option of optionsOf(command)) note(option, command);
  for (const option of common) note(option, "all");
  const table = rows("README.md", "| option | commands |");
  same("README.md", table[0]?.line ?? 1, "options", table.flatMap(({ cells }) => quoted(cells[0])), "src/cli", [...users.keys()]);
  for (const { line, cells } of table) {
    for (const option of quoted(cells[0])) {
      if (!users.has(option)) continue;
      same("README.md", line, `commands of ${option}`, cells[1].split(/, /), "src/cli", users.get(option));
      const fallback = fallbacks.get(option);
      if (fallback !== "" && !cells[2].includes(`(${fallback})`)) {
        fail("README.md", line, `does not say that ${option} is (${fallback}) unless given`);
      }
    }
  }
}

function checkPageOptions(command) {
  const page = `docs/${command}.md`;
  const options = optionsOf(command);
  const mine = rows(page, "| option |");
  for (const { line, cells } of mine) {
    for (const word of quoted(cells[0])) {
      const option = options.find(({ name }) => word.split(" ")[0] === `--${name}`);
      if (!option) fail(page, line, `squall ${command} has no option ${word}`);
      else if (option.fallback && /\(\d+\)/.test(cells[1]) && !cells[1].includes(`(${option.fallback})`)) {
        fail(page, line, `${word} is ${option.fallback} unless given`);
      }
    }
  }
  const shared = optionsIn(part("src/cli/session.cc", "lab_options() {", "\n}").text).map(({ name }) => name);
  const own = options.filter(({ name }) => !shared.includes(name)).map(({ name }) => `--${name}`);
  const named = mine.flatMap(({ cells }) => quoted(cells[0])).map((word) => word.split(" ")[0]);
  same(page, mine[0]?.line ?? 1, "options of its own", named.filter((word) => own.includes(word)), `src/cli/${command}.cc`, own);
}

const kSchedules = "docs/schedules.md";
function checkSchedules() {
  const modes = all(part("src/schedule/schedule_json.cc", "Preset nearest_preset(", "\n}").text, /return {"([a-z-]+)"/g);
  const { text, line } = row(kSchedules, "| `mode` |");
  same(kSchedules, line, "modes", quoted(text).slice(1), "src/schedule/schedule_json.cc", modes);
  const presets = rows(kSchedules, "| | `prefer` |");
  same(kSchedules, presets[0]?.line ?? 1, "presets", presets.flatMap(({ cells }) => quoted(cells[0])).map((word) => word.split(":")[0]),
    "src/schedule/schedule_json.cc", [...modes, "exact"]);
  for (const [property, table] of [["prefer", "kPrefer = {"], ["visible", "kVisible = {"], ["tasks", "kTasks = {"]]) {
    const values = strings(part("src/schedule/schedule_json.cc", table, "}").text).map((word) => word.replaceAll("-", " "));
    const told = row(kSchedules, `| \`${property}\` |`);
    same(kSchedules, told.line, `values of ${property}`, (told.text.split("|")[2] ?? "").trim().split(", "), "src/schedule/schedule_json.cc", values);
  }
  const words = firstCells("README.md", "| `--schedule` |").map((word) => word.replace(/:.*/, ":"));
  const known = all(part("src/cli/replay.cc", "requests, storage. Schedules:", "spec.positionals").text, /" {2}([a-z:-]+?)(?:\d,\d|FILE)? +[a-z]/g);
  same("README.md", rows("README.md", "| `--schedule` |")[0]?.line ?? 1, "schedules", [...new Set(words)], "src/cli/replay.cc", known);
  const types = cppNames("src/flow/step.cc", "kTypes[] = {");
  const typed = rows("docs/flows.md", "| type |")[0]?.line ?? 1;
  same("docs/flows.md", typed, "types of steps", firstCells("docs/flows.md", "| type |"), "src/flow/step.cc", types);
  const { text: bench, line: at } = part("docs/speed.md", "one benchmark:", "\n");
  const names = bench.replace("one benchmark:", "").trim().split(/,\s*/);
  same("docs/speed.md", at, "benchmarks", names, "bench/main.cc", cppNames("bench/main.cc", "kBenchmarks[] = {"), true);
}

function checkHolding() {
  const page = "docs/holding-a-response.md";
  const states = all(part("src/network/traffic.h", "enum class PassageState {", "}").text.split("{")[1], /(\w+)/g);
  const shown = part(page, "## States", "\n*Answered*");
  same(page, shown.line, "states", all(shown.text.replace("States", ""), /\b([A-Z][a-z]+)\b/g), "src/network/traffic.h", states);
  const { text, line } = part(page, "- The main document,", "\n- ");
  const types = all(part("src/lab/plumbing.cc", "passage.preflight ||", "return true").text, /type == "(\w+)"/g);
  same(page, line, "plumbing", types.filter((type) => text.includes(type)), "src/lab/plumbing.cc", types);
}

// ---- the agent ----

function checkAgent() {
  const page = "docs/agent.md";
  const files = filesIn("agent/src").map((file) => file.split("/").pop());
  same(page, 29, "files of the agent", all(read(page), /`([a-z_]+\.ts)`/g), "agent/src", files);
  const { text } = part("agent/src/contract.ts", "export interface Agent {", "\n}");
  const calls = all(text, /^ {2}(\w+)\(/gm);
  const said = firstCells(page, "| call |").map((call) => call.replace(/\(.*/, ""));
  same(page, rows(page, "| call |")[0]?.line ?? 1, "calls", said, "agent/src/contract.ts", calls);
  const status = part(page, "A **status** is", "\n\n");
  const members = all(part("agent/src/contract.ts", "export interface Status {", "\n}").text, /^ {2}(\w+):/gm);
  const named = quoted(status.text).filter((name) => name !== "settle");
  same(page, status.line, "members of a status", named, "agent/src/contract.ts", members);
  const messages = part(page, "In the other direction", "\n\n");
  const heard = all(part("src/lab/stage.cc", "void Stage::note_said", "\n}").text, /has\("(\w+)"\)/g);
  same(page, messages.line, "messages of the agent", quoted(messages.text).filter((name) => /^[a-z]+$/.test(name)), "src/lab/stage.cc", heard);
}

// ---- building blocks ----

// The folders of src/, or the files, that include this.
const including = (pattern) => ["src"].flatMap(filesIn)
  .filter((file) => /\.(h|cc)$/.test(file) && !/_test\.cc$|test_client\.h$|test_support\.h$/.test(file) && pattern.test(read(file)));
const folders = (files) => [...new Set(files.map((file) => file.split("/")[1]))];

function checkBlocks() {
  const page = "docs/building-blocks.md";
  const users = (begin) => {
    const { text, line } = row(page, begin);
    return { names: quoted(text.split("|")[3] ?? ""), line };
  };
  const fmt = users("| formatting text |");
  same(page, fmt.line, "users of fmt", fmt.names, "src/", folders(including(/#include <fmt\//)));
  const threads = users("| threads |");
  same(page, threads.line, "users of threads", threads.names, "src/", folders(including(/#include <(thread|future|mutex)>/)));
  for (const [begin, pattern] of [["| reading JSON |", /#include <simdjson/], ["| hashes |", /#include <xxhash/],
    ["| pictures |", /#include <spng/], ["| TLS, certificates |", /#include <openssl\//]]) {
    const { names, line } = users(begin);
    const folder = names.find((name) => name.endsWith("/")) ?? "";
    const paths = names.filter((name) => !name.endsWith("/")).map((name) => (name.includes("/") ? name : folder + name));
    same(page, line, "users of a library", paths, "src/", including(pattern));
  }
  const packages = read("tools/setup").match(/^lib\S+-dev/gm) ?? [];
  same(page, 8, "Debian libraries", quoted(read(page).replace(/[()]/g, " ")).filter((name) => /^lib\S+-dev$/.test(name)), "tools/setup", packages);
  const npm = Object.keys(JSON.parse(read("package.json")).devDependencies);
  same(page, rows(page, "| package |")[0]?.line ?? 1, "npm packages", firstCells(page, "| package |"), "package.json", npm);
  const flags = part("CMakeLists.txt", "add_compile_options(", ")").text.match(/-W\S+/g).filter((flag) => flag !== "-Werror");
  const said = find(page, "Warnings are errors:");
  same(page, said?.line ?? 1, "warnings", (read(page).match(/`(-Wall [^`]+)`/)?.[1] ?? "").split(" "), "CMakeLists.txt", flags);
}

// ---- the map, and what pages point to ----

function checkMap() {
  const page = "docs/index.md";
  const table = rows(page, "| folder |");
  const named = table.flatMap(({ cells }) => all(cells[0], /`src\/(\w+)\/`/g));
  same(page, table[0]?.line ?? 1, "folders", named, "CMakeLists.txt", libraries(), true);
  for (const { line, cells } of table) {
    const folder = quoted(cells[0])[0];
    for (const file of quoted(cells[2] ?? "")) {
      if (!existsSync(file) && !existsSync(folder + file)) fail(page, line, `there is no ${file} in ${folder}`);
    }
  }
  const pages = filesIn("docs").filter((file) => file.endsWith(".md") && file !== page).map((file) => file.slice(5));
  same(page, 61, "pages", all(part(page, "## The pages", "squall.schema.json").text, /\]\(([\w-]+\.md)\)/g), "docs/", pages);
  const presets = JSON.parse(read("CMakePresets.json")).configurePresets.map(({ name }) => name);
  const makefile = all(read("Makefile"), /^(\w+):/gm);
  for (const file of ["README.md", "CONTRIBUTING.md", ...filesIn("docs")].filter((file) => file.endsWith(".md"))) {
    read(file).split("\n").forEach((text, i) => {
      for (const preset of all(text, /--preset (\w+)/g)) {
        if (!presets.includes(preset)) fail(file, i + 1, `CMakePresets.json has no preset ${preset}`);
      }
      for (const target of all(text, /(?:`|^ {4})make (\w+)/g)) {
        if (!makefile.includes(target)) fail(file, i + 1, `the Makefile has no target ${target}`);
      }
    });
  }
}

// A path may have a "*" in its last part, or stand for both NAME.h and NAME.cc.
function isThere(path) {
  if (existsSync(path) || existsSync(`${path}.h`)) return true;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const pattern = new RegExp(`^${path.slice(folder.length + 1).replace(/[.]/g, "\\.").replace(/\*/g, ".*")}$`);
  return path.includes("*") && filesIn(folder).some((file) => pattern.test(file.slice(folder.length + 1)));
}

// Whether a header has this type, with this word in it.
const isMember = (type, member) => filesIn("src").filter((file) => file.endsWith(".h")).some((file) =>
  new RegExp(`(struct|class) ${type}\\b[^;{]*\\{(?:(?!\\n\\};)[^])*\\b${member}\\b`).test(read(file)));

// Text is wrapped; tables, code and what a program prints are as wide as they are.
function checkLines() {
  const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "tests/limitations/README.md",
    ...filesIn("docs").filter((file) => file.endsWith(".md"))];
  for (const page of pages) {
    let isCode = false;
    read(page).split("\n").forEach((text, i) => {
      if (text.startsWith("```")) isCode = !isCode;
      const isWide = [...text].length > 120 && !isCode && !text.startsWith("    ") && !text.startsWith("|");
      if (isWide) fail(page, i + 1, "has more than 120 columns");
    });
  }
}

function checkPointers() {
  const tests = new Set(["src", "tests"].flatMap(filesIn).filter((file) => file.endsWith("_test.cc"))
    .flatMap((file) => [...read(file).matchAll(/\bTEST(?:_F|_P)?\((\w+), (\w+)\)/g)].map(([, suite, name]) => `${suite}.${name}`)));
  const suites = new Set([...tests].map((name) => name.split(".")[0]));
  const pages = ["README.md", "CONTRIBUTING.md", "tests/limitations/README.md", ...filesIn("docs").filter((file) => file.endsWith(".md"))];
  for (const page of pages) {
    const folder = page.includes("/") ? page.slice(0, page.lastIndexOf("/") + 1) : "";
    read(page).split("\n").forEach((text, i) => {
      for (const link of all(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        if (!existsSync(folder + link)) fail(page, i + 1, `points to ${link}, which is not there`);
      }
      for (const word of quoted(text)) {
        const isPath = /^(src|agent|tests|tools|bench|docs|examples|cmake)\/[\w./*-]+$/.test(word);
        if (isPath && !isThere(word)) fail(page, i + 1, `names ${word}, which is not there`);
        const [, type, member] = /^([A-Z]\w+)::(\w+)$/.exec(word) ?? [];
        if (type && !isMember(type, member)) fail(page, i + 1, `names ${word}, which is not there`);
        const isTest = /^[A-Z]\w+\.[A-Z]\w+$/.test(word) && (suites.has(word.split(".")[0]) || /^ *Tests?:/.test(text));
        if (isTest && !tests.has(word)) fail(page, i + 1, `names the test ${word}, which is not there`);
      }
    });
  }
}

checkNumbers();
checkCounts();
checkTrace();
checkOutcomes();
checkRunFolder();
checkExperimentFile();
checkAnalyses();
checkReadmeOptions();
for (const command of ["ajax", "init"]) checkPageOptions(command);
checkSchedules();
checkHolding();
checkAgent();
checkBlocks();
checkMap();
checkPointers();
checkLines();
checkTinyAnalysis();
process.exit(errorCount() === 0 ? 0 : 1);
