#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an example that makes a shader, and checks its container: `dxk val` finds it valid, the digest is right, and
`dxk dis` prints what is kept beside this script.

    run.py EXAMPLE DXK          check; EXAMPLE is the program example-build_NAME, the listing is NAME.dis
    run.py --bless EXAMPLE DXK  keep what it prints now
"""
import os
import subprocess
import sys
import tempfile

bless = sys.argv[1] == '--bless'
example, dxk = sys.argv[1 + bless:]
name = os.path.basename(example).split('build_')[-1].split('.')[0]
golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + '.dis')


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode()
    if done.returncode != 0:
        sys.exit('%s: exit %d\n%s' % (' '.join(command), done.returncode, text))
    return text


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, name + '.dxil')
    run(example, path)
    run(dxk, 'val', path)
    run(dxk, 'hash', '--check', path)
    listing = run(dxk, 'dis', path)
if bless:
    with open(golden, 'w', encoding='utf-8', newline='\n') as file:
        file.write(listing)
elif open(golden, encoding='utf-8', newline='').read() != listing:
    sys.exit('%s: the listing is not that of %s' % (example, golden))
