#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the crates dxk-sys and dxk as they are published, which no longer need the project:
#
#     tools/package_crates.sh FOLDER
#
# FOLDER/dxk-sys has the sources of the library in libdxk; FOLDER/target/package has what `cargo publish` would upload.
# Both crates are built from what was packed, without network, by CC with CFLAGS.
set -eu
cd "$(dirname "$0")/.."
[ $# = 1 ] || { sed -n '3,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)

rm -rf "$out/dxk-sys" "$out/dxk"
cp -R bindings/rust/Cargo.toml bindings/rust/dxk-sys bindings/rust/dxk "$out"
mkdir "$out/dxk-sys/libdxk"
for folder in src include; do
    find "$folder" -type f \( -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.inc' \) | while read -r file; do
        mkdir -p "$out/dxk-sys/libdxk/$(dirname "$file")"
        cp "$file" "$out/dxk-sys/libdxk/$file"
    done
done
cp LICENSE "$out/dxk-sys"
cp LICENSE "$out/dxk"

cd "$out"
cargo package --quiet --offline --allow-dirty -p dxk-sys
# No registry has dxk-sys yet: the one beside it stands in.
cargo package --quiet --offline --allow-dirty -p dxk --config "patch.crates-io.dxk-sys.path='$out/dxk-sys'"
for crate in target/package/*.crate; do
    echo "$crate: $(wc -c <"$crate") bytes"
done
