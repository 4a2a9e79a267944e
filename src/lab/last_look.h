// What an experiment reads from the page when it is over.
#pragma once

#include <string>

#include "lab/lab.h"
#include "lab/stage.h"

namespace squall::lab {

// Frames, storage, cookies, address, and the picture when the experiment wants one.
void take_screen(Stage& stage, bool with_picture, Run& run);
void take_trace(Stage& stage, Run& run);
// PNG; empty when there is none.
std::string take_picture(Stage& stage);

}  // namespace squall::lab
