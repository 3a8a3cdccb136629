#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that `dxk explain` knows every id that a message can have in brackets, and every group of warnings.

    tools/check_explain.py --dxk PATH --check

The ids are those of the tables: rules of readers and of validation, messages about HLSL, findings of runs.
"""
import argparse
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A table, and what finds the ids in it.
TABLES = [
    ('src/spec/reader_rules.def', r'^DXKI_RULE\(\w+,\s*\w+,\s*"([^"]+)"', '%s'),
    ('src/spec/validation_rules.def', r'^DXKI_VALIDATION_RULE\(\w+,\s*"([^"]+)"', '%s'),
    ('src/spec/hlsl_diags.def', r'^DXKI_HLSL_DIAG(?:_ON)?\((\w+),', 'HLSL.%s'),
    ('src/exec/findings.def', r'^DXKI_EXEC_FINDING\(\w+, "([^"]+)"', '%s'),
]
GROUPS = [
    ('src/spec/hlsl_diags.def', r'^DXKI_HLSL_DIAG(?:_ON)?\(\w+, \w+, "([^"]+)"'),
    ('src/spec/hlsl_groups.def', r'^DXKI_HLSL_GROUP\("([^"]+)"'),
    ('src/spec/hlsl_groups.def', r'^DXKI_HLSL_GROUP\("[^"]+", "([^"]+)"\)'),
]


def find(path, pattern):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return re.findall(pattern, file.read(), re.M)


def explained(dxk, *words):
    done = subprocess.run([dxk, 'explain', *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--check', action='store_true')
    dxk = parser.parse_args().dxk
    told = json.loads(explained(dxk, '--json'))
    known = {rule['rule'] for rule in told['rules']}
    groups = {group['group'] for group in told['groups']}
    problems = []
    for path, pattern, form in TABLES:
        ids = [form % name for name in find(path, pattern)]
        if not ids:
            problems.append(f'{path}: no ids were found')
        problems += [f'{path}: dxk explain does not know {name}' for name in ids if name not in known]
        if ids and not explained(dxk, ids[-1]):
            problems.append(f'dxk explain {ids[-1]} fails')
    for path, pattern in GROUPS:
        names = set(find(path, pattern))
        if not names:
            problems.append(f'{path}: no groups were found')
        problems += [f'{path}: dxk explain does not know -W{name}' for name in sorted(names - groups)]
    for words in (['-Wconversion'], ['unused'], ['-Wno-conversion']):
        if not explained(dxk, *words):
            problems.append(f"dxk explain {' '.join(words)} fails")
    print(*problems, sep='\n', end='\n' if problems else '')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
