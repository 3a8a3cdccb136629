#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the rules of validation against their tests and texts.

    tools/check_rules.py [--dxk PATH] [--check]

Runs `dxk val --json` over tests/data/negative and lists the rules that no case breaks, those of
`dxk explain` that no check raises, and those without a text. With --check the exit status is 1 when
a rule that is checked has no case, or any rule no text. The command is $DXK, or --dxk.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / 'tests/data/negative'


def rules(dxk):
    listed = json.loads(subprocess.run([dxk, 'explain', '--json'], stdout=subprocess.PIPE, check=True).stdout)
    return [rule for rule in listed['rules'] if rule['kind'] == 'validation']


def broken(dxk):
    """Rule -> cases that break it."""
    found = {}
    inputs = [str(path) for path in sorted(CASES.glob('*/input.*'))]
    run = subprocess.run([dxk, 'val', '--json'] + inputs, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=False)
    for result in json.loads(run.stdout):
        for finding in result.get('findings', []):
            case = pathlib.Path(result['file']).parent.name
            found.setdefault(finding.get('rule'), set()).add(case)
    return found


def main():
    parser = argparse.ArgumentParser(description='check the rules of validation')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command')
    parser.add_argument('--check', action='store_true', help='exit 1 when something is missing')
    args = parser.parse_args()
    listed, found = rules(args.dxk), broken(args.dxk)
    untested = [r['rule'] for r in listed if r['checked'] and r['rule'] not in found]
    unchecked = [r['rule'] for r in listed if not r['checked']]
    wrong = [name for name in unchecked if name in found]
    untold = [r['rule'] for r in listed if not all(r.get(key) for key in ('explanation', 'fix', 'example'))]
    print('%d rules: %d checked, %d of them with a case, %d explained'
          % (len(listed), len(listed) - len(unchecked), len(listed) - len(unchecked) - len(untested),
             len(listed) - len(untold)))
    for title, names in (('no case', untested), ('no check', unchecked), ('no text', untold),
                         ('said to be unchecked, but a case breaks it', wrong)):
        for name in names:
            print('  %s: %s' % (title, name))
    return 1 if args.check and (untested or untold or wrong) else 0


if __name__ == '__main__':
    sys.exit(main())
