#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the C code in the guides is code of the examples: each block occurs in one of them, line by line.

    quotes.py
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def lines_of(text):
    return '\n'.join(line.strip() for line in text.splitlines() if line.strip())


sources = [lines_of(open(path, encoding='utf-8').read()) for path in glob.glob(os.path.join(ROOT, 'examples', '*.c'))]
wrong = False
for name in ('building.md', 'library.md'):
    guide = open(os.path.join(ROOT, 'docs', name), encoding='utf-8').read()
    blocks = re.findall(r'^```c\n(.*?)^```', guide, re.M | re.S)
    missing = [block for block in blocks if not any(lines_of(block) in source for source in sources)]
    for block in missing:
        print('docs/%s: no example has\n%s' % (name, block), file=sys.stderr)
    wrong = wrong or missing or not blocks
sys.exit(1 if wrong else 0)
