# shellcheck shell=bash disable=SC2034
# The containers over Relacy: every interleaving and memory order, small bounds with --quick.
layer_quick=yes
layer_limit=1200

layer() {
    build model tests-model || return 0
    programs model model 900
}
