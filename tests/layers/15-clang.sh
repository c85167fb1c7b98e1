# shellcheck shell=bash disable=SC2034
# The whole tree with clang, and its unit tests.
layer_limit=1500

layer() {
    build clang || return 0
    programs clang unit 120
}
