#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk dis` with the reference's listings.

    tests/conformance/dis.py [--dxk PATH] [-q] FOLDER...

A folder holds pairs NAME.dxil and NAME.dis, the standard output of `dxc -dumpbin NAME.dxil`. Two
figures come out: for how many the module's text is identical, and for how many the whole listing,
header included. The first differing line of each failure is shown. Exit status 1 if any differs.
"""
import argparse
import os
import subprocess
import sys

import pairs


def split(text):
    """Header and module: the header is the leading lines that are comments."""
    at = 0
    while text.startswith(b';', at):
        end = text.find(b'\n', at)
        if end < 0:
            return text, b''
        at = end + 1
    return text[:at], text[at:]


def main():
    parser = argparse.ArgumentParser(description='compare dxk dis with listings of the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the two figures only')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    count = modules = listings = 0
    for stem in pairs.pairs(args.folders, '.dis'):
        want = open(stem + '.dis', 'rb').read()
        if not want:  # the reference refused the input
            continue
        run = subprocess.run([args.dxk, 'dis', '--color=never', stem + '.dxil'], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        got = run.stdout
        want_header, want_module = split(want)
        got_header, got_module = split(got)
        count += 1
        modules += want_module == got_module
        listings += want == got
        if args.quiet:
            continue
        if run.returncode and not got:
            print('%s: exit %d: %s' % (stem, run.returncode, run.stderr.decode('utf-8', 'replace')[:300]))
        elif want_module != got_module:
            pairs.show_difference(stem + ': module', want_module, got_module)
        elif want != got:
            pairs.show_difference(stem + ': header', want_header, got_header)
    print('module text identical %d of %d' % (modules, count))
    print('listing identical %d of %d' % (listings, count))
    return 0 if listings == count else 1


if __name__ == '__main__':
    sys.exit(main())
