#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs all tests: gcc with warnings as errors; clang with AddressSanitizer and
# UndefinedBehaviorSanitizer; the library alone as 32-bit and big-endian code; an installation.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh test
jobs=$(getconf _NPROCESSORS_ONLN)

step() {
    echo "== $*"
}

step "gcc, warnings are errors"
cmake -S . -B build-debug -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DDXK_TESTS=ON -DDXK_WERROR=ON \
    -DCMAKE_C_COMPILER=gcc >/dev/null
cmake --build build-debug
ctest --test-dir build-debug --output-on-failure -j "$jobs"

step "clang, sanitizers"
cmake -S . -B build-sanitize -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DDXK_TESTS=ON \
    -DDXK_WERROR=ON -DCMAKE_C_COMPILER=clang -DDXK_SANITIZE=address,undefined >/dev/null
cmake --build build-sanitize
ctest --test-dir build-sanitize --output-on-failure -j "$jobs"

step "32 bits, big-endian, C++, libc only"
tools/portability.sh

step "installation"
tools/check_install.sh
