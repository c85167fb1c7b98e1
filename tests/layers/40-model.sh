# shellcheck shell=bash disable=SC2034
# The containers over Relacy: every interleaving and memory order, small bounds with --quick.
layer_quick=yes
layer_limit=1500

layer() {
    build model tests-model || return 0
    if [[ -n ${QUICK:-$SMALL} ]]; then
        program 900 tests/model/run --quick
    else
        program 1400 tests/model/run
    fi
}
