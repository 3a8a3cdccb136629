#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command with allocations that fail, by the program that failing.c makes of it.

    tests/cli/no_memory.py [--all] [--only=TEXT] FAILING

A command that lacks memory ends with status 4, whatever it has printed by then; with any other
status its output must be the one that it has with enough. For each command the first allocations,
the last ones and a sample of those between fail, each once alone and once with all that follow it;
with --all every one does.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

DATA = os.environ.get('DXK_TEST_DATA') or os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data')
LIMIT = 4  # exit status
EDGE = 6   # allocations at both ends that always fail
SAMPLE = 14

# Words of each command; @NAME is a file in tests/data, %NAME one that prepare() makes.
COMMANDS = '''
info @demo.dxil
info @lib-rt.dxil
info --json @debug.dxil
info @exec/groups.hlsl -D X=1
diff @exec/groups.hlsl @exec/particles.hlsl
run @exec/groups.hlsl -b b0=a=1
run @debug/group-scan.hlsl -p u0
info @demo.dxil @debug.dxil
info --json @demo.dxil @debug.dxil
parts @demo.dxil
parts --json @bad-part-size.dxil
extract DXIL @debug.dxil
pack @private.dxil
hash @debug.dxil
hash @debug.pdb
hash --fix -o - @bad-hash.dxil
strip --all -o - @debug.dxil
dump @reflect-types.dxil
dump --json @legacy/lit_ps.dxbc
diff @demo.dxil @debug.dxil
dis @debug.dxil
dis --json @demo.dxil
dis @legacy/lit_ps.dxbc
as @negative/own_race/input.ll
val @demo.dxil
val --format=dxv @negative/own_race/input.ll
val --json @negative/own_race/input.ll
val --sarif @debug.dxil
sign -o - @unsigned.dxil
explain META.USED
yaml @demo.dxil
yaml --json @lib-rt.dxil
yaml --brief --module=text @debug.dxil
yaml @legacy/lit_ps.dxbc
from-yaml -o - %demo.yaml
rootsig print @rts0.dxil
rootsig compile CBV(b0),SRV(t0)
rootsig verify @rts0.dxil
pdb list @debug.pdb
pdb info @sources-in-module.pdb
reflect @reflect-types.dxil
reflect --json @legacy/lit_ps.dxbc
reflect --format=header @demo.dxil
bc @bitcode.bc
bc --json @demo.dxil
compile -T cs_6_0 -j 1 @exec/groups.hlsl -DA={0,1} -DB={1..3} -Fo %{}.dxil --table %table
compile -T cs_6_0 --cache %kept @exec/groups.hlsl -Fo %new.dxil
completion zsh
help val
'''


def words_of(line, folder):
    places_of = {'@': DATA, '%': folder}
    return [os.path.join(places_of[w[0]], w[1:]) if w[0] in places_of else w for w in line.split()]


def prepare(program, folder):
    with open(os.path.join(folder, 'demo.yaml'), 'wb') as file:
        subprocess.run([program, 'yaml', os.path.join(DATA, 'demo.dxil')], stdout=file, check=True)


class Command:
    def __init__(self, program, line, folder):
        self.argv = [program] + words_of(line, folder)
        self.line = line
        self.count_file = os.path.join(folder, 'count')

    def run(self, at=0, once=False):
        env = dict(os.environ, DXK_FAIL_COUNT=self.count_file, DXK_FAIL_AT=str(at))
        if once:
            env['DXK_FAIL_ONCE'] = '1'
        done = subprocess.run(self.argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        return done.returncode, done.stdout

    def allocations(self):
        with open(self.count_file, 'rb') as file:
            return int.from_bytes(file.read(), sys.byteorder)


def places(count, everything):
    if everything or count <= 2 * EDGE + SAMPLE:
        return range(1, count + 1)
    middle = random.Random(count).sample(range(EDGE + 1, count - EDGE + 1), SAMPLE)
    return sorted([*range(1, EDGE + 1), *middle, *range(count - EDGE + 1, count + 1)])


def check(command, everything):
    """The runs, and a text for each that went wrong."""
    whole = command.run()
    runs, wrong = 0, []
    for at in places(command.allocations(), everything):
        for once in (False, True):
            status, output = command.run(at, once)
            runs += 1
            if status != LIMIT and (status, output) != whole:
                wrong.append('allocation %d%s: status %d, %d of %d bytes' %
                             (at, ' alone' if once else ' and on', status, len(output), len(whole[1])))
    return runs, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--all', action='store_true', help='let every allocation fail')
    parser.add_argument('--only', default='', metavar='TEXT', help='commands that contain this')
    parser.add_argument('program')
    args = parser.parse_args()
    runs = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(args.program, folder)
        for line in COMMANDS.split('\n'):
            if not line or args.only not in line:
                continue
            more, wrong = check(Command(args.program, line, folder), args.all)
            runs += more
            failures += len(wrong)
            for text in wrong[:5]:
                print('%s: %s' % (line, text))
    print('%d runs without memory, %d not as they should be' % (runs, failures))
    return 0 if runs and not failures else 1


if __name__ == '__main__':
    sys.exit(main())
