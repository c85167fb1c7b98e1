# Toolchain of another architecture with Debian's cross compiler and qemu-user:
#
#   cmake -S . -B build/s390x -G Ninja -D CMAKE_TOOLCHAIN_FILE=cmake/cross.cmake \
#         -D TERN_CROSS=s390x-linux-gnu -D TERN_TEST_PLAIN=ON -D TERN_BUILD_BENCHMARKS=OFF
#
# C only, and static, so that a program runs under the emulator without a tree of libraries.
set(TERN_CROSS "" CACHE STRING "The target as its compiler names it, e.g. s390x-linux-gnu")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TERN_CROSS)

string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR "${TERN_CROSS}")
string(REPLACE "powerpc64le" "ppc64le" CMAKE_SYSTEM_PROCESSOR "${CMAKE_SYSTEM_PROCESSOR}")
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER "${TERN_CROSS}-gcc")
set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-${CMAKE_SYSTEM_PROCESSOR}-static")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

# The libraries of the build machine are not the target's.
set(CMAKE_FIND_ROOT_PATH "/usr/${TERN_CROSS}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
