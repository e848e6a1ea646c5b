# SPDX-License-Identifier: Apache-2.0
# karta_library(), karta_test(), karta_bench(): one folder of src/ is one target and one namespace.
# A folder that has no sources yet makes an empty target, so that the rest still builds.

# Options structs are filled by name and leave the rest to their defaults.
set(KARTA_WARNINGS -Wall -Wextra -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms inside gcc 12's own std::string; the sanitizer builds look for the real thing.
  list(APPEND KARTA_WARNINGS -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
       -Wno-stringop-overread)
endif()
# Warnings stop the compilers we test with; a newer one with new opinions still builds.
if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 OR CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
   AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
  list(APPEND KARTA_WARNINGS -Werror)
endif()

# Optimising the tests themselves doubles the compile time of a sanitizer build and finds nothing.
set(KARTA_TEST_OPTIONS ${KARTA_WARNINGS})
if(KARTA_SANITIZE)
  list(APPEND KARTA_TEST_OPTIONS -O0)
endif()

# karta_sources(<out> <folder> {code | test | bench}): the files of a folder, by their suffix.
function(karta_sources out folder kind)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
  if(kind STREQUAL "code")
    file(GLOB files CONFIGURE_DEPENDS "${here}/*.cc")
    list(FILTER files EXCLUDE REGEX "_(test|bench|fuzz)\\.cc$")
  else()
    file(GLOB files CONFIGURE_DEPENDS "${here}/*_${kind}.cc")
  endif()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# karta_library(<folder> [DEPS <targets>...] [PRIVATE_DEPS <targets>...]): the target karta::<folder>.
# DEPS are the layers below; PRIVATE_DEPS are third-party libraries seen by its .cc files only.
function(karta_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS;PRIVATE_DEPS")
  karta_sources(files ${folder} code)
  set(target karta_${folder})
  if(files)
    add_library(${target} STATIC ${files})
    target_compile_options(${target} PRIVATE ${KARTA_WARNINGS})
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${target} PUBLIC ${arg_DEPS} PRIVATE ${arg_PRIVATE_DEPS})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${target} INTERFACE ${arg_DEPS})
  endif()
  add_library(karta::${folder} ALIAS ${target})
endfunction()

# GoogleTest's header takes two seconds a file; all tests share one precompiled copy.
function(karta_test_header out)
  if(NOT TARGET karta_test_pch)
    file(WRITE "${PROJECT_BINARY_DIR}/test_pch.cc" "")
    add_library(karta_test_pch OBJECT "${PROJECT_BINARY_DIR}/test_pch.cc")
    target_precompile_headers(karta_test_pch PRIVATE <gtest/gtest.h> <string> <vector>)
    target_link_libraries(karta_test_pch PRIVATE GTest::gtest)
    target_compile_options(karta_test_pch PRIVATE ${KARTA_TEST_OPTIONS})
    target_compile_definitions(karta_test_pch
                               PRIVATE "KARTA_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
  endif()
  set(${out} karta_test_pch PARENT_SCOPE)
endfunction()

# karta_test(<folder> [DEPS <targets>...]): all *_test.cc of a folder as the program <folder>_test.
# Tests find their data under the macro KARTA_SOURCE_DIR.
function(karta_test folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  karta_sources(files ${folder} test)
  if(NOT files OR KARTA_FUZZ)
    return()
  endif()
  set(target ${folder}_test)
  add_executable(${target} ${files})
  target_compile_options(${target} PRIVATE ${KARTA_TEST_OPTIONS})
  target_link_libraries(${target} PRIVATE karta::${folder} ${arg_DEPS} GTest::gtest
                                          GTest::gtest_main)
  if(KARTA_RAPIDCHECK)
    target_link_libraries(${target} PRIVATE "${KARTA_RAPIDCHECK}")
  endif()
  target_compile_definitions(${target} PRIVATE "KARTA_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
  karta_test_header(header)
  target_precompile_headers(${target} REUSE_FROM ${header})
  add_test(NAME ${target} COMMAND ${target} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_property(GLOBAL APPEND PROPERTY KARTA_TEST_PROGRAMS ${target})
endfunction()

# karta_bench(<folder> [DEPS <targets>...]): all *_bench.cc of a folder as the program <folder>_bench.
# Not part of `all`: `cmake --build … --target <folder>_bench`, or `make bench`.
function(karta_bench folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  karta_sources(files ${folder} bench)
  if(NOT files OR NOT TARGET benchmark::benchmark)
    return()
  endif()
  set(target ${folder}_bench)
  add_executable(${target} EXCLUDE_FROM_ALL ${files})
  target_compile_options(${target} PRIVATE ${KARTA_WARNINGS})
  target_link_libraries(${target} PRIVATE karta::${folder} ${arg_DEPS} benchmark::benchmark
                                          benchmark::benchmark_main)
  set_property(GLOBAL APPEND PROPERTY KARTA_BENCH_PROGRAMS ${target})
endfunction()

# One program for each <folder>/*_fuzz.cc; it links every layer below the command line.
function(karta_fuzz_targets folder)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*_fuzz.cc")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    add_executable(${name} "${file}")
    target_compile_options(${name} PRIVATE ${KARTA_WARNINGS})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE karta::jq karta::json karta::base)
  endforeach()
endfunction()
