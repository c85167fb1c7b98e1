# shellcheck shell=bash disable=SC2034
# What Valgrind reports of misused objects of a freelist.
layer_limit=600

layer() {
    build release valgrind_freelist || return 0
    program 300 tests/valgrind/run build/release/tests/valgrind/freelist
}
