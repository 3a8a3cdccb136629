#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, on Debian and its relatives:
#   tools/setup.sh build     compiler, cmake, ninja, zlib, libyaml
#   tools/setup.sh test      and what the tests need
# Elsewhere it only says what is missing.
set -eu

packages="gcc:gcc libc6-dev:/usr/include/stdlib.h cmake:cmake ninja-build:ninja
    zlib1g-dev:/usr/include/zlib.h libyaml-dev:/usr/include/yaml.h"
if [ "${1:-build}" = test ]; then
    packages="$packages g++:g++ clang:clang libclang-rt-14-dev:@clang-asan libcmocka-dev:/usr/include/cmocka.h
        python3:python3 python3-yaml:@yaml gcc-12-multilib:@m32 gcc-s390x-linux-gnu:s390x-linux-gnu-gcc
        libc6-dev-s390x-cross:/usr/s390x-linux-gnu/include/stdlib.h qemu-user:qemu-s390x mandoc:mandoc clang-format:clang-format"
fi

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
