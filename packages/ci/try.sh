#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries a command that was just built: try.sh DXK. It reads, prints, assembles, converts, compiles, runs and validates.
set -euo pipefail
dxk=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$dxk" --version
"$dxk" info tests/data/demo.dxil >"$work/info"
grep -q '^program' "$work/info"
"$dxk" val -q tests/data/demo.dxil
"$dxk" pack tests/data/demo.dxil | cmp - tests/data/demo.dxil
"$dxk" dis tests/data/demo.dxil >"$work/demo.ll"
"$dxk" as "$work/demo.ll" -o "$work/demo.dxil"
"$dxk" val -q "$work/demo.dxil"
"$dxk" convert tests/data/legacy/sums_cs.dxbc -o "$work/sums.dxil"
"$dxk" val -q "$work/sums.dxil"
printf 'RWBuffer<uint> o; [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { o[i] = i * i; }\n' >"$work/squares.hlsl"
"$dxk" compile -T cs_6_0 "$work/squares.hlsl" -Fo "$work/squares.dxil"
"$dxk" hash "$work/squares.dxil"
"$dxk" test tests/data/exec
echo "the command works"
