# shellcheck shell=bash disable=SC2034
# Faults planted one at a time in a copy of lib/: the unit, model or stress tests have to notice each.
layer_limit=1300

layer() {
    program 1200 tests/faults/run
}
