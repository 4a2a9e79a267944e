// While a page is recorded, the source maps of its scripts are fetched too, as DevTools would: findings name places in
// the code that people wrote.
#pragma once

#include "lab/stage.h"

namespace squall::lab {

// Adds to `fetched` an entry of type "sourcemap" for each script in it that names one. Maps that cannot be had are
// passed over: nothing but the readability of positions depends on them.
void fetch_source_maps(Stage& stage, network::Recording& fetched);

}  // namespace squall::lab
