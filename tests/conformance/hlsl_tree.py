#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shaders of other projects, as they are, compiled by dxk and by a reference compiler.

    tests/conformance/hlsl_tree.py [-v] [--run] [--parts] [--options "WORD..."] [--dxk PATH] --dxc PATH FOLDER...
    tests/conformance/hlsl_tree.py [-v] --levels [--dxk PATH] FOLDER...

Functions that look like entry points are found by attributes, by semantics, also of members of structures, and by names
of functions and files.
Include directories are the folders of all headers below the folder, and those above them; --options adds options. What
the reference compiles with -HV 2021 or 2018 for shader model 6.6, or with -HV 2021 or 202x for 6.9, must compile here with
the same options. Prints "compiled N of M" for each folder, with -v what does not compile and why. With --run, what compiles
in both is run on generated inputs (invoke.py), and what differs counts as wrong. With --parts, the containers are compared
part by part (hlsl_parts.py), and a line for each part tells how many agree; with -v, what differs in each shader.
With --levels no reference is needed: what dxk compiles without passes must do the same with them all.
Exit status 1 when something that works in the reference does not here.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import hlsl_parts
import invoke

# Suffixes of sources that tell a stage; None: they do not.
SOURCES = {'.hlsl': None, '.fx': None, '.compute': 'cs', '.vsh': 'vs', '.psh': 'ps', '.csh': 'cs', '.gsh': 'gs',
           '.vert': 'vs', '.frag': 'ps', '.comp': 'cs', '.geom': 'gs', '.tesc': 'hs', '.tese': 'ds', '.mesh': 'ms', '.task': 'as'}
HEADERS = {'.hlsli', '.fxh', '.h', '.inc', '.hlsl'}
ENTRY = re.compile(r'(?P<attributes>(?:\[[^\]\n]*\]\s*)*)(?:\b(?P<result>[A-Za-z_][\w<>, ]*)\s+)(?P<name>[A-Za-z_]\w*)\s*\('
                   r'(?P<parameters>[^;{]*)\)\s*(?::\s*\w+\s*)?\{')
# Stages whose invocations can be made up.
RUN = {'vs', 'hs', 'ds', 'gs', 'ps', 'as', 'ms', 'cs'}
# Attributes that tell a stage, the first that is there; groups have three stages.
ATTRIBUTES = [('ms', 'outputtopology.*numthreads|numthreads.*outputtopology'), ('cs', 'numthreads'), ('gs', 'maxvertexcount'),
              ('hs', 'outputcontrolpoints|patchconstantfunc'), ('ds', r'\bdomain\b')]
# What results and parameters of a stage may have.
SEMANTICS = [('ps', r'\bSV_(Target|Depth)'), ('vs', r'\)\s*:\s*SV_Position|\bout\b[^,)]*SV_Position|SV_VertexID|SV_InstanceID'),
             ('ps', r'SV_Position|SV_IsFrontFace')]
# The same for members of structures: of results and out parameters, and of other parameters.
GIVEN = [('ps', r':\s*SV_(Target|Depth|Coverage)'), ('vs', r':\s*SV_Position')]
TAKEN = [('vs', r':\s*SV_(VertexID|InstanceID)'), ('ps', r':\s*SV_(Position|IsFrontFace|SampleIndex)')]
STRUCT = re.compile(r'\bstruct\s+(\w+)\s*(?:\[\w+\]\s*)?\{(.*?)\}\s*;', re.S)
# Shader models and versions of the language that are tried, until one works in the reference.
TRIED = [('6_6', '2021'), ('6_6', '2018'), ('6_9', '2021'), ('6_9', '202x')]
# Parts of names that tell a stage.
STAGES = [('vs', r'vs|vert|vertex'), ('ps', r'ps|frag|fragment|pixel'), ('cs', r'cs|comp|compute'), ('gs', r'gs|geometry'),
          ('hs', r'hs|hull'), ('ds', r'ds|domain'), ('ms', r'ms|mesh'), ('as', r'as|amplification')]


def words(name):
    """The words of a name: at underscores, digits and changes of case."""
    return [w.lower() for w in re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+', name)]


def stage_of(name):
    for stage, pattern in STAGES:
        if any(re.fullmatch(pattern, word) for word in words(name)):
            return stage
    return None


def first_of(rows, text, flags=re.I | re.S):
    return next((stage for stage, pattern in rows if re.search(pattern, text, flags)), None)


def stage_of_structures(structures, match):
    """The stage of a function whose result and parameters are those structures."""
    given, taken = match['result'].split()[-1:], []
    for parameter in match['parameters'].split(','):
        words_of_it = parameter.split(':')[0].split()
        if len(words_of_it) > 1:
            (given if words_of_it[0] == 'out' else taken).append(words_of_it[-2])
    return next((stage for rows, names in ((GIVEN, given), (TAKEN, taken)) for name in names
                 if name in structures and (stage := first_of(rows, structures[name]))), None)


def stage_of_function(path, match, structures):
    """The stage of a function that ENTRY matches, or None."""
    name, stage = match['name'], first_of(ATTRIBUTES, match['attributes'])
    if stage == 'cs' and stage_of(name) == 'as':
        return 'as'
    told = SOURCES.get(path.suffix.lower()) or stage_of(path.stem) if name.lower() == 'main' else None
    return stage or first_of(SEMANTICS, match[0]) or stage_of_structures(structures, match) or stage_of(name) or told


def entries(path):
    text = path.read_text(encoding='utf-8', errors='replace')
    if re.search(r'\[shader\("', text, re.I):
        yield 'lib', None
    seen, structures = set(), dict(STRUCT.findall(text))
    for match in ENTRY.finditer(text):
        stage, name = stage_of_function(path, match, structures), match['name']
        if stage and name not in seen:
            seen.add(name)
            yield stage, name


def run(command, cwd):
    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
        return done.returncode, done.stderr.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return -1, 'error: too slow'


def results_differ(args, stage, ours, theirs):
    """Where results of two programs differ; '' also if the reference's own cannot run on these inputs."""
    wanted, why = invoke.invoke(args.dxk, theirs, stage)
    if why:
        return ''
    found, why = invoke.invoke(args.dxk, ours, stage)
    return why or invoke.difference(found, wanted)


def compare(args, path, stage, name, includes):
    """None when the reference does not compile it; '' when both do, or the first error here."""
    with tempfile.TemporaryDirectory() as place:
        return compare_in(args, path, stage, name, includes, pathlib.Path(place))


def compare_in(args, path, stage, name, includes, place):
    entry = ['-E', name] if name else []
    if args.levels:
        return compare_levels(args, path, stage, entry + includes, place)
    for model, version in TRIED:
        options = ['-T', f'{stage}_{model}', *entry, '-HV', version, '-enable-16bit-types', *includes, path.name]
        if run([args.dxc, *options, '-Fo', place / 'theirs'], path.parent)[0] != 0:
            continue
        status, errors = run([args.dxk, 'compile', *options, '-Fo', place / 'ours'], path.parent)
        if status == 0 and args.parts:
            found = dict(hlsl_parts.compare(args.dxk, str(place / 'ours'), str(place / 'theirs')))
            args.compared.append((path, stage, name, found))
        if status == 0:
            return results_differ(args, stage, place / 'ours', place / 'theirs') if args.run and stage in RUN else ''
        return next((line for line in errors.splitlines() if 'error' in line), errors.strip()[:200] or f'status {status}')
    return None


def compare_levels(args, path, stage, words, place):
    """None when it does not compile or is not run."""
    for version in ('2021', '2018') if stage in RUN else ():
        command = [args.dxk, 'compile', '-T', stage + '_6_6', *words, '-HV', version, '-enable-16bit-types', '-no-warnings', path.name]
        if run([*command, '-Od', '-Fo', place / 'plain'], path.parent)[0] == 0:
            status, errors = run([*command, '-O3', '-Fo', place / 'ours'], path.parent)
            return errors.strip()[:200] if status else results_differ(args, stage, place / 'ours', place / 'plain')
    return None


def include_options(top):
    """-I for the folders of headers, and for those above them below `top`."""
    found = set()
    for header in top.rglob('*'):
        if header.suffix.lower() in HEADERS and header.is_file():
            found.update(d for d in header.parents if d == top or top in d.parents)
    return [word for d in sorted(found) for word in ('-I', str(d.resolve()))]


def tell_parts(args, top):
    """A line for each part that containers have."""
    counts = collections.Counter()
    for path, stage, name, found in sorted(args.compared, key=str):
        for what, fault in found.items():
            counts[what, not fault] += 1
            if fault and args.verbose:
                print(f'{path.relative_to(top)} {stage} {name}: {what}: {fault}')
    for what in sorted({what for what, _ in counts}):
        right = counts[what, True]
        print(f'  {what}: {right} of {right + counts[what, False]}')
    args.compared.clear()


def folder(args, top, pool):
    files = sorted(p for p in top.rglob('*') if p.suffix.lower() in SOURCES and p.is_file())
    includes = args.options.split() + include_options(top)
    cases = [(p, stage, name) for p in files for stage, name in entries(p)]
    results = list(pool.map(lambda case: compare(args, *case, includes), cases))
    judged = [(case, r) for case, r in zip(cases, results) if r is not None]
    reasons = collections.Counter()
    for (path, stage, name), r in judged:
        if r:
            reasons[re.sub(r"^.*?error: |'[^']*'", '', r)] += 1
            if args.verbose:
                print(f'{path.relative_to(top)} {stage} {name}: {r}')
    for reason, count in reasons.most_common(20):
        print(f'  {count} {reason}')
    tell_parts(args, top)
    right = sum(1 for _, r in judged if not r)
    print(f'{top.name}: compiled {right} of {len(judged)} ({len(cases)} tried)')
    return right == len(judged)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-v', '--verbose', action='store_true')
    parser.add_argument('--run', action='store_true')
    parser.add_argument('--parts', action='store_true')
    parser.add_argument('--dxk', default='build-debug/dxk')
    parser.add_argument('--dxc')
    parser.add_argument('--levels', action='store_true')
    parser.add_argument('--options', default='')
    parser.add_argument('-j', '--jobs', type=int, default=1)
    parser.add_argument('folders', nargs='+', type=pathlib.Path)
    args = parser.parse_args()
    args.compared = []
    if not args.dxc and not args.levels:
        parser.error('--dxc or --levels is needed')
    args.dxk, args.dxc = (p and os.path.abspath(p) for p in (args.dxk, args.dxc))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return 0 if all([folder(args, top, pool) for top in args.folders]) else 1


if __name__ == '__main__':
    sys.exit(main())
