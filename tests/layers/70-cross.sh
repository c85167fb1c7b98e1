# shellcheck shell=bash disable=SC2034
# Other architectures: the code of their DWCAS, and the unit and stress tests under an emulator.
layer_limit=2700

layer() {
    program 300 tests/cross/orders
    program 2400 tests/cross/run
}
