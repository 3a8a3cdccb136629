#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Converts programs of shader models 4 and 5 and compares the results with the programs.

    convert.py [--dxk DXK] [--dxv DXV] [--dxc DXC] [--every N] [-v] FOLDER...

A folder has NAME.dxbc; where there is NAME.yaml, a job, the result is run with it, before and after
its optimization. Of each result it is asked whether it is valid, and whether signatures, resources
and thread groups are those of the input; files without a program must be refused with a rule. With
--dxv the reference validates the results as well, with --dxc NAME.hlsl is compiled and lengths are
compared.

Programs of the graphics stages run per invocation on generated inputs: optimized and not, and, where
NAME.dxil is the same source compiled for model 6, or --dxc can compile it, beside that.

Prints "PROPERTY right N of M". Exit status 1 if a program is not converted or differs, 77 if there
are no folders.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import invoke

# A program of these parts can be converted.
PROGRAMS = ('SHDR', 'SHEX')
STAGES = ('vs', 'ps', 'gs', 'hs', 'ds', 'cs')


def run(command, timeout=600):
    try:
        return subprocess.run(command, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, b'', b'takes too long')


def infos(dxk, folder):
    """`dxk info --json` of each file below a folder."""
    shown = json.loads(run([dxk, 'info', '--json', '-r', folder]).stdout or b'[]')
    shown = shown if isinstance(shown, list) else [shown]
    return {os.path.basename(info['file']): info for info in shown}


def stage_of(info):
    program = info.get('program', {})
    return program.get('profile_stage') or program.get('profile', '')[:2]


def members(type_):
    """Names, kinds and dimensions in a type, without those that models 4 and 5 alone have."""
    if type_.get('members'):
        return [(m['name'], m['type']['elements'], members(m['type'])) for m in type_['members']]
    matrix = 'MATRIX' in type_['class'] and min(type_['rows'], type_['columns']) > 1
    return [type_['class'] if matrix else '', re.sub('MIN[0-9]+', '', type_['type']), type_['rows'], type_['columns']]


def buffers(dxk, folder):
    """Variables of the constant buffers of each file, by the buffer's name; of structured buffers what an element is."""
    shown = json.loads(run([dxk, 'reflect', '--json', '-r', folder]).stdout or b'[]')
    shown = shown if isinstance(shown, list) else [shown]
    return {os.path.basename(file['file']): {
        b['name']: (b['size'], [(v['name'], v['size']) + ((str(members(v['type'])),) if v['name'] == '$Element' else ())
                                for v in b['variables']])
        for b in file.get('buffers', [])} for file in shown}


def has_program(info):
    return any(part['fourcc'] in PROGRAMS for part in info.get('parts', [])) and stage_of(info) in STAGES


# Values that shaders of model 6 read with operations.
WITHOUT_REGISTER = {'gs': ('SV_PRIMITIVEID', 'SV_GSINSTANCEID'), 'ps': ('SV_SAMPLEINDEX', 'SV_COVERAGE', 'SV_INNERCOVERAGE'),
                    'hs': ('SV_PRIMITIVEID', 'SV_OUTPUTCONTROLPOINTID'), 'ds': ('SV_PRIMITIVEID', 'SV_DOMAINLOCATION')}


def elements(info, key, packed):
    """Registers, components, types and names of a signature; how many components of one packed anew."""
    skipped = WITHOUT_REGISTER.get(stage_of(info), ()) if key == 'inputs' else ()
    rows = []
    for e in info.get(key, []):
        name = e['semantic'].upper()
        if name in skipped:
            continue
        kind = e['type'].replace('16', '32')  # types of minimum precision are told elsewhere in the old parts
        if name.startswith('SV_'):
            kind = kind.replace('SInt', 'UInt')
        place = (0, bin(e['mask']).count('1')) if packed else (e['register'], e['mask'])
        rows.append((name, e['index']) + place + (kind, e['stream']))
    return sorted(rows)


def bindings(info):
    rows = []
    for r in info.get('resources', []):
        kind = {'CBuffer': 'b', 'CBV': 'b', 'Sampler': 's'}.get(r['type'])
        if not kind:
            kind = 'u' if r['type'].startswith('UAV') or 'RW' in r['type'] or 'Append' in r['type'] or \
                'Consume' in r['type'] else 't'
        if 'count' in r:
            count = r['count'] if r['count'] != 2**32 - 1 else 0
        else:
            count = r['upper_bound'] + 1 - r['lower_bound'] if r['upper_bound'] != 2**32 - 1 else 0
        rows.append((kind, r['space'], r['lower_bound'], count))
    return sorted(rows)


class Figures:
    """Counts of what is right, and which files are not."""

    def __init__(self):
        self.good = collections.Counter()
        self.total = collections.Counter()
        self.bad = []

    def add(self, name, good, path, why=''):
        self.total[name] += 1
        self.good[name] += bool(good)
        if not good:
            self.bad.append((name, path, why))

    def show(self, title):
        for name in self.total:
            print('%s: %s right %d of %d' % (title, name, self.good[name], self.total[name]))


def listing_length(dxk, path):
    text = run([dxk, 'dis', path]).stdout.decode('utf-8', 'replace')
    inside, count = False, 0
    for line in text.splitlines():
        if line.startswith('define '):
            inside = True
        elif line == '}':
            inside = False
        elif inside and line.startswith('  ') and not line.startswith(('  ]', '    ')):
            count += 1
    return count


def first_line(done):
    lines = [l.strip() for l in (done.stderr + done.stdout).decode('utf-8', 'replace').splitlines() if l.strip()]
    return 'status %d: %s' % (done.returncode, lines[0] if lines else '')


def packed_anew(text):
    """Which signatures of which files conversion had to pack anew, as its warnings say."""
    kinds = {'input': 'inputs', 'output': 'outputs', 'patch constant': 'patch_constants_or_primitives'}
    return {(os.path.basename(line.split(':')[0]), key) for line in text.splitlines() if 'CONVERT.PACKED' in line
            for kind, key in kinds.items() if 'the %s signature' % kind in line}


def check_results(arguments, figures, before, after, out, packed):
    """Properties of what was converted."""
    for name, old in before.items():
        if not has_program(old):
            figures.add('no program, refused', name not in after, name)
            continue
        new = after.get(name)
        figures.add('converted', new, name)
        if not new:
            continue
        for key in ('inputs', 'outputs', 'patch_constants_or_primitives'):
            if old.get(key) or new.get(key):
                left, right = elements(old, key, (name, key) in packed), elements(new, key, (name, key) in packed)
                figures.add(key.split('_or_')[0].replace('_', ' '), left == right, name,
                            '%s / %s' % (sorted(set(left) - set(right)), sorted(set(right) - set(left))))
        if 'threads' in old.get('stage', {}):
            figures.add('thread groups', old['stage']['threads'] == new['stage'].get('threads'), name)
        if old.get('resources') and not any(part['fourcc'] == 'IFCE' for part in old['parts']):
            left, right = bindings(old), bindings(new)
            figures.add('resources', left == right, name,
                        '%s / %s' % (sorted(set(left) - set(right)), sorted(set(right) - set(left))))
    if arguments.dxv:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            paths = [os.path.join(out, name) for name in sorted(after)]
            for path, done in zip(paths, pool.map(lambda p: run([arguments.dxv, p]), paths)):
                figures.add('valid to the reference', b'succeeded' in done.stdout + done.stderr, path, first_line(done))


def check_buffers(figures, before, after):
    """Sizes and variables of buffers that both have."""
    for name, new in after.items():
        for buffer, variables in new.items():
            if variables[1] and buffer in before.get(name, {}):
                what = 'elements' if variables[1][0][0] == '$Element' else 'variables'
                figures.add(f'{what} of buffers', variables == before[name][buffer], name, buffer)


# Results that must do the same, by what is said of them.
FORMS = {
    ', not optimized': ['--no-opt'],
    ', with names': ['--keep-names'],
    ', in the format of dxilconv': ['--format=dxilconv'],
}


def unchecked(extra):
    """Results in the format of dxilconv are not valid."""
    return ['--no-validate'] if '--format=dxilconv' in extra else []


def check_jobs(arguments, figures, folder, names, title, extra):
    """Runs what has a job beside it."""
    with tempfile.TemporaryDirectory() as out:
        for name in sorted(names):
            job = os.path.join(folder, name[:-5] + '.yaml')
            if not os.path.exists(job):
                continue
            path = os.path.join(out, name)
            done = run([arguments.dxk, 'convert'] + extra + ['-o', path, os.path.join(folder, name)])
            if done.returncode == 0:
                done = run([arguments.dxk, 'run', '-q', job, path] + unchecked(extra))
            figures.add(title, done.returncode == 0, name, first_line(done))


def compiled_path(arguments, folder, name, stage, out):
    """The same source compiled for model 6; None: there is none."""
    beside = os.path.join(folder, name[:-5] + '.dxil')
    source = os.path.join(folder, name[:-5] + '.hlsl')
    if os.path.exists(beside):
        return beside
    if not arguments.dxc or not os.path.exists(source):
        return None
    path = os.path.join(out, name[:-5] + '.dxil')
    done = run([arguments.dxc, '-T', stage + '_6_0', '-E', 'main', '-Fo', path, source])
    return path if done.returncode == 0 else None


def check_invocations(arguments, figures, folder, info, out):
    """Compares what invocations of graphics stages give."""
    alone = 0
    with tempfile.TemporaryDirectory() as made:
        for name in sorted(info):
            stage, path = stage_of(info[name]), os.path.join(out, name)
            if stage == 'cs' or not has_program(info[name]) or not os.path.exists(path):
                continue
            others = {}
            for title, extra in FORMS.items():
                others[title] = os.path.join(made, '%d-%s' % (len(others), name)), unchecked(extra)
                run([arguments.dxk, 'convert', '-o', others[title][0], os.path.join(folder, name)] + extra)
            result, why = invoke.invoke(arguments.dxk, path, stage)
            figures.add('invoked', result, name, why)
            compiled = compiled_path(arguments, folder, name, stage, made)
            alone += compiled is None
            others.update({'': (compiled, [])} if compiled else {})
            for title, (other, more) in others.items():
                if not result or (more and invoke.has_more_than_is_bound(arguments.dxk, path)):
                    continue
                expected, why = invoke.invoke(arguments.dxk, other, stage, like=path if more else None, more=more)
                why = why or invoke.difference(result, expected)
                figures.add('same outputs per invocation' + title, not why, name, why)
    if alone:
        print('%s: %d programs have no compiled counterpart and are compared with themselves alone' %
              (os.path.basename(folder.rstrip('/')), alone))


def check_lengths(arguments, folder, info, out):
    """Length of results compared with the same source compiled for model 6."""
    ratios = []
    for name in sorted(info):
        source = os.path.join(folder, name[:-5] + '.hlsl')
        if not os.path.exists(source) or not os.path.exists(os.path.join(out, name)):
            continue
        compiled = os.path.join(out, 'compiled')
        stage = stage_of(info[name])
        if run([arguments.dxc, '-T', stage + '_6_0', '-E', 'main', '-Fo', compiled, source]).returncode == 0:
            ratios.append((listing_length(arguments.dxk, os.path.join(out, name)) /
                           listing_length(arguments.dxk, compiled), name))
    if ratios:
        mean = math.exp(sum(math.log(r) for r, _ in ratios) / len(ratios))
        print('%s, length compared with the same source compiled: %.3f' % (os.path.basename(folder), mean))
        if arguments.v:
            for ratio, name in sorted(ratios):
                print('    %.2f %s' % (ratio, name))


def check_folder(arguments, figures, folder):
    with tempfile.TemporaryDirectory() as out:
        inputs, results = os.path.join(out, 'in'), os.path.join(out, 'out')
        os.makedirs(inputs)
        names = sorted(n for n in os.listdir(folder) if n.endswith('.dxbc'))[::arguments.every]
        for name in names:
            shutil.copy(os.path.join(folder, name), inputs)
        done = run([arguments.dxk, 'convert', '-r', '-d', results, inputs], 3600)
        if done.returncode not in (0, 1):
            figures.add('ends with a status of its own', False, folder, first_line(done))
        if arguments.v:
            print(done.stdout.decode('utf-8', 'replace'), end='')
            for line in done.stderr.decode('utf-8', 'replace').splitlines():
                print('    ' + line.replace(inputs + '/', ''))
        before, after = infos(arguments.dxk, inputs), infos(arguments.dxk, results) if os.path.isdir(results) else {}
        check_results(arguments, figures, before, after, results, packed_anew(done.stderr.decode('utf-8', 'replace')))
        check_buffers(figures, buffers(arguments.dxk, inputs), buffers(arguments.dxk, results))
        for title, extra in FORMS.items():
            check_jobs(arguments, figures, folder, names, 'executed' + title, extra)
        check_jobs(arguments, figures, folder, names, 'executed', [])
        check_invocations(arguments, figures, folder, before, results)
        if arguments.dxc:
            check_lengths(arguments, folder, before, results)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--dxv', help='validator of the reference')
    parser.add_argument('--dxc', help='compiler of the reference')
    parser.add_argument('--every', type=int, default=1, help='take each N-th file')
    parser.add_argument('-v', action='store_true', help='show every failure')
    parser.add_argument('folders', nargs='+')
    arguments = parser.parse_args()
    folders = [f for f in arguments.folders if os.path.isdir(f)]
    if not folders:
        return 77
    failed = False
    for folder in folders:
        figures = Figures()
        check_folder(arguments, figures, folder)
        figures.show(os.path.basename(folder.rstrip('/')))
        failed = failed or figures.bad
        for name, path, why in figures.bad if arguments.v else ():
            print('    %s: %s: %s' % (path, name, why[:400]))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
