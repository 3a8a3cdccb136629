#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds with gcc, warnings are errors, and runs the tests of that build but the slow ones: some minutes on two cores.
# tools/test_all.sh does the rest. Both install what is missing, on Debian.
set -eu
cd "$(dirname "$0")/.."
. tools/steps.sh

step "what the tests need"
tools/setup.sh test

step "gcc, warnings are errors"
configure build-debug gcc
cmake --build build-debug

step "tests"
run_tests build-debug --label-exclude slow
