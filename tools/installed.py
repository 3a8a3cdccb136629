# SPDX-License-Identifier: MIT
"""Sizes and times of what people install: page, module, packages, bindings. Part of tools/conformance.py.

What it looks at is what tools/test_web.sh, tools/test_bindings.sh and, with DXK_DIST=FOLDER, tools/test_packages.sh
leave behind; what is not there has no row.
"""
import glob
import gzip
import json
import lzma
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = ('index.html', 'page.css', 'icon.svg', 'page.js', 'rows.js', 'listing.js', 'bytes.js', 'views.js', 'edit.js',
        'sample.js', 'source.js', 'worker.js', 'dxk.js')
NODE = '''
import { readFileSync } from 'node:fs';
const { load } = await import(process.argv[1]);
const begun = performance.now();
const dxk = await load();
dxk.run(['--version']);
const times = { load: performance.now() - begun };
for (const [name, ...words] of JSON.parse(process.argv[2])) {
  const file = words.at(-1);
  dxk.file('input', readFileSync(file));
  const args = [...words.slice(0, -1), 'input'];
  times[name] = Math.min(...Array.from({ length: 7 }, () => {
    const start = performance.now();
    dxk.run(args);
    return performance.now() - start;
  }));
}
console.log(JSON.stringify(times));
'''
PYTHON = '''
import json, sys, time
import dxk
calls = {'dis': dxk.disassemble, 'val': dxk.validate, 'compile': lambda data: dxk.compile(data, 'cs_6_0')}
times = {}
for name, command, *_, path in json.loads(sys.argv[1]):
    with open(path, 'rb') as file:
        data = file.read()
    took = []
    try:
        for _ in range(7):
            start = time.perf_counter()
            calls[command](data)
            took.append((time.perf_counter() - start) * 1e3)
        times[name] = min(took)
    except dxk.DxkError as error:  # it has no figure then
        print(name, error, file=sys.stderr)
print(json.dumps(times))
'''


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def brotli(path):
    return len(subprocess.run(['brotli', '-q', '11', '-c', path], stdout=subprocess.PIPE, check=True).stdout)


def sizes(dist):
    """Rows (what, bytes, bytes as it travels, how)."""
    web, bindings = os.path.join(ROOT, 'web'), os.path.join(ROOT, 'build-bindings')
    module, library = os.path.join(web, 'dxk.wasm'), os.path.join(bindings, 'shared', 'libdxk.so')
    if os.path.exists(module):
        yield 'module for WebAssembly, all commands', os.path.getsize(module), brotli(module), 'brotli'
    page = [read(os.path.join(web, name)) for name in PAGE]
    yield 'page, without the module', sum(map(len, page)), sum(len(gzip.compress(data, 9)) for data in page), 'gzip'
    for path in glob.glob(os.path.join(ROOT, 'build-web', 'package', 'dxk-*.tgz')):
        with gzip.open(path) as file:
            yield 'npm package', len(file.read()), os.path.getsize(path), 'tgz'
    if os.path.exists(library):
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(['strip', '-o', stripped.name, library], check=True)
            data = read(stripped.name)
        yield 'shared library', len(data), len(lzma.compress(data, preset=9)), 'xz'
    for path in glob.glob(os.path.join(bindings, 'wheel', '*.whl')):
        listed = subprocess.run(['python3', '-m', 'zipfile', '-l', path], stdout=subprocess.PIPE, check=True, text=True)
        yield ('Python wheel, with library and command', sum(int(row.split()[-1]) for row in listed.stdout.splitlines()[1:]),
               os.path.getsize(path), 'zip')
    for path in glob.glob(os.path.join(dist or '', '*.tar.xz')) if dist else ():
        with lzma.open(path) as file:
            yield 'static command for Linux, with its pages', len(file.read()), os.path.getsize(path), 'tar.xz'
    for path in sorted(glob.glob(os.path.join(dist or '', '*.deb'))) if dist else ():
        name = os.path.basename(path).split('_')[0]
        told = subprocess.run(['dpkg-deb', '-f', path, 'Installed-Size'], stdout=subprocess.PIPE, check=True, text=True)
        if not name.endswith('-dbgsym'):
            yield 'Debian package ' + name, int(told.stdout) * 1024, os.path.getsize(path), 'deb'


def process_times(dxk, tasks):
    times = {}
    for name, *words in tasks:
        took = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([dxk, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            took.append((time.perf_counter() - start) * 1e3)
        times[name] = min(took)
    return times


def printed(command, environment=None):
    """The object that a command prints as JSON; nothing if it cannot be run."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, env=dict(os.environ, **(environment or {})), check=True)
        return json.loads(done.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return {}


def times(dxk, corpus):
    """Rows (what, milliseconds of a process, in a module on Node.js, in Python)."""
    own, data = os.path.join(corpus, 'own'), os.path.join(ROOT, 'tests', 'data')
    large, small = os.path.join(own, '248_big_unrolled_60k.dxil'), os.path.join(data, 'ps.dxil')
    tasks = [('`dis`, 60,000 instructions', 'dis', large), ('`val`, 60,000 instructions', 'val', large),
             ('`dis`, a small pixel shader', 'dis', small), ('`val`, the same', 'val', small),
             ('`compile -T cs_6_0`, 18 lines', 'compile', '-T', 'cs_6_0', '-o', '/dev/null',
              os.path.join(data, 'exec', 'particles.hlsl'))]
    web = [[name, *('made' if word == '/dev/null' else word for word in words)] for name, *words in tasks]
    node = printed(['node', '--no-warnings', '--input-type=module', '-e', NODE, os.path.join(ROOT, 'web', 'dxk.js'),
                    json.dumps(web)])
    python = printed([sys.executable, '-c', PYTHON, json.dumps(tasks)], {
        'PYTHONPATH': os.path.join(ROOT, 'bindings', 'python'),
        'DXK_LIBRARY': os.path.join(ROOT, 'build-bindings', 'shared', 'libdxk.so')})
    native = process_times(dxk, tasks)
    for name, *_ in tasks:
        yield name, native[name], node.get(name), python.get(name)
    if 'load' in node:
        yield 'the module, from file to first call', None, node['load'], None


def section(dxk, corpus, dist):
    """The lines of the section."""
    number = lambda value: '–' if value is None else '%.2f' % value if value < 10 else '%.0f' % value
    out = ['## Installed size', '', 'Bytes on disk and compressed for download.', '', '| what | bytes | compressed | format |',
           '| --- | --: | --: | --- |']
    out += ['| %s | %s | %s | %s |' % (what, format(size, ','), format(sent, ','), how) for what, size, sent, how in sizes(dist)]
    out += ['', 'Milliseconds, minimum of seven runs: the command as a process, and the module on Node.js and the library in',
            'Python, both in a process that keeps running.', '', '| what | command | Node.js | Python |', '| --- | --: | --: | --: |']
    out += ['| %s | %s | %s | %s |' % (what, *map(number, row)) for what, *row in times(dxk, corpus)]
    told = os.path.join(ROOT, 'build-web', 'screens', 'times.json')
    if os.path.exists(told):
        with open(told, encoding='utf-8') as file:
            page = json.load(file)
        out += ['', 'The page in Chromium opens and validates %d files in %.1f s. While a listing of %d instructions is scrolled,' %
                (page['files'], page['judged'] / 1e3, page['instructions']),
                'each frame takes %.0f ms of work.' % page['work']]
    return out + ['']
