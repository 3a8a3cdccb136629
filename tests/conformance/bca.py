#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk bc --part DXIL` with the reference's raw views beside the containers.

    bca.py [--dxk DXK] FOLDER...

NAME.bca is `llvm-bcanalyzer -dump` of the DXIL module of NAME.dxil. Where a folder has none, nothing
is compared. Prints "raw view identical N of M"; the exit status is 1 when one differs.
"""
import argparse
import os
import re
import subprocess
import sys


def normal(text):
    """The summary's first line names the input, which is another one here."""
    return re.sub(rb'^Summary of .*:$', b'Summary:', text, flags=re.M)


def main():
    parser = argparse.ArgumentParser(description='compare dxk bc with raw views of the reference')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('folders', nargs='+')
    options = parser.parse_args()
    same = total = 0
    for folder in options.folders:
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if not name.endswith('.bca') or not os.path.exists(path[:-4] + '.dxil'):
                continue
            wanted = open(path, 'rb').read()
            shown = subprocess.run([options.dxk, 'bc', '--part', 'DXIL', path[:-4] + '.dxil'], check=False,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            total += 1
            if normal(shown) == normal(wanted):
                same += 1
            else:
                print('differs: ' + name)
    print('raw view identical %d of %d' % (same, total))
    return 0 if same == total else 1


sys.exit(main())
