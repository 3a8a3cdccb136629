#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `dxk as --format=dxa` says about malformed texts with the reference's assembler.

    tests/conformance/negative_text.py [--dxk PATH] [-q] FOLDER...

A case is a folder with input.ll and expected_asm.txt: `exit=N`, then what `dxa` printed. Two
figures come out: the same verdict, accepted or refused; the same message with the caret at the
same place, byte for byte. Exit status 1 if any differs.
"""
import argparse
import os
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description='compare errors of dxk as with the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the figures only')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    dxk = os.path.abspath(args.dxk)
    count = verdicts = texts = 0
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, 'made.dxil')
        for case in sorted(b for f in args.folders for b, _, names in os.walk(f) if 'expected_asm.txt' in names):
            with open(os.path.join(case, 'expected_asm.txt'), 'rb') as file:
                wanted = file.read().partition(b'\n')[2]
            done = subprocess.run([dxk, 'as', '--format=dxa', 'input.ll', '-o', output], cwd=case, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            accepted = b'Assembly succeeded.' in wanted
            count += 1
            left_behind = os.path.exists(output)
            verdict = (done.returncode == 0) == accepted and left_behind == accepted
            text = verdict and (accepted or done.stdout.rstrip() == wanted.rstrip())
            verdicts += verdict
            texts += text
            if left_behind:
                os.remove(output)
            if not text and not args.quiet:
                print('%s: want\n%s\ngot %d\n%s' % (case, wanted.decode('utf-8', 'replace'), done.returncode,
                                                    done.stdout.decode('utf-8', 'replace')))
    print('malformed texts: verdict identical %d of %d' % (verdicts, count))
    print('malformed texts: message and caret identical %d of %d' % (texts, count))
    return 0 if texts == count else 1


if __name__ == '__main__':
    sys.exit(main())
