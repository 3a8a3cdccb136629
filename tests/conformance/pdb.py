#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `dxk pdb` with the reference.

    tests/conformance/pdb.py [--dxk PATH] [-v] OWN

OWN has containers NAME.dxil, PDBs NAME.pdb, `dxa -listfiles` in NAME.files, edits in index.tsv. Figures:

  files identical            list --format=dxa against NAME.files
  pdb made identical         make of the container in each PDB, and of the PDB itself
  sources of made pdb        names and texts in a PDB that was made of a debug module, against the
                             reference's PDB of the same source
  split identical            split against `dxc -Qstrip_debug`
  facts of split pdb         sources and arguments of the PDB that split wrote, against the shader's
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def names(folder, suffix):
    return sorted(n[:-len(suffix)] for n in os.listdir(folder) if n.endswith(suffix))


class Check:
    def __init__(self, dxk, own, verbose):
        self.dxk, self.own, self.verbose = dxk, own, verbose

    def run(self, *arguments, data=b''):
        return subprocess.run([self.dxk, *arguments], input=data, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)

    def note(self, good, name, result=None):
        if not good and self.verbose:
            print('%s: %s' % (name, (result.stderr.decode('utf-8', 'replace').strip() if result else '') or 'differs'))
        return good

    def path(self, name):
        return os.path.join(self.own, name)

    def files(self):
        good = total = 0
        for name in names(self.own, '.files'):
            path = self.path(name if name.endswith('.pdb') else name + '.dxil')
            got = self.run('pdb', 'list', '--format=dxa', path)
            good += self.note(got.stdout == read(self.path(name + '.files')), name, got)
            total += 1
        return 'files identical', good, total

    def made(self):
        good = total = 0
        for name in names(self.own, '.pdb'):
            wanted = read(self.path(name + '.pdb'))
            inner = wanted[wanted.index(b'DXBC'):]
            inner = inner[:struct.unpack_from('<I', inner, 24)[0]]
            for data in (wanted, inner):
                got = self.run('pdb', 'make', '-', data=data)
                good += self.note(got.stdout == wanted, name, got)
                total += 1
        return 'pdb made identical', good, total

    def shown(self, path):
        """Everything about a compilation but where it was found."""
        got = json.loads(self.run('pdb', 'info', '--json', path).stdout)
        return {k: got.get(k) for k in ('entry', 'target', 'hash', 'arguments', 'defines')}, got.get('files')

    def sections(self):
        """Pairs of the same source: (embedded, PDB)."""
        good = total = 0
        for embedded, pdb in (('065_debug_includes.3', '065_debug_includes.1'),
                              ('065_debug_includes.2', '065_debug_includes.4'),
                              ('067_debug_library.1', '067_debug_library.2'),
                              ('067_debug_library.1', '067_debug_library.3')):
            if not os.path.exists(self.path(embedded + '.dxil')) or not os.path.exists(self.path(pdb + '.pdb')):
                continue
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, 'made.pdb')
                self.run('pdb', 'make', self.path(embedded + '.dxil'), '-o', made)
                lists = []
                for path in (made, self.path(pdb + '.pdb')):
                    out = os.path.join(folder, str(len(lists)))
                    self.run('pdb', 'extract', '--all', out, path)
                    found = {}
                    for base, _, entries in os.walk(out):
                        for entry in entries:
                            full = os.path.join(base, entry)
                            found[os.path.relpath(full, out)] = read(full)
                    lists.append((self.run('pdb', 'list', path).stdout, found))
            good += self.note(lists[0] == lists[1] and bool(lists[0][1]), embedded)
            total += 1
        return 'sources of made pdb identical', good, total

    def splits(self):
        same = restored = edits = total = 0
        with open(self.path('index.tsv'), encoding='utf-8') as file:
            head = file.readline().rstrip('\n').split('\t')
            rows = [dict(zip(head, line.rstrip('\n').split('\t'))) for line in file]
        with tempfile.TemporaryDirectory() as folder:
            small, pdb = os.path.join(folder, 's.dxil'), os.path.join(folder, 's.pdb')
            for row in rows:
                path = self.path(row['container'] + '.dxil')
                if 'ILDB' in row['parts'] and os.path.exists(path):
                    got = self.run('pdb', 'split', path, '-o', small, '--pdb', pdb)
                    total += 1
                    restored += self.note(got.returncode == 0 and self.shown(path) == self.shown(pdb),
                                          row['container'], got)
                if row['kind'] == 'edit' and row['args'].split()[1:] == ['-Qstrip_debug']:
                    source = '%s.%s' % (row['source'], row['args'].split()[0].lstrip('%'))
                    self.run('pdb', 'split', self.path(source + '.dxil'), '-o', small, '--pdb', pdb)
                    edits += 1
                    same += self.note(os.path.exists(small) and read(small) == read(path), row['container'])
        return [('split identical', same, edits), ('facts of split pdb identical', restored, total)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('-v', action='store_true', help='name what differs')
    parser.add_argument('own')
    options = parser.parse_args()
    check = Check(options.dxk, options.own, options.v)
    worst = 0
    for title, good, total in [check.files(), check.made(), check.sections()] + check.splits():
        print('%s %d of %d' % (title, good, total))
        worst |= good != total
    return worst


if __name__ == '__main__':
    sys.exit(main())
