#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `dxk compile` says of small programs with a mistake each, against what the reference says.

    tests/conformance/hlsl_diagnostics.py [-v] [--dxk PATH] TABLE

TABLE has a line for each program, columns apart by tabs: group, severity, text, arguments, program (with \\n
for ends of lines), and the message of the reference. Each program must be answered by a message of the
same severity with the same words; the names of warnings after it count, too. With -v those that differ
are listed. Without the table nothing is done. Exit status 1 if fewer are right than --least says.
"""
import argparse
import collections
import os
import re
import shlex
import subprocess
import sys
import tempfile

TAIL = re.compile(r'\s*\[(-W[^\]]*|HLSL\.[^\]]*)\]')


def rows(path):
    with open(path, encoding='utf-8') as table:
        names = next(table).rstrip('\n').split('\t')
        for line in table:
            yield dict(zip(names, line.rstrip('\n').split('\t')))


def plain(message):
    """Without the name of the warning, and the reference's own beginning."""
    message = re.sub(r'^dxc failed : |^@[^ ]*: ', '', message.replace('\\\\', '\\'))
    message = re.sub(r' \(see .dxk compile -h.\)$', '', message)
    return TAIL.sub('', message).strip().rstrip('.')


def messages(said):
    """Pairs of severity and text."""
    for line in said.splitlines():
        match = re.match(r'(?:.*?: )??(error|warning|note|fatal error): (.*)', line)
        if match:
            yield match.group(1), plain(match.group(2))


def judge(dxk, folder, row):
    source = os.path.join(folder, 'program.hlsl')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(row['program'].replace('\\n', '\n') + '\n')
    command = [dxk, 'compile', source, '-Fo', os.path.join(folder, 'out')] + shlex.split(row['args'])
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    found = list(messages(said.stderr.decode('utf-8', 'replace')))
    severity = row['severity'].replace('fatal ', '')
    wanted = plain(row['printed'])
    if any(s == severity and text.startswith(wanted) for s, text in found):
        return ''
    return '; '.join('%s: %s' % pair for pair in found if pair[0] != 'note')[:160] or \
        'status %d, nothing said' % said.returncode


def main():
    parser = argparse.ArgumentParser(description='messages about HLSL against a table')
    parser.add_argument('-v', action='store_true', help='list what differs')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'))
    parser.add_argument('--least', type=int, default=0, help='how many must be right')
    parser.add_argument('table')
    args = parser.parse_args()
    if not os.path.exists(args.table):
        print('no table')
        return 0
    good, total = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(args.table):
            said = judge(os.path.abspath(args.dxk), folder, row)
            total[row['group']] += 1
            good[row['group']] += not said
            if said and args.v:
                print('%s: %s\n    %s | %s\n    said: %s' % (row['group'], row['printed'], row['args'],
                                                          row['program'], said))
    for group in total:
        print('%-14s right %d of %d' % (group, good[group], total[group]))
    print('all            right %d of %d' % (sum(good.values()), sum(total.values())))
    return 0 if sum(good.values()) >= args.least else 1


if __name__ == '__main__':
    sys.exit(main())
