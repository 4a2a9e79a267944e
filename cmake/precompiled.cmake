# use_precompiled(target): the headers of others, which never change, are compiled once for all targets that say so. For
# the preset `dev` alone: there a file that forgets an include may compile all the same.
if(SQUALL_PRECOMPILED)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cc "")
  add_library(precompiled STATIC ${CMAKE_BINARY_DIR}/precompiled.cc)
  target_precompile_headers(precompiled PRIVATE
    <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdio> <cstdlib> <cstring> <deque>
    <filesystem> <fstream> <functional> <future> <map> <memory> <mutex> <optional> <regex> <set> <sstream> <string>
    <string_view> <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>
    <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h>)
endif()

function(use_precompiled target)
  if(SQUALL_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM precompiled)
  endif()
endfunction()
