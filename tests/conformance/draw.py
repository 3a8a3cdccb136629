#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws with the shaders of tests/data/draw and compares every sample with a model of the pipeline.

    draw.py [--dxk PROGRAM] [-n ROUNDS] [--seed N] FOLDER

The model is written by the rules of the D3D11.3 functional specification (3.4, 8, 15, 16), in rational numbers:
it decides what a sample is covered by, which depth wins, and which numbers a pixel gets. Coverage, order and
integers must be the same, reals as good as binary32 has them. Prints "draws identical N of M".
"""
import argparse
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction as F

SIZE = 12
PATTERNS = {1: [(0, 0)], 2: [(4, 4), (-4, -4)], 4: [(-2, -6), (6, -2), (-6, 2), (2, 6)],
            8: [(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)]}
HALF = F(1, 2)


# --- the model: what is covered ---

WHOLE = (0, 0, SIZE, SIZE)


def screen(position, viewport=WHOLE):
    """A vertex on the screen, in 1/256 of a pixel."""
    x, y, _, w = (F(c) for c in position)
    left, top, width, height = viewport
    return (F(round((left + (x / w + 1) / 2 * width) * 256), 256),
            F(round((top + (1 - y / w) / 2 * height) * 256), 256))


def area(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def triangle_parts(points, at):
    """Parts of the corners at a place; None if it is not covered."""
    whole = area(*points)
    if not whole:
        return None
    parts = []
    for i in range(3):
        a, b = points[(i + 1) % 3], points[(i + 2) % 3]
        if whole < 0:
            a, b = b, a
        side = area(a, b, at)
        owned = b[1] < a[1] or (b[1] == a[1] and b[0] > a[0])  # left, top
        if side < 0 or (side == 0 and not owned):
            return None
        parts.append(side / abs(whole))
    return parts


def extrapolated(points, at):
    whole = area(*points)
    return [area(points[(i + 1) % 3], points[(i + 2) % 3], at) / whole for i in range(3)]


def in_diamond(dx, dy, steep):
    """Relative to the centre of the pixel. The lower edges belong to it, the right corner if the line is steep."""
    distance = abs(dx) + abs(dy)
    if distance != HALF:
        return distance < HALF
    if dy == 0:
        return dx > 0 and steep
    return dy > 0


def line_covers(a, b, px, py):
    """True if the line is in the diamond of the pixel somewhere, but not at its end."""
    ax, ay, bx, by = a[0] - px - HALF, a[1] - py - HALF, b[0] - px - HALF, b[1] - py - HALF
    dx, dy = bx - ax, by - ay
    steep = abs(dy) > abs(dx)
    if in_diamond(bx, by, steep):
        return False
    # All places where it crosses an edge of the diamond, and those between two of them.
    times = {F(0), F(1)}
    for sx in (-1, 1):
        for sy in (-1, 1):
            slope = sx * dx + sy * dy
            if slope:
                times.add((HALF - sx * ax - sy * ay) / slope)
    times = sorted(t for t in times if 0 <= t <= 1)
    times += [(s + t) / 2 for s, t in zip(times, times[1:])]
    return any(in_diamond(ax + t * dx, ay + t * dy, steep) for t in times)


# --- the model: drawing ---

class Primitive:
    """Vertices are (position, values)."""

    def __init__(self, vertices, number, viewport=WHOLE):
        self.vertices, self.number = vertices, number
        self.points = [screen(v[0], viewport) for v in vertices]
        self.front = len(vertices) < 3 or area(*self.points) < 0  # against the clock, y goes down

    def covers(self, px, py, offset):
        at = (px + HALF + F(offset[0], 16), py + HALF + F(offset[1], 16))
        if len(self.points) == 3:
            return triangle_parts(self.points, at) is not None
        if len(self.points) == 2:
            return line_covers(*self.points, px, py)
        x, y = self.points[0]
        return x - HALF <= at[0] < x + HALF and y - HALF <= at[1] < y + HALF

    def parts(self, px, py, offset):
        """Parts on the screen."""
        at = (px + HALF + F(offset[0], 16), py + HALF + F(offset[1], 16))
        if len(self.points) == 3:
            return extrapolated(self.points, at)
        if len(self.points) == 1:
            return [F(1)]
        (ax, ay), (bx, by) = self.points
        t = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        return [1 - t, t]

    def depth(self, px, py, offset):
        return sum(p * F(v[0][2]) / F(v[0][3]) for p, v in zip(self.parts(px, py, offset), self.vertices))

    def w(self, px, py, offset):
        return 1 / sum(p / F(v[0][3]) for p, v in zip(self.parts(px, py, offset), self.vertices))

    def value(self, number, px, py, offset, perspective=True):
        parts = self.parts(px, py, offset)
        if perspective:
            parts = [p / F(v[0][3]) * self.w(px, py, offset) for p, v in zip(parts, self.vertices)]
        return sum(p * F(v[1][number]) for p, v in zip(parts, self.vertices))


def draw(primitives, samples, shade, early=None):
    """Values by (x, y, sample). `shade(primitive, x, y, covered)` gives for each sample (values, depth or None),
    or None."""
    target, depths = {}, {}
    for primitive in primitives:
        for y in range(SIZE):
            for x in range(SIZE):
                covered = [n for n, o in enumerate(PATTERNS[samples]) if primitive.covers(x, y, o)]
                if not covered:
                    continue
                where = {n: primitive.depth(x, y, PATTERNS[samples][n]) for n in covered}
                if early is not None:
                    covered = [n for n in covered if where[n] < depths.get((x, y, n), 1)]
                    depths.update({(x, y, n): where[n] for n in covered})
                    early(primitive, x, y, covered)
                if not covered:
                    continue
                for n, (values, depth) in shade(primitive, x, y, covered).items():
                    z = min(max(where[n] if depth is None else F(depth), 0), 1)
                    if early is None and not z < depths.get((x, y, n), 1):
                        continue
                    depths[(x, y, n)] = z
                    target[(x, y, n)] = values
    return target


# --- jobs ---

class Job:
    def __init__(self, options, stages):
        self.options, self.stages = options, stages
        self.buffers, self.bindings, self.sets, self.tail = [], [], '[]', ''

    def buffer(self, name, format, data, rest=''):
        self.buffers.append('  - { Name: %s, Format: %s, Data: [ %s ]%s }' % (name, format, ', '.join(map(str, data)), rest))

    def target(self, name, format, channels, samples, slices=1):
        size = SIZE * SIZE * channels * (1 if format == 'Hex8' else 4) * samples * slices
        self.buffers.append('  - { Name: %s, Format: %s, Channels: %d, FillSize: %d, OutputProps: '
                            '{ Width: %d, Height: %d, Depth: 1, ArraySize: %d, SampleCount: %d } }' %
                            (name, format, channels, size, SIZE, SIZE, slices, samples))

    def vertices(self, attributes, rows):
        """Attributes are (name, channels)."""
        self.buffer('Vertices', 'Float32', [float(n) for row in rows for n in row])
        self.bindings += ['VertexBuffer: Vertices', 'VertexAttributes:']
        offset = 0
        for name, channels in attributes:
            self.bindings.append('  - { Name: %s, Format: Float32, Channels: %d, Offset: %d }' % (name, channels, offset))
            offset += 4 * channels

    def run(self, outputs):
        """The words of buffers, as (name, format of struct)."""
        kinds = {'vs': 'Vertex', 'hs': 'Hull', 'ds': 'Domain', 'gs': 'Geometry', 'ps': 'Pixel',
                 'as': 'Amplification', 'ms': 'Mesh'}
        files = [os.path.join(self.options.folder, s + '.dxil') for s in self.stages]
        text = 'Shaders:\n' + ''.join('  - { Stage: %s, Entry: main }\n' % kinds[s.split('.')[-1]] for s in self.stages)
        text += 'Buffers:\n' + '\n'.join(self.buffers) + '\nBindings:\n'
        text += '\n'.join('  ' + b for b in self.bindings) + '\nDescriptorSets: %s\n%s' % (self.sets, self.tail)
        result = []
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, 'job.yaml'), os.path.join(folder, 'out.bin')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            for name, format in outputs:
                done = subprocess.run([self.options.dxk, 'run', path] + files + ['-r', name, '-o', out],
                                      capture_output=True, text=True)
                if done.returncode:
                    raise ValueError(done.stderr.strip() + '\n' + text)
                data = open(out, 'rb').read()
                result.append(struct.unpack('<%d%s' % (len(data) // struct.calcsize('<' + format), format), data))
        return result


def close(a, b):
    return a == b or abs(float(a) - float(b)) <= 2e-6 * max(1.0, abs(float(b)))


def compare(words, target, channels, samples, pick=lambda v: v):
    """What is wrong, or None."""
    for y in range(SIZE):
        for x in range(SIZE):
            for n in range(samples):
                at = ((y * SIZE + x) * samples + n) * channels
                found = words[at:at + channels]
                wanted = pick(target[(x, y, n)]) if (x, y, n) in target else [0] * channels
                if not all(close(a, b) for a, b in zip(found, wanted)):
                    return 'pixel %d, %d, sample %d: %s, not %s' % (x, y, n, found, [float(v) for v in wanted])
    return None


# --- random scenes ---

def random_position(rng, w=True):
    """Often exactly on centres and corners of pixels, all numbers exact in binary32."""
    scale = rng.choice((1, 2, 4)) if w else 1
    x, y = (F(rng.randrange(-40, 41), rng.choice((32, 12 * 2, 12))) for _ in range(2))
    x, y = (F(round(c * 4096), 4096) for c in (x, y))
    z = F(rng.randrange(0, 65), 64)
    return (x * scale, y * scale, z * scale, F(scale))


def plain_vertices(rng, count, w=True):
    return [(random_position(rng, w), [F(rng.randrange(0, 256), 16) for _ in range(4)]) for _ in range(count)]


def plain_shade(primitive, x, y, covered):
    values = [primitive.value(c, x, y, (0, 0)) for c in range(4)]
    return {n: (values, None) for n in covered}


def strip_triangles(vertices):
    return [[vertices[i], vertices[i + 2], vertices[i + 1]] if i % 2 else vertices[i:i + 3]
            for i in range(len(vertices) - 2)]


def shapes(topology, vertices):
    n = len(vertices)
    if topology == 'PointList':
        return [[v] for v in vertices]
    if topology == 'LineList':
        return [vertices[i:i + 2] for i in range(0, n - 1, 2)]
    if topology == 'LineStrip':
        return [vertices[i:i + 2] for i in range(n - 1)]
    if topology == 'LineListAdjacency':
        return [vertices[i + 1:i + 3] for i in range(0, n - 3, 4)]
    if topology == 'LineStripAdjacency':
        return [vertices[i + 1:i + 3] for i in range(n - 3)]
    if topology == 'TriangleList':
        return [vertices[i:i + 3] for i in range(0, n - 2, 3)]
    if topology == 'TriangleStrip':
        return strip_triangles(vertices)
    if topology == 'TriangleListAdjacency':
        return [vertices[i:i + 6:2] for i in range(0, n - 5, 6)]
    return strip_triangles(vertices[::2])[:max(0, (n - 4) // 2)]


TOPOLOGIES = ['PointList', 'LineList', 'LineStrip', 'LineListAdjacency', 'LineStripAdjacency', 'TriangleList',
              'TriangleStrip', 'TriangleListAdjacency', 'TriangleStripAdjacency']


def draw_topology(options, rng):
    """Shapes, indices with cuts, several samples, culling."""
    topology, samples = rng.choice(TOPOLOGIES), rng.choice((1, 1, 2, 4, 8))
    vertices = plain_vertices(rng, rng.randrange(3, 9))
    order = [rng.choice(range(len(vertices))) for _ in range(rng.randrange(6, 14))]
    cut = rng.randrange(len(order))
    cull, front = rng.choice(('None', 'Front', 'Back')), rng.choice(('Clockwise', 'CounterClockwise'))
    job = Job(options, ['plain.vs', 'plain.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.buffer('Order', 'UInt32', order[:cut] + [0xFFFFFFFF] + order[cut:])
    job.target('Out', 'Float32', 4, samples)
    job.bindings += ['RenderTarget: Out', 'Topology: ' + topology, 'IndexBuffer: Order', 'Cull: ' + cull, 'Front: ' + front]
    primitives = []
    for run in (order[:cut], order[cut:]):
        for shape in shapes(topology, [vertices[i] for i in run]):
            primitive = Primitive(shape, len(primitives))
            is_front = len(shape) < 3 or primitive.front == (front == 'CounterClockwise')
            if len(shape) == 2 and primitive.points[0] == primitive.points[1]:
                continue
            if len(shape) < 3 or cull == 'None' or is_front != (cull == 'Front'):
                primitives.append(primitive)
    return compare(job.run([('Out', 'f')])[0], draw(primitives, samples, plain_shade), 4, samples)


def centroid(primitive, samples, covered):
    pattern = PATTERNS[samples]
    return (0, 0) if len(covered) == len(pattern) else pattern[covered[0]]


def draw_modes(options, rng):
    """Modes of interpolation, SV_Position, SV_PrimitiveID, SV_IsFrontFace, SV_Coverage."""
    samples = rng.choice((1, 2, 4, 8))
    vertices = [(random_position(rng), [F(rng.randrange(0, 64), 4)]) for _ in range(9)]
    job = Job(options, ['modes.vs', 'modes.ps'])
    job.vertices([('POSITION', 4), ('VALUE', 1)], [list(p) + v for p, v in vertices])
    for name, format in (('A', 'Float32'), ('B', 'Float32'), ('C', 'UInt32')):
        job.target(name, format, 4, samples)
    job.bindings += ['RenderTarget: A', 'MoreTargets: [ { Name: B }, { Name: C } ]']

    def shade(p, x, y, covered):
        here = (0, 0)
        a = [p.value(0, x, y, here), p.value(0, x, y, here, False), p.vertices[0][1][0],
             p.value(0, x, y, centroid(p, samples, covered))]
        b = [x + HALF, y + HALF, p.depth(x, y, here), p.w(x, y, here)]
        c = [p.number, int(p.front), sum(1 << n for n in covered), 0]
        return {n: ((a, b, c), None) for n in covered}

    target = draw([Primitive(vertices[i:i + 3], i // 3) for i in (0, 3, 6)], samples, shade)
    words = job.run([('A', 'f'), ('B', 'f'), ('C', 'I')])
    return next((w for w in (compare(words[k], target, 4, samples, lambda v, k=k: v[k]) for k in range(3)) if w), None)


def draw_samples(options, rng):
    """A shader that runs for each sample."""
    samples = rng.choice((1, 2, 4, 8))
    vertices = [(random_position(rng), [F(rng.randrange(0, 64), 4)]) for _ in range(6)]
    job = Job(options, ['samples.vs', 'samples.ps'])
    job.vertices([('POSITION', 4), ('VALUE', 1)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, samples)
    job.bindings += ['RenderTarget: Out']

    def shade(p, x, y, covered):
        at = PATTERNS[samples]
        return {n: ([n, p.value(0, x, y, at[n]), p.value(0, x, y, at[0]), p.value(0, x, y, (-8, 4))], None)
                for n in covered}

    target = draw([Primitive(vertices[i:i + 3], i // 3) for i in (0, 3)], samples, shade)
    return compare(job.run([('Out', 'f')])[0], target, 4, samples)


def counts_set(job):
    job.buffer('Counts', 'UInt32', [0])
    job.sets = ('\n  - Resources: [ { Name: Counts, Kind: RWByteAddressBuffer, DirectXBinding: '
                '{ Register: 0, Space: 0 } } ]')


def draw_pixels(options, rng):
    """Discarded pixels, derivatives, depth and coverage that the shader writes, memory it counts in."""
    samples = rng.choice((1, 4))
    vertices = [(random_position(rng, False), [F(rng.randrange(0, 5), 4)] * 4) for _ in range(9)]
    for i in range(0, 9, 3):  # the depth is the same in all of a triangle
        for k in (1, 2):
            vertices[i + k] = (vertices[i + k][0], vertices[i][1])
    job = Job(options, ['plain.vs', 'pixels.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, samples)
    counts_set(job)
    job.bindings += ['RenderTarget: Out']
    count = [0]

    def shade(p, x, y, covered):
        if x % 3 == 1:
            return {}
        count[0] += 1
        kept = [n for n in covered if y % 2 or n == 0]
        return {n: ([1, 2, 4, 1], p.vertices[0][1][1]) for n in kept}

    target = draw([Primitive(vertices[i:i + 3], i // 3) for i in (0, 3, 6)], samples, shade)
    words, counted = job.run([('Out', 'f'), ('Counts', 'I')])
    if counted[0] != count[0]:
        return 'counted %d pixels, not %d' % (counted[0], count[0])
    return compare(words, target, 4, samples)


def draw_early(options, rng):
    vertices = plain_vertices(rng, 9, False)
    job = Job(options, ['plain.vs', 'early.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, 1)
    counts_set(job)
    job.bindings += ['RenderTarget: Out']
    count = [0]

    def passed(primitive, x, y, covered):
        count[0] += bool(covered)

    target = draw([Primitive(vertices[i:i + 3], i // 3) for i in (0, 3, 6)], 1, plain_shade, passed)
    words, counted = job.run([('Out', 'f'), ('Counts', 'I')])
    if counted[0] != count[0]:
        return 'counted %d pixels, not %d' % (counted[0], count[0])
    return compare(words, target, 4, 1)


def draw_patches(options, rng):
    """Patches cover what their triangles do, without gaps: the domain is divided, but not what is drawn."""
    vertices = [(random_position(rng, False)[:3], F(rng.randrange(1, 12), 2)) for _ in range(6)]
    job = Job(options, ['patch.vs', 'patch.hs', 'patch.ds', 'plain.ps'])
    job.vertices([('POSITION', 3), ('VALUE', 1)], [list(p) + [v] for p, v in vertices])
    job.target('Out', 'Float32', 4, 1)
    job.bindings += ['RenderTarget: Out', 'Topology: PatchList', 'PatchControlPoints: 3']
    words = job.run([('Out', 'f')])[0]
    made = []
    for number in range(2):
        corners = vertices[3 * number:3 * number + 3]
        total = sum((corner[1] + i) * 10 ** i for i, corner in enumerate(corners)) + number * 1000
        made.append(Primitive([(corner[0] + (F(1),), [F(i == k) for k in range(3)] + [total])
                               for i, corner in enumerate(corners)], number))
    target = draw(made, 1, plain_shade)
    # Corners are rounded to 1/256 of a pixel by themselves: what is near an edge may differ.
    for y in range(SIZE):
        for x in range(SIZE):
            found, wanted = words[4 * (y * SIZE + x):4 * (y * SIZE + x) + 4], target.get((x, y, 0))
            near = any(abs(part) < F(1, 50) for p in made if area(*p.points) for part in p.parts(x, y, (0, 0)))
            depths = [p.depth(x, y, (0, 0)) for p in made if area(*p.points)]
            near |= len(depths) == 2 and abs(depths[0] - depths[1]) < F(1, 50)
            if near:
                continue
            if any(abs(a - float(b)) > 0.02 for a, b in zip(found, wanted or [0] * 4)):
                return 'pixel %d, %d: %s, not %s' % (x, y, found, wanted and [float(v) for v in wanted])
            if wanted and abs(found[3] - float(wanted[3])) > 1e-3:
                return 'pixel %d, %d: constant %g, not %g' % (x, y, found[3], float(wanted[3]))
    return None


def draw_grown(options, rng):
    """A geometry shader with instances."""
    vertices = plain_vertices(rng, 4, False)
    job = Job(options, ['plain.vs', 'grow.gs', 'plain.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, 1)
    job.bindings += ['RenderTarget: Out', 'Topology: PointList']
    primitives = []
    for number, (position, _) in enumerate(vertices):
        for instance in range(2):
            strip = []
            for i in range(4):
                x = position[0] + F(i & 1, 8) + F(instance, 4)
                strip.append(((x, position[1] + F(i >> 1, 8)) + position[2:], [F(number), F(instance), F(i), F(1)]))
            primitives += [Primitive(t, number) for t in strip_triangles(strip)]
    return compare(job.run([('Out', 'f')])[0], draw(primitives, 1, plain_shade), 4, 1)


def draw_tiles(options, rng):
    """An amplification and a mesh shader: tile n of a 4 by 4 grid is n + 1, odd ones only above their diagonal."""
    job = Job(options, ['tiles.as', 'tiles.ms', 'tiles.ps'])
    job.target('Out', 'UInt32', 1, 1)
    job.bindings += ['RenderTarget: Out']
    job.tail = 'DispatchParameters: { DispatchGroupCount: [ 2, 1, 1 ] }\n'
    primitives = []
    for tile in range(16):
        x, y = F(tile % 4, 2) - 1, F(tile // 4, 2) - 1
        corners = [((x + F(i & 1, 2), -y - F(i >> 1, 2), HALF, F(1)), [F(tile + 1)]) for i in range(4)]
        primitives.append(Primitive([corners[i] for i in (0, 1, 2)], 0))
        if tile % 2 == 0:
            primitives.append(Primitive([corners[i] for i in (1, 3, 2)], 1))
    target = draw(primitives, 1, lambda p, x, y, covered: {0: ([p.vertices[0][1][0]], None)})
    return compare(job.run([('Out', 'I')])[0], target, 1, 1)


# --- states ---

COMPARE = {'Never': lambda a, b: False, 'Less': lambda a, b: a < b, 'Equal': lambda a, b: a == b,
           'LessEqual': lambda a, b: a <= b, 'Greater': lambda a, b: a > b, 'NotEqual': lambda a, b: a != b,
           'GreaterEqual': lambda a, b: a >= b, 'Always': lambda a, b: True}
STENCIL = {'Keep': lambda v, r: v, 'Zero': lambda v, r: 0, 'Replace': lambda v, r: r,
           'IncrSat': lambda v, r: min(v + 1, 255), 'DecrSat': lambda v, r: max(v - 1, 0), 'Invert': lambda v, r: 255 - v,
           'Incr': lambda v, r: (v + 1) % 256, 'Decr': lambda v, r: (v - 1) % 256}
# s: what the shader writes, d: what is there, k: the constant, t: the second source, c: the component.
FACTOR = {'Zero': lambda s, d, k, t, c: 0, 'One': lambda s, d, k, t, c: 1, 'SrcColor': lambda s, d, k, t, c: s[c],
          'InvSrcColor': lambda s, d, k, t, c: 1 - s[c], 'SrcAlpha': lambda s, d, k, t, c: s[3],
          'InvSrcAlpha': lambda s, d, k, t, c: 1 - s[3], 'DestAlpha': lambda s, d, k, t, c: d[3],
          'InvDestAlpha': lambda s, d, k, t, c: 1 - d[3], 'DestColor': lambda s, d, k, t, c: d[c],
          'InvDestColor': lambda s, d, k, t, c: 1 - d[c],
          'SrcAlphaSat': lambda s, d, k, t, c: 1 if c == 3 else min(s[3], 1 - d[3]),
          'BlendFactor': lambda s, d, k, t, c: k[c], 'InvBlendFactor': lambda s, d, k, t, c: 1 - k[c],
          'Src1Color': lambda s, d, k, t, c: t[c], 'InvSrc1Color': lambda s, d, k, t, c: 1 - t[c],
          'Src1Alpha': lambda s, d, k, t, c: t[3], 'InvSrc1Alpha': lambda s, d, k, t, c: 1 - t[3]}
BLEND = {'Add': lambda s, d, x, y: s * x + d * y, 'Subtract': lambda s, d, x, y: s * x - d * y,
         'RevSubtract': lambda s, d, x, y: d * y - s * x, 'Min': lambda s, d, x, y: min(s, d),
         'Max': lambda s, d, x, y: max(s, d)}


def flat_triangle(rng):
    """One depth and one colour all over."""
    z, color = F(rng.randrange(0, 9), 8), [F(rng.randrange(0, 9), 8) for _ in range(4)]
    return [(random_position(rng, False)[:2] + (z, F(1)), color) for _ in range(3)]


def draw_states(options, rng):
    """Blending, stencil, depth, a viewport, a scissor, a mask of samples."""
    samples = rng.choice((1, 1, 2, 4))
    view = tuple(rng.choice(((0, 0, SIZE, SIZE), (F(1, 2), 2, 8, 7), (-3, 1, 16, F(19, 2)))))
    depths = rng.choice(((F(0), F(1)), (F(1, 4), F(3, 4)), (F(1), F(0))))
    left, top = rng.randrange(0, 4), rng.randrange(0, 4)
    scissor = (left, top, left + rng.randrange(4, 12), top + rng.randrange(4, 12))
    mask = rng.randrange(1, 1 << samples)
    how = {k: rng.choice(list(FACTOR)) for k in ('Src', 'Dest', 'SrcAlpha', 'DestAlpha')}
    how.update({k: rng.choice(list(BLEND)) for k in ('Op', 'OpAlpha')})
    written, constant = rng.randrange(16), [F(rng.randrange(0, 9), 8) for _ in range(4)]
    compare_depth, writes = rng.choice(list(COMPARE)), rng.random() < 0.7
    faces = {f: {'Compare': rng.choice(list(COMPARE)), **{k: rng.choice(list(STENCIL)) for k in ('Fail', 'DepthFail', 'Pass')}}
             for f in ('Front', 'Back')}
    reference, read, write = rng.randrange(4), rng.choice((255, 1, 3)), rng.choice((255, 15, 3))
    triangles = [flat_triangle(rng) for _ in range(6)]
    job = Job(options, ['plain.vs', 'states.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for t in triangles for p, v in t])
    job.target('Out', 'Float32', 4, samples)
    job.target('Stencils', 'Hex8', 1, samples)
    text = lambda d: '{ ' + ', '.join('%s: %s' % i for i in d.items()) + ' }'
    job.bindings += ['RenderTarget: Out', 'StencilBuffer: Stencils', 'SampleMask: %d' % mask,
                     'Blend: ' + text(dict(how, WriteMask=written)),
                     'BlendFactor: [ %s ]' % ', '.join(str(float(c)) for c in constant),
                     'DepthCompare: ' + compare_depth, 'DepthWrite: %s' % str(writes).lower(),
                     'Stencil: ' + text({'Reference': reference, 'ReadMask': read, 'WriteMask': write,
                                         **{f: text(v) for f, v in faces.items()}}),
                     'Viewports: [ { X: %g, Y: %g, Width: %g, Height: %g, MinDepth: %g, MaxDepth: %g } ]' %
                     tuple(float(n) for n in view + depths),
                     'Scissors: [ { Left: %d, Top: %d, Right: %d, Bottom: %d } ]' % scissor]
    colors, kept, stencils = {}, {}, {}
    for triangle in triangles:
        primitive = Primitive(triangle, 0, view)
        if not area(*primitive.points):
            continue
        source, z = triangle[0][1], depths[0] + triangle[0][0][2] * (depths[1] - depths[0])
        second, face = [1 - c for c in source[::-1]], faces['Front' if primitive.front else 'Back']
        for y in range(max(scissor[1], int(max(view[1], 0))), min(scissor[3], SIZE, math.ceil(view[1] + view[3]))):
            for x in range(max(scissor[0], int(max(view[0], 0))), min(scissor[2], SIZE, math.ceil(view[0] + view[2]))):
                for n in range(samples):
                    at = (x, y, n)
                    if not mask >> n & 1 or not primitive.covers(x, y, PATTERNS[samples][n]):
                        continue
                    was = stencils.get(at, 0)
                    first = COMPARE[face['Compare']](reference & read, was & read)
                    passed = first and COMPARE[compare_depth](z, kept.get(at, 1))
                    changed = STENCIL[face['Pass' if passed else 'DepthFail' if first else 'Fail']](was, reference)
                    stencils[at] = was & ~write & 255 | changed & write
                    if not passed:
                        continue
                    if writes:
                        kept[at] = z
                    there = colors.get(at, [F(0)] * 4)
                    mixed = []
                    for c in range(4):
                        end = 'Alpha' if c == 3 else ''
                        x_of, y_of = (FACTOR[how[k + end]](source, there, constant, second, c) for k in ('Src', 'Dest'))
                        mixed.append(BLEND[how['Op' + end]](source[c], there[c], x_of, y_of))
                    colors[at] = [mixed[c] if written >> c & 1 else there[c] for c in range(4)]
    words = job.run([('Out', 'f'), ('Stencils', 'B')])
    return compare(words[0], colors, 4, samples) or compare(words[1], stencils, 1, samples, lambda v: [v])


def draw_layers(options, rng):
    """A geometry shader chooses slices and viewports."""
    views = [(0, 0, SIZE, SIZE), (3, 2, 8, 8)]
    vertices = plain_vertices(rng, 18)
    job = Job(options, ['plain.vs', 'layers.gs', 'plain.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, 1, 3)
    job.bindings += ['RenderTarget: Out', 'Viewports: [ %s ]' %
                     ', '.join('{ X: %d, Y: %d, Width: %d, Height: %d }' % v for v in views)]
    words = job.run([('Out', 'f')])[0]
    size = SIZE * SIZE * 4
    for layer in range(3):
        primitives = [Primitive(vertices[3 * n:3 * n + 3], n, views[n % 2]) for n in range(6) if n % 3 == layer]

        def inside(p, x, y, covered):
            left, top, width, height = views[p.number % 2]
            fits = left <= x < left + width and top <= y < top + height
            return plain_shade(p, x, y, covered) if fits else {}

        wrong = compare(words[layer * size:(layer + 1) * size], draw(primitives, 1, inside), 4, 1)
        if wrong:
            return 'slice %d: %s' % (layer, wrong)
    return None


def draw_streams(options, rng):
    """Of several streams the first is drawn."""
    vertices = [(p, v) for p, v in plain_vertices(rng, 6)]
    job = Job(options, ['plain.vs', 'streams.gs', 'plain.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('Out', 'Float32', 4, 1)
    job.bindings += ['RenderTarget: Out', 'Topology: PointList']
    primitives = [Primitive([((p[0] + F(i, 4),) + p[1:], v[:3] + [F(i)])], n)
                  for n, (p, v) in enumerate(vertices) for i in range(2)]
    return compare(job.run([('Out', 'f')])[0], draw(primitives, 1, plain_shade), 4, 1)


def draw_barycentrics(options, rng):
    """SV_Barycentrics of both kinds, attributes at vertices."""
    vertices = plain_vertices(rng, 9)
    job = Job(options, ['plain.vs', 'bary.ps'])
    job.vertices([('POSITION', 4), ('COLOR', 4)], [list(p) + v for p, v in vertices])
    job.target('A', 'Float32', 4, 1)
    job.target('B', 'Float32', 4, 1)
    job.bindings += ['RenderTarget: A', 'MoreTargets: [ { Name: B } ]']

    def shade(p, x, y, covered):
        parts = p.parts(x, y, (0, 0))
        weights = [part / F(v[0][3]) * p.w(x, y, (0, 0)) for part, v in zip(parts, p.vertices)]
        return {n: ((weights + [p.vertices[1][1][0]], list(parts) + [p.vertices[2][1][1]]), None) for n in covered}

    target = draw([Primitive(vertices[i:i + 3], i // 3) for i in (0, 3, 6)], 1, shade)
    words = job.run([('A', 'f'), ('B', 'f')])
    return compare(words[0], target, 4, 1, lambda v: v[0]) or compare(words[1], target, 4, 1, lambda v: v[1])


SCENES = [draw_topology, draw_topology, draw_topology, draw_modes, draw_samples, draw_pixels, draw_early,
          draw_patches, draw_grown, draw_states, draw_states, draw_layers, draw_streams, draw_barycentrics]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('-n', type=int, default=20, help='draws of random scenes')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('folder')
    options = parser.parse_args()
    same = total = 0
    for number in range(options.n + 1):
        scene = SCENES[number % len(SCENES)] if number < options.n else draw_tiles
        wrong = scene(options, random.Random(options.seed * 100003 + number))
        total += 1
        same += wrong is None
        if wrong:
            print('%s, number %d: %s' % (scene.__name__, number, wrong))
    print('draws identical %d of %d' % (same, total))
    return 0 if same == total else 1


sys.exit(main())
