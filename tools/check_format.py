#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the C files look as .clang-format says. Generated headers are left alone.

    tools/check_format.py --check    exit 1 and name each file that differs; 77 without clang-format 14
    tools/check_format.py            rewrite all files
"""
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


def main():
    tool = formatter()
    if not tool:
        print('skipped: clang-format %s is not installed' % VERSION)
        return SKIPPED
    if '--check' not in sys.argv[1:]:
        return subprocess.run([tool, '--style=file', '-i', *files()], cwd=ROOT).returncode
    run = subprocess.run([tool, '--style=file', '--dry-run', '--Werror', '--ferror-limit=1', *files()],
                         cwd=ROOT, capture_output=True, text=True)
    for path in sorted(set(re.findall(r'^([^:\n]+):\d+:\d+: error', run.stderr, re.M))):
        print('%s: not formatted; run tools/check_format.py' % path, file=sys.stderr)
    return run.returncode


sys.exit(main())
