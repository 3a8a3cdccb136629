#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random shaders, before and after passes and the linker change them.

    tests/conformance/gen_rewrite.py [-n PROGRAMS] [-s SEED] [--of stages|kernels|parts|libraries] [--dxk PATH] --dxc PATH
                                     [--dxv PATH] [--dxl PATH] [--runs N] [-k FOLDER] [-v]

stages: shaders of all stages (tests/stages) and kernels: compute shaders (tests/hlsl), compiled by dxk and by a
reference compiler, go through `dxk opt` with single passes, random lists of passes and levels, and shaders through
`dxk link` as well, as libraries. parts: shaders whose functions are in another library (tests/stages/parts.py).
libraries: those of ray tracing and work graphs, of which functions are run.
What comes out must be valid, and must do what the shader did that went in. Prints how many runs of each kind were
right; exit status 1 when one was not. -k keeps sources and containers of those that were not.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import invoke  # noqa: E402

# Passes that must not change results, and pipelines.
PASSES = (
    'dce', 'marks', 'globaldce', 'strip-dead-prototypes', 'constmerge', 'dead-resources', 'strip-metadata', 'strip-debug', 'bdce', 'dse',
    'gvn', 'dxil-gvn-hoist', 'known-bits', 'instcombine', 'instcombine<regroup=1>', 'instcombine<known=1>', 'phi-types', 'reassociate',
    'reassociate<reals=0>', 'adce', 'jump-threading', 'loop-deletion', 'loop-rotate', 'loop-rotate<size=4096>', 'loop-unroll',
    'loop-unroll<threshold=0>', 'loop-unroll<threshold=4000>', 'mem2reg', 'sccp', 'sink', 'simplifycfg', 'simplifycfg<speculate=64>',
    'write-only-statics', 'static-global-to-alloca', 'sroa', 'always-inline', 'inline', 'ipsccp', 'handles', 'hlsl-hca',
    'dynamic-vector-to-array', 'multi-dim-one-dim', 'scalarizer', 'lower-model', 'fold-undef', 'canonical-resources', 'canonical-code',
    'canonical-module', 'tidy', 'O1', 'O2', 'O3', 'Os', 'legalize', 'canonical')
SLOW = ('O2', 'O3', 'Os')


def run(command, folder):
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None, 'error: takes too long'
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def one_line(said):
    return next((line for line in said.split('\n') if 'error' in line or 'rror:' in line), said[:200].strip())


class Stages:
    """Shaders of single stages; what they are given follows from their signatures."""

    def __init__(self):
        sys.path.insert(0, str(HERE.parent / 'stages'))
        self.program = __import__('program')

    def make(self, seed):
        made = self.program.Program(seed)
        made.options.rest += ['-Zi', '-Qembed_debug'] * (seed % 7 == 0)
        return made

    @staticmethod
    def results(dxk, path, made, _, like=None):
        return invoke.invoke(dxk, path, made.options.stage, like=like)

    @staticmethod
    def difference(found, wanted):
        """Buffers that several types are written to are shown as one of them, which may be another one: not compared."""
        def shape(rows):
            return [len(row) if isinstance(row, list) else 0 for row in rows[:1]]
        a, b = found['written'], wanted['written']
        same = [name for name in a if name not in b or shape(a[name]) == shape(b[name])]
        return invoke.difference({'invocations': found['invocations'], 'written': {name: a[name] for name in same}},
                                 {'invocations': wanted['invocations'], 'written': {name: b[name] for name in b if name in same or name not in a}})

    @staticmethod
    def places(dxk, path):
        """Names and registers: what resources hold follows from these, and linkers choose some."""
        return [(r['name'], r['space'], r['lower_bound']) for r in invoke.shown('info', dxk, path).get('resources', [])]

    @staticmethod
    def library(made):
        """Arguments and source of a library that has the shader; None: there is none."""
        names = {'vs': 'vertex', 'ps': 'pixel', 'gs': 'geometry', 'hs': 'hull', 'ds': 'domain', 'ms': 'mesh', 'as': 'amplification'}
        words = [word for word in made.options.words() if word not in ('-Od', '-O1', '-O3')]
        stage, model = made.options.stage, max(made.options.model, 3)
        if '-pack-optimized' in words or '-auto-binding-space' in words:
            return None
        words[words.index('-T') + 1] = 'lib_6_%d' % model
        # The attribute stands before the last function, and before its own attributes.
        lines = made.source().split('\n')
        at = len(lines) - 1 - len(made.main)
        lines.insert(at, '[shader("%s")]' % names[stage])
        return words, '\n'.join(lines), '%s_6_%d' % (stage, model)


class Parts(Stages):
    """Shaders and the libraries that have their functions."""

    def __init__(self):
        super().__init__()
        self.parts = __import__('parts')

    def make(self, seed):
        return self.parts.Parts(seed)


class Libraries(Stages):
    """Libraries of ray tracing and work graphs: their functions are run, and those entry points that can be."""

    def __init__(self):
        super().__init__()
        self.library_module = __import__('library')

    def make(self, seed):
        return self.library_module.Library(seed)

    @staticmethod
    def results(dxk, path, made, _, like=None):
        found = {'invocations': [], 'written': {}}
        names = [line.split('(')[0].split()[-1] for line in made.source().split('\n') if re.match(r'(export float|void) \w+\(', line)]
        for name in names:
            more = ['--entry', name] + ['--input', '0=2'] * name.startswith('f') if not name.startswith('cs') else ['--entry', name]
            result, why = invoke.invoke(dxk, path, 'lib' if not name.startswith('cs') else 'cs', like=like, more=more)
            if result:
                found['invocations'] += result['invocations']
            found['written'].update({'%s of %s' % (key, name): rows for key, rows in (result or {}).get('written', {}).items()})
            if why and 'takes too long' in why:
                return None, why
        return found, ''

    @staticmethod
    def library(_):
        return None


class Kernels:
    """Compute shaders that write one buffer."""

    def __init__(self):
        self.gen = __import__('gen_hlsl')

    def make(self, seed):
        made = self.gen.program.Program(seed, 6, 12)
        made.level = ('-Od', '-O3', '-O1', '-O3')[seed % 4]
        words = made.options.words
        made.options.words = lambda: words() + [made.level]
        made.text = made.source()
        made.source = lambda: made.text
        return made

    def results(self, dxk, path, made, folder, _=None):
        shutil.copy(path, folder / 'x.dxil')
        data, said = self.gen.executed(dxk, made, folder)
        return data, said

    @staticmethod
    def places(_, __):
        return []

    @staticmethod
    def difference(found, wanted):
        at = next((i for i, (a, b) in enumerate(zip(found, wanted)) if a != b), -1)
        return 'byte %d of the output' % at if at >= 0 else ''

    @staticmethod
    def library(made):
        words = made.options.words()[:]
        words.remove(made.level)
        target = words[1]
        words[1] = 'lib' + target[2:] if target > 'cs_6_2' else 'lib_6_3'
        return words, made.text, 'cs' + words[1][3:]


class Judge:
    def __init__(self, arguments, folder, kind):
        self.arguments, self.folder, self.kind = arguments, folder, kind
        self.counts = collections.defaultdict(collections.Counter)

    def count(self, what, fault, seed, files=()):
        """True if there is no fault."""
        self.counts[what]['bad' if fault else 'good'] += 1
        if not fault:
            return True
        if self.arguments.v:
            print('%s %s: %s' % (seed, what, fault[:1500]), flush=True)
        if self.arguments.k:
            place = pathlib.Path(self.arguments.k)
            place.mkdir(exist_ok=True)
            for name in files:
                shutil.copy(self.folder / name, place / ('%s.%s' % (seed, name)))
        return False

    def judge(self, seed):
        made, rng = self.kind.make(seed), random.Random(seed)
        compilers = {'theirs': [self.arguments.dxc], 'ours': [self.arguments.dxk, 'compile']}
        if self.arguments.of == 'parts':
            return self.link_parts(seed, made, compilers)
        (self.folder / 'x.hlsl').write_text(made.source())
        for who, compiler in compilers.items():
            status, said = run(compiler + made.options.words() + ['x.hlsl', '-no-warnings', '-Fo', who], self.folder)
            if status:
                self.counts['refused: ' + who]['good'] += 1
                if self.arguments.v > 1:
                    print('%s %s refused: %s' % (seed, who, one_line(said)))
                continue
            wanted, why = self.kind.results(self.arguments.dxk, str(self.folder / who), made, self.folder)
            if why:
                self.counts['not run: ' + who]['good'] += 1
                if self.arguments.v > 1:
                    print('%s %s not run: %s' % (seed, who, why))
                continue
            for _ in range(self.arguments.runs):
                self.opt(seed, made, who, wanted, self.options_of(rng))
            self.link(seed, made, who, compiler, wanted)
        return None

    @staticmethod
    def options_of(rng):
        dice = rng.random()
        if dice < 0.35:
            return ['--passes=' + rng.choice(PASSES)]
        if dice < 0.75:
            chosen = [rng.choice(PASSES) for _ in range(rng.randint(2, 7))]
            slow = [one for one in chosen if one in SLOW][1:]
            return ['--passes=' + ','.join(one for one in chosen if one not in slow)]
        if dice < 0.8:
            return ['--passes=fix(3:%s)' % ','.join(rng.choice(PASSES) for _ in range(rng.randint(2, 4)))]
        return rng.choice((['-O', '1'], ['-O', '2'], ['-O', '3'], ['-O', '3'], ['-O', 's'], ['--canonical']))

    def opt(self, seed, made, who, wanted, options):
        what = 'opt of ' + who
        status, said = run([self.arguments.dxk, 'opt'] + options + [who, '-o', 'out'], self.folder)
        if status:
            return self.count(what, '%s: %s' % (' '.join(options), one_line(said)), seed, ('x.hlsl', who))
        return self.check(seed, made, what, ' '.join(options), wanted, ('x.hlsl', who))

    def check(self, seed, made, what, how, wanted, files, like=None):
        """Is `out` valid, and does it do the same?"""
        for command in ([self.arguments.dxv] if self.arguments.dxv else None, [self.arguments.dxk, 'val']):
            status, said = run(command + ['out'], self.folder) if command else (0, '')
            if status:
                return self.count(what, '%s: %s says %s' % (how, os.path.basename(command[0]), one_line(said)), seed, files)
        found, why = self.kind.results(self.arguments.dxk, str(self.folder / 'out'), made, self.folder, like)
        fault = why or self.kind.difference(found, wanted)
        return self.count(what, '%s: %s' % (how, fault) if fault else '', seed, files)

    def reference_links(self, target, files):
        """(exit status, what is said); 0 without a reference."""
        (self.folder / 'linked').unlink(missing_ok=True)
        return run([self.arguments.dxl, '-T', target, '-E', 'main', ';'.join(files), '-Fo', 'linked'], self.folder) if self.arguments.dxl else (0, '')

    def link(self, seed, made, who, compiler, wanted):
        library = self.kind.library(made)
        if not library:
            return
        words, source, target = library
        (self.folder / 'l.hlsl').write_text(source)
        status, said = run(compiler + words + ['l.hlsl', '-no-warnings', '-Fo', 'l.lib'], self.folder)
        if status:
            self.counts['library refused by ' + who]['good'] += 1
            return
        theirs = self.reference_links(target, ['l.lib'])
        status, said = run([self.arguments.dxk, 'link', '-T', target, '-E', 'main', 'l.lib', '-o', 'out'], self.folder)
        if status:
            fault = '' if theirs[0] else one_line(said)
            self.count('link of ' + who, fault, seed, ('l.hlsl', 'l.lib'))
            return
        self.check_linked(seed, made, 'link of ' + who, str(self.folder / who), wanted, ('l.hlsl', 'l.lib', who))

    def check_linked(self, seed, made, what, whole, wanted, files):
        """Compares with what the reference linked, and with the whole if its resources are in the same places; not if
        both linkers agree on what the reference made wrong in its library."""
        dxk, linked, out = self.arguments.dxk, self.folder / 'linked', str(self.folder / 'out')
        theirs = self.kind.results(dxk, str(linked), made, self.folder) if linked.exists() else (None, 'none')
        if not theirs[1]:
            agree = self.check(seed, made, what, 'as dxl', theirs[0], files, str(linked))
            if what.endswith('theirs') and agree and self.kind.difference(theirs[0], wanted):
                self.counts['library of the reference is wrong']['good'] += 1
                return
        if set(self.kind.places(dxk, whole)) >= set(self.kind.places(dxk, out)):
            self.check(seed, made, what, 'as the whole', wanted, files, whole)

    def compile_parts(self, made, who, compiler, names):
        """What is said against one of the libraries."""
        for name in names:
            status, said = run(compiler + made.library_words() + [name + '.hlsl', '-no-warnings', '-Fo', name + '.' + who], self.folder)
            if status:
                return one_line(said) or 'status %s' % status
        return ''

    def link_parts(self, seed, made, compilers):
        """The whole, of which both compilers make the same, says what the linked shader must do."""
        (self.folder / 'x.hlsl').write_text(made.source())
        whole = str(self.folder / 'theirs')
        for who, compiler in compilers.items():
            status, said = run(compiler + made.options.words() + ['x.hlsl', '-no-warnings', '-Fo', who], self.folder)
            found, why = (None, said or 'status %s' % status) if status else self.kind.results(self.arguments.dxk, str(self.folder / who), made, self.folder, whole)
            if not why and who == 'ours':
                why = self.kind.difference(found, wanted)
            if why:
                self.counts['whole not compiled, or to different results']['good'] += 1
                if self.arguments.v > 1:
                    print('%s whole: %s' % (seed, one_line(why)))
                return
            wanted = found
        names = []
        for i, source in enumerate(made.sources()):
            (self.folder / ('l%d.hlsl' % i)).write_text(source)
            names.append('l%d' % i)
        made_libraries = {who: self.compile_parts(made, who, compiler, names) for who, compiler in compilers.items()}
        if made_libraries['ours'] and not made_libraries['theirs']:
            self.count('libraries', made_libraries['ours'], seed, [name + '.hlsl' for name in names])
        for who in compilers:
            if made_libraries[who]:
                self.counts['library refused by ' + who]['good'] += 1
                continue
            files = [name + '.' + who for name in names]
            target = made.target()
            theirs = self.reference_links(target, files)
            status, said = run([self.arguments.dxk, 'link', '-T', target, '-E', 'main'] + files + ['-o', 'out'], self.folder)
            kept = ['x.hlsl'] + [n + '.hlsl' for n in names] + files
            if status:
                self.count('link of ' + who, '' if theirs[0] else one_line(said), seed, kept)
                if theirs[0]:
                    self.counts['refused by dxl']['good'] += 1
                    if self.arguments.v > 1:
                        print('%s %s refused: %s | %s' % (seed, who, one_line(theirs[1]), one_line(said)))
            else:
                self.check_linked(seed, made, 'link of ' + who, str(self.folder / 'theirs'), wanted, kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=10)
    parser.add_argument('-s', type=int, default=1, help='the first seed')
    parser.add_argument('-k', metavar='FOLDER')
    parser.add_argument('--of', choices=('stages', 'kernels', 'parts', 'libraries'), default='stages')
    parser.add_argument('--runs', type=int, default=4, help='runs of passes over each container')
    parser.add_argument('--dxk', default='dxk')
    parser.add_argument('--dxc', required=True)
    parser.add_argument('--dxv')
    parser.add_argument('--dxl')
    parser.add_argument('-v', action='count', default=0)
    arguments = parser.parse_args()
    arguments.dxk = os.path.abspath(arguments.dxk) if os.sep in arguments.dxk else arguments.dxk
    kind = {'stages': Stages, 'kernels': Kernels, 'parts': Parts, 'libraries': Libraries}[arguments.of]()
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(arguments, pathlib.Path(folder), kind)
        for seed in range(arguments.s, arguments.s + arguments.n):
            judge.judge(seed)
    for what, count in sorted(judge.counts.items()):
        print('%s: right %d of %d' % (what, count['good'], count['good'] + count['bad']))
    return 1 if any(count['bad'] for count in judge.counts.values()) else 0


if __name__ == '__main__':
    sys.exit(main())
