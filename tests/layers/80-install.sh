# shellcheck shell=bash disable=SC2034
# A project outside the tree uses the installed components.
layer_quick=yes
layer_limit=1200

layer() {
    program 600 tests/install/run
}
