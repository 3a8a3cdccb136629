#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes a million changed modules and validates each, in parallel; see tests/conformance/mutants.c.
#
#     tools/mutants.sh [OPTION...] [SAMPLES...]
#
# --count=N            so many
# --seed=N             the number of the first; without it other mutants each time
# --jobs=N             so many at once; without it as many as there are processors
# --reference=COMMAND  is given the name of a file and prints what dxv prints; if there is no such
#                      command, nothing is compared
# --judge=COMMAND      the same, started once, which is many times as fast:
#                      `conformance-mutants --help` says how it is spoken to
# --verdicts           check nothing but the verdict
# --keep=FOLDER        for mutants that failed, by default mutants
# --build=FOLDER       by default build-debug
#
# SAMPLES are by default those in tests/data and the corpus beside the checkout. The exit status is
# 1 when a mutant failed.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
count=1000000 reference='' judge='' verdicts='' keep=mutants build=$here/build-debug
start=$(($(date +%s) * 1000000)) # other mutants each time
jobs=$(nproc 2>/dev/null || echo 2)
for option; do
    case $option in
    --help)
        sed -n '/^# Makes/,/^set/s/^# \{0,1\}//p' "$0"
        exit
        ;;
    --count=*) count=${option#*=} ;;
    --seed=*) start=${option#*=} ;;
    --jobs=*) jobs=${option#*=} ;;
    --reference=*) reference=${option#*=} ;;
    --judge=*) judge=${option#*=} ;;
    --verdicts) verdicts=--verdicts ;;
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
share=$(((count + jobs - 1) / jobs))
workers='' failed=0
for job in $(seq "$jobs"); do
    "$build/tests/conformance-mutants" --count=$share --seed=$((start + (job - 1) * share)) --kinds \
        ${reference:+"--reference=$reference"} ${judge:+"--judge=$judge"} $verdicts --keep="$keep" "$@" &
    workers="$workers $!"
done
for worker in $workers; do
    wait "$worker" || failed=1
done
exit $failed
