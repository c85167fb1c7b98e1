# shellcheck shell=bash disable=SC2034
# No object of gcc's and clang's builds calls libatomic.
layer_quick=yes
layer_limit=1200

layer() {
    local preset presets=(release)
    [[ -n $QUICK ]] || presets+=(clang)
    for preset in "${presets[@]}"; do
        build "$preset" tests-unit tests-stress || continue
        program 120 tests/symbols/run "build/$preset"
    done
}
