#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the command and the shared library for Windows with mingw-w64 and, where Wine is, runs the cases of the
# command there. It installs mingw-w64; Wine only when it is told so:
#   tools/test_windows.sh [--wine]
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh windows
[ "${1:-}" != --wine ] || tools/setup.sh wine

cmake -S . -B build-windows -G Ninja -DCMAKE_BUILD_TYPE=Release -DDXK_WERROR=ON \
    -DCMAKE_TOOLCHAIN_FILE=cmake/x86_64-w64-mingw32.cmake >/dev/null
cmake --build build-windows
echo "Windows: the command builds"
tools/check_msvc.py

# What the DLL exports is what the headers declare, no more and no less; a program finds it.
cmake -S . -B build-windows-dll -G Ninja -DCMAKE_BUILD_TYPE=Release -DDXK_WERROR=ON -DDXK_SHARED=ON \
    -DCMAKE_TOOLCHAIN_FILE=cmake/x86_64-w64-mingw32.cmake >/dev/null
cmake --build build-windows-dll
x86_64-w64-mingw32-objdump -p build-windows-dll/libdxk.dll | sed -n 's/^\t\[ *[0-9]*\].* \(dxki*_[a-z0-9_]*\)$/\1/p' |
    sort >build-windows-dll/exported
x86_64-w64-mingw32-nm -A build-windows-dll/dxk.exe | sed -n 's/.* I __imp_\(dxk_[a-z0-9_]*\)$/\1/p' |
    sort -u >build-windows-dll/imported
if grep -q '^dxki_' build-windows-dll/exported || [ ! -s build-windows-dll/imported ] ||
    [ -n "$(comm -13 build-windows-dll/exported build-windows-dll/imported)" ]; then
    echo "the exports of libdxk.dll are wrong" >&2
    exit 1
fi
echo "Windows: libdxk.dll exports $(wc -l <build-windows-dll/exported) functions, the command imports $(wc -l <build-windows-dll/imported) of them"

if ! command -v wine >/dev/null; then
    echo "Windows: no Wine here, so nothing was run (tools/test_windows.sh --wine installs it)"
    exit 0
fi
folder=$(mktemp -d)
export WINEPREFIX="$folder/wine" WINEDEBUG=-all
end() {
    wineserver -k >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap end EXIT INT TERM
# The server outlives commands; begun here, it does not keep the outputs of a case open.
mkdir "$WINEPREFIX"
wineserver -p >/dev/null 2>&1
wine "$PWD/build-windows/dxk.exe" --version </dev/null >/dev/null 2>&1
cp build-windows-dll/dxk.exe build-windows-dll/libdxk.dll "$folder"
wine "$folder/dxk.exe" info tests/data/vs.dxil </dev/null >/dev/null
cat >"$folder/dxk" <<END
#!/bin/sh
export WINEPREFIX="$WINEPREFIX" WINEDEBUG=-all
exec wine "$PWD/build-windows/dxk.exe" "\$@"
END
chmod +x "$folder/dxk"

# Names are UTF-8, in arguments and on the disk; bytes are not changed on their way through standard streams.
cp tests/data/vs.dxil "$folder/größe 大.dxil"
(cd "$folder" && ./dxk extract HASH "größe 大.dxil" -o "äußere 部.bin" && ./dxk parts -r . | grep -q '大')
[ -s "$folder/äußere 部.bin" ]
"$folder/dxk" pack - <tests/data/vs.dxil 2>/dev/null | cmp - tests/data/vs.dxil
echo "Windows: names in UTF-8, binary streams"
tests/cli/run.py --dxk "$folder/dxk" --leave-out tests/cli/without/windows.txt
