#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that mutants are compared with a judge (judge.h), and that one that ends or lies is noticed.

    judging.py --mutants PROGRAM --dxk DXK FILE...

This is the judge too: with --judge it answers what `dxk val` says; --ends N: it ends at every Nth module that it
is asked about; --lies: it takes everything; --silent: it has no verdict.
"""
import argparse
import re
import subprocess
import sys
import tempfile

COUNT = 120


def answer(options, number, module):
    if options.ends and number % options.ends == 0:
        sys.exit(3)
    if options.silent:
        return 'nothing to say'
    if options.lies:
        return 'valid'
    with tempfile.NamedTemporaryFile() as file:
        file.write(module)
        file.flush()
        run = subprocess.run([options.dxk, 'val', '--format=dxv', file.name], capture_output=True, check=False)
    return 'valid' if b'Validation succeeded' in run.stdout else 'invalid ' + 'x' * 200


def judge(options):
    number = 0
    while True:
        head = sys.stdin.buffer.read(4)
        if len(head) < 4:
            return
        number += 1
        module = sys.stdin.buffer.read(int.from_bytes(head, 'little'))
        print(answer(options, number, module), flush=True)


def compared(options, *words):
    """Exit status of the program, and how many mutants were compared, had no verdict, were wrong."""
    command = ' '.join((sys.executable, __file__, '--dxk', options.dxk, '--judge') + words)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([options.mutants, '--count=%d' % COUNT, '--seed=7', '--keep=' + folder, '--verdicts',
                              '--judge=' + command] + options.files, capture_output=True, encoding='latin1', check=False)
    found = re.search(r'(\d+) compared with the reference, (\d+) without its verdict, (\d+) wrong', run.stdout)
    return (run.returncode, *map(int, found.groups())) if found else (run.returncode, run.stderr)


def test(options):
    bad = 0
    same = compared(options)
    wanted = [('a judge that agrees', same, (0, COUNT, 0, 0)),
              ('one that ends', compared(options, '--ends', '10'), (0, COUNT - COUNT // 10, COUNT // 10, 0)),
              ('one without verdicts', compared(options, '--silent'), (0, 0, COUNT, 0)),
              ('one that is always at its end', compared(options, '--ends', '1'),
               (2, 'the judge ends without an answer\n'))]
    for what, got, expected in wanted:
        if got != expected:
            print('%s: %r, not %r' % (what, got, expected))
            bad += 1
    status, *counts = compared(options, '--lies')
    if status != 1 or counts[0] != COUNT or not 0 < counts[2] < COUNT:
        print('one that lies: %r' % ((status, *counts),))
        bad += 1
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--mutants')
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--judge', action='store_true')
    parser.add_argument('--ends', type=int, default=0)
    parser.add_argument('--lies', action='store_true')
    parser.add_argument('--silent', action='store_true')
    parser.add_argument('files', nargs='*')
    options = parser.parse_args()
    if options.judge:
        judge(options)
        return 0
    return test(options)


sys.exit(main())
