#!/bin/sh
# SPDX-License-Identifier: MIT
# A merge driver of git for shaders: containers and listings are merged as listings. docs/editors.md shows how to set
# it up.
#
#     merge-dxil.sh BASE OURS THEIRS [PATH]
#
# OURS becomes the result: a container if OURS was one and the merged listing assembles, otherwise a listing. With exit
# status 1 there are conflicts, and OURS is a listing with conflict markers.
set -eu
base=$1 ours=$2 theirs=$3 path=${4:-$2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# Prints the listing of any input; text is printed unchanged.
list() {
    if dxk parts "$1" >/dev/null 2>&1; then
        dxk dis --no-header --no-comments "$1" >"$2"
    else
        cp "$1" "$2"
    fi
}

container=no
! dxk parts "$ours" >/dev/null 2>&1 || container=yes
list "$base" "$work/base"
list "$ours" "$work/ours"
list "$theirs" "$work/theirs"
if ! git merge-file -L ours -L base -L theirs "$work/ours" "$work/base" "$work/theirs"; then
    cp "$work/ours" "$ours"
    echo "$path: conflicts, left as a listing" >&2
    exit 1
fi
if [ $container = no ]; then
    cp "$work/ours" "$ours"
elif dxk as "$work/ours" -o "$work/merged" 2>"$work/said"; then
    cp "$work/merged" "$ours"
else
    cp "$work/ours" "$ours"
    sed "s|^$work/ours|$path|" "$work/said" >&2
    exit 1
fi
