// A recording in the folder of its run: recording/ in docs/run-folder.md.
//
//   recording.json := { "version": 1, "url": TEXT, "conditions": CONDITIONS, "stored": STORED, "picture": BOOL,
//                       "notes": [ TEXT* ], "order": [ TEXT* ] }
//
// CONDITIONS and STORED are those of experiment_file.h. The file is written last: a folder without it was not finished.
// Flow, network, trace, outcome and picture are files beside it.
#pragma once

#include "lab/recorder.h"
#include "store/run_folder.h"

namespace squall::lab {

Status save(const RecordedPage& page, const store::RunFolder& folder);
// As it was recorded. An Error says what is wrong with it, and what to do.
Result<RecordedPage> load_recording(const store::RunFolder& folder);

// Of `all` answers, keeps those that an analysis learned beyond the `first` ones, which the recording has: learned.har.
Status save_learned(const store::RunFolder& folder, const network::Recording& first, const network::Recording& all);
// The recording with these answers.
Result<RecordedPage> load_with_learned(const store::RunFolder& folder);

}  // namespace squall::lab
