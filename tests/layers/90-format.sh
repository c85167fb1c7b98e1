# shellcheck shell=bash disable=SC2034
# Every C and C++ file is as clang-format leaves it; the scripts pass shellcheck.
layer_quick=yes
layer_limit=400

layer() {
    local format=clang-format files scripts
    # Versions differ in what they do; Debian 12's is the one that counts.
    if command -v clang-format-14 >/dev/null; then
        format=clang-format-14
    fi
    mapfile -t files < <(own_files | grep -E '\.(c|h|cpp|hpp)$')
    mapfile -t scripts < <(
        own_files | while read -r path; do
            if [[ $path == *.sh ]] || head -c 32 "$path" | head -n 1 | grep -qa '^#!.*sh$'; then
                echo "$path"
            fi
        done
    )
    check "clang-format over ${#files[@]} files" "$format" --dry-run -Werror "${files[@]}"
    check "shellcheck over ${#scripts[@]} scripts" shellcheck -x "${scripts[@]}"
}
