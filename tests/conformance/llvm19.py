#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dxk beside LLVM 19's obj2yaml and yaml2obj, over containers.

    tests/conformance/llvm19.py FOLDER_OR_FILE...

For each container: `dxk yaml --schema=llvm19` prints what obj2yaml prints; yaml2obj makes the same bytes of both,
and so does `dxk from-yaml` of obj2yaml's; obj2yaml reads what yaml2obj made. Containers that obj2yaml itself refuses
are counted apart, by its message. Skips when the tools are not installed ($LLVM19 or /usr/lib/llvm-19/bin).
"""
import collections
import concurrent.futures
import os
import subprocess
import sys

DXK = os.environ.get('DXK', 'dxk')
TOOLS = os.environ.get('LLVM19', '/usr/lib/llvm-19/bin')


def run(*command, data=None):
    return subprocess.run(command, input=data, capture_output=True)


def containers(paths):
    for path in paths:
        names = [path]
        if os.path.isdir(path):
            names = [os.path.join(base, name) for base, _, files in os.walk(path) for name in files]
        for name in sorted(names):
            with open(name, 'rb') as file:
                if file.read(4) == b'DXBC':
                    yield name


def check(path):
    """What differs, and obj2yaml's complaint about the input."""
    theirs = run(TOOLS + '/obj2yaml', path)
    ours = run(DXK, 'yaml', '--schema=llvm19', path)
    made = run(TOOLS + '/yaml2obj', '-', data=ours.stdout)
    if made.returncode:
        return ['yaml2obj refuses what dxk printed: ' + made.stderr.decode(errors='replace')[:200]], None
    if theirs.returncode:
        return [], theirs.stderr.decode(errors='replace').rsplit(': ', 1)[-1].strip() or 'it crashes'
    problems = []
    if theirs.stdout != ours.stdout:
        problems.append('the texts differ')
    remade = run(TOOLS + '/yaml2obj', '-', data=theirs.stdout)
    if remade.returncode == 0 and remade.stdout != made.stdout:
        problems.append('yaml2obj makes other bytes of the two')
    taken = run(DXK, 'from-yaml', data=theirs.stdout)
    if not taken.stdout:
        problems.append('dxk refuses what obj2yaml printed: ' + taken.stderr.decode(errors='replace')[:200])
    elif remade.returncode == 0 and taken.stdout != remade.stdout:
        problems.append('from-yaml and yaml2obj make different bytes')
    if run(TOOLS + '/obj2yaml', '-', data=made.stdout).returncode:
        problems.append('obj2yaml refuses what was made of dxk\'s text')
    return problems, None


def main():
    if not os.path.exists(TOOLS + '/obj2yaml'):
        print('LLVM 19 is not installed: skipped')
        return 0
    files = list(containers(sys.argv[1:]))
    good, refused = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (problems, complaint) in zip(files, pool.map(check, files)):
            for problem in problems:
                print('%s: %s' % (path, problem))
            if complaint:
                refused[complaint] += 1
            elif not problems:
                good += 1
    total = len(files) - sum(refused.values())
    for complaint, count in refused.items():
        print('%d containers that obj2yaml refuses: %s' % (count, complaint))
    print('LLVM 19 side by side identical %d of %d' % (good, total))
    return 0 if good == total else 1


sys.exit(main())
