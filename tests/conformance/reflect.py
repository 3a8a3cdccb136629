#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk reflect --format=dxa` with the reference's text.

    tests/conformance/reflect.py [--dxk PATH] [-v] FOLDER...

A folder holds pairs NAME.dxil and NAME.reflect, the standard output of `dxa -dumpreflection
NAME.dxil`. With -v the first differing line of each failure is shown. Exit status 1 if any differs.
"""
import argparse
import os
import subprocess
import sys


def pairs(folders):
    for folder in folders:
        for base, _, names in os.walk(folder):
            for name in sorted(names):
                stem = os.path.join(base, name[:-5])
                if name.endswith('.dxil') and os.path.exists(stem + '.reflect'):
                    yield stem


def first_difference(want, got):
    want, got = want.split(b'\n'), got.split(b'\n')
    for number in range(max(len(want), len(got))):
        a = want[number] if number < len(want) else None
        b = got[number] if number < len(got) else None
        if a != b:
            return number + 1, a, b
    return 0, None, None


def show(stem, want, run):
    line, a, b = first_difference(want, run.stdout)
    text = [repr(x.decode('utf-8', 'replace'))[1:-1][:300] if x is not None else '(end)' for x in (a, b)]
    print('%s: line %d\n  want %s\n  got  %s' % (stem, line, text[0], text[1]))
    if run.returncode:
        print('  exit %d: %s' % (run.returncode, run.stderr.decode('utf-8', 'replace')[:300]))


def main():
    parser = argparse.ArgumentParser(description='compare dxk reflect with text of the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-v', '--verbose', action='store_true', help='show the first difference of each failure')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    count = same = 0
    for stem in pairs(args.folders):
        want = open(stem + '.reflect', 'rb').read()
        run = subprocess.run([args.dxk, 'reflect', '--format=dxa', '--color=never', stem + '.dxil'],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        count += 1
        same += run.stdout == want
        if args.verbose and run.stdout != want:
            show(stem, want, run)
    print('reflection text identical %d of %d' % (same, count))
    return 0 if same == count else 1


if __name__ == '__main__':
    sys.exit(main())
