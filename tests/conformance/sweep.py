#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries containers as they are found in programs and repositories: what dxk says of them, and whether that is
what the reference says.

    sweep.py [--dxk DXK] [--reference DIR] [--every N] [-v] FOLDER

FOLDER has containers with correct digests, of any shader model, at any depth; other files are passed over. DIR has the
reference's dxc, dxv and dxa. Figures:

  val, signed, not refused     `val` of a container whose digest is correct: valid, or well-formed
  val as dxv identical         verdict and output of `val --format=dxv`
  dis identical                `dis` against `dxc -dumpbin`
  as identical                 `as` of that text against `dxa`: the same bytes, or both refuse it
  as, val, not refused         what `as` makes of the text of a valid container is valid
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

TITLES = ('val, models 4 and 5, signed, not refused', 'val, model 6, signed, not refused', 'val as dxv', 'dis', 'as',
          'as, val, not refused')


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


def digest_of(options, path):
    """State of the digest, and whether there is a program of shader model 6; None: it is no container."""
    code, out, _ = run(options.dxk, 'info', '--json', path)
    try:
        shown = json.loads(out)
    except ValueError:
        return None
    parts = {part.get('fourcc') for part in shown.get('parts', [])}
    return (shown.get('digest') or {}).get('state'), 'DXIL' in parts, code


def assembled(options, path, text, folder):
    """Whether dxk and the reference make the same of a text; the path of what dxk made."""
    source, own, theirs = (os.path.join(folder, name) for name in ('text.ll', 'own.dxil', 'theirs.dxil'))
    with open(source, 'wb') as file:
        file.write(text)
    refused = run(options.dxk, 'as', source, '-o', own)[0] != 0
    if not options.reference:
        return None, None if refused else own
    theirs_refused = run(os.path.join(options.reference, 'dxa'), source, '-o', theirs)[0] != 0
    if refused or theirs_refused:
        return refused == theirs_refused, None if refused else own
    with open(own, 'rb') as a, open(theirs, 'rb') as b:
        return a.read() == b.read(), own


def look(options, path):
    """Figures of one file: title and whether it came out right."""
    facts = digest_of(options, path)
    if not facts or facts[0] is None:
        return []
    state, is_dxil, _ = facts
    valid = run(options.dxk, 'val', path)[0] == 0
    signed = [(TITLES[is_dxil], valid)] if state == 'retail' else []
    if not is_dxil:
        return signed
    found = list(signed)
    code, text, _ = run(options.dxk, 'dis', path)
    if options.reference:
        ours, theirs = (run(*command, path) for command in
                        ((options.dxk, 'val', '--format=dxv'), (os.path.join(options.reference, 'dxv'),)))
        found.append((TITLES[2], (ours[0] == 0) == (theirs[0] == 0) and ours[1:] == theirs[1:]))
        found.append((TITLES[3], text == run(os.path.join(options.reference, 'dxc'), '-dumpbin', path)[1]))
    with tempfile.TemporaryDirectory() as folder:
        same, made = assembled(options, path, text, folder) if code == 0 else (False, None)
        if same is not None:
            found.append((TITLES[4], same))
        if valid:
            found.append((TITLES[5], made is not None and run(options.dxk, 'val', made)[0] == 0))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--reference', help='folder of dxc, dxv and dxa')
    parser.add_argument('--every', type=int, default=1, help='look at each N-th file only')
    parser.add_argument('-v', action='store_true', help='name the files that did not come out right')
    parser.add_argument('folder')
    options = parser.parse_args()
    paths = sorted(os.path.join(base, name) for base, _, names in os.walk(options.folder) for name in names)
    good, total = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        chosen = paths[::options.every]
        for path, found in zip(chosen, pool.map(lambda p: look(options, p), chosen)):
            for title, right in found:
                total[title] += 1
                good[title] += right
                if options.v and not right:
                    print('%s: %s' % (path, title))
    for title in TITLES:
        if total[title]:
            print('%s: %s %d of %d' % (title, 'done' if 'refused' in title else 'identical', good[title], total[title]))
    return 0 if good == total else 1


sys.exit(main())
