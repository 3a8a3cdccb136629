#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Splits random compute shaders over libraries, links them again and runs both.

    link_split.py --dxk DXK --gen CONFORMANCE_GEN_RUN [-n COUNT] [-s SEED] [--keep FOLDER]

The shaders are those of conformance-gen_run that have several functions. Each function becomes a
library of its own, unless functions share a group-shared variable, which one library must have.
What the linked shader writes must be what the shader in one piece writes. Exit status 1 if not.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

CLASSES = 'tubs'
HANDLE = re.compile(r'  (%\w+) = call %dx.types.Handle @dx.op.createHandle\(i32 57, i8 (\d), i32 (\d+), '
                    r'i32 ([%\w-]+), i1 (true|false)\)')
BINDING = re.compile(r'  (%\w+) = call %dx.types.Handle @dx.op.createHandleFromBinding\(i32 217, '
                     r'%dx.types.ResBind (zeroinitializer|\{.*?\}), i32 ([%\w-]+), i1 (true|false)\)')
RESOURCE = re.compile(r'(!\d+ = !\{i32 (\d+), )(.*?)\* undef, !"(\w+)", i32 (\d+), i32 (\d+), i32 (\d+), (.*)')


class Resource:
    def __init__(self, cls, match):
        self.cls, self.id = cls, int(match.group(2))
        self.type, self.name = match.group(3), match.group(4)
        self.space, self.lower, self.size = (int(match.group(i)) for i in (5, 6, 7))
        array = re.match(r'\[(\d+) x (.*)\]$', self.type)
        self.count, self.element = (int(array.group(1)), array.group(2)) if array else (0, self.type)


class Module:
    """A module's text taken apart."""

    def __init__(self, text):
        self.lines = text.split('\n')
        self.functions, self.order, at = {}, [], 0
        self.head, self.tail = [], []
        while at < len(self.lines):
            line = self.lines[at]
            start = re.match(r'define (?:internal )?.*?@"?([\w.]+)"?\(', line)
            if start:
                end = self.lines.index('}', at)
                self.functions[start.group(1)] = self.lines[at:end + 1]
                self.order.append(start.group(1))
                at = end + 1
                continue
            (self.tail if self.functions else self.head).append(line)
            at += 1
        self.minor = int(re.search(r'!\{!"cs", i32 6, i32 (\d+)\}', text).group(1))
        self.nodes = dict(re.findall(r'^(!\d+) = (?:distinct )?(!\{.*\})$', text, re.M))
        self.resources = self.read_resources(text)

    def read_resources(self, text):
        found = {}
        named = re.search(r'^!dx.resources = !\{(!\d+)\}', text, re.M)
        if not named:
            return found
        lists = re.findall(r'!\d+|null', self.nodes[named.group(1)])
        for cls, node in enumerate(lists):
            for entry in re.findall(r'!\d+', self.nodes.get(node, '')):
                match = RESOURCE.match('%s = %s' % (entry, self.nodes[entry]))
                found[cls, int(match.group(2))] = Resource(cls, match)
        return found

    def groups(self):
        """Functions that must be in one library, since they share variables."""
        sets = [{name} for name in self.order]
        shared = [set(re.findall(r'addrspace\(3\)\* @(\w+)', '\n'.join(self.functions[n]))) for n in self.order]
        for i in range(len(sets)):
            for k in range(i):
                if shared[i] & shared[k] and sets[i] is not sets[k]:
                    sets[i] |= sets[k]
                    for name in sets[k]:
                        sets[self.order.index(name)] = sets[i]
        return [s for i, s in enumerate(sets) if s not in sets[:i]]


class Library:
    """The text of a library with some of a module's functions."""

    def __init__(self, module, names):
        self.m, self.names = module, names
        self.used, self.overloads = {}, set()
        self.offline_handles = module.minor >= 6

    def symbol_type(self, resource):
        element = '%dx.types.Handle' if self.offline_handles else resource.element
        return '[%d x %s]' % (resource.count, element) if resource.count else element

    def operation(self, resource):
        name = 'dx.types.Handle' if self.offline_handles else resource.element.lstrip('%').strip('"')
        quoted = '@"dx.op.createHandleForLib.%s"' % name
        kind = '%dx.types.Handle' if self.offline_handles else resource.element
        self.overloads.add((quoted, kind))
        return quoted, kind

    def handle(self, value, resource, index, nonuniform):
        """A handle made from the variable of a resource."""
        self.used[resource.cls, resource.id] = resource
        tag, lines = value.lstrip('%'), []
        pointer = '@' + resource.name
        if resource.count:
            place = '%%i.%s' % tag
            if re.match(r'-?\d+$', index):
                place = str(int(index) - resource.lower)
            else:
                lines.append('  %s = sub i32 %s, %d' % (place, index, resource.lower))
            kind = self.symbol_type(resource)
            lines.append('  %%p.%s = getelementptr %s, %s* %s, i32 0, i32 %s%s'
                         % (tag, kind, kind, pointer, place, ', !dx.nonuniform !9999' if nonuniform else ''))
            pointer = '%p.' + tag
        name, kind = self.operation(resource)
        lines.append('  %%r.%s = load %s, %s* %s' % (tag, kind, kind, pointer))
        lines.append('  %s = call %%dx.types.Handle %s(i32 160, %s %%r.%s)' % (value, name, kind, tag))
        return lines

    def by_binding(self, words):
        numbers = [int(n) for n in re.findall(r'i(?:32|8) (-?\d+)', words)] or [0, 0, 0, 0]
        for r in self.m.resources.values():
            if (r.cls, r.lower, r.space) == (numbers[3], numbers[0], numbers[2]):
                return r
        raise ValueError('no resource ' + words)

    def body(self, name):
        lines = list(self.m.functions[name])
        lines[0] = lines[0].replace('define internal ', 'define ')
        made = []
        for line in lines:
            old, new = HANDLE.match(line), BINDING.match(line)
            if old:
                resource = self.m.resources[int(old.group(2)), int(old.group(3))]
                made += self.handle(old.group(1), resource, old.group(4), old.group(5) == 'true')
            elif new:
                made += self.handle(new.group(1), self.by_binding(new.group(2)), new.group(3), new.group(4) == 'true')
            else:
                made.append(line)
        return made

    def declaration(self, name):
        head = re.sub(r'define (internal )?', 'declare ', self.m.functions[name][0])
        return re.sub(r'( #\d+)? \{$', '', head)

    def describe(self, line):
        """Metadata: a library, whose resources have variables."""
        line = line.replace('!{!"cs", i32 6, i32 %d}' % self.m.minor, '!{!"lib", i32 6, i32 %d}' % max(self.m.minor, 3))
        match = RESOURCE.match(line)
        if match:
            r = next(r for r in self.m.resources.values() if r.name == match.group(4))
            kind = self.symbol_type(r)
            symbol = '%s* @%s' % (kind, r.name)
            if self.offline_handles:
                symbol = '%s* bitcast (%s* @%s to %s*)' % (r.type, kind, r.name, r.type)
            line = line.replace('%s* undef' % r.type, symbol)
        return line

    def entry(self, lines):
        """The entry point is described beside the library itself."""
        text = '\n'.join(lines)
        node = re.search(r'^!dx.entryPoints = !\{(!\d+)\}', text, re.M).group(1)
        entry = re.search(r'^%s = !\{void \(\)\* @main, !"main", null, (null|!\d+), (null|!\d+)\}' % node, text, re.M)
        words = self.m.nodes[entry.group(2)]
        flags = re.search(r'i32 0, i64 (\d+)', words)
        threads = re.search(r'i32 4, (!\d+)', words).group(1)
        rest = ''.join(', ' + w for w in re.findall(r'(i32 (?:11|22), !\d+)', words))
        own = '!{null, !"", null, %s, !9001}' % entry.group(1)
        made = ['!9000 = ' + own, '!9001 = !{i32 0, i64 %s}' % (flags.group(1) if flags else '0'),
                '!9002 = !{void ()* @main, !"main", null, null, !9003}',
                '!9003 = !{i32 8, i32 5, i32 4, %s%s}' % (threads, rest), '!9999 = !{i32 1}']
        has_main = 'main' in self.names
        text = text.replace('!dx.entryPoints = !{%s}' % node,
                            '!dx.entryPoints = !{!9000%s}' % (', !9002' if has_main else ''))
        text = text.replace(entry.group(0), '%s = !{}' % node)
        made = made if has_main else [line for line in made if not re.match('!900[23]', line)]
        return text.rstrip('\n') + '\n' + '\n'.join(made) + '\n'

    def text(self):
        bodies = []
        for name in self.m.order:
            bodies += self.body(name) + [''] if name in self.names else [self.declaration(name), '']
        uses = '\n'.join(bodies)
        head = [line for line in self.m.head
                if not re.match(r'@\w+ = external addrspace', line) or
                re.search(r'@%s\b' % re.match(r'@(\w+)', line).group(1), uses)]
        for r in self.m.resources.values():
            head.append('@%s = external constant %s, align 4' % (r.name, self.symbol_type(r)))
        tail = [self.describe(line) for line in self.m.tail]
        for quoted, kind in sorted(self.overloads):
            bodies.append('declare %%dx.types.Handle %s(i32, %s)' % (quoted, kind))
        return '\n'.join(head + [''] + bodies) + '\n' + self.entry(tail)


def run(words, folder):
    done = subprocess.run(words, cwd=folder, capture_output=True, encoding='latin1', check=False)
    if done.returncode:
        raise RuntimeError('%s: %s' % (' '.join(words)[:160], (done.stdout + done.stderr)[:600]))
    return done.stdout


def bindings(module, rng, folder):
    """Arguments of a run: for each resource its name, and register and contents."""
    words = []
    for r in module.resources.values():
        for k in range(max(r.count, 1)):
            register = '%s%d' % (CLASSES[r.cls], r.lower + k)
            data = b''.join(rng.choice([rng.randrange(9), rng.getrandbits(32), 0x3f800000 + rng.getrandbits(12)])
                            .to_bytes(4, 'little') for _ in range(1024))
            with open(os.path.join(folder, register + '.bin'), 'wb') as file:
                file.write(data)
            words.append((r.name, register))
    return words


def execute(dxk, shader, bound, how, folder):
    """The contents of all resources afterwards; those that the shader lacks stay as they are."""
    known = set(run([dxk, 'info', shader], folder).split())
    words, after = list(how), {}
    for name, register in bound:
        after[register] = open(os.path.join(folder, register + '.bin'), 'rb').read()
        if name not in known:
            continue
        words += ['--bind', '%s=@%s.bin' % (register, register)]
        if register[0] == 'u':
            words += ['--save', '%s=%s.%s' % (register, shader, register)]
    run([dxk, 'run', shader] + words, folder)
    for _, register in bound:
        path = os.path.join(folder, '%s.%s' % (shader, register))
        if os.path.exists(path):
            after[register] = open(path, 'rb').read()
            os.remove(path)
    return after


def check(options, folder, text, seed):
    """True if the shader is split, linked and does the same."""
    module, rng = Module(text), random.Random(seed)
    libraries = []
    for i, names in enumerate(module.groups()):
        path = 'l%d.ll' % i
        with open(os.path.join(folder, path), 'w', encoding='latin1') as file:
            file.write(Library(module, names).text())
        libraries.append('l%d.lib' % i)
        run([options.dxk, 'as', path, '-o', libraries[-1]], folder)
    rng.shuffle(libraries)
    level = rng.choice(['-O0', '-O1', '-O2', '-O3'])
    run([options.dxk, 'as', 'whole.ll', '-o', 'whole.dxil'], folder)
    run([options.dxk, 'link', '-T', 'cs_6_%d' % module.minor, level] + libraries + ['-o', 'linked.dxil'], folder)
    bound = bindings(module, rng, folder)
    how = ['--dispatch', '2,1,1', '--wave-size', str(rng.choice([4, 16, 32]))]
    if execute(options.dxk, 'whole.dxil', bound, how, folder) == \
       execute(options.dxk, 'linked.dxil', bound, how, folder):
        return len(libraries)
    raise RuntimeError('%s of %d libraries writes something else' % (level, len(libraries)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--gen', required=True)
    parser.add_argument('-n', type=int, default=100, help='shaders to make; about half have functions')
    parser.add_argument('-s', type=int, default=0, help='the first seed')
    parser.add_argument('--keep', help='folder for what is made; the last failure stays in it')
    options = parser.parse_args()
    options.dxk = os.path.abspath(options.dxk)
    good = tried = several = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        subprocess.run([options.gen, '-s', str(options.s), '-n', str(options.n), '-e', folder], check=True)
        for seed in range(options.s, options.s + options.n):
            path = os.path.join(folder, 'gen-%d.ll' % seed)
            text = open(path, encoding='latin1').read()
            if text.count('\ndefine ') < 2:
                continue
            os.replace(path, os.path.join(folder, 'whole.ll'))
            tried += 1
            try:
                several += check(options, folder, text, seed) > 1
                good += 1
            except RuntimeError as error:
                print('seed %d: %s' % (seed, error))
    print('same results           identical %d of %d, %d of them from several libraries' % (good, tried, several))
    return 0 if good == tried else 1


sys.exit(main())
