#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the C files look as .clang-format says, and that files of the repository have plain names.

    tools/check_format.py --check [FILE...]    exit 1 and name each file that differs; 77 without clang-format 14
    tools/check_format.py [FILE...]            rewrite the files

Without FILE all C files are meant. Generated headers are left alone. --check also names each tracked file whose name
has other characters than letters, digits and `.-_/+@`: most often something that a command wrote by accident.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ('include', 'src', 'cli', 'tests', 'fuzz', 'bench', 'examples')
GENERATED = {'include/dxk/enums.h', 'include/dxk/records.h', 'include/dxk/opcodes.h', 'include/dxk/ops.h',
             'include/dxk/part_kinds.h'}
VERSION = '14'  # other versions break lines at other places
SKIPPED = 77


def formatter():
    for name in ('clang-format-' + VERSION, 'clang-format'):
        path = shutil.which(name)
        if path and re.search(r'version %s\.' % VERSION,
                              subprocess.run([path, '--version'], capture_output=True, text=True).stdout):
            return path
    return None


def files():
    for folder in FOLDERS:
        for base, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(base, name), ROOT)
                if name.endswith(('.c', '.h')) and path not in GENERATED:
                    yield path


def odd_names():
    """The tracked files that no build on every system could name; none without git."""
    listed = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, capture_output=True, text=True, check=False)
    return [name for name in listed.stdout.split('\0') if re.search(r'[^\w./+@-]', name, re.ASCII)]


def check(tool, paths):
    odd = odd_names()
    for name in odd:
        print('%s: a name with other characters than letters, digits and .-_/+@' % name, file=sys.stderr)
    run = subprocess.run([tool, '--style=file', '--dry-run', '--Werror', '--ferror-limit=1', *paths],
                         cwd=ROOT, capture_output=True, text=True, check=False)
    for path in sorted(set(re.findall(r'^([^:\n]+):\d+:\d+: error', run.stderr, re.M))):
        print('%s: not formatted; run tools/check_format.py' % path, file=sys.stderr)
    return run.returncode or bool(odd)


def main():
    parser = argparse.ArgumentParser(description='check how files look and are named')
    parser.add_argument('--check', action='store_true', help='exit 1 instead of rewriting')
    parser.add_argument('files', nargs='*', type=os.path.abspath, metavar='FILE')
    args = parser.parse_args()
    tool = formatter()
    if not tool:
        print('skipped: clang-format %s is not installed' % VERSION)
        return SKIPPED
    paths = [os.path.relpath(path, ROOT) for path in args.files] or list(files())
    if args.check:
        return check(tool, paths)
    return subprocess.run([tool, '--style=file', '-i', *paths], cwd=ROOT, check=False).returncode


sys.exit(main())
