#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk convert --format=dxilconv` with texts that the reference's converter has made.

    dxilconv.py [--dxk DXK] [-v] FOLDER...

A folder has NAME.dxbc and beside it NAME.ref, the module as text. Lines are compared with the numbers
of values, metadata and attributes left out, so that one instruction more does not make all that
follow differ.

Prints, over all files: how many texts are equal, how many are but for those numbers, and the share of
the reference's lines that are in ours in the same order, by part of the text. Exit status 1 if a
program is not converted, 77 if there is nothing to compare with.
"""
import argparse
import collections
import difflib
import os
import re
import subprocess
import sys

NUMBERS = re.compile(r'(?<=[%!#])\d+')
PARTS = ('types', 'code', 'declarations', 'metadata')


def module(text):
    """The lines of a module, without what is of no importance: comments, blank lines, the target."""
    for line in text.splitlines():
        line = line.split(';')[0].rstrip() if not line.startswith('!') else line.rstrip()
        if line and not line.startswith('target '):
            yield line


def part_of(line, inside):
    if inside or line.startswith(('define', '}')):
        return 'code'
    if line.startswith(('declare', 'attributes')):
        return 'declarations'
    return 'metadata' if line.startswith('!') else 'types'


def parts(lines):
    found, inside = collections.defaultdict(list), False
    for line in lines:
        inside = inside or line.startswith('define')
        found[part_of(line, inside)].append(line)
        inside = inside and line != '}'
    return found


def convert(dxk, path):
    made = subprocess.run([dxk, 'convert', '--format=dxilconv', path], capture_output=True, check=False)
    if made.returncode:
        return None, made.stderr.decode('utf-8', 'replace')
    shown = subprocess.run([dxk, 'dis', '--no-header', '--no-comments', '-'], input=made.stdout, capture_output=True,
                           check=False)
    return shown.stdout.decode('utf-8', 'replace'), shown.stderr.decode('utf-8', 'replace')


def common(left, right):
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks())


def pairs(folders):
    for folder in folders:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            path = os.path.join(folder, name)
            if name.endswith('.dxbc') and os.path.exists(path[:-5] + '.ref'):
                yield path, path[:-5] + '.ref'


class Figures:
    def __init__(self):
        self.equal = self.alike = self.files = self.failed = 0
        self.lines = collections.Counter()
        self.found = collections.Counter()

    def add(self, ours, theirs):
        self.files += 1
        self.equal += ours == theirs
        ours, theirs = ([NUMBERS.sub('', line) for line in lines] for lines in (ours, theirs))
        self.alike += ours == theirs
        left, right = parts(ours), parts(theirs)
        share = []
        for part in PARTS:
            same = common(left[part], right[part])
            self.lines[part] += len(right[part])
            self.found[part] += same
            share.append('%d of %d' % (same, len(right[part])))
        return share

    def show(self):
        print('texts equal %d of %d' % (self.equal, self.files))
        print('texts equal but for numbers %d of %d' % (self.alike, self.files))
        for part in PARTS + ('all',):
            lines = sum(self.lines.values()) if part == 'all' else self.lines[part]
            found = sum(self.found.values()) if part == 'all' else self.found[part]
            print('lines of %s in order %d of %d (%.1f %%)' % (part, found, lines, 100.0 * found / max(lines, 1)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('-v', action='store_true', help='show the share of each file')
    parser.add_argument('folders', nargs='+')
    arguments = parser.parse_args()
    figures = Figures()
    for path, reference in pairs(arguments.folders):
        text, why = convert(arguments.dxk, path)
        if text is None:
            print('%s: %s' % (path, why.strip()))
            figures.failed += 1
            continue
        with open(reference, encoding='utf-8') as file:
            share = figures.add(list(module(text)), list(module(file.read())))
        if arguments.v:
            print('%s: %s' % (os.path.basename(path), ', '.join(share)))
    if not figures.files and not figures.failed:
        return 77
    figures.show()
    return 1 if figures.failed else 0


if __name__ == '__main__':
    sys.exit(main())
