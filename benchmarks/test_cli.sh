#!/usr/bin/env bash
# Tests tern-bench from outside: exit codes, messages, JSON, CSV, progress, signals.
#
#     benchmarks/test_cli.sh PATH/tern-bench [PATH/tern-bench-faulty]
#
# The second is the program with rings that break their promises and without peers, by default
# beside the first. Needs jq. Ends with "N passed, N failed"; the exit status is 0 when none failed.
#
# SPDX-License-Identifier: MIT
set -u

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: $0 PATH/tern-bench [PATH/tern-bench-faulty]" >&2
    exit 2
fi
bench=$1
faulty=${2:-$(dirname "$1")/tern-bench-faulty}
for program in "$bench" "$faulty"; do
    if [ ! -x "$program" ]; then
        echo "$0: $program: not a program" >&2
        exit 2
    fi
done
command -v jq >/dev/null || { echo "$0: jq is missing (Debian package jq)" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $1" >&2
    sed 's/^/    /' "$work/err" >&2
}

# check DESCRIPTION COMMAND...: passes when the command succeeds.
check() {
    local what=$1
    shift
    if "$@" >/dev/null 2>&1; then pass; else fail "$what"; fi
}

# quickly PROGRAM ARGUMENT...: a run with rounds as short as can be: what they measure is no matter
# here. Long enough for the faults of tern-bench-faulty, which come after some thousand operations.
quickly() {
    if [ "${2-}" = run ]; then
        "$1" run --milliseconds 3 "${@:3}"
    else
        "$@"
    fi
}

# run_bench PROGRAM ARGUMENT...: quickly; leaves $work/out, $work/err and $status.
run_bench() {
    quickly "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# expect STATUS TEXT ARGUMENT...: tern-bench ends so, and stderr contains the text.
expect() {
    local wanted=$1 text=$2
    shift 2
    run_bench "$bench" "$@"
    if [ "$status" -eq "$wanted" ] && { [ -z "$text" ] || grep -qF -- "$text" "$work/err"; }; then
        pass
    else
        fail "tern-bench $* : status $status, not $wanted, or no '$text' on stderr"
    fi
}

# A run as short as can be.
short=(run --quick --rounds 1 --burst 1 --threads 2)

help_and_list() {
    expect 0 "" --help
    expect 0 "" --version
    expect 0 "" run --help
    for option in suite scenario candidate burst threads cores elem-size capacity linkage rate rounds \
        seed quick full format output help; do
        check "--help names --$option" grep -qe "--$option" "$work/out"
    done
    expect 0 "" list
    for word in ring one-thread element-size empty core-to-core oversubscribed many-to-many \
        frozen-peer latency tern:ring-st tern:ring-mt tern:ring-rts tern:ring-hts tern:ring-nb \
        tern:ring-lf ck:ring-spsc ck:ring-mpmc dpdk:ring-st dpdk:ring-mt dpdk:ring-rts dpdk:ring-hts null stack ck:stack-mpmc \
        dpdk:stack-lf dpdk:stack-locked boost:stack cds:treiber-stack \
        cds:treiber-stack-elimination tern:stack tern:stack-bounded tern:stack-locked \
        ptr_array prefilled tern:ptr_array \
        tern:ptr_array-locked boost:spsc-queue boost:queue moodycamel:readerwriterqueue \
        moodycamel:concurrentqueue freelist tern:freelist jemalloc:malloc mimalloc:malloc \
        libc:malloc bulk-out-in cross-thread; do
        check "list names $word" grep -qF "$word" "$work/out"
    done
}

wrong_arguments() {
    expect 2 "command"
    expect 2 "frobnicate" frobnicate
    expect 2 "extra" list extra
    expect 2 "stray" run stray
    expect 2 "frobnicate" run --frobnicate
    expect 2 "requires an argument" run --burst
    expect 2 "--suite 'queue'" run --suite queue
    expect 2 "apart" apart
    expect 2 "'apart' is for tern-bench itself" apart 7
    expect 2 "'apart' is for tern-bench itself" apart x
    expect 2 "not in the suite 'stack'" run --suite stack --candidate ck:ring-spsc
    expect 2 "not in the suite 'stack'" run --candidate ck:ring-spsc --suite stack
    expect 2 "not in the suite 'stack'" run --suite stack --scenario core-to-core
    expect 2 "--scenario 'nothing'" run --scenario nothing
    expect 2 "--scenario 'bulk-out-in': not in the suite 'ring'" run --scenario bulk-out-in
    expect 2 "--candidate 'ck:nothing'" run --candidate ck:nothing
    expect 2 "--candidate 'dpdk:nothing'" run --candidate dpdk:nothing
    expect 2 "--candidate 'boost:'" run --candidate boost:
    expect 2 "an empty place" run --candidate null,,null
    expect 2 "--burst '0': not a number from 1" run --burst 0
    expect 2 "--burst '-1'" run --burst -1
    expect 2 "--burst '+1'" run --burst +1
    expect 2 "--burst '8x'" run --burst 8x
    expect 2 "an empty place" run --burst 1,
    expect 2 "--burst '99999999999999999999'" run --burst 99999999999999999999
    expect 2 "--burst '1024': not from 1 to 1023" run --burst 8,1024
    expect 2 "--burst '8': not from 1 to 7" run --burst 8 --capacity 7
    expect 2 "--threads '0': not a number from 1 to 256" run --threads 0
    expect 2 "--threads '257': not a number from 1 to 256" run --threads 257
    expect 2 "--cores '65000': not a CPU" run --cores 65000
    expect 2 "--cores 'a'" run --cores a
    expect 2 "--elem-size '3'" run --elem-size 3
    expect 2 "--elem-size '6': not a multiple of 4" run --elem-size 6
    expect 2 "--elem-size '6': not a multiple of 4" run --elem-size 8,6
    expect 2 "--elem-size '68'" run --elem-size 68
    expect 2 "an empty place" run --elem-size 8,
    expect 2 "--capacity '0': not a number from 1" run --capacity 0
    expect 2 "--capacity '0': not a number from 1" run --capacity 8,0
    expect 2 "an empty place" run --capacity 8,
    expect 2 "--burst '9': not from 1 to 8" run --capacity 8,3 --burst 9
    expect 2 "--linkage 'static': not one of inlined, linked, both" run --linkage static
    expect 2 "--rate '99': not a number from 100 to 100000000" run --rate 99
    expect 2 "--rate '100000001': not a number from 100 to 100000000" run --rate 100000001
    expect 2 "--rate 'fast'" run --rate fast
    expect 2 "--rounds '0': not a number from 1 to 1000" run --rounds 0
    expect 2 "--seed '-1'" run --seed -1
    expect 2 "exclude each other" run --quick --full
    expect 2 "--format 'xml': not one of table, json, csv" run --format xml
    expect 2 "--output ''" run --output ""
    expect 2 "--output '$work/none/x'" run --output "$work/none/x"
}

impossible_combinations() {
    expect 2 "power of two minus one" run --candidate ck:ring-spsc --capacity 1000
    expect 2 "--elem-size 4" run --candidate ck:ring-mpmc --elem-size 4
    expect 2 "--linkage linked" run --candidate ck:ring-mpmc --linkage linked
    expect 2 "left out of oversubscribed" run --candidate ck:ring-spsc --scenario oversubscribed
    expect 2 "left out of oversubscribed" run --candidate dpdk:ring-st --scenario oversubscribed
    expect 2 "--linkage linked" run --candidate dpdk:ring-mt --linkage linked
    expect 2 "left out of core-to-core" run --candidate null --scenario core-to-core
    expect 2 "--cores names only one physical core" \
        run --scenario core-to-core --cores "$first_core"
    expect 2 "--cores names only one physical core" \
        run --scenario frozen-peer,latency --cores "$first_core"
    expect 2 "--capacity 1 is too small" run --scenario oversubscribed --capacity 1
    expect 2 "left out of many-to-many" run --candidate ck:ring-spsc --scenario many-to-many
    expect 2 "--threads 1 is too few" run --scenario many-to-many --threads 1
    expect 2 "--elem-size 4 is too small" run --scenario many-to-many --elem-size 4
}

left_out_but_run() {
    expect 0 "ck:ring-spsc left out: --capacity 1000" \
        "${short[@]}" --scenario one-thread --capacity 1000
    expect 0 "ck:ring-mpmc left out: --elem-size 16" \
        "${short[@]}" --scenario one-thread --elem-size 16
    expect 0 "ck:ring-mpmc left out of element-size: --elem-size 16" \
        "${short[@]}" --scenario element-size --candidate ck:ring-mpmc
    expect 0 "core-to-core left out" "${short[@]}" --candidate null --cores "$first_core"
}

absent_candidates() {
    local without
    for without in dpdk:ring-mt:libdpdk-dev ck:ring-spsc:libck-dev dpdk:stack-lf:libdpdk-dev \
        ck:stack-mpmc:libck-dev boost:stack:libboost-dev cds:treiber-stack:libcds-dev \
        moodycamel:concurrentqueue:libconcurrentqueue-dev \
        moodycamel:readerwriterqueue:libreaderwriterqueue-dev \
        jemalloc:malloc:libjemalloc2 mimalloc:malloc:libmimalloc2.0; do
        run_bench "$faulty" run --suite stack --candidate "null,${without%:*}"
        check "${without%:*} without its peer ends with 3" test "$status" -eq 3
        check "${without%:*} names the package" grep -qF "${without##*:}" "$work/err"
    done
}

# Each combination of the first ten fields once, all with a cost, and every field of the right type.
json_is_sound() {
    jq -e '
        (keys == ["environment", "results"]) and
        (.environment | (.cpu | type == "string") and (.kernel | type == "string") and
            (.compiler | type == "string") and (.flags | type == "string") and
            (.tsc_hz > 1e6) and (.seed | type == "number") and (.cores | length > 0) and
            (.peers.ck | type == "string") and (.peers.dpdk | type == "string") and
            (.peer_flags.dpdk | type == "string")) and
        (.results | length > 0) and
        ([.results[] | [.suite, .scenario, .candidate, .burst, .threads, .placement,
            .elem_size, .capacity, .linkage, .metric]] | length == (unique | length)) and
        all(.results[]; keys == (["suite", "scenario", "candidate", "burst", "threads",
            "placement", "elem_size", "capacity", "linkage", "metric", "unit", "median", "min",
            "max", "rounds"] | sort)) and
        ([.results[] | [.suite, .scenario, .candidate, .burst, .threads, .placement, .elem_size,
            .capacity, .linkage]] | unique | length) ==
            ([.results[] | select(.metric == "cost")] | length) and
        all(.results[] | select(.metric == "cost"); .unit == "cycles/object" and .min > 0) and
        all(.results[]; (.metric | type == "string") and (.unit | type == "string") and
            .min >= 0 and .min <= .median and .median <= .max and .rounds >= 1)' "$1"
}

formats() {
    run_bench "$bench" run --quick --rounds 2 --burst 1,8,8 --threads 2,4,2 --linkage both \
        --seed 7 --format json --output "$work/all.json"
    check "a run of everything succeeds" test "$status" -eq 0
    check "nothing on stderr in a pipe" test ! -s "$work/err"
    check "the table is on stdout" grep -q "ring, core-to-core" "$work/out"
    check "the JSON is sound" json_is_sound "$work/all.json"
    check "the seed is kept" jq -e '.environment.seed == 7' "$work/all.json"
    check "two rounds" jq -e 'all(.results[]; .rounds == 2)' "$work/all.json"
    check "empty has burst 1 and one thread" jq -e \
        '[.results[] | select(.scenario == "empty")] | length > 0 and
         all(.[]; .burst == 1 and .threads == 1)' "$work/all.json"
    check "threads of oversubscribed" jq -e \
        '[.results[] | select(.scenario == "oversubscribed") | .threads] | unique == [2, 4]' \
        "$work/all.json"
    check "linked rows are Tern's only" jq -e \
        '[.results[] | select(.linkage == "linked") | .candidate] | unique |
         contains(["tern:ring-hts", "tern:ring-lf", "tern:ring-mt", "tern:ring-nb", "tern:ring-rts",
          "tern:ring-st"]) and
         all(.[]; startswith("tern:"))' \
        "$work/all.json"
    check "DPDK is in every scenario" jq -e \
        '[.results[] | select(.candidate | startswith("dpdk:")) | [.scenario, .candidate]] |
         unique | length == 6 * 4 + 2 * 3' "$work/all.json"
    check "frozen-peer has all its metrics" jq -e \
        '[.results[] | select(.scenario == "frozen-peer")] |
         group_by(.candidate, .linkage, .burst, .threads) | length > 0 and
         all(.[]; [.[].metric] | sort == ["cost", "cost_baseline", "held", "longest",
         "longest_baseline", "stalls", "stalls_baseline"])' "$work/all.json"
    check "latency has all its metrics, none lower than the one before" jq -e \
        '[.results[] | select(.scenario == "latency")] | group_by(.candidate, .linkage) |
         length > 0 and all(.[]; [.[] | select(.unit == "ns")] |
         ([.[].metric] == ["p50", "p90", "p99", "p99.9", "p99.99", "max"]) and
         ([.[].max] | . == sort) and (.[0].median > 10))' "$work/all.json"
    check "the rate is kept" jq -e '.environment.rate == 1000000' "$work/all.json"
    check "what is offered is what passes" jq -e --slurp \
        '[.[].results[] | select(.metric == "cost") | .max] | .[1] > 5 * .[0]' \
        <(quickly "$bench" "${short[@]}" --scenario latency --candidate tern:ring-st --rate 1000000 \
            --format json) \
        <(quickly "$bench" "${short[@]}" --scenario latency --candidate tern:ring-st --rate 10000 \
            --format json)
    check "frozen-peer takes --threads and --burst" jq -e \
        '[.results[] | select(.scenario == "frozen-peer" and .candidate == "ck:ring-mpmc") |
          [.burst, .threads]] | unique == [[1, 2], [1, 4], [8, 2], [8, 4]]' "$work/all.json"
    check "a frozen thread of a queue with a lock holds the other up" jq -e \
        '[.results[] | select(.metric == "held" or .metric == "longest") | [.metric, .max]] |
         sort | .[0][1] >= 1 and .[1][1] >= 20000' \
        <("$faulty" run --quick --rounds 10 --milliseconds 100 --scenario frozen-peer \
            --candidate fault:none --format json)
    check "frozen-peer of itself has a burst of 8 and two threads" jq -e \
        '[.results[] | [.burst, .threads]] | unique == [[8, 2]]' \
        <(quickly "$faulty" run --quick --rounds 1 --scenario frozen-peer --candidate fault:none --format json)
    check "the sizes of element-size" jq -e \
        '[.results[] | select(.scenario == "element-size") | .elem_size] | unique ==
         [4, 8, 16, 32, 64]' "$work/all.json"
    check "the size of all others" jq -e \
        '[.results[] | select(.scenario != "element-size") | .elem_size] | unique == [8]' \
        "$work/all.json"
    check "a table across the sizes" grep -qE '^ +bytes +4 +8 +16 +32 +64$' "$work/out"
    check "a table across the threads" grep -qE '^ +threads +2 +4$' "$work/out"
    check "DPDK's own flags are told" grep -q "^DPDK .*rte_config.h" "$work/out"

    run_bench "$bench" "${short[@]}" --scenario one-thread --format json
    cp "$work/out" "$work/short.json"
    check "JSON on stdout is JSON alone" json_is_sound "$work/short.json"

    run_bench "$bench" "${short[@]}" --scenario one-thread --candidate null,ck:ring-spsc --format csv
    check "CSV has a header and a row a result" test "$(wc -l <"$work/out")" -eq 3
    check "CSV names the fields" grep -q '^suite,scenario,candidate,burst,.*,rounds$' "$work/out"

    run_bench "$bench" "${short[@]}" --scenario empty --candidate null --output "$work/table"
    check "a table in a file too" cmp "$work/out" "$work/table"
    local rings=tern:ring-st,tern:ring-mt,tern:ring-rts,tern:ring-hts,tern:ring-nb
    rings+=,dpdk:ring-st,dpdk:ring-mt,dpdk:ring-rts,dpdk:ring-hts
    for size in 4 12 16 32 64; do
        run_bench "$bench" "${short[@]}" --elem-size $size --candidate $rings --scenario \
            one-thread,element-size,empty,core-to-core,oversubscribed,many-to-many,latency
        check "elements of $size bytes" test "$status" -eq 0
        check "elements of 8 and $size bytes in many-to-many" jq -e \
            "[.results[].elem_size] | unique == ([8, $size] | map(select(. >= 8)))" \
            <(quickly "$bench" "${short[@]}" --scenario many-to-many --elem-size "8,$size" \
                --candidate "$rings" --format json)
    done
    run_bench "$bench" "${short[@]}" --elem-size 4,8 --candidate tern:ring-lf --format json
    check "LF has elements of 4 and 8 bytes in all scenarios" jq -e \
        '[.results[] | [.scenario, .elem_size]] | unique | length == 2 * 8 - 1' "$work/out"
    expect 2 "--elem-size 16: it carries other sizes only" run --candidate tern:ring-lf --elem-size 16
    for capacity in 2 3 7 1000; do
        run_bench "$bench" "${short[@]}" --capacity $capacity --candidate $rings,tern:ring-lf \
            --scenario one-thread,core-to-core,oversubscribed,many-to-many,latency
        check "a capacity of $capacity" test "$status" -eq 0
    done
    run_bench "$bench" run --quick --rounds 1 --scenario one-thread --capacity 3,8,1000,3 \
        --burst 2,8 --candidate tern:ring-st --format json
    check "bursts no larger than the capacity" jq -e \
        '[.results[] | [.capacity, .burst]] == [[3, 2], [8, 2], [8, 8], [1000, 2], [1000, 8]]' \
        "$work/out"
    run_bench "$bench" "${short[@]}" --scenario one-thread,element-size --elem-size 4,12 \
        --candidate tern:ring-st --format json
    check "two sizes in two scenarios" jq -e \
        '[.results[] | [.scenario, .elem_size]] | sort == [["element-size", 4],
         ["element-size", 12], ["one-thread", 4], ["one-thread", 12]]' "$work/out"
}

core_sets() {
    local one=(run --full --rounds 1 --scenario oversubscribed --burst 8 --candidate tern:ring-mt)
    run_bench "$bench" "${one[@]}" --threads 1,2 --format json --output "$work/sets.json"
    check "--full, each combination once" json_is_sound "$work/sets.json"
    if [ "$cores" -gt 1 ]; then
        check "--full runs on all cores and on one" jq -e \
            '[.results[] | [.threads, (.placement | split(",") | length)]] | sort ==
             [[1, 1], [2, 1], [2, 2]]' "$work/sets.json"
        check "a table for each core set" test "$(grep -cE '^ +threads +1 +2$' "$work/out")" -eq 2
    fi
    run_bench "$bench" "${one[@]}" --threads 1,2 --cores "$first_core" --format json
    check "--cores is the only core set" jq -e \
        '[.results[] | .placement] | unique | length == 1' "$work/out"
    run_bench "$bench" "${one[@]}" --threads 1 --format json
    check "--threads 1 alone" jq -e '[.results[].threads] == [1]' "$work/out"
}

# Every stack in every scenario of theirs.
stacks() {
    local peer peers=(tern:stack tern:stack-bounded tern:stack-locked tern:stack-bounded-locked
        ck:stack-mpmc dpdk:stack-lf dpdk:stack-locked boost:stack cds:treiber-stack
        cds:treiber-stack-elimination)
    run_bench "$bench" run --suite stack --quick --rounds 1 --burst 1,8 --threads 1,2,4 \
        --format json --output "$work/stack.json"
    check "a run of the stacks succeeds" test "$status" -eq 0
    check "the JSON of the stacks is sound" json_is_sound "$work/stack.json"
    check "the scenarios of the stacks" jq -e \
        '[.results[] | .scenario] | unique == ["empty", "frozen-peer", "many-to-many",
         "one-thread", "oversubscribed"] and all(.; length > 0)' "$work/stack.json"
    for peer in "${peers[@]}"; do
        check "$peer is in every scenario" jq -e \
            "[.results[] | select(.candidate == \"$peer\" and .suite == \"stack\") | .scenario] |
             unique | length == 5" "$work/stack.json"
    done
    check "the objects of the stacks are pointers" jq -e \
        'all(.results[]; .elem_size == 8)' "$work/stack.json"
    # A hand of its own for each thread, from a burst to half of what there is room for.
    local capacity
    for capacity in 2 3 1000; do
        run_bench "$bench" run --suite stack --quick --rounds 1 --burst 1,2 --threads 1,8 \
            --capacity $capacity
        check "stacks with a capacity of $capacity" test "$status" -eq 0
    done
    # More objects in a burst than the window has by default.
    run_bench "$bench" run --suite stack --quick --rounds 1 --burst 1000 --scenario one-thread
    check "stacks with a burst of 1000" test "$status" -eq 0
    expect 2 "--elem-size 16: it carries other sizes only" \
        run --suite stack --candidate ck:stack-mpmc --elem-size 16
    expect 2 "left out of oversubscribed" \
        run --suite stack --candidate null --scenario oversubscribed
}

# Every allocator in every scenario of theirs, each with its own malloc.
freelists() {
    local allocator allocators=(tern:freelist tern:stack jemalloc:malloc mimalloc:malloc libc:malloc)
    run_bench "$bench" run --suite freelist --quick --rounds 1 --burst 1,8 --threads 1,2,4 \
        --format json --output "$work/freelist.json"
    check "a run of the allocators succeeds" test "$status" -eq 0
    check "the JSON of the allocators is sound" json_is_sound "$work/freelist.json"
    for allocator in "${allocators[@]}"; do
        check "$allocator is in every scenario" jq -e \
            "[.results[] | select(.candidate == \"$allocator\") | .scenario] | unique ==
             [\"bulk-out-in\", \"cross-thread\", \"many-to-many\", \"one-thread\",
              \"oversubscribed\"]" "$work/freelist.json"
    done
    check "objects of 64 bytes" jq -e 'all(.results[]; .elem_size == 64)' "$work/freelist.json"
    check "bursts and threads of the allocators" jq -e \
        '[.results[] | [.scenario, .burst, .threads]] | unique ==
         [["bulk-out-in", 512, 1], ["cross-thread", 1, 2], ["many-to-many", 1, 2],
          ["many-to-many", 1, 4], ["many-to-many", 8, 2], ["many-to-many", 8, 4],
          ["one-thread", 1, 1], ["oversubscribed", 1, 1], ["oversubscribed", 1, 2],
          ["oversubscribed", 1, 4], ["oversubscribed", 8, 1], ["oversubscribed", 8, 2],
          ["oversubscribed", 8, 4]]' "$work/freelist.json"
    check "the bytes of an object, at least its own" jq -e \
        '[.results[] | select(.metric == "bytes/object")] | length > 0 and
         all(.[]; .scenario == "one-thread" and .unit == "bytes" and .median >= 64 and
             .median < 160)' "$work/freelist.json"
    check "the versions of the allocators" jq -e \
        '.environment.peers | all(.jemalloc, .mimalloc, .libc; type == "string" and . != "")' \
        "$work/freelist.json"
    local size
    for size in 16 24 256 1024; do
        run_bench "$bench" run --suite freelist --quick --rounds 1 --burst 8 --threads 2 \
            --elem-size $size --format json
        check "allocators of $size bytes" test "$status" -eq 0
        check "all of $size bytes" jq -e "all(.results[]; .elem_size == $size)" "$work/out"
    done
    for size in 1 2 33; do
        run_bench "$bench" run --suite freelist --quick --rounds 1 --scenario cross-thread \
            --capacity $size
        check "a capacity of $size on the way" test "$status" -eq 0
    done
    expect 2 "--elem-size '8'" run --suite freelist --elem-size 8
    expect 2 "--elem-size '20': not a multiple of 8" run --suite freelist --elem-size 20
    expect 2 "--elem-size '65544'" run --elem-size 65544 --suite freelist
    expect 2 "left out of cross-thread" \
        run --suite freelist --candidate null --scenario cross-thread
    expect 2 "left out of oversubscribed" \
        run --suite freelist --candidate null --scenario oversubscribed
    expect 2 "not in the suite 'ring'" run --candidate libc:malloc
    expect 2 "--threads 1 is too few" run --suite freelist --scenario many-to-many --threads 1
    expect 2 "--linkage linked" run --suite freelist --candidate libc:malloc --linkage linked
    expect 0 "" run --suite freelist --quick --rounds 1 --scenario one-thread --linkage both \
        --candidate tern:stack,tern:freelist
    # Whatever the program itself runs on.
    local library
    library=$(find /usr/lib -name 'libjemalloc.so*' | head -n 1)
    LD_PRELOAD=$library run_bench "$bench" run --suite freelist --quick --rounds 1 \
        --scenario one-thread
    check "with another malloc in the environment" test "$status" -eq 0
}

# The rings beside the pointer arrays, in the scenarios of those.
ptr_arrays() {
    local peer array=(run --suite ptr_array --quick --rounds 1)
    run_bench "$bench" "${array[@]}" --burst 1,8 --threads 2,4 --format json \
        --output "$work/array.json"
    check "a run of the arrays succeeds" test "$status" -eq 0
    check "the JSON of the arrays is sound" json_is_sound "$work/array.json"
    for peer in tern:ptr_array tern:ring-st ck:ring-spsc dpdk:ring-st boost:spsc-queue \
        moodycamel:readerwriterqueue; do
        check "the scenarios of $peer" jq -e \
            "[.results[] | select(.candidate == \"$peer\" and .suite == \"ptr_array\") |
             .scenario] | unique == [\"core-to-core\", \"empty\", \"frozen-peer\",
             \"latency\", \"one-thread\", \"prefilled\"]" "$work/array.json"
    done
    for peer in tern:ptr_array-locked tern:ring-mt ck:ring-mpmc dpdk:ring-mt boost:queue \
        moodycamel:concurrentqueue; do
        check "the scenarios of $peer" jq -e \
            "[.results[] | select(.candidate == \"$peer\" and .suite == \"ptr_array\") |
             .scenario] | unique == [\"core-to-core\", \"empty\", \"frozen-peer\",
             \"latency\", \"many-to-many\", \"one-thread\", \"oversubscribed\",
             \"prefilled\"]" "$work/array.json"
    done
    check "one-thread has its own capacities" jq -e \
        '[.results[] | select(.scenario == "one-thread") | .capacity] | unique ==
         [8, 64, 1000, 1023, 10000, 32000]' "$work/array.json"
    check "a table across the capacities" grep -qE \
        '^ +capacity +8 +64 +1000 +1023 +10000 +32000$' "$work/out"
    check "64 of 1000" jq -e \
        '[.results[] | select(.scenario == "prefilled" and .candidate == "tern:ptr_array") |
         .capacity] | unique == [1000, 1023]' "$work/array.json"
    check "many-to-many says how far it got" jq -e \
        '[.results[] | select(.scenario == "many-to-many") | .metric] | unique ==
         ["cost", "empty", "full", "reach"]' "$work/array.json"
    run_bench "$bench" "${array[@]}" --burst 1,32 --threads 2,8 --capacity 1,3,33,97 \
        --scenario one-thread,prefilled,core-to-core,many-to-many,oversubscribed
    check "small arrays" test "$status" -eq 0
    expect 2 "one producer and one consumer only" \
        run --suite ptr_array --candidate tern:ptr_array --scenario many-to-many
    expect 2 "not in the suite 'ring'" run --candidate tern:ptr_array
}

# script(1) gives the program a terminal.
progress_and_signals() {
    if command -v script >/dev/null; then
        script -qec "'$bench' run --quick --rounds 1 --burst 1 --scenario empty" /dev/null \
            >"$work/terminal" 2>&1
        check "a progress bar on a terminal" grep -q "s left" "$work/terminal"
    fi
    for signal in INT TERM; do
        "$bench" run --rounds 1000 --scenario one-thread --burst 1 --candidate null \
            --format json --output "$work/$signal.json" >"$work/out" 2>"$work/err" &
        local pid=$!
        sleep 1
        kill -s "$signal" $pid
        wait $pid
        status=$?
        check "SIG$signal ends with its status" test "$status" -eq $((128 + $(kill -l $signal)))
        check "SIG$signal keeps what was measured" json_is_sound "$work/$signal.json"
        check "SIG$signal is told" jq -e .environment.interrupted "$work/$signal.json"
        "$bench" run --suite freelist --rounds 1000 --scenario one-thread --candidate null \
            --format json --output "$work/$signal.json" >"$work/out" 2>"$work/err" &
        pid=$!
        sleep 1
        kill -s "$signal" $pid
        wait $pid
        status=$?
        check "SIG$signal ends a run of processes" test "$status" -eq $((128 + $(kill -l $signal)))
        check "SIG$signal keeps their results" json_is_sound "$work/$signal.json"
    done
}

# expect_fault [--suite SUITE] CANDIDATE SCENARIO BURST TEXT: verification notices, and says so.
expect_fault() {
    local suite=ring
    if [ "$1" = --suite ]; then
        suite=$2
        shift 2
    fi
    run_bench "$faulty" run --suite "$suite" --quick --rounds 1 --threads 4 --candidate "$1" \
        --scenario "$2" --burst "$3" --format json
    if [ "$status" -eq 1 ] && grep -qF "$1" "$work/err" && grep -qF "in $2" "$work/err" &&
        grep -qF "$4" "$work/err"; then
        pass
    else
        fail "$1 in $2, burst $3: status $status, not 1, or no '$4' on stderr"
    fi
    check "$1 in $2 has no result" jq -e '.results == []' "$work/out"
}

verification() {
    local burst scenario
    for burst in 1 8; do
        expect_fault fault:lossy one-thread $burst "lost"
        expect_fault fault:lossy core-to-core $burst "lost"
        expect_fault fault:lossy oversubscribed $burst "lost"
        expect_fault fault:doubling one-thread $burst "doubled"
        expect_fault fault:doubling core-to-core $burst "doubled"
        expect_fault fault:doubling oversubscribed $burst "doubled"
        expect_fault fault:changing one-thread $burst "wrong next object"
        expect_fault fault:changing core-to-core $burst "wrong next object"
        expect_fault fault:changing oversubscribed $burst "changed"
        expect_fault fault:swapping core-to-core $burst "wrong next object"
        expect_fault fault:lossy many-to-many $burst "lost"
        expect_fault fault:doubling many-to-many $burst "doubled"
        expect_fault fault:changing many-to-many $burst "changed"
        expect_fault fault:swapping many-to-many $burst "wrong next object"
        expect_fault fault:refusing many-to-many $burst "refused"
        expect_fault fault:lossy latency 1 "lost"
        expect_fault fault:doubling latency 1 "doubled"
        expect_fault fault:changing latency 1 "wrong next object"
        expect_fault fault:refusing latency 1 "refused"
        expect_fault fault:lossy frozen-peer $burst "lost"
        expect_fault fault:doubling frozen-peer $burst "doubled"
        expect_fault fault:changing frozen-peer $burst "changed"
        expect_fault fault:refusing frozen-peer $burst "refused"
        expect_fault fault:refusing one-thread $burst "refused"
        expect_fault fault:refusing core-to-core $burst "refused"
        expect_fault fault:refusing oversubscribed $burst "refused"
    done
    expect_fault fault:swapping one-thread 8 "wrong next object"
    for burst in 1 8; do
        for scenario in many-to-many oversubscribed; do
            expect_fault --suite stack fault:lossy $scenario $burst "lost"
            expect_fault --suite stack fault:doubling $scenario $burst "doubled"
            expect_fault --suite stack fault:changing $scenario $burst "changed"
            expect_fault --suite stack fault:refusing $scenario $burst "refused"
        done
        expect_fault --suite stack fault:lossy one-thread $burst "lost"
        expect_fault --suite stack fault:doubling one-thread $burst "doubled"
        expect_fault --suite stack fault:changing one-thread $burst "wrong next object"
        expect_fault --suite stack fault:refusing one-thread $burst "refused"
    done
    for burst in 1 8; do
        expect_fault --suite ptr_array fault:lossy many-to-many $burst "lost"
        expect_fault --suite ptr_array fault:doubling many-to-many $burst "doubled"
        expect_fault --suite ptr_array fault:changing many-to-many $burst "changed"
        expect_fault --suite ptr_array fault:swapping many-to-many $burst "wrong next object"
        expect_fault --suite ptr_array fault:lossy prefilled $burst "lost"
        expect_fault --suite ptr_array fault:swapping prefilled $burst "wrong next object"
        expect_fault --suite ptr_array fault:changing prefilled $burst "wrong next object"
        expect_fault --suite ptr_array fault:doubling prefilled $burst "doubled"
    done
    expect_fault --suite stack fault:swapping one-thread 8 "wrong next object"
    expect_fault --suite stack fault:inventing empty 1 "doubled"
    run_bench "$faulty" run --suite stack --quick --rounds 1 --burst 1,8 --threads 4 \
        --candidate fault:none
    check "a sound stack of the same make passes" test "$status" -eq 0
    expect_fault fault:inventing empty 1 "doubled"
    # A call that never returns ends neither the program nor the other candidates' rows.
    expect_fault fault:stuck one-thread 1 "a call that did not return"
    expect_fault fault:stuck many-to-many 8 "a call that did not return"
    expect_fault fault:stuck frozen-peer 8 "a call that did not return"
    run_bench "$faulty" "${short[@]}" --scenario one-thread --candidate fault:stuck,null --format json
    check "sound beside stuck has its row" \
        jq -e '[.results[].candidate] == ["null"]' "$work/out"

    expect_fault --suite freelist fault:overlapping one-thread 1 "doubled"
    expect_fault --suite freelist fault:doubling one-thread 1 "lost"
    expect_fault --suite freelist fault:lossy one-thread 1 "lost"
    expect_fault --suite freelist fault:refusing one-thread 1 "refused"
    for scenario in bulk-out-in cross-thread many-to-many oversubscribed; do
        expect_fault --suite freelist fault:lossy $scenario 8 "lost"
        expect_fault --suite freelist fault:doubling $scenario 8 "doubled"
        expect_fault --suite freelist fault:changing $scenario 8 "changed"
        expect_fault --suite freelist fault:overlapping $scenario 8 "changed"
        expect_fault --suite freelist fault:refusing $scenario 8 "refused"
    done
    run_bench "$faulty" run --suite freelist --quick --rounds 1 --burst 1,8 --threads 4 \
        --candidate fault:none
    check "a sound allocator of the same make passes" test "$status" -eq 0
    run_bench "$faulty" run --suite freelist --quick --rounds 1 --scenario bulk-out-in \
        --candidate fault:dying
    check "a process that ends is a failure of the run" test "$status" -eq 4
    check "a process that ends is named" grep -q "fault:dying: its process was ended" "$work/err"

    # The control: the same ring without a fault.
    run_bench "$faulty" run --quick --rounds 1 --burst 1,8 --threads 4 --candidate fault:none
    check "a sound ring of the same make passes" test "$status" -eq 0
    # A sound candidate keeps its results beside a faulty one.
    run_bench "$faulty" "${short[@]}" --scenario one-thread --candidate fault:lossy,null --format json
    check "sound beside faulty ends with 1" test "$status" -eq 1
    check "sound beside faulty has its row" \
        jq -e '[.results[].candidate] == ["null"]' "$work/out"
    expect 2 "unknown" run --candidate fault:lossy
}

first_core=$(quickly "$bench" run --quick --rounds 1 --scenario empty --candidate null --format json |
    jq .environment.cores[0])
cores=$(quickly "$bench" run --quick --rounds 1 --scenario empty --candidate null --format json |
    jq '.environment.cores | length')
help_and_list
wrong_arguments
impossible_combinations
left_out_but_run
absent_candidates
formats
core_sets
stacks
freelists
ptr_arrays
progress_and_signals
verification
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
