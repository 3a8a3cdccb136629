# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions that the scripts which package a command share; they read this file.
version=$(sed -n 's/^project(dxk VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH

# Documents and the list of what is in the package, beside a command that is there.
add_documents() { # FOLDER BUILD COMMAND
    cp LICENSE README.md CHANGELOG.md "$1/"
    python3 tools/sbom.py "$2" -o "$1/dxk.spdx.json" "$3"
    chmod -R u=rwX,go=rX "$1"
}

# Manual pages, and what the command, started by the given words, prints for shells.
add_pages() { # FOLDER COMMAND...
    pages=$1
    shift
    mkdir -p "$pages/share/man/man1" "$pages/share/completions"
    cp docs/man/*.1 "$pages/share/man/man1/"
    for shell in bash zsh fish; do
        "$@" completion $shell >"$pages/share/completions/dxk.$shell"
    done
    "$@" completion powershell >"$pages/share/completions/dxk.ps1"
}

# The folder as an archive, with its checksum and the list beside it; equal folders give equal bytes.
pack() { # FOLDER DIST
    base=$(basename "$1")
    tar -C "$(dirname "$1")" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
        -cf "$1.tar" "$base"
    xz -9 -T1 -f "$1.tar"
    mv "$1.tar.xz" "$2/"
    finish "$1" "$2" "$base.tar.xz"
}

finish() { # FOLDER DIST ARCHIVE
    cp "$1/dxk.spdx.json" "$2/$(basename "$1").spdx.json"
    (cd "$2" && sha256sum "$3" >"$3.sha256")
    echo "$2/$3: $(wc -c <"$2/$3") bytes"
}
