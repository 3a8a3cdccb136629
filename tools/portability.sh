#!/bin/sh
# SPDX-License-Identifier: MIT
# The library alone: as 32-bit code, for a big-endian machine (under qemu), from C++, with nothing
# but libc. What a compiler is missing for is named and left out.
#
#     portability.sh BUILD     a folder with a build by gcc: what it gives is what others must give
set -eu
cd "$(dirname "$0")/.."
native=$1
jobs=$(getconf _NPROCESSORS_ONLN)
launcher=$(command -v ccache || true)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT INT TERM

# The test program reads every sample, runs those that are compute shaders, and prints a summary that
# must not depend on the machine. Reals are exact, and sqrt is an instruction, as CMakeLists.txt has it.
flags="-ffp-contract=off -fno-math-errno -std=c11 -O2 -Wall -Wextra -Werror -Isrc -Iinclude"
samples="tests/data/*.dxil tests/data/exec/*.dxil bench/kernels/*.dxil"

# Objects of the sources whose names come in, as many at a time as there are processors.
compile() { # FOLDER COMPILER FLAGS...
    objects=$1
    shift
    mkdir -p "$objects"
    # shellcheck disable=SC2086 # lists
    xargs -P "$jobs" -I SOURCE sh -c 'o=$1/$(echo "$2" | tr / _).o; s=$2; shift 2; exec "$@" -c "$s" -o "$o"' \
        sh "$objects" SOURCE $launcher "$@" $flags
}

build() { # NAME COMPILER FLAGS...
    name=$1
    compiler=$2
    shift 2
    { find src -name '*.c' && printf '%s\n' tests/portability.c tests/run_digest.c; } |
        compile "$out/$name.o" "$compiler" "$@"
    "$compiler" "$@" "$out/$name.o"/*.o -o "$out/$name"
}

# Without libyaml and zlib: what uses them is compiled anew, the rest is that of the build. Nothing else needs them.
{ grep -lr DXKI_HAVE_ src --include='*.c' && printf '%s\n' tests/portability.c tests/run_digest.c; } |
    compile "$out/plain" gcc
program=$(ls "$out"/plain/tests_*.o)
plain=$(ls "$out"/plain/src_*.o)
# shellcheck disable=SC2086 # lists
gcc $program $plain "$native/libdxk.a" -o "$out/native"
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
# shellcheck disable=SC2086 # lists
gcc "$native"/CMakeFiles/dxk-cli.dir/cli/*.o $plain "$native/libdxk.a" -lpthread -o "$out/dxk"
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
