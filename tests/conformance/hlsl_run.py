#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What shaders of the HLSL front end are and do, against containers of a reference compiler.

    tests/conformance/hlsl_run.py [-v] [--dxk PATH] [--dxc PATH] [--containers FOLDER] FILE_OR_FOLDER...

Compiles each source as its lines `// args: ...`, `// dxk: ...` or `RUN: dxc ...` say, one program for each, and
takes the reference's container of it: with --dxc it is made now; else it is NAME.dxil beside the source or in
FOLDER, NAME.2.dxil for the second line. Of both are compared

    signatures   elements with their registers and masks, and the properties of the stage
    results      what invocations give on inputs that follow from names (invoke.py), and what they write

Programs that the reference refuses, and those of stages that cannot be invoked, are skipped. Prints "N of M" for
each. Exit status 1 when something differs.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import hlsl
import invoke

STAGES = ('vs', 'hs', 'ds', 'gs', 'ps', 'as', 'ms', 'cs')
# What both say of a program, and must agree on.
SIGNATURES = ('inputs', 'outputs', 'patch_constants_or_primitives')
# What follows from the code that was generated, not from the source.
DERIVED = {'used', 'unwritten'}


def known(words):
    """The options of a program; none: it is the linker's, or an option makes another program of it."""
    kept = hlsl.kept(words, hlsl.KNOWN)
    outputs = hlsl.OUTPUTS.keys() - {'-validator-version'}
    left = [word for word in words if word[:1] == '-' and word not in kept and word not in outputs]
    return kept if words and words[0][:1] in '-/%' and not left else []


def programs(path):
    """The options of each program that a source is meant for."""
    for line in path.read_text(encoding='utf-8', errors='replace').splitlines()[:40]:
        match = hlsl.LINE.search(line)
        if match:
            yield known((match.group('own') or match.group('run')).split())


def stage_of(words):
    return next((words[i + 1].split('_')[0] for i, word in enumerate(words[:-1]) if word == '-T'), '')


def reference(arguments, path, words, number, count, folder):
    """The reference's container; None: there is none."""
    if arguments.dxc:
        made = os.path.join(folder, 'theirs')
        done = hlsl.run([arguments.dxc, path.name, '-Fo', made, '-no-warnings'] + words, path.parent)
        return made if done and done.returncode == 0 else None
    name = '%s.%d.dxil' % (path.stem, number) if count > 1 else path.stem + '.dxil'
    for place in [path.parent] + ([pathlib.Path(arguments.containers)] if arguments.containers else []):
        if (place / name).exists():
            return str(place / name)
    return None


def properties(dxk, path):
    """What a container says of its program, without what follows from the code."""
    info = invoke.shown('info', dxk, path)
    found = {key: [{k: v for k, v in element.items() if k not in DERIVED} for element in info.get(key, [])]
             for key in SIGNATURES}
    found['stage'] = {k: v for k, v in info.get('stage', {}).items() if k != 'psv_version'}
    return found


def shared(ours, theirs):
    """What both have of the properties of the stage: older containers have fewer."""
    common = ours['stage'].keys() & theirs['stage'].keys()
    return [dict(one, stage={key: one['stage'][key] for key in common}) for one in (ours, theirs)]


def compile_both(arguments, path, words, number, count, folder):
    """Paths of both containers, or None and why not."""
    theirs = reference(arguments, path, words, number, count, folder)
    if not theirs:
        return None, ''
    ours = os.path.join(folder, 'ours')
    done = hlsl.run([arguments.dxk, 'compile', path.name, '-no-warnings', '-Fo', ours] + words, path.parent)
    if done is None or done.returncode != 0:
        said = done.stderr.decode(errors='replace') if done else 'timeout'
        return None, next((line for line in said.split('\n') if 'error' in line), said)
    return (ours, theirs), ''


class Counts:
    def __init__(self, verbose):
        self.verbose = verbose
        self.done = {'signatures': [0, 0], 'results': [0, 0]}

    def add(self, what, name, fault):
        self.done[what][0] += not fault
        self.done[what][1] += 1
        if fault and self.verbose:
            print('%s, %s: %s' % (name, what, fault[:200]))


def check(arguments, counts, path, words, number, count):
    name = '%s.%d' % (path.name, number) if count > 1 else path.name
    if name in arguments.known:
        return
    with tempfile.TemporaryDirectory() as folder:
        pair, why = compile_both(arguments, path, words, number, count, folder)
        if why:
            counts.add('signatures', name, why)
        if not pair:
            return
        counts.add('signatures', name,
                   invoke.difference(*shared(*[properties(arguments.dxk, one) for one in pair])))
        stage = stage_of(words)
        wanted, why = invoke.invoke(arguments.dxk, pair[1], stage)
        if why:  # what the reference's own program cannot do on these inputs says nothing
            return
        found, why = invoke.invoke(arguments.dxk, pair[0], stage)
        counts.add('results', name, why or invoke.difference(found, wanted))


def sources(places):
    for place in map(pathlib.Path, places):
        yield from sorted(place.glob('*.hlsl')) if place.is_dir() else [place]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-v', action='store_true', help='name what differs')
    parser.add_argument('--dxk', default='dxk')
    parser.add_argument('--dxc')
    parser.add_argument('--containers', help='folder of the reference\'s containers')
    parser.add_argument('--stages', default=','.join(STAGES), help='stages to look at')
    parser.add_argument('--except', dest='known', action='append', default=[], metavar='NAME',
                        help='a program to leave out, such as one that the reference itself finds invalid')
    parser.add_argument('--every', type=int, default=1, help='take every Nth program')
    parser.add_argument('places', nargs='+')
    arguments = parser.parse_args()
    arguments.dxk = os.path.abspath(arguments.dxk) if os.sep in arguments.dxk else arguments.dxk
    counts, at = Counts(arguments.v), 0
    for path in sources(arguments.places):
        all_words = list(programs(path))
        for number, words in enumerate(all_words, 1):
            at += 1
            if stage_of(words) in arguments.stages.split(',') and at % arguments.every == 0:
                check(arguments, counts, path, words, number, len(all_words))
    for what, (good, count) in counts.done.items():
        print('%s: right %d of %d' % (what, good, count))
    return any(good != count for good, count in counts.done.values())


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit('hlsl_run.py: %s' % error)
