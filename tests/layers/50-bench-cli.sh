# shellcheck shell=bash disable=SC2034
# The command line of tern-bench: arguments, JSON, exit codes.
layer_quick=yes
layer_limit=1600

layer() {
    build release tern-bench tern-bench-faulty || return 0
    program 1200 benchmarks/test_cli.sh build/release/benchmarks/tern-bench
}
