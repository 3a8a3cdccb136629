# SPDX-License-Identifier: MIT
"""Expressions of random shaders: each is its text, its type and a function that computes it.

Functions take a Frame: the variables of a call and those of the lane. A place is a list and an index into it, or
a list and the indices of a vector's elements, or a list, an index and a bit field.
"""
import math

import kinds
from kinds import BOOL, INT, LITERAL_FLOAT, LITERAL_INT, UINT, Array, Number, Undefined, common, number, regroup

COMMA, ASSIGN, CHOICE, OR, AND, BIT_OR, BIT_XOR, BIT_AND, EQUAL, LESS, SHIFT, SUM, PRODUCT, UNARY, POSTFIX, PRIMARY = range(16)
LEVELS = {'||': OR, '&&': AND, '|': BIT_OR, '^': BIT_XOR, '&': BIT_AND, '==': EQUAL, '!=': EQUAL, '<': LESS, '>': LESS,
          '<=': LESS, '>=': LESS, '<<': SHIFT, '>>': SHIFT, '+': SUM, '-': SUM, '*': PRODUCT, '/': PRODUCT, '%': PRODUCT}
COMPARISONS = {'==': lambda x, y: x == y, '!=': lambda x, y: x != y, '<': lambda x, y: x < y,
               '>': lambda x, y: x > y, '<=': lambda x, y: x <= y, '>=': lambda x, y: x >= y}
STEPS = 4000  # that a lane may take in a kernel


class Lane:
    """A lane's number, its global variables and what it may still do."""

    def __init__(self, index, count):
        self.index, self.globals, self.steps = index, [None] * count, STEPS


class Frame:
    __slots__ = ('slots', 'lane')

    def __init__(self, count, lane):
        self.slots, self.lane = [None] * count, lane


class Node:
    """place: the function that finds the place; None: it is a value only."""
    __slots__ = ('type', 'text', 'level', 'run', 'place', 'before', 'after')

    def __init__(self, kind, text, level, run, place=None):
        self.type, self.text, self.level, self.run, self.place = kind, text, level, run, place
        self.before, self.after = '', ''  # of an index: buffers that lanes share have a part for each

    def at(self, level):
        return self.text if self.level >= level else '(%s)' % self.text


def copy(value):
    """A value of its own; all of it must have been written."""
    if isinstance(value, list):
        return [copy(one) for one in value]
    if value is None:
        raise Undefined('uninitialized')
    return value


def get(place):
    return copy(place[0][place[1]]) if isinstance(place[1], int) else copy([place[0][i] for i in place[1]])


def fill(held, i, value):
    """Changes what is there: other places may be parts of it."""
    if isinstance(value, list) and isinstance(held[i], list):
        for k, one in enumerate(value):
            fill(held[i], k, one)
    else:
        held[i] = value


def put(place, value):
    if len(place) == 3:
        value = kinds.cut(value, place[2])
    if isinstance(place[1], int):
        fill(place[0], place[1], value)
    else:
        for i, one in zip(place[1], value):
            place[0][i] = one


def within(place):
    """The list that a place holds: no copy."""
    held = place[0][place[1]]
    if held is None:
        raise Undefined('uninitialized')
    return held


# --- names and literals ---

def stored(kind, text, level, place):
    return Node(kind, text, level, lambda f: get(place(f)), place)


def local(kind, name, slot):
    return stored(kind, name, PRIMARY, lambda f: (f.slots, slot))


def shared(kind, name, slot):
    return stored(kind, name, PRIMARY, lambda f: (f.lane.globals, slot))


def constant(kind, text, value, level=PRIMARY):
    return Node(kind, text, UNARY if text.startswith('-') else level, lambda f: copy(value))


# --- parts ---

def member(node, index):
    field = node.type.fields[index]
    text = '%s.%s' % (node.at(POSTFIX), field.name)
    if not node.place:
        return Node(field.type, text, POSTFIX, lambda f: node.run(f)[index])
    base = node.place
    if field.width:
        return stored(field.type, text, POSTFIX, lambda f: (within(base(f)), index, field))
    return stored(field.type, text, POSTFIX, lambda f: (within(base(f)), index))


def index_value(node, value, count):
    if not 0 <= value < count:
        raise Undefined('index')
    return value


def element(node, index):
    """An element of an array or vector, or a row of a matrix, by another expression."""
    kind = node.type
    text = '%s[%s%s%s]' % (node.at(POSTFIX), node.before, index.at(PRODUCT) if node.before else index.text, node.after)
    if isinstance(kind, Array):
        of, count = kind.of, kind.count
    elif kind.shape == 'm':
        of, count = kinds.vector(kind.scalar, kind.columns), kind.rows
    else:
        of, count = number(kind.scalar), kind.count
    width = of.count if isinstance(kind, Number) and kind.shape == 'm' else 0

    def where(f):
        # The index is computed before the indices to the left of it.
        i = index_value(node, index.run(f), count)
        place = node.place(f)
        if width:
            return within(place), range(i * width, (i + 1) * width)
        if isinstance(place[1], int):
            return within(place), i
        return place[0], place[1][i]

    def value(f):
        held = node.run(f)
        i = index_value(node, index.run(f), count)
        return held[i * width:(i + 1) * width] if width else held[i]
    return stored(of, text, POSTFIX, where) if node.place else Node(of, text, POSTFIX, value)


def swizzle(node, letters, picks):
    """Elements of a vector or matrix by numbers; of a scalar, the same again and again."""
    kind = node.type
    of = number(kind.scalar) if len(picks) == 1 else kinds.vector(kind.scalar, len(picks))
    text, single = '%s.%s' % (node.at(POSTFIX), letters), len(picks) == 1
    if kind.shape == 's':
        run = node.run if single else lambda f: [node.run(f)] * len(picks)
        return Node(of, text, POSTFIX, run, node.place if single else None)

    def where(f):
        place = node.place(f)
        if isinstance(place[1], int):
            return within(place), picks[0] if single else picks
        at = [place[1][i] for i in picks]
        return place[0], at[0] if single else at

    if node.place and len(set(picks)) == len(picks):
        return stored(of, text, POSTFIX, where)

    def value(f):
        held = node.run(f)
        return held[picks[0]] if single else [held[i] for i in picks]
    return Node(of, text, POSTFIX, value)


# --- operators ---

def truncated_quotient(x, y):
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def quotient(x, y):
    """IEEE 754's."""
    if y:
        return x / y
    return math.nan if x == 0 or x != x else math.copysign(math.inf, x) * math.copysign(1, y)


def divide(s):
    if s.strict:
        return lambda x, y: kinds.rounded(quotient(x, y))

    def run(x, y):
        if y == 0 or (s.kind == 'i' and y == -1 and x == -1 << (s.bits - 1)):
            raise Undefined('division')
        return kinds.exact(s, x / y) if s.real else kinds.wrap(s, truncated_quotient(x, y))
    return run


def remainder(s):
    def run(x, y):
        if y == 0 or (s.kind == 'i' and y == -1):
            raise Undefined('division')
        return kinds.exact(s, math.fmod(x, y)) if s.real else kinds.wrap(s, x - y * truncated_quotient(x, y))
    return run


def elementary(op, s):
    """What an operator does with two scalars of a type."""
    fix = kinds.exact if s.real else kinds.wrap
    return {
        '+': lambda: lambda x, y: fix(s, x + y), '-': lambda: lambda x, y: fix(s, x - y),
        '*': lambda: lambda x, y: fix(s, x * y), '/': lambda: divide(s), '%': lambda: remainder(s),
        '&': lambda: lambda x, y: x & y, '|': lambda: lambda x, y: x | y, '^': lambda: lambda x, y: x ^ y,
        '<<': lambda: lambda x, y: fix(s, x << (y & (s.bits - 1))), '>>': lambda: lambda x, y: x >> (y & (s.bits - 1)),
    }[op]()


def common_shape(a, b):
    """The shape that operands are converted to."""
    if a.shape == 's' or b.shape == 's':
        return a if b.shape == 's' else b
    return a if a.count <= b.count else b


def map_values(kind, fn):
    """An elementwise function of values of a shape."""
    if kind.shape == 's':
        return fn
    return lambda *values: [fn(*one) for one in zip(*values)]


def operand_type(op, a, b):
    """The type that an operator computes in."""
    if op in ('<<', '>>'):
        s = INT if a.scalar.kind == 'b' else a.scalar
    elif op in ('&&', '||'):
        s = BOOL
    else:
        s = common(a.scalar, b.scalar)
        if s is BOOL and op not in COMPARISONS:
            s = INT
    return common_shape(a, b).with_scalar(s)


def operation(op, kind):
    """The function of two values, and the type that it gives."""
    if op in COMPARISONS:
        return map_values(kind, COMPARISONS[op]), kind.with_scalar(BOOL)
    if op in ('&&', '||'):
        return map_values(kind, (lambda x, y: x and y) if op == '&&' else (lambda x, y: x or y)), kind
    return map_values(kind, elementary(op, kind.scalar)), kind


def binary(op, a, b, short=False):
    """short: && and || do not compute what is not needed."""
    kind = operand_type(op, a.type, b.type)
    fn, of = operation(op, kind)
    x, y = regroup(a.type, kind), regroup(b.type, kind)
    level = LEVELS[op]
    text = '%s %s %s' % (a.at(level), op, b.at(level + 1))
    if short and op in ('&&', '||'):
        stop = op == '||'
        return Node(of, text, level, lambda f: stop if x(a.run(f)) == stop else y(b.run(f)))
    return Node(of, text, level, lambda f: fn(x(a.run(f)), y(b.run(f))))


def unary(op, a):
    s = a.type.scalar
    if op == '!':
        kind, fn = a.type.with_scalar(BOOL), lambda x: not x
    else:
        kind = a.type.with_scalar(INT if s is BOOL else s)
        s = kind.scalar
        fix = kinds.exact if s.real else kinds.wrap
        fn = {'-': lambda x: fix(s, -x), '~': lambda x: fix(s, ~x), '+': lambda x: x}[op]
    inner = '(%s)' % a.text if a.text[0] in '+-' else a.at(UNARY)
    to, fn = regroup(a.type, kind), map_values(kind, fn)
    return Node(kind, op + inner, UNARY, lambda f: fn(to(a.run(f))))


def choice(condition, a, b, short):
    """cond ? a : b; a vector of conditions chooses by element."""
    s = common(a.type.scalar, b.type.scalar)
    of = common_shape(a.type, b.type)
    if condition.type.shape != 's' and of.shape == 's':
        of = condition.type
    of = of.with_scalar(s)
    x, y, as_bool = regroup(a.type, of), regroup(b.type, of), regroup(condition.type, condition.type.with_scalar(BOOL))
    text = '%s ? %s : %s' % (condition.at(OR), a.at(CHOICE), b.at(CHOICE))

    def run(f):
        chosen = as_bool(condition.run(f))
        if short:
            return x(a.run(f)) if chosen else y(b.run(f))
        values = x(a.run(f)), y(b.run(f))
        if isinstance(chosen, list):
            return [p if c else q for c, p, q in zip(chosen, *values)]
        return values[0] if chosen else values[1]
    return Node(of, text, CHOICE, run)


def cast(kind, node, text):
    """A conversion that is written, as `text`, or implied."""
    to = regroup(node.type, kind)
    return Node(kind, text, UNARY if text.startswith('(') else PRIMARY, lambda f: to(node.run(f)))


def converted(kind, node):
    """A conversion that is not seen."""
    if kind is node.type:
        return node
    to = regroup(node.type, kind)
    return Node(kind, node.text, node.level, lambda f: to(node.run(f)))


def gathered(kind, nodes):
    """All leaves of the nodes, in order, as a value of another type."""
    def run(f):
        leaves = []
        for node in nodes:
            flat = kinds.flatten(node.type, node.run(f), [])
            leaves += zip(flat, node.type.leaves)
        return kinds.build(kind, iter([kinds.convert(v, s, t) for (v, s), t in zip(leaves, kind.leaves)]))
    return run


def construct(kind, nodes):
    return Node(kind, '%s(%s)' % (kind.text, ', '.join(n.at(ASSIGN) for n in nodes)), PRIMARY, gathered(kind, nodes))


# --- what changes places ---

def assign(place, node):
    """The right side is computed first."""
    to = regroup(node.type, place.type)

    def run(f):
        value = to(node.run(f))
        put(place.place(f), value)
        return copy(value)
    return Node(place.type, '%s = %s' % (place.at(UNARY), node.at(ASSIGN)), ASSIGN, run)


def compound(op, place, node):
    kind = operand_type(op, place.type, node.type)
    fn, of = operation(op, kind)
    x, y, back = regroup(place.type, kind), regroup(node.type, kind), regroup(of, place.type)

    def run(f):
        value = y(node.run(f))
        at = place.place(f)
        value = back(fn(x(get(at)), value))
        put(at, value)
        return copy(value)
    return Node(place.type, '%s %s= %s' % (place.at(UNARY), op, node.at(ASSIGN)), ASSIGN, run)


def step(op, place, is_prefix):
    """++ and --."""
    s = place.type.scalar
    one = 1.0 if s.real else 1
    fn = map_values(place.type, (lambda x: elementary(op[0], s)(x, one)))

    def run(f):
        at = place.place(f)
        old = get(at)
        new = fn(old)
        put(at, new)
        return copy(new) if is_prefix else old
    text = op + place.at(UNARY) if is_prefix else place.at(POSTFIX) + op
    return Node(place.type, text, UNARY if is_prefix else POSTFIX, run)


# --- calls ---

class Parameter:
    def __init__(self, mode, kind, name, default=None):
        self.mode, self.type, self.name, self.default = mode, kind, name, default


def call(function, arguments, owner=None):
    """A call of a function of the program; owner: the place or value of whose type it is a method."""
    enter = [regroup(a.type, p.type) for a, p in zip(arguments, function.parameters)]
    leave = [regroup(p.type, a.type) for a, p in zip(arguments, function.parameters)]
    first = 1 if owner else 0

    def run(f):
        frame = Frame(function.slot_count, f.lane)
        if owner:
            frame.slots[0] = within(owner.place(f)) if owner.place else owner.run(f)
        places = [None] * len(arguments)
        for i in reversed(range(len(arguments))):
            a, mode = arguments[i], function.parameters[i].mode
            if mode:
                places[i] = a.place(f)
            if mode != 'out':
                frame.slots[first + i] = enter[i](get(places[i]) if mode else a.run(f))
            else:
                frame.slots[first + i] = hollow(function.parameters[i].type)
        for i in range(len(arguments), len(function.parameters)):
            frame.slots[first + i] = copy(function.parameters[i].default)
        result = function.run(frame)
        for i, place in enumerate(places):
            if place is not None:
                put(place, leave[i](copy(frame.slots[first + i])))
        return result
    text = '%s(%s)' % (function.name, ', '.join(a.at(ASSIGN) for a in arguments))
    if function.operator in ('()', '[]'):
        text = '%s%s%s%s' % (owner.at(POSTFIX), function.operator[0], arguments[0].at(ASSIGN), function.operator[1])
    elif owner:
        text = '%s.%s' % (owner.at(POSTFIX), text)
    return Node(function.result, text, POSTFIX, run)


def hollow(kind):
    """A value nothing of which was written."""
    return kinds.build(kind, iter([None] * len(kind.leaves)))


def builtin(name, kind, arguments, fn):
    """A function of the language; its arguments have the types that fn wants."""
    def run(f):
        return fn(*reversed([a.run(f) for a in reversed(arguments)]))
    return Node(kind, '%s(%s)' % (name, ', '.join(a.at(ASSIGN) for a in arguments)), POSTFIX, run)


ATOMICS = {
    'Add': lambda x, y: x + y, 'And': lambda x, y: x & y, 'Or': lambda x, y: x | y, 'Xor': lambda x, y: x ^ y,
    'Min': min, 'Max': max, 'Exchange': lambda x, y: y,
}


def atomic(name, place, value, original):
    s, fn = place.type.scalar, ATOMICS[name]

    def run(f):
        after = original.place(f)
        new = value.run(f)
        at = place.place(f)
        old = get(at)
        put(at, kinds.wrap(s, fn(old, new)))
        put(after, old)
    text = 'Interlocked%s(%s, %s, %s)' % (name, place.text, value.at(ASSIGN), original.text)
    return Node(None, text, POSTFIX, run)


def operator_call(function, a, b):
    """An overloaded operator, which is a method of the left operand."""
    level = LEVELS[function.operator]
    made = call(function, [b], a)
    return Node(made.type, '%s %s %s' % (a.at(level), function.operator, b.at(level + 1)), level, made.run)


def literal(value):
    """A number without a suffix."""
    if isinstance(value, float):
        return constant(number(LITERAL_FLOAT), '%r' % value, value)
    return constant(number(LITERAL_INT), '%d' % value, value)


def scalar_literal(s, value):
    """A number of a type, as short as it can be written."""
    if s is BOOL:
        return constant(number(BOOL), 'true' if value else 'false', bool(value))
    if s is UINT:
        return constant(number(UINT), '%du' % value, value)
    if s is kinds.FLOAT:
        return constant(number(s), '%rf' % value, value)
    return constant(number(s), '%s(%r)' % (s.name, value), value, POSTFIX)
