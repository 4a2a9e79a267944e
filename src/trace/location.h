// Where state is that outlives an event, as operations name it: an area and an item of it.
//
//   storage:local:cart   storage:session:tab   cookie:sid   field:#q   scroll:#list   page:address
//
// "*" in the place of the item is a look at the whole area, or a change of all of it: "storage:local:*", "cookie:*",
// "scroll:*".
#pragma once

#include <string_view>

namespace squall::trace {

// Whether two locations have something in common.
bool meet(std::string_view a, std::string_view b);

}  // namespace squall::trace
