#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs LLVM's own tests of its YAML form with dxk in place of its tools.

    tests/conformance/llvm_yaml.py [--own-matcher] [--verbose] FOLDER

Understands the RUN lines of the tests (pipes, redirections, not, count, cmp, %s, %t, %python) and their CHECK
lines: with LLVM's FileCheck when it is installed, else with a small matcher. llvm_tools.py has what stands in for the
tools.

A test may ask for obj2yaml's refusal of what dxk shows, or for an older schema than LLVM's newest: then
--schema=llvm, llvm22, llvm21 and llvm20 are tried. Prints "LLVM tests
identical N of M" and each exception with its reason; exit status 1 when a test fails that is no known exception,
or one passes that is.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import llvm_tools

# A tool as a program: without what takes Python long at its start, and compiled once.
START = """#!/bin/sh
exec "%s" -I -S -c 'import sys; sys.path.insert(0, sys.argv[1]); del sys.argv[1]; import llvm_tools
sys.exit(llvm_tools.main())' "%s" %s "$@"
"""

# Tests that dxk does not pass, and why.
EXCEPTIONS = {
    'ObjectYAML/PRIV-not-last.yaml': 'LLVM has dropped this check; PRIV may stand anywhere',
    'ObjectYAML/RootSignature-MultipleParameters.yaml': 'says 3 parameters and has 4: LLVM passes over it, dxk obeys',
    'objcopy/reading-errs.test': 'dxk copies containers that have a part twice',
    'obj2yaml/VERSPart-compute.yaml': "the defaults are the tool's own version, and dxk's major has one digit",
}

# -------------------------------------------------------------------------------------------------
# The tests

def find_filecheck():
    for name in ['FileCheck'] + ['FileCheck-%d' % n for n in range(30, 14, -1)]:
        if shutil.which(name):
            return shutil.which(name)
    found = sorted(glob.glob('/usr/lib/llvm-*/bin/FileCheck'))
    return found[-1] if found else None


def run_lines(path):
    lines, open_line = [], ''
    for line in open(path, encoding='utf-8'):
        match = re.search(r'RUN: *(.*)$', line)
        if match:
            text = open_line + match.group(1)
            open_line = text[:-1] if text.endswith('\\') else ''
            if not open_line:
                lines.append(text)
    return lines


def run_test(path, tools, schema, verbose):
    """None when it passes, else what failed."""
    env = dict(os.environ, PATH=tools + os.pathsep + os.environ['PATH'], SCHEMA=schema)
    xfail = re.search(r'XFAIL: *\*', open(path, encoding='utf-8').read()) is not None
    with tempfile.TemporaryDirectory() as temp:
        for line in run_lines(path):
            command = line.replace('%s', path).replace('%t', os.path.join(temp, 't')).replace('%python', sys.executable)
            result = subprocess.run(['bash', '-o', 'pipefail', '-c', command], env=env, capture_output=True)
            if result.returncode:
                return None if xfail else line + '\n' + result.stderr.decode(errors='replace')[:600]
    return 'passes, but must fail' if xfail else None


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--own-matcher', action='store_true', help='do not use FileCheck')
    options.add_argument('--verbose', action='store_true')
    options.add_argument('folder')
    args = options.parse_args()
    if not os.path.isdir(args.folder):
        print('%s is not there: skipped' % args.folder)
        return 0
    os.environ['DXK'] = os.path.abspath(os.environ.get('DXK') or shutil.which('dxk'))
    if not shutil.which('llvm-dis'):
        EXCEPTIONS['objcopy/dump-section.yaml'] = 'needs llvm-dis, which is not installed'
    tests = sorted(os.path.join(base, name) for base, _, names in os.walk(args.folder) for name in names
                   if name.endswith(('.yaml', '.test')))
    filecheck = None if args.own_matcher else find_filecheck()
    good, others, bad = 0, {'llvm': [], 'llvm22': [], 'llvm21': [], 'llvm20': []}, []
    with tempfile.TemporaryDirectory() as tools:
        for name in llvm_tools.TOOLS:
            if name == 'FileCheck' and filecheck:
                os.symlink(filecheck, os.path.join(tools, name))
                continue
            with open(os.path.join(tools, name), 'w') as file:
                file.write(START % (sys.executable, os.path.dirname(os.path.abspath(__file__)), name))
            os.chmod(file.name, 0o755)
        for path in tests:
            name = os.path.relpath(path, args.folder)
            failure = None
            for schema in ('dxk', 'llvm', 'llvm22', 'llvm21', 'llvm20'):
                problem = run_test(path, tools, schema, args.verbose)
                failure = failure or problem
                if not problem:
                    break
            if problem:
                bad.append((name, failure))
            else:
                good += 1
                if schema != 'dxk':
                    others[schema].append(name)
    unexpected = [name for name, _ in bad if name not in EXCEPTIONS]
    for name, failure in bad:
        print('%s: %s' % (name, EXCEPTIONS.get(name, failure)))
        if args.verbose and name in EXCEPTIONS:
            print('    ' + failure.replace('\n', '\n    '))
    stale = sorted(set(EXCEPTIONS) & {os.path.relpath(p, args.folder) for p in tests} - {name for name, _ in bad})
    for name in stale:
        print('%s: passes, but is listed as an exception' % name)
    for schema, names in others.items():
        print('of these %d with --schema=%s: %s' % (len(names), schema, ', '.join(names)))
    print('LLVM tests identical %d of %d, %d exceptions, %d failures; %s' %
          (good, len(tests), len(bad) - len(unexpected), len(unexpected), 'FileCheck' if filecheck else 'own matcher'))
    return 1 if unexpected or stale else 0


if __name__ == '__main__':
    sys.exit(main())
