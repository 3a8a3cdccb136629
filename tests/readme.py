#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs what README.md shows: each line that begins with `$ dxk` or `$ cat` in a block, in a copy of examples/shaders, and
compares what it prints, on both outputs, with what stands below it. A line `...` stands for any lines.

    tests/readme.py --dxk PATH [--bless]
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(ROOT, 'README.md')


def run(line, dxk, folder):
    path = os.path.dirname(dxk) + os.pathsep + os.environ['PATH']
    done = subprocess.run(['sh', '-c', line], cwd=folder, env=dict(os.environ, PATH=path), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
    return done.stdout.splitlines()


def fits(wanted, found):
    """True if the lines agree, where '...' stands for any."""
    pattern = ''.join('(?:.*\n)*' if line == '...' else re.escape(line.rstrip()) + '\n' for line in wanted)
    return re.fullmatch(pattern, ''.join(line.rstrip() + '\n' for line in found)) is not None


def commands(lines):
    """Yields the first and the last line of what a command prints, and the command."""
    block, command, start = False, None, 0
    for number, line in enumerate(lines):
        ends = line.startswith('```') or (block and line.startswith('$ '))
        if command and (ends or (block and not line)):
            yield start, number, command
            command = None
        if line.startswith('```'):
            block = not block
        elif block and re.match(r'\$ (dxk|cat) ', line):
            command, start = line[2:], number + 1


def main():
    parser = argparse.ArgumentParser(description='run what README.md shows')
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--bless', action='store_true', help='put what is printed into README.md')
    args = parser.parse_args()
    dxk = os.path.abspath(args.dxk)
    with open(README, encoding='utf-8') as file:
        lines = file.read().splitlines()
    count, wrong, renewed, at = 0, 0, [], 0
    with tempfile.TemporaryDirectory() as room:
        folder = os.path.join(room, 'shaders')
        shutil.copytree(os.path.join(ROOT, 'examples', 'shaders'), folder)
        for start, end, command in commands(lines):
            found = run(command, dxk, folder)
            count += 1
            same = fits(lines[start:end], found)
            renewed += lines[at:start] + (lines[start:end] if same else found)
            at = end
            if not same and not args.bless:
                wrong += 1
                print('README.md:%d: %s\n--- shown' % (start, command))
                print('\n'.join(lines[start:end]) + '\n--- found\n' + '\n'.join(found))
    if args.bless:
        with open(README, 'w', encoding='utf-8') as file:
            file.write('\n'.join(renewed + lines[at:]) + '\n')
    print('%d commands of README.md, %d print something else' % (count, wrong))
    return 1 if wrong or not count else 0


if __name__ == '__main__':
    sys.exit(main())
