# shellcheck shell=bash disable=SC2034
# Faults planted one at a time in a copy of lib/: the unit, model or stress tests have to notice each.
layer_named=yes
layer_limit=1200

layer() {
    program 1200 tests/faults/run
}
