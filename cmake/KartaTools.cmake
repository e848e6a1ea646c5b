# SPDX-License-Identifier: Apache-2.0
# ccache and mold, when they are there.  Neither is needed; both halve the wait.

find_program(KARTA_CCACHE ccache)
if(KARTA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Clones in different folders share results; precompiled headers need the sloppiness.
  set(launcher
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${KARTA_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_program(KARTA_MOLD mold)
