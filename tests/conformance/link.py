#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links the programs of a corpus and compares with what the reference's linker made of them.

    link.py [options] --dxk DXK CORPUS       CORPUS has a folder for each program: libraries,
                                             args.txt, result.txt, linked.dxil

What is compared: whether the program is accepted; where it is refused for what the program says,
the first words; and of what was linked the parts that tell others of it (signatures, features, root
signature, PSV0, RDAT) byte by byte, and the number of instructions, which may not be higher; and what compute
shaders write when they run, with the same numbers in what they read.
With --compile the libraries are compiled from their sources, as build.txt says, by `dxk compile`, instead
of taken from the corpus.
Programs on which the reference is wrong are told apart by name. Exit status 1 if anything differs
that --expect does not allow.
"""
import argparse
import collections
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

# Programs on which the reference is wrong, and what is right: whether it can be linked.
WRONG = {
    'err_struct_param': True, 'err_gs_streams': True, 'err_as_payload_small': True,
    'dbg_strip': True, 'dbg_fd_strip': True, 'dbg_fd': True, 'err_not_library': False,
    'err_bad_profile': False, 'lib_subobjects': True, 'lib_autobind': False,
    'lib_autobind_link': True, 'cs_native16_mixed': True, 'ok_vers_missing': False,
}
# Programs whose result is shorter there than it may be, and why.
TOO_SHORT = {
    'cs_wave': 'the reference folds the condition that keeps a wave operation inside its loop',
}
# The same for libraries that dxk compiles.
TOO_SHORT_COMPILED = {
    'cs_precise': 'the library of the reference has lost what `precise` asks for',
}
# Programs about the part VERS, which dxk does not write.
NO_VERS = ('err_vers_missing_first', 'ok_vers_missing')
PARTS = ('SFI0', 'ISG1', 'OSG1', 'PSG1', 'RTS0', 'PSV0', 'RDAT')


def framed(path):
    """Exit status and standard output of a framed file."""
    data = open(path, 'rb').read()
    status, rest = data.split(b'\n', 1)
    head, rest = rest.split(b'\n', 1)
    return int(status.split()[1]), rest[:int(head.split()[1])].decode('latin1')


def parts_of(path):
    data = open(path, 'rb').read()
    count, = struct.unpack_from('<I', data, 28)
    found = {}
    for offset in struct.unpack_from('<%dI' % count, data, 32):
        name, size = data[offset:offset + 4].decode(), struct.unpack_from('<I', data, offset + 4)[0]
        found[name] = data[offset + 8:offset + 8 + size]
    return found


def count_instructions(text):
    count, inside = 0, False
    for line in text.splitlines():
        if line.startswith('define '):
            inside = True
        elif line == '}':
            inside = False
        elif inside and line.startswith('  ') and 'llvm.dbg.' not in line and not line.startswith('   '):
            count += 1
    return count


def comparable(text):
    """The messages, without instructions, which are numbered otherwise; after an error of a pass the
    reference validates what it left."""
    lines = [line for line in text.replace('\r', '').split('\n') if not line.startswith('note: at ')]
    if 'error: validation errors' in lines[2:]:
        lines = lines[:lines.index('error: validation errors')]
    return '\n'.join(lines).rstrip('\n')


# Shapes of resources that are given numbers before a run; those of other kinds hold zeros.
SHAPES = {'CBuffer': '', 'RawBuffer': '', 'StructuredBuffer': '', 'TypedBuffer': '', 'Texture2D': '8x8:'}


def written(options, shader, scratch):
    """What a run of a compute shader prints, or None if it cannot run."""
    info = subprocess.run([options.dxk, 'info', '--json', shader], capture_output=True, check=False)
    words, rng = [], random.Random(7)
    with open(os.path.join(scratch, 'numbers.bin'), 'wb') as file:
        file.write(b''.join(struct.pack('<f', rng.randrange(1, 9) / 4) for _ in range(4096)))
    for r in json.loads(info.stdout)['resources']:
        place = 'btus'[['CBV', 'SRV', 'UAV', 'Sam'].index(r['type'][:3])] + str(r['lower_bound'])
        if r['kind'] in SHAPES:
            words += ['--bind', '%s,space%d=%s@%s/numbers.bin' % (place, r['space'], SHAPES[r['kind']], scratch)]
    run = subprocess.run([options.dxk, 'run', '--dispatch=2,1,1', '--max-steps=100000', shader] + words, capture_output=True,
                         encoding='latin1', check=False)
    return run.stdout if run.returncode == 0 else None


def close(left, right):
    """True if two outputs are the same up to the rounding that reordered fast operations may have."""
    left, right = (left or '').split(), (right or '').split()
    for a, b in zip(left, right):
        try:
            if a != b and not abs(float(a) - float(b)) <= 1e-5 * max(abs(float(a)), abs(float(b))):
                return False
        except ValueError:
            return False
    return len(left) == len(right)


class Totals:
    def __init__(self):
        self.good = collections.Counter()
        self.all = collections.Counter()
        self.failed = []

    def add(self, what, good, case, why=''):
        self.all[what] += 1
        self.good[what] += bool(good)
        if not good:
            self.failed.append('%s: %s%s' % (case, what, why and ': ' + why))


def compile_all(options, folder, place):
    """Compiles the libraries of a program; the first error, or None. Lines with # change what was made, which
    is taken as it is."""
    for line in open(os.path.join(folder, 'build.txt'), encoding='latin1').read().splitlines():
        words = line.split()
        if words[:1] != ['dxc']:
            continue
        run = subprocess.run([options.dxk, 'compile', '-Vd'] + words[1:-1] + [os.path.join(place, words[-1])],
                             cwd=folder, capture_output=True, encoding='latin1', check=False)
        if run.returncode != 0:
            return run.stderr.replace('\n', ' | ')[:options.width]
    return None


def compare(options, totals, case, folder, output):
    status, said = framed(os.path.join(folder, 'result.txt'))
    words = [w for w in open(os.path.join(folder, 'args.txt'), encoding='latin1').read().split('\n') if w]
    place = os.path.join(os.path.dirname(output), 'libraries')
    shutil.rmtree(place, ignore_errors=True)
    os.mkdir(place)
    for name in os.listdir(folder):
        if name.endswith('.lib'):
            shutil.copyfile(os.path.join(folder, name), os.path.join(place, name))
    if options.compile and '#' not in open(os.path.join(folder, 'build.txt'), encoding='latin1').read():
        refused = compile_all(options, folder, place)
        totals.add('compiled', refused is None, case, refused)
        if refused is not None:
            return
    run = subprocess.run([options.dxk, 'link', '--format=dxl'] + words + ['-Fo', output],
                         cwd=place, capture_output=True, encoding='latin1', check=False)
    wanted = WRONG.get(case, status == 0)
    why = (run.stdout + run.stderr).replace('\n', ' | ')[:options.width]
    totals.add('accepted or refused', (run.returncode == 0) == wanted, case, why)
    if case in WRONG:
        return
    if status != 0:
        ours, theirs = comparable(run.stdout), comparable(said)
        totals.add('messages', ours == theirs, case, '%r, not %r' % (ours, theirs))
        return
    if run.returncode != 0:
        return
    ours, theirs = parts_of(output), parts_of(os.path.join(folder, 'linked.dxil'))
    for part in PARTS:
        if part in ours or part in theirs:
            totals.add(part, ours.get(part) == theirs.get(part), case)
    if case in TOO_SHORT or (options.compile and case in TOO_SHORT_COMPILED):
        return
    if ' -T cs_' in ' ' + ' '.join(words):
        there = written(options, os.path.join(folder, 'linked.dxil'), os.path.dirname(output))
        if there is not None:
            totals.add('same results', close(written(options, output, os.path.dirname(output)), there), case)
    listing = subprocess.run([options.dxk, 'dis', output], capture_output=True, encoding='latin1', check=False)
    count = count_instructions(listing.stdout)
    limit = count_instructions(open(os.path.join(folder, 'linked.dis'), encoding='latin1').read())
    totals.add('no more instructions', count <= limit, case, '%d, not %d' % (count, limit))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--only', default='', help='regular expression of names')
    parser.add_argument('--keep', help='folder for what is linked')
    parser.add_argument('--compile', action='store_true', help='compile the libraries from their sources')
    parser.add_argument('--list', action='store_true', help='say what differs')
    parser.add_argument('--width', type=int, default=160)
    parser.add_argument('--expect', action='append', default=[], metavar='WHAT=N',
                        help='so many may differ in WHAT')
    parser.add_argument('corpus')
    options = parser.parse_args()
    options.dxk = os.path.abspath(options.dxk)
    if not os.path.isdir(options.corpus):
        print('skipped: no %s' % options.corpus)
        return 0
    totals = Totals()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for case in sorted(os.listdir(options.corpus)):
            path = os.path.join(options.corpus, case)
            if options.compile and case in NO_VERS:
                continue
            if os.path.isdir(path) and re.search(options.only, case):
                compare(options, totals, case, path, os.path.join(folder, case + '.dxil'))
    if options.list:
        for line in totals.failed:
            print(line)
    allowed = dict(e.split('=') for e in options.expect)
    bad = False
    for what in totals.all:
        print('%-22s identical %d of %d' % (what, totals.good[what], totals.all[what]))
        bad |= totals.all[what] - totals.good[what] > int(allowed.get(what, 0))
    return 1 if bad else 0


sys.exit(main())
