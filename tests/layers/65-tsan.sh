# shellcheck shell=bash disable=SC2034
# Unit and stress tests under ThreadSanitizer.
layer_limit=2000

layer() {
    local prefix=()
    export TSAN_OPTIONS=second_deadlock_stack=1
    # gcc 12's TSan stops where the kernel spreads addresses over more bits than it knows.
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        prefix=(setarch "$(uname -m)" -R)
    fi
    build tsan tests-unit tests-stress || return 0
    QUICK=${QUICK:-$SMALL} programs tsan unit 240 "${prefix[@]}"
    QUICK=${QUICK:-$SMALL} programs tsan stress 300 "${prefix[@]}"
}
