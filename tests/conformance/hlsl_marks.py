#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where messages of `dxk compile` stand and what they mark, against what a reference compiler prints.

    tests/conformance/hlsl_marks.py [-v] --dxc PATH [--dxk PATH] FILE_OR_FOLDER...

Of each source with lines `RUN: %dxc ... -verify` the messages of both compilers are paired by severity, line and
text. Of the pairs it counts those with the same column, with the same characters marked by '~' in the line of the
place, and with the same text that would mend it. With -v pairs that differ are listed. Exit status 1 if fewer have
the same marks than --least says.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

from hlsl import sources
from hlsl_verify import GROUP, runs

HEAD = re.compile(r'(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?(?P<severity>error|warning|note): (?P<text>.*)')


def said_by_reference(dxc, path, words):
    """(severity, line, text), column, marked columns, mending text of each message."""
    done = subprocess.run([dxc, path.name, '-Vd', '-Fo', os.devnull] + words, cwd=path.parent, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    lines = done.stderr.decode('utf-8', 'replace').split('\n')
    for number, line in enumerate(lines):
        match = HEAD.match(line)
        if not match or match.group('text').startswith('expanded from macro'):
            continue
        below = lines[number + 2:number + 4]
        marked, fix = set(), ''
        if below and re.fullmatch(r'[ ~^]*\^[ ~]*', below[0]):
            marked = {at + 1 for at, c in enumerate(below[0]) if c == '~'}
            fix = below[1].strip() if len(below) > 1 and below[1].startswith(' ') else ''
        key = match.group('severity'), int(match.group('line')), GROUP.sub('', match.group('text'))
        yield key, int(match.group('column')), marked, fix


def said_by_dxk(dxk, path, words, folder):
    done = subprocess.run([dxk, 'compile', '--json', path.name, '-Fo', os.path.join(folder, 'out')] + words, cwd=path.parent,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
    found = collections.defaultdict(list)
    for d in json.loads(done.stdout)['diagnostics'] if done.stdout.startswith(b'{') else []:
        marked = set()
        for r in d.get('ranges', []):
            if r['line'] == d['line']:
                marked |= set(range(r['column'], r['end_column'] if r['end_line'] == r['line'] else r['column'] + 1))
        fix = ''.join(f['text'] for f in d.get('fixes', []))
        found[d['severity'], d.get('line'), d['message']].append((d.get('column'), marked - {d.get('column')}, fix))
    return found


def main():
    parser = argparse.ArgumentParser(description='places and marks of messages about HLSL against a reference compiler')
    parser.add_argument('-v', action='store_true', help='list what differs')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'))
    parser.add_argument('--dxc', required=True)
    parser.add_argument('--least', type=int, default=0, help='how many must have the same marks')
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sources(args.paths):
            for words, _ in runs(path):
                found = said_by_dxk(os.path.abspath(args.dxk), path, words, folder)
                for key, column, marked, fix in said_by_reference(os.path.abspath(args.dxc), path, words):
                    counts['said'] += 1
                    if not found[key]:
                        continue
                    same = [item for item in found[key] if item[0] == column]
                    item = (same or found[key])[0]
                    found[key].remove(item)
                    right = {'pairs': True, 'columns': item[0] == column, 'marks': item[1] == marked,
                             'with marks': bool(marked), 'marked right': bool(marked) and item[1] == marked,
                             'with a mend': bool(fix), 'mended right': bool(fix) and item[2] == fix}
                    counts.update(name for name in right if right[name])
                    if args.v and not (right['columns'] and right['marks'] and fix == item[2]):
                        print('%s: %s: %d %s %r, here %d %s %r' % ((path, key, column, sorted(marked), fix, item[0],
                                                                   sorted(item[1]), item[2])))
    print('messages of the reference: %(said)d, said here, too: %(pairs)d' % collections.Counter(counts))
    print('columns: same %d of %d' % (counts['columns'], counts['pairs']))
    print('marks: same %d of %d; of %d with some: %d' % (counts['marks'], counts['pairs'], counts['with marks'],
                                                         counts['marked right']))
    print('mends: same %d of %d' % (counts['mended right'], counts['with a mend']))
    return 0 if counts['marks'] >= args.least else 1


if __name__ == '__main__':
    sys.exit(main())
