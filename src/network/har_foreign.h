// What other tools write in their HARs, made to look like what we record.
#pragma once

#include "network/recording.h"

namespace squall::network {

// Whether a request for this URL ever reaches a network.
bool is_sent(std::string_view url);

// Mends an entry that another tool wrote: drops the fragment and headers that do not fit a decoded body, says that text
// is UTF-8 (which HAR text always is), guesses the type. `body_is_text`: the body stood in the HAR as text.
void mend_foreign(Entry& entry, bool body_is_text);

}  // namespace squall::network
