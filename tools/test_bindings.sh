#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the bindings, and installs what that needs (Debian; elsewhere it names it):
#
#     tools/test_bindings.sh [python|rust|cluster]...     default: all
#
# python: the table of the C tests, errors, threads; mypy --strict; a wheel, built and installed without network.
# rust: the same table with cargo. cluster: the example examples/million_shaders.py on two workers.
# DXK_BINDINGS_BUILD is the folder for what is built, default build-bindings.
set -eu
cd "$(dirname "$0")/.."
build=${DXK_BINDINGS_BUILD:-$PWD/build-bindings}
launcher=$(command -v ccache >/dev/null && echo -DCMAKE_C_COMPILER_LAUNCHER=ccache || true)
PATH=$PATH:$HOME/.cargo/bin

need() { # need COMMAND PACKAGE: installs a package unless the command is there
    command -v "$1" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install -y --no-install-recommends "$2" >/dev/null
    else
        echo "$0: needs $1 (Debian: $2)" >&2
        exit 2
    fi
}

prepare() {
    need cmake cmake
    need python3 python3
    [ -e /usr/include/cmocka.h ] || [ "$(uname)" != Linux ] || tools/setup.sh test
    cmake -S . -B "$build/shared" -DCMAKE_BUILD_TYPE=Release -DDXK_SHARED=ON -DDXK_TESTS=ON $launcher >/dev/null
    cmake --build "$build/shared" --parallel "$(getconf _NPROCESSORS_ONLN)" --target dxk dxk-cli bindings-table >/dev/null
    "$build/shared/tests/bindings-table" tests/data >"$build/table.txt"
    "$build/shared/tests/bindings-table" --sizes >"$build/sizes.txt"
    export DXK_TABLE="$build/table.txt" DXK_SIZES="$build/sizes.txt" DXK_TEST_DATA="$PWD/tests/data"
    export DXK_LIBRARY="$build/shared/libdxk.so" DXK_COMMAND="$build/shared/dxk" PYTHONPATH="$PWD/bindings/python"
    export LD_LIBRARY_PATH="$build/shared"
    python3 tools/gen_bindings.py --check
}

test_python() {
    python3 bindings/python/tests/test_dxk.py
    need mypy mypy
    (cd bindings/python && mypy --strict --cache-dir "$build/mypy" dxk tests/test_dxk.py build_wheel.py)
    # The wheel alone, in a folder of its own.
    mkdir -p "$build/wheel"
    DXK_WHEEL_BUILD="$build/wheel-build" python3 bindings/python/build_wheel.py "$build/wheel" >"$build/wheel/name"
    rm -rf "$build/installed"
    python3 -m zipfile -e "$build/wheel/$(cat "$build/wheel/name")" "$build/installed"
    chmod +x "$build/installed/dxk/dxk"
    (unset DXK_LIBRARY DXK_COMMAND LD_LIBRARY_PATH
     cd /
     PYTHONPATH="$build/installed" python3 "$OLDPWD/bindings/python/tests/test_dxk.py"
     PYTHONPATH="$build/installed" python3 -m dxk --version)
}

test_rust() {
    need cargo cargo
    (cd bindings/rust && DXK_LIB_DIR="$build/shared" cargo test --offline --target-dir "$build/cargo")
    # An archive, which needs zlib and libyaml: in its build folder, and where it is installed.
    cmake -S . -B "$build/static" -DCMAKE_BUILD_TYPE=Release -DDXK_SHARED=OFF $launcher >/dev/null
    cmake --build "$build/static" --parallel "$(getconf _NPROCESSORS_ONLN)" --target dxk dxk-cli >/dev/null
    cmake --install "$build/static" --prefix "$build/prefix" >/dev/null
    for folder in "$build/static" "$(dirname "$(find "$build/prefix" -name libdxk.a)")"; do
        (cd bindings/rust && LD_LIBRARY_PATH='' DXK_LIB_DIR="$folder" DXK_LIB_KIND=static \
            cargo test --offline --target-dir "$build/cargo-static")
    done
    # The crates as they are published, which no longer need the project.
    CC="${CC:-$(command -v ccache || true) cc}" CFLAGS=-O0 tools/package_crates.sh "$build/crates"
}

test_cluster() {
    python3 bindings/python/tests/test_million.py
    # The cluster of Debian's own Python, if that is another one.
    if [ -x /usr/bin/python3 ]; then
        /usr/bin/python3 -c 'import distributed' 2>/dev/null || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null ||
            apt-get install -y --no-install-recommends python3-distributed >/dev/null
        /usr/bin/python3 bindings/python/tests/test_million.py
    fi
}

prepare
for what in ${*:-python rust cluster}; do
    echo "== $what"
    "test_$what"
done
