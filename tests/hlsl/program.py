# SPDX-License-Identifier: MIT
"""Random compute shaders: a file of declarations and kernels, what it reads, and what it must write."""
import math
import random

import intrinsics
import kinds
import nodes
import steps
from chooser import BIT_NAMES, Variable
from kinds import BOOL, FLOAT, INT, UINT, Array, Field, Number, Record, Undefined, array, number, vector
from writer import Writer

LANES = 4
ROOM = 3  # elements of a written buffer that each lane has
BYTES = 1 << 16  # of the output


class Options:
    """What kind of file it is."""

    def __init__(self, rng):
        self.mode = rng.choice(('plain', 'plain', 'strict', 'wide', 'native', 'minimal'))
        more = {'plain': (), 'strict': (FLOAT, FLOAT), 'wide': kinds.WIDE, 'native': kinds.NATIVE, 'minimal': kinds.MINIMAL}[self.mode]
        self.scalars = kinds.PLAIN + (INT, FLOAT) + more
        self.version = rng.choice((2018, 2021, 2021))
        self.order = rng.choice(('', '', 'row', 'col'))
        self.more = rng.choice(([], [], [], ['-Zi', '-Qembed_debug'], ['-Gis'] if self.mode != 'minimal' else []))
        FLOAT.strict = self.mode == 'strict'
        if FLOAT.strict:
            self.more = ['-Gis']
        self.target = rng.choice(('cs_6_6', 'cs_6_6', 'cs_6_9', {'native': 'cs_6_2', 'wide': 'cs_6_3'}.get(self.mode, 'cs_6_0')))

    def words(self):
        """Those of the compiler."""
        made = ['-T', self.target, '-HV', str(self.version)]
        if self.mode == 'native':
            made.append('-enable-16bit-types')
        return made + {'': [], 'row': ['-Zpr'], 'col': ['-Zpc']}[self.order] + self.more


class Program:
    """seed: all follows from it. `kernels` can be made fewer, and their blocks shorter."""

    def __init__(self, seed, count=8, size=12):
        self.rng = random.Random(seed)
        self.options = Options(self.rng)
        self.types, self.functions, self.outer, self.templates, self.lanes = [], [], [], [], []
        self.parts = []  # declarations: lists of lines, and functions
        self.begin = []  # lines of main()
        self.values = []  # of globals, by their slots: what every lane starts with
        self.inputs = {}  # registers and bytes
        self.kernels, self.shared = [], 0
        self.order = 'row' if self.options.order == 'row' else 'col'
        self.parts.append(['static uint lane;'])
        self.declare('lane', number(UINT), 0, False)
        for _ in range(self.rng.randint(1, 3)):
            self.add_record()
        if self.options.version >= 2021:
            for _ in range(self.rng.randint(0, 2)):
                self.add_template()
        self.add_arrays()
        self.add_globals()
        self.add_constants()
        self.add_buffers()
        for _ in range(self.rng.randint(2, 5)):
            self.rng.choice((self.add_function, self.add_function, self.add_function, self.add_overloads))()
        self.size, self.lanes = size, self.start()
        for _ in range(count):
            self.kernels.append(Kernel(self, len(self.kernels)))

    # --- declarations ---

    def writer(self):
        made = Writer(self.rng, self.options, self.functions, self.types, self.outer, self.new_global)
        made.templates = self.templates
        return made

    def new_global(self, value):
        self.values.append(value)
        for lane in self.lanes:
            lane.globals.append(nodes.copy(value))
        return len(self.values) - 1

    def add_record(self):
        rng, w, i = self.rng, self.writer(), len(self.types)
        fields = []
        for k in range(rng.randint(1, 4)):
            kind = w.any_type()
            if rng.random() < 0.2:
                kind = array(kind, rng.randint(1, 3))
            order = rng.choice(('', '', 'row', 'col')) if kinds.base_of(kind).__class__ is Number and kinds.base_of(kind).shape == 'm' else ''
            fields.append(Field('f%d' % k + chr(ord('a') + i), kind, order))
        if self.options.version >= 2021 and rng.random() < 0.3:
            fields += [Field(name, number(rng.choice((INT, UINT))), '', rng.randint(1, 20)) for name in rng.sample(sorted(BIT_NAMES), 2)]
        bases = [t for t in self.types if isinstance(t, Record) and not kinds.has_bits(t)]
        base = rng.choice(bases) if bases and rng.random() < 0.2 else None
        record = Record('S%d' % i, fields, base)
        self.types.append(record)
        part = RecordPart(record)
        self.parts.append(part)
        for k in range(rng.choice((0, 0, 1, 2))):
            self.add_method(record, part, k)

    def add_method(self, record, part, k):
        """A method, or an operator, of a record; it may change its object."""
        rng, w = self.rng, self.writer()
        is_operator = self.options.version >= 2021 and rng.random() < 0.4
        if is_operator:
            op = rng.choice([op for op in '+-*/%&|^' if op not in record.operators])
            function = steps.Function(op, record, [nodes.Parameter('', record, 'p0')], record)
            function.operator = op
        else:
            result = rng.choice([None] + [w.number_type() for _ in range(3)])
            function = steps.Function('m%d%s' % (k, record.text), result, [w.parameter(i) for i in range(rng.randint(0, 2))], record)
            function.changes = rng.random() < 0.5
        function.is_pure = True
        w.complete(function, rng.randint(1, 3))
        part.methods.append(function)
        if is_operator:
            record.operators[op] = function
        else:
            self.functions.append(function)

    def add_template(self):
        made = Template(self.rng, 't%d' % len(self.templates))
        self.parts.append(made.lines())
        self.templates.append(made)

    def add_overloads(self):
        """Functions of one name, whose first parameters differ."""
        rng, name = self.rng, 'h%d' % len(self.functions)
        kinds_of = rng.sample([number(INT), number(UINT), number(FLOAT), number(BOOL), vector(FLOAT, 2), vector(INT, 3)], 2)
        for kind in kinds_of:
            w = self.writer()
            function = steps.Function(name, w.number_type(), [nodes.Parameter('', kind, 'p0')] + [w.parameter(1)] * (rng.random() < 0.5))
            function.is_overloaded = True
            function.is_pure = rng.random() < 0.5
            w.complete(function, rng.randint(1, 3))
            self.parts.append(function)
            self.functions.append(function)

    def add_arrays(self):
        for _ in range(self.rng.randint(1, 3)):
            of = self.rng.choice(self.types + [self.writer().number_type() for _ in range(4)])
            if len(of.leaves) < 40:
                self.types.append(array(of, self.rng.randint(1, 4)))

    def declare(self, name, kind, value, writable, is_value=True):
        slot = self.new_global(value)
        node = nodes.shared(kind, name, slot)
        self.outer.append(Variable(name, kind, node, writable, is_value, True))
        return node

    def add_globals(self):
        empty = nodes.Frame(0, nodes.Lane(0, 0))
        for i in range(self.rng.randint(1, 4)):
            w = self.writer()
            w.variables = []
            kind, words = w.any_type(), self.rng.choice(('static', 'static', 'static const'))
            if kinds.has_bits(kind):
                continue
            items = w.items(kind)
            try:
                value = nodes.gathered(kind, items.nodes)(empty)
            except Undefined:
                continue
            self.parts.append(['%s %s = %s;' % (words, kinds.declare(kind, 'g%d' % i), items.text)])
            self.declare('g%d' % i, kind, value, words == 'static')

    def in_memory(self, kind):
        """Types that have one layout for all."""
        return not any(s.minimal for s in kind.leaves) and not kinds.has_bits(kind)

    def random_value(self, kind):
        w = self.writer()
        return kinds.build(kind, iter([self.special() if s.strict and self.rng.random() < 0.3 else w.value_of(s) for s in kind.leaves]))

    def special(self):
        return kinds.rounded(self.rng.choice((0.0, -0.0, math.inf, -math.inf, math.nan, 1e38, 1e-37, 16777216.0)))

    def add_constants(self):
        """A constant buffer of variables, and one of a structure."""
        rng, w = self.rng, self.writer()
        data, end, lines = bytearray(4096), 0, []
        packs = rng.random() < 0.25
        for i in range(rng.randint(1, 6)):
            kind = w.any_type()
            if not self.in_memory(kind):
                continue
            order = rng.choice(('', '', 'row', 'col')) if is_matrix(kind) else ''
            if packs:
                end = kinds.up(end, 16) + 16 * rng.randint(0, 2)
            start = kinds.constant_start(kind, end, order or self.order)
            end = start + kinds.constant_size(kind, order or self.order)
            value = self.random_value(kind)
            kinds.encode(data, kinds.constant_leaves(kind, start, order or self.order), kinds.flatten(kind, value, []))
            place = ' : packoffset(c%d)' % (start // 16) if packs else ''
            lines.append('    %s%s%s;' % (order_text(order), kinds.declare(kind, 'c%d' % i), place))
            self.declare('c%d' % i, kind, value, False)
        if lines:
            self.parts.append(['cbuffer C : register(b0) {'] + lines + ['}'])
            self.inputs['b0'] = bytes(data[:kinds.up(end, 16)])

    def add_buffers(self):
        records = [t for t in self.types if isinstance(t, Record) and self.in_memory(t)]
        if not records:
            return
        record = self.rng.choice(records)
        count = self.rng.randint(5, 7)
        self.parts.append(['StructuredBuffer<%s> si : register(t0);' % record.text])
        self.inputs['t0'] = self.add_array('si', record, count, False)
        record = self.rng.choice(records)
        self.parts.append(['RWStructuredBuffer<%s> so : register(u1);' % record.text])
        self.inputs['u1'] = self.add_array('so', record, ROOM, True) * LANES
        self.outer[-1].node.before = 'lane * %d + ' % ROOM
        record = self.rng.choice(records)
        self.parts.append(['ConstantBuffer<%s> cs : register(b1);' % record.text])
        value, data = self.random_value(record), bytearray(4096)
        kinds.encode(data, kinds.constant_leaves(record, 0, self.order), kinds.flatten(record, value, []))
        self.inputs['b1'] = bytes(data[:kinds.up(kinds.constant_size(record, self.order), 16)])
        self.declare('cs', record, value, False, False)
        self.add_numbers()
        self.add_shared()
        self.add_raw()

    def add_numbers(self):
        """Structured buffers of numbers."""
        kind = self.writer().number_type()
        if self.in_memory(kind):
            self.parts.append(['StructuredBuffer<%s> ni : register(t2);' % kind.text])
            self.inputs['t2'] = self.add_array('ni', kind, self.rng.randint(3, 5), False)
        kind = self.writer().number_type()
        if self.in_memory(kind):
            self.parts.append(['RWStructuredBuffer<%s> no : register(u2);' % kind.text])
            self.inputs['u2'] = self.add_array('no', kind, ROOM, True) * LANES
            self.outer[-1].node.before = 'lane * %d + ' % ROOM

    def add_shared(self):
        """Memory of the group, of which each lane uses a part."""
        kind, count = self.writer().any_type(), self.rng.randint(1, 3)
        if kinds.has_bits(kind) or isinstance(kind, Array):
            return
        self.parts.append(['groupshared %s;' % kinds.declare(array(kind, LANES * count), 'gs')])
        zero = kinds.build(kind, iter([kinds.convert(0, INT, s) for s in kind.leaves]))
        node = self.declare('gs', array(kind, count), [zero] * count, True, False)
        node.before = 'lane * %d + ' % count
        self.begin = ['    gs[lane * %d + %d] = (%s)0;' % (count, i, kind.text) for i in range(count)]

    def add_raw(self):
        """Values in a byte-address buffer."""
        data, end = bytearray(4096), 0
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.choice([self.writer().number_type()] + [t for t in self.types if isinstance(t, Record)])
            if not self.in_memory(kind):
                continue
            value, end = self.random_value(kind), kinds.up(end, kinds.raw_align(kind))
            # A matrix that is all of it is read by rows.
            order = 'row' if isinstance(kind, Number) else self.order
            kinds.encode(data, kinds.raw_leaves(kind, end, order), kinds.flatten(kind, value, []))
            name = 'raw.Load<%s>(%d)' % (kind.text, end)
            self.outer.append(Variable(name, kind, nodes.constant(kind, name, value), False, True, True))
            name = 'raw.Load<%s>(c_zero + %d)' % (kind.text, end)
            self.outer.append(Variable(name, kind, nodes.constant(kind, name, value), False, True, True))
            end += kinds.raw_size(kind)
        if end:
            self.parts.append(['ByteAddressBuffer raw : register(t1);', 'cbuffer Z : register(b2) { uint c_zero; }'])
            self.inputs['b2'] = bytes(16)
            self.inputs['t1'] = bytes(data[:kinds.up(end, 16)])

    def add_array(self, name, record, count, writable):
        value, data = [self.random_value(record) for _ in range(count)], bytearray(kinds.raw_size(record) * count)
        for i, one in enumerate(value):
            kinds.encode(data, kinds.raw_leaves(record, i * kinds.raw_size(record), self.order), kinds.flatten(record, one, []))
        self.declare(name, array(record, count), value, writable, False)
        return bytes(data)

    def add_function(self):
        rng, w = self.rng, self.writer()
        name = 'f%d' % len(self.functions)
        if rng.random() < 0.2:
            name = 'N%d::%s' % (rng.randint(0, 1), name)
        result = rng.choice([None] + [w.any_type() for _ in range(6)])
        if isinstance(result, Array):
            result = None
        function = steps.Function(name, result, [w.parameter(i) for i in range(rng.randint(0, 3))])
        if rng.random() < 0.3:
            s = rng.choice((INT, UINT, FLOAT))
            function.parameters.append(nodes.Parameter('', number(s), 'p%d' % len(function.parameters), w.value_of(s)))
        function.is_pure = rng.random() < 0.5
        w.complete(function, rng.randint(1, 5))
        self.parts.append(function)
        self.functions.append(function)

    # --- the whole ---

    def source(self):
        lines = [line for part in self.parts for line in (part if isinstance(part, list) else part.lines())]
        lines += ['RWByteAddressBuffer o : register(u0);']
        for kernel in self.kernels:
            lines += kernel.lines()
        calls = ['    %s();' % kernel.name for kernel in self.kernels]
        lines += ['[numthreads(%d, 1, 1)] void main(uint index : SV_GroupIndex) {' % LANES, '    lane = index;'] + self.begin + calls + ['}']
        return '\n'.join(lines) + '\n'

    def start(self):
        """Lanes as they are before the first kernel."""
        lanes = [nodes.Lane(i, len(self.values)) for i in range(LANES)]
        for lane in lanes:
            lane.globals = [nodes.copy(value) for value in self.values]
            lane.globals[0] = lane.index
        return lanes

    def expected(self):
        """What must be written: (offset, scalar, value, kernel)."""
        lanes, made = self.start(), []
        for kernel in self.kernels:
            made += kernel.results(kernel.run(lanes))
        return made


class Kernel:
    """A function without parameters that stores its variables at the end."""

    def __init__(self, program, number_of):
        self.program, self.name, self.number = program, 'k%d' % number_of, number_of
        self.writer = program.writer()
        self.block = steps.Block([])
        self.globals = []  # lines
        frames = [nodes.Frame(0, lane) for lane in program.lanes]
        rng, tries = program.rng, 0
        while len(self.block.items) < program.size and tries < 6 * program.size:
            tries += 1
            self.try_statement(frames, self.collective if rng.random() < 0.15 else lambda: self.writer.statement(2))
        self.slot_count = self.writer.slot_count
        self.outputs = [v for v in self.writer.variables if v.writable and v.is_value] + \
                       [v for v in program.outer if v.name in ('so', 'no') and rng.random() < 0.5]
        self.outputs = [v for v in self.outputs if len(v.type.leaves) < 60]
        while sum(8 * len(v.type.leaves) + 8 for v in self.outputs) * LANES > BYTES // 16:
            self.outputs.pop(0)
        self.wholes = [v for v in self.outputs if program.in_memory(v.type) and not isinstance(v.type, Array) and rng.random() < 0.2]

    def try_statement(self, frames, make):
        """Adds a statement if what it does is defined."""
        w = self.writer
        variables, slots, names = list(w.variables), w.slot_count, w.names
        held = [(list(map(kept, f.slots)), list(map(kept, f.lane.globals))) for f in frames]
        lines, values = len(self.globals), len(self.program.values)
        made = make()
        try:
            for f in frames:
                f.slots += [None] * (w.slot_count - len(f.slots))
                f.lane.steps = nodes.STEPS // 8
            self.step(made, frames)
        except (Undefined, OverflowError):
            w.variables, w.slot_count, w.names = variables, slots, names
            del self.globals[lines:], self.program.values[values:]
            for f, (mine, shared) in zip(frames, held):
                f.slots, f.lane.globals = mine, shared
            return
        self.block.items.append(made)

    @staticmethod
    def step(item, frames):
        if isinstance(item, steps.Together):
            item.run_all(frames)
        else:
            for f in frames:
                item.run(f)

    def run(self, lanes):
        frames = [nodes.Frame(self.slot_count, lane) for lane in lanes]
        for lane in lanes:
            lane.steps = nodes.STEPS
        for item in self.block.items:
            self.step(item, frames)
        return frames

    # --- what all lanes do together ---

    def collective(self):
        return self.program.rng.choice((self.exchange, self.wave))()

    def exchange(self):
        w, rng = self.writer, self.program.rng
        kind = w.any_type()
        value = w.loose(kind, 2)
        name, turn = 'm%d_%d' % (self.number, len(self.globals)), rng.randint(1, LANES - 1)
        slot = w.new(kind)
        self.globals.append('groupshared %s;' % kinds.declare(array(kind, LANES), name))
        to = kinds.regroup(value.type, kind) if value.type is not kind else lambda v: v

        def run(frames):
            values = [to(value.run(f)) for f in frames]
            for i, f in enumerate(frames):
                f.slots[slot.slot] = nodes.copy(values[(i + turn) % LANES])
        barrier = 'GroupMemoryBarrierWithGroupSync();'
        return steps.Together(['%s[lane] = %s;' % (name, value.at(nodes.ASSIGN)), barrier,
                               '%s = %s[(lane + %d) %% %d];' % (kinds.declare(kind, slot.name), name, turn, LANES), barrier], run)

    def wave(self):
        w, rng = self.writer, self.program.rng
        s = rng.choice([t for t in self.program.options.scalars if t is not BOOL and not t.minimal and t is not kinds.HALF and not t.strict])
        fix = kinds.exact if s.real else kinds.wrap
        table = {
            'WaveActiveSum': lambda v, i: fix(s, sum(v)), 'WaveActiveMin': lambda v, i: min(v), 'WaveActiveMax': lambda v, i: max(v),
            'WavePrefixSum': lambda v, i: fix(s, sum(v[:i])), 'WaveReadLaneFirst': lambda v, i: v[0],
            'QuadReadAcrossX': lambda v, i: v[i ^ 1], 'QuadReadAcrossY': lambda v, i: v[i ^ 2], 'QuadReadAcrossDiagonal': lambda v, i: v[i ^ 3],
        }
        name = rng.choice(sorted(table))
        kind = number(s) if rng.random() < 0.6 else vector(s, rng.randint(2, 4))
        value, fn = w.exact(kind, 2), table[name]
        slot = w.new(kind)

        def run(frames):
            values = [value.run(f) for f in frames]
            for i, f in enumerate(frames):
                f.slots[slot.slot] = fn(values, i) if kind.shape == 's' else [fn(one, i) + (0.0 if s.real else 0) for one in zip(*values)]
        return steps.Together(['%s = %s(%s);' % (kinds.declare(kind, slot.name), name, value.text)], run)

    # --- outputs ---

    def stored(self):
        """(expression, offset, whether it is stored as a whole) for each store of a lane, and bytes of all."""
        made, offset = [], 0
        for v in self.outputs:
            if v in self.wholes:
                offset = kinds.up(offset, kinds.raw_align(v.type))
                made.append((v.node, offset, True))
                offset = kinds.up(offset + kinds.raw_size(v.type), 4)
                continue
            for node in leaf_nodes(v.node):
                made.append((node, offset, False))
                offset += 8 if node.type.scalar.bits == 64 else 4
        return made, kinds.up(offset, 8)

    def lines(self):
        stores, stride = self.stored()
        made = self.globals + ['void %s() {' % self.name] + ['    ' + line for line in self.block.lines()]
        made.append('    uint at = %d + lane * %d;' % (self.number * (BYTES // 16), stride))
        for node, offset, is_whole in stores:
            address = 'at + %d' % offset
            text = 'Store<%s>(%s, %s)' % (node.type.text, address, node.text) if is_whole else store(node, address)
            made.append('    o.%s;' % text)
        return made + ['}']

    def results(self, frames):
        """What must be written: (offset, format, value, kernel, expression)."""
        made, (stores, stride) = [], self.stored()
        for f in frames:
            base = self.number * (BYTES // 16) + f.lane.index * stride
            for node, offset, is_whole in stores:
                value = node.run(f)
                if is_whole:
                    leaves = kinds.raw_leaves(node.type, base + offset, self.program.order)
                    made += [(at, kinds.FORMATS[s.kind, s.bits], one, self.number, node.text)
                             for (at, s), one in zip(leaves, kinds.flatten(node.type, value, []))]
                else:
                    made.append((base + offset, leaf_format(node.type.scalar), value, self.number, node.text))
        return made


def leaf_format(s):
    """How a leaf of fewer than 32 bits is stored."""
    return kinds.FORMATS[s.kind, max(s.bits, 32)] if s.kind != 'b' else '<I'


def kept(value):
    """A copy, whether or not all of it was written."""
    return [kept(one) for one in value] if isinstance(value, list) else value


def is_matrix(kind):
    return isinstance(kinds.base_of(kind), Number) and kinds.base_of(kind).shape == 'm'


def order_text(order):
    return {'row': 'row_major ', 'col': 'column_major ', '': ''}[order]


class RecordPart:
    """The declaration of a structure."""

    def __init__(self, record):
        self.record, self.methods = record, []

    def lines(self):
        record = self.record
        made = ['struct %s%s {' % (record.text, ' : ' + record.base.text if record.base else '')]
        for field in record.own:
            width = ' : %d' % field.width if field.width else ''
            made.append('    %s%s%s;' % (order_text(field.order), kinds.declare(field.type, field.name), width))
        return made + ['    ' + line for method in self.methods for line in method.lines()] + ['};']


class Template:
    """A function of two values of any numeric type, as a list of steps."""

    def __init__(self, rng, name):
        self.name = name
        self.script = [(rng.choice(('+', '-', '*', 'min', 'max', '?')), rng.choice('abr'), rng.randint(1, 2)) for _ in range(rng.randint(1, 3))]

    def lines(self):
        made = ['template<typename T> T %s(T a, T b) {' % self.name, '    T r = a;']
        for op, other, number_of in self.script:
            made.append('    r = ' + {
                '*': 'r * (T)%d' % number_of, '?': 'select(a < b, r, (T)%d)' % number_of,
            }.get(op, '%s(r, %s)' % (op, other) if op[0] == 'm' else 'r %s %s' % (op, other)) + ';')
        return made + ['    return r;', '}']

    def compute(self, s, a, b):
        r, fix = a, kinds.exact if s.real else kinds.wrap
        for op, other, number_of in self.script:
            other = {'a': a, 'b': b, 'r': r}[other]
            r = fix(s, {'+': r + other, '-': r - other, '*': r * number_of, 'min': intrinsics.least(r, other), 'max': intrinsics.greatest(r, other),
                        '?': r if a < b else kinds.convert(number_of, INT, s)}[op])
        return r

    def call(self, kind, a, b, is_told):
        name = '%s<%s>' % (self.name, kind.text) if is_told else self.name
        return nodes.builtin(name, kind, [a, b], nodes.map_values(kind, lambda x, y: self.compute(kind.scalar, x, y)))


def leaf_nodes(node):
    """The scalars of a place, in order."""
    kind = node.type
    if isinstance(kind, Array):
        for i in range(kind.count):
            yield from leaf_nodes(nodes.element(node, nodes.literal(i)))
    elif isinstance(kind, Record):
        for i in range(len(kind.fields)):
            yield from leaf_nodes(nodes.member(node, i))
    elif kind.shape == 's':
        yield node
    else:
        for i in range(kind.count):
            letters = 'xyzw'[i] if kind.shape == 'v' else '_m%d%d' % divmod(i, kind.columns)
            yield nodes.swizzle(node, letters, [i])


def store(node, address):
    """A store of a scalar: four bytes, or eight."""
    s, text = node.type.scalar, node.text
    if s.bits == 64:
        if s.real:
            return 'Store<double>(%s, %s)' % (address, text)
        return 'Store2(%s, uint2(uint(%s), uint(%s >> 32)))' % (address, text, text)
    if s.real:
        return 'Store(%s, asuint(float(%s)))' % (address, text)
    return 'Store(%s, uint(%s))' % (address, text if s.kind in 'bu' else 'int(%s)' % text)
