#!/bin/sh
# SPDX-License-Identifier: MIT
# Packages the command for another system, with its checksum and the list of what is in it:
#
#     package_cross.sh linux-aarch64 [FOLDER]     dxk-VERSION-linux-aarch64.tar.xz, linked statically
#     package_cross.sh windows-x86_64 [FOLDER]    dxk-VERSION-windows-x86_64.zip
#
# FOLDER is where to put them; dist by default. Equal sources and tools give equal bytes, wherever they are. The command is
# tried under qemu or Wine; where there is no Wine, that for Windows is not.
#
# Needs cmake, ninja, python3, xz and a compiler: gcc-aarch64-linux-gnu and qemu-user, or gcc-mingw-w64-x86-64 and
# libz-mingw-w64-dev. Only the command for Windows has zlib; both lack libyaml.
set -eu
cd "$(dirname "$0")/.."
target=$1
dist=${2:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
. tools/package_files.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
name=$work/dxk-$version-$target

build() { # TOOLCHAIN OPTIONS...
    toolchain=$1
    shift
    cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="cmake/$toolchain.cmake" \
        -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG -ffile-prefix-map=$PWD=. -ffile-prefix-map=$work=." \
        -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" -DDXK_YAML=OFF "$@" >/dev/null
    cmake --build "$work/build" --target dxk-cli >/dev/null
}

# Converts a shader and validates the result, with the command that the words start.
try() { # COMMAND...
    "$@" convert tests/data/legacy/sums_cs.dxbc -o "$work/sums.dxil"
    "$@" val "$work/sums.dxil"
}

case $target in
linux-aarch64)
    build aarch64-linux-gnu -DDXK_ZLIB=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=OFF
    mkdir -p "$name/bin"
    cp "$work/build/dxk" "$name/bin/"
    aarch64-linux-gnu-strip "$name/bin/dxk"
    try qemu-aarch64 "$name/bin/dxk"
    add_pages "$name" qemu-aarch64 "$name/bin/dxk"
    add_documents "$name" "$work/build" "$name/bin/dxk"
    pack "$name" "$dist"
    ;;
windows-x86_64)
    # The linker would write the time into the file.
    build x86_64-w64-mingw32 -DCMAKE_EXE_LINKER_FLAGS=-Wl,--no-insert-timestamp
    mkdir -p "$name"
    cp "$work/build/dxk.exe" "$name/"
    x86_64-w64-mingw32-strip "$name/dxk.exe"
    if command -v wine >/dev/null; then
        WINEPREFIX=$work/wine WINEDEBUG=-all try wine "$name/dxk.exe"
    else
        echo "there is no Wine: dxk.exe was not tried" >&2
    fi
    add_documents "$name" "$work/build" "$name/dxk.exe"
    # Its own date for each file, that of the sources; sorted names.
    python3 - "$name" "$dist/$(basename "$name").zip" <<'EOF'
import os, sys, time, zipfile
folder, path = sys.argv[1:]
date = max(time.gmtime(int(os.environ['SOURCE_DATE_EPOCH']))[:6], (1980, 1, 1, 0, 0, 0))
with zipfile.ZipFile(path, 'w') as archive:
    for file in sorted(os.listdir(folder)):
        entry = zipfile.ZipInfo(os.path.basename(folder) + '/' + file, date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o100644 << 16
        with open(os.path.join(folder, file), 'rb') as data:
            archive.writestr(entry, data.read())
EOF
    finish "$name" "$dist" "$(basename "$name").zip"
    ;;
*)
    sed -n '3,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
