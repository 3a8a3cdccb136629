# SPDX-License-Identifier: MIT
"""Random statements and functions."""
import kinds
import nodes
import steps
from chooser import Chooser, Variable, is_bits
from kinds import BOOL, FLOAT, INT, UINT, Array, Number, Record, number, vector
from steps import Block


class Slot:
    """A variable of a function as the model sees it."""

    def __init__(self, name, kind, slot):
        self.name, self.type, self.slot = name, kind, slot


class Writer(Chooser):
    """Makes the body of one function."""

    def __init__(self, rng, options, functions, types, outer, new_global):
        super().__init__(rng, options, functions)
        self.types, self.new_global = types, new_global
        self.variables = list(outer)
        self.slot_count, self.names = 0, 0
        self.in_loop, self.in_switch = False, False
        self.bound = None  # what must hold where a loop goes round without its test
        self.repeats = False  # what is made runs more than once
        self.function = None

    def new(self, kind, writable=True, name=None):
        slot, self.slot_count = self.slot_count, self.slot_count + 1
        if not name:
            self.names += 1
            name = 'v%d' % self.names
        self.variables.append(Variable(name, kind, nodes.local(kind, name, slot), writable))
        return Slot(name, kind, slot)

    def number_type(self):
        s, roll = self.rng.choice(self.options.scalars), self.rng.random()
        if roll < 0.45:
            return number(s)
        if roll < 0.85:
            return vector(s, self.rng.choice(self.options.long) if self.options.long and self.chance(0.4) else self.rng.randint(2, 4))
        return kinds.matrix(s, self.rng.randint(2, 4), self.rng.randint(2, 4))

    def any_type(self):
        return self.rng.choice(self.types) if self.types and self.chance(0.3) else self.number_type()

    def depth(self):
        return self.rng.choice((1, 1, 2, 2, 3))

    # --- statements ---

    def block(self, count, nesting, ends=None):
        """Some statements in a scope; `ends`: what they may end with."""
        mark = len(self.variables)
        items = [self.statement(nesting) for _ in range(count)]
        if ends:
            items.append(ends)
        del self.variables[mark:]
        return Block(items)

    def statement(self, nesting):
        self.effects = 2 if self.chance(0.3) else 0
        forms = [self.atomic] if self.chance(0.3) else []
        forms += [self.declare] * 3 + [self.store] * 5 + [self.compound] * 4 + [self.call] * 2 + [self.effect_alone]
        if nesting > 0:
            forms += [self.branch] * 3 + [self.loop] * 2 + [self.switch]
        if self.in_loop or self.in_switch:
            forms += [self.leave]
        if self.function and self.function.result and nesting < 2:
            forms += [self.give_early]
        for _ in range(6):
            made = self.rng.choice(forms)(nesting)
            if made:
                return made
        return next(made for made in iter(lambda: self.declare(nesting), 0) if made)

    def declare(self, _):
        kind = self.any_type()
        if self.chance(0.06) and not kinds.has_bits(kind):
            return self.declare_static(kind)
        if not self.function and self.chance(0.08):  # nothing is known of it yet
            slot = self.new(kind)
            return steps.Declare(kind, slot.name, slot.slot)
        if not kinds.has_bits(kind) and self.chance(0.15 if isinstance(kind, Number) else 0.7):
            items = self.items(kind)
            slot = self.new(kind)
            return steps.Declare(kind, slot.name, slot.slot, items=items)
        node = self.loose(kind, self.depth())
        words = self.rng.choice(('', '', '', 'const ', 'precise ', 'row_major ')) if isinstance(kind, Number) else ''
        if words == 'precise ' and self.options.mode == 'minimal' or words == 'row_major ' and kind.shape != 'm':
            words = ''
        slot = self.new(kind, words != 'const ')
        return steps.Declare(kind, slot.name, slot.slot, node, words=words)

    def declare_static(self, kind):
        """A static variable of the function; what it begins with is constant."""
        held = self.variables, self.functions, self.effects
        self.variables, self.functions, self.effects = [], [], 0
        items = self.items(kind)
        self.variables, self.functions, self.effects = held
        try:
            value = nodes.gathered(kind, items.nodes)(nodes.Frame(0, nodes.Lane(0, 0)))
        except (kinds.Undefined, OverflowError):
            return None
        self.names += 1
        name = 'v%d' % self.names
        node = nodes.shared(kind, name, self.new_global(value))
        self.variables.append(Variable(name, kind, node, not self.is_pure, True, True))
        return steps.Static(kind, name, items)

    def atomic(self, _):
        """An atomic operation on memory that no other lane uses."""
        s = self.rng.choice((INT, UINT))
        fits = [v for v in self.variables if not v.is_value and v.writable and v.node.before and self.reaches(v.type, number(s))
                and not (v.name in ('wb', 'wt') and v.type.of.shape != 's')]
        original = self.place(number(s), to_write=True, is_own=True)
        if not fits or not original:
            return None
        place = self.part(self.rng.choice(fits).node, number(s), True, 1)
        if not place or is_bits(place) or is_bits(original) or 'so' in original.text:
            return None
        return steps.Simple(nodes.atomic(self.rng.choice(sorted(nodes.ATOMICS)), place, self.exact(number(s), 1), original))

    def items(self, kind):
        """An initialiser list that has as many leaves as the type."""
        made, texts, at, leaves = [], [], 0, kind.leaves
        while at < len(leaves):
            piece = self.pieces_until(kind, leaves, at)
            made.append(piece)
            texts.append(piece.at(nodes.ASSIGN))
            at += len(piece.type.leaves)
        while len(texts) > 2 and self.chance(0.4):
            i = self.rng.randrange(len(texts) - 1)
            texts[i:i + 2] = ['{%s, %s}' % tuple(texts[i:i + 2])]
        return steps.Items(made, '{%s}' % ', '.join(texts))

    def pieces_until(self, kind, leaves, at):
        """One expression whose leaves are among those that are left; sometimes a whole structure."""
        left = len(leaves) - at
        if self.chance(0.2):
            fits = [v for v in self.variables if v.is_value and len(v.type.leaves) <= left and not isinstance(v.type, Number) and not kinds.has_bits(v.type)
                    and all(a.kind == b.kind and a.bits == b.bits for a, b in zip(v.type.leaves, leaves[at:]))]
            if fits:
                return self.rng.choice(fits).node
        return self.pieces(leaves[at:at + self.rng.randint(1, min(4, left))], 1)[0]

    def write_target(self):
        for _ in range(5):
            kind = self.any_type()
            found = self.place(kind, to_write=True)
            if found:
                return found
        return None

    def store(self, _):
        target = self.write_target()
        if not target:
            return None
        node = self.loose(target.type, self.depth())
        if self.repeats:
            node = self.settled(node, target.type)
        return steps.Store(target, node)

    def settled(self, node, kind):
        """Real numbers in loops are kept from growing."""
        if isinstance(kind, Number) and kind.scalar.real and node.type is kind and kind.scalar.bits != 16 and kind.scalar is not kinds.HALF:
            return self.clamped(node, nodes.literal(-8.0), nodes.literal(8.0))
        return node

    def compound(self, _):
        target = self.write_target()
        if not target or not isinstance(target.type, Number):
            return None
        kind, s = target.type, target.type.scalar
        if s is BOOL:
            return steps.Store(target, self.exact(kind, 2))
        if s.real:
            if self.repeats:
                return None
            op = self.rng.choice('+-+-*')
            node = nodes.literal(self.rng.choice((0.5, 2.0, 1.0))) if op == '*' else self.loose(kind, 2)
        else:
            op = self.rng.choice(('+', '-', '*', '&', '|', '^', '<<', '>>'))
            node = nodes.literal(self.rng.randint(0, 3)) if op in ('<<', '>>') else self.compound_value(op, kind)
        return steps.Simple(nodes.compound(op, target, node))

    def compound_value(self, op, kind):
        return self.partner(kind, 2) if op in '&|^' else self.loose(kind, 2)

    def effect_alone(self, _):
        target = self.write_target()
        if not target or not isinstance(target.type, Number) or target.type.scalar is BOOL or is_bits(target):
            return None
        return steps.Simple(nodes.step(self.rng.choice(('++', '--')), target, self.chance(0.5)))

    def call(self, _):
        fits = [f for f in self.usable() if f.result is None or f.writes or f.changes]
        self.effects = 1
        made = self.call_of(self.rng.choice(fits), 2) if fits else None
        return steps.Simple(made) if made else None

    def branch(self, nesting):
        words = self.rng.choice(('', '', '', '[branch] ', '[flatten] '))
        node = self.exact(number(self.rng.choice((BOOL, BOOL, BOOL, INT))), 2)
        then = self.block(self.rng.randint(1, 3), nesting - 1)
        other = self.block(self.rng.randint(1, 2), nesting - 1) if self.chance(0.5) else None
        if words == '[flatten] ' and any(' call' in line for line in then.lines()):
            words = ''
        return steps.If(node, then, other, words)

    def loop(self, nesting):
        form = self.rng.choice(('for', 'for', 'while', 'do', 'down', 'ever'))
        words = self.rng.choice(('', '', '[unroll] ', '[loop] ', '[unroll(8)] ')) if form in ('for', 'down') else self.rng.choice(('', '', '[loop] '))
        if words.startswith('[unroll') or self.chance(0.6):
            count = nodes.literal(self.rng.randint(2, 4))
        else:
            count = nodes.binary('&', self.exact(number(INT), 1), nodes.literal(3))
        mark = len(self.variables)
        counter = self.new(number(INT), writable=False)
        node = self.variables[-1].node
        test = nodes.binary('<', node, count) if form != 'down' else nodes.binary('>', node, nodes.literal(self.rng.randint(0, 1)))
        if not words.startswith('[unroll') and self.chance(0.15):
            test = nodes.binary('&&', test, self.exact(number(BOOL), 1), self.options.version >= 2021)
        before = self.in_loop, self.repeats, self.bound
        self.in_loop, self.repeats = True, True
        self.bound = nodes.binary('<', node, nodes.literal(6)) if form == 'ever' else None
        body = self.block(self.rng.randint(1, 4), nesting - 1)
        other = self.block(self.rng.randint(1, 3), nesting - 1) if form == 'ever' else None
        self.in_loop, self.repeats, self.bound = before
        del self.variables[mark:]
        return steps.Loop(form, counter, test, body, words, count, other)

    def leave(self, _):
        word = 'break' if not self.in_loop or self.chance(0.5) else 'continue'
        condition = self.exact(number(BOOL), 2)
        if word == 'continue' and self.bound:
            condition = nodes.binary('&&', self.bound, condition, self.options.version >= 2021)
        return steps.If(condition, Block([steps.Simple(word=word)]))

    def switch(self, nesting):
        node = nodes.binary('&', self.exact(number(self.rng.choice((INT, UINT))), 2), nodes.literal(7))
        labels = self.rng.sample(range(8), self.rng.randint(2, 5)) + [None] * self.chance(0.7)
        self.rng.shuffle(labels)
        before, self.in_switch = self.in_switch, True
        cases = []
        while labels:
            count = min(len(labels), self.rng.choice((1, 1, 2)))
            cases.append([labels[:count], self.block(self.rng.randint(1, 2), nesting - 1), self.chance(0.75) or count == len(labels)])
            del labels[:count]
        cases[-1][2] = True
        self.in_switch = before
        return steps.Switch(node, cases, self.rng.choice(('', '', '[branch] ', '[flatten] ')))

    def give_early(self, _):
        made = self.give()
        return steps.If(self.exact(number(BOOL), 2), Block([made]))

    def give(self):
        f = self.function
        return steps.Return(self.loose(f.result, 2), f.result_slot, f.result)

    # --- functions ---

    def parameter(self, i):
        rng = self.rng
        mode = rng.choice(('', '', '', 'inout', 'out', 'in'))
        kind = self.any_type()
        return nodes.Parameter('' if mode == 'in' else mode, kind, 'p%d' % i)

    def complete(self, function, statements):
        """Writes the body of a function whose head is known."""
        self.function, self.is_pure = function, function.is_pure
        if self.is_pure:
            self.variables = [Variable(v.name, v.type, v.node, False, v.is_value, True) for v in self.variables]
        if function.owner:
            self.take_fields(function)
        for p in function.parameters:
            self.new(p.type, True, p.name)
        hidden = [v for v in self.variables if any(p.mode == 'out' and p.name == v.name for p in function.parameters)]
        if function.result:
            function.result_slot, self.slot_count = self.slot_count, self.slot_count + 1
        items = []
        for v in hidden:
            self.variables.remove(v)
        for v in hidden:  # outputs are written first
            items.append(steps.Store(v.node, self.loose(v.type, 1)))
            self.variables.append(v)
        mark = len(self.variables)
        items += [self.statement(2) for _ in range(statements)]
        if function.result:
            self.effects = 0
            items.append(self.give())
        del self.variables[mark:]
        function.body, function.slot_count = Block(items), self.slot_count
        return function

    def take_fields(self, function):
        """A method sees the members of its object."""
        self.slot_count += 1
        for i, field in enumerate(function.owner.fields):
            if not field.width:
                text = 'this.' * self.chance(0.3) + field.name
                self.variables.append(Variable(text, field.type, own_member(field, text, i), function.changes))


def own_member(field, text, index):
    return nodes.stored(field.type, text, nodes.PRIMARY, lambda f: (f.slots[0], index))
