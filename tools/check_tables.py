#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that tables are consistent and that every reader rule, and every row of what the reference's
reader of bitcode says, is tested.

    tools/check_tables.py --check

A rule counts as tested when its identifier (DXKI_RULE_X) or its stable name ("PSV0.SIZE") stands in a
file below tests/. Names must be unique in a table, explanations must be sentences, messages must not
end in a full stop, and %0, %1 ... of a message must be used in order without gaps.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RULE = re.compile(r'DXKI_RULE\((\w+),\s*(\w+),\s*"([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*'
                  r'((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.S)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def tests_text():
    parts = []
    for base, _, names in os.walk(os.path.join(ROOT, 'tests')):
        parts += [read(os.path.join(base, n)) for n in names if n.endswith(('.c', '.h', '.py', '.test', '.txt', '.sh'))]
    return '\n'.join(parts)


def check_rules(problems):
    table = read(os.path.join(ROOT, 'src/spec/reader_rules.def'))
    tests = tests_text()
    seen = {}
    rows = list(RULE.finditer(table))
    if len(rows) != len(re.findall(r'^DXKI_RULE\(', table, re.M)):
        problems.append('reader_rules.def: some rows could not be read')
    for row in rows:
        ident, _, name = row.group(1), row.group(2), row.group(3)
        message = ''.join(TEXT.findall(row.group(4)))
        explanation = ''.join(TEXT.findall(row.group(5)))
        if name in seen:
            problems.append('rule %s: same name as %s' % (ident, seen[name]))
        seen[name] = ident
        if message.endswith('.'):
            problems.append('rule %s: the message ends in a full stop' % name)
        if not explanation.endswith('.') or len(explanation) < 20:
            problems.append('rule %s: the explanation is no sentence' % name)
        used = sorted(set(int(n) for n in re.findall(r'%(\d)', message)))
        if used != list(range(len(used))):
            problems.append('rule %s: arguments %s have gaps' % (name, used))
        if name not in tests and 'DXKI_RULE_' + ident not in tests:
            problems.append('rule %s has no test' % name)


def check_words(problems):
    """Rows of bitcode_words.def that no test names."""
    tests = tests_text()
    for ident in re.findall(r'^DXKI_WORDS\((\w+),', read(os.path.join(ROOT, 'src/spec/bitcode_words.def')), re.M):
        if not re.search(r'\bDXKI_WORDS_%s\b' % ident, tests):
            problems.append('words %s have no test' % ident)


def check_sets(path, opening, row_pattern, problems):
    """Unique identifiers in every set of a table of enumerations or records."""
    current, seen = None, {}
    sets = set()
    for number, line in enumerate(read(os.path.join(ROOT, path)).splitlines(), 1):
        start = re.match(opening, line)
        if start:
            current, seen = start.group(1), {}
            if current in sets:
                problems.append('%s:%d: %s is there twice' % (path, number, current))
            sets.add(current)
        row = re.match(row_pattern, line)
        if row:
            owner, ident = row.group(1), row.group(2)
            if owner != current:
                problems.append('%s:%d: row of %s inside of %s' % (path, number, owner, current))
            if ident in seen:
                problems.append('%s:%d: %s.%s is there twice' % (path, number, owner, ident))
            seen[ident] = number


def main():
    problems = []
    check_rules(problems)
    check_words(problems)
    check_sets('src/spec/enums.def', r'DXK_(?:ENUM|FLAGS)\((\w+),', r'DXK_VALUE\((\w+), *\w+, *(\w+),', problems)
    check_sets('src/spec/records.def', r'DXK_RECORD\((\w+),', r'DXK_FIELD\((\w+), *\w+, *(\w+),', problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
