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
from kernel import LANES, Kernel
from resources import Resources
from writer import Writer

ROOM = 3  # elements of a written buffer that each lane has


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

        # Elements of long vectors.
        self.long = (5, 6, 7, 8, 11, 17) if self.target == 'cs_6_9' and self.version >= 2021 and rng.random() < 0.7 else ()

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
        self.resources = Resources(self)
        self.parts.append(['static uint lane;'])
        self.declare('lane', number(UINT), 0, False)
        for _ in range(self.rng.randint(1, 3)):
            self.add_record()
        self.add_enumerators()
        if self.options.version >= 2021:
            for _ in range(self.rng.randint(0, 2)):
                self.add_template()
                self.add_record_template()
        self.add_arrays()
        self.add_globals()
        self.add_constants()
        self.add_buffers()
        self.resources.add_all()
        self.parts.append(self.resources.lines)
        for _ in range(self.rng.randint(2, 5)):
            self.rng.choice((self.add_function, self.add_function, self.add_function, self.add_overloads))()
        self.size, self.lanes = size, self.start()
        for _ in range(count):
            self.kernels.append(Kernel(self, len(self.kernels)))

    # --- declarations ---

    def writer(self):
        made = Writer(self.rng, self.options, self.functions, self.types, self.outer, self.new_global)
        made.templates, made.readers = self.templates, self.resources.readers
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
        if self.options.version >= 2021 and rng.random() < 0.2:
            function = steps.Function('at%d' % k, w.number_type(), [nodes.Parameter('', w.number_type(), 'p0')], record)
            function.operator = rng.choice(('()', '[]'))
            function.is_overloaded = True
            function.changes = is_operator and not record.places
            is_operator = False
            if function.operator in record.places:
                return
            record.places.add(function.operator)
        elif is_operator:
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

    def add_record_template(self):
        """A template of a structure, and the structures that are made of it."""
        rng, name = self.rng, 'R%d' % len(self.parts)
        w = self.writer()
        kind = w.number_type()
        self.parts.append(['template<typename T, int N> struct %s { T a[N]; T b; %s c; };' % (name, kind.text)])
        for i in range(rng.randint(1, 2)):
            of, count = w.number_type(), rng.randint(1, 3)
            if len(of.leaves) < 9:
                self.parts.append(['typedef %s<%s, %d> %s_%d;' % (name, of.text, count, name, i)])
                self.types.append(Record('%s_%d' % (name, i), [Field('a', array(of, count)), Field('b', of), Field('c', kind)]))

    def add_enumerators(self):
        """Names of numbers, of an enumeration that is a scope and one that is none."""
        rng = self.rng
        for i in range(rng.randint(0, 2)):
            is_scope = rng.random() < 0.5
            lines, value = [], -1
            for k in range(rng.randint(1, 4)):
                is_told = rng.random() < 0.5
                value = rng.randint(0, 40) if is_told else value + 1
                lines.append('    e%d_%d%s,' % (i, k, ' = %d' % value if is_told else ''))
                name = '(int)E%d::e%d_%d' % (i, i, k) if is_scope else 'e%d_%d' % (i, k)
                level = nodes.UNARY if is_scope else nodes.PRIMARY
                node = nodes.constant(number(INT), name, value, level)
                if not is_scope:
                    other = rng.randint(0, 9)
                    node = nodes.constant(number(INT), '(%s %s %d)' % (name, '+', other), value + other)
                self.outer.append(Variable(name, number(INT), node, False, True, True))
            self.parts.append(['enum %sE%d {' % ('class ' * is_scope, i)] + lines + ['};'])

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
        data, places, lines = bytearray(4096), kinds.ConstantPlaces(self.options.mode == 'native'), []
        packs = rng.random() < 0.25
        for i in range(rng.randint(1, 6)):
            kind = w.any_type()
            if not self.in_memory(kind) or kinds.has_long(kind):
                continue
            order = rng.choice(('', '', 'row', 'col')) if is_matrix(kind) else ''
            if packs:
                places.end = kinds.up(places.end, 16) + 16 * rng.randint(0, 2)
            start = places.take(kind, order or self.order)
            value = self.random_value(kind)
            kinds.encode(data, kinds.constant_leaves(kind, start, order or self.order), kinds.flatten(kind, value, []))
            place = ' : packoffset(c%d)' % (start // 16) if packs else ''
            lines.append('    %s%s%s;' % (order_text(order), kinds.declare(kind, 'c%d' % i), place))
            self.declare('c%d' % i, kind, value, False)
        if lines:
            self.parts.append(['cbuffer C : register(b0) {'] + lines + ['}'])
            self.inputs['b0'] = bytes(data[:kinds.up(places.end, 16)])

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
        self.add_constant_record([record for record in records if not kinds.has_long(record)])
        self.add_numbers()
        self.add_shared()
        self.add_raw()

    def add_constant_record(self, records):
        if not records:
            return
        record = self.rng.choice(records)
        self.parts.append(['ConstantBuffer<%s> cs : register(b1);' % record.text])
        value, data = self.random_value(record), bytearray(4096)
        kinds.encode(data, kinds.constant_leaves(record, 0, self.order), kinds.flatten(record, value, []))
        self.inputs['b1'] = bytes(data[:kinds.up(kinds.constant_size(record, self.order), 16)])
        self.declare('cs', record, value, False, False)

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
        lines = ['typedef vector<%s, %d> %s;' % (s.name, n, vector(s, n).text) for n in self.options.long for s in dict.fromkeys(self.options.scalars)]
        lines += [line for part in self.parts for line in (part if isinstance(part, list) else part.lines())]
        lines += ['RWByteAddressBuffer o : register(u0);']
        for kernel in self.kernels:
            lines += kernel.lines()
        calls = ['    %s();' % kernel.name for kernel in self.kernels]
        lines += ['[shader("compute")] [numthreads(%d, 1, 1)] void main(uint index : SV_GroupIndex) {' % LANES, '    lane = index;'] + self.begin + calls + ['}']
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
