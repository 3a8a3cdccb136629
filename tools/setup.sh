#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, on Debian and its relatives:
#   tools/setup.sh build     compiler, cmake, ninja, zlib, libyaml
#   tools/setup.sh test      and what tools/test.sh needs
#   tools/setup.sh test-all  and what tools/test_all.sh needs
#   tools/setup.sh web       what tools/test_web.sh needs
#   tools/setup.sh release   what tools/release.sh needs, but Rust: Debian 12 has one that is too old
#   tools/setup.sh windows   what tools/test_windows.sh builds with
#   tools/setup.sh wine      what it runs the result with
# Elsewhere it only says what is missing.
set -eu

packages="gcc:gcc libc6-dev:/usr/include/stdlib.h cmake:cmake ninja-build:ninja
    zlib1g-dev:/usr/include/zlib.h libyaml-dev:/usr/include/yaml.h"
case ${1:-build} in
test*) packages="$packages g++:g++ make:make git:git libcmocka-dev:/usr/include/cmocka.h python3:python3 python3-yaml:@yaml mandoc:mandoc" ;;
esac
case ${1:-build} in
test-all) packages="$packages clang:clang libclang-rt-14-dev:@clang-asan gcc-12-multilib:@m32
    gcc-s390x-linux-gnu:s390x-linux-gnu-gcc libc6-dev-s390x-cross:/usr/s390x-linux-gnu/include/stdlib.h qemu-user:qemu-s390x
    clang-format:clang-format" ;;
web) packages="$packages clang-14:clang-14 llvm-14:llvm-ar-14 lld-14:wasm-ld-14 wasi-libc:/usr/include/wasm32-wasi/stdlib.h
    libclang-rt-14-dev-wasm32:/usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a
    brotli:brotli nodejs:node npm:npm chromium:chromium fonts-dejavu-core:/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
    python3:python3 python3-yaml:@yaml mandoc:mandoc" ;;
release) packages="$packages python3:python3 xz-utils:xz musl-tools:musl-gcc gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc
    libc6-dev-arm64-cross:/usr/aarch64-linux-gnu/include/stdlib.h qemu-user:qemu-aarch64
    gcc-mingw-w64-x86-64:x86_64-w64-mingw32-gcc libz-mingw-w64-dev:/usr/x86_64-w64-mingw32/include/zlib.h
    clang-14:clang-14 llvm-14:llvm-ar-14 lld-14:wasm-ld-14 wasi-libc:/usr/include/wasm32-wasi/stdlib.h
    libclang-rt-14-dev-wasm32:/usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a
    nodejs:node npm:npm dpkg-dev:dpkg-buildpackage debhelper:dh" ;;
windows) packages="cmake:cmake ninja-build:ninja gcc-mingw-w64-x86-64:x86_64-w64-mingw32-gcc
    libz-mingw-w64-dev:/usr/x86_64-w64-mingw32/include/zlib.h" ;;
wine) packages="wine:wine wine64:/usr/lib/wine/wine64 python3:python3" ;;
esac

# Is what a package provides here? A command, a file, or one of the special tests.
present() {
    case $1 in
    /*) [ -e "$1" ] ;;
    @m32) echo 'int main(void){return 0;}' | gcc -m32 -x c - -o /dev/null 2>/dev/null ;;
    @clang-asan) echo 'int main(void){return 0;}' |
        clang -fsanitize=address,undefined,fuzzer-no-link -x c - -o /dev/null 2>/dev/null ;;
    @yaml) python3 -c 'import yaml' 2>/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

missing=""
for pair in $packages; do
    present "${pair#*:}" || missing="$missing ${pair%%:*}"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "please install:$missing" >&2
    exit 1
fi
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086 # a list of words
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
