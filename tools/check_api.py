#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the public headers: every function, type, member and enumerator is documented, every function
of a header is defined, and dxk.h includes every header.

    tools/check_api.py --check
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(ROOT, 'include', 'dxk')


def documented_above(lines, i):
    """Is there a comment right above line i, or above the run of declarations that it stands in?"""
    while i > 0 and lines[i - 1].strip() and not lines[i - 1].strip().endswith('*/'):
        i -= 1
    return i > 0 and lines[i - 1].strip().endswith('*/')


def check_header(name, problems):
    lines = open(os.path.join(INCLUDE, name), encoding='utf-8').read().splitlines()
    inside = 0
    comment = False
    for i, line in enumerate(lines):
        text = line.strip()
        if text.startswith('/*'):
            comment = True
        if comment:
            comment = '*/' not in text
            continue
        if text.startswith('DXK_API') and not documented_above(lines, i):
            problems.append('%s:%d: not documented: %s' % (name, i + 1, text))
        if re.match(r'typedef (struct|enum|union) \w+ \{$', text):
            if not documented_above(lines, i):
                problems.append('%s:%d: not documented: %s' % (name, i + 1, text))
            inside = 1
            continue
        if inside:
            inside += text.count('{') - text.count('}')
            member = re.match(r'^[A-Za-z_].*[;,]|^DXK_\w+', text)
            if member and inside and '/*' not in line and not documented_above(lines, i) and not text.endswith('{'):
                problems.append('%s:%d: not documented: %s' % (name, i + 1, text))


# A function's definition: its name, at the start of a line or after a return type there.
DEFINITION = re.compile(r'^(?:[A-Za-z_][\w *]*?\b)?(dxk_\w+)\([^;{}]*\)\n\{', re.M)


def check_defined(problems):
    defined = set()
    for base, _, names in os.walk(os.path.join(ROOT, 'src')):
        for name in names:
            if name.endswith('.c'):
                defined.update(DEFINITION.findall(open(os.path.join(base, name), encoding='utf-8').read()))
    for name in sorted(os.listdir(INCLUDE)):
        text = open(os.path.join(INCLUDE, name), encoding='utf-8').read()
        for function in re.findall(r'DXK_API[^;(]*?\b(dxk_\w+)\(', text):
            if function not in defined:
                problems.append('%s: %s is declared but not defined' % (name, function))


def main():
    problems = []
    headers = sorted(n for n in os.listdir(INCLUDE) if n.endswith('.h'))
    for name in headers:
        check_header(name, problems)
    umbrella = open(os.path.join(INCLUDE, 'dxk.h'), encoding='utf-8').read()
    for name in headers:
        if name != 'dxk.h' and '"dxk/%s"' % name not in umbrella:
            problems.append('dxk.h does not include dxk/%s' % name)
    check_defined(problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
