#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the verdict of `dxk val` on damaged files with the one that the reference's validator gave.

    tests/conformance/verdicts.py [--dxk PATH] [-q] FOLDER...

A case is a folder with one file input.* and dxv.txt, whose first line is `exit=0` (accepted) or
`exit=1` (refused). Where the reference crashed or did not end, or has no verdict at all, it is
enough that dxk ends with a verdict of its own. Both the default format and that of the reference
are tried. Exit status 1 if any differs.
"""
import argparse
import os
import subprocess
import sys

SECONDS = 600


def wanted(case):
    """The reference's verdict, 0 or 1; None where it has none."""
    try:
        with open(os.path.join(case, 'dxv.txt'), encoding='utf-8', errors='replace') as file:
            first = file.readline().strip()
    except FileNotFoundError:
        return None
    return {'exit=0': 0, 'exit=1': 1}.get(first)


def verdict(dxk, name, extra):
    try:
        return subprocess.run([dxk, 'val', *extra, name], check=False, timeout=SECONDS, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return 'no end'


def main():
    parser = argparse.ArgumentParser(description='compare verdicts on damaged files with the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the figures only')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    dxk = os.path.abspath(args.dxk)
    count = same = 0
    for folder in args.folders:
        for base, _, names in sorted(os.walk(folder)):
            for name in sorted(n for n in names if n.startswith('input.')):
                want = wanted(base)
                allowed = (0, 1) if want is None else (want,)
                got = [verdict(dxk, os.path.join(base, name), extra) for extra in ([], ['--format=dxv'])]
                count += 1
                if all(g in allowed for g in got):
                    same += 1
                elif not args.quiet:
                    print('%s: want %s, got %s, and %s with --format=dxv' % (base, want, got[0], got[1]))
    print('damaged files: verdict identical %d of %d' % (same, count))
    return 0 if count and same == count else 1


if __name__ == '__main__':
    sys.exit(main())
