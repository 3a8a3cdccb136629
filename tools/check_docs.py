#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that documents name only what exists: functions, types and constants of the library, files
and folders of the tree, and targets of links; and that the tour of the library names all of its headers.

    tools/check_docs.py --check     exit 1 and name each that is missing
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = ('README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs')
NAME = re.compile(r'\b(?:dxki?_[a-z0-9_]+|DXKI?_[A-Z0-9_]+)\b')
CODE = re.compile(r'`([^`\n]+)`')
LINK = re.compile(r'\]\(([^)#\s]+)(?:#[^)]*)?\)')
PATH = re.compile(r'^[a-z]\w*/[\w./-]*$')
PLACEHOLDER = re.compile(r'[A-Z]{3,}')
# Programs and documents that a build or a reader makes.
MADE = {'dxk_tests', 'dxk_replay', 'web/dxk.wasm'}


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def names_of_tree():
    names = set(MADE)
    for folder in ('include', 'src', 'cli', 'tests', 'fuzz', 'examples', 'bindings'):
        for base, _, files in os.walk(os.path.join(ROOT, folder)):
            for name in files:
                if name.endswith(('.c', '.h', '.def') if folder != 'bindings' else ('.py', '.rs')):
                    names.update(NAME.findall(read(os.path.join(base, name))))
    for name in ('CMakeLists.txt', 'cmake/dxk-shaders.cmake'):
        names.update(NAME.findall(read(os.path.join(ROOT, name))))
    return names


def documents():
    for name in DOCUMENTS:
        path = os.path.join(ROOT, name)
        if os.path.isdir(path):
            yield from (os.path.join(path, n) for n in sorted(os.listdir(path)) if n.endswith('.md'))
        elif os.path.exists(path):
            yield path


def check(path, names, problems):
    text = read(path)
    missing = []
    for name in NAME.findall(text):
        if name not in names and not (name.endswith('_') and any(n.startswith(name) for n in names)):
            missing.append(name)
    for target in LINK.findall(text):
        if ':' not in target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            missing.append(target)
    for code in CODE.findall(text):
        in_tree = PATH.match(code) and os.path.isdir(os.path.join(ROOT, code.split('/')[0]))
        if in_tree and code not in MADE and not PLACEHOLDER.search(code) and not os.path.exists(os.path.join(ROOT, code)):
            missing.append(code)
    for name in sorted(set(missing)):
        problems.append('%s: there is no %s' % (os.path.relpath(path, ROOT), name))


def check_tour(problems):
    """docs/library.md has each public header."""
    text = read(os.path.join(ROOT, 'docs', 'library.md'))
    for name in sorted(os.listdir(os.path.join(ROOT, 'include', 'dxk'))):
        if '`dxk/%s`' % name not in text and '`<dxk/%s>`' % name not in text:
            problems.append('docs/library.md: dxk/%s is missing' % name)


def main():
    problems = []
    names = names_of_tree()
    for path in documents():
        check(path, names, problems)
    check_tour(problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
