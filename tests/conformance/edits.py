#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes every edit that has a name over shaders, and demands that what comes out is valid.

    edits.py --dxk DXK [--every N] FOLDER

dxk validates what it writes, and writes nothing that is not valid: so it must either say that the edit
cannot be made (OPT.REFUSED), or succeed. Edits made twice must change nothing the second time. Exit
status 1 after a complaint.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

# With what may be wrong afterwards: an edit does not change a root signature.
EDITS = {
    'remove-discards': '',
    'remove-discards,force-early-z': '',
    'force-early-z<always>': '',
    'constant-color<red=0.25,alpha=1>': '',
    'single-sample': '',
    'rename-resources<from-binding,keep-name>': None,
    'rename-entry<name=other_entry>': '',
    'rebind<map=t0=t7:space103;t1=t1:space104;u0=u9:space103;b0=b3:space103;s0=s1:space103>':
        'CONTAINER.ROOTSIGNATUREINCOMPATIBLE',
    'strip-names': '',
    'strip-names<types=2,resources,debug>': '',
    'dead-outputs<read=TEXCOORD>': '',
    'dead-inputs': '',
    'min-precision-to-32': '',
    'canonical': '',
}


class Edits:
    def __init__(self, dxk):
        self.dxk = dxk
        self.made = self.refused = 0
        self.faults = []

    def run(self, passes, source, target):
        return subprocess.run([self.dxk, 'opt', '--passes=' + passes, str(source), '-o', str(target)],
                              capture_output=True, text=True, errors='replace', check=False)

    def check(self, passes, allowed, source, folder):
        once, twice = folder / 'once.dxil', folder / 'twice.dxil'
        done = self.run(passes, source, once)
        if done.returncode:
            if 'OPT.REFUSED' in done.stderr or (allowed and allowed in done.stderr):
                self.refused += 1
            else:
                self.faults.append(f'{source.name}, {passes}: {done.stderr.strip()[:300]}')
            return
        self.made += 1
        again = self.run(passes, once, twice)
        if allowed is not None and (again.returncode or self.program(once) != self.program(twice)):
            self.faults.append(f'{source.name}, {passes}: made twice it changes more')

    def program(self, path):
        part = path.with_suffix('.part')
        subprocess.run([self.dxk, 'extract', 'DXIL', str(path), '-o', str(part)], check=True)
        return part.read_bytes()

    def is_valid(self, source):
        plain = subprocess.run([self.dxk, 'opt', '--passes=marks', str(source), '-o', '/dev/null'],
                               capture_output=True, check=False)
        return plain.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('folder', type=pathlib.Path)
    args = parser.parse_args()
    edits = Edits(args.dxk)
    sources = sorted(args.folder.glob('*.dxil'))[::args.every]
    with tempfile.TemporaryDirectory() as name:
        for source in filter(edits.is_valid, sources):
            for passes, allowed in EDITS.items():
                edits.check(passes, allowed, source, pathlib.Path(name))
    for fault in edits.faults:
        print(fault)
    print(f'edits: {edits.made} made, {edits.refused} refused, {len(edits.faults)} faults')
    return 1 if edits.faults or not edits.made else 0


if __name__ == '__main__':
    sys.exit(main())
