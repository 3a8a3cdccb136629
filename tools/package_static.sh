#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes dxk-VERSION-linux-ARCH.tar.xz with its checksum and the list of what is in it: the command, linked
# statically with musl, so that it runs on any Linux. Equal sources give equal bytes, wherever they are.
#
#     package_static.sh [FOLDER]      where to put them; dist by default
#
# Needs cmake, ninja, musl-tools, python3, xz. zlib and libyaml are left out: musl-tools has neither, so compressed
# sources are shown as bytes, and YAML can be written, not read.
set -eu
cd "$(dirname "$0")/.."
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
. tools/package_files.sh
name=dxk-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# Paths are not in the command: messages of assertions and debug information would have them. Tables for
# unwinding would be a tenth of it, and nothing unwinds. Profiles make it smaller and faster than -O3 would. It
# always lies at the same address, so tables of pointers need no part of their own.
tools/build_pgo.sh "$work/build" -G Ninja -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_BUILD_TYPE=Release -DDXK_LTO=ON \
    -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG -fno-asynchronous-unwind-tables -fno-unwind-tables" \
    -DCMAKE_C_COMPILER_AR="$(command -v gcc-ar)" -DCMAKE_C_COMPILER_RANLIB="$(command -v gcc-ranlib)" \
    -DDXK_ZLIB=OFF -DDXK_YAML=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=OFF \
    -DCMAKE_C_FLAGS="-fno-pie -ffile-prefix-map=$PWD=. -ffile-prefix-map=$work=." \
    -DCMAKE_INSTALL_PREFIX=/ -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
mkdir -p "$work/$name/bin"
cp "$work/build/dxk" "$work/$name/bin/dxk"
strip "$work/$name/bin/dxk"
add_pages "$work/$name" "$work/$name/bin/dxk"
add_documents "$work/$name" "$work/build" "$work/$name/bin/dxk"
pack "$work/$name" "$dist"
echo "the command has $(wc -c <"$work/$name/bin/dxk") bytes"
