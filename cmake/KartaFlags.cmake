# SPDX-License-Identifier: Apache-2.0
# Compiler and linker flags of the whole build.  Warnings are set per target, in KartaTargets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# -g1 keeps line numbers for profiles and back-traces at a tenth of the size of -g.
set(CMAKE_CXX_FLAGS_RELEASE "${KARTA_OPT} -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

# Position-dependent code is a little faster, and a static program has no use for the other kind.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT KARTA_SANITIZE)
  add_compile_options(-fno-pie)
  add_link_options(-no-pie)
endif()

if(KARTA_SANITIZE)
  set(sanitize "-fsanitize=${KARTA_SANITIZE}" -fno-omit-frame-pointer)
  if(KARTA_SANITIZE MATCHES "undefined")
    list(APPEND sanitize -fno-sanitize-recover=all)
  endif()
  add_compile_options(${sanitize})
  add_link_options(${sanitize})
endif()
if(KARTA_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(KARTA_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(KARTA_MOLD)
  # Not with LTO, for which the default linker has the plug-in; gcc knows the name from 12 on.
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold KARTA_MOLD_WORKS)
  if(KARTA_MOLD_WORKS)
    add_link_options(-fuse-ld=mold)
  endif()
endif()
