#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of `dxk debug` with a client of the Debug Adapter Protocol.

    run.py [--dxk PATH] [--bless] [--fuzz N [--seed SEED]] [NAME...]

Each case is a function of cases.py, which talks to the adapter and writes down what it sees; that must be
what transcripts/NAME.txt has. With --bless the transcripts are rewritten: read the difference before it is
committed. With --fuzz, N sessions of broken frames and messages are played instead: whatever comes, the
adapter answers or ends with a status, and never crashes. The command is $DXK, or --dxk.
"""
import argparse
import difflib
import os
import pathlib
import sys

import cases
import fuzz

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent


def play(name, case, dxk):
    """What the case has written down."""
    lines = []

    def say(*words):
        lines.append(' '.join(str(w) for w in words).replace(str(TESTS), '@TESTS@'))

    case(dxk, say)
    return '\n'.join(lines) + '\n'


def check(name, case, dxk, bless):
    path = HERE / 'transcripts' / f'{name}.txt'
    found = play(name, case, dxk)
    if bless:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found)
        return True
    wanted = path.read_text() if path.exists() else ''
    if found == wanted:
        return True
    print(f'FAILED {name}')
    sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), found.splitlines(True), 'expected', 'found'))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--bless', action='store_true')
    parser.add_argument('--fuzz', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    dxk = os.path.abspath(options.dxk) if os.sep in options.dxk else options.dxk
    os.chdir(TESTS)
    if options.fuzz:
        return fuzz.run(dxk, options.fuzz, options.seed)
    wanted = {n: c for n, c in cases.CASES.items() if not options.names or n in options.names}
    good = [check(n, c, dxk, options.bless) for n, c in wanted.items()]
    print(f'{sum(good)} of {len(good)} cases of the debugger passed')
    return 0 if all(good) else 1


if __name__ == '__main__':
    sys.exit(main())
