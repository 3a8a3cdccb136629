#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the interface of the shared library with the one that packages/abi describes: within a minor version
# nothing goes and nothing changes for programs that were built before. What is new is allowed, and members
# at the end of structures of options, which carry their size.
#
#     check_abi.sh           0: compatible
#     check_abi.sh --bless   describes it anew: for a new minor version, and for what was added
#
# Needs cmake, ninja, gcc, abigail-tools, xz.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(dxk VERSION \([0-9]*\.[0-9]*\).*/\1/p' CMakeLists.txt)
stored=packages/abi/libdxk-$version.abi.xz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-Og -DDXK_SHARED=ON -DDXK_CLI=OFF \
    -DDXK_ZLIB=OFF -DDXK_YAML=OFF -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" >/dev/null
cmake --build "$work/build" --target dxk >/dev/null
abidw --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --short-locs \
    --out-file "$work/now.abi" "$work/build/libdxk.so"
if [ "${1:-}" = --bless ]; then
    rm -f packages/abi/libdxk-*.abi.xz
    xz -9 -T1 -c "$work/now.abi" >"$stored"
    echo "$stored: $(wc -c <"$stored") bytes"
    exit 0
fi
[ -e "$stored" ] || { echo "there is no $stored: check_abi.sh --bless" >&2; exit 1; }
xz -dc "$stored" >"$work/then.abi"

# What headers only declare is the library's own; abidw tells of some such types all the same.
opaque=$(cat include/dxk/*.h | sed -n 's/^typedef struct \(dxk_[a-z0-9_]*\) \1;$/\1/p' | sort -u | while read -r name; do
    grep -q "^typedef struct $name {\|^struct $name {" include/dxk/*.h || printf '%s|' "$name"
done)
{
    cat packages/abi/allowed.ini
    printf '\n[suppress_type]\n  name_regexp = ^(%sdxki_.*)$\n' "$opaque"
} >"$work/allowed.ini"
status=0
abidiff --suppressions "$work/allowed.ini" --no-added-syms "$work/then.abi" "$work/now.abi" || status=$?
[ $status -eq 0 ] || { echo "the interface of version $version has changed (status $status)" >&2; exit 1; }
echo "the interface is compatible with that of $stored"
