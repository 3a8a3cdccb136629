#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs dxk over folders of real files, compares with the reference's output beside them, and
writes docs/conformance.md.

    tools/conformance.py --build BUILD --corpus FOLDER [--dxc DXC --suite DIR --golden DIR --table FILE]
                         [--found FOLDER --reference DIR] [--tests DIR...] [--verified DIR] [--trees DIR]
                         [--shader-tests DIR] [--output FILE]
    tools/conformance.py --build BUILD [--found FOLDER --reference DIR] [--verified DIR] [--trees DIR] [--dxc DXC] --renew
    tools/conformance.py --build BUILD --corpus FOLDER [--dist FOLDER] --renew-installed

BUILD is a build folder configured with -DDXK_TESTS=ON. FOLDER has the sets own, negative and dxbc.
FOLDER of --found has containers from programs and repositories, DIR the reference's tools; --renew puts the sections of
containers, messages and trees alone into the page, and keeps the rows of trees that are not there. --renew-installed does
so with sizes and times of what people install (tools/installed.py); FOLDER of --dist has the packages.
A line "PROPERTY identical N of M" of a program becomes a row; so does "PROPERTY: VALUE".
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import installed

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = re.compile(r'^(.*?):?\s+(?:identical|right|done|compiled)(?: \((\w+)\))? (\d+) of (\d+)(.*)$')


def run(command, environment=None):
    """Output lines of a command; its exit status does not matter, its figures do."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, env=environment)
    return done.stdout.decode('utf-8', 'replace').splitlines()


def rows_of(lines):
    for line in lines:
        match = ROW.match(line.strip())
        if match:
            name = os.path.basename(match.group(1)) + (', ' + match.group(2) if match.group(2) else '')
            yield name, int(match.group(3)), int(match.group(4)), match.group(5).strip(' ,;')


def succeed(build, corpus, name, arguments, folder, suffix, allowed=(0,)):
    """How many files of a folder a command handles without crashing, with an allowed status."""
    files = []
    for base, _, names in os.walk(os.path.join(corpus, folder)):
        files += [os.path.join(base, n) for n in names if n.endswith(suffix)]
    good = 0
    for path in sorted(files):
        done = subprocess.run([os.path.join(build, 'dxk')] + arguments + [path], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        good += done.returncode in allowed
    return name, good, len(files), ''


def digests(build, corpus, folder, suffix):
    """Digest states against the set's index: 'ok' and a computed value are retail, 'debug' debug."""
    dxk = os.path.join(build, 'dxk')
    good = total = 0
    with open(os.path.join(corpus, folder, 'index.tsv'), encoding='utf-8') as file:
        names = file.readline().rstrip('\n').split('\t')
        for line in file:
            row = dict(zip(names, line.rstrip('\n').split('\t')))
            path = os.path.join(corpus, folder, row[names[0]] + suffix)
            form = row.get('digest', '')
            if not form or not os.path.exists(path):
                continue
            expected = {'ok': 'retail', '0' * 32: 'unsigned', '01' * 16: 'bypass', '02' * 16: 'preview'}
            wanted = expected.get(form, form if len(form) < 32 else 'retail')
            shown = json.loads('\n'.join(run([dxk, 'info', '--json', path])))
            total += 1
            good += shown['digest']['state'] == wanted and (len(form) < 32 or shown['digest']['value'] == form)
    return 'state of the digest', good, total, ''


def sections(build, corpus):
    dxk = os.path.join(build, 'dxk')
    program = lambda name: os.path.join(build, 'tests', 'conformance-' + name)
    script = lambda name: os.path.join(ROOT, 'tests', 'conformance', name)
    own, dxbc, negative, opt = (os.path.join(corpus, n) for n in ('own', 'dxbc', 'negative', 'opt'))
    yield 'Containers of shader model 6', list(rows_of(run([program('reencode'), own]))) + \
        [digests(build, corpus, 'own', '.dxil')]
    yield 'Containers of shader models 4 and 5', list(rows_of(run([program('reencode'), dxbc]))) + \
        [digests(build, corpus, 'dxbc', '.dxbc')]
    yield 'Damaged and invalid containers', list(rows_of(run([program('reencode'), negative])))
    yield 'Text of parts', list(rows_of(run([program('texts'), own])))
    yield 'Commands', [
        succeed(build, corpus, '`info`, exit 0', ['info'], 'own', '.dxil'),
        succeed(build, corpus, '`parts`, exit 0', ['parts'], 'own', '.dxil'),
        succeed(build, corpus, '`dump --json`, exit 0', ['dump', '--json'], 'own', '.dxil'),
        succeed(build, corpus, '`info`, exit 0, models 4 and 5', ['info'], 'dxbc', '.dxbc'),
        succeed(build, corpus, '`dump --json`, exit 0, models 4 and 5', ['dump', '--json'], 'dxbc', '.dxbc'),
        succeed(build, corpus, '`info`, exit 0 or 1, invalid set', ['info'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dump --json`, exit 0 or 1, invalid set', ['dump', '--json'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dis`, exit 0 or 1, invalid set', ['dis'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dump --json`, exit 0 or 1, inputs that crash the reference', ['dump', '--json'],
                'negative-crashes', '.dxil', (0, 1)),
    ]
    for title, name, folders in (('Disassembly', 'dis.py', [own]),
                                 ('Bit stream view', 'bca.py', [own]),
                                 ('Modules read and rewritten', 'rewrite', [own]),
                                 ('Assembly', 'as.py', [own]),
                                 ('Rejected texts', 'negative_text.py', [negative]),
                                 ('Parts built from modules', 'build', [own]),
                                 ('Signature packing', 'packing', [own]),
                                 ('Listings of shader models 4 and 5', 'dxbc', [dxbc]),
                                 ('Listings of shader models 4 and 5, assembled', 'dxbc_as', [dxbc]),
                                 ('YAML', 'yaml.py', [own, dxbc, negative]),
                                 ('YAML, modules as text', 'yaml.py', ['--module=text', own]),
                                 ('LLVM\'s tests of YAML', 'llvm_yaml.py', [os.path.join(corpus, 'llvm-yaml')]),
                                 ('Reflection', 'reflect.py', [own]),
                                 ('Root signatures', 'rootsig.py', [corpus]),
                                 ('PDBs', 'pdb.py', [own]),
                                 ('Optimizing', 'opt.py', ['--dxk', dxk, opt]),
                                 ('Optimizing shaders that are easy to miscompile', 'opt.py',
                                  ['--dxk', dxk, '--traps', '--goals', os.path.join(opt, 'traps')]),
                                 ('Linking', 'link.py', ['--dxk', dxk, os.path.join(corpus, 'link')]),
                                 ('Linking random shaders split into libraries', 'link_split.py',
                                  ['--dxk', dxk, '--gen', program('gen_run'), '-n', '1000']),
                                 ('Conversion of shader models 4 and 5', 'convert.py',
                                  [dxbc, os.path.join(corpus, 'dxbc-own')]),
                                 ('Validation of valid shaders', 'val.py', [own]),
                                 ('Validation of invalid shaders', 'val.py', [negative]),
                                 ('Validation of damaged files', 'verdicts.py', ['-q', os.path.join(corpus, 'verdicts')]),
                                 ('Inputs made after public bug reports', 'reports.py',
                                  ['-q', os.path.join(corpus, 'reports'), os.path.join(corpus, 'reports', 'tools')]),
                                 ('Execution with all wave sizes and schedules', 'exec.py',
                                  [os.path.join(corpus, 'exec')]),
                                 ('HLSL compiled and executed', 'exec.py',
                                  ['--compile', '--quick', os.path.join(corpus, 'exec')]),
                                 ('Draws of random scenes, compared with a model in rational numbers', 'draw.py',
                                  ['-n', '270', os.path.join(ROOT, 'tests', 'data', 'draw')])):
        command = [sys.executable, script(name)] if name.endswith('.py') else [program(name)]
        if os.path.exists(command[-1]):
            yield title, list(rows_of(run(command + folders, dict(os.environ, DXK=dxk))))


# What the steps of tests/conformance/hlsl.py compare.
HLSL_STEPS = {
    'pp': 'preprocessed tokens', 'parse': 'parsing', 'compile': 'compilation to valid containers',
    'refuse': 'rejection of invalid sources', 'reflect': 'reflection', 'parts': 'parts and metadata',
    'lines': 'source lines of instructions',
}


def compiled(options):
    """What needs the reference compiler: tests that bring their shaders as source."""
    for title, script, place in (("Execution, LLVM's offload-test-suite", 'offload.py', options.suite),
                                 ("Execution, DXC's table of operations", 'shader_op.py', options.table)):
        if options.dxc and place:
            command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', script), '--dxc', options.dxc,
                       '--dxk', os.path.join(options.build, 'dxk'), place]
            if options.golden and script == 'offload.py':
                command += ['--golden', options.golden]
            yield title, list(rows_of(run(command)))
    if options.suite:
        command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'offload.py'), '--dxk',
                   os.path.join(options.build, 'dxk'), options.suite]
        yield "HLSL compiled and executed, LLVM's offload-test-suite", \
            list(rows_of(run(command + (['--golden', options.golden] if options.golden else []))))
    if options.shader_tests:
        command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'shader_test.py'), '--dxk',
                   os.path.join(options.build, 'dxk'), options.shader_tests]
        yield "HLSL compiled and executed, vkd3d's tests", \
            list(rows_of(run(command + (['--dxc', options.dxc] if options.dxc else []))))
    sources = [os.path.join(options.corpus, name) for name in ('hlsl', 'own', 'exec')]
    steps = [('pp', sources), ('parse', sources), ('compile', sources[:1]), ('compile', sources[1:2]),
             ('reflect', sources[1:2]), ('parts', sources[1:2]), ('lines', sources[1:2])]
    for folders in options.tests or []:
        steps += [('compile', folders), ('refuse', folders), ('parts', folders)]
    for step, folders in steps:
        if options.dxc:
            command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl.py'), '--dxc', options.dxc,
                       '--dxk', os.path.join(options.build, 'dxk'), step] + folders
            names = ', '.join(os.path.basename(f) for f in folders)
            yield 'HLSL, %s: %s' % (HLSL_STEPS[step], names), list(rows_of(run(command)))
    command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl_run.py'), '--dxk',
               os.path.join(options.build, 'dxk'), '--containers', sources[1]]
    places = [place for place in (sources[0], os.path.join(sources[1], 'hlsl')) if os.path.isdir(place)]
    if places:
        yield 'HLSL, signatures and results: hlsl, own', list(rows_of(run(command + places)))


    messages = os.path.join(options.corpus, '..', 'facts', 'tables', 'hlsl_diagnostics.tsv')
    if os.path.exists(messages):
        yield 'HLSL, messages by kind', \
            list(rows_of(run([sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl_diagnostics.py'), '--dxk',
                              os.path.join(options.build, 'dxk'), messages])))
    yield from judged(options)


def judged(options):
    """Messages of other projects' sources, and whether they compile."""
    if options.verified:
        yield 'HLSL, messages that comments in the sources expect', \
            list(rows_of(run([sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl_verify.py'), '--dxk',
                              os.path.join(options.build, 'dxk'), options.verified])))
    if options.verified and options.dxc:
        yield 'HLSL, sources with one mistake each', \
            list(rows_of(run([sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl_mistakes.py'), '--dxk',
                              os.path.join(options.build, 'dxk'), '--dxc', options.dxc, '--count', '2000', options.verified])))
    if options.trees and options.dxc:
        trees = sorted(entry.path for entry in os.scandir(options.trees) if entry.is_dir())
        yield TREES, \
            list(rows_of(run([sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'hlsl_tree.py'), '--dxc', options.dxc,
                              '--dxk', os.path.join(options.build, 'dxk')] + trees)))


def found(options):
    """Containers that others made and shipped."""
    if options.found:
        command = [sys.executable, os.path.join(ROOT, 'tests', 'conformance', 'sweep.py'), '--dxk',
                   os.path.join(options.build, 'dxk'), options.found]
        if options.reference:
            command += ['--reference', options.reference]
        yield 'Containers found in programs and repositories', list(rows_of(run(command)))


def median_ratio(ours, theirs, rounds=15):
    """Median wall seconds of both commands, run in turn, and the median of the ratios."""
    def once(command):
        null = os.open(os.devnull, os.O_RDWR)
        start = time.perf_counter()
        pid = os.posix_spawnp(command[0], command, os.environ,
                              file_actions=[(os.POSIX_SPAWN_DUP2, null, n) for n in (0, 1, 2)])
        os.waitpid(pid, 0)
        took = time.perf_counter() - start
        os.close(null)
        return took
    once(ours), once(theirs)
    pairs = [(once(ours), once(theirs)) for _ in range(rounds)]
    return (statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs),
            statistics.median(b / a for a, b in pairs))


def peak(command):
    """Largest memory of a command in KiB, None when the system has no time(1) that tells."""
    if not os.path.exists('/usr/bin/time'):
        return None
    done = subprocess.run(['/usr/bin/time', '-f', '%M'] + command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    last = done.stderr.decode('ascii', 'replace').split()[-1:]
    return int(last[0]) if last and last[0].isdigit() else None


def first_of(*names):
    return next((name for name in names if shutil.which(name)), None)


LARGE = ['246_big_unrolled_5k', '248_big_unrolled_60k', '250_big_members_names.2']


def module_speeds(dxk, corpus, folder):
    """Disassembling and assembling large modules, against LLVM's tools on the same module."""
    dis, assemble = first_of('llvm-dis-14', 'llvm-dis'), first_of('llvm-as-14', 'llvm-as')
    for name in LARGE:
        container, bitcode, text, other = (os.path.join(folder, name + s) for s in ('.dxil', '.bc', '.ll', '.14.ll'))
        if not os.path.exists(os.path.join(corpus, 'own', name + '.dxil')):
            continue
        shutil.copyfile(os.path.join(corpus, 'own', name + '.dxil'), container)
        subprocess.run([dxk, 'extract', 'program', container, '-o', bitcode], check=False)
        subprocess.run([dxk, 'dis', '--no-header', bitcode, '-o', text], check=False)
        if dis:
            yield ('`dis` of %s, %d bytes of bitcode' % (name, os.path.getsize(bitcode)), dis) + \
                median_ratio([dxk, 'dis', bitcode], [dis, bitcode, '-o', os.devnull])
        if dis and assemble:
            subprocess.run([dis, bitcode, '-o', other], check=False)
            yield ('`as --no-container` of %s, %d bytes of text' % (name, os.path.getsize(text)), assemble) + \
                median_ratio([dxk, 'as', '--no-container', text], [assemble, other, '-o', os.devnull])
        if shutil.which('dxc'):
            yield ('`dis` of the container of %s' % name, 'dxc -dumpbin') + \
                median_ratio([dxk, 'dis', container], ['dxc', '-dumpbin', container])
        if shutil.which('dxa'):
            made = os.path.join(folder, 'made.dxil')
            yield ('`as` of %s' % name, 'dxa') + \
                median_ratio([dxk, 'as', text, '-o', made], ['dxa', text, '-o', made])


def speeds(build, corpus):
    """Rows (what, ours, peer, theirs, ratio) for the peers that are installed."""
    dxk = os.path.join(build, 'dxk')
    with tempfile.TemporaryDirectory() as folder:
        yield from module_speeds(dxk, corpus, folder)
        if shutil.which('openssl'):
            blob = os.path.join(folder, 'large.dxil')
            with open(blob + '.bin', 'wb') as file:
                file.write(os.urandom(1 << 20) * 128)
            subprocess.run([dxk, 'pack', 'PRIV=' + blob + '.bin', '--digest=fix', '-o', blob], check=False)
            yield ('`hash` of a container of 128 MiB', 'openssl md5') + \
                median_ratio([dxk, 'hash', blob], ['openssl', 'md5', blob], 5)
        obj2yaml = first_of('obj2yaml-19', 'obj2yaml')
        if obj2yaml:
            own = os.path.join(corpus, 'own')
            files = [os.path.join(own, n) for n in sorted(os.listdir(own)) if n.endswith('.dxil')][:100]
            yield ('`yaml` of %d containers' % len(files), obj2yaml + ', one by one') + \
                median_ratio([dxk, 'yaml'] + files,
                             ['sh', '-c', 'for f; do %s "$f"; done' % obj2yaml, 'sh'] + files, 3)
        small = os.path.join(ROOT, 'tests', 'data', 'cs.dxil')
        yield ('`info` of a small container', 'true') + median_ratio([dxk, 'info', small], ['true'], 51)


TREES = 'HLSL of other projects, unmodified'
LINKED = ['cs_66', 'hs_patch', 'ps_material', 'vs_skin']


def processor_times(commands, rounds=25):
    """The least processor time of each command in milliseconds, run in turn."""
    least = [float('inf')] * len(commands)
    null = os.open(os.devnull, os.O_WRONLY)
    for _ in range(rounds):
        for i, command in enumerate(commands):
            process = os.posix_spawnp(command[0], command, os.environ, file_actions=[
                (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
            usage = os.wait4(process, 0)[2]
            least[i] = min(least[i], (usage.ru_utime + usage.ru_stime) * 1e3)
    os.close(null)
    return least


def linking(build, corpus):
    """Rows (what, libraries, ms with -O2, with -O0, of the reference's linker, of a process that does nothing)."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'linked.dxil')
        for name in LINKED:
            place = os.path.join(corpus, 'link', name)
            if not shutil.which('dxl') or not os.path.exists(os.path.join(place, 'args.txt')):
                continue
            with open(os.path.join(place, 'args.txt'), encoding='latin1') as file:
                *words, names = file.read().split()
            libraries = [os.path.join(place, n) for n in names.split(';')]
            ours = [[os.path.join(build, 'dxk'), 'link', '-O' + level] + words + libraries + ['-o', out] for level in '20']
            yield [name, len(libraries)] + \
                processor_times(ours + [['dxl'] + words + [';'.join(libraries), '-Fo', out], ['true']])


def tokens(build, corpus):
    """Rows (what, ns per token, ratio to reading the file) for shader models 4 and 5."""
    files = [os.path.join(corpus, 'dxbc', n) for n in sorted(os.listdir(os.path.join(corpus, 'dxbc')))
             if n.endswith('.dxbc')]
    per_file = {}
    for line in run([os.path.join(build, 'tests', 'bench'), '-s', '1'] + files):
        match = re.match(r'(.*?) +([\d.]+) ns/byte +[\d.]+ MB/s +([\d.]+) us/file', line)
        if match:
            per_file[match.group(1)] = float(match.group(2)), float(match.group(3))
    base = per_file.get('read the file')
    for name, (per_byte, microseconds) in per_file.items():
        if base and name.startswith('models 4 and 5: '):
            yield name[len('models 4 and 5: '):], 4 * per_byte, microseconds / base[1]


def stages(build, files):
    """Stage of the benchmark -> microseconds for a file."""
    found = {}
    for line in run([os.path.join(build, 'tests', 'bench'), '-s', '0.3'] + files):
        match = re.match(r'(.*?) +[\d.]+ ns/byte +[\d.]+ MB/s +([\d.]+) us/file', line)
        if match:
            found[match.group(1)] = float(match.group(2))
    return found


def validating(build, corpus):
    """Rows (what, microseconds to decode, to decode and validate, ratio of validating alone)."""
    folder = os.path.join(corpus, 'own')
    for name in sorted(os.listdir(folder)):
        if re.match(r'(24[6-9]|25[01])_.*\.dxil$', name) and '.asm.' not in name:
            found = stages(build, [os.path.join(folder, name)])
            decode, all_of_it = found.get('decode everything'), found.get('validate')
            if decode and all_of_it:
                yield name[:-5], decode, all_of_it, (all_of_it - decode) / decode


def batch(build, corpus):
    """The line that `dxk val --summary` prints for 10,000 small containers on two threads."""
    folder = os.path.join(corpus, 'own')
    small = [os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.endswith('.dxil') and
             '.asm.' not in n and os.path.getsize(os.path.join(folder, n)) < 12000]
    with tempfile.TemporaryDirectory() as many:
        for i in range(10000):
            shutil.copyfile(small[i % len(small)], os.path.join(many, '%05d.dxil' % i))
        done = subprocess.run([os.path.join(build, 'dxk'), 'val', '-q', '-j', '2', '--summary', '-r', many],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return done.stderr.decode().strip().splitlines()[-1]


def kernels(build):
    """The table of the benchmark of running shaders."""
    lines = [line for line in run([os.path.join(build, 'tests', 'bench-run'), '-s', '1']) if line.strip()]
    return lines if lines[0].startswith('|') else [lines[0], ''] + lines[1:]


def repeated(lines, times):
    """A listing whose only function does what it does several times over; None when it branches."""
    start = next((i for i, line in enumerate(lines) if line.startswith('define ')), None)
    end = next((i for i, line in enumerate(lines) if line == '}'), None)
    if start is None or end is None or any('label' in line for line in lines[start:end]):
        return None
    body = lines[start + 1:end - 1]
    results = sum(1 for line in body if re.match(r'  %\d+ = ', line))
    out = lines[:start + 1]
    for k in range(times):
        out += [re.sub(r'%(\d+)\b', lambda m, k=k: '%%%d' % (int(m.group(1)) + k * results), line)
                for line in body]
    return '\n'.join(out + lines[end - 1:]), len(body) * times + 1


def growth(build, corpus):
    """Rows (instructions, bytes of bitcode, dis ns, dis KiB, as ns, as KiB) for one body repeated."""
    dxk = os.path.join(build, 'dxk')
    source = os.path.join(corpus, 'own', LARGE[0] + '.dxil')
    if not os.path.exists(source):
        return
    lines = run([dxk, 'dis', '--no-header', source])
    with tempfile.TemporaryDirectory() as folder:
        text, bitcode = os.path.join(folder, 'big.ll'), os.path.join(folder, 'big.bc')
        for times in (1, 4, 12, 48, 192):
            made = repeated(lines, times)
            if made is None:
                return
            with open(text, 'w', encoding='utf-8') as file:
                file.write(made[0])
            subprocess.run([dxk, 'as', '--no-container', text, '-o', bitcode], check=False)
            row = [made[1], os.path.getsize(bitcode)]
            for command in ([dxk, 'dis', bitcode], [dxk, 'as', '--no-container', text]):
                took = median_ratio(command, ['true'], 7)[0]
                row += [took * 1e9 / made[1], peak(command)]
            yield row


def table(title, rows):
    return ['## ' + title, '', '| property | identical | of | remark |', '| --- | --: | --: | --- |'] + \
        ['| %s | %d | %d | %s |' % row for row in rows] + ['']


def put_section(options, lines, before):
    """Puts a section into the page: in the place of the old one, else before that of a title, else at the end."""
    with open(options.output, encoding='utf-8') as file:
        page = file.read().rstrip('\n') + '\n'
    old = page.find(lines[0] + '\n')
    begin = old if old >= 0 else page.find('## %s\n' % before) if before else -1
    begin = begin if begin >= 0 else len(page)
    end = page.find('\n## ', begin) + 1 if old >= 0 else begin
    end = end or len(page)
    made = '\n'.join(lines) + '\n'
    page = page[:begin] + ('' if begin < len(page) else '\n') + made + page[end:]
    with open(options.output, 'w', encoding='utf-8') as file:
        file.write(page.rstrip('\n') + '\n')


def with_old_rows(options, title, rows):
    """The rows that count something, and those of the page that are about other things, by name."""
    with open(options.output, encoding='utf-8') as file:
        section = (file.read() + '\n## ').partition('## %s\n' % title)[2].partition('\n## ')[0]
    all_rows = {row[0]: (row[0], int(row[1]), int(row[2]), row[3])
                for row in re.findall(r'^\| (\S+) \| (\d+) \| (\d+) \| (.*) \|$', section, re.M)}
    all_rows.update((row[0], row) for row in rows if row[2])
    return [all_rows[name] for name in sorted(all_rows)]


def renew(options):
    """Renews the sections that can be made alone."""
    if options.renew:
        for title, rows in list(found(options)) + list(judged(options)):
            rows = with_old_rows(options, title, rows) if title == TREES else rows
            put_section(options, table(title, rows), 'Speed')
    if options.renew_installed:
        put_section(options, installed.section(os.path.join(options.build, 'dxk'), options.corpus, options.dist), 'Growth')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True)
    parser.add_argument('--corpus')
    parser.add_argument('--dxc', help='the reference compiler, for the rows below')
    parser.add_argument('--suite', metavar='DIR', help="tests of LLVM's offload-test-suite")
    parser.add_argument('--shader-tests', metavar='DIR', help="vkd3d's tests/hlsl")
    parser.add_argument('--tests', nargs='+', action='append', metavar='DIR',
                        help='its own tests of HLSL; once for each set of folders that is counted by itself')
    parser.add_argument('--verified', metavar='DIR', help='its sources with comments that say what is printed')
    parser.add_argument('--trees', metavar='DIR', help='folders with HLSL of other projects')
    parser.add_argument('--golden', metavar='DIR', help='pictures that its tests compare with')
    parser.add_argument('--table', metavar='FILE', help="DXC's ShaderOpArithTable.xml")
    parser.add_argument('--found', metavar='FOLDER', help='containers that others made and shipped')
    parser.add_argument('--reference', metavar='DIR', help='dxc, dxv and dxa, which they are compared with')
    parser.add_argument('--renew', action='store_true', help='only renew the sections of --found, --verified and --trees')
    parser.add_argument('--dist', metavar='FOLDER', help='packages, whose sizes are told')
    parser.add_argument('--renew-installed', action='store_true', help='only renew the section about what is installed')
    parser.add_argument('--output', default=os.path.join(ROOT, 'docs', 'conformance.md'))
    options = parser.parse_args()
    if options.renew or (options.renew_installed and options.corpus):
        return renew(options)
    if not options.corpus:
        parser.error('--corpus is needed')
    started = time.time()
    out = ['# Conformance', '',
           '`tools/conformance.py` writes this page. Each row counts files or parts: those that are identical to the',
           'reference (or, for commands, those that end as expected), and those that were tested.', '']
    worst = 0
    for title, rows in list(sections(options.build, options.corpus)) + list(found(options)) + list(compiled(options)):
        if not rows:
            continue
        out += table(title, rows)
        worst |= any(good != total for _, good, total, _ in rows)
    out += ['## Speed', '', 'Whole processes, median of alternating runs. The ratio is the time of the peer divided by that of dxk.', '',
            '| what | ms | peer | ms | ratio |', '| --- | --: | --- | --: | --: |']
    for what, peer, ours, theirs, ratio in speeds(options.build, options.corpus):
        out.append('| %s | %.1f | %s | %.1f | %.2f |' % (what, ours * 1e3, peer, theirs * 1e3, ratio))
    linked = list(linking(options.build, options.corpus))
    if linked:
        out += ['', 'Linking, with validation: processor time of whole processes in milliseconds, minimum of 25 alternating',
                'runs. The reference does not optimize. The last column is a process that does nothing.', '',
                '| program | libraries | -O2 | -O0 | dxl | ratio to -O2 | to -O0 | `true` |',
                '| --- | --: | --: | --: | --: | --: | --: | --: |']
        out += ['| %s | %d | %.2f | %.2f | %.2f | %.1f | %.1f | %.2f |' % (n, count, o2, o0, dxl, dxl / o2, dxl / o0, true)
                for n, count, o2, o0, dxl, true in linked]
    out += ['', 'Programs of shader models 4 and 5, in memory, over the whole set. The last column is a multiple of the',
            'time to read the file.', '', '| what | ns per token | files read |', '| --- | --: | --: |']
    for what, nanoseconds, ratio in tokens(options.build, options.corpus):
        out.append('| %s | %.1f | %.2f |' % (what, nanoseconds, ratio))
    out.append('')
    out += ['## Validating', '', 'In memory, microseconds per file: reading and decoding all of it, and validating it, which includes',
            'reading. The ratio is that of validation alone to reading and decoding.', '',
            '| what | decode | validate | ratio |', '| --- | --: | --: | --: |']
    for row in validating(options.build, options.corpus):
        out.append('| %s | %.0f | %.0f | %.2f |' % row)
    out += ['', '10,000 small containers, `dxk val -q -j 2 --summary`: ' + batch(options.build, options.corpus) + '.', '']
    out += ['## Running shaders', '', 'One thread, processor time, one run of `bench-run`. The first columns are nanoseconds per instruction and',
            'lane: plain C compiled by clang -O2, waves of 32 lanes, waves of the size that dxk selects, and a Vulkan driver',
            'that runs on the processor. "to C" and "to driver" are multiples of their times. The last columns are',
            'microseconds until one group is done, including all preparation.', '']
    out += kernels(options.build) + ['']
    out += installed.section(os.path.join(options.build, 'dxk'), options.corpus, options.dist)
    rows = list(growth(options.build, options.corpus))
    if rows:
        out += ['## Growth', '', 'One body, repeated: nanoseconds of the whole process per instruction, and peak memory of the process',
                '(that of `dxk --version` is %s KiB).' % peak([os.path.join(options.build, 'dxk'), '--version']), '',
                '| instructions | bytes of bitcode | `dis`, ns | KiB | `as --no-container`, ns | KiB |',
                '| --: | --: | --: | --: | --: | --: |']
        out += ['| %d | %d | %.0f | %s | %.0f | %s |' % tuple(row) for row in rows] + ['']
    with open(options.output, 'w', encoding='utf-8') as file:
        file.write('\n'.join(out))
    print('%s written in %.0f s; %s' % (options.output, time.time() - started,
                                        'some rows are not complete' if worst else 'all rows are complete'))


main()
