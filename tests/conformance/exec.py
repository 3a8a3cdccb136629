#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of the execution corpus and counts those whose results are as expected.

    exec.py [--dxk PROGRAM] [-v] [--only REGEX] [--quick] [--compile] FOLDER

A case is NAME.yaml, a job, with NAME.hlsl, NAME.dxil and NAME.Od.dxil beside it. Both binaries run
at every wave size, unless the source asks for one, and under other schedules. A buffer called
ExpectedCounterX holds what the hidden counter of X must be, which is compared with the dump. With --compile the binaries
are made of the source by `dxk compile`, with -O3 and with -Od; how many it compiles is told first.
Prints "runs identical N of M"; exit status 1 if some are not, 77 if there is no corpus.
"""
import argparse
import collections
import os
import re
import shlex
import subprocess
import sys
import tempfile

WAVES = [4, 8, 16, 32, 64, 128]
SCHEDULES = ['independent', '1', '20231']


def parse_buffers(dump):
    """Name of each buffer of a dump: its counter and data, as texts."""
    buffers, name = {}, None
    for line in dump.splitlines():
        match = re.match(r'  (- |  )(Name|Counter|Data): +(.*)', line)
        if line.startswith('Results') or line.startswith('DescriptorSets'):
            break
        if match and match.group(2) == 'Name':
            name = match.group(3)
            buffers[name] = {}
        elif match and name:
            buffers[name][match.group(2)] = match.group(3)
    return buffers


def counters_match(dump):
    buffers = parse_buffers(dump)
    for name, keys in buffers.items():
        if name.startswith('ExpectedCounter'):
            wanted = keys.get('Data', '').strip('[ ]')
            if buffers.get(name[len('ExpectedCounter'):], {}).get('Counter') != wanted:
                return False
    return True


def variants(source, quick):
    """Lists of options: each wave size in lockstep, threads, each other schedule at two sizes."""
    yield []
    if quick:
        return
    if 'WaveSize' not in source:
        for size in WAVES:
            yield ['--wave-size=%d' % size]
    yield ['-j', '3']
    for schedule in SCHEDULES:
        yield ['--schedule=' + schedule]
        if 'WaveSize' not in source:
            yield ['--schedule=' + schedule, '--wave-size=8']


def run(dxk, job, shader, extra):
    """None if the results are as expected, else the first line of what went wrong."""
    try:
        done = subprocess.run([dxk, 'run', job, shader] + extra, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return 'takes more than ten minutes'
    if done.returncode == 0:
        return None if counters_match(done.stdout) else 'a counter differs'
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return 'status %d: %s' % (done.returncode, lines[0] if lines else '')


def made(dxk, case, folder):
    """The case's source compiled with -O3 and with -Od, as far as it compiles."""
    with open(case + '.hlsl', encoding='utf-8') as file:
        arguments = shlex.split(file.readline().partition(' dxc ')[2])
    for level in ('-O3', '-Od'):
        path = os.path.join(folder, '%s.%s.dxil' % (os.path.basename(case), level[1:]))
        if subprocess.run([dxk, 'compile', *arguments, level, case + '.hlsl', '-o', path], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            yield path


def main():
    with tempfile.TemporaryDirectory() as folder:
        return check(folder)


def check(scratch):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('-v', action='store_true', help='show every failure')
    parser.add_argument('--only', metavar='REGEX', default='', help='cases to run')
    parser.add_argument('--quick', action='store_true', help='the default wave size and schedule only')
    parser.add_argument('--compile', action='store_true', help='run what dxk compiles, not the stored binaries')
    parser.add_argument('folder')
    options = parser.parse_args()
    if not os.path.isdir(options.folder):
        print('skipped: there is no %s' % options.folder)
        return 77
    total, good, cases, compiled, failed = 0, 0, 0, 0, collections.OrderedDict()
    for name in sorted(os.listdir(options.folder)):
        if not name.endswith('.yaml') or not re.search(options.only, name):
            continue
        case = os.path.join(options.folder, name[:-5])
        source = open(case + '.hlsl', encoding='utf-8').read()
        shaders = (case + '.dxil', case + '.Od.dxil')
        if options.compile:
            shaders = list(made(options.dxk, case, scratch))
        cases += 1
        compiled += len(shaders) == 2
        for shader in shaders:
            for extra in variants(source, options.quick):
                total += 1
                why = run(options.dxk, case + '.yaml', shader, extra)
                good += why is None
                if why:
                    failed.setdefault(name[:-5], []).append((os.path.basename(shader), extra, why))
    for name, all_failures in failed.items():
        for shader, extra, why in all_failures if options.v else all_failures[:1]:
            print('%s %s: %s' % (shader, ' '.join(extra), why))
    if options.compile:
        print('sources compiled %d of %d' % (compiled, cases))
    print('runs identical %d of %d' % (good, total))
    return 0 if total and good == total else 1


sys.exit(main())
