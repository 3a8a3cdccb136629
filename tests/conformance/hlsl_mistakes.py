#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `dxk compile` says of sources in which there are mistakes, against a reference compiler.

    tests/conformance/hlsl_mistakes.py [-v] [--dxk PATH] --dxc PATH [--seed N] [--count N] [--each N] [-W...]
                                       FILE_OR_FOLDER...

Takes sources that the reference compiles, by the arguments in a comment (see hlsl.py), and changes one token of a copy,
or with --each several: it is left out, written twice, misspelt, or another type, number, word or operator stands for it.
Both compilers get the copy. Prints "right N of M" for

verdict      both compile it, or neither does; what makes the reference crash is left out
first error  of those that both refuse: the words of the first message are the same
errors       of all copies: the same words are said of the same line; and how many more are said than the reference does
warnings     the same

With -v what differs is listed, with the mistake; copies are kept in --keep FOLDER. The same seed makes the same copies.
Exit status 1 if dxk crashes.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from hlsl import KEPT, arguments, kept, sources

TOKEN = re.compile(r'(?P<skipped>//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*)|(?P<string>"(?:\\.|[^"\\\n])*")|'
                   r'(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|'
                   r'(?P<sign><<=|>>=|->|\+\+|--|::|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\S)', re.S | re.M)
TYPES = ('float', 'int', 'uint', 'bool', 'half', 'double', 'min16float', 'uint64_t', 'float2', 'float3', 'float4', 'int2',
         'uint3', 'bool3', 'float4x4', 'float3x3', 'int2x2', 'float4x3', 'void')
SWIZZLES = ('x', 'y', 'xy', 'xyz', 'xyzw', 'rgba', 'w', 'zw', 'xx')
MODIFIERS = ('const', 'static', 'inout', 'out', 'in', 'groupshared', 'precise', 'uniform', 'row_major', 'volatile')
NUMBERS = ('0', '1', '-1', '2', '16', '1.0', '0.5f', '1u', '0xffffffff', '4294967296', '1.5h', '2.0L', 'true')
BINARY = ('+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '<', '>', '<=', '>=', '==', '!=', '&&', '||')
ASSIGNING = ('=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=')
NUMERIC = re.compile(r'(?:float|int|uint|bool|half|double)\d?(?:x\d)?$')
OPTIONS = dict(KEPT, **{'-Od': 0, '-O3': 0, '-Gis': 0, '-exports': 1, '-auto-binding-space': 1})
FIRST = re.compile(r'error: (.*)')
SAID = re.compile(r'(?P<file>[^\n:]*):(?P<line>\d+):\d+: (?:fatal )?(?P<severity>error|warning): (?P<text>.*)')
GROUP = re.compile(r'\s*\[(?:-W|HLSL\.)[^\]]*\]$')
LARGEST = 20000  # bytes of a source


def misspelt(rng, word):
    at = rng.randrange(len(word) + 1)
    if len(word) > 1 and at < len(word) and rng.random() < 0.5:
        return word[:at] + word[at + 1:]
    return word[:at] + rng.choice('aeiostx') + word[at:]


def instead_of_name(rng, text, token, names):
    word = token.group()
    if NUMERIC.match(word) and rng.random() < 0.5:
        return rng.choice(TYPES)
    if text[:token.start()].rstrip().endswith('.') and rng.random() < 0.5:
        return rng.choice(SWIZZLES)
    return rng.choice([misspelt(rng, word), rng.choice(names), rng.choice(MODIFIERS) + ' ' + word, word + '[1]'])


def instead_of_sign(rng, word):
    for like in (BINARY, ASSIGNING):
        if word in like:
            return rng.choice(like)
    return rng.choice([word + word, rng.choice(';,()[]{}:?.')])


def with_mistake(rng, text):
    """The text with one mistake, and what it is; None: none was found."""
    tokens = [token for token in TOKEN.finditer(text) if not token.group('skipped')]
    names = [token.group() for token in tokens if token.group('name')]
    for _ in range(20 if tokens and names else 0):
        token = rng.choice(tokens)
        word = token.group()
        if rng.random() < 0.4:
            other = ''
        elif token.group('name'):
            other = instead_of_name(rng, text, token, names)
        elif token.group('number'):
            other = rng.choice(NUMBERS)
        else:
            other = instead_of_sign(rng, word)
        if other != word:
            line = text.count('\n', 0, token.start()) + 1
            return text[:token.start()] + other + text[token.end():], 'line %d: %r for %r' % (line, other, word)
    return None


def with_mistakes(rng, text, count):
    """The same with several."""
    told = []
    for _ in range(count):
        made = with_mistake(rng, text)
        if not made:
            return None
        text = made[0]
        told.append(made[1])
    return text, ', '.join(told)


def compiled(command, folder):
    """Status and what was said; the status is None after 20 seconds."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return None, ''
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def first_error(said):
    match = FIRST.search(said)
    return GROUP.sub('', match.group(1)) if match else said[:80]


def messages(said, severity):
    """How often what is said of which line."""
    return collections.Counter((os.path.basename(match.group('file')), match.group('line'), GROUP.sub('', match.group('text')))
                               for match in SAID.finditer(said) if match.group('severity') == severity)


class Sources:
    """Those that the reference compiles, found out when they are asked for."""

    def __init__(self, args):
        self.dxc = args.dxc
        self.paths = sorted(sources(args.paths))
        self.known = {}

    def pick(self, rng):
        while True:
            path = rng.choice(self.paths)
            if path not in self.known:
                self.known[path] = self.look_at(path)
            if self.known[path]:
                return (path,) + self.known[path]

    def look_at(self, path):
        words, text = arguments(path)
        options = kept(words, OPTIONS) if words else []
        if not any(word.startswith('-T') for word in options) or len(text) > LARGEST:
            return None
        status, _ = compiled([self.dxc, path.name, '-Fo', os.devnull] + options, path.parent)
        return (options, text) if status == 0 else None


class Tally:
    def __init__(self, args):
        self.args = args
        self.tried = self.verdicts = self.refused = self.words = self.crashes = 0
        self.counts = collections.Counter()

    def compare(self, severity, ours, theirs):
        """Counts messages; what differs."""
        left, right = messages(ours, severity), messages(theirs, severity)
        self.counts.update({(severity, 'same'): sum((left & right).values()), (severity, 'all'): sum(right.values()),
                            (severity, 'more'): sum((left - right).values())})
        return ['    %s%s: %s: %s' % (sign, line, severity, text) for sign, rest in (('-', right - left), ('+', left - right))
                for _, line, text in rest.elements()]

    def judge(self, number, path, made, ours, theirs):
        """What both compilers said: (status, text)."""
        crashed = ours[0] not in (0, 1, 2)
        self.crashes += crashed
        if theirs[0] is None or theirs[0] < 0 or 'Internal Compiler' in theirs[1]:
            return
        same = not crashed and (ours[0] == 0) == (theirs[0] == 0)
        words = first_error(ours[1]), first_error(theirs[1])
        self.tried += 1
        self.verdicts += same
        self.refused += same and ours[0] != 0
        self.words += same and ours[0] != 0 and words[0] == words[1]
        rest = self.compare('error', ours[1], theirs[1]) + self.compare('warning', ours[1], theirs[1])
        if self.args.v and self.args.each > 1 and rest:
            print('%d %s, %s\n%s' % (number, path, made[1], '\n'.join(rest)))
        elif self.args.v and not (same and (ours[0] == 0 or words[0] == words[1])):
            print('%d %s, %s\n    dxk %s: %s\n    dxc %s: %s' % (number, path, made[1], ours[0], words[0], theirs[0], words[1]))
        if self.args.keep and not same:
            pathlib.Path(self.args.keep, '%d-%s' % (number, path.name)).write_text(made[0], encoding='utf-8')

    def show(self):
        print('verdict: right %d of %d' % (self.verdicts, self.tried))
        print('first error: right %d of %d' % (self.words, self.refused))
        for severity in ('error', 'warning'):
            print('%ss: right %d of %d, %d unexpected' % ((severity,) + tuple(self.counts[(severity, what)]
                                                                              for what in ('same', 'all', 'more'))))


def main():
    parser = argparse.ArgumentParser(description='sources with one mistake each')
    parser.add_argument('-v', action='store_true', help='list what differs')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'))
    parser.add_argument('--dxc', default=os.environ.get('DXC', 'dxc'))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--each', type=int, default=1, help='mistakes in a copy')
    parser.add_argument('-W', dest='warnings', action='append', default=[], help='an option about warnings for both')
    parser.add_argument('--keep', help='folder for copies that differ')
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    args.dxk = os.path.abspath(args.dxk)
    rng, good, tally = random.Random(args.seed), Sources(args), Tally(args)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.count):
            path, options, text = good.pick(rng)
            made = with_mistakes(rng, text, args.each)
            if not made:
                continue
            copy = os.path.join(folder, path.name)
            pathlib.Path(copy).write_text(made[0], encoding='utf-8')
            command = [copy, '-I', str(path.parent), '-Fo', os.devnull] + options + ['-W' + one for one in args.warnings]
            tally.judge(number, path, made, compiled([args.dxk, 'compile'] + command, path.parent),
                        compiled([args.dxc] + command, path.parent))
    tally.show()
    return 1 if tally.crashes else 0


sys.exit(main())
