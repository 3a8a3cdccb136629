#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs LLVM's offload-test-suite with dxk in place of its runner and a driver.

    offload.py --dxk PROGRAM [--dxc PROGRAM] [--keep DIR] [--golden DIR] [-v] [-j N] [--only REGEX] SUITE/test

The RUN lines of the tests are obeyed: split-file is done here, %dxc_target is the given compiler or
`dxk compile`, %offloader is `dxk run` and obj2yaml `dxk yaml`, FileCheck must be installed. Features are those of
DirectX with DXC and a device that has all data types. With --keep, compiled shaders stay in DIR for the next time.
--golden is a checkout of LLVM's offload-golden-images; pictures are compared by conformance-imgdiff,
which is beside the tests of the build that PROGRAM is of, or given.

Prints for each folder how many tests passed, and each one that did not with the first line of what went
wrong; then "tests identical N of M". Tests that fail as the suite expects with this compiler, those that dxk does not
run by design (rays), and those for other devices are counted by themselves.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FEATURES = {'DirectX', 'DXC', 'Half', 'Int16', 'Int64', 'Double', 'Int64GroupSharedAtomics',
            'Int64TypedResourceAtomics', 'DerivativesInCompute', 'Linux', 'x86_64', 'host-x86_64', 'MeshShader', 'goldenimage'}
FEATURES |= {'WaveSize_%d' % n for n in (4, 8, 16, 32, 64, 128)} | {'SM_6_%d' % n for n in range(0, 10)}

STATES = ('passed', 'failed', 'expected', 'not run', 'unsupported')

# What a job asks for that is no dispatch.
NOT_RUN = [(r'Stage: *(RayGeneration|Miss|ClosestHit)', 'rays'), (r'AccelerationStructures:', 'rays')]


def evaluate(expression):
    """A boolean expression over features."""
    tokens = re.findall(r'&&|\|\||!|\(|\)|[A-Za-z0-9_.+-]+', expression)
    names = {'&&': ' and ', '||': ' or ', '!': ' not ', '(': '(', ')': ')'}
    return eval(''.join(names.get(t, str(t in FEATURES)) for t in tokens))


def conditions(text, word):
    for match in re.finditer(r'^[^A-Za-z\n]*%s: *(.*)$' % word, text, re.M):
        for part in match.group(1).split(','):
            if part.strip():
                yield part.strip()


def split_file(text, folder):
    name, lines = None, []
    for line in text.splitlines(keepends=True) + ['#--- end\n']:
        match = re.match(r'(?:#|//)--- (\S+)', line)
        if not match:
            lines.append(line)
            continue
        if name:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(''.join(lines))
        name, lines = match.group(1), []


class Test:
    def __init__(self, options, path):
        self.options, self.path = options, path
        self.text = open(path, encoding='utf-8').read()
        self.folder = tempfile.mkdtemp(prefix='offload')

    def state(self):
        """Why it is not run, or None."""
        for need in conditions(self.text, 'REQUIRES'):
            if not evaluate(need):
                return 'unsupported', need
        for need in conditions(self.text, 'UNSUPPORTED'):
            if evaluate(need):
                return 'unsupported', need
        for pattern, why in NOT_RUN:
            if re.search(pattern, self.text):
                return 'not run', why
        for name in re.findall(r'%goldenimage_dir/(\S+)', self.text):
            picture = os.path.join(self.options.golden or '', name)
            if not os.path.exists(picture) or not os.path.getsize(picture):
                return 'not run', 'there is no picture ' + name
        return None

    def lines(self):
        joined, result = '', []
        for match in re.finditer(r'RUN: *(.*)', self.text):
            joined += match.group(1)
            if joined.endswith('\\'):
                joined = joined[:-1]
                continue
            result.append(joined)
            joined = ''
        return result

    def substitute(self, line):
        line = re.sub(r'%if (\S+) %\{(.*?)%\}(?: *%else *%\{(.*?)%\})?',
                      lambda m: m.group(2) if evaluate(m.group(1)) else m.group(3) or '', line)
        temporary = os.path.join(self.folder, 't')
        for name, value in (('%dxc_target_lib', '@DXC@'), ('%dxc_target', '@DXC@'),
                            ('%offloader', shlex.quote(self.options.dxk) + ' run'), ('%s', shlex.quote(self.path)),
                            ('%goldenimage_dir', self.options.golden or ''), ('%t', temporary)):
            line = re.sub(name + r'(?![a-z_])' if name in ('%s', '%t') else name, lambda m: value, line)
        line = re.sub(r'\bimgdiff\b', lambda m: shlex.quote(self.options.imgdiff), line)
        line = re.sub(r'\bobj2yaml\b', shlex.quote(self.options.dxk) + ' yaml', line)
        return re.sub(r'\bFileCheck\b', self.options.filecheck, line)

    def compile(self, line):
        """By the compiler, or from what was kept."""
        words = shlex.split(line)
        output = words[words.index('-Fo') + 1]
        sources = [w for w in words if w.endswith('.hlsl')]
        key = hashlib.sha256((' '.join(w.replace(self.folder, '') for w in words) +
                              ''.join(open(s, encoding='utf-8').read() for s in sources)).encode()).hexdigest()
        kept = os.path.join(self.options.keep, key[:32]) if self.options.keep else None
        if kept and os.path.exists(kept):
            shutil.copyfile(kept, output)
            return None
        words = self.options.compiler + [w for w in words if w != '@DXC@' and not w.startswith(('-fvk', '-fspv'))]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            return 'does not compile: ' + (done.stderr.strip().splitlines() or [''])[0]
        if kept:
            shutil.copyfile(output, kept)
        return None

    def run(self):
        state = self.state()
        if state:
            return state
        os.makedirs(os.path.join(self.folder, 't'), exist_ok=True)
        for line in self.lines():
            if line.startswith('split-file'):
                split_file(self.text, os.path.join(self.folder, 't'))
                continue
            line = self.substitute(line)
            if line.startswith('@DXC@') and '|' not in line:
                why = self.compile(line)
                if why:
                    return 'failed', why
                continue
            line = line.replace('@DXC@', shlex.join(self.options.compiler))
            line = re.sub(r'\bnot (\S.*?)(?= \||$)', r'{ ! \1; }', line)
            try:
                done = subprocess.run(['bash', '-o', 'pipefail', '-c', line], capture_output=True, text=True,
                                      timeout=120)
            except subprocess.TimeoutExpired:
                return 'failed', 'takes more than two minutes'
            if done.returncode:
                said = [s for s in (done.stderr + done.stdout).splitlines() if s.strip()]
                return 'failed', (said or ['status %d' % done.returncode])[0].replace(self.folder, '')
        return 'passed', ''

    def finish(self):
        try:
            state, why = self.run()
            if state == 'failed' and any(evaluate(e) for e in conditions(self.text, 'XFAIL')):
                return 'expected', why
            return state, why
        except (OSError, ValueError, IndexError) as error:
            return 'failed', 'cannot be run: %s' % error
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--dxc', help='compiler; without one dxk compiles')
    parser.add_argument('--filecheck', default=shutil.which('FileCheck') or shutil.which('FileCheck-14'))
    parser.add_argument('--golden', metavar='DIR', help='folder of pictures to compare with')
    parser.add_argument('--imgdiff', metavar='PROGRAM', help='that compares pictures')
    parser.add_argument('--keep', metavar='DIR', help='folder of compiled shaders')
    parser.add_argument('-j', type=int, default=1, help='tests at a time')
    parser.add_argument('-v', action='store_true', help='list tests that are not run, too')
    parser.add_argument('--only', metavar='REGEX', default='', help='tests to run')
    parser.add_argument('folder')
    options = parser.parse_args()
    options.imgdiff = options.imgdiff or os.path.join(os.path.dirname(os.path.abspath(options.dxk)), 'tests',
                                                      'conformance-imgdiff')
    options.compiler = [options.dxc] if options.dxc else [options.dxk, 'compile']
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    paths = sorted(os.path.join(base, name) for base, _, names in os.walk(options.folder) for name in names
                   if name.endswith(('.test', '.yaml')) and re.search(options.only, os.path.join(base, name)))
    paths = [path for path in paths if 'RUN:' in open(path, encoding='utf-8').read()]
    counts = collections.OrderedDict()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for path, (state, why) in zip(paths, pool.map(lambda p: Test(options, p).finish(), paths)):
            name = os.path.relpath(path, options.folder)
            counts.setdefault(os.path.dirname(name), collections.Counter())[state] += 1
            if state == 'failed' or (options.v and state != 'passed'):
                print('%s: %s: %s' % (state, name, why))
    print('\nfolder | passed | failed | fails as expected | not run | unsupported')
    total = collections.Counter()
    for folder, count in counts.items():
        total.update(count)
        print(' | '.join([folder] + [str(count[s]) for s in STATES]))
    print(' | '.join(['all'] + [str(total[s]) for s in STATES]))
    print('tests identical %d of %d' % (total['passed'], total['passed'] + total['failed']))
    return 1 if total['failed'] else 0


sys.exit(main())
