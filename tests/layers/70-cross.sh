# shellcheck shell=bash disable=SC2034
# The unit tests for other architectures, under an emulator.
layer_limit=900

layer() {
    program 900 tests/cross/run
}
