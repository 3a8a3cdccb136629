#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes a million changed modules and validates each, in parallel; see tests/conformance/mutants.c.
#
#     tools/mutants.sh [--count=N] [--reference=COMMAND] [--keep=FOLDER] [--build=FOLDER] [SAMPLES...]
#
# COMMAND, which is given the name of a file, prints what dxv prints; when there is none, nothing
# is compared. SAMPLES are by default those in tests/data and the corpus beside the checkout. The
# exit status is 1 when a mutant failed; those are in the folder, by default mutants.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
count=1000000 reference='' keep=mutants build=$here/build-debug
for option; do
    case $option in
    --count=*) count=${option#*=} ;;
    --reference=*) reference=${option#*=} ;;
    --keep=*) keep=${option#*=} ;;
    --build=*) build=${option#*=} ;;
    *) break ;;
    esac
    shift
done
if [ $# -eq 0 ]; then
    set -- "$here/tests/data" "$here/../shared/corpus/own"
fi
if [ -n "$reference" ] && ! command -v "${reference%% *}" >/dev/null; then
    echo "there is no ${reference%% *}: nothing is compared" >&2
    reference=''
fi
mkdir -p "$keep"
jobs=$(nproc 2>/dev/null || echo 2)
share=$(((count + jobs - 1) / jobs))
start=$(($(date +%s) * 1000000)) # other mutants each time
workers='' failed=0
for job in $(seq "$jobs"); do
    "$build/tests/conformance-mutants" --count=$share --seed=$((start + job * share)) \
        ${reference:+"--reference=$reference"} --keep="$keep" "$@" &
    workers="$workers $!"
done
for worker in $workers; do
    wait "$worker" || failed=1
done
exit $failed
