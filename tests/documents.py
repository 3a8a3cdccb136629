#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives the command every command line of the documents, of the manual pages and of its own help.

    tests/documents.py --dxk PATH

Each is run in an empty folder, so files that it names are not there, which is status 3; what is not is a use that the
command refuses, status 2. A line in the middle of a sentence may lack operands; its options must exist.
"""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob('docs/*.md'))]
END = re.compile(r'\s(?:\||<|>|&&|#)|;(?:\s|$)|\s{3,}')  # what follows is of the shell, or a remark
PLACEHOLDER = re.compile(r'dxk [A-Z]')


def of_document(path):
    """(line, whole, command) of a document in Markdown; `whole`: it is in a block."""
    fenced = False
    for number, row in enumerate((ROOT / path).read_text(encoding='utf-8').splitlines(), 1):
        if row.startswith('```'):
            fenced = not fenced
        elif fenced or row.startswith('    '):
            match = re.match(r'\s*(?:\$ )?(dxk .*)', row)
            if match:
                yield number, True, match.group(1)
        else:
            for code in re.findall(r'`(dxk [^`]+)`', row):
                yield number, False, code


def of_page(path):
    """The same of a manual page."""
    for number, row in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        plain = row.replace('\\-', '-').replace('\\(aq', "'").replace('\\ ', ' ').replace('\\e', '\\')
        match = re.match(r'(?:\.Dl |\$ )?(dxk [a-z].*)', plain)
        if match:
            yield number, True, match.group(1)


def of_help(dxk):
    """The same of the examples of `dxk help`."""
    def told(*names):
        return json.loads(subprocess.run([dxk, 'help', '--json', *names], stdout=subprocess.PIPE, check=True).stdout)
    for command in told()['commands']:
        for row in (told(command['name'])['command']['examples'] or '').splitlines():
            if row.startswith('dxk '):
                yield command['name'], True, row


def fault(dxk, folder, whole, text):
    """What the command has against a line; None: nothing, or there is nothing to run."""
    try:
        words = shlex.split(END.split(text)[0])
    except ValueError:
        return 'quotes do not close' if whole else None
    if len(words) < 2 or PLACEHOLDER.match(text):
        return None
    for word in words[1:]:
        if word.startswith('@'):  # a file of arguments, which must be there
            pathlib.Path(folder, word[1:]).touch()
    done = subprocess.run([dxk, *words[1:]], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=600, check=False)
    said = done.stdout.decode('utf-8', 'replace').strip()
    return said if done.returncode == 2 and (whole or 'unknown' in said) else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--dxk', required=True)
    dxk = str(pathlib.Path(parser.parse_args().dxk).resolve())
    lines = [(path, *line) for path in DOCUMENTS for line in of_document(path)]
    lines += [(path.name, *line) for path in sorted(ROOT.glob('docs/man/*.1')) for line in of_page(path)]
    lines += [('help', *line) for line in of_help(dxk)]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, number, whole, text in lines:
            said = fault(dxk, folder, whole, text)
            bad += said is not None
            if said is not None:
                print('%s:%s: %s\n    %s' % (path, number, text, said), file=sys.stderr)
    print('%d command lines, %d refused' % (len(lines), bad))
    return 1 if bad or len(lines) < 200 else 0


sys.exit(main())
