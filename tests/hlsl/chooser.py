# SPDX-License-Identifier: MIT
"""Random expressions of given types."""
import re

import intrinsics
import kinds
import nodes
from kinds import BOOL, DOUBLE, FLOAT, INT, LITERAL_INT, UINT, Array, Number, Record, number, vector

SETS = ('xyzw', 'rgba')


class Variable:
    """node: the expression for it; is_value: it can be used as a whole, which buffers cannot; is_shared: by functions."""

    def __init__(self, name, kind, node, writable=True, is_value=True, is_shared=False):
        self.name, self.type, self.node = name, kind, node
        self.writable, self.is_value, self.is_shared = writable, is_value, is_shared


class Chooser:
    """rng, options of the file, functions, and the variables in scope, innermost last."""

    def __init__(self, rng, options, functions):
        self.rng, self.options, self.functions = rng, options, functions
        self.variables, self.templates, self.readers = [], [], {}
        self.is_pure = False  # global variables are left alone
        self.effects = 0  # how many more may change variables within an expression

    def chance(self, share):
        return self.rng.random() < share

    # --- places ---

    def reaches(self, kind, wanted):
        """True if a value of a type has parts of another."""
        if kind is wanted:
            return True
        if isinstance(kind, Array):
            return self.reaches(kind.of, wanted)
        if isinstance(kind, Record):
            return any(self.reaches(field.type, wanted) for field in kind.fields)
        if not isinstance(wanted, Number) or kind.scalar is not wanted.scalar or wanted.shape == 'm' or wanted.is_long:
            return False
        if kind.is_long:
            return wanted.shape == 's'
        return kind.shape != 's' or wanted.shape == 's'

    def part(self, node, wanted, to_write, depth):
        """A part of a node that has the type."""
        while node.type is not wanted:
            kind = node.type
            if isinstance(kind, Array):
                node = nodes.element(node, self.index(kind.count, depth))
            elif isinstance(kind, Record):
                fits = [i for i, field in enumerate(kind.fields) if self.reaches(field.type, wanted)]
                node = nodes.member(node, self.rng.choice(fits))
            elif kind.shape == 'm':
                node = self.part_of_matrix(node, wanted, to_write, depth)
            else:
                return self.part_of_vector(node, wanted, to_write, depth)
        if isinstance(wanted, Number) and wanted.shape == 'v' and not wanted.is_long and self.chance(0.15):
            return self.swizzled(node, wanted.count, to_write)
        return node

    def part_of_vector(self, node, wanted, to_write, depth):
        if wanted.shape == 's' and (node.type.is_long or self.chance(0.25)):
            return nodes.element(node, self.index(node.type.count, depth))
        if to_write and wanted.count > node.type.count:
            return None
        return self.swizzled(node, wanted.count, to_write)

    def swizzled(self, node, count, to_write):
        total, letters = node.type.count, self.rng.choice(SETS)
        picks = self.rng.sample(range(total), count) if to_write else [self.rng.randrange(total) for _ in range(count)]
        return nodes.swizzle(node, ''.join(letters[i] for i in picks), picks)

    def part_of_matrix(self, node, wanted, to_write, depth):
        kind = node.type
        if self.chance(0.5) and (wanted.count <= kind.columns or not to_write):
            return nodes.element(node, self.index(kind.rows, depth))
        if to_write and wanted.count > kind.count:
            return nodes.element(node, self.index(kind.rows, depth))
        total = range(kind.count)
        picks = self.rng.sample(total, wanted.count) if to_write else [self.rng.choice(total) for _ in range(wanted.count)]
        form = self.rng.choice(('_m%d%d', '_%d%d'))
        base = 0 if form == '_m%d%d' else 1
        letters = ''.join(form % (i // kind.columns + base, i % kind.columns + base) for i in picks)
        return nodes.swizzle(node, letters, picks)

    def index(self, count, depth):
        """A number below count."""
        if depth <= 0 or self.chance(0.5):
            return nodes.literal(self.rng.randrange(count))
        if count & (count - 1) == 0 and self.chance(0.7):
            return nodes.binary('&', self.exact(number(self.rng.choice((INT, UINT))), depth - 1), nodes.literal(count - 1))
        return nodes.binary('%', self.exact(number(UINT), depth - 1), nodes.literal(count))

    def place(self, wanted, to_write=False, depth=1, is_own=False):
        """A variable or a part of one; None: there is none."""
        fits = [v for v in self.variables if (v.writable or not to_write) and self.reaches(v.type, wanted)
                and (v.is_value or v.type is not wanted) and not (is_own and v.is_shared)]
        if not fits:
            return None
        return self.part(self.rng.choice(fits[-6:] if self.chance(0.5) else fits).node, wanted, to_write, depth)

    # --- leaves ---

    def value_of(self, s):
        rng = self.rng
        if s.kind == 'b':
            return rng.random() < 0.5
        if s.strict or (s.kind == 'L' and FLOAT.strict):
            return kinds.rounded(rng.choice((rng.uniform(-4, 4), rng.uniform(-4, 4), 10.0 ** rng.randint(-30, 38), 0.0, 1.0)))
        if s.real:
            return rng.choice((0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)) * (1 if s.kind == 'L' or self.chance(0.6) else -1) + 0.0
        if s.minimal or s.kind == 'l' or self.chance(0.7):
            return rng.randint(0, 9)
        return kinds.wrap(s, rng.choice((-1, 1)) * rng.getrandbits(rng.randint(4, s.bits)))

    def leaf(self, kind):
        if isinstance(kind, Number) and kind.shape == 's':
            return nodes.scalar_literal(kind.scalar, self.value_of(kind.scalar))
        if isinstance(kind, Number) and self.chance(0.7):
            return nodes.construct(kind, [nodes.scalar_literal(kind.scalar, self.value_of(kind.scalar)) for _ in range(kind.count)])
        one = nodes.literal(0 if kinds.has_bits(kind) else self.rng.randint(0, 3))
        return nodes.cast(kind, one, '(%s)%s' % (cast_name(kind), one.text))

    # --- expressions ---

    def exact(self, kind, depth):
        """An expression of exactly that type."""
        if self.chance(0.3) or depth <= 0:
            found = self.place(kind, depth=depth - 1)
            if found:
                return found
        if depth <= 0:
            return self.leaf(kind)
        makers = self.makers(kind)
        for _ in range(4):
            made = self.rng.choice(makers)(kind, depth - 1)
            if made:
                assert made.type is kind, (made.text, made.type.text, kind.text)
                return made
        return self.place(kind) or self.leaf(kind)

    def read(self, kind, depth):
        """A value of a resource."""
        return self.rng.choice(self.readers[kind]).make(self, depth)

    def makers(self, kind):
        made = self.usual_makers(kind)
        return made + [self.read] * (1 + len(made) // 4) if kind in self.readers else made

    def usual_makers(self, kind):
        if not isinstance(kind, Number):
            return [self.called, self.called, self.operated, self.whole_cast, self.effect]
        made = [self.called, self.cast, self.ternary, self.built_in, self.built_in, self.effect]
        if kind.scalar is BOOL:
            return made + [self.comparison] * 3 + [self.logic] * 2 + [self.negation]
        made += [self.arithmetic] * 5 + [self.signed, self.shuffled]
        if kind.shape != 's':
            made += [self.gathered] * 2
        return made

    def loose(self, kind, depth):
        """An expression that converts to a type without being told so."""
        if not isinstance(kind, Number) or self.chance(0.6):
            return self.exact(kind, depth)
        if kind.shape == 's' and self.chance(0.5):
            return nodes.literal(self.value_of(kinds.LITERAL_FLOAT if kind.scalar.real and self.chance(0.5) else LITERAL_INT))
        if kind.shape == 'v' and kind.count < 4 and self.chance(0.3):
            return self.exact(vector(kind.scalar, kind.count + 1), depth)
        if kind.shape != 's' and self.chance(0.4):
            return self.exact(number(kind.scalar), depth)
        return self.tame(kind.with_scalar(self.other(kind.scalar)), kind, depth)

    def other(self, s):
        """A type of scalars that converts to another without loss, mostly."""
        if s.kind == 'b':
            return self.rng.choice((INT, UINT, FLOAT))
        if s.minimal or s.bits == 16:
            return BOOL
        if s.real:
            return self.rng.choice((BOOL, INT, UINT))
        return self.rng.choice((BOOL, INT, UINT, FLOAT))

    def tame(self, kind, target, depth):
        """An expression of a type whose values the target can hold."""
        made = self.exact(kind, depth)
        s, t = kind.scalar, target.scalar
        if s.kind in 'iu' and (t.real or t.minimal):
            return nodes.binary('&', made, nodes.literal(15)) if not self.chance(0.05) else made
        if s.real and t.kind == 'u':
            name = 'abs'
            return nodes.builtin(name, kind, [made], nodes.map_values(kind, abs))
        if s.real and t.real and t.bits < s.bits:
            low, high = nodes.literal(-4.0), nodes.literal(4.0)
            return self.clamped(made, low, high)
        return made

    def clamped(self, made, low, high):
        kind = made.type
        arguments = [made, nodes.converted(kind, low), nodes.converted(kind, high)]
        return nodes.builtin('clamp', kind, arguments, nodes.map_values(kind, intrinsics.clamped))

    def partner(self, kind, depth):
        """Another operand, that leaves the common type what it is."""
        s = kind.scalar
        if self.chance(0.25):
            return nodes.literal(self.value_of(kinds.LITERAL_FLOAT if s.real and self.chance(0.6) else LITERAL_INT))
        if kind.shape != 's' and self.chance(0.2):
            return self.exact(number(s), depth)
        if kind.shape == 'v' and kind.count < 4 and self.chance(0.1):
            return self.exact(vector(s, kind.count + 1), depth)
        if self.chance(0.2):
            t = self.narrower(s)
            return self.tame(kind.with_scalar(t), kind, depth) if t else self.exact(kind, depth)
        return self.exact(kind, depth)

    def companion(self, kind, depth):
        """Another argument of a function of the language that leaves its type what it is."""
        s = kind.scalar
        if self.chance(0.6):
            return self.exact(kind, depth)
        if self.chance(0.4):
            return nodes.literal(self.value_of(kinds.LITERAL_FLOAT if s.real and self.chance(0.6) else LITERAL_INT))
        if self.chance(0.4):
            return self.exact(number(s), depth)
        t = self.narrower(s)
        return self.tame(kind.with_scalar(t), kind, depth) if t else self.exact(kind, depth)

    def narrower(self, s):
        """A type that gives way to another."""
        fits = [t for t in self.options.scalars if t is not s and kinds.common(s, t) is s]
        return self.rng.choice(fits) if fits else None

    def arithmetic(self, kind, depth):
        s = kind.scalar
        ops = ['+', '-', '+', '-', '*'] + ([] if s.real else ['&', '|', '^', '<<', '>>', '%'])
        op = self.rng.choice(ops)
        if op == '%' and s.minimal:
            op = '+'
        if op in ('<<', '>>'):
            return self.shift(op, kind, depth)
        if op == '*' and s.strict:
            return nodes.binary(self.rng.choice('*/'), self.exact(kind, depth), self.partner(kind, depth))
        if op == '%':
            return nodes.binary(op, self.exact(kind, depth), nodes.literal(self.rng.randint(1, 9)))
        if op == '*' and s.real:
            return self.scaled(kind, depth)
        a, b = self.exact(kind, depth), self.partner(kind, depth)
        return nodes.binary(op, b, a) if self.chance(0.3) else nodes.binary(op, a, b)

    def shift(self, op, kind, depth):
        s = kind.scalar
        count = nodes.literal(self.rng.randint(0, 3 if s.minimal else s.bits - 1))
        if not s.minimal and self.chance(0.5):
            count = self.exact(number(self.rng.choice((INT, UINT))), depth)
            if not self.chance(0.2):
                count = nodes.binary('&', count, nodes.literal(7))
        return nodes.binary(op, self.exact(kind, depth), count)

    def scaled(self, kind, depth):
        """Products grow: mostly by a number, or by what is at most two."""
        a = self.exact(kind, depth)
        if self.chance(0.15):
            return nodes.binary('*', a, self.exact(kind, depth))
        if self.chance(0.4):
            return nodes.binary('/', a, nodes.literal(self.rng.choice((2.0, 4.0, 0.5, 2, 1))))
        if self.chance(0.5):
            return nodes.binary('*', a, nodes.literal(self.rng.choice((2.0, 0.5, 0.0, 1.5, 2, 3))))
        b = self.clamped(self.exact(kind, depth), nodes.literal(-2.0), nodes.literal(2.0))
        return nodes.binary('*', b, a)

    def signed(self, kind, depth):
        return nodes.unary(self.rng.choice('-+' if kind.scalar.real else '-~'), self.exact(kind, depth))

    def negation(self, kind, depth):
        return nodes.unary('!', self.exact(kind.with_scalar(self.rng.choice((BOOL, BOOL, INT, FLOAT))), depth))

    def comparison(self, kind, depth):
        of = kind.with_scalar(self.rng.choice(self.options.scalars))
        op = self.rng.choice(sorted(nodes.COMPARISONS))
        if of.scalar is BOOL:
            op = self.rng.choice(('==', '!='))
        return self.checked(nodes.binary(op, self.exact(of, depth), self.partner(of, depth)), kind)

    def logic(self, kind, depth):
        if kind.shape != 's' and self.options.version >= 2021:
            return None
        a, b = self.loose_truth(kind, depth), self.loose_truth(kind, depth)
        return nodes.binary(self.rng.choice(('&&', '||')), a, b, self.options.version >= 2021)

    def loose_truth(self, kind, depth):
        return self.exact(kind if self.chance(0.8) else kind.with_scalar(self.rng.choice((INT, FLOAT))), depth)

    def ternary(self, kind, depth):
        short = self.options.version >= 2021
        of = number(BOOL) if short or self.chance(0.6) else kind.with_scalar(BOOL)
        made = nodes.choice(self.exact(of, depth), self.exact(kind, depth), self.partner(kind, depth), short)
        return self.checked(made, kind)

    @staticmethod
    def checked(made, kind):
        return made if made.type is kind else None

    def cast(self, kind, depth):
        s = self.rng.choice(self.options.scalars)
        of = kind.with_scalar(s)
        if kind.shape == 's' and self.chance(0.2):
            of = vector(s, self.rng.randint(2, 4))
        elif kind.shape == 'v' and kind.count == 4 and self.chance(0.3):
            of = kinds.matrix(s, 2, 2)
        elif kind is kinds.matrix(kind.scalar, 2, 2) and self.chance(0.4):
            of = vector(s, 4)
        elif kind.shape == 'm' and self.chance(0.4):
            of = kinds.matrix(s, self.rng.randint(kind.rows, 4), self.rng.randint(kind.columns, 4))
        made = self.tame(of, kind, depth)
        if kind.shape == made.type.shape == 's' and self.chance(0.5):
            return nodes.cast(kind, made, '%s(%s)' % (kind.text, made.text))
        return nodes.cast(kind, made, '(%s)%s' % (cast_name(kind), made.at(nodes.UNARY)))

    def gathered(self, kind, depth):
        return nodes.construct(kind, self.pieces(kind.leaves, depth))

    def pieces(self, leaves, depth):
        """Expressions whose leaves convert to those, one by one."""
        made, at = [], 0
        while at < len(leaves):
            count = self.rng.randint(1, min(4, len(leaves) - at))
            s = leaves[at]
            if count > 1 and self.chance(0.5) and all(t is s for t in leaves[at:at + count]):
                made.append(self.exact(vector(s, count), depth))
                at += count
            else:
                one = self.exact(number(s), depth) if self.chance(0.6) else self.loose(number(s), depth)
                made.append(one)
                at += one.type.count
        return made

    def shuffled(self, kind, depth):
        """A swizzle of a value."""
        if kind.shape == 'm' or kind.is_long:
            return None
        of = self.exact(vector(kind.scalar, self.rng.randint(2, 4)), depth)
        if self.chance(0.2):
            of = self.exact(number(kind.scalar), depth)
            if of.level < nodes.PRIMARY or of.text[-1] in 'fu' or of.text[0].isdigit():
                return None
            return nodes.swizzle(of, 'x' * kind.count, [0] * kind.count)
        return self.swizzled(of, kind.count, False)

    def built_in(self, kind, depth):
        if kind.scalar.minimal or kind.scalar is kinds.HALF:
            return None
        if kind.scalar is DOUBLE and kind.shape == 'm':
            return None
        return intrinsics.choose(self.rng, kind, self, depth)

    def whole_cast(self, kind, depth):
        """Structures and arrays of a number, or leaf by leaf of something as large."""
        if kinds.has_bits(kind):
            return None
        if self.chance(0.3):
            from_number = self.leaf(number(kind.leaves[0]))
            return nodes.cast(kind, from_number, '(%s)%s' % (cast_name(kind), from_number.at(nodes.UNARY)))
        fits = [v for v in self.variables if v.is_value and not isinstance(v.type, Number) and v.type is not kind and not kinds.has_bits(v.type)
                and len(v.type.leaves) >= len(kind.leaves)
                and all(a.kind == b.kind and a.bits == b.bits for a, b in zip(v.type.leaves, kind.leaves))]
        if not fits:
            return None
        from_whole = self.rng.choice(fits).node
        return nodes.cast(kind, from_whole, '(%s)%s' % (cast_name(kind), from_whole.text))

    # --- calls and effects ---

    def called(self, kind, depth):
        fits = [f for f in self.usable() if f.result is kind and (self.effects > 0 or not (f.writes or f.changes))]
        if self.templates and isinstance(kind, Number) and kind.scalar is not BOOL and (not fits or self.chance(0.3)):
            made = self.rng.choice(self.templates)
            return made.call(kind, self.exact(kind, depth), self.exact(kind, depth), kind.scalar is kinds.HALF or self.chance(0.5))
        return self.call_of(self.rng.choice(fits), depth) if fits else None

    def usable(self):
        return [f for f in self.functions if f.is_pure] if self.is_pure else self.functions

    def call_of(self, function, depth):
        owner = None
        if function.owner:
            owner = self.place(function.owner, to_write=function.changes, depth=depth)
            if not owner:
                return None
        arguments, taken = [], []
        for parameter in function.parameters:
            if parameter.default is not None and self.chance(0.5):
                break
            argument = self.argument(function, parameter, depth)
            if not argument or (parameter.mode and root(argument) in taken):
                return None
            taken.append(root(argument) if parameter.mode else '')
            arguments.append(argument)
        self.effects -= function.writes or function.changes
        return nodes.call(function, arguments, owner)

    def argument(self, function, parameter, depth):
        if parameter.mode:
            return self.target(parameter.type, function)
        return self.exact(parameter.type, depth) if function.is_overloaded else self.loose(parameter.type, depth)

    def target(self, kind, function):
        """A place for an output, sometimes of another type."""
        if not function.is_overloaded and isinstance(kind, Number) and kind.scalar in (INT, UINT) and self.chance(0.2):
            kind = kind.with_scalar(UINT if kind.scalar is INT else INT)
        # The reference does not always copy what a function also sees under another name.
        found = self.place(kind, to_write=True, is_own=not function.is_pure)
        return found if found and not is_bits(found) else None

    def operated(self, kind, depth):
        if not isinstance(kind, Record) or not kind.operators:
            return None
        function = self.rng.choice(sorted(kind.operators.items()))[1]
        left = self.place(kind, depth=depth)
        return nodes.operator_call(function, left, self.exact(kind, depth)) if left else None

    def effect(self, kind, depth):
        """An assignment, or a step, within an expression."""
        if self.effects <= 0:
            return None
        target = self.place(kind, to_write=True, depth=depth)
        if not target or is_bits(target):
            return None
        self.effects -= 1
        if isinstance(kind, Number) and kind.scalar is not BOOL and self.chance(0.6):
            return nodes.step(self.rng.choice(('++', '--')), target, self.chance(0.5))
        return nodes.assign(target, self.exact(kind, depth))


def root(node):
    """The variable that a place is in."""
    return re.match(r'\w*', node.text).group()


def is_bits(node):
    return node.text in BIT_NAMES or node.text.rsplit('.', 1)[-1] in BIT_NAMES


BIT_NAMES = {'bits%d' % i for i in range(8)}


def cast_name(kind):
    return kinds.declare(kind, '').strip().replace(' [', '[')
