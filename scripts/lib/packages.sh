# shellcheck shell=bash
# What is needed from Debian, by purpose. The only list: scripts/bench and scripts/test install from
# here.

# shellcheck disable=SC2034  # read by name
packages_build=(gcc g++ libc6-dev make cmake ninja-build pkg-config)
# shellcheck disable=SC2034
packages_bench=(libck-dev libjansson-dev)
# shellcheck disable=SC2034  # beyond Concurrency Kit; libdpdk-dev brings 165 MB
packages_peers=(
    libdpdk-dev libboost-dev libcds-dev libconcurrentqueue-dev libreaderwriterqueue-dev
    libjemalloc2 libmimalloc2.0
)
# shellcheck disable=SC2034
packages_test=(
    clang libclang-rt-14-dev clang-format shellcheck
    libcriterion-dev relacy-dev
    jq git binutils util-linux valgrind
    qemu-user-static
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross
    gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
    gcc-s390x-linux-gnu libc6-dev-s390x-cross
)

# need_packages PURPOSE...: installs what is missing, and says what. Where it may not, says which
# packages are missing and returns 1.
need_packages() {
    local purpose package missing=() as_root=()
    for purpose in "$@"; do
        local -n list="packages_$purpose"
        for package in "${list[@]}"; do
            if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
                missing+=("$package")
            fi
        done
    done
    ((${#missing[@]})) || return 0

    if ! command -v apt-get >/dev/null; then
        echo "error: no apt-get here; install what these Debian packages bring: ${missing[*]}" >&2
        return 1
    fi
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null || ! sudo -v; then
            echo "error: not root, and no sudo; have these packages installed: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi

    echo "Installing with apt: ${missing[*]}"
    local log
    log=$(mktemp)
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null \
        >"$log" 2>&1; then
        # An unreachable extra source need not matter: the install decides.
        echo "warning: apt-get update failed" >&2
    fi
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install -y --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "error: apt-get could not install: ${missing[*]}" >&2
        return 1
    fi
    rm -f "$log"
}
