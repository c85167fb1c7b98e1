# shellcheck shell=bash
# What the layers in tests/layers/ call. Each layer runs in a shell of its own with its output in
# build/test/NAME.log; what it counts goes to the file $TALLY, two numbers a line.

QUICK=${QUICK:-}
JOBS=$(nproc)

# pass / fail TEXT: one check of the layer itself.
pass() {
    echo "ok      $*"
    echo "1 0" >>"$TALLY"
}

fail() {
    echo "FAILED  $*"
    echo "0 1" >>"$TALLY"
}

# check TEXT COMMAND...: one check: the command succeeds.
check() {
    local text=$1
    shift
    if "$@" </dev/null; then pass "$text"; else fail "$text"; fi
}

# build PRESET [TARGET...]: configures and builds. A failure is a failed check, and returns 1.
build() {
    local preset=$1 targets=()
    shift
    (($#)) && targets=(--target "$@")
    if cmake --preset "$preset" </dev/null &&
        cmake --build --preset "$preset" -j "$JOBS" "${targets[@]}" </dev/null; then
        return 0
    fi
    fail "build of $preset"
    return 1
}

# program SECONDS COMMAND...: runs a program that ends with the line "N passed, N failed", and counts
# these. No such line, a missing program, no test at all, the time limit, an exit code that says
# otherwise, or a report of a sanitizer (Criterion does not see a leak) is a failure.
program() {
    local limit=$1 status=0 output line passed failed began=$SECONDS
    shift
    echo "--- $*"
    if ! command -v "$1" >/dev/null; then
        fail "$1 is not there"
        return
    fi
    # In the background and waited for, so that the layer's own time limit reaches it.
    output=$TALLY.output
    timeout --kill-after=10 "$limit" "$@" </dev/null >"$output" 2>&1 &
    # shellcheck disable=SC2064  # as they are now
    trap "kill $!; cat '$output'; exit 143" TERM
    wait $! || status=$?
    trap - TERM
    cat "$output"
    line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1)
    if grep -qaE '==ERROR: [A-Za-z]+Sanitizer|WARNING: ThreadSanitizer|: runtime error: ' "$output"; then
        fail "$*: a sanitizer reports"
    fi
    rm -f "$output"
    echo "--- exit code $status after $((SECONDS - began)) s"
    if ((status == 124 || status == 137)); then
        fail "$*: not done after $limit s"
    fi
    if [[ ! $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        fail "$*: no line of results (exit code $status)"
        return
    fi
    passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
    echo "$passed $failed" >>"$TALLY"
    if ((passed + failed == 0)); then
        fail "$*: ran no test"
    elif ((status != 0 && failed == 0 && status != 124 && status != 137)); then
        fail "$*: exit code $status though no test failed"
    elif ((status == 0 && failed != 0)); then
        fail "$*: exit code 0 though tests failed"
    fi
}

# programs PRESET LAYER SECONDS [PREFIX...]: every program that tests/LAYER/CMakeLists.txt lists,
# under a prefix command if there is one.
programs() {
    local preset=$1 layer=$2 limit=$3 path count=0 quick=()
    shift 3
    [[ -n $QUICK ]] && quick=(--quick)
    while read -r path; do
        [[ -n $path ]] || continue
        count=$((count + 1))
        if [[ -x $path ]]; then
            program "$limit" "$@" "$path" "${quick[@]}"
        else
            fail "$path is not there"
        fi
    done < <(cat "build/$preset/tests/$layer.programs" || true)
    if ((count == 0)); then
        fail "no program in tests/$layer"
    fi
}

# own_files: the tree's own files, committed or about to be, one a line.
own_files() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard | while read -r path; do
            if [[ -f $path ]]; then echo "$path"; fi
        done
    else
        find . -path ./build -prune -o -type f -print
    fi
}
