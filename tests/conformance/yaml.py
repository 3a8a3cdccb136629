#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Containers through YAML and back: the same bytes?

    tests/conformance/yaml.py [--json] [--brief] [--module=FORM] [--forms] SET_OR_FILE...

Each SET is a folder; all files in it that begin as containers do are taken. The command is $DXK, or dxk in
the PATH. Prints "yaml round trip identical N of M" per set; exit status 1 when N is not M. With --module=text
it counts the programs that are shown as text too; --module=lossy looks only at the modules, assembled twice.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

DXK = os.environ.get('DXK', 'dxk')


def containers(path):
    if os.path.isfile(path):
        yield path
        return
    for base, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            full = os.path.join(base, name)
            with open(full, 'rb') as file:
                if file.read(4) == b'DXBC':
                    yield full


def lossy(flags):
    return '--module=lossy' in flags


def check(path, flags):
    """None, or what went wrong; and the text."""
    shown = subprocess.run([DXK, 'yaml', *flags, path], capture_output=True)
    if not shown.stdout:
        return 'yaml printed nothing: ' + shown.stderr.decode(errors='replace')[:200], b''
    made = subprocess.run([DXK, 'from-yaml'], input=shown.stdout, capture_output=True)
    with open(path, 'rb') as file:
        want = file.read()
    if made.stdout == want or (lossy(flags) and made.returncode == 0):
        return None, shown.stdout
    if not made.stdout:
        return 'from-yaml: ' + made.stderr.decode(errors='replace')[:200], shown.stdout
    at = next((i for i, (a, b) in enumerate(zip(made.stdout, want)) if a != b), min(len(want), len(made.stdout)))
    return 'differs from byte %#x on (%d bytes, wanted %d)' % (at, len(made.stdout), len(want)), shown.stdout


def forms(text, counts):
    """Counts which form each kind of part took."""
    name = None
    for line in text.decode(errors='replace').splitlines():
        match = re.match(r'  - Name: +(.*)', line)
        if match:
            name = match.group(1)
            counts[name, 'parts'] += 1
        match = (re.match(r'    (Fields|Data):', line) or
                 re.match(r'      (StringTable|SemanticIndices|Module|DXIL|MetadataKinds):', line))
        if match and name:
            counts[name, match.group(1)] += 1
        if line.startswith('Layout:'):
            counts['file', 'Layout'] += 1


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--json', action='store_true', help='through JSON')
    options.add_argument('--brief', action='store_true', help='--brief of dxk yaml')
    options.add_argument('--module', help='--module of dxk yaml')
    options.add_argument('--forms', action='store_true', help='count the forms of parts')
    options.add_argument('sets', nargs='+')
    args = options.parse_args()
    flags = (['--json'] if args.json else []) + (['--brief'] if args.brief else []) + (['--module=' + args.module] if args.module else [])
    what = 'yaml round trip' + (', modules as text' if args.module else '')
    failed = False
    for path in args.sets:
        files = list(containers(path))
        counts = collections.Counter()
        good = 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda f: check(f, flags), files)
            for file, (problem, text) in zip(files, results):
                if problem:
                    print('%s: %s' % (file, problem))
                else:
                    good += 1
                if args.forms or args.module:
                    forms(text, counts)
        print('%s: %s identical %d of %d' % (path, what, good, len(files)))
        if args.module:
            text = sum(counts[n, 'Module'] for n in ('DXIL', 'ILDB'))
            both = text + sum(counts[n, 'DXIL'] for n in ('DXIL', 'ILDB'))
            print('%s: modules as text identical %d of %d' % (path, text, both))
        for (name, form), count in sorted(counts.items()) if args.forms else []:
            print('  %-8s %-16s %d' % (name, form, count))
        failed = failed or good < len(files)
    return 1 if failed else 0


sys.exit(main())
