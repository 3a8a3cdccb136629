#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of the execution corpus before and after edits, which must not change their results.

    edit_run.py [--dxk PROGRAM] [--every N] FOLDER

A case is NAME.yaml, a job with what is expected, with NAME.dxil and NAME.Od.dxil beside it. `dxk edit`
renames the entry point, which the job then asks for, and drops what is unused. Then it lays the resources
of each class out anew in reverse order, so that they change places, and the job binds them there; not if
a root signature says where they are. Exit status 1 after a complaint, 77 if there is no corpus.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

UNBOUNDED = 0xffffffff
BINDING = re.compile(r'(Kind: +(\w+)\n(?: +\w+: .*\n)*? +DirectXBinding: \{ Register: )(\d+)(, Space: )(\d+)')


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


def letter_of(kind):
    """The registers that a kind of resource in a job has."""
    if kind.startswith('RW'):
        return 'u'
    return {'ConstantBuffer': 'b', 'Sampler': 's'}.get(kind, 't')


class Layout:
    """Where the resources of a shader go: each class in reverse order, those without an end alone."""

    def __init__(self, resources):
        self.places = []
        after = {}
        for number, r in enumerate(reversed(resources)):
            letter, low, high = r['register'][0], r['lower_bound'], r['upper_bound']
            space, register = 0, after.get(letter, 0)
            if high == UNBOUNDED:
                space, register = 20 + number, 3
            else:
                after[letter] = register + high - low + 1
            self.places.append((letter, r['space'], low, high, register, space))

    def options(self):
        for letter, space, low, _, to, to_space in self.places:
            if (low, space) != (to, to_space):
                yield f'--rebind={letter}{low}:space{space}={letter}{to}:space{to_space}'

    def move(self, match):
        register, space = int(match.group(3)), int(match.group(5))
        for letter, old_space, low, high, to, to_space in self.places:
            if letter == letter_of(match.group(2)) and space == old_space and low <= register <= high:
                register, space = to + register - low, to_space
                break
        else:
            space += 90  # not the shader's: out of the way
        return f'{match.group(1)}{register}{match.group(4)}{space}'


class Check:
    def __init__(self, dxk, folder):
        self.dxk, self.folder = dxk, folder
        self.runs = self.moved = 0
        self.faults = []

    def edit(self, shader, options, job, what):
        """Edits, and runs the outcome."""
        edited, changed = self.folder / 'edited.dxil', self.folder / 'job.yaml'
        changed.write_text(job, encoding='utf-8')
        done = call(self.dxk, 'edit', *options, shader, '-o', edited)
        if done.returncode == 0:
            done = call(self.dxk, 'run', changed, edited)
        self.runs += 1
        if done.returncode:
            self.faults.append(f'{shader.name}, {what}: {(done.stderr + done.stdout).strip()[:300]}')

    def check(self, job, shader):
        before = call(self.dxk, 'run', job, shader)
        if before.returncode:
            self.faults.append(f'{shader.name}, before: {before.stderr.strip()[:300]}')
            return
        text = job.read_text(encoding='utf-8')
        info = json.loads(call(self.dxk, 'info', '--json', shader).stdout)
        resources = info.get('resources') or []
        entry = re.search(r'Entry: +(\w+)', text).group(1)
        self.edit(shader, [f'--rename-entry={entry}=another', '--drop-unused'],
                  re.sub(r'Entry: +\w+', 'Entry: another', text), 'another entry point')
        layout = Layout(resources)
        moves = list(layout.options())
        if moves and not info.get('root_signature'):
            self.moved += 1
            self.edit(shader, moves, BINDING.sub(layout.move, text), ' '.join(moves))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('folder', type=pathlib.Path)
    args = parser.parse_args()
    if not args.folder.is_dir():
        print(f'skipped: there is no {args.folder}')
        return 77
    with tempfile.TemporaryDirectory() as name:
        check = Check(args.dxk, pathlib.Path(name))
        for job in sorted(args.folder.glob('*.yaml'))[::args.every]:
            for ending in ('.dxil', '.Od.dxil'):
                check.check(job, job.with_suffix(ending))
    for fault in check.faults:
        print(fault)
    print(f'edited and run: {check.runs}, with other registers {check.moved}, {len(check.faults)} faults')
    return 0 if check.moved and not check.faults else 1


if __name__ == '__main__':
    sys.exit(main())
