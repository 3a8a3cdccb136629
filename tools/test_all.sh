#!/bin/sh
# SPDX-License-Identifier: MIT
# After tools/test.sh: the slow tests of its build; clang with AddressSanitizer and UndefinedBehaviorSanitizer; the
# library as 32-bit and big-endian code; an installation. Runs tools/test.sh first if it did not build.
set -eu
cd "$(dirname "$0")/.."
[ -x build-debug/dxk_tests ] || tools/test.sh
. tools/steps.sh

step "what these tests need"
tools/setup.sh test-all

step "slow tests"
cmake --build build-debug
run_tests build-debug --label-regex slow
tools/check_format.py --check

step "clang, sanitizers"
configure build-sanitize clang -DDXK_SANITIZE=address,undefined
cmake --build build-sanitize
run_tests build-sanitize --label-exclude once

step "32 bits, big-endian, C++, libc only"
tools/portability.sh build-debug

step "installation"
tools/check_install.sh build-debug
step "done"
