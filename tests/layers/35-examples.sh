# shellcheck shell=bash disable=SC2034
# The examples, each run once with --quick.
layer_quick=yes
layer_limit=600

layer() {
    local program found=0
    build release examples || return 0
    for program in build/release/examples/*/*; do
        if [[ -f $program && -x $program ]]; then
            found=$((found + 1))
            check "${program##*/} --quick" timeout 60 "$program" --quick
        fi
    done
    check "$found examples are there" test "$found" -gt 0
}
