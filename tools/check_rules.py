#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists validation rules that no case in tests/data/negative raises. Never fails (yet)."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    rows = (ROOT / 'src/spec/validation_rules.def').read_text()
    outputs = [p.read_text(errors='replace')
               for p in sorted((ROOT / 'tests/data/negative').glob('*/expected.txt'))]
    missing, count = [], 0
    for name, text in re.findall(r"\"([A-Z]+\.[A-Z0-9]+)\", \d+, \"((?:[^\"\\]|\\.)*)\"", rows):
        count += 1
        whole = text.replace(chr(92) + chr(34), chr(34))
        pattern = re.sub(r'%\d', '.*', re.escape(whole).replace(r'%', '%'))
        if not any(re.search(pattern, output) for output in outputs):
            missing.append(name)
    print(f'{len(missing)} of {count} rules without a test')
    for name in missing:
        print('  ' + name)


main()
