# SPDX-License-Identifier: MIT
"""Control flow in which lanes go different ways, with wave operations within: all lanes step together.

A group of lanes comes to an item, and those that go on come out of it. Lanes that leave a loop wait after it.
"""
import steps
from steps import BREAK, CONTINUE, indented, spend, truth


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
        ended[self.word] += run_group(self.then.items, chosen, ended)
        return rest


class Loop(Group):
    def __init__(self, *arguments):
        self.as_written = steps.Loop(*arguments)
        self.body = self.as_written.body

    def lines(self):
        return self.as_written.lines()

    def run_group(self, frames, _):
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
            first, ended = False, {BREAK: [], CONTINUE: []}
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
