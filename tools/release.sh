#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the files of a release from a tag: sources, commands for Linux and Windows, packages for npm, Python, Rust and
# Debian, bills of materials, checksums.
#
#     release.sh [--allow-missing] [--dist=FOLDER] TAG [PART...]
#
# TAG is vVERSION, or any other commit to try it with. FOLDER is dist by default; files of earlier releases in it stay.
# PARTs are source, linux-x86_64, linux-aarch64, windows-x86_64, npm, wheel, crate and deb; all by default. A part whose
# tools are not here is named and left out; the exit status is then 1, unless --allow-missing is given.
#
# Files are dated by the commit, so two runs with the same tools give the same bytes; docs/packages.md has the exceptions.
set -Eeuo pipefail
cd "$(dirname "$0")/.."
allow_missing=false
dist=dist
while [ $# -gt 0 ]; do
    case $1 in
    --allow-missing) allow_missing=true ;;
    --dist=*) dist=${1#--dist=} ;;
    -*)
        sed -n '3,12s/^# \{0,1\}//p' "$0"
        exit 2
        ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || { sed -n '3,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tag=$1
shift
[ $# -gt 0 ] || set -- source linux-x86_64 linux-aarch64 windows-x86_64 npm wheel crate deb
commit=$(git rev-parse --verify --quiet "$tag^{commit}") || { echo "release: there is no $tag" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
part=setup
trap 'echo "$part: FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH TMPDIR=$work LC_ALL=C TZ=UTC
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fi
mkdir -p "$dist" "$work/out"
dist=$(cd "$dist" && pwd)
out=$work/out
missing=()

# The sources of the commit; everything is made of these.
git archive --format=tar --prefix=dxk/ "$commit" | tar -xf - -C "$work"
top=$PWD
cd "$work/dxk"
version=$(sed -n 's/^project(dxk VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
case $tag in
v[0-9]*) [ "$tag" = "v$version" ] || { echo "release: the sources of $tag have version $version" >&2; exit 1; } ;;
*) echo "release: $tag is no tag of a version; the files are those of $version all the same" >&2 ;;
esac

# True if all are here: commands, or files. Names what is not, with the packages of Debian that have it.
have() { # COMMAND-OR-FILE:PACKAGE...
    local pair absent=()
    for pair in "$@"; do
        case $pair in
        /*) [ -e "${pair%%:*}" ] ;;
        *) command -v "${pair%%:*}" >/dev/null ;;
        esac || absent+=("${pair#*:}")
    done
    [ ${#absent[@]} -gt 0 ] || return 0
    echo "$part: left out, needs ${absent[*]}" >&2
    missing+=("$part")
    return 1
}

make_source() {
    have git:git || return 0
    git -C "$top" archive --format=tar --prefix="dxk-$version/" "$commit" | gzip -9n >"$out/dxk-$version.tar.gz"
}

make_linux-x86_64() {
    have cmake:cmake ninja:ninja-build musl-gcc:musl-tools python3:python3 xz:xz-utils || return 0
    [ "$(uname -m)" = x86_64 ] || { echo "$part: left out, this machine is no x86-64" >&2; missing+=("$part"); return 0; }
    tools/package_static.sh "$out"
}

make_linux-aarch64() {
    have cmake:cmake ninja:ninja-build aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu qemu-aarch64:qemu-user python3:python3 \
        xz:xz-utils || return 0
    tools/package_cross.sh linux-aarch64 "$out"
}

make_windows-x86_64() {
    have cmake:cmake ninja:ninja-build x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64 \
        /usr/x86_64-w64-mingw32/include/zlib.h:libz-mingw-w64-dev python3:python3 || return 0
    tools/package_cross.sh windows-x86_64 "$out"
}

make_npm() {
    have cmake:cmake ninja:ninja-build clang-14:clang-14 llvm-ar-14:llvm-14 wasm-ld-14:lld-14 npm:npm node:nodejs \
        /usr/include/wasm32-wasi/stdlib.h:wasi-libc \
        /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a:libclang-rt-14-dev-wasm32 || return 0
    cmake -S . -B "$work/web" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_TOOLCHAIN_FILE=cmake/wasm32-wasi.cmake >/dev/null
    cmake --build "$work/web" --target dxk-web >/dev/null
    cp "$work/web/dxk.wasm" LICENSE web/
    (cd web && npm pack --silent --pack-destination "$out" >/dev/null)
    mv "$out/dxk-$version.tgz" "$out/dxk-$version-npm.tgz"
    mkdir "$work/npm"
    tar -xzf "$out/dxk-$version-npm.tgz" -C "$work/npm"
    node --no-warnings "$work/npm/package/bin.js" val -q tests/data/demo.dxil
    python3 tools/sbom.py "$work/web" -o "$out/dxk-$version-npm.spdx.json" "$work/web/dxk.wasm"
}

make_wheel() {
    have cmake:cmake cc:gcc python3:python3 || return 0
    local wheel
    wheel=$(CFLAGS="-ffile-prefix-map=$work=." DXK_WHEEL_BUILD=$work/wheel python3 bindings/python/build_wheel.py "$out")
    python3 -m zipfile -e "$out/$wheel" "$work/installed"
    chmod +x "$work/installed/dxk/dxk"
    (cd / && PYTHONPATH=$work/installed python3 -m dxk --version)
    python3 tools/sbom.py "$work/wheel/library" -o "$out/${wheel%.whl}.spdx.json" "$out/$wheel"
}

make_crate() {
    PATH=$PATH:$HOME/.cargo/bin
    have cargo:rust-1.64 cc:gcc ./tools/package_crates.sh:sources-that-can-make-crates || return 0
    CC=${CC:-$(command -v ccache >/dev/null && echo "ccache ")cc} tools/package_crates.sh "$work/crates"
    cp "$work"/crates/target/package/*.crate "$out/"
}

make_deb() {
    have dpkg-buildpackage:dpkg-dev dh:debhelper cmake:cmake /usr/include/yaml.h:libyaml-dev /usr/include/zlib.h:zlib1g-dev ||
        return 0
    local folder=$work/debian/dxk-$version package
    mkdir -p "$folder"
    git -C "$top" archive --format=tar "$commit" | tar -xf - -C "$folder"
    tar -C "$work/debian" --exclude=debian -czf "$work/debian/dxk_$version.orig.tar.gz" "dxk-$version"
    (cd "$folder" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-parallel=$(getconf _NPROCESSORS_ONLN)}" \
        dpkg-buildpackage -us -uc -b >"$work/debian.log" 2>&1) || { tail -20 "$work/debian.log"; return 1; }
    for package in "$work"/debian/*.deb; do
        case $package in *-dbgsym_*) ;; *) cp "$package" "$out/" ;; esac
    done
}

for part in "$@"; do
    declare -F "make_$part" >/dev/null || { echo "release: there is no part $part" >&2; exit 2; }
    echo "== $part"
    "make_$part"
done
part=release
cd "$out"
find . -type f ! -name '*.sha256' ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS
cp -- * "$dist/"
cat SHA256SUMS
if [ ${#missing[@]} -gt 0 ]; then
    echo "release: without ${missing[*]}" >&2
    $allow_missing
fi
