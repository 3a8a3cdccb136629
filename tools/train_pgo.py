#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command that writes profiles on the samples of the repository; tools/build_pgo.sh starts it.

    tools/train_pgo.py DXK

Equal sources give equal profiles: what runs is the same each time, one process after the other with one thread each, in
a folder of its own under names that do not depend on the place, at the same addresses where the system allows that (tables
have pointers as keys), and writes to its output only (names of temporary files have the number of the process). Few processes with many inputs: a compiler takes what only few of all processes do for
what hardly happens. What all compilations call comes first, so that gcc places it side by side (tools/pgo_order.c): shaders
are compiled before anything else, small ones first. Prints how many commands ran and how many failed; exit status 1 when that is more than a quarter.
"""
import argparse
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / 'tests/data'
STAGES = ('cs', 'vs', 'ps', 'gs', 'hs', 'ds', 'ms', 'as', 'lib')
LIBRARIES = ('rays', 'calls', 'functions')
SHAPES = ('functions', 'overloads', 'statements', 'variables', 'branches', 'nested', 'loops', 'switch', 'initialiser', 'macros',
          'templates', 'globals', 'resources', 'buffers', 'expression')
LINKED = (('cs_6_6', 'entry.lib', 'math.lib'), ('cs_6_6', 'binding-a.lib', 'binding-b.lib'), ('cs_6_6', 'local.lib'),
          ('cs_6_6', 'auto-a.lib', 'auto-b.lib'), ('gs_6_6', 'streams-a.lib', 'streams-b.lib'), ('lib_6_6', 'matrix.lib'),
          ('lib_6_6', 'notes-a.lib', 'notes-b.lib'), ('lib_6_6', 'pick.lib'))
ADDR_NO_RANDOMIZE = 0x0040000  # of <sys/personality.h>
CALLS_MOST = 100000  # functions that a process calls for the first time
PASSED_ON = ('GCOV_PREFIX', 'LLVM_PROFILE_FILE')
READ = ('dis', 'val', 'info')
VIEWS = ('parts', 'dump', 'reflect', 'hash', 'symbols', 'yaml', 'yaml --module=text', 'info --json', 'dis --source', 'bc')
CHANGES = ('opt', 'strip --all', 'sign')


class Trainer:
    def __init__(self, dxk, folder):
        self.folder = pathlib.Path(folder)
        self.environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.count = self.failures = 0
        os.symlink(dxk, self.folder / 'dxk')

    def run(self, command, *words, out=None):
        """Runs a command with its output to a file; True: it succeeded."""
        environment = {**self.environment, 'DXK_PGO_FIRST': str(self.count * CALLS_MOST)}
        with open(self.folder / out if out else '/dev/null', 'wb') as to:
            done = subprocess.run(['./dxk', *command.split(), *words], cwd=self.folder, env=environment, timeout=600,
                                  stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.DEVNULL, check=False)
        self.count += 1
        self.failures += done.returncode != 0
        return done.returncode == 0

    def copies(self, pattern, below=ROOT):
        """The names of copies of what the pattern finds."""
        names = []
        for path in sorted(below.glob(pattern)):
            name = '%s-%s' % (path.parent.name, path.name)
            shutil.copyfile(path, self.folder / name)
            names.append(name)
        return names


def stage_of(name):
    """By the name: tiles.as.hlsl, rays.hlsl, gs.hlsl; compute shaders have none."""
    word = name.rpartition('-')[2].split('.')[-2]
    return word if word in STAGES else 'lib' if name.rpartition('-')[2].split('.')[0] in LIBRARIES else 'cs'


def target_of(name):
    return stage_of(name) + '_6_6'


def sources(trainer):
    """HLSL files: those of the tests, and some that grow with a number."""
    names = trainer.copies('fuzz/corpus/*.hlsl') + trainer.copies('*/*.hlsl', DATA) + trainer.copies('bench/*/*.hlsl')
    for shape in SHAPES:
        names.append('shape-%s.hlsl' % shape)
        made = subprocess.run([sys.executable, str(ROOT / 'bench/doubling_hlsl.py'), '--write', shape, '60'],
                              stdout=subprocess.PIPE, encoding='utf-8', check=True).stdout
        (trainer.folder / names[-1]).write_text(made.replace('[numthreads', '[shader("compute")] [numthreads'), encoding='utf-8')
    return sorted(names, key=lambda name: ((trainer.folder / name).stat().st_size, name))


def train_compiler(trainer, names):
    """Each in a process of its own, and all in few; returns the names of results."""
    made = []
    for name in names:
        if trainer.run('compile -T', target_of(name), name, out=name + '.dxil'):
            made.append(name + '.dxil')
    for options in ('', '-Od', '-O1', '-Zi -Qembed_debug'):
        jobs = ['%s -T %s %s -Fo /dev/null\n' % (name, target_of(name), options) for name in names]
        (trainer.folder / 'jobs.txt').write_text(''.join(jobs), encoding='utf-8')
        trainer.run('compile -j 1 --jobs', 'jobs.txt')
    return made


def train_linker(trainer, names):
    trainer.copies('link/*.lib', DATA)
    for target, *libraries in LINKED * 2:
        trainer.run('link -E main -T', target, *('link-' + name for name in libraries))
    for name in names:
        if name.startswith('shape-') and trainer.run('compile -T', 'lib_6_6', name, out='made.lib'):
            trainer.run('link -E main -T', 'cs_6_6', 'made.lib')


def train_containers(trainer, names):
    """Reads and changes containers, in one process for each command; some as text and back."""
    for command in READ * 2 + VIEWS:
        trainer.run(command + ' -j 1', *names)
    for name in names[::4]:
        for command in CHANGES:
            trainer.run(command, name)
        if trainer.run('dis', name, out='made.ll'):
            trainer.run('as', 'made.ll')
        if trainer.run('yaml', name, out='made.yaml'):
            trainer.run('from-yaml', 'made.yaml')


def train_old_models(trainer):
    names = trainer.copies('*/*.dxbc', DATA)
    for command in READ + ('reflect',):
        trainer.run(command + ' -j 1', *names)
    for name in names * 2:
        trainer.run('convert', name)


def fix_addresses():
    """Every process starts at the same addresses; False: they are random."""
    try:
        return ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE) >= 0
    except (AttributeError, OSError, TypeError):
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('dxk')
    options = parser.parse_args()
    if not fix_addresses():
        print('addresses are random here: two profiles differ a little')
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(str(pathlib.Path(options.dxk).resolve()), folder)
        names = sources(trainer)
        made = train_compiler(trainer, names)
        train_linker(trainer, names)
        train_containers(trainer, trainer.copies('*.dxil', DATA) + made)
        train_old_models(trainer)
        shutil.copytree(DATA / 'exec', trainer.folder / 'exec')
        trainer.run('test -j 1', 'exec')
    print('%d commands, %d of them failed' % (trainer.count, trainer.failures))
    return 1 if trainer.failures * 4 > trainer.count else 0


if __name__ == '__main__':
    sys.exit(main())
