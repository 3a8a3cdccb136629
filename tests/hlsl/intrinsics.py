# SPDX-License-Identifier: MIT
"""Functions of the language that random shaders call: name, types of the arguments, and what they compute."""
import math
import struct

import kinds
import nodes
import packed
from kinds import BOOL, FLOAT, INT, UINT, Undefined, number, vector
from nodes import map_values


def least(x, y):
    """A NaN loses; which of two zeros is less is not said."""
    if x != x or y != y:
        return y if x != x else x
    if x == y == 0 and math.copysign(1, x) != math.copysign(1, y):
        raise Undefined('zero')
    return min(x, y)


def greatest(x, y):
    if x != x or y != y:
        return y if x != x else x
    return -least(-x, -y) if x == y == 0 else max(x, y)


def clamped(x, low, high):
    return least(greatest(x, low), high)


def whole(fn):
    """A function that gives integers; zeros that would have a sign are not used."""
    def run(x):
        if not math.isfinite(x):
            return x
        if fn(x) == 0 and math.copysign(1, x) < 0:
            raise Undefined('zero')
        return float(fn(x))
    return run


def fraction(x):
    if not math.isfinite(x):
        return math.nan
    if kinds.rounded(x - math.floor(x)) == 1:  # or the number before it
        raise Undefined('fraction')
    return float(x - math.floor(x)) + 0.0  # of -0.0 as well


def bits_of(x):
    if x == 0 or x != x:  # zeros have signs
        raise Undefined('zero')
    return struct.unpack('<I', struct.pack('<f', x))[0]


def signed(x):
    return kinds.wrap(INT, x)


def highest_bit(x, s):
    if s.kind == 'i' and x < 0:
        x = ~x
    return x.bit_length() - 1 if x else 0xffffffff


def lowest_bit(x, s):
    x &= s.mask
    return (x & -x).bit_length() - 1 if x else 0xffffffff


def reversed_bits(x):
    return int('{:032b}'.format(x)[::-1], 2)


def sign(x):
    return (x > 0) - (x < 0)


# By element: name: (arguments, function of the scalar type and the values, exact again).
REAL = {
    'floor': (1, whole(math.floor)), 'ceil': (1, whole(math.ceil)), 'trunc': (1, whole(math.trunc)),
    'round': (1, whole(round)), 'frac': (1, fraction), 'saturate': (1, lambda x: clamped(x, 0.0, 1.0)),
    'step': (2, lambda x, y: float(not y < x)), 'lerp': (3, lambda x, y, t: x + t * (y - x)),
}
ANY = {
    'abs': (1, abs), 'min': (2, least), 'max': (2, greatest), 'clamp': (3, clamped), 'mad': (3, lambda x, y, z: x * y + z),
}


def elementwise(rng, kind):
    """(name, count of arguments, function) for values of a numeric type."""
    s = kind.scalar
    table = dict(ANY)
    if s.real and s.bits <= 32:
        table.update(REAL)
    if s.kind == 'u':
        table = {k: v for k, v in table.items() if k != 'abs'}
    if s.bits == 64:
        table = {k: v for k, v in table.items() if k not in ('mad', 'abs')}
    if s.strict:
        del table['lerp'], table['mad']
    name = rng.choice(sorted(table))
    count, fn = table[name]
    fix = kinds.exact if s.real else kinds.wrap
    return name, count, map_values(kind, lambda *v: fix(s, fn(*v)))


def to_signed(rng, kind, chooser, depth):
    """sign() of anything, or the bits of another type."""
    of = kind.with_scalar(rng.choice((FLOAT, INT, UINT)))
    if of.scalar is UINT or rng.random() < 0.3:
        return nodes.builtin('asint', kind, [chooser.exact(of, depth)],
                             map_values(kind, bits_of_any(of.scalar, INT)))
    return nodes.builtin('sign', kind, [chooser.exact(of, depth)], map_values(kind, sign))


def bits_of_any(s, to):
    if s is FLOAT:
        return lambda x: kinds.wrap(to, bits_of(x))
    return lambda x: kinds.wrap(to, x)


def to_unsigned(rng, kind, chooser, depth):
    name = rng.choice(('countbits', 'reversebits', 'firstbithigh', 'firstbitlow', 'asuint', 'asuint'))
    s = rng.choice((INT, UINT)) if name.startswith('first') else rng.choice((INT, FLOAT)) if name == 'asuint' else UINT
    fn = {'countbits': lambda x: bin(x).count('1'), 'reversebits': reversed_bits,
          'firstbithigh': lambda x: highest_bit(x, s), 'firstbitlow': lambda x: lowest_bit(x, s),
          'asuint': bits_of_any(s, UINT)}[name]
    return nodes.builtin(name, kind, [chooser.exact(kind.with_scalar(s), depth)], map_values(kind, fn))


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def product(rng, kind, chooser, depth):
    """mul() that gives a vector or matrix."""
    s, inner = kind.scalar, rng.randint(2, 4)
    fix = kinds.exact if s.real else kinds.wrap
    if kind.shape == 'm':
        a, b = kinds.matrix(s, kind.rows, inner), kinds.matrix(s, inner, kind.columns)
    elif rng.random() < 0.5:
        a, b = kinds.matrix(s, kind.count, inner), vector(s, inner)
    else:
        a, b = vector(s, inner), kinds.matrix(s, inner, kind.count)
    columns = b.columns if b.shape == 'm' else 1
    rows = a.rows if a.shape == 'm' else 1

    def run(x, y):
        return [fix(s, dot(x[r * inner:(r + 1) * inner], y[c::columns])) for r in range(rows) for c in range(columns)]
    return nodes.builtin('mul', kind, [chooser.exact(a, depth), chooser.exact(b, depth)], run)


def scalar_product(rng, kind, chooser, depth):
    s = kind.scalar
    fix = kinds.exact if s.real else kinds.wrap
    of = vector(s, rng.randint(2, 4))
    return nodes.builtin('dot', kind, [chooser.exact(of, depth), chooser.exact(of, depth)], lambda x, y: fix(s, dot(x, y)))


def cross_product(_, kind, chooser, depth):
    s = kind.scalar

    def run(x, y):
        return [kinds.exact(s, x[i] * y[j] - x[j] * y[i]) for i, j in ((1, 2), (2, 0), (0, 1))]
    return nodes.builtin('cross', kind, [chooser.exact(kind, depth), chooser.exact(kind, depth)], run)


def transposed(_, kind, chooser, depth):
    of = kinds.matrix(kind.scalar, kind.columns, kind.rows)

    def run(x):
        return [x[r * of.columns + c] for c in range(of.columns) for r in range(of.rows)]
    return nodes.builtin('transpose', kind, [chooser.exact(of, depth)], run)


def determined(_, kind, chooser, depth):
    def run(m):
        return kinds.exact(FLOAT, m[0] * m[3] - m[1] * m[2])
    return nodes.builtin('determinant', kind, [chooser.exact(kinds.matrix(FLOAT, 2, 2), depth)], run)


def all_or_any(rng, kind, chooser, depth):
    of = rng.choice((vector(rng.choice(kinds.PLAIN), rng.randint(2, 4)), kinds.matrix(BOOL, 2, 2)))
    name = rng.choice(('all', 'any'))
    fn = all if name == 'all' else any
    return nodes.builtin(name, kind, [chooser.exact(of, depth)], lambda v: fn(x != 0 for x in v))


def both_or_either(rng, kind, chooser, depth):
    name = rng.choice(('and', 'or'))
    fn = map_values(kind, (lambda x, y: x and y) if name == 'and' else (lambda x, y: x or y))
    return nodes.builtin(name, kind, [chooser.exact(kind, depth), chooser.exact(kind, depth)], fn)


def selected(rng, kind, chooser, depth):
    condition = kind.with_scalar(BOOL)
    fn = map_values(kind, lambda c, x, y: x if c else y)
    return nodes.builtin('select', kind, [chooser.exact(condition, depth), chooser.exact(kind, depth), chooser.exact(kind, depth)], fn)


def reals_of_bits(_, kind, chooser, depth):
    """asfloat(asuint(x)) is x."""
    inner = nodes.builtin('asuint', kind.with_scalar(UINT), [chooser.exact(kind, depth)], map_values(kind, bits_of))
    fn = map_values(kind, lambda x: struct.unpack('<f', struct.pack('<I', x))[0])
    return nodes.builtin('asfloat', kind, [inner], fn)


def plain(rng, kind, chooser, depth):
    name, count, fn = elementwise(rng, kind)
    arguments = [chooser.exact(kind, depth)]
    while len(arguments) < count:
        arguments.append(chooser.companion(kind, depth))
    if rng.random() < 0.3:
        arguments.reverse()
    return nodes.builtin(name, kind, [nodes.converted(kind, a) for a in arguments], fn)



def choose(rng, kind, chooser, depth):
    """A call that gives values of a numeric type; None: this one has none."""
    s, options = kind.scalar, []
    if s is BOOL:
        options = [both_or_either, selected] + [all_or_any] * (2 * (kind.shape == 's'))
    else:
        options = [plain, plain, plain] + [selected]
        if kind.is_long:
            return rng.choice(options)(rng, kind, chooser, depth)
        if s in (FLOAT, INT, UINT) and not s.strict:
            options += {'s': [scalar_product], 'v': [product], 'm': [product, transposed]}[kind.shape]
        if kind.shape != 'm':
            options += {INT: [to_signed], UINT: [to_unsigned] * 2, FLOAT: [reals_of_bits]}.get(s, [])
        if kind is vector(FLOAT, 3) and not s.strict:
            options.append(cross_product)
        if kind is number(FLOAT) and not s.strict:
            options.append(determined)
    more = packed.options_of(kind, chooser.options.target)
    if more and rng.random() < 0.25:
        options = more
    return rng.choice(options)(rng, kind, chooser, depth)
