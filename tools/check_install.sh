#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty folder and builds a program against it, through pkg-config's flags and
# through the CMake package, with the static and the shared library; the shared library must
# export nothing but dxk_ symbols. Users build a release, which must be free of warnings.
#
#     check_install.sh [BUILD]     the static library is that of a build folder, if one is named
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT INT TERM

cat >"$out/main.c" <<'EOF'
#include <stdio.h>
#include <string.h>
#include <dxk/dxk.h>
int main(void) {
    dxk_ctx *ctx;
    void *volatile needs_more[] = {(void *)dxk_yaml_read, (void *)dxk_pdb_load}; /* libyaml, zlib */
    if (!needs_more[0] || !needs_more[1]) return 1;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK) return 1;
    dxk_ctx_free(ctx);
    puts(dxk_version());
    return strcmp(dxk_part_title(DXK_FOURCC('P', 'S', 'V', '0'), (dxk_bytes){NULL, 0}), "unknown part") == 0;
}
EOF
cat >"$out/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(dxk REQUIRED)
add_executable(user main.c)
target_link_libraries(user PRIVATE dxk::dxk)
EOF

cat >"$out/fetch.cmake" <<EOF
cmake_minimum_required(VERSION 3.16)
project(user C)
include(FetchContent)
FetchContent_Declare(dxk SOURCE_DIR "$PWD")
FetchContent_MakeAvailable(dxk)
add_executable(user main.c)
target_link_libraries(user PRIVATE dxk::dxk)
if(CMAKE_BUILD_TYPE OR TARGET dxk-cli)
  message(FATAL_ERROR "dxk sets the build type or makes the command of a project that only uses it")
endif()
EOF
mkdir "$out/fetch"
cp "$out/main.c" "$out/fetch/"
mv "$out/fetch.cmake" "$out/fetch/CMakeLists.txt"
cmake -S "$out/fetch" -B "$out/fetch/build" -G Ninja >/dev/null

# What is built for another system cannot be run, and folders may be absolute.
cmake -S . -B "$out/cross" -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_INSTALL_LIBDIR=/opt/dxk/lib >/dev/null
! grep -q 'completion bash' "$out/cross/build.ninja" || { echo "a cross build runs the command" >&2; exit 1; }
grep -q '^libdir=/opt/dxk/lib$' "$out/cross/dxk.pc" || { echo "dxk.pc has a wrong folder" >&2; exit 1; }

for shared in OFF ON; do
    prefix=$out/prefix-$shared
    build=$out/build-$shared
    if [ $shared = OFF ] && [ $# -gt 0 ]; then
        build=$1
        cmake -S . -B "$build" -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
    else
        cmake -S . -B "$build" -G Ninja -DDXK_SHARED=$shared -DDXK_WERROR=ON -DCMAKE_INSTALL_LIBDIR=lib \
            -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" >/dev/null
    fi
    cmake --build "$build" >/dev/null
    cmake --install "$build" --prefix "$prefix" >/dev/null
    for file in bin/dxk include/dxk/dxk.h lib/pkgconfig/dxk.pc lib/cmake/dxk/dxk-config.cmake \
        share/man/man1/dxk.1 share/bash-completion/completions/dxk share/zsh/site-functions/_dxk \
        share/doc/dxk/LICENSE share/doc/dxk/README.md share/doc/dxk/docs/library.md share/doc/dxk/examples/validate.c \
        share/dxk/schemas/info.schema.json; do
        [ -s "$prefix/$file" ] || { echo "not installed: $file" >&2; exit 1; }
    done
    [ "$(ls schemas)" = "$(ls "$prefix/share/dxk/schemas")" ] || { echo "schemas are not all installed" >&2; exit 1; }
    [ "$(cd docs && ls ./*.md)" = "$(cd "$prefix/share/doc/dxk/docs" && ls ./*.md)" ] ||
        { echo "documents are not all installed" >&2; exit 1; }
    "$prefix/bin/dxk" --version >/dev/null
    grep -qx "prefix=$prefix" "$prefix/lib/pkgconfig/dxk.pc" ||
        { echo "dxk.pc names another folder than the one it is in" >&2; exit 1; }
    flags=$(sed -n 's/^Libs: //p' "$prefix/lib/pkgconfig/dxk.pc" |
        sed "s|\${libdir}|$prefix/lib|" | tr '\n' ' ')
    # shellcheck disable=SC2086 # a list of words
    gcc "$out/main.c" -I"$prefix/include" $flags -Wl,-rpath,"$prefix/lib" -o "$out/user"
    "$out/user" >/dev/null
    for example in examples/*.c; do
        # shellcheck disable=SC2086 # a list of words
        gcc -Wall -Wextra -Werror "$example" -I"$prefix/include" $flags -o "$out/example"
    done
    rm -rf "$out/user-build"
    cmake -S "$out" -B "$out/user-build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$out/user-build" >/dev/null
    "$out/user-build/user" >/dev/null
done

foreign=$(nm -D --defined-only "$out"/prefix-ON/lib/libdxk.so | awk '$3 !~ /^(dxk_|_init$|_fini$)/ {print $3}')
[ -z "$foreign" ] || { echo "libdxk.so exports: $foreign" >&2; exit 1; }
echo "installation: static and shared, pkg-config and CMake package work; exports are dxk_ only"
