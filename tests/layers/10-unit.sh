# shellcheck shell=bash disable=SC2034
# The unit tests, Release.
layer_quick=yes
layer_limit=1500

layer() {
    build release tests-unit || return 0
    programs release unit 120
}
