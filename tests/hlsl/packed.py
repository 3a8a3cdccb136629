# SPDX-License-Identifier: MIT
"""More functions of the language that random shaders call: on bits, packed bytes, and real numbers where the result
is exact. Each gives a node of a numeric type, or None."""
import math
import struct

import kinds
import nodes
from kinds import BOOL, DOUBLE, FLOAT, INT, UINT, Undefined, number, vector
from nodes import UNARY, map_values

NEW = 'cs_6_6'  # has the types of packed bytes


def spread(value, is_signed):
    """The bytes of a word."""
    made = [value >> (8 * i) & 0xff for i in range(4)]
    return [b - 256 if is_signed and b > 127 else b for b in made]


def joined(values):
    return sum((v & 0xff) << (8 * i) for i, v in enumerate(values))


# --- of one shape, by element ---

def tested(rng, kind, chooser, depth):
    name = rng.choice(('isnan', 'isinf', 'isfinite'))
    fn = {'isnan': math.isnan, 'isinf': math.isinf, 'isfinite': math.isfinite}[name]
    return nodes.builtin(name, kind, [chooser.exact(kind.with_scalar(FLOAT), depth)], map_values(kind, fn))


def modulus(s):
    """% of real numbers, whose right side is a power of two."""
    return lambda x, y: kinds.exact(s, math.fmod(x, y))


def remaining(rng, kind, chooser, depth):
    a, b = chooser.exact(kind, depth), nodes.literal(rng.choice((0.5, 1.0, 2.0, 4.0)))
    fn = map_values(kind, modulus(kind.scalar))
    if rng.random() < 0.5:
        return nodes.builtin('fmod', kind, [a, nodes.converted(kind, b)], fn)
    return nodes.binary('%', a, b)


def power_of_two(rng, kind, chooser, depth):
    """exp2() of a small number, and what undoes it."""
    inner = nodes.binary('&', chooser.exact(kind.with_scalar(INT), depth), nodes.literal(3))
    cast = nodes.cast(kind, inner, '(%s)(%s)' % (kind.text, inner.text))
    name = rng.choice(('exp2', 'log2', 'rcp', 'ldexp', 'sqrt'))
    made = nodes.builtin('exp2', kind, [cast], map_values(kind, lambda x: 2.0 ** x))
    if name == 'exp2':
        return made
    if name == 'ldexp':
        fix = kinds.exact
        return nodes.builtin(name, kind, [chooser.exact(kind, depth), cast], map_values(kind, lambda x, y: fix(FLOAT, x * 2.0 ** y)))
    if name == 'sqrt':
        made = nodes.binary('*', made, made)
    return nodes.builtin(name, kind, [made], map_values(kind, {'log2': math.log2, 'rcp': lambda x: 1 / x, 'sqrt': math.sqrt}[name]))


def half_and_back(_, kind, chooser, depth):
    def check(x):
        try:
            if struct.unpack('<e', struct.pack('<e', x))[0] != x or 0 < abs(x) < 2.0 ** -14:
                raise Undefined('inexact')
        except OverflowError as error:
            raise Undefined('range') from error
        return x
    made = chooser.exact(kind, depth)
    text = 'f16tof32(f32tof16(%s))' % made.text
    fn = map_values(kind, check)
    return nodes.Node(kind, text, nodes.POSTFIX, lambda f: fn(made.run(f)))


def counted(rng, kind, chooser, depth):
    """Bits of integers of other sizes."""
    s = rng.choice([t for t in chooser.options.scalars if t.kind in 'iu' and not t.minimal])
    name = rng.choice(('countbits', 'firstbithigh', 'firstbitlow'))

    def highest(x):
        x = ~x if x < 0 else x
        return x.bit_length() - 1 if x else 0xffffffff
    fn = {'countbits': lambda x: bin(x & s.mask).count('1'), 'firstbithigh': highest,
          'firstbitlow': lambda x: (x & -x).bit_length() - 1 if x else 0xffffffff}[name]
    return nodes.builtin(name, kind, [chooser.exact(kind.with_scalar(s), depth)], map_values(kind, fn))


def fused(_, kind, chooser, depth):
    fn = map_values(kind, lambda x, y, z: kinds.exact(DOUBLE, x * y + z))
    return nodes.builtin('fma', kind, [chooser.exact(kind, depth) for _ in range(3)], fn)


# --- of vectors ---

def reflected(_, kind, chooser, depth):
    def fix(x):
        return kinds.exact(FLOAT, x)

    def run(i, n):
        d = fix(2 * fix(sum(fix(a * b) for a, b in zip(i, n))))
        return [fix(a - fix(d * b)) for a, b in zip(i, n)]
    return nodes.builtin('reflect', kind, [chooser.exact(kind, depth), chooser.exact(kind, depth)], run)


def facing(_, kind, chooser, depth):
    def run(n, i, g):
        d = kinds.exact(FLOAT, sum(kinds.exact(FLOAT, a * b) for a, b in zip(i, g)))
        if d == 0:
            raise Undefined('zero')
        return n if d < 0 else [0.0 - x for x in n]
    return nodes.builtin('faceforward', kind, [chooser.exact(kind, depth) for _ in range(3)], run)


def long_side(rng, kind, chooser, depth):
    """length() and distance() along one axis: of what is exact."""
    def run(v):
        squares = sum(x * x for x in v)
        root = math.sqrt(squares)
        if root * root != squares or squares > 4096:
            raise Undefined('inexact')
        return kinds.exact(FLOAT, root)
    of = vector(FLOAT, rng.randint(2, 4))
    return nodes.builtin('length', kind, [chooser.exact(of, depth)], run)


def scaled_product(rng, kind, chooser, depth):
    """mul() by a scalar."""
    s = kind.scalar
    fix = kinds.exact if s.real else kinds.wrap
    arguments = [chooser.exact(kind, depth), chooser.exact(number(s), depth)]
    if rng.random() < 0.5:
        return nodes.builtin('mul', kind, arguments, lambda x, y: [fix(s, a * y) for a in x])
    return nodes.builtin('mul', kind, arguments[::-1], lambda y, x: [fix(s, a * y) for a in x])


# --- of packed bytes ---

def unpacked(rng, kind, chooser, depth):
    is_signed = kind.scalar is INT
    letter = 's' if is_signed else 'u'
    inner = chooser.exact(number(UINT), depth)
    text = 'unpack_%s8%s32((%sint8_t4_packed)(%s))' % (letter, letter, '' if is_signed else 'u', inner.text)
    return nodes.Node(kind, text, nodes.POSTFIX, lambda f: spread(inner.run(f), is_signed))


def packed(rng, kind, chooser, depth):
    name = rng.choice(('pack_u8', 'pack_s8', 'pack_clamp_u8', 'pack_clamp_s8'))
    of = vector(UINT if name == 'pack_u8' else INT, 4)
    inner = chooser.exact(of, depth)
    low, high = {'pack_clamp_u8': (0, 255), 'pack_clamp_s8': (-128, 127)}.get(name, (-1 << 40, 1 << 40))
    return nodes.Node(kind, '(uint)%s(%s)' % (name, inner.text), UNARY, lambda f: joined(min(max(v, low), high) for v in inner.run(f)))


def byte_product(rng, kind, chooser, depth):
    is_signed = kind.scalar is INT
    name = 'dot4add_i8packed' if is_signed else 'dot4add_u8packed'
    arguments = [chooser.exact(number(UINT), depth), chooser.exact(number(UINT), depth), chooser.exact(kind, depth)]

    def run(a, b, c):
        return kinds.wrap(kind.scalar, c + sum(x * y for x, y in zip(spread(a, is_signed), spread(b, is_signed))))
    return nodes.builtin(name, kind, arguments, run)


def differences(_, kind, chooser, depth):
    """msad4(): bytes of the reference that are zero do not count."""
    def run(reference, source, total):
        wide, made = source[0] | source[1] << 32, []
        for i in range(4):
            pairs = zip(spread(reference, False), spread(wide >> (8 * i), False))
            made.append(total[i] + sum(abs(r - b) for r, b in pairs if r))
            if made[-1] > UINT.mask:
                raise Undefined('range')
        return made
    return nodes.builtin('msad4', kind, [chooser.exact(number(UINT), depth), chooser.exact(vector(UINT, 2), depth), chooser.exact(kind, depth)], run)


def options_of(kind, target):
    """What may give values of a type."""
    s, made = kind.scalar, []
    is_flat = kind.shape != 'm'
    if s is BOOL and is_flat:
        made += [tested]
    if s is FLOAT and is_flat and not s.strict:
        made += [remaining, power_of_two, half_and_back]
    if s is FLOAT and kind.shape == 'v' and not s.strict:
        made += [reflected, facing]
    if s is FLOAT and kind.shape == 's' and not s.strict:
        made += [long_side]
    if s is DOUBLE and is_flat:
        made += [fused]
    if s in (FLOAT, INT, UINT) and kind.shape != 's' and not s.strict:
        made += [scaled_product]
    if s is UINT and is_flat:
        made += [counted]
    if kind in (vector(UINT, 4), vector(INT, 4)) and target >= NEW:
        made += [unpacked] * 2
    if kind is vector(UINT, 4):
        made += [differences]
    if kind is number(UINT) and target >= NEW:
        made += [packed]
    if kind in (number(INT), number(UINT)) and target >= 'cs_6_4':
        made += [byte_product]
    return made
