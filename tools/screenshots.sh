#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes the small pictures of docs/pictures and docs/report.png anew, with Chromium; docs/page.png of what
# tools/test_web.sh has left.
#
#     tools/screenshots.sh [PATH of dxk]
#
# Needs chromium, pngquant and optipng.
set -eu
cd "$(dirname "$0")/../tests/data"
dxk=${1:-../../build-debug/dxk}
out=../../docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# shoot FILE WIDTH HEIGHT OUT
shoot()
{
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$2,$3" \
        --screenshot="$work/shot.png" "file://$1" >/dev/null 2>&1
    reduce "$work/shot.png" "$4"
}

# reduce IN OUT
reduce()
{
    pngquant --force --speed 1 --strip --output "$2" 96 "$1"
    optipng -quiet -o5 "$2"
}

# size NAME: an attribute of the picture
size()
{
    sed -n "1s/.* $1=\"\([0-9]*\).*/\1/p" "$work/picture.svg"
}

draw()
{
    "$dxk" draw "$@" -o "$work/picture.svg"
    shoot "$work/picture.svg" "$(size width)" "$(size height)" "$out/$1.png"
}

draw parts demo.dxil
draw rootsig pictures/root.dxil
draw bindings --rootsig pictures/root.dxil demo.dxil
draw signatures ds.dxil
draw linkage match/vs-other.dxil match/ps.dxil
draw buffers vs-matrices.dxil
draw depends demo.dxil
draw flow pictures/loops.dxil
draw calls link/notes-a.lib
draw nodes lib-node.dxil
draw diff rts0.dxil debug.dxil
draw tree -r exec match link

"$dxk" report --rootsig pictures/root.dxil demo.dxil -o "$work/report.html"
shoot "$work/report.html" 1040 1000 ../../docs/report.png
[ ! -e ../../build-web/screens/page.png ] || reduce ../../build-web/screens/page.png ../../docs/page.png
