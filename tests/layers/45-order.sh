# shellcheck shell=bash disable=SC2034
# Each memory order weakened in turn: some model test has to notice.
layer_limit=1800

layer() {
    program 1700 tests/order/run
}
