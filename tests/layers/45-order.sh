# shellcheck shell=bash disable=SC2034
# Each memory order weakened in turn: some model test has to notice.
layer_named=yes
layer_limit=1800

layer() {
    program 2400 tests/order/run
}
