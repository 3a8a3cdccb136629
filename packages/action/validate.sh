#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The step of action.yml: downloads dxk if requested, validates, writes SARIF and the outputs.
# All inputs are variables, so that none becomes part of a command.
set -Eeuo pipefail

fail() {
    echo "::error::$1"
    exit 1
}

# The release if its checksum is given, otherwise the installed command.
get_command() {
    if [ -z "${DXK_SHA256:-}" ]; then
        command -v dxk || fail "dxk is not installed; give the sha256 of a release to download one"
        return
    fi
    local name="dxk-$DXK_VERSION-linux-x86_64" folder
    folder=$(mktemp -d)
    local url="${GITHUB_SERVER_URL:-https://github.com}/$DXK_REPOSITORY/releases/download/v$DXK_VERSION/$name.tar.xz"
    curl --fail --silent --show-error --location --output "$folder/dxk.tar.xz" "$url" >&2 || fail "cannot download $url"
    echo "$DXK_SHA256  $folder/dxk.tar.xz" | sha256sum --check --quiet >&2 || fail "the checksum of $url is wrong"
    tar -xJf "$folder/dxk.tar.xz" -C "$folder"
    echo "$folder/$name/bin/dxk"
}

# Report any unexpected failure.
trap 'echo "::error::the step failed in line $LINENO of validate.sh: $BASH_COMMAND"' ERR

# The lines of a variable that are not empty, as an array.
take_lines() {
    local -n list=$1
    list=()
    while IFS= read -r line; do
        [ -z "$line" ] || list+=("$line")
    done <<<"$2"
}

case "$DXK_FAIL_ON" in error | never) ;; *) fail "fail-on is 'error' or 'never', not '$DXK_FAIL_ON'" ;; esac
take_lines files "$DXK_FILES"
take_lines args "${DXK_ARGS:-}"
[ ${#files[@]} -gt 0 ] || fail "no file is given"
dxk=$(get_command)
status=0
mkdir -p "$(dirname "$DXK_SARIF")" || fail "cannot make the folder of $DXK_SARIF"
"$dxk" val -r --sarif "${args[@]}" -- "${files[@]}" >"$DXK_SARIF" || status=$?
grep -q '"invocations"' "$DXK_SARIF" || fail "dxk ends with status $status and wrote no findings to $DXK_SARIF"
errors=$(grep -c '"level": "error"' "$DXK_SARIF" || true)
{
    echo "sarif-file=$DXK_SARIF"
    echo "errors=$errors"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"
[ "$status" -le 1 ] || fail "dxk ends with status $status"
[ "$status" = 0 ] || [ "$DXK_FAIL_ON" = never ] || fail "$errors errors in shaders"
