// Event names that differ in details only.
#pragma once

#include <string>
#include <string_view>

namespace squall::schedule {

// The name without what may change from one execution to the next: ordinals are dropped, query values emptied, and each
// run of digits becomes one 0. Numbers of user steps stay: the same request by another step is another event.
//   "root/user:1/xhr:GET http://h/a?t=17#2/timeout:100"  gives  "root/user:1/xhr:GET http://h/a?t=/timeout:0"
std::string without_details(std::string_view name);

// Whether both names have the same kinds, and details that are equal but for digits, query values and ordinals.
bool alike(std::string_view one, std::string_view other);

}  // namespace squall::schedule
