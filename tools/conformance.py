#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs dxk over folders of real files, compares with the reference's output beside them, and
writes docs/conformance.md.

    tools/conformance.py --build BUILD --corpus FOLDER [--output docs/conformance.md] [--commit]

BUILD is a build folder configured with -DDXK_TESTS=ON. FOLDER has the sets own, negative and dxbc.
A line "PROPERTY identical N of M" of a program becomes a row; so does "PROPERTY: VALUE".
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = re.compile(r'^(.*?):?\s+(?:identical|right|done) (\d+) of (\d+)(.*)$')


def run(command):
    """Output lines of a command; its exit status does not matter, its figures do."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode('utf-8', 'replace').splitlines()


def rows_of(lines):
    for line in lines:
        match = ROW.match(line.strip())
        if match:
            yield match.group(1), int(match.group(2)), int(match.group(3)), match.group(4).strip(' ,;')


def succeed(build, corpus, name, arguments, folder, suffix, allowed=(0,)):
    """How many files of a folder a command handles without crashing, with an allowed status."""
    files = []
    for base, _, names in os.walk(os.path.join(corpus, folder)):
        files += [os.path.join(base, n) for n in names if n.endswith(suffix)]
    good = 0
    for path in sorted(files):
        done = subprocess.run([os.path.join(build, 'dxk')] + arguments + [path], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        good += done.returncode in allowed
    return name, good, len(files), ''


def digests(build, corpus, folder, suffix):
    """Digest states against the set's index: 'ok' and a computed value are retail, 'debug' debug."""
    dxk = os.path.join(build, 'dxk')
    good = total = 0
    with open(os.path.join(corpus, folder, 'index.tsv'), encoding='utf-8') as file:
        names = file.readline().rstrip('\n').split('\t')
        for line in file:
            row = dict(zip(names, line.rstrip('\n').split('\t')))
            path = os.path.join(corpus, folder, row[names[0]] + suffix)
            form = row.get('digest', '')
            if not form or not os.path.exists(path):
                continue
            expected = {'ok': 'retail', '0' * 32: 'unsigned', '01' * 16: 'bypass', '02' * 16: 'preview'}
            wanted = expected.get(form, form if len(form) < 32 else 'retail')
            shown = json.loads('\n'.join(run([dxk, 'info', '--json', path])))
            total += 1
            good += shown['digest']['state'] == wanted and (len(form) < 32 or shown['digest']['value'] == form)
    return 'state of the digest', good, total, ''


def sections(build, corpus):
    dxk = os.path.join(build, 'dxk')
    program = lambda name: os.path.join(build, 'tests', 'conformance-' + name)
    script = lambda name: os.path.join(ROOT, 'tests', 'conformance', name)
    own, dxbc, negative = (os.path.join(corpus, n) for n in ('own', 'dxbc', 'negative'))
    yield 'Containers of shader model 6', list(rows_of(run([program('reencode'), own]))) + \
        [digests(build, corpus, 'own', '.dxil')]
    yield 'Containers of shader models 4 and 5', list(rows_of(run([program('reencode'), dxbc]))) + \
        [digests(build, corpus, 'dxbc', '.dxbc')]
    yield 'Damaged and invalid containers', list(rows_of(run([program('reencode'), negative])))
    yield 'Text of parts', list(rows_of(run([program('texts'), own])))
    yield 'Commands', [
        succeed(build, corpus, '`info`, exit 0', ['info'], 'own', '.dxil'),
        succeed(build, corpus, '`parts`, exit 0', ['parts'], 'own', '.dxil'),
        succeed(build, corpus, '`dump --json`, exit 0', ['dump', '--json'], 'own', '.dxil'),
        succeed(build, corpus, '`info`, exit 0, models 4 and 5', ['info'], 'dxbc', '.dxbc'),
        succeed(build, corpus, '`dump --json`, exit 0, models 4 and 5', ['dump', '--json'], 'dxbc', '.dxbc'),
        succeed(build, corpus, '`info`, exit 0 or 1, invalid set', ['info'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dump --json`, exit 0 or 1, invalid set', ['dump', '--json'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dis`, exit 0 or 1, invalid set', ['dis'], 'negative', '.dxil', (0, 1)),
        succeed(build, corpus, '`dump --json`, exit 0 or 1, inputs that crash the reference', ['dump', '--json'],
                'negative-crashes', '.dxil', (0, 1)),
    ]
    for title, name, arguments in (('Disassembly', 'dis.py', [own]),
                                   ('Bit stream view', 'bca.py', [own]),
                                   ('Assembly', 'as.py', [own]),
                                   ('Rejected texts', 'negative_text.py', [negative]),
                                   ('Listing of shader models 4 and 5', 'dxbc_listing.py', [dxbc])):
        if os.path.exists(script(name)):
            yield title, list(rows_of(run([sys.executable, script(name), '--dxk', dxk] + arguments)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True)
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--output', default=os.path.join(ROOT, 'docs', 'conformance.md'))
    options = parser.parse_args()
    started = time.time()
    out = ['# Conformance', '',
           'Written by `tools/conformance.py`. Each figure is a count of files or parts: how many came out',
           'identical to the reference (or, for commands, ended as they should) of how many there were.', '']
    worst = 0
    for title, rows in sections(options.build, options.corpus):
        if not rows:
            continue
        out += ['## ' + title, '', '| property | identical | of | remark |', '| --- | --: | --: | --- |']
        for name, good, total, remark in rows:
            out.append('| %s | %d | %d | %s |' % (name, good, total, remark))
            worst |= good != total
        out.append('')
    with open(options.output, 'w', encoding='utf-8') as file:
        file.write('\n'.join(out))
    print('%s written in %.0f s; %s' % (options.output, time.time() - started,
                                        'some rows are not complete' if worst else 'all rows are complete'))


main()
