#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets up what is missing, builds dxk and shows a shader with it.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh build
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build
build/dxk info tests/data/demo.dxil
