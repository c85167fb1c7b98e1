# shellcheck shell=bash disable=SC2034
# Every public header alone, in C11 and C++17, under gcc and clang, with all warnings as errors.
layer_quick=yes
layer_limit=1200

layer() {
    program 600 tests/headers/run
}
