# SPDX-License-Identifier: MIT
"""Samples beside the reference's texts of them, and where two texts part; for the scripts here."""
import os


def pairs(folders, suffix):
    """NAME, with its folder, for each NAME.dxil that has a NAME and `suffix` beside it."""
    for folder in folders:
        for base, _, names in os.walk(folder):
            for name in sorted(names):
                stem = os.path.join(base, name[:-5])
                if name.endswith('.dxil') and os.path.exists(stem + suffix):
                    yield stem


def show_difference(title, want, got):
    """Prints the first line in which `want` and `got` differ."""
    want, got = want.split(b'\n'), got.split(b'\n')
    for number in range(max(len(want), len(got))):
        lines = [text[number] if number < len(text) else None for text in (want, got)]
        if lines[0] != lines[1]:
            break
    text = [repr(x.decode('utf-8', 'replace'))[1:-1][:300] if x is not None else '(end)' for x in lines]
    print('%s line %d\n  want %s\n  got  %s' % (title, number + 1, text[0], text[1]))
