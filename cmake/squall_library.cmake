# Tests are compiled a few files at a time: most of their time goes into the headers of the test framework.
function(compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
  if(NOT CMAKE_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 6)
  endif()
endfunction()

# squall_library(NAME USES folder... DEPENDS library...): the folder src/NAME, with its folders, as one library, its
# *_test.cc as one test. The preset `dev` compiles each of the two as one file, so no name may stand in two files of it.
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
  use_precompiled(squall_${name})
  foreach(used ${ARG_USES})
    if(TARGET squall_${used})
      target_link_libraries(squall_${name} PUBLIC squall_${used})
    endif()
  endforeach()

  if(SQUALL_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE squall_${name} gtest gmock gtest_main)
    use_precompiled(${name}_test)
    compile_together(${name}_test)
    add_test(NAME ${name} COMMAND ${name}_test)
  endif()
endfunction()
