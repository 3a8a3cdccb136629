#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks who includes whom (docs/conventions.md, "Rooms").

    tools/layers.py --check     exit 1 and name each include that the table does not allow
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# room: rooms whose headers it may include, besides its own and include/dxk.
ALLOWED = {
    'base': {'spec/rules.h'},  # reporting names its rules
    'spec': set(),
    'wire': {'base', 'spec'},
    'container': {'base', 'wire', 'spec'},
    'parts': {'base', 'wire', 'spec', 'container'},
    'rootsig': {'base', 'wire', 'spec', 'container', 'parts'},
    'pdb': {'base', 'wire', 'spec', 'container', 'parts', 'ir', 'bitcode', 'dxil'},
    'dxbc': {'base', 'wire', 'spec', 'container', 'parts'},
    'ir': {'base', 'spec'},
    'bitcode': {'base', 'wire', 'spec', 'ir'},
    'text': {'base', 'spec', 'ir'},
    'dxil': {'base', 'wire', 'spec', 'ir', 'parts', 'container'},
    'validate': {'base', 'wire', 'spec', 'ir', 'container', 'parts', 'rootsig', 'bitcode', 'dxil',
                 'text/snippet.h'},
    'yaml': {'base', 'wire', 'spec', 'container', 'parts', 'ir'},  # ir: what the text of a module cannot say
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
LIBC = {'stdalign.h', 'stdarg.h', 'stdbool.h', 'stddef.h', 'stdint.h', 'stdio.h', 'stdlib.h', 'string.h',
        'limits.h', 'math.h', 'float.h', 'inttypes.h', 'zlib.h', 'yaml.h'}


def includes(path):
    for number, line in enumerate(open(path, encoding='utf-8'), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def files(folder):
    for base, _, names in os.walk(os.path.join(ROOT, folder)):
        for name in sorted(names):
            if name.endswith(('.c', '.h', '.def')):
                yield os.path.join(base, name)


def check_library(problems):
    for path in files('src'):
        room = os.path.relpath(path, os.path.join(ROOT, 'src')).split(os.sep)[0]
        if room not in ALLOWED:
            problems.append('%s: room %s is not in the table' % (path, room))
            continue
        for number, name in includes(path):
            if name.startswith('dxk/') or name in LIBC or '/' not in name:
                continue
            other = name.split('/')[0]
            if other != room and other not in ALLOWED[room] and name not in ALLOWED[room]:
                problems.append('%s:%d: %s may not include %s' % (os.path.relpath(path, ROOT), number, room, name))


def check_command(problems):
    own = {os.path.basename(path) for path in files('cli')}
    for path in files('cli'):
        for number, name in includes(path):
            if '/' in name and name.split('/')[0] in ALLOWED:
                problems.append('%s:%d: the command may include only <dxk/...>, not %s'
                                % (os.path.relpath(path, ROOT), number, name))
            elif name.endswith('.h') and '/' not in name and name not in own and \
                    os.path.exists(os.path.join(ROOT, 'src', name)):
                problems.append('%s:%d: %s is not the command\'s' % (os.path.relpath(path, ROOT), number, name))


def check_public(problems):
    for path in files('include'):
        for number, name in includes(path):
            if not name.startswith('dxk/') and name not in LIBC:
                problems.append('%s:%d: a public header may not include %s' % (os.path.relpath(path, ROOT), number, name))


def main():
    problems = []
    check_library(problems)
    check_command(problems)
    check_public(problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
