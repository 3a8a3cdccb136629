# SPDX-License-Identifier: MIT
"""Textures and typed buffers that random shaders read and write, and raw memory at addresses that are computed."""
import struct

import kinds
import nodes
from kinds import FLOAT, INT, UINT, Record, array, number, vector

FORMATS = {FLOAT: 'FLOAT', INT: 'SINT', UINT: 'UINT'}


def format_of(kind):
    """DXGI's name of a type."""
    return ''.join('%s32' % letter for letter in 'RGBA'[:kind.count]) + '_' + FORMATS[kind.scalar]


def typed_kind(rng):
    s = rng.choice((FLOAT, INT, UINT))
    return rng.choice((number(s), number(s), vector(s, 2), vector(s, 4)))


def packed(kind, values):
    form = {'f': 'f', 'i': 'i', 'u': 'I'}[kind.scalar.kind]
    flat = [v for value in values for v in kinds.flatten(kind, value, [])]
    return struct.pack('<%d%s' % (len(flat), form), *flat)


class Reader:
    """Reads one of `values`, which stand in a grid of `sizes`. texts: forms of the expression, with %s for each place."""

    def __init__(self, kind, sizes, values, texts):
        self.kind, self.sizes, self.values, self.texts = kind, sizes, values, texts

    def make(self, chooser, depth):
        """An expression; most are within bounds, and others give zero."""
        rng = chooser.rng
        at = [chooser.index(size, depth) for size in self.sizes]
        if rng.random() < 0.1:
            at[0] = nodes.binary('&', chooser.exact(number(UINT), depth), nodes.literal(15))
        text = rng.choice(self.texts) % tuple(node.at(nodes.ASSIGN) for node in at)
        zero = kinds.build(self.kind, iter([kinds.convert(0, INT, s) for s in self.kind.leaves]))

        def run(f):
            place, step = 0, 1
            # The last argument is computed first.
            found = [node.run(f) for node in reversed(at)]
            for i, size in zip(reversed(found), self.sizes):
                if not 0 <= i < size:
                    return nodes.copy(zero)
                place, step = place + i * step, step * size
            return nodes.copy(self.values[place])
        return nodes.Node(self.kind, text, nodes.POSTFIX, run)


class Sampled(Reader):
    """The middle of a texel, which is within bounds."""

    def make(self, chooser, depth):
        x, y = (chooser.index(size, depth) for size in self.sizes)
        text = self.texts[0] % (x.at(nodes.ASSIGN), y.at(nodes.ASSIGN))
        return nodes.Node(self.kind, text, nodes.POSTFIX, lambda f: nodes.copy(self.values[x.run(f) + y.run(f) * self.sizes[0]]))


class Gather(Reader):
    """One channel of the four texels around a corner."""

    def make(self, chooser, depth):
        x, y = (chooser.index(size - 1, depth) for size in self.sizes)
        channel = chooser.rng.randrange(len(self.texts))
        text = self.texts[channel] % (x.at(nodes.ASSIGN), y.at(nodes.ASSIGN))

        def run(f):
            left, top = x.run(f), y.run(f)
            texels = [(left, top + 1), (left + 1, top + 1), (left + 1, top), (left, top)]
            return [self.values[j * self.sizes[0] + i][channel] for i, j in texels]
        return nodes.Node(vector(self.kind.scalar, 4), text, nodes.POSTFIX, run)


class Resources:
    """What a program has of them: lines that declare them, how they are bound, and how they are read."""

    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.readers = {}  # by type
        self.lines, self.forms = [], {}  # forms: of the values of registers, before the file's name

    def values(self, kind, count):
        return [self.program.random_value(kind) for _ in range(count)]

    def bind(self, register, form, data):
        self.program.inputs[register] = data
        if form:
            self.forms[register] = form + ':'

    def add(self, reader):
        kind = reader.kind if not isinstance(reader, Gather) else vector(reader.kind.scalar, 4)
        self.readers.setdefault(kind, []).append(reader)

    def add_all(self):
        makers = [self.texture, self.texture_array, self.volume, self.line, self.buffer, self.raw]
        for make in self.rng.sample(makers, self.rng.randint(1, 4)):
            make()
        for make in self.rng.sample([self.written_buffer, self.written_texture], self.rng.randint(0, 2)):
            make()

    def texture(self):
        kind, width, height = typed_kind(self.rng), 4, 4
        values = self.values(kind, width * height)
        self.lines += ['Texture2D<%s> tx : register(t4);' % kind.text, 'SamplerState sm : register(s0);']
        self.bind('t4', '4x4:' + format_of(kind), packed(kind, values))
        forms = ['tx.Load(int3(%s, %s, 0))', 'tx[uint2(%s, %s)]', 'tx.mips[0][uint2(%s, %s)]', 'tx.Load(int3(int2(%s, %s), 0), int2(0, 0))']
        self.add(Reader(kind, (width, height), values, forms))
        if kind.scalar is FLOAT and not FLOAT.strict:
            inner = '(float2(%s, %s) + 0.5) / 4'
            if kind.shape == 'v' and kind.count == 4:
                channels = ['tx.Gather%s(sm, (float2(%%s, %%s) + 1.0f) / 4)' % name for name in ('Red', 'Green', 'Blue', 'Alpha')]
                self.add(Gather(kind, (width, height), values, channels))
            self.add(Sampled(kind, (width, height), values, ['tx.SampleLevel(sm, %s, 0)' % inner]))

    def texture_array(self):
        kind, count = number(self.rng.choice((FLOAT, INT, UINT))), self.rng.randint(2, 3)
        self.lines.append('Texture2D<%s> ta[%d] : register(t8);' % (kind.text, count))
        values = self.values(kind, 6 * count)
        for i in range(count):
            self.bind('t%d' % (8 + i), '2x3:' + format_of(kind), packed(kind, values[6 * i:6 * i + 6]))

        class Chosen(Reader):
            """The index of the array is within bounds, too, and is the last of the places."""

            def make(self, chooser, depth):
                x, y, z = (chooser.index(size, depth) for size in self.sizes)
                text = chooser.rng.choice(self.texts) % (z.text, x.at(nodes.ASSIGN), y.at(nodes.ASSIGN))
                return nodes.Node(self.kind, text, nodes.POSTFIX, lambda f: values[x.run(f) + 2 * y.run(f) + 6 * z.run(f)])
        self.add(Chosen(kind, (2, 3, count), values, ['ta[NonUniformResourceIndex(%s)][uint2(%s, %s)]', 'ta[%s].Load(int3(%s, %s, 0))']))

    def volume(self):
        kind = typed_kind(self.rng)
        values = self.values(kind, 3 * 2 * 2)
        self.lines.append('Texture3D<%s> tv : register(t5);' % kind.text)
        self.bind('t5', '3x2x2:' + format_of(kind), packed(kind, values))
        self.add(Reader(kind, (3, 2, 2), values, ['tv[uint3(%s, %s, %s)]', 'tv.Load(int4(%s, %s, %s, 0))']))

    def line(self):
        kind = typed_kind(self.rng)
        values = self.values(kind, 5)
        self.lines.append('Texture1D<%s> tl : register(t6);' % kind.text)
        self.bind('t6', '5:' + format_of(kind), packed(kind, values))
        self.add(Reader(kind, (5,), values, ['tl[%s]', 'tl.Load(int2(%s, 0))']))

    def buffer(self):
        kind = typed_kind(self.rng)
        values = self.values(kind, 6)
        self.lines.append('Buffer<%s> tb : register(t7);' % kind.text)
        self.bind('t7', format_of(kind), packed(kind, values))
        self.add(Reader(kind, (6,), values, ['tb[%s]', 'tb.Load(%s)']))

    def raw(self):
        """Values one after the other; an array of a structure is read whole or by parts."""
        program = self.program
        kind = self.rng.choice([program.writer().number_type() for _ in range(2)] + [t for t in program.types if isinstance(t, Record)])
        if not program.in_memory(kind):
            return
        values, size = self.values(kind, 4), kinds.raw_size(kind)
        order = 'row' if isinstance(kind, kinds.Number) else program.order
        data = bytearray(kinds.up(4 * size, 16))
        for i, value in enumerate(values):
            kinds.encode(data, kinds.raw_leaves(kind, i * size, order), kinds.flatten(kind, value, []))
        self.lines.append('ByteAddressBuffer tr : register(t12);')
        self.bind('t12', '', bytes(data))
        reader = Reader(kind, (4,), values, ['tr.Load<%s>((%%s) * %d)' % (kind.text, size)])
        reader.make = lambda chooser, depth: inside(reader, chooser, depth)
        self.add(reader)

    # --- written: rows for the lanes ---

    def written_buffer(self):
        kind = typed_kind(self.rng)
        values = self.values(kind, 3)
        self.lines.append('RWBuffer<%s> wb : register(u4);' % kind.text)
        self.bind('u4', format_of(kind), packed(kind, values * 4))
        self.program.declare('wb', array(kind, 3), values, True, False)
        self.program.outer[-1].node.before = 'lane * 3 + '

    def written_texture(self):
        kind = typed_kind(self.rng)
        values = self.values(kind, 3)
        self.lines.append('RWTexture2D<%s> wt : register(u5);' % kind.text)
        self.bind('u5', '3x4:' + format_of(kind), packed(kind, values * 4))
        self.program.declare('wt', array(kind, 3), values, True, False)
        node = self.program.outer[-1].node
        node.before, node.after = 'uint2(', ', lane)'


def inside(reader, chooser, depth):
    """Past the end of a raw buffer a value may be there in part: it is not read."""
    i = chooser.index(4, depth)
    return nodes.Node(reader.kind, reader.texts[0] % i.text, nodes.POSTFIX, lambda f: nodes.copy(reader.values[i.run(f)]))
