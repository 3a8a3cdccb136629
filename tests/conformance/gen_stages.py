#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random shaders of all stages, compiled by dxk and by a reference compiler.

    tests/conformance/gen_stages.py [-n PROGRAMS] [-s SEED] [--dxk PATH] --dxc PATH [--dxv PATH] [-k FOLDER] [-v]

Both must refuse a program or compile it; what both compile must have the same parts and metadata but for what follows
from code (hlsl_parts.py), must do the same when it is run on generated inputs (invoke.py), and must be valid.
Prints how many programs were right for each; exit status 1 when one was not. -k keeps sources that differ.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'stages'))
import hlsl  # noqa: E402
import hlsl_parts  # noqa: E402
import invoke  # noqa: E402
import library  # noqa: E402
import program  # noqa: E402


def run(command, folder):
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return None, 'error: takes too long'
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def make(arguments, seed):
    return library.Library(seed) if arguments.library else program.Program(seed)


def first_error(said):
    return next((line for line in said.split('\n') if 'error' in line), said[:100])


class Judge:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.counts = collections.defaultdict(collections.Counter)

    def count(self, what, fault, seed):
        self.counts[what]['bad' if fault else 'good'] += 1
        if fault and self.arguments.v:
            print('%s %s: %s' % (seed, what, fault[:2000]), flush=True)
        return bool(fault)

    def judge(self, seed, made):
        (self.folder / 'x.hlsl').write_text(made.source())
        words = made.options.words() + ['x.hlsl', '-no-warnings']
        theirs = run([self.arguments.dxc] + words + ['-Fo', 'theirs'], self.folder)
        ours = run([self.arguments.dxk, 'compile'] + words + ['-Fo', 'ours'], self.folder)
        if theirs[0] is None or theirs[0] < 0 or 'Internal Compiler' in theirs[1]:
            self.counts['crash of the reference']['good'] += 1
            return False
        fault = '' if (ours[0] == 0) == (theirs[0] == 0) else 'ours: %s | theirs: %s' % (first_error(ours[1]), first_error(theirs[1]))
        wrong = self.count('verdict', fault, seed)
        if ours[0] == 0 and theirs[0] == 0:
            wrong |= self.compare(seed, made)
        elif theirs[0]:
            self.counts['refused by the reference']['good'] += 1
            if self.arguments.v > 1:
                print('%s refused: %s | %s' % (seed, first_error(theirs[1]), first_error(ours[1])), flush=True)
        return wrong

    def compare(self, seed, made):
        ours, theirs = (str(self.folder / name) for name in ('ours', 'theirs'))
        wrong = False
        for what, fault in hlsl_parts.compare(self.arguments.dxk, ours, theirs):
            wrong |= self.count(what, fault, seed) and what not in hlsl_parts.DERIVED
        shown = [hlsl.reflection(self.arguments, path) for path in (ours, theirs)]
        wrong |= self.count('reflection', hlsl_parts.first_difference(shown[0] or [], shown[1] or []), seed)
        if self.arguments.dxv:
            status, said = run([self.arguments.dxv, 'ours'], self.folder)
            wrong |= self.count('validator', said[:200] if status else '', seed)
        if made.options.stage == 'lib':
            return wrong
        wanted, why = invoke.invoke(self.arguments.dxk, theirs, made.options.stage)
        if not why:
            found, why = invoke.invoke(self.arguments.dxk, ours, made.options.stage)
            wrong |= self.count('results', why or invoke.difference(found, wanted), seed)
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=10)
    parser.add_argument('-s', type=int, default=1, help='the first seed')
    parser.add_argument('-k', metavar='FOLDER')
    parser.add_argument('--dxk', default='dxk')
    parser.add_argument('--dxc')
    parser.add_argument('--dxv')
    parser.add_argument('-v', action='count', default=0)
    parser.add_argument('--library', action='store_true', help='libraries instead of single stages')
    parser.add_argument('--print', action='store_true')
    arguments = parser.parse_args()
    arguments.dxk = os.path.abspath(arguments.dxk) if os.sep in arguments.dxk else arguments.dxk
    if getattr(arguments, 'print'):
        made = make(arguments, arguments.s)
        print('// args: %s\n%s' % (' '.join(made.options.words()), made.source()))
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(arguments, pathlib.Path(folder))
        for seed in range(arguments.s, arguments.s + arguments.n):
            made = make(arguments, seed)
            if judge.judge(seed, made):
                failed += 1
                if arguments.k:
                    pathlib.Path(arguments.k).mkdir(exist_ok=True)
                    pathlib.Path(arguments.k, '%d.hlsl' % seed).write_text('// args: %s\n%s' % (' '.join(made.options.words()), made.source()))
    for what, count in sorted(judge.counts.items()):
        print('%s: right %d of %d' % (what, count['good'], count['good'] + count['bad']))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
