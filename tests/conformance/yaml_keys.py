#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is any key of a document ignored?

    tests/conformance/yaml_keys.py [--schema=NAME] [--brief] [--most=N] FOLDER_OR_FILE...

Each container, also one that a document (.yaml) describes, is printed as YAML. Then, for every
scalar in turn, the document gets another value there and goes
through `dxk from-yaml`: it must be refused with an error, or make other bytes, or warn. One place for each path of keys
(indices left out) in a file is tried, N files at most for each path. Prints each path that is ignored and
"yaml keys obeyed N of M"; exit status 1 when N is not M, or there is nothing to try. The command is $DXK, or dxk in the PATH.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

DXK = os.environ.get('DXK', 'dxk')
LINE = re.compile(r'^( *)((?:- +)*)([^\s:"\'\[][^:]*):(?: +(.*))?$')


def run(*args, data=None):
    return subprocess.run([DXK, *args], input=data, capture_output=True)


def containers(paths):
    for path in paths:
        if not os.path.exists(path):
            print('skipped: there is no', path, file=sys.stderr)
            continue
        names = [path]
        if os.path.isdir(path):
            names = [os.path.join(base, name) for base, _, files in os.walk(path) for name in files]
        for name in sorted(names):
            with open(name, 'rb') as file:
                data = file.read()
            if name.endswith('.yaml'):
                data = run('from-yaml', data=data).stdout
            if data[:4] == b'DXBC':
                yield name, data


def other_value(value):
    """Another value of the same kind; None when there is nothing to change."""
    if not value or value in ('[]', '[  ]', '|', '|-', '|+', '|2', '{}'):
        return None
    value = value.split(' # ')[0].rstrip()
    if value in ('true', 'false'):
        return 'false' if value == 'true' else 'true'
    if value.startswith('['):
        first = re.match(r'\[ (0x[0-9A-F]+|[0-9]+)(.*)', value)
        return '[ %s%s' % (other_value(first.group(1)), first.group(2)) if first else None
    if re.fullmatch(r'0x[0-9A-F]+', value):
        return '0x%X' % (int(value, 16) ^ 1)
    if re.fullmatch(r'-?[0-9]+', value):
        return str(int(value) + 1 if int(value) < 255 else int(value) - 1)
    if re.fullmatch(r'-?[0-9.]+(e[-+]?[0-9]+)?', value):
        return '7.25'
    if value[0] in '\'"':
        return value[:-1] + 'x' + value[-1]
    return value + 'x'


def places(lines):
    """(path of keys, line number) of each scalar."""
    stack = []
    part = ''
    for number, line in enumerate(lines):
        match = LINE.match(line)
        if not match:
            continue
        indent = len(match.group(1)) + len(match.group(2))
        while stack and stack[-1][0] >= indent:
            stack.pop()
        key, value = match.group(3), match.group(4)
        if key == 'Name' and indent == 4:
            part = value
        stack.append((indent, key))
        if value and not value.startswith('|'):
            names = [k for _, k in stack]
            yield (part + ':' if names[0] == 'Parts' else '') + '.'.join(names), number


def check(path, data, flags, seen, most):
    """[(path of keys, problem or None)]"""
    lines = run('yaml', *flags, '-', data=data).stdout.decode(errors='replace').splitlines()
    plain = run('from-yaml', data='\n'.join(lines).encode())
    results, here = [], set()
    for keys, number in places(lines):
        if keys in here or seen[keys] >= most:
            continue
        match = LINE.match(lines[number])
        value = other_value(match.group(4))
        if value is None:
            continue
        here.add(keys)
        seen[keys] += 1
        changed = lines[:]
        changed[number] = '%s%s%s: %s' % (match.group(1), match.group(2), match.group(3), value)
        made = run('from-yaml', data='\n'.join(changed).encode())
        problem = None
        if made.returncode:
            if b'error' not in made.stderr:
                problem = 'refused without a word'
        elif made.stderr == plain.stderr and made.stdout == plain.stdout:
            problem = 'ignored: %s -> %s in line %d of %s' % (match.group(4), value, number + 1, path)
        results.append((keys, problem))
    return results


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--schema')
    options.add_argument('--brief', action='store_true')
    options.add_argument('--most', type=int, default=3, help='files for each path')
    options.add_argument('sets', nargs='+')
    args = options.parse_args()
    flags = (['--schema=' + args.schema] if args.schema else []) + (['--brief'] if args.brief else [])
    seen, good, bad, total = collections.Counter(), 0, {}, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for results in pool.map(lambda f: check(*f, flags, seen, args.most), containers(args.sets)):
            for keys, problem in results:
                total += 1
                good += not problem
                if problem:
                    bad.setdefault(keys, problem)
    for keys, problem in sorted(bad.items()):
        print('%s: %s' % (keys, problem))
    print('yaml keys obeyed %d of %d (%d paths)' % (good, total, len(seen)))
    return 1 if bad or not total else 0


if __name__ == '__main__':
    sys.exit(main())
