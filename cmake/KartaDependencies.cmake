# SPDX-License-Identifier: Apache-2.0
# The libraries we take, each as one target: karta_fmt, karta_spdlog, karta_yaml, karta_onig.
# None is committed.  Debian has fmt and spdlog as headers, libyaml as an archive; the archive of
# Oniguruma is made by scripts/build-oniguruma and kept in the user's cache.

find_package(Threads REQUIRED)

# Header-only: Debian has no archives of these two, and only base/log.cc includes spdlog.
add_library(karta_fmt INTERFACE)
target_compile_definitions(karta_fmt INTERFACE FMT_HEADER_ONLY=1)
add_library(karta_spdlog INTERFACE)
target_compile_definitions(karta_spdlog INTERFACE SPDLOG_FMT_EXTERNAL=1)
target_link_libraries(karta_spdlog INTERFACE karta_fmt Threads::Threads)

find_path(KARTA_YAML_INCLUDE yaml.h REQUIRED)
find_library(KARTA_YAML_LIBRARY NAMES libyaml.a yaml REQUIRED)
add_library(karta_yaml INTERFACE)
target_include_directories(karta_yaml SYSTEM INTERFACE "${KARTA_YAML_INCLUDE}")
target_link_libraries(karta_yaml INTERFACE "${KARTA_YAML_LIBRARY}")

set(KARTA_ONIG_VERSION 6.9.10)
if(DEFINED ENV{KARTA_CACHE})
  set(cache "$ENV{KARTA_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(cache "$ENV{XDG_CACHE_HOME}/karta")
else()
  set(cache "$ENV{HOME}/.cache/karta")
endif()
set(KARTA_ONIG_ROOT "${cache}/oniguruma-${KARTA_ONIG_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")

# Looked up anew at each configure, so that a set-up that comes later is noticed.
add_library(karta_onig INTERFACE)
if(EXISTS "${KARTA_ONIG_ROOT}/lib/libonig.a")
  set(KARTA_ONIG_STATIC ON)
  target_include_directories(karta_onig SYSTEM INTERFACE "${KARTA_ONIG_ROOT}/include")
  target_link_libraries(karta_onig INTERFACE "${KARTA_ONIG_ROOT}/lib/libonig.a")
  target_compile_definitions(karta_onig INTERFACE ONIG_STATIC=1)
else()
  set(KARTA_ONIG_STATIC OFF)
  find_library(KARTA_ONIG_LIBRARY onig REQUIRED)
  find_path(KARTA_ONIG_INCLUDE oniguruma.h REQUIRED)
  target_include_directories(karta_onig SYSTEM INTERFACE "${KARTA_ONIG_INCLUDE}")
  target_link_libraries(karta_onig INTERFACE "${KARTA_ONIG_LIBRARY}")
endif()

# How krt is linked; other programs (tests, benchmarks) are always dynamic.
add_library(karta_program_link INTERFACE)
if(KARTA_STATIC AND KARTA_ONIG_STATIC)
  target_link_options(karta_program_link INTERFACE -static)
elseif(KARTA_STATIC)
  message(STATUS "no static Oniguruma in ${KARTA_ONIG_ROOT}: krt uses the system's shared one "
                 "and starts more slowly (scripts/build-oniguruma makes it)")
  target_link_options(karta_program_link INTERFACE -static-libstdc++ -static-libgcc)
endif()

if(NOT KARTA_FUZZ)
  find_package(GTest REQUIRED)
  find_package(benchmark QUIET)
  find_library(KARTA_RAPIDCHECK rapidcheck)
endif()
