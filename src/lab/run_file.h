// The file format of a run. Members that a reader does not know are passed over.
//
//   run  := { "format": "squall-run", "version": 1, REST,
//             "outcome": OUTCOME, "trace": TRACE, "picture": BASE64, "moment_picture": BASE64 }
//   REST := "order": [ TEXT* ], "decisions": DECISIONS, "skipped": [ TEXT* ], "admitted": [ TEXT* ],
//           "came": [ { "name": TEXT, "entry": NUMBER, "fresh": BOOL }* ],
//           "fetched": HAR, "stored": STORED,
//           "discovered": { "steps": [ STEP* ], "skipped": [ { "locator": TEXT, "why": TEXT, "leaves": BOOL }* ],
//                           "risky": [ { "step": STEP, "why": TEXT }* ], "unread": TEXT },
//           "init": { "moment": [ x, y, width, height ],
//                     "survey": { "fields": JSON, "handlers": JSON, "steps": JSON } },
//           "real_ms": NUMBER, "virtual_ms": NUMBER
//
// "fetched", "trace" and the pictures are left out where there are none. DECISIONS is that of decisions.h, OUTCOME is
// that of outcome/outcome.h, TRACE of trace/trace.h, HAR of network/recording.h, STORED of experiment_file.h, STEP of
// flow/flow.h. A reader refuses a version above its own.
//
// In a folder, a run is several files, for people and for other tools:
//
//   outcome.json     OUTCOME
//   trace.json       TRACE
//   screen.png, moment.png
//   another file     { REST, "files": [ TEXT* ] }: which of the four there are
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "lab/lab.h"

namespace squall::lab {

Json to_json(const Run& run);
// An Error when something in it is not what the grammar says.
Result<Run> run_from_json(const Json& json);

struct RunFiles {
  Json rest;
  std::vector<std::pair<std::string, std::string>> files;  // name and content
};
RunFiles files_of(const Run& run);
// An Error also when a file that `rest` names cannot be read.
Result<Run> run_from_files(const Json& rest, const std::filesystem::path& folder);

// As the agent tells them.
Discovered discovered_from_json(const Json& json);
EagerSurvey survey_from_json(const Json& json);

}  // namespace squall::lab
