#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk as` with the reference's assembler.

    tests/conformance/as.py [--dxk PATH] [-q] FOLDER...

A folder holds pairs NAME.dis and NAME.asm.dxil, a listing with its comment header and what `dxa`
makes of it. Three figures come out: for how many the container is identical; for how many the
listing of the module that was made is the listing again; and for how many that listing makes the same container. Exit status 1 if any
differs.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile


PREDECESSORS = re.compile(rb'(; preds = )([^\n]*)')


def module_text(listing):
    """The text without the header, the leading lines that are comments. Predecessors of a block come
    in the order of the use lists, which the text does not have: in any order."""
    listing = PREDECESSORS.sub(lambda m: m.group(1) + b', '.join(sorted(m.group(2).split(b', '))), listing)
    at = 0
    while listing.startswith(b';', at):
        end = listing.find(b'\n', at)
        if end < 0:
            return b''
        at = end + 1
    return listing[at:].strip()


def run(dxk, arguments, data=None):
    done = subprocess.run([dxk] + arguments, input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description='compare dxk as with the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the figures only')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    total = {'container': 0, 'text again': 0, 'container again': 0}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, 'made.dxil')
        for base, name in ((b, n) for f in args.folders for b, _, ns in os.walk(f) for n in sorted(ns)):
            stem = os.path.join(base, name[:-9])
            if not name.endswith('.asm.dxil') or not os.path.exists(stem + '.dis'):
                continue
            count += 1
            with open(stem + '.asm.dxil', 'rb') as file:
                wanted = file.read()
            with open(stem + '.dis', 'rb') as file:
                listing = file.read()
            got = run(args.dxk, ['as', '-'], listing)
            again = None
            if got is not None:
                with open(made, 'wb') as file:
                    file.write(got)
                again = run(args.dxk, ['dis', made])
            results = {
                'container': got == wanted,
                'text again': again is not None and module_text(again) == module_text(listing),
                'container again': again is not None and run(args.dxk, ['as', '-'], again) == got,
            }
            for key, same in results.items():
                total[key] += same
                if not same and not args.quiet:
                    print('%s: %s' % (stem, key))
    for key, same in total.items():
        print('as: %s identical %d of %d' % (key, same, count))
    return 0 if all(same == count for same in total.values()) else 1


if __name__ == '__main__':
    sys.exit(main())
