# SPDX-License-Identifier: MIT
"""Control flow in which lanes go different ways, with wave operations within: all lanes step together.

A group of lanes comes to an item, and those that go on come out of it. Lanes that leave a loop wait after it, and those
that leave a function behind its call.
"""
import kinds
import nodes
import steps
from steps import BREAK, CONTINUE, RETURN, indented, spend, truth


def in_order(frames):
    return sorted(frames, key=lambda f: f.lane.index)


def run_group(items, frames, ended):
    """The lanes that come to the end of the items; `ended` takes those that leave a loop, by how."""
    for item in items:
        if not frames:
            break
        if hasattr(item, 'run_group'):
            frames = item.run_group(frames, ended)
        elif hasattr(item, 'run_all'):
            item.run_all(frames)
        else:
            for f in frames:
                item.run(f)
    return frames


class Group:
    """What a kernel has: all its lanes come to it, and out of it."""

    def run_all(self, frames):
        self.run_group(list(frames), {})

    def blocks(self):
        named = [getattr(self, name, None) for name in ('then', 'other', 'body')]
        return [case[1] for case in getattr(self, 'cases', ())] + [block for block in named if block]


def calls_in(block):
    for item in block.items:
        if isinstance(item, Call):
            yield item
        elif isinstance(item, Group):
            for inner in item.blocks():
                yield from calls_in(inner)


class If(Group):
    """then, other: blocks."""

    def __init__(self, condition, then, other=None, words=''):
        self.condition, self.then, self.other, self.words = condition, then, other, words

    lines = steps.If.lines

    def run_group(self, frames, ended):
        chosen, rest = [], []
        for f in frames:
            spend(f)
            (chosen if truth(self.condition, f) else rest).append(f)
        chosen = run_group(self.then.items, chosen, ended)
        if self.other:
            rest = run_group(self.other.items, rest, ended)
        return in_order(chosen + rest)


class Leave(Group):
    """`if` with a break or continue at its end."""

    def __init__(self, condition, then, word):
        self.condition, self.then, self.word = condition, then, word

    def lines(self):
        return ['if (%s) {' % self.condition.text] + indented(self.then) + ['    %s;' % self.word, '}']

    def run_group(self, frames, ended):
        chosen, rest = [], []
        for f in frames:
            spend(f)
            (chosen if truth(self.condition, f) else rest).append(f)
        self.leave(run_group(self.then.items, chosen, ended), ended)
        return rest

    def leave(self, frames, ended):
        ended[self.word] += frames


class Give(Leave):
    """The same with a return; `node`: what is returned, or None. It may name what the block declares."""

    def __init__(self, condition, then, node, slot):
        super().__init__(condition, then, RETURN)
        self.end = steps.Return(node, slot.slot if slot else None, slot.type if slot else None)

    def lines(self):
        return ['if (%s) {' % self.condition.text] + indented(self.then) + ['    ' + self.end.lines()[0], '}']

    def leave(self, frames, ended):
        for f in frames:
            self.end.run(f)
        ended[RETURN] += frames


class Call(Group):
    """A function that is called once, by name: `result` is a slot or None, `parameters` are (mode, slot, argument)."""

    def __init__(self, name, parameters, body, end, result):
        self.name, self.parameters, self.body, self.end, self.result = name, parameters, body, end, result

    def lines(self):
        value = kinds.declare(self.result.type, self.result.name) + ' = ' if self.result else ''
        return ['%s%s(%s);' % (value, self.name, ', '.join(node.at(nodes.ASSIGN) for _, _, node in self.parameters))]

    def function(self):
        heads = [mode + kinds.declare(slot.type, slot.name) for mode, slot, _ in self.parameters]
        head = '%s %s(%s) {' % (self.result.type.text if self.result else 'void', self.name, ', '.join(heads))
        return [head] + indented(self.body) + ['    ' + line for line in self.end.lines()] + ['}']

    def run_group(self, frames, _):
        ended = {RETURN: []}
        for f in frames:
            for _, slot, node in self.parameters:
                f.slots[slot.slot] = kinds.regroup(node.type, slot.type)(node.run(f))
        rest = run_group(self.body.items, frames, ended)
        for f in rest:
            self.end.run(f)
        out = in_order(rest + ended[RETURN])
        for f in out:
            for mode, slot, node in self.parameters:
                if mode:
                    nodes.put(node.place(f), nodes.copy(f.slots[slot.slot]))
            if self.result:
                f.slots[self.result.slot] = f.slots[self.end.slot]
        return out


class Loop(Group):
    def __init__(self, *arguments):
        self.as_written = steps.Loop(*arguments)
        self.body = self.as_written.body

    def lines(self):
        return self.as_written.lines()

    def run_group(self, frames, outer):
        loop, active, out, first = self.as_written, frames, [], self.as_written.form == 'do'
        slot = loop.counter.slot
        change = {'for': (0, 1), 'down': (0, -1)}.get(loop.form, (1, 0))
        for f in frames:
            f.slots[slot] = loop.start.run(f)
        while True:
            stay = []
            for f in active:
                (stay if first or truth(loop.test, f) else out).append(f)
            if not stay:
                return in_order(out)
            for f in stay:
                spend(f)
                f.slots[slot] += change[0]
            first, ended = False, {**outer, BREAK: [], CONTINUE: []}
            active = run_group(self.body.items, stay, ended)
            out += ended[BREAK]
            active = in_order(active + ended[CONTINUE])
            for f in active:
                f.slots[slot] += change[1]


class Switch(Group):
    """No case falls into the next: whether lanes that do meet those that are there is not said."""

    def __init__(self, node, cases):
        self.as_written, self.node, self.cases = steps.Switch(node, cases), node, cases

    def lines(self):
        return self.as_written.lines()

    def run_group(self, frames, ended):
        ways, out = {}, []
        for f in frames:
            spend(f)
            ways.setdefault(self.as_written.entry(self.node.run(f)), []).append(f)
        for i, lanes in sorted(ways.items()):
            out += run_group(self.cases[i][1].items, lanes, ended) if i < len(self.cases) else lanes
        return in_order(out)
