# squall_library(NAME USES folder... DEPENDS library...): the folder src/NAME, with its folders, as one library, its
# *_test.cc as one test. The preset `dev` compiles each of the two as one file, so no name may stand in two of them.
# tools/check_layers compares the includes of each folder with the USES that stand in CMakeLists.txt.
function(squall_library name)
  cmake_parse_arguments(ARG "" "" "USES;DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc ${CMAKE_SOURCE_DIR}/src/${name}/*/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(NOT sources)
    return()
  endif()

  add_library(squall_${name} STATIC ${sources})
  target_include_directories(squall_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(squall_${name} PUBLIC ${ARG_DEPENDS})
  foreach(used ${ARG_USES})
    if(TARGET squall_${used})
      target_link_libraries(squall_${name} PUBLIC squall_${used})
    endif()
  endforeach()

  if(SQUALL_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE squall_${name} gtest gmock gtest_main)
    add_test(NAME ${name} COMMAND ${name}_test)
  endif()
endfunction()
