#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that each room uses only rooms below it (ARCHITECTURE.md, "Rooms").

    tools/layers.py --check                 by includes
    tools/layers.py --check --objects DIR   also by the symbols of the object files below DIR

It also checks that internal names begin with a word of their room, that a header declares only
what its own room defines, that no two rooms need each other, that numbers are loaded and stored
byte by byte only where that is the work of a room, and that the command asks the system only through its
host interface. Exit status 1 after a complaint.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The rooms of src from the ground up, with the words that their internal names begin with. A room
# may use any room above its own line. An empty list: the room's own name.
ROOMS = [
    ('spec', ['bc', 'dwarf', 'dxop', 'enum', 'field', 'rdat', 'record', 'rule', 'semantic', 'sigpoint', 'spec',
              'stage', 'variant', 'vrule', 'vtext']),
    ('base', ['arena', 'arg', 'at', 'big', 'blake2b', 'decimal', 'dec', 'escaped', 'fourcc', 'format', 'hash', 'hex', 'idset',
              'infinity', 'lower', 'nomem', 'nowhere', 'out', 'raw', 'real', 'realloc', 'report', 'sort', 'str', 'text',
              'term', 'top', 'utf8', 'vec']),
    ('wire', ['bits', 'bitwriter', 'char6', 'codec', 'load16', 'load32', 'load64', 'store16', 'store32', 'store64',
              'word']),
    ('container', ['container', 'msf']),
    ('ir', ['arg', 'attachments', 'attr', 'block', 'blocks', 'call', 'clone', 'comdat', 'const', 'consts', 'copy', 'di', 'edge',
            'extra', 'fast', 'float', 'fold', 'function', 'global', 'globals', 'hash', 'idset', 'import', 'inst',
            'insts', 'intrinsic', 'layout', 'list', 'map', 'md', 'module', 'name', 'named', 'op', 'phi', 'place', 'string',
            'switch', 'tracked', 'type', 'uselist', 'value']),
    ('analysis', ['calls', 'cfg', 'dom', 'frontier', 'graph', 'live', 'loop', 'mem', 'uniform', 'uses']),
    ('dxbc', []),
    ('parts', ['part', 'psv0', 'rdat', 'rootsig']),
    ('bitcode', ['bc']),
    ('text', []),
    ('dxil', []),
    ('verify', []),
    ('build', []),
    ('builder', []),
    ('view', []),
    ('pass', []),
    ('lower', []),
    ('edit', []),
    ('opt', []),
    ('link', []),
    ('convert', []),
    ('rootsig', []),
    ('hlsl', ['hlsl', 'parse']),
    ('sema', ['hlsl', 'sema']),
    ('codegen', ['emit', 'hlsl']),
    ('fxc', []),
    ('diff', []),
    ('listing', []),
    ('reflect', []),
    ('match', []),
    ('pdb', []),
    ('info', []),
    ('validate', ['val']),
    ('yaml', []),
    ('exec', []),
    ('draw', []),
    ('inspect', []),
    ('job', []),
    ('picture', ['box', 'boxes', 'dot', 'flow', 'grid', 'layered', 'layout', 'picture', 'svg']),
    ('report', ['doc', 'html']),
]
ORDER = {name: place for place, (name, _) in enumerate(ROOMS)}
# Rooms side by side that must not meet, although one stands above the other.
APART = {('text', 'bitcode')}
# What still runs upwards, until the code that it needs has moved: (user, used).
KNOWN = set()

# Rooms that load and store numbers by hand; above them a layout is rows of records.def, or an array of words.
LOADERS = {'base', 'wire', 'container', 'bitcode'}
LOAD = re.compile(r'\bdxki_(?:load|store)(?:16|32|64)\b|"wire/load\.h"')

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
DECLARED = re.compile(r'^(?:[A-Za-z_][\w *]*[ *])(dxki_\w+)\(', re.M)
LIBC = {'stdalign.h', 'stdarg.h', 'stdbool.h', 'stddef.h', 'stdint.h', 'stdio.h', 'stdlib.h', 'string.h',
        'limits.h', 'math.h', 'float.h', 'inttypes.h', 'zlib.h', 'yaml.h'}


def includes(path):
    for number, line in enumerate(open(path, encoding='utf-8'), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def files(folder, endings=('.c', '.h', '.def')):
    for base, _, names in os.walk(os.path.join(ROOT, folder)):
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(base, name), ROOT)


def may_use(room, other):
    if (room, other) in KNOWN:
        return True
    return ORDER[other] <= ORDER[room] and (room, other) not in APART


def check_library(problems):
    for path in files('src'):
        room = path.split(os.sep)[1]
        if room not in ORDER:
            problems.append('%s: room %s is not in the table' % (path, room))
            continue
        for number, name in includes(os.path.join(ROOT, path)):
            other = name.split('/')[0]
            if name.startswith('dxk/') or name in LIBC or '/' not in name:
                continue
            if other not in ORDER or not may_use(room, other):
                problems.append('%s:%d: %s may not include %s' % (path, number, room, name))


def check_loads(problems):
    for path in files('src'):
        if path.split(os.sep)[1] in LOADERS:
            continue
        for number, line in enumerate(open(os.path.join(ROOT, path), encoding='utf-8'), 1):
            for name in LOAD.findall(line):
                problems.append('%s:%d: %s: describe the layout by rows of records.def, or use wire/words.h' %
                                (path, number, name))


def check_command(problems):
    own = {os.path.basename(path) for path in files('cli')}
    for path in files('cli'):
        host = os.path.basename(path).startswith('host_')
        for number, name in includes(os.path.join(ROOT, path)):
            if not host and name not in own | LIBC | {'errno.h'} and not name.startswith('dxk/'):
                problems.append('%s:%d: only cli/host_*.c may include %s of the system' % (path, number, name))
            if '/' in name and name.split('/')[0] in ORDER:
                problems.append('%s:%d: the command may include only <dxk/...>, not %s' % (path, number, name))
            elif name.endswith('.h') and '/' not in name and name not in own and \
                    os.path.exists(os.path.join(ROOT, 'src', name)):
                problems.append('%s:%d: %s is not the command\'s' % (path, number, name))


def check_public(problems):
    for path in files('include'):
        for number, name in includes(os.path.join(ROOT, path)):
            if not name.startswith('dxk/') and name not in LIBC:
                problems.append('%s:%d: a public header may not include %s' % (path, number, name))


# --- symbols ---

class Symbols:
    """What the objects of a build define and need: (symbol, room) and (room, object, symbol)."""

    def __init__(self, build):
        self.room_of, self.needs = {}, []
        for base, _, names in os.walk(build):
            parts = base.split(os.sep)
            if 'src' not in parts or parts[-1] not in ORDER or parts[-2] != 'src':
                continue
            objects = [os.path.join(base, name) for name in sorted(names) if name.endswith('.c.o') and
                       os.path.exists(os.path.join(ROOT, 'src', parts[-1], name[:-2]))]
            if objects:
                self.read(parts[-1], objects)

    def read(self, room, objects):
        run = subprocess.run(['nm', '-A'] + objects, capture_output=True, text=True, check=True)
        for line in run.stdout.splitlines():
            where, rest = line.split(':', 1)
            words = rest.split()
            if words[-2] == 'U':
                self.needs.append((room, os.path.basename(where)[:-2], words[-1]))
            elif words[-2] in 'TDRBV':
                self.room_of[words[-1]] = room

    def check_order(self, problems):
        graph = collections.defaultdict(set)
        for room, name, symbol in self.needs:
            other = self.room_of.get(symbol, room)
            if other == room:
                continue
            graph[room].add(other)
            if not may_use(room, other):
                problems.append('src/%s/%s: %s may not use %s() of %s' % (room, name, room, symbol, other))
        for cycle in cycles(graph):
            if not all((a, b) in KNOWN or (b, a) in KNOWN for a in cycle for b in cycle if b in graph[a]):
                problems.append('rooms that need each other: ' + ', '.join(sorted(cycle)))

    def check_names(self, problems):
        words = {room: list(own or [room]) for room, own in ROOMS}
        for user, used in KNOWN:
            words[user] += dict(ROOMS)[used] or [used]
        for symbol, room in sorted(self.room_of.items()):
            if symbol.startswith('dxki_') and not any(
                    symbol[5:] == word or symbol[5:].startswith(word + '_') or symbol[5:] == word + 's'
                    for word in words[room]):
                problems.append('%s() of %s begins with no word of that room' % (symbol, room))
            elif not symbol.startswith(('dxk_', 'dxki_', 'DXKI_', '__', 'asan.', '.')):
                problems.append('%s of %s is visible and lacks the prefix of the library' % (symbol, room))

    def check_headers(self, problems):
        for path in files('src', ('.h',)):
            room = path.split(os.sep)[1]
            text = open(os.path.join(ROOT, path), encoding='utf-8').read()
            for symbol in DECLARED.findall(text):
                other = self.room_of.get(symbol, room)
                if other != room and (room, other) not in KNOWN:
                    problems.append('%s: declares %s(), which %s defines' % (path, symbol, other))


def cycles(graph):
    """Strongly connected sets of more than one room; the graph is small: by reachability."""
    reach = {}
    for room in graph:
        seen, todo = set(), list(graph[room])
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo.extend(graph.get(other, ()))
        reach[room] = seen
    found = {frozenset(o for o in reach if room in reach[o] and o in reach[room]) for room in reach}
    return [cycle for cycle in found if len(cycle) > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--objects', metavar='DIR', help='folder of a build')
    options = parser.parse_args()
    problems = []
    check_library(problems)
    check_loads(problems)
    check_command(problems)
    check_public(problems)
    if options.objects:
        symbols = Symbols(options.objects)
        if not symbols.room_of:
            problems.append('no object files below ' + options.objects)
        symbols.check_order(problems)
        symbols.check_names(problems)
        symbols.check_headers(problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
