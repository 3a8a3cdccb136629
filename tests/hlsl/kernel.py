# SPDX-License-Identifier: MIT
"""Kernels of random compute shaders: statements, what all lanes do together, and what is stored at the end."""
import kinds
import lockstep
import nodes
import steps
import waves
from kinds import BOOL, INT, Array, Number, Record, Undefined, array, number

BYTES = 1 << 16  # of the output
LANES = 4
MOST = 16  # kernels


class Kernel:
    """A function without parameters that stores its variables at the end."""

    def __init__(self, program, number_of):
        self.program, self.name, self.number = program, 'k%d' % number_of, number_of
        self.writer = program.writer()
        self.block = steps.Block([])
        self.globals = []  # lines
        self.result = []  # slot of the result of the function that is being made, or None: it has none
        frames = [nodes.Frame(0, lane) for lane in program.lanes]
        rng, tries = program.rng, 0
        while len(self.block.items) < program.size and tries < 6 * program.size:
            tries += 1
            self.try_statement(frames, self.collective if rng.random() < 0.2 else lambda: self.writer.statement(2))
        self.slot_count = self.writer.slot_count
        self.outputs = [v for v in self.writer.variables if v.writable and v.is_value] + \
                       [v for v in program.outer if v.name in ('so', 'no', 'wb', 'wt') and rng.random() < 0.5]
        self.outputs = [v for v in self.outputs if len(v.type.leaves) < 60 and all(is_known(v.node, f) for f in frames)]
        while sum(8 * len(v.type.leaves) + 8 for v in self.outputs) * LANES > BYTES // MOST:
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
        if hasattr(item, 'run_all'):
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
        return self.program.rng.choice((self.exchange, self.wave, self.divided, self.called))()

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
        return waves.choose(self.writer, self.program.rng)

    # --- control flow that divides lanes, with wave operations within ---

    def divided(self, nesting=2, in_loop=False):
        """A statement that some of the lanes come to."""
        w, rng = self.writer, self.program.rng
        form = rng.choice(('if', 'if', 'for', 'while', 'do', 'down', 'switch') + ('leave',) * (3 * in_loop) +
                          (('give',) * (3 if w.repeats else 1) if self.result else ('call', 'call')))
        if form == 'if':
            other = self.group(nesting - 1, in_loop) if rng.random() < 0.5 else None
            return lockstep.If(w.exact(number(BOOL), 2), self.group(nesting - 1, in_loop), other, rng.choice(('', '', '[branch] ')))
        if form == 'leave':
            then = self.group(nesting - 1, in_loop) if rng.random() < 0.4 else steps.Block([])
            return lockstep.Leave(w.exact(number(BOOL), 2), then, rng.choice((steps.BREAK, steps.CONTINUE)))
        if form == 'give':
            return self.give(nesting)
        if form == 'call':
            return self.called(nesting)
        if form == 'switch':
            labels = rng.sample(range(4), rng.randint(2, 3)) + [None] * (rng.random() < 0.5)
            cases = [[[label], self.group(nesting - 1, False), True] for label in labels]
            return lockstep.Switch(nodes.binary('&', w.exact(number(INT), 2), nodes.literal(3)), cases)
        return self.divided_loop(form, nesting)

    def give(self, nesting, counter=None):
        """`return` behind a condition, most often of what a wave operation gives the lanes that return; counter: of the
        innermost loop, in which lanes return in different rounds."""
        w, rng, slot = self.writer, self.program.rng, self.result[-1]
        mark = len(w.variables)
        condition = w.exact(number(BOOL), 2)
        if counter and rng.random() < 0.7:
            lane = next(v.node for v in self.program.outer if v.name == 'lane')
            key = nodes.binary('+', lane, w.exact(number(INT), 1)) if rng.random() < 0.4 else lane
            condition = nodes.binary('==', counter, nodes.binary('&', key, nodes.literal(rng.choice((1, 2, 3)))))
        then = self.items(nesting - 1, False, rng.randint(0, 2))
        node = slot and w.loose(slot.type, 2)
        if rng.random() < 0.7:
            then.append(waves.who(w) if rng.random() < 0.5 else waves.choose(w, rng))
            node = slot and self.around(w.variables[-1].node, slot.type)
        del w.variables[mark:]
        return lockstep.Give(condition, steps.Block(then), node, slot)

    def around(self, node, kind):
        """Something of a type that depends on another value."""
        if node.type.shape == 'v':
            node = nodes.swizzle(node, 'x', [0])
        return nodes.cast(kind, node, '(%s)%s' % (kind.text, node.at(nodes.UNARY)))

    def called(self, nesting=2):
        """A function of which lanes return at different places, out of loops, too."""
        w, rng = self.writer, self.program.rng
        held = w.variables
        chosen = [v for v in held if v.writable and v.is_value and not v.is_shared and isinstance(v.type, Number)]
        taken = rng.sample(chosen, min(len(chosen), rng.randint(1, 3)))
        w.variables = list(self.program.outer)
        parameters = [('inout ' * (rng.random() < 0.4), w.new(v.type), v.node) for v in taken]
        slot = w.new(number(rng.choice((INT, kinds.UINT)))) if rng.random() < 0.8 else None
        if slot:
            w.variables.pop()
        self.result.append(slot)
        items = [self.divided_loop(rng.choice(('for', 'while', 'do', 'down')), nesting)] if rng.random() < 0.8 else []
        body = steps.Block(items + self.items(nesting, False, rng.randint(0, 2)))
        end = steps.Return(slot and w.loose(slot.type, 2), slot and slot.slot, slot and slot.type)
        self.result.pop()
        w.variables = held
        w.names += 1
        return lockstep.Call('%s_%d' % (self.name, w.names), parameters, body, end, w.new(slot.type) if slot else None)

    def divided_loop(self, form, nesting):
        w, rng = self.writer, self.program.rng
        count = nodes.binary('&', w.exact(number(INT), 1), nodes.literal(3))
        if self.result and rng.random() < 0.6:
            count = nodes.literal(rng.randint(2, 4))
        mark, before = len(w.variables), w.repeats
        counter = w.new(number(INT), writable=False)
        node = w.variables[-1].node
        test = nodes.binary('<', node, count) if form != 'down' else nodes.binary('>', node, nodes.literal(0))
        w.repeats = True
        body = self.group(nesting - 1, True)
        if self.result and rng.random() < 0.8:
            body.items.insert(rng.randint(0, len(body.items)), self.give(nesting, node))
        w.repeats = before
        del w.variables[mark:]
        return lockstep.Loop(form, counter, test, body, rng.choice(('', '', '[loop] ')), count)

    def group(self, nesting, in_loop):
        w = self.writer
        mark = len(w.variables)
        made = self.items(nesting, in_loop, self.program.rng.randint(1, 4))
        del w.variables[mark:]
        return steps.Block(made)

    def items(self, nesting, in_loop, count):
        w, rng, items = self.writer, self.program.rng, []
        for _ in range(count):
            roll = rng.random()
            if roll < 0.4:
                items.append(waves.choose(w, rng))
            elif roll < 0.65 and nesting > 0:
                items.append(self.divided(nesting, in_loop))
            else:
                items.append(w.statement(1))
        return items

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
        made = self.globals + [line for call in lockstep.calls_in(self.block) for line in call.function()]
        made += ['void %s() {' % self.name] + ['    ' + line for line in self.block.lines()]
        made.append('    uint at = %d + lane * %d;' % (self.number * (BYTES // MOST), stride))
        for node, offset, is_whole in stores:
            address = 'at + %d' % offset
            text = 'Store<%s>(%s, %s)' % (node.type.text, address, node.text) if is_whole else store(node, address)
            made.append('    o.%s;' % text)
        return made + ['}']

    def results(self, frames):
        """What must be written: (offset, format, value, kernel, expression)."""
        made, (stores, stride) = [], self.stored()
        for f in frames:
            base = self.number * (BYTES // MOST) + f.lane.index * stride
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


def is_known(node, f):
    """True if all of a variable was written."""
    try:
        node.run(f)
    except Undefined:
        return False
    return True


def kept(value):
    """A copy, whether or not all of it was written."""
    return [kept(one) for one in value] if isinstance(value, list) else value


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
        for i in range(kind.count if kind.is_long else 0):
            yield nodes.element(node, nodes.literal(i))
        for i in range(0 if kind.is_long else kind.count):
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
