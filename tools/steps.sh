# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions that tools/test.sh and tools/test_all.sh share; both read this file.
jobs=$(getconf _NPROCESSORS_ONLN)
began=$(date +%s)

# Says what comes now, and how long it took to get here.
step() {
    echo "== $(($(date +%s) - began)) s: $*"
}

# -O1 takes the least time for compiling and testing together; assertions are on.
configure() { # FOLDER COMPILER OPTIONS...
    folder=$1
    compiler=$2
    shift 2
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DDXK_TESTS=ON -DDXK_WERROR=ON \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" "$@" >/dev/null
}

run_tests() { # FOLDER OPTIONS...
    folder=$1
    shift
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$jobs" "$@"
}
