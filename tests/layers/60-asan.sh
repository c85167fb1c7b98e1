# shellcheck shell=bash disable=SC2034
# Unit and stress tests under AddressSanitizer and UndefinedBehaviorSanitizer.
layer_limit=2000

layer() {
    export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
    export UBSAN_OPTIONS=print_stacktrace=1
    build asan tests-unit tests-stress || return 0
    QUICK=${QUICK:-$SMALL} programs asan unit 240
    QUICK=${QUICK:-$SMALL} programs asan stress 300
}
