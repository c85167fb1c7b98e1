# shellcheck shell=bash disable=SC2034
# The stress tests, Release.
layer_quick=yes
layer_limit=1200

layer() {
    build release tests-stress || return 0
    QUICK=${QUICK:-$SMALL} programs release stress 300
}
