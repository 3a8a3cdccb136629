#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk rootsig` with the reference.

    tests/conformance/rootsig.py [--dxk PATH] [-v] CORPUS

CORPUS has the folders own (NAME.dxil with `dxa -dumprs` in NAME.rs, sources in hlsl, how each was made
in index.tsv), dxbc (NAME.dxbc) and negative (folders rs_*). Figures:

  rs text identical                    print --format=dxa against NAME.rs
  compiled root signatures identical   containers (or RTS0 parts) against those of the compiler
  print-compile identical              RTS0 -> text -> RTS0, sub-objects of libraries included
  verification identical               messages of the validator
"""
import argparse
import os
import re
import subprocess
import sys


class Run:
    def __init__(self, dxk, verbose):
        self.dxk, self.verbose = dxk, verbose

    def __call__(self, *arguments, data=b''):
        return subprocess.run([self.dxk, *arguments], input=data, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)

    def note(self, good, name, result):
        if not good and self.verbose:
            print('%s: %s' % (name, result.stderr.decode('utf-8', 'replace').strip() or 'differs'))
        return good


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def names(folder, suffix):
    return sorted(n[:-len(suffix)] for n in os.listdir(folder) if n.endswith(suffix))


def texts(run, own):
    good = total = 0
    for name in names(own, '.rs'):
        got = run('rootsig', 'print', '--format=dxa', os.path.join(own, name + '.dxil'))
        good += run.note(got.stdout == read(os.path.join(own, name + '.rs')), name, got)
        total += 1
    return 'rs text identical', good, total


def rows(own):
    with open(os.path.join(own, 'index.tsv'), encoding='utf-8') as file:
        head = file.readline().rstrip('\n').split('\t')
        for line in file:
            yield dict(zip(head, line.rstrip('\n').split('\t')))


def how(row):
    """Macro and version of the root signature that a row's arguments ask for."""
    profile = re.search(r'-T rootsig_(1_\d) -E (\w+)', row['args'])
    if profile:
        return ['--define', profile.group(2), '--version', profile.group(1).replace('_', '.')]
    named = re.search(r'-rootsig-define (\w+)', row['args'])
    return ['--define', named.group(1)] if named else []


def compiled(run, own):
    good = total = 0
    for row in rows(own):
        path = os.path.join(own, row['container'] + '.dxil')
        source = os.path.join(own, 'hlsl', row['source'] + '.hlsl')
        if row['kind'] != 'compile' or 'RTS0' not in row['parts'] or not os.path.exists(source):
            continue
        got = run('rootsig', 'compile', *how(row), source)
        wanted = read(path)
        if row['parts'] != 'RTS0':
            wanted = run('extract', 'RTS0', path).stdout
            side = os.path.join(own, row['container'] + '.rts.dxil')
            if os.path.exists(side):
                total += 1
                good += run.note(got.stdout == read(side), row['container'] + ' (-Frs)', got)
            mine = run('extract', 'RTS0', data=got.stdout)
        else:
            mine = got
        total += 1
        good += run.note(mine.stdout == wanted, row['container'], got)
    return 'compiled root signatures identical', good, total


def print_compile(run, folder, suffix):
    good = total = 0
    for name in names(folder, suffix):
        path = os.path.join(folder, name + suffix)
        data = read(path)
        subobjects = []
        if b'RDAT' in data:
            shown = run('dump', path).stdout.decode('utf-8', 'replace')
            subobjects = re.findall(r'kind +[12]  \w+RootSignature\n\S+ +name +\d+  "([^"]+)"', shown)
        for option in ([['--subobject', n] for n in subobjects] + ([[]] if b'RTS0' in data else [])):
            wanted = run('rootsig', 'extract', *option, path)
            if wanted.returncode:
                continue
            text = run('rootsig', 'print', *option, path)
            back = run('rootsig', 'compile', '-', data=text.stdout)
            total += 1
            good += run.note(back.stdout == wanted.stdout and not text.stderr, name, back)
    return 'print-compile identical (%s)' % os.path.basename(folder), good, total


def verification(run, negative):
    good = total = 0
    for name in sorted(os.listdir(negative)):
        folder = os.path.join(negative, name)
        path = os.path.join(folder, 'input.dxil')
        if not name.startswith('rs_') or not os.path.exists(path):
            continue
        wanted = read(os.path.join(folder, 'expected.txt'))
        message = re.search(rb'compatible with shader.\nerror: (.*?)\n?(?:Validation failed.\n)?\n*$', wanted, re.S)
        expected = message.group(1).strip() if message else b''
        got = run('rootsig', 'verify', path)
        if not expected and message:
            same = got.returncode == 1
        else:
            said = re.sub(rb'^.*?: error: (?:[A-Z0-9]+/[^ ]*: )?', b'', got.stderr, flags=re.S)
            said = re.sub(rb' \[[A-Z.]+\]\n$', b'', said)
            same = said.rstrip(b'. \n') == expected.rstrip(b'. \n')
        total += 1
        good += run.note(same, name, got)
    return 'verification identical', good, total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('-v', action='store_true', help='name what differs')
    parser.add_argument('corpus')
    options = parser.parse_args()
    run = Run(options.dxk, options.v)
    own, dxbc, negative = (os.path.join(options.corpus, n) for n in ('own', 'dxbc', 'negative'))
    worst = 0
    for title, good, total in (texts(run, own), compiled(run, own), print_compile(run, own, '.dxil'),
                               print_compile(run, dxbc, '.dxbc'), verification(run, negative)):
        print('%s %d of %d' % (title, good, total))
        worst |= good != total
    return worst


if __name__ == '__main__':
    sys.exit(main())
