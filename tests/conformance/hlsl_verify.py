#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `dxk compile` says of sources whose comments tell what a compiler must say of them.

    tests/conformance/hlsl_verify.py [-v] [--dxk PATH] [--least N] FILE_OR_FOLDER...

The comments are those of clang's -verify: `expected-error@+1 2 {{TEXT}}`, and warnings and notes so. A
message is the same if it has the severity, stands on the line and contains the text. Arguments are in
the lines `RUN: %dxc ... -verify` of a source, each of which is a run; other sources are skipped. Prints
"right N of M" for each severity, and how much is said that no comment asks for. With -v what differs is
listed, `-` for what is missing and `+` for what is too much. The comments are about the source: what
validation says of the finished program is passed over, since the reference stops before it, and so are
notes about macros of the command line, which have no line. Exit status 1 if fewer errors are the
same than --least says.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from hlsl import KNOWN, LINE, kept, sources

SEVERITIES = ('error', 'warning', 'note')
COMMENT = re.compile(r'(?<![\w-])expected-(?P<severity>error|warning|note)(?P<re>-re)?'
                     r'(?:@(?P<at>[-+]?\d+|\*|[^\s:{]+:\d+))?\s*(?P<count>\d+(?:[+]|-\d+)?|\+)?\s*\{\{(?P<text>.*?)\}\}',
                     re.S)
SAID = re.compile(r'(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?:fatal )?(?P<severity>error|warning|note): (?P<text>.*)')
ALONE = re.compile(r'(?:dxk[^:]*: )?(?:[^:]*: )?(?:fatal )?(?P<severity>error|warning|note): (?P<text>.*)')
VALIDATION = re.compile(r'\[(?:INSTR|SM|META|FLOW|TYPES|DECL|CONTAINER|BITCODE|UNI)\.[A-Z.]+\]$|^invalid, not written')
GROUP = re.compile(r'\s*\[(-W[^\]]*|HLSL\.[^\]]*)\]$')


def open_lines(text):
    """Numbers of lines that begin outside of comments, and not after a backslash."""
    inside = joined = False
    for number, line in enumerate(text.splitlines(), 1):
        if not inside and not joined:
            yield number
        rest = line
        while rest:
            match = re.search(r'\*/', rest) if inside else re.search(r'"(?:\\.|[^"\\])*"|//|/\*', rest)
            if not match or match.group() == '//':
                break
            inside = match.group() == '/*' or (inside and match.group() != '*/')
            rest = rest[match.end():]
        joined = line.endswith('\\')


def read_lines(dxk, path, text, words, folder):
    """Lines that are not skipped by #if; what they are inside of decides for others."""
    marked, starts = [], set(open_lines(text))
    for number, line in enumerate(text.splitlines(), 1):
        if number in starts:
            marked.append('@@%d@@' % number)
        marked.append(line)
    copy = os.path.join(folder, path.name)
    with open(copy, 'w', encoding='utf-8') as file:
        file.write('\n'.join(marked) + '\n')
    said = subprocess.run([dxk, 'compile', '-P', copy, '-I', str(path.parent)] + words, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=60, check=False)
    if said.returncode != 0:
        return set(range(1, text.count('\n') + 2))
    seen = {int(number) for number in re.findall(r'@\s*@\s*(\d+)\s*@\s*@', said.stdout.decode('utf-8', 'replace'))}
    active, state = set(), True
    for number in range(1, text.count('\n') + 2):
        state = number in seen if number in starts else state
        if state:
            active.add(number)
    return active


def wanted_of(text, active):
    """(severity, line or 0 for any, least, most, text, whether it is a pattern) of each comment that is read."""
    for match in COMMENT.finditer(text):
        if text.count('\n', 0, match.start()) + 1 not in active:
            continue
        line, at = text.count('\n', 0, match.start()) + 1, match.group('at') or '+0'
        line = line + int(at) if at[0] in '+-' else int(at) if at.isdigit() else 0
        count = match.group('count') or '1'
        least = 1 if count == '+' else int(re.match(r'\d+', count).group())
        most = 1000 if count.endswith('+') else int(count.split('-')[-1])
        yield match.group('severity'), line, least, most, ' '.join(match.group('text').split()), bool(match.group('re'))


def said_of(dxk, path, words, folder):
    """[severity, line, text] of each message, or None if the run did not end."""
    command = [dxk, 'compile', path.name, '-Fo', os.path.join(folder, 'out')] + words
    try:
        done = subprocess.run(command, cwd=path.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60,
                              check=False)
    except subprocess.TimeoutExpired:
        return None
    found = []
    for line in done.stderr.decode('utf-8', 'replace').splitlines():
        match = SAID.match(line)
        if match:
            if match.group('text').startswith('expanded from macro') or VALIDATION.search(match.group('text')):
                continue  # clang has the former apart from notes
            here = match.group('file') == path.name
            found.append([match.group('severity'), int(match.group('line')) if here else 0,
                          GROUP.sub('', match.group('text'))])
        elif ALONE.match(line):
            match = ALONE.match(line)
            if VALIDATION.search(match.group('text')) or match.group('text').startswith('expanded from macro'):
                continue
            found.append([match.group('severity'), 0, GROUP.sub('', match.group('text'))])
    return found


def fits(text, said, is_pattern):
    if is_pattern:
        pieces = re.split(r'\{\{(.*?)\}\}', text)
        return re.search(''.join(p if i % 2 else re.escape(p) for i, p in enumerate(pieces)), said) is not None
    return text in ' '.join(said.split())


def judge(wanted, found):
    """(severity, the rest) of what is the same, missing, too much."""
    left, same, missing = list(found), [], []
    for severity, line, least, most, text, is_pattern in wanted:
        count = 0
        for item in list(left):
            if count < most and item[0] == severity and line in (0, item[1]) and fits(text, item[2], is_pattern):
                left.remove(item)
                count += 1
        same += [(severity, line, text)] * count
        missing += [(severity, line, text)] * max(0, least - count)
    return same, missing, left


def runs(path):
    """The arguments of each run that is verified."""
    text = path.read_text(encoding='utf-8', errors='replace')
    for match in re.finditer(r'RUN:\s*%?dxc\s+(?P<run>[^|<>\n]*)', text):
        words = [word for word in match.group('run').split() if not word.startswith('%')]
        if '-verify' in words and '-spirv' not in words:
            yield kept(words, KNOWN) + [word for word in words if word.startswith('-W')], text


def main():
    parser = argparse.ArgumentParser(description='messages about HLSL against the comments of its sources')
    parser.add_argument('-v', action='store_true', help='list what differs')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'))
    parser.add_argument('--least', type=int, default=0, help='how many errors must be the same')
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    args.dxk = os.path.abspath(args.dxk)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sources(args.paths):
            for words, text in runs(path):
                found = said_of(args.dxk, path, words, folder)
                if found is None:
                    print('%s: timeout' % path)
                active = read_lines(args.dxk, path, text, words, folder)
                same, missing, left = judge(list(wanted_of(text, active)), found or [])
                for name, items in (('same', same), ('missing', missing), ('more', left)):
                    counts.update((name, item[0]) for item in items)
                counts['runs'] += 1
                counts['right'] += not missing and not left
                if args.v and (missing or left):
                    print('%s: %s' % (path, ' '.join(words)))
                    rows = [(line, '-', s, t) for s, line, t in missing] + [(line, '+', s, t) for s, line, t in left]
                    for line, sign, severity, said in sorted(rows):
                        print('  %s%d: %s: %s' % (sign, line, severity, said))
    for severity in SEVERITIES:
        same = counts[('same', severity)]
        print('%ss: right %d of %d, %d unexpected' % (severity, same, same + counts[('missing', severity)],
                                               counts[('more', severity)]))
    print('runs: right %d of %d' % (counts['right'], counts['runs']))
    return 0 if counts[('same', 'error')] >= args.least else 1


if __name__ == '__main__':
    sys.exit(main())
