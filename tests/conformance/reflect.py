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

import pairs


def main():
    parser = argparse.ArgumentParser(description='compare dxk reflect with text of the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-v', '--verbose', action='store_true', help='show the first difference of each failure')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    count = same = 0
    for stem in pairs.pairs(args.folders, '.reflect'):
        want = open(stem + '.reflect', 'rb').read()
        run = subprocess.run([args.dxk, 'reflect', '--format=dxa', '--color=never', stem + '.dxil'],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        count += 1
        same += run.stdout == want
        if args.verbose and run.stdout != want:
            pairs.show_difference(stem + ':', want, run.stdout)
            if run.returncode:
                print('  exit %d: %s' % (run.returncode, run.stderr.decode('utf-8', 'replace')[:300]))
    print('reflection text identical %d of %d' % (same, count))
    return 0 if same == count else 1


if __name__ == '__main__':
    sys.exit(main())
