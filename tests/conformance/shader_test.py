#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles and runs the HLSL tests of vkd3d (tests/hlsl/*.shader_test).

    shader_test.py --dxk PROGRAM [--dxc PROGRAM] [-v] [--only REGEX] [--options "WORD..."] FILE|FOLDER...

A file has sources, resources and steps: draws, dispatches, and probes of what they must give. What is meant for shader
model 6 is compiled, run on the CPU, and compared. Prints "identical N of M" for the sources that must compile or be
refused, and for the probes; a probe of a shader that does not compile counts as wrong. With --dxc, a reference compiler
says which sources must be refused, not the file, and what its program gives is right, too. Not run: effects,
fixed-function state of Direct3D 9, sample counts.
"""
import argparse
import collections
import concurrent.futures
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

STAGES = {'vertex': ('vs', 'Vertex'), 'hull': ('hs', 'Hull'), 'domain': ('ds', 'Domain'), 'geometry': ('gs', 'Geometry'),
          'pixel': ('ps', 'Pixel'), 'compute': ('cs', 'Compute')}
PLAIN_VERTEX = 'float4 main(float4 pos : position) : sv_position { return pos; }'
QUAD = [-2.0, -2.0, -2.0, 4.0, 4.0, -2.0]
TARGET = (640, 480)
# Capabilities of the device that dxk does not have: they are of Direct3D 9, or of states around the shader.
NOT_RUN = {'clip-planes', 'depth-bounds', 'point-size'}
# Number and channels of a format.
FORMATS = {'r32g32b32a32': 4, 'r32g32': 2, 'r32': 1}
NUMBERS = {'float': ('Float32', 'f'), 'sint': ('Int32', 'i'), 'uint': ('UInt32', 'I'), 'typeless': ('UInt32', 'I')}
COMPARISONS = {'less equal': 'LessEqual', 'not equal': 'NotEqual', 'greater equal': 'GreaterEqual', 'never': 'Never',
               'less': 'Less', 'equal': 'Equal', 'greater': 'Greater', 'always': 'Always'}
TOPOLOGIES = {'triangle list': 'TriangleList', 'triangle strip': 'TriangleStrip', 'point list': 'PointList'}
# What a probe reads: letter, numbers of an element.
PROBES = {'rgbaui': ('I', 4), 'rgbai': ('i', 4), 'rgba': ('f', 4), 'rg': ('f', 2), 'rui64': ('Q', 1), 'ri64': ('q', 1),
          'rui': ('I', 1), 'ri': ('i', 1), 'rd': ('d', 1), 'r': ('f', 1)}
UNIFORMS = {'float4': ('f', 4), 'float': ('f', 1), 'double2': ('d', 2), 'int4': ('i', 4), 'uint4': ('I', 4), 'int': ('i', 1),
            'uint': ('I', 1), 'int64_t2': ('q', 2), 'uint64_t2': ('Q', 2)}


class Skipped(Exception):
    """This part of a test cannot be run here."""


def number(text, letter):
    if letter in 'fd':
        return float.fromhex(text) if text.lower().lstrip('+-').startswith('0x') else float(text)
    bits = 8 * struct.calcsize(letter)
    value = int(re.sub(r'^([+-]?)0+(?=[0-9])', r'\1', text), 0)
    value &= (1 << bits) - 1
    return value - (1 << bits) if letter in 'iq' and value >> (bits - 1) else value


def pack(values, letter):
    """Bytes of numbers; a float that is too large is infinite."""
    if letter == 'f':
        values = [v if not abs(v) > 3.4028235e38 else math.copysign(math.inf, v) for v in values]
    return struct.pack(f'<{len(values)}{letter}', *values)


def numbers(text, letter):
    return [number(word, letter) for word in re.split(r'[\s,]+', text.strip()) if word]


def holds(qualifier):
    """True if a qualifier such as "sm>=4&sm<6|msl" is of shader model 6 on Direct3D 12."""
    def one(term):
        match = re.fullmatch(r'sm(>=|<)(\d)(?:\.\d)?', term.strip())
        if not match:
            return term.strip() == 'd3d12'
        return (6 >= int(match[2])) == (match[1] == '>=')
    return any(all(one(term) for term in part.split('&')) for part in qualifier.split('|'))


def has_flag(text, flag):
    """True if "fail" or "fail(sm>=6)" is among the words of a header or before a step."""
    return any(match[1] is None or holds(match[1]) for match in re.finditer(r'\b%s\b(?:\(([^)]*)\))?' % flag, text))


class Section:
    def __init__(self, header, first):
        self.header, self.first, self.lines = header, first, []


def sections(path):
    found = [Section('', 0)]
    for n, line in enumerate(path.read_text(encoding='utf-8', errors='replace').splitlines(), 1):
        match = re.match(r'\[((?:require|preproc|effect|test|sampler|rtv|dsv|srv|uav|vb|input layout|buffer|texture|%s)[^\]]*)\]\s*$'
                         % '|'.join(name + ' shader' for name in STAGES), line)
        if match:
            found.append(Section(match[1], n))
        else:
            found[-1].lines.append((n, line))
    return found


class Resource:
    """What a section [srv 0], [uav 1], [rtv 0], [dsv] or [vb 0] declares."""

    def __init__(self, section):
        self.size, self.kind, self.format, self.stride, self.channels, self.letter = (1, 1), None, 'Float32', 0, 4, 'f'
        self.mips, words = 1, []
        for _, line in section.lines:
            line = line.split('%')[0].strip()
            name, _, rest = line.partition(' ')
            if name == 'format':
                base, _, kind = rest.replace('-shadow', '').partition('-')
                if base == 'unknown':
                    raise Skipped('format unknown')
                self.channels, (self.format, self.letter) = FORMATS[base], NUMBERS[kind]
            elif name == 'stride':
                self.stride, self.format, self.channels = int(rest), 'UInt32', int(rest) // 4
            elif name == 'size':
                self.take_size(rest)
            elif name == 'levels':
                self.mips = int(rest)
            else:
                words += re.split(r'[\s,]+', line) if line else []
        self.data = pack([number(word, self.letter) for word in words if word], self.letter)
        self.data = self.data.ljust(self.bytes(), b'\0')

    def take_size(self, text):
        kind, *size = [word.strip() for word in text.strip().strip('()').split(',')]
        if kind in ('2dms', 'counter_buffer'):
            raise Skipped(kind)
        self.kind = kind
        self.size = (int(size[0]), int(size[1]) if len(size) > 1 else 1)

    def bytes(self):
        if self.kind == 'raw_buffer':
            return self.size[0] // 4 * 4
        total, (width, height) = 0, self.size
        for _ in range(self.mips):
            total += width * height
            width, height = max(1, width // 2), max(1, height // 2)
        return 4 * self.channels * total

    def view(self, writable):
        kind = {'2d': 'Texture2D', 'raw_buffer': 'ByteAddressBuffer'}.get(self.kind, 'StructuredBuffer' if self.stride else 'Buffer')
        return ('RW' if writable else '') + kind

    def buffer(self, name):
        words = ', '.join(str(w) for w in struct.unpack('<%dI' % (len(self.data) // 4), self.data))
        shape = f'Stride: {self.stride}' if self.stride else f'Channels: {1 if self.kind == "raw_buffer" else self.channels}'
        props = ''
        if self.kind == '2d':
            props = f', OutputProps: {{ Width: {self.size[0]}, Height: {self.size[1]}, Depth: 1, MipLevels: {self.mips} }}'
        number_format = 'Hex32' if self.kind in ('buffer', 'raw_buffer') or not self.kind else self.format
        data = words if number_format != 'Float32' else ', '.join(repr_float(w) for w in struct.unpack(f'<{len(self.data) // 4}f', self.data))
        if number_format == 'Int32':
            data = ', '.join(str(w) for w in struct.unpack(f'<{len(self.data) // 4}i', self.data))
        if self.kind == 'buffer' and not self.stride:
            number_format, data = self.format, data if self.format == 'UInt32' else ', '.join(
                repr_float(w) if self.letter == 'f' else str(w) for w in struct.unpack(f'<{len(self.data) // 4}{self.letter}', self.data))
        return f'  - {{ Name: {name}, Format: {number_format}, {shape}, Data: [ {data} ]{props} }}'


def repr_float(value):
    return '.nan' if math.isnan(value) else ('-.inf' if value < 0 else '.inf') if math.isinf(value) else repr(value)


def sampler(section):
    keys = {}
    for _, line in section.lines:
        line = line.split('%')[0].strip()
        if line.startswith('filter'):
            keys.update(zip(('MinFilter', 'MagFilter', 'MipFilter'),
                            ('Nearest' if w == 'point' else 'Linear' for w in line.split()[1:])))
        elif line.startswith('address'):
            names = {'wrap': 'Repeat', 'clamp': 'Clamp', 'mirror': 'Mirror', 'border': 'Border', 'mirror_once': 'MirrorOnce'}
            keys.update(zip(('AddressU', 'AddressV', 'AddressW'), (names[w] for w in line.split()[1:])))
        elif line.startswith('comparison'):
            keys.update(Kind='SamplerComparison', ComparisonOp=COMPARISONS[line[11:].strip()])
    return {'Kind': 'Sampler', **keys}


class Test:
    def __init__(self, args, path, place):
        self.args, self.path, self.place = args, path, pathlib.Path(place)
        self.counts, self.said = collections.Counter(), []
        self.sources, self.compiled, self.resources, self.samplers, self.vertices = {}, {}, {}, {}, []
        self.uniforms, self.results, self.cleared, self.depth = b'', {}, {}, None
        self.layout, self.active, self.options, self.refused, self.before = [], True, [], {}, {}
        self.theirs, self.wanted = {}, {}

    def say(self, line, text):
        self.said.append(f'{self.path.name}:{line}: {text}')

    def count(self, what, good, line, text):
        self.counts[what, good] += 1
        if not good:
            self.say(line, f'{what}: {text}')

    def run(self):
        for section in sections(self.path):
            name = section.header.split()[0] if section.header else ''
            if name == 'require':
                self.require(section)
            elif not self.active or not name:
                continue
            elif name in STAGES and ' shader' in section.header:
                self.source(section, STAGES[name][0])
            elif name == 'test':
                self.steps(section)
            elif name == 'sampler':
                self.samplers[int(section.header.split()[1])] = sampler(section)
            elif name == 'input':
                self.layout = [line.split('%')[0].split() for _, line in section.lines if line.split('%')[0].strip()]
            elif name in ('rtv', 'dsv', 'srv', 'uav', 'vb'):
                key = (name, int(section.header.split()[1]) if name != 'dsv' else 0)
                try:
                    self.resources[key] = Resource(section)
                except Skipped:
                    self.resources[key] = None
                self.results, self.before = {}, {k: v for k, v in self.before.items() if k != key}

    def require(self, section):
        self.active, self.options = True, []
        for _, line in section.lines:
            line = line.split('%')[0].strip()
            match = re.match(r'shader model (>=|<) (\d)', line)
            if match and match[1] == '<' and int(match[2]) <= 6 or line in NOT_RUN:
                self.active = False
            if line.startswith('options:'):
                self.options = [{'row-major': '-Zpr', 'column-major': '-Zpc', 'backcompat': '-Gec'}[w]
                                for w in line.split()[1:] if w in ('row-major', 'column-major', 'backcompat')]

    def compile(self, compiler, stage, source):
        out = self.place / f'{stage}.{pathlib.Path(compiler[0]).name}'
        file = self.place / f'{stage}.hlsl'
        file.write_text(source, encoding='utf-8')
        out.unlink(missing_ok=True)
        command = [*compiler, '-T', stage + '_6_0', '-flegacy-macro-expansion', '-flegacy-resource-reservation', '-Qstrip_reflect',
                   '-no-warnings', *self.options, *self.args.options.split(), file.name, '-Fo', out.name]
        done = subprocess.run(command, cwd=self.place, capture_output=True, text=True, errors='replace', timeout=60, check=False)
        return out if done.returncode == 0 else None, done.stderr.strip().splitlines()[:1]

    def source(self, section, stage):
        source = ''.join(line + '\n' for _, line in section.lines)
        self.sources[stage] = source
        if stage == 'cs':
            self.sources = {'cs': source}
        else:
            self.sources.pop('cs', None)
        refused = has_flag(section.header, 'fail')
        if self.args.dxc:
            self.theirs[stage] = self.compile([self.args.dxc], stage, source)[0]
            refused = self.theirs[stage] is None
        self.compiled[stage], why = self.compile([self.args.dxk, 'compile'], stage, source)
        self.refused[stage] = refused
        if refused:
            self.count('refused', self.compiled[stage] is None, section.first, 'compiled')
        else:
            self.count('compiled', self.compiled[stage] is not None, section.first, ' '.join(why))

    def steps(self, section):
        self.uniforms, self.results, self.depth = b'', {}, self.depth
        for n, line in section.lines:
            line = line.split('%')[0].strip()
            words = re.match(r'((?:(?:todo|bug|if)(?:\([^)]*\))?\s+)*)(.*)', line)
            if not line or any(not holds(m[1]) for m in re.finditer(r'\bif\(([^)]*)\)', words[1])):
                continue
            try:
                self.step(n, words[2])
            except Skipped as why:
                self.counts[f'skipped: {why}', True] += 1
                self.results = None
                if self.args.verbose > 1:
                    self.say(n, f'skipped: {why}')

    def step(self, n, line):
        if line.startswith('uniform'):
            _, offset, kind, *_ = line.split()
            letter, count = UNIFORMS[kind]
            values = numbers(line.split(kind, 1)[1], letter)[:count]
            at = 4 * int(offset)
            self.uniforms = self.uniforms.ljust(at, b'\x7f')
            packed = pack(values, letter)
            self.uniforms = self.uniforms[:at] + packed + self.uniforms[at + len(packed):]
        elif line.startswith('clear rtv'):
            slot, *values = line.split()[2:]
            self.cleared[int(slot)] = [float(v) for v in values]
            self.before.pop(('rtv', int(slot)), None)
            (self.results or {}).pop(('rtv', int(slot)), None)
        elif line.startswith('probe'):
            self.probe(n, line[5:].strip())
        elif line.startswith('draw'):
            self.draw(n, line[4:].strip())
        elif line.startswith('dispatch'):
            self.launch(n, None, [int(v) for v in line.split()[1:4]])
        elif line.startswith('depth ') and line[6:] in COMPARISONS:
            self.depth = COMPARISONS[line[6:]]
        else:
            raise Skipped(line.split()[0])

    # --- running ---

    def draw(self, n, what):
        if what == 'quad':
            self.layout = [['0', 'r32g32-float', 'position']]
            self.resources['vb', 0] = Resource(Section('vb 0', n))
            self.resources['vb', 0].data = struct.pack('<6f', *QUAD)
            return self.launch(n, 'TriangleList', 3)
        match = re.match(r'(\d) control point patch list (\d+)|(.*?) (\d+)(?: (\d+))?$', what)
        if not match or match[5] or (match[3] and match[3] not in TOPOLOGIES):
            raise Skipped('draw ' + what)
        if match[1]:
            return self.launch(n, f'PatchList, PatchControlPoints: {match[1]}', int(match[2]))
        return self.launch(n, TOPOLOGIES[match[3]], int(match[4]))

    def vertex_data(self, count):
        """Vertices of all slots one after the other, and their attributes."""
        attributes, offset, parts, strides, starts = [], 0, [], collections.Counter(), []
        for slot, form, name, *index in self.layout:
            base, _, kind = form.partition('-')
            starts.append((slot, strides[slot], 4 * FORMATS[base]))
            strides[slot] += 4 * FORMATS[base]
            attributes.append(f'{{ Name: {name}{index[0] if index and index[0] != "0" else ""}, Format: {NUMBERS[kind][0]}, '
                              f'Channels: {FORMATS[base]}, Offset: {offset} }}')
            offset += 4 * FORMATS[base]
        for i in range(count):
            for slot, start, size in starts:
                resource = self.resources.get(('vb', int(slot)))
                if resource is None:
                    raise Skipped('vertex buffer')
                at = i * strides[slot] + start
                parts.append(resource.data[at:at + size].ljust(size, b'\0'))
        return b''.join(parts), attributes

    def launch(self, n, topology, count):
        stages = ['cs'] if topology is None else [s for s in ('vs', 'hs', 'ds', 'gs', 'ps') if s in self.sources]
        if topology and 'vs' not in stages:
            self.compiled['vs'] = self.compile([self.args.dxk, 'compile'], 'vs', PLAIN_VERTEX)[0]
            self.refused['vs'], self.theirs['vs'] = False, self.compiled['vs']
            stages.insert(0, 'vs')
        self.before = {**self.before, **(self.results or {})}
        self.results = {}
        if any(self.refused.get(stage) for stage in stages):
            raise Skipped('shaders that are refused')
        if any(not self.compiled.get(stage) for stage in stages):
            self.results = {'failed': 'a shader did not compile'}
            return
        job, names = self.job(stages, topology, count)
        file = self.place / 'job.yaml'
        file.write_text(job, encoding='utf-8')
        if self.args.dxc:
            self.wanted = self.execute(file, [self.theirs[s] for s in stages], names)
        self.results = self.execute(file, [self.compiled[s] for s in stages], names)
        if 'failed' in self.results:
            return
        for key, data in self.results.items():
            if key[0] == 'uav':
                self.resources[key].data = data

    def execute(self, job, shaders, names):
        """What buffers hold after the job, by key; why it failed under "failed"."""
        results = {}
        for key, name in names.items():
            out = self.place / 'out.bin'
            command = [self.args.dxk, 'run', str(job), *map(str, shaders), '-r', name, '-o', str(out)]
            done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=120, check=False)
            if done.returncode:
                return {'failed': ' '.join(done.stderr.strip().splitlines()[:1])}
            results[key] = out.read_bytes()
        return results

    def bindings(self, buffers, names):
        """Resources, and the buffers behind them."""
        found = []
        if self.uniforms:
            data = self.uniforms.ljust((len(self.uniforms) + 255) // 256 * 256, b'\0')
            words = ', '.join(str(w) for w in struct.unpack(f'<{len(data) // 4}I', data))
            buffers.append(f'  - {{ Name: Uniforms, Format: UInt32, Stride: 4, Data: [ {words} ] }}')
            found.append('{ Name: Uniforms, Kind: ConstantBuffer, DirectXBinding: { Register: 0, Space: 0 } }')
        for (kind, slot), resource in self.resources.items():
            if kind not in ('srv', 'uav'):
                continue
            if resource is None:
                raise Skipped('kind of resource')
            name = f'{kind}{slot}'
            buffers.append(resource.buffer(name))
            found.append(f'{{ Name: {name}, Kind: {resource.view(kind == "uav")}, DirectXBinding: {{ Register: {slot}, Space: 0 }} }}')
            if kind == 'uav':
                names[kind, slot] = name
        for slot in self.samplers:
            found.append(f'{{ Name: Sampler{slot}, Kind: Sampler, DirectXBinding: {{ Register: {slot}, Space: 0 }} }}')
        return found

    def targets(self, buffers, names):
        targets = {slot: r for (kind, slot), r in sorted(self.resources.items()) if kind == 'rtv'}
        if not targets and ('dsv', 0) not in self.resources:
            section = Section('rtv 0', 0)
            section.lines = [(0, 'size (2d, %d, %d)' % TARGET)]
            targets = {0: Resource(section)}
            self.resources['rtv', 0] = targets[0]
        lines = []
        for slot, r in targets.items():
            if r is None or slot != len(lines):
                raise Skipped('target')
            buffers.append(f'  - {{ Name: Target{slot}, Format: {r.format}, Channels: {r.channels}, FillSize: {r.bytes()}, '
                           f'OutputProps: {{ Width: {r.size[0]}, Height: {r.size[1]}, Depth: 1 }} }}')
            names['rtv', slot] = f'Target{slot}'
            lines.append(f'  RenderTarget: Target{slot}' if slot == 0 else f'    - {{ Name: Target{slot} }}')
        if len(lines) > 1:
            lines.insert(1, '  MoreTargets:')
        return targets, lines

    def job(self, stages, topology, count):
        buffers, names = [], {}
        resources = self.bindings(buffers, names)
        text = 'Shaders:\n'
        words = {short: long for short, long in STAGES.values()}
        for stage in stages:
            text += f'  - {{ Stage: {words[stage]}, Entry: main }}\n'
        tail = ''
        if topology:
            targets, lines = self.targets(buffers, names)
            data, attributes = self.vertex_data(count)
            if data:
                numbers_text = ', '.join(str(w) for w in struct.unpack(f'<{len(data) // 4}I', data))
                buffers.append(f'  - {{ Name: Vertices, Format: Hex32, Data: [ {numbers_text} ] }}')
                lines += ['  VertexBuffer: Vertices', '  VertexAttributes:'] + [f'    - {a}' for a in attributes]
            lines += [f'  {t.strip()}' for t in f'Topology: {topology}'.split(',')]
            lines.append('  Cull: None')
            if ('dsv', 0) in self.resources:
                r = self.resources['dsv', 0]
                if r is None:
                    raise Skipped('dsv')
                buffers.append(f'  - {{ Name: Depth, Format: Depth32, Channels: 1, FillSize: {r.bytes() // r.channels}, '
                               f'OutputProps: {{ Width: {r.size[0]}, Height: {r.size[1]}, Depth: 1 }} }}')
                names['dsv', 0] = 'Depth'
                lines += ['  DepthBuffer: Depth', f'  DepthCompare: {self.depth or "Always"}']
            tail = 'Bindings:\n' + '\n'.join(lines) + '\n' + f'DispatchParameters: {{ VertexCount: {count} }}\n'
        else:
            tail = f'DispatchParameters: {{ DispatchGroupCount: {count} }}\n'
        text += 'Buffers:\n' + '\n'.join(buffers) + '\n' if buffers else 'Buffers: []\n'
        if self.samplers:
            text += 'Samplers:\n' + ''.join('  - { Name: Sampler%d, %s }\n' % (slot, ', '.join(f'{k}: {v}' for k, v in keys.items()))
                                            for slot, keys in self.samplers.items())
        text += 'DescriptorSets:\n  - Resources:\n' + ''.join(f'      - {r}\n' for r in resources) if resources else 'DescriptorSets: []\n'
        return text + tail, names

    # --- probing ---

    def probe(self, n, text):
        match = re.match(r'(?:(uav|rtv|dsv)\s*(\d*)\s*)?\(([^)]*)\)\s*(\w+)\s*\(([^)]*)\)\s*(\d*)', text)
        if self.results is None:
            raise Skipped('after a step that was skipped')
        if not match or match[4] not in PROBES:
            raise Skipped('probe')
        if 'failed' in self.results:
            self.count('probes', False, n, self.results['failed'])
            return
        key = (match[1] or 'rtv', int(match[2] or 0))
        area = [int(v) for v in match[3].split(',')]
        if key not in self.results:
            raise Skipped('probe of what was not drawn')
        letter, count = PROBES[match[4]]
        wanted = numbers(match[5], letter)
        ulps = int(match[6] or 0)
        wrong = self.differ(key, area, letter, count, wanted, ulps)
        if wrong and self.wanted.get(key) == self.results[key]:
            self.counts['probes that are other in the reference, too', True] += 1
            return
        self.count('probes', wrong is None, n, f'{wrong}, wanted {wanted}')

    def differ(self, key, area, letter, count, wanted, ulps):
        """The first element in an area that is not as wanted, or None."""
        resource, data = self.resources[key], self.results[key]
        left, top = area[0], area[1] if len(area) > 1 else 0
        right, bottom = area[2:] if len(area) == 4 else (left + 1, top + 1)
        size = count * struct.calcsize(letter)
        pitch = resource.size[0] * (size if resource.kind == 'raw_buffer' else 4 * resource.channels)
        for y in range(top, bottom):
            for x in range(left, right):
                at = y * pitch + x * size
                if at + size > len(data):
                    return f'nothing at {x}, {y}'
                got = struct.unpack_from(f'<{count}{letter}', data, at)
                seen = [got]
                if key[0] == 'rtv' and not any(got):  # the pixel may not have been drawn
                    seen.append(self.underneath(key, letter, count, at))
                if not any(all(close(letter, a, b, ulps) for a, b in zip(s, wanted)) for s in seen):
                    return f'{list(got)} at {x}, {y}'
        return None

    def underneath(self, key, letter, count, at):
        """A pixel as it was before the draw."""
        if key in self.before:
            return struct.unpack_from(f'<{count}{letter}', self.before[key], at)
        return self.cleared.get(key[1], [0] * count)[:count]


def ordered(value, letter):
    """Bits of a float as an integer in the order of the numbers."""
    raw, bits = {'f': ('i', 32), 'd': ('q', 64)}[letter]
    i = struct.unpack('<' + raw, struct.pack('<' + letter, value))[0]
    return i if i >= 0 else -(i & ((1 << (bits - 1)) - 1))


def close(letter, got, wanted, ulps):
    if letter not in 'fd':
        return got == wanted
    if math.isnan(got) or math.isnan(wanted):
        return math.isnan(got) and math.isnan(wanted)
    if letter == 'f':
        wanted = struct.unpack('<f', pack([wanted], letter))[0]
    return abs(ordered(got, letter) - ordered(wanted, letter)) <= ulps


def run_file(args, path):
    with tempfile.TemporaryDirectory() as place:
        test = Test(args, path, place)
        try:
            test.run()
        except Exception as why:
            raise RuntimeError(f'{path.name}: {why}') from why
        return test


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-v', '--verbose', action='count', default=0)
    parser.add_argument('--dxk', default='build-debug/dxk')
    parser.add_argument('--dxc')
    parser.add_argument('--only', default='')
    parser.add_argument('--options', default='')
    parser.add_argument('-j', '--jobs', type=int, default=1)
    parser.add_argument('paths', nargs='+', type=pathlib.Path)
    args = parser.parse_args()
    args.dxk = str(pathlib.Path(args.dxk).resolve())
    files = [f for p in args.paths for f in (sorted(p.rglob('*.shader_test')) if p.is_dir() else [p]) if re.search(args.only, f.name)]
    total = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for test in pool.map(lambda f: run_file(args, f), files):
            total += test.counts
            if args.verbose:
                print(''.join(line + '\n' for line in test.said), end='')
    for what, _ in sorted({(w, 0) for w, _ in total}):
        if not what.startswith(('compiled', 'probes: ', 'refused')) and what != 'probes':
            print(f'{what}: {total[what, True]}')
        else:
            print(f'{what}: identical {total[what, True]} of {total[what, True] + total[what, False]}')
    return 1 if any(not good for _, good in total) else 0


if __name__ == '__main__':
    sys.exit(main())
