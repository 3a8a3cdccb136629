#!/bin/sh
# SPDX-License-Identifier: MIT
# The library alone: as 32-bit code, for a big-endian machine (under qemu), from C++, with nothing
# but libc. What a compiler is missing for is named and left out.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT INT TERM

# The test program reads every sample, runs those that are compute shaders, and prints a summary that
# must not depend on the machine. Reals are exact, and sqrt is an instruction, as CMakeLists.txt has it.
exact="-ffp-contract=off -fno-math-errno"
samples="tests/data/*.dxil tests/data/exec/*.dxil bench/kernels/*.dxil"
build() { # NAME COMPILER FLAGS...
    name=$1
    compiler=$2
    shift 2
    # shellcheck disable=SC2046,SC2086 # lists
    "$compiler" "$@" $exact -std=c11 -O2 -Wall -Wextra -Werror -Isrc -Iinclude $(find src -name '*.c') \
        tests/portability.c tests/run_digest.c -o "$out/$name"
}

build native gcc
# shellcheck disable=SC2086 # a list of files
"$out/native" $samples >"$out/expected"
[ -s "$out/expected" ]

if echo 'int main(void){return 0;}' | gcc -m32 -x c - -o /dev/null 2>/dev/null; then
    build m32 gcc -m32 -msse2 -mfpmath=sse
    # shellcheck disable=SC2086
    "$out/m32" $samples | cmp - "$out/expected"
    echo "32 bits: same output"
else
    echo "32 bits: left out, gcc has no -m32"
fi

if command -v s390x-linux-gnu-gcc >/dev/null && command -v qemu-s390x >/dev/null; then
    build s390x s390x-linux-gnu-gcc -static -fexcess-precision=fast
    # shellcheck disable=SC2086
    qemu-s390x "$out/s390x" $samples | cmp - "$out/expected"
    echo "big-endian (s390x): same output"
else
    echo "big-endian: left out, no s390x compiler or qemu-user"
fi

# The command without libyaml and zlib: it says what it cannot do, and does the rest.
# shellcheck disable=SC2046,SC2086 # lists
gcc $exact -std=c11 -O0 -D_POSIX_C_SOURCE=200809L -Isrc -Iinclude $(find src cli -name '*.c' ! -name 'host_*' ! -path 'cli/web*') \
    cli/host_posix.c cli/host_pages.c -lpthread -o "$out/dxk"
"$out/dxk" yaml tests/data/vs.dxil >"$out/vs.yaml"
refuses() { # WORDS COMMAND...
    words=$1
    shift
    if "$@" >/dev/null 2>"$out/said"; then
        echo "$*: did not fail" >&2
        exit 1
    fi
    grep -q "$words" "$out/said"
}
refuses 'cannot read YAML' "$out/dxk" from-yaml "$out/vs.yaml"
refuses 'cannot be read' "$out/dxk" pdb extract --all "$out/sources" tests/data/debug.pdb
"$out/dxk" pdb make tests/data/debug.pdb 2>/dev/null | cmp - tests/data/debug.pdb
"$out/dxk" pdb make tests/data/debug.dxil -o "$out/debug.pdb"
"$out/dxk" pdb extract ./063_debug_embedded.hlsl "$out/debug.pdb" >/dev/null
echo "libc only: what needs libyaml or zlib is named, the rest works"

for header in include/dxk/*.h; do
    echo "#include \"dxk/$(basename "$header")\"" >"$out/one.cc"
    echo "#include \"dxk/$(basename "$header")\"" >"$out/one.c"
    g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only "$out/one.cc"
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only "$out/one.c"
done
echo "headers: each compiles alone as C11 and C++11"
