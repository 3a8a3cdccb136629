#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes all packages and tries them. On Debian it installs what is missing when it runs as root.
#
#     test_packages.sh [SECTION...]   static reproducible debian abi action hooks recipes completions;
#                                     all by default
#
# What a machine does not have, and cannot install, is named and passed over: conan, what is of the npm registry.
# DXK_DIST is a folder in which the packages are kept; by default nothing is. A static package that an earlier run has
# left there is taken, if it was made of the same sources with the same tools: so static and reproducible, which
# take minutes each, may be two runs.
set -Eeuo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
section=setup
# A command that fails without a message of its own is named.
trap 'echo "$section: FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
# Where there is ccache, what is built twice is compiled once.
if [ -n "$(command -v ccache)" ]; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fi
export TMPDIR=$work

say() { printf '%s: %s\n' "$section" "$*"; }
fail() {
    printf '%s: FAILED: %s\n' "$section" "$*" >&2
    exit 1
}

# Installs Debian packages that are missing.
need() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || fail "as root: apt-get install ${missing[*]}"
    apt-get install -y -q "${missing[@]}" >/dev/null
}

keep() {
    [ -n "${DXK_DIST:-}" ] || return 0
    mkdir -p "$DXK_DIST"
    cp "$@" "$DXK_DIST/"
}

# The sources as a release has them: what is under version control.
list_sources() {
    git ls-files -z --cached --others --exclude-standard | sort -z | while IFS= read -r -d '' file; do
        [ ! -e "$file" ] || printf '%s\0' "$file"
    done
}

# The same in folder $1.
export_sources() {
    mkdir -p "$1"
    list_sources | tar --null -T - -cf - | tar -xf - -C "$1"
}

# What a package is made of: sources and tools, as a number.
origin() {
    {
        list_sources | xargs -0 sha256sum
        musl-gcc --version
        ld --version
        cmake --version
        python3 --version
        xz --version
    } 2>&1 | sha256sum
}

version() { sed -n 's/^project(dxk VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

# A command to try things with: a copy of that of a build folder, which may be linked again meanwhile, or a new one.
command_at() {
    local candidate copy=$work/bin/dxk
    mkdir -p "$work/bin"
    for candidate in "${DXK:-}" build*/dxk; do
        if [ -x "$candidate" ] && cp "$candidate" "$copy" && "$copy" --version 2>/dev/null | grep -q " $(version)"; then
            echo "$copy"
            return
        fi
    done
    cmake -S . -B "$work/command" -G Ninja >/dev/null
    cmake --build "$work/command" --target dxk-cli >/dev/null
    cp "$work/command/dxk" "$copy"
    echo "$copy"
}

# --- sections ---

# The static package of this folder, in $work/dist: made once for all sections, because it takes minutes.
make_static() {
    need cmake ninja-build musl-tools xz-utils python3
    export SOURCE_DATE_EPOCH=1700000000
    [ ! -d "$work/dist" ] || return 0
    local made_of
    made_of=$(origin)
    if [ -n "${DXK_DIST:-}" ] && [ "$(cat "$DXK_DIST/static-made-of" 2>/dev/null)" = "$made_of" ]; then
        mkdir "$work/dist"
        cp "$DXK_DIST"/dxk-"$(version)"-linux-* "$work/dist/"
        say "an earlier run has made the package, of the same sources with the same tools"
        return 0
    fi
    tools/package_static.sh "$work/dist"
    keep "$work"/dist/*
    [ -z "${DXK_DIST:-}" ] || echo "$made_of" >"$DXK_DIST/static-made-of"
}

test_static() {
    make_static
    (cd "$work/dist" && sha256sum --check --quiet ./*.sha256)
    tar -xJf "$work"/dist/*.tar.xz -C "$work"
    local folder=$work/dxk-$(version)-linux-$(uname -m)
    ! ldd "$folder/bin/dxk" >/dev/null 2>&1 || fail "the command is not static"
    [ "$(wc -c <"$folder/bin/dxk")" -lt 5000000 ] || fail "the command is large: had it no profiles?"
    "$folder/bin/dxk" convert tests/data/legacy/sums_cs.dxbc -o "$work/sums.dxil"
    "$folder/bin/dxk" val "$work/sums.dxil"
    python3 - "$folder" <<'EOF'
import hashlib, json, sys
bill = json.load(open(sys.argv[1] + '/dxk.spdx.json'))
assert bill['spdxVersion'] == 'SPDX-2.3' and bill['packages'][0]['name'] == 'dxk'
assert [p['name'] for p in bill['packages']] == ['dxk'], 'no other library is in it'
digest = hashlib.sha256(open(sys.argv[1] + '/bin/dxk', 'rb').read()).hexdigest()
assert bill['files'][0]['checksums'][1]['checksumValue'] == digest
known = {'SPDXRef-DOCUMENT'} | {e['SPDXID'] for e in bill['packages'] + bill['files']}
assert all(r['spdxElementId'] in known and r['relatedSpdxElement'] in known for r in bill['relationships'])
EOF
    say "the command runs; the bill of materials has its checksum"
}

# Built once more, elsewhere, without what a cache has kept.
test_reproducible() {
    make_static
    local place=$work/another/place
    export_sources "$place"
    (cd "$place" && CCACHE_DISABLE=1 tools/package_static.sh "$work/again")
    cmp "$work"/dist/*.tar.xz "$work"/again/*.tar.xz || fail "two builds differ"
    cmp "$work"/dist/*.spdx.json "$work"/again/*.spdx.json || fail "two bills of materials differ"
    say "builds in two folders gave the same bytes"
}

test_debian() {
    need debhelper lintian fakeroot cmake libyaml-dev zlib1g-dev
    local folder=$work/debian/dxk-$(version)
    export_sources "$folder"
    tar -C "$work/debian" --exclude=debian -czf "$work/debian/dxk_$(version).orig.tar.gz" "dxk-$(version)"
    (cd "$folder" && dpkg-buildpackage -us -uc -j2 >"$work/debian.log" 2>&1) || { tail -20 "$work/debian.log"; fail "no package"; }
    ls "$work"/debian/*.deb
    keep "$work"/debian/*.deb
    # The maintainer has no address but this machine's: who distributes the packages puts one in.
    lintian --fail-on error --suppress-tags bogus-mail-host "$work"/debian/*.changes || fail "lintian has found errors"
    local root=$work/root package
    for package in "$work"/debian/*.deb; do
        case $package in *-dbgsym_*) ;; *) dpkg-deb -x "$package" "$root" ;; esac
    done
    local libraries
    libraries=$(dirname "$(find "$root" -name 'libdxk.so.0.*' | head -1)")
    LD_LIBRARY_PATH=$libraries "$root/usr/bin/dxk" val -q "$(make_shader "$root/usr/bin/dxk" "$libraries")"
    gcc packages/test_package/main.c -I"$root/usr/include" -L"$libraries" -ldxk -o "$work/user"
    [ "$(LD_LIBRARY_PATH=$libraries "$work/user")" = "$(version)" ] || fail "a program runs with another library"
    say "built, checked, unpacked and used"
}

make_shader() {
    LD_LIBRARY_PATH=$2 "$1" convert tests/data/legacy/sums_cs.dxbc -o "$work/made.dxil"
    echo "$work/made.dxil"
}

test_abi() {
    need cmake ninja-build abigail-tools xz-utils
    tools/check_abi.sh
}

# The step of the action as GitHub runs it, with a good shader, a bad one, a missing one.
test_action() {
    local dxk status=0
    dxk=$(command_at)
    mkdir -p "$work/shaders"
    "$dxk" convert tests/data/legacy/sums_cs.dxbc -o "$work/shaders/good.dxil"
    run_action() {
        : >"$work/output"
        env PATH="$work/bin:$PATH" GITHUB_OUTPUT="$work/output" DXK_FILES="$1" DXK_VERSION=0 DXK_SHA256='' \
            DXK_SARIF="$work/dxk.sarif" DXK_FAIL_ON="$2" DXK_ARGS='' DXK_REPOSITORY=x/y \
            bash packages/action/validate.sh >"$work/action.log" 2>&1
    }
    run_action "$work/shaders" error || { cat "$work/action.log"; fail "a valid shader fails"; }
    grep -q '^errors=0$' "$work/output" || fail "errors are counted in a valid shader"
    "$dxk" convert --no-validate --format=dxilconv tests/data/legacy/sums_cs.dxbc -o "$work/shaders/bad.dxil"
    ! run_action "$work/shaders" error || fail "an invalid shader passes"
    grep -q '^errors=[1-9]' "$work/output" || fail "errors are not counted"
    run_action "$work/shaders" never || fail "fail-on=never fails"
    ! run_action "$work/not-there" never || fail "a missing file passes"
    grep -q '^sarif-file=.' "$work/output" || fail "the SARIF that tells of a missing file is not handed over"
    python3 packages/action/check_sarif.py "$work/dxk.sarif" || status=$?
    [ $status = 0 ] || fail "GitHub would not take the SARIF"
    run_action "$work/shaders" never || fail "fail-on=never fails the second time"
    python3 packages/action/check_sarif.py "$work/dxk.sarif" || fail "GitHub would not take the SARIF"
    # The checker that GitHub's own documentation names, if the registry of npm has it.
    if npm install --silent --no-audit --no-fund --prefix "$work/npm" @microsoft/sarif-multitool >/dev/null 2>&1; then
        "$work/npm/node_modules/.bin/sarif-multitool" validate "$work/dxk.sarif" --rule-kind Ghas >"$work/multitool" || status=$?
        ! grep -q ': error ' "$work/multitool" || { grep ': error ' "$work/multitool" | head -5; status=1; }
        [ $status = 0 ] || fail "sarif-multitool refuses the SARIF"
    else
        say "no sarif-multitool here: only our own check was made"
    fi
    # A command that prints nothing: the step fails, and says why.
    mv "$work/bin/dxk" "$work/kept"
    printf '#!/bin/sh\nexit 1\n' >"$work/bin/dxk"
    chmod +x "$work/bin/dxk"
    ! run_action "$work/shaders" never || fail "a command without output passes"
    grep -q '^::error::' "$work/action.log" || fail "a command without output fails without a word"
    mv "$work/kept" "$work/bin/dxk"
    say "findings are counted, failures fail, SARIF has what GitHub wants"
}

test_hooks() {
    need pre-commit git
    local dxk
    dxk=$(command_at)
    "$dxk" convert tests/data/legacy/sums_cs.dxbc -o "$work/hook.dxil"
    sed -n 's/^  entry: //p' .pre-commit-hooks.yaml | while read -r entry; do
        # shellcheck disable=SC2086 # a command with options
        PATH=$work/bin:$PATH $entry "$work/hook.dxil" || fail "$entry"
    done
    pre-commit validate-manifest .pre-commit-hooks.yaml
    # As users run them: from a repository with shaders, by the configuration of docs/packages.md.
    git init -q "$work/users"
    git init -q "$work/hooks"
    cp .pre-commit-hooks.yaml "$work/hooks"
    git -C "$work/hooks" add -A
    git -C "$work/hooks" -c user.name=x -c user.email=x@y commit -q -m x
    cp "$work/hook.dxil" "$work/users/good.dxil"
    git -C "$work/users" add -A
    run_hooks() { (cd "$work/users" && PATH=$work/bin:$PATH PRE_COMMIT_HOME=$work/cache pre-commit try-repo "$work/hooks" --all-files); }
    run_hooks >"$work/hooks.log" 2>&1 || { cat "$work/hooks.log"; fail "a valid shader is refused"; }
    head -c 200 "$work/hook.dxil" >"$work/users/bad.dxil"
    git -C "$work/users" add -A
    ! run_hooks >"$work/hooks.log" 2>&1 || fail "a damaged shader is taken"
    grep -q bad.dxil "$work/hooks.log" || fail "the damaged shader is not named"
    say "pre-commit takes a valid shader and refuses a damaged one"
}

test_recipes() {
    need python3 cmake ruby
    tools/package_recipes.py --repository owner/dxk -o "$work/recipes"
    ! grep -r '@[A-Z]*@' "$work/recipes" || fail "something is not filled in"
    python3 -m json.tool "$work/recipes/vcpkg/dxk/vcpkg.json" >/dev/null
    cmake -DPORT="$work/recipes/vcpkg/dxk" -DSOURCE="$PWD" -DOUT="$work/vcpkg" -P packages/vcpkg_dry_run.cmake
    python3 -m py_compile conanfile.py packages/test_package/conanfile.py
    rm -rf __pycache__ packages/test_package/__pycache__
    ruby -c "$work/recipes/homebrew/dxk.rb" >/dev/null
    if command -v conan >/dev/null; then
        # In a copy, because Conan leaves builds and presets beside what it builds.
        export_sources "$work/conan"
        export CONAN_HOME=$work/conan-home
        conan profile detect >/dev/null 2>&1
        if conan create "$work/conan" --build=missing >"$work/conan.log" 2>&1; then
            say "conan: the package is made and used, with zlib and libyaml"
        elif conan create "$work/conan" -o '&:with_zlib=False' -o '&:with_yaml=False' >"$work/conan.log" 2>&1; then
            say "conan: the package is made and used, without zlib and libyaml, whose recipes cannot be had"
        else
            tail -20 "$work/conan.log"
            fail "conan create"
        fi
    else
        say "no conan here: the recipe was only compiled"
    fi
}

# Each script as its shell reads it; that for PowerShell by a grammar from the npm registry.
test_completions() {
    need zsh fish
    local dxk shell
    dxk=$(command_at)
    for shell in bash zsh fish; do
        "$dxk" completion $shell >"$work/dxk.$shell"
        $shell -n "$work/dxk.$shell" || fail "$shell's script"
    done
    "$dxk" completion powershell >"$work/dxk.ps1"
    sed '$d' "$work/dxk.ps1" >"$work/cut.ps1"
    if npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/grammar" \
        web-tree-sitter tree-sitter-powershell >/dev/null 2>&1; then
        node tests/packages/parse.mjs "$work/grammar" tree-sitter-powershell "$work/dxk.ps1" || fail "PowerShell's script"
        ! node tests/packages/parse.mjs "$work/grammar" tree-sitter-powershell "$work/cut.ps1" >/dev/null ||
            fail "the grammar takes half a script"
        say "the scripts of all shells parse"
    else
        say "the npm registry cannot be reached: PowerShell's script was not parsed"
    fi
}

sections=("$@")
[ $# -gt 0 ] || sections=(static reproducible debian abi action hooks recipes completions)
for section in "${sections[@]}"; do
    "test_$section"
done
