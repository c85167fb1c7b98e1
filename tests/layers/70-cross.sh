# shellcheck shell=bash disable=SC2034
# Other architectures: the code of their DWCAS, and the unit and stress tests under an emulator.
layer_limit=1500

layer() {
    program 300 tests/cross/orders
    program 1200 tests/cross/run
}
