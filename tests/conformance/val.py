#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk val --format=dxv` with what the reference's validator printed.

    tests/conformance/val.py [--dxk PATH] [-q] [-v] FOLDER...

A folder holds cases, each a folder with input.dxil or input.ll and expected.txt ("exit=N", then the
output, with INPUT for the path of the input), or pairs NAME.dxil and NAME.val ("exit N", then framed
standard output and error). Two figures come out: for how many the verdict is the same, and for how
many the whole output. Where the reference was killed (a negative status) there is no text to be the
same; the input must be refused with some words. The rules that differ most are listed. Exit status 1
if any differs.
"""
import argparse
import collections
import os
import re
import subprocess
import sys


def case_folder(base):
    expected = os.path.join(base, 'expected.txt')
    for name in ('input.dxil', 'input.ll'):
        path = os.path.join(base, name)
        if os.path.exists(path):
            head, _, text = open(expected, 'rb').read().partition(b'\n')
            return path, int(head.split(b'=')[1]), text
    return None


def framed(path):
    data = open(path, 'rb').read()
    head, _, rest = data.partition(b'\n')
    size, _, rest = rest.partition(b'\n')
    return int(head.split()[1]), rest[:int(size.split()[1])]


def cases(folders):
    for folder in folders:
        for base, _, names in sorted(os.walk(folder)):
            if 'expected.txt' in names:
                case = case_folder(base)
                if case:
                    yield (base,) + case
                continue
            for name in sorted(names):
                stem = os.path.join(base, name[:-5])
                if name.endswith('.dxil') and os.path.exists(stem + '.val'):
                    yield (stem, stem + '.dxil') + framed(stem + '.val')


def shapes(text):
    """The messages, with numbers and names left out."""
    found = []
    for line in text.split(b'\n'):
        if b'error: ' in line:
            line = line.split(b'error: ', 1)[1]
            line = re.sub(rb"'[^']*'", b'Q', line)
            found.append(re.sub(rb'[0-9]+', b'N', line)[:110])
    return collections.Counter(found)


def main():
    parser = argparse.ArgumentParser(description='compare dxk val with outputs of the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the two figures only')
    parser.add_argument('-v', '--verbose', action='store_true', help='show both outputs')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    count = verdicts = texts = 0
    differing = collections.Counter()
    for name, path, code, want in cases(args.folders):
        run = subprocess.run([args.dxk, 'val', '--format=dxv', path], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=False)
        got = run.stdout.replace(path.encode(), b'INPUT')
        want = want.rstrip(b'\n')
        got = got.rstrip(b'\n')
        count += 1
        same = run.returncode in (0, 1) and (run.returncode == 0) == (code == 0)
        if code < 0 and got:
            want = got
        verdicts += same
        texts += same and got == want
        if same and got == want:
            continue
        a, b = shapes(want), shapes(got)
        for shape in (a - b):
            differing[b'missing  ' + shape] += 1
        for shape in (b - a):
            differing[b'too much ' + shape] += 1
        if not args.quiet:
            print('%s: %s (%d, want %d)' % (name, 'text' if same else 'VERDICT', run.returncode, code))
        if args.verbose:
            print('--- want\n%s\n--- got\n%s' % (want.decode('utf-8', 'replace'), got.decode('utf-8', 'replace')))
    if not args.quiet:
        for shape, number in differing.most_common(40):
            print('%5d %s' % (number, shape.decode('utf-8', 'replace')))
    print('verdict identical %d of %d' % (verdicts, count))
    print('text identical %d of %d' % (texts, count))
    return 0 if texts == count else 1


if __name__ == '__main__':
    sys.exit(main())
