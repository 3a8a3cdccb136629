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
version=$(sed -n 's/^project(dxk VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=dxk-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH

# Paths are not in the command: messages of assertions and debug information would have them. Tables for
# unwinding would be a tenth of it, and nothing unwinds. Profiles make it smaller and faster than -O3 would. It
# always lies at the same address, so tables of pointers need no part of their own.
tools/build_pgo.sh "$work/build" -G Ninja -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_BUILD_TYPE=Release -DDXK_LTO=ON \
    -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG -fno-asynchronous-unwind-tables -fno-unwind-tables" \
    -DCMAKE_C_COMPILER_AR="$(command -v gcc-ar)" -DCMAKE_C_COMPILER_RANLIB="$(command -v gcc-ranlib)" \
    -DDXK_ZLIB=OFF -DDXK_YAML=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=OFF \
    -DCMAKE_C_FLAGS="-fno-pie -ffile-prefix-map=$PWD=. -ffile-prefix-map=$work=." \
    -DCMAKE_INSTALL_PREFIX=/ -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
mkdir -p "$work/$name/bin" "$work/$name/share/man/man1" "$work/$name/share/completions"
cp "$work/build/dxk" "$work/$name/bin/dxk"
strip "$work/$name/bin/dxk"
cp docs/man/*.1 "$work/$name/share/man/man1/"
for shell in bash zsh fish; do
    "$work/$name/bin/dxk" completion $shell >"$work/$name/share/completions/dxk.$shell"
done
"$work/$name/bin/dxk" completion powershell >"$work/$name/share/completions/dxk.ps1"
cp LICENSE README.md CHANGELOG.md "$work/$name/"
python3 tools/sbom.py "$work/build" -o "$work/$name/dxk.spdx.json" "$work/$name/bin/dxk"
chmod -R u=rwX,go=rX "$work/$name"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
    -cf "$work/$name.tar" "$name"
xz -9 -T1 "$work/$name.tar"
mv "$work/$name.tar.xz" "$dist/"
cp "$work/$name/dxk.spdx.json" "$dist/$name.spdx.json"
(cd "$dist" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
echo "$dist/$name.tar.xz: $(wc -c <"$dist/$name.tar.xz") bytes, the command $(wc -c <"$work/$name/bin/dxk")"
