#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What compiling HLSL costs, and the same of a reference compiler.

    bench/compile_hlsl.py [-r ROUNDS] [-n TIMES] [--by-list] [--dxc DXC] [--loop PROGRAM] DXK JOBS...

JOBS are files as `dxk compile --jobs` takes them, a line for each compilation, without -Fo; paths are relative to the
folder from which the script is run. A line for each file says:

  a process each   processor time, user and system, of a process for each compilation, the least of the rounds, in which
                   both compilers take turns, at each line or --by-list; of the lines that both compile
  one process      that of `dxk compile --jobs JOBS -j 1` with each line TIMES times, by compilation; PROGRAM is called
                   with JOBS and TIMES, and does the same with the library of the reference

Milliseconds for one compilation, and the ratio. Compare release builds.
"""
import argparse
import os
import shlex
import sys
import tempfile


def spend(command):
    """Processor time of a process in milliseconds; None: it failed."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    child = os.posix_spawnp(command[0], command, os.environ,
                            file_actions=[(os.POSIX_SPAWN_DUP2, nowhere, 1), (os.POSIX_SPAWN_DUP2, nowhere, 2)])
    os.close(nowhere)
    _, status, usage = os.wait4(child, 0)
    return (usage.ru_utime + usage.ru_stime) * 1000 if status == 0 else None


def processes(compilers, lines, rounds, by_list):
    """The sums of the least times of the lines that all compile, and how many these are."""
    turns = [(number, compiler) for number in range(len(lines)) for compiler in range(len(compilers))]
    if by_list:
        turns.sort(key=lambda turn: turn[1])
    best = {}
    for _ in range(rounds):
        for number, compiler in turns:
            time = spend(compilers[compiler] + shlex.split(lines[number]) + ['-Fo', os.devnull])
            best.setdefault((number, compiler), []).append(time)
    good = [number for number in range(len(lines))
            if all(None not in best[number, compiler] for compiler in range(len(compilers)))]
    return [sum(min(best[number, compiler]) for number in good) for compiler in range(len(compilers))], len(good)


def together(options, lines, jobs):
    """The least time of one process for all lines, for each compiler."""
    with tempfile.NamedTemporaryFile('w', suffix='.jobs') as file:
        for _ in range(options.times):
            file.writelines('%s -Fo %s\n' % (line, os.devnull) for line in lines)
        file.flush()
        commands = [[options.dxk, 'compile', '--jobs', file.name, '-j', '1']]
        if options.loop:
            commands.append([options.loop, jobs, str(options.times)])
        times = [[spend(command) for command in commands] for _ in range(options.rounds)]
    return [None if None in column else min(column) for column in zip(*times)]


def show(jobs, what, times, count):
    shown = ['%8.3f' % (time / count) if time is not None and count else '       -' for time in times]
    ratio = '%6.1f' % (times[1] / times[0]) if len(times) == 2 and None not in times and times[0] else ''
    print('%-24s %-16s %5d %s %s' % (os.path.basename(jobs), what, count, ' '.join(shown), ratio), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-r', dest='rounds', type=int, default=3, help='rounds, of which the least time counts')
    parser.add_argument('-n', dest='times', type=int, default=4, help='how often one process compiles each line')
    parser.add_argument('--by-list', action='store_true', help='one compiler compiles all lines, then the other one')
    parser.add_argument('--dxc', help='command of the reference')
    parser.add_argument('--loop', help='program that compiles JOBS with the library of the reference')
    parser.add_argument('dxk')
    parser.add_argument('jobs', nargs='+')
    options = parser.parse_args()
    compilers = [[options.dxk, 'compile']] + ([[options.dxc]] if options.dxc else [])
    print('%-24s %-16s %5s %8s %8s %6s' % ('jobs', '', '', 'dxk', 'other', 'ratio'))
    for jobs in options.jobs:
        with open(jobs, encoding='utf-8') as file:
            lines = [line.strip() for line in file if line.strip()]
        show(jobs, 'a process each', *processes(compilers, lines, options.rounds, options.by_list))
        show(jobs, 'one process', together(options, lines, jobs), len(lines) * options.times)
    return 0


sys.exit(main())
