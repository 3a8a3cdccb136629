#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets up what is missing, builds dxk, and runs what README.md shows, in build/demo.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh build
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build
mkdir -p build/demo
cp examples/shaders/*.hlsl build/demo
PATH=$PWD/build:$PATH
cd build/demo

show() {
    echo "\$ $*"
    "$@"
}

show dxk run --sanitize sum.hlsl --bind t0=u32:1,2,3,4,5,6,7,8 --bind u0=zero:4
show dxk compile -T cs_6_0 sum.hlsl -Fo sum.dxil
show dxk val sum.dxil
show dxk draw bindings sum.dxil -o sum.svg
echo "the picture is build/demo/sum.svg"
