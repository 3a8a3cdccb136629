#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forbids walks over a module's arrays and lists by hand.

Instructions and blocks that were removed stay in their arrays until a module is compacted: a loop
over the arrays sees them. Walks go along the lists, by DXKI_EACH_FUNCTION, DXKI_EACH_BLOCK and
DXKI_EACH_INST (src/ir/access.h); only src/ir, where they are made, may do otherwise.

    check_loops.py [--check]
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Header of a loop, as far as it goes on one line or several.
LOOP = re.compile(r"\bfor\s*\(([^{}]*?;[^{}]*?;[^{}]*?)\)\s*(?:\{|\n)", re.S)
ARRAY = re.compile(r"<=?\s*[\w>.\-]*\bm(?:odule)?->(insts|blocks)\.count|<=?\s*m\.(insts|blocks)\.count")
LINK = re.compile(r"\b(insts|blocks)\.items\[[^]]*\]\.next|_inst\([^()]*\)->next")
# Not a walk: so many steps at most, or what was added since the last time.
STEPS = re.compile(r"\bsize_t steps\b|\bcounted_insts\b")


def faults(path):
    text = path.read_text(encoding="utf-8")
    for loop in LOOP.finditer(text):
        head = loop.group(1)
        if STEPS.search(head):
            continue
        if ARRAY.search(head) or LINK.search(head):
            line = text.count("\n", 0, loop.start()) + 1
            yield f"{path.relative_to(ROOT)}:{line}: a walk by hand; use DXKI_EACH_INST and the like"


def main():
    found = []
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        if path.parts[len(ROOT.parts) + 1] != "ir":
            found += faults(path)
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
