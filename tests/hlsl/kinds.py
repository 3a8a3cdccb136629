# SPDX-License-Identifier: MIT
"""Types of HLSL, their values, conversions and layouts, as the model of random shaders has them.

A scalar's value is an int, a float or a bool; a vector's, a matrix's (rows first), an array's and a structure's is
a list. What is not defined, or may differ by rounding, raises Undefined: a program that comes there is not used.
"""
import functools
import math
import struct


class Undefined(Exception):
    """What the program does is not defined, or not exact."""


class Scalar:
    """kind: b bool, i and u integers, f real; l and L literals, of integers and of real numbers."""
    __slots__ = ('name', 'kind', 'bits', 'minimal', 'real', 'weak', 'mask', 'limit', 'grain', 'strict')

    def __init__(self, name, kind, bits, minimal=False):
        self.name, self.kind, self.bits, self.minimal = name, kind, bits, minimal
        self.real = kind in 'fL'
        self.weak = kind in 'blL'
        self.mask = (1 << bits) - 1
        # Sums and products stay exact, in whatever order they are computed, within these.
        self.limit = {16: 64, 32: 4096, 64: 65536}.get(bits, 1 << 40)
        self.grain = 8 if bits == 16 else 64
        self.strict = False  # rounded as IEEE 754 says, with infinities, NaNs and zeros that have signs

    def __repr__(self):
        return self.name


BOOL = Scalar('bool', 'b', 1)
INT, UINT = Scalar('int', 'i', 32), Scalar('uint', 'u', 32)
INT64, UINT64 = Scalar('int64_t', 'i', 64), Scalar('uint64_t', 'u', 64)
INT16, UINT16 = Scalar('int16_t', 'i', 16), Scalar('uint16_t', 'u', 16)
FLOAT, DOUBLE = Scalar('float', 'f', 32), Scalar('double', 'f', 64)
HALF = Scalar('half', 'f', 32)  # without types of 16 bits
FLOAT16 = Scalar('float16_t', 'f', 16)
MIN_FLOAT = Scalar('min16float', 'f', 16, True)
MIN_INT, MIN_UINT = Scalar('min16int', 'i', 16, True), Scalar('min16uint', 'u', 16, True)
LITERAL_INT, LITERAL_FLOAT = Scalar('literal int', 'l', 64), Scalar('literal float', 'L', 64)

PLAIN = (BOOL, INT, UINT, FLOAT)
WIDE = (INT64, UINT64, DOUBLE)
NATIVE = (INT16, UINT16, FLOAT16)
MINIMAL = (MIN_INT, MIN_UINT, MIN_FLOAT, HALF)
NAMED = {(s.kind, s.bits, s.minimal): s for s in PLAIN + WIDE + NATIVE + MINIMAL if s is not HALF}


def common(a, b):
    """The element type that both operands of an operator are converted to."""
    if a is b:
        return a
    if a.real != b.real:
        one = a if a.real else b
        return FLOAT if one is LITERAL_FLOAT and (a.kind not in 'lL' or b.kind not in 'lL') else one
    if a.weak and b.weak:
        return INT
    if a.weak or b.weak:
        return b if a.weak else a
    kind = 'f' if a.real else 'u' if 'u' in (a.kind, b.kind) else 'i'
    bits = max(a.bits, b.bits)
    return NAMED[kind, bits, bits == 16 and a.minimal and b.minimal]


def rounded(value):
    """A number in 32 bits. Denormals are not used: they may be flushed."""
    try:
        value = struct.unpack('<f', struct.pack('<f', value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    if value and abs(value) < 2.0 ** -126:
        raise Undefined('denormal')
    return value


def exact(s, value):
    """A real number that no rounding has changed; there are no negative zeros, unless the type is strict."""
    if s.kind == 'L':
        return value
    if s.strict:
        return rounded(value)
    if not abs(value) <= s.limit or value * s.grain % 1:
        raise Undefined('inexact')
    return value + 0.0


def wrap(s, value):
    """An integer of the type's bits."""
    if s.kind == 'l':
        return value
    if s.minimal:
        low, high = (-0x8000, 0x7fff) if s.kind == 'i' else (0, 0xffff)
        if not low <= value <= high:
            raise Undefined('precision')
        return value
    value &= s.mask
    return value - s.mask - 1 if s.kind == 'i' and value >> (s.bits - 1) else value


def convert(value, a, b):
    """A scalar's value in another scalar type."""
    if a is b:
        return value
    if b.kind == 'b':
        return value != 0
    if b.real:
        return exact(b, float(value))
    if a.real:
        if not math.isfinite(value):
            raise Undefined('range')
        value = math.trunc(value)
        low, high = (-(1 << (b.bits - 1)), (1 << (b.bits - 1)) - 1) if b.kind == 'i' else (0, b.mask)
        if not low <= value <= high:
            raise Undefined('range')
        return value
    return wrap(b, int(value))


class Type:
    """Types are made once, so `is` compares them. leaves: the scalars within, in order."""
    leaves = ()


class Number(Type):
    """A scalar ('s'), vector ('v') or matrix ('m')."""

    def __init__(self, scalar, shape, rows, columns):
        self.scalar, self.shape, self.rows, self.columns = scalar, shape, rows, columns
        self.count = rows * columns
        self.leaves = (scalar,) * self.count
        self.is_long = shape == 'v' and columns > 4
        self.text = '%s_long%d' % (scalar.name, columns) if self.is_long else scalar.name + {'s': '', 'v': str(columns), 'm': '%dx%d' % (rows, columns)}[shape]

    def with_scalar(self, scalar):
        return number(scalar, self.shape, self.rows, self.columns)


class Array(Type):
    def __init__(self, of, count):
        self.of, self.count = of, count
        self.leaves = of.leaves * count
        self.text = None  # declarators have their own form


class Field:
    """A member; order: of matrices in memory; width: of a bit field."""

    def __init__(self, name, kind, order='', width=0):
        self.name, self.type, self.order, self.width = name, kind, order, width


class Record(Type):
    def __init__(self, name, fields, base=None):
        self.text, self.own, self.base = name, fields, base
        self.fields = (base.fields if base else []) + fields
        self.leaves = tuple(s for field in self.fields for s in field.type.leaves)
        self.methods, self.operators, self.places = [], {}, set()


@functools.lru_cache(maxsize=None)
def unique_number(scalar, shape, rows, columns):
    return Number(scalar, shape, rows, columns)


def number(scalar, shape='s', rows=1, columns=1):
    return unique_number(scalar, shape, rows, columns)


def vector(scalar, count):
    return number(scalar, 'v', 1, count)


def matrix(scalar, rows, columns):
    return number(scalar, 'm', rows, columns)


@functools.lru_cache(maxsize=None)
def array(of, count):
    return Array(of, count)


def base_of(kind):
    while isinstance(kind, Array):
        kind = kind.of
    return kind


def has_bits(kind):
    """True if there are bit fields within."""
    kind = base_of(kind)
    return isinstance(kind, Record) and any(field.width or has_bits(field.type) for field in kind.fields)


def has_long(kind):
    """True if there are vectors of more than four elements within."""
    kind = base_of(kind)
    if isinstance(kind, Record):
        return any(has_long(field.type) for field in kind.fields)
    return kind.is_long


def declare(kind, name):
    """A declarator: arrays have their sizes after the name."""
    sizes = ''
    while isinstance(kind, Array):
        sizes += '[%d]' % kind.count
        kind = kind.of
    return '%s %s%s' % (kind.text, name, sizes)


def flatten(kind, value, out):
    """Appends the leaves of a value to a list."""
    if isinstance(kind, Number):
        if kind.shape == 's':
            out.append(value)
        else:
            out.extend(value)
    elif isinstance(kind, Array):
        for one in value:
            flatten(kind.of, one, out)
    else:
        for field, one in zip(kind.fields, value):
            flatten(field.type, one, out)
    return out


def build(kind, leaves):
    """A value from an iterator of leaves."""
    if isinstance(kind, Number):
        return next(leaves) if kind.shape == 's' else [next(leaves) for _ in range(kind.count)]
    if isinstance(kind, Array):
        return [build(kind.of, leaves) for _ in range(kind.count)]
    return [cut(build(field.type, leaves), field) for field in kind.fields]


def cut(value, field):
    """What a bit field keeps."""
    if not field.width or value is None:
        return value
    value &= (1 << field.width) - 1
    return value - (1 << field.width) if field.type.scalar.kind == 'i' and value >> (field.width - 1) else value


def regroup(a, b):
    """The function that makes values of b of values of a: a splat, a truncation, or leaf by leaf."""
    conversions = [(x, y) for x, y in zip(a.leaves, b.leaves)] if len(a.leaves) > 1 else [(a.leaves[0], y) for y in b.leaves]
    if isinstance(a, Number) and isinstance(b, Number):
        s, t = a.scalar, b.scalar
        if b.shape == 's':
            return (lambda v: convert(v, s, t)) if a.shape == 's' else (lambda v: convert(v[0], s, t))
        if a.shape == 's':
            return lambda v: [convert(v, s, t)] * b.count
        if a.shape == b.shape == 'm':
            at = [r * a.columns + c for r in range(b.rows) for c in range(b.columns)]
            return lambda v: [convert(v[i], s, t) for i in at]
        return lambda v: [convert(x, s, t) for x in v[:b.count]]

    def run(v):
        flat = flatten(a, v, [])
        if len(flat) == 1:
            flat *= len(conversions)
        return build(b, iter([convert(x, s, t) for x, (s, t) in zip(flat, conversions)]))
    return run


# --- layouts: (offset, scalar) of each leaf, in the order of flatten() ---

def size_of(scalar):
    return 4 if scalar.kind == 'b' else scalar.bits // 8


def up(offset, step):
    return (offset + step - 1) // step * step


def matrix_order(kind, order):
    """For each element, rows first: (line, place in the line)."""
    return [(r, c) if order == 'row' else (c, r) for r in range(kind.rows) for c in range(kind.columns)]


def constant_size(kind, order):
    """Bytes of a type in a constant buffer; the last register is not filled up."""
    if isinstance(kind, Number):
        unit = size_of(kind.scalar)
        if kind.shape != 'm':
            return unit * kind.count
        lines, length = (kind.rows, kind.columns) if order == 'row' else (kind.columns, kind.rows)
        # The last line counts four bytes an element even if those have two.
        return (lines - 1) * up(unit * length, 16) + max(unit, 4) * length
    if isinstance(kind, Array):
        return (kind.count - 1) * up(constant_size(kind.of, order), 16) + constant_size(kind.of, order)
    end = 0
    for field in kind.fields:
        end = constant_start(field.type, end, field.order or order) + constant_size(field.type, field.order or order)
    return end


def is_narrow(kind, native):
    """Does a variable of a constant buffer count as one of minimum precision? Matrices of truths do."""
    if native or not isinstance(kind, Number):
        return False
    return kind.shape == 'm' if kind.scalar.kind == 'b' else kind.scalar.minimal


class ConstantPlaces:
    """Gives places to the variables of a constant buffer. Narrow ones and others share no register, and an array in
    between does not count."""

    def __init__(self, native):
        self.native, self.end, self.narrow = native, 0, False

    def take(self, kind, order):
        start, narrow = constant_start(kind, self.end, order), is_narrow(kind, self.native)
        if isinstance(kind, Number) and narrow != self.narrow:
            start = up(start, 16)
        if not isinstance(kind, Array):
            self.narrow = narrow
        self.end = start + constant_size(kind, order)
        return start


def constant_start(kind, offset, order):
    """Where a member begins that could begin at an offset."""
    if isinstance(kind, Number) and kind.shape != 'm':
        offset = up(offset, size_of(kind.scalar))
        return up(offset, 16) if offset % 16 + constant_size(kind, order) > 16 else offset
    return up(offset, 16)


def constant_leaves(kind, start, order):
    if isinstance(kind, Number):
        unit = size_of(kind.scalar)
        if kind.shape != 'm':
            return [(start + i * unit, kind.scalar) for i in range(kind.count)]
        length = kind.columns if order == 'row' else kind.rows
        return [(start + line * up(unit * length, 16) + at * unit, kind.scalar) for line, at in matrix_order(kind, order)]
    if isinstance(kind, Array):
        step = up(constant_size(kind.of, order), 16)
        return [leaf for i in range(kind.count) for leaf in constant_leaves(kind.of, start + i * step, order)]
    leaves, end = [], start
    for field in kind.fields:
        its = field.order or order
        end = constant_start(field.type, end, its)
        leaves += constant_leaves(field.type, end, its)
        end += constant_size(field.type, its)
    return leaves


def raw_align(kind):
    return max(size_of(s) for s in kind.leaves)


def raw_parts(kind):
    """Members; the base is one of its own, which is as long as it is elsewhere."""
    return ([Field('', kind.base)] if kind.base else []) + kind.own


def raw_size(kind):
    """Bytes of a type in structured and byte-address buffers."""
    if isinstance(kind, Number):
        return size_of(kind.scalar) * kind.count
    if isinstance(kind, Array):
        return raw_size(kind.of) * kind.count
    end = 0
    for part in raw_parts(kind):
        end = up(end, raw_align(part.type)) + raw_size(part.type)
    return up(end, raw_align(kind))


def raw_leaves(kind, start, order):
    if isinstance(kind, Number):
        unit = size_of(kind.scalar)
        if kind.shape != 'm':
            return [(start + i * unit, kind.scalar) for i in range(kind.count)]
        length = kind.columns if order == 'row' else kind.rows
        return [(start + (line * length + at) * unit, kind.scalar) for line, at in matrix_order(kind, order)]
    if isinstance(kind, Array):
        return [leaf for i in range(kind.count) for leaf in raw_leaves(kind.of, start + i * raw_size(kind.of), order)]
    leaves, end = [], start
    for part in raw_parts(kind):
        end = up(end, raw_align(part.type))
        leaves += raw_leaves(part.type, end, part.order or order)
        end += raw_size(part.type)
    return leaves


FORMATS = {('b', 1): '<I', ('i', 16): '<h', ('u', 16): '<H', ('i', 32): '<i', ('u', 32): '<I', ('i', 64): '<q',
           ('u', 64): '<Q', ('f', 16): '<e', ('f', 32): '<f', ('f', 64): '<d'}


def encode(data, leaves, values):
    """Writes leaves to a bytearray that has room for them."""
    for (offset, scalar), value in zip(leaves, values):
        struct.pack_into(FORMATS[scalar.kind, scalar.bits], data, offset, value)
