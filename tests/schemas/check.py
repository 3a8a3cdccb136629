#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the command prints with schemas/: every command that prints JSON has a schema, outputs fit it strictly,
and outputs that were changed do not.

    DXK=build/dxk tests/schemas/check.py [--few]
"""
import copy
import json
import os
import subprocess
import sys
import tempfile

from validator import Validator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, 'tests', 'data')
DXK = os.path.abspath(os.environ['DXK'])

SHADERS = ['ps.dxil', 'vs.dxil', 'cs-wave.dxil', 'hs.dxil', 'gs.dxil', 'ms.dxil', 'lib-rt.dxil', 'lib-node.dxil', 'rts0.dxil',
           'debug.dxil', 'debug.pdb', 'legacy/lit_ps.dxbc', 'legacy/sums_cs.dxbc', 'bad-offset.dxil', 'bitcode.bc',
           'program.bin', 'private.dxil', 'negative']
# Arguments in front of the samples; a command that takes many gets all at once.
MANY = ['info', 'parts', 'dump', 'reflect', 'symbols', 'yaml', 'dis', 'hash', 'bc', 'rootsig print', 'pdb info', 'pdb list',
        'pdb hash', 'hash --canonical', 'scan', 'val']
OTHER = ['diff ps.dxil rts0.dxil', 'diff --layout ps.dxil ps.dxil', 'explain', 'explain SM.WAVESIZEVALUE', 'ops',
         'ops WaveActiveOp', 'help', 'help val', 'opt --list-passes', 'opt -O2 ps.dxil -o OUT', 'opt -O2 --time-passes ps.dxil -o OUT',
         'strip --all private.dxil -o OUT', 'sign unsigned.dxil -o OUT', 'sign negative/type_vector/input.dxil -o OUT',
         'pack ps.dxil --remove STAT -o OUT', 'match match/vs.dxil match/ps.dxil',
         'link -T cs_6_2 link/entry.lib link/math.lib -o OUT', 'link --dry-run -T lib_6_3 link/math.lib',
         'convert legacy/lit_ps.dxbc -o OUT', 'compile -T cs_6_0 exec/groups.hlsl -Fo OUT', 'cache .', 'compile -T cs_6_0 -E none exec/groups.hlsl -Fo OUT', 'from-yaml convert/asm_subroutines.yaml -o OUT', 'val nothing.dxil',
         'run exec/particles.yaml exec/particles.dxil', 'run --sanitize exec/careless.dxil', 'as match -o OUT',
         'val negative/flow_unreachable/input.ll']


def run(words, cwd):
    arguments = [DXK] + words[:1] + ['--json'] + words[1:]
    result = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd, check=False)
    if result.returncode == 2 and not result.stdout:
        return None  # wrong use: nothing is printed
    return json.loads(result.stdout)


def changed(value):
    """Copies of a document, each with a mistake."""
    without = {k: v for k, v in value.items() if k != 'diagnostics'}
    yield without
    yield dict(value, status='0')
    yield dict(value, surprise=1)
    for key, member in value.items():
        if isinstance(member, list) and member and isinstance(member[0], dict):
            other = copy.deepcopy(value)
            first = other[key][0]
            first[next(iter(first))] = {'wrong': [None]}
            yield other


def check(words, cwd, problems):
    """Returns the number of documents."""
    found = run(words, cwd)
    if found is None:
        problems.append('%s: nothing was printed' % ' '.join(words))
        return 0
    path = os.path.join(ROOT, 'schemas', words[0] + '.schema.json')
    validator = Validator(json.load(open(path, encoding='utf-8')))
    documents = found if isinstance(found, list) else [found]
    for document in documents:
        faults = validator.faults(document)
        problems += ['%s: %s' % (' '.join(words), fault) for fault in faults[:3]]
    for number, wrong in enumerate(changed(documents[0])):
        if not validator.faults(wrong) and not (words[0] in ('yaml', 'dump', 'run') and number > 2):
            problems.append('%s: mistake %d is not found' % (' '.join(words), number))
    return len(documents)


def check_names(problems):
    sys.path.insert(0, os.path.join(ROOT, 'tools'))
    import gen_schemas
    for command in run(['help'], DATA)['commands']:
        if (command['name'] in gen_schemas.COMMANDS) == (command['name'] in gen_schemas.WITHOUT):
            problems.append('tools/gen_schemas.py must say what dxk %s --json prints' % command['name'])


def check_schemas(problems):
    """With the package jsonschema, if it is there: are they schemas?"""
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        print('without the package jsonschema: only the words of the schemas are checked')
        return
    for name in sorted(os.listdir(os.path.join(ROOT, 'schemas'))):
        schema = json.load(open(os.path.join(ROOT, 'schemas', name), encoding='utf-8'))
        try:
            Draft202012Validator.check_schema(schema)
        except Exception as error:  # whatever the package raises
            problems.append('%s: %s' % (name, error))


def main():
    few = '--few' in sys.argv
    problems, count = [], 0
    check_names(problems)
    check_schemas(problems)
    with tempfile.TemporaryDirectory() as out:
        shaders = SHADERS[:4] if few else SHADERS
        for words in MANY:
            files = [f for f in shaders if f != 'negative' or words in ('val', 'info')]
            more = ['-r'] if 'negative' in files else []
            inputs = files if words.split()[0] not in ('pdb', 'rootsig', 'scan', 'bc') else None
            for one in [inputs] if inputs else [[f] for f in files]:
                found = words.split() + more + one
                count += check(found, DATA, problems)
        for words in OTHER:
            count += check(words.replace('OUT', os.path.join(out, 'out')).split(), DATA, problems)
    for problem in problems:
        print(problem)
    print('%d documents, %d faults' % (count, len(problems)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
