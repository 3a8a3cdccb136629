# SPDX-License-Identifier: MIT
"""Statements of random shaders: lines of text, and what running them does.

run() gives what ends the statement: None, or one of the marks below. Blocks are lists that can be made shorter.
"""
import kinds
import nodes
from kinds import Undefined

BREAK, CONTINUE, RETURN = 'break', 'continue', 'return'


class Block:
    def __init__(self, items):
        self.items = items

    def lines(self):
        return [line for item in self.items for line in item.lines()]

    def run(self, f):
        for item in self.items:
            end = item.run(f)
            if end:
                return end
        return None


def indented(block):
    return ['    ' + line for line in block.lines()]


def spend(f):
    f.lane.steps -= 1
    if f.lane.steps < 0:
        raise Undefined('too long')


class Simple:
    """An expression, or a word like break."""

    def __init__(self, node=None, word=None):
        self.node, self.word = node, word

    def lines(self):
        return ['%s;' % (self.node.text if self.node else self.word)]

    def run(self, f):
        spend(f)
        if self.node:
            self.node.run(f)
        return self.word


class Static:
    """A variable that is there before the function runs, in the lane."""

    def __init__(self, kind, name, items):
        self.kind, self.name, self.items = kind, name, items

    def lines(self):
        return ['static %s = %s;' % (kinds.declare(self.kind, self.name), self.items.text)]

    def run(self, _):
        return None


class Store:
    """An assignment whose value nobody uses."""

    def __init__(self, place, node):
        self.place, self.node = place, node
        self.to = kinds.regroup(node.type, place.type)

    def lines(self):
        return ['%s = %s;' % (self.place.text, self.node.at(nodes.ASSIGN))]

    def run(self, f):
        spend(f)
        value = self.to(self.node.run(f))
        nodes.put(self.place.place(f), value)


class Declare:
    """A variable; node: its value, or text and function of an initialiser list."""

    def __init__(self, kind, name, slot, node=None, items=None, words=''):
        self.kind, self.name, self.slot, self.node, self.words = kind, name, slot, node, words
        self.items = items
        if items:
            self.value = nodes.gathered(kind, items.nodes)
        elif node:
            to = kinds.regroup(node.type, kind) if node.type is not kind else lambda v: v
            self.value = lambda f: to(node.run(f))

    def lines(self):
        text = self.words + kinds.declare(self.kind, self.name)
        if self.items:
            text += ' = ' + self.items.text
        elif self.node:
            text += ' = ' + self.node.at(nodes.ASSIGN)
        return [text + ';']

    def run(self, f):
        spend(f)
        f.slots[self.slot] = self.value(f) if self.items or self.node else nodes.hollow(self.kind)


class Items:
    """An initialiser list: braces within mean nothing."""

    def __init__(self, made, text):
        self.nodes, self.text = made, text


class If:
    def __init__(self, condition, then, other=None, words=''):
        self.condition, self.then, self.other, self.words = condition, then, other, words

    def lines(self):
        made = ['%sif (%s) {' % (self.words, self.condition.text)] + indented(self.then) + ['}']
        if self.other:
            made[-1] = '} else {'
            made += indented(self.other) + ['}']
        return made

    def run(self, f):
        spend(f)
        if truth(self.condition, f):
            return self.then.run(f)
        return self.other.run(f) if self.other else None


def truth(node, f):
    return node.run(f) != 0


class Loop:
    """`for` over a variable of its own, up or down from a number; `while` and `do` with a counter declared before; test:
    whether it goes on. `ever`: it is in the middle, between `body` and `other`, and continue goes round without it."""

    def __init__(self, form, counter, test, body, words, start, other=None):
        self.form, self.counter, self.test, self.body, self.words, self.other = form, counter, test, body, words, other
        self.start = start if form == 'down' else nodes.literal(0)

    def lines(self):
        name, test = self.counter.name, self.test.text
        start = '%s = %s;' % (kinds.declare(self.counter.type, name), self.start.text)
        if self.form in ('for', 'down'):
            return ['%sfor (%s %s; %s%s) {' % (self.words, start, test, '--' if self.form == 'down' else '++', name)] + indented(self.body) + ['}']
        if self.form == 'ever':
            middle = ['    if (!(%s)) {' % test, '        break;', '    }']
            return [start, self.words + 'while (true) {', '    ++%s;' % name] + indented(self.body) + middle + indented(self.other) + ['}']
        begin, end = ('while (%s) {' % test, '}') if self.form == 'while' else ('do {', '} while (%s);' % test)
        return [start, self.words + begin, '    ++%s;' % name] + indented(self.body) + [end]

    def run(self, f):
        slot = self.counter.slot
        f.slots[slot] = self.start.run(f)
        change = {'for': (0, 1), 'down': (0, -1)}.get(self.form, (1, 0))  # before the body and after it
        first, ever = self.form == 'do', self.form == 'ever'
        while first or ever or truth(self.test, f):
            first = False
            spend(f)
            f.slots[slot] += change[0]
            end = self.body.run(f)
            if ever and not end:
                end = self.other.run(f) if truth(self.test, f) else BREAK
            if end == BREAK:
                return None
            if end == RETURN:
                return end
            f.slots[slot] += change[1]
        return None


class Switch:
    """cases: [labels, block, ends]; without an end control falls into the next. Label None is default."""

    def __init__(self, node, cases, words=''):
        self.node, self.cases, self.words = node, cases, words

    def lines(self):
        made = ['%sswitch (%s) {' % (self.words, self.node.text)]
        for labels, block, ends in self.cases:
            made += ['default:' if label is None else 'case %d:' % label for label in labels]
            made += ['{'] + indented(block) + ['}'] + (['    break;'] if ends else [])
        return made + ['}']

    def entry(self, value):
        for wanted in (value, None):
            for i, case in enumerate(self.cases):
                if wanted in case[0]:
                    return i
        return len(self.cases)

    def run(self, f):
        spend(f)
        for _, block, ends in self.cases[self.entry(self.node.run(f)):]:
            end = block.run(f)
            if end:
                return None if end == BREAK else end
            if ends:
                break
        return None


class Return:
    """slot: where the function keeps its result."""

    def __init__(self, node, slot, kind):
        self.node, self.slot = node, slot
        self.to = kinds.regroup(node.type, kind) if node else None

    def lines(self):
        return ['return%s;' % (' ' + self.node.text if self.node else '')]

    def run(self, f):
        spend(f)
        if self.node:
            f.slots[self.slot] = self.to(self.node.run(f))
        return RETURN


class Together:
    """What all lanes do at once: (lines, function of their frames)."""

    def __init__(self, lines, run_all):
        self.text, self.run_all = lines, run_all

    def lines(self):
        return self.text


class Function:
    """parameters have the first slots, behind that of the owner; `writes` if it changes what is outside of it."""

    def __init__(self, name, result, parameters, owner=None):
        self.name, self.result, self.parameters, self.owner = name, result, parameters, owner
        self.slot_count, self.result_slot, self.body = 0, 0, None
        self.writes = any(p.mode for p in parameters)
        self.changes = False  # its object
        self.is_pure = False  # changes no global variables
        self.is_overloaded, self.operator = False, None

    def run(self, frame):
        self.body.run(frame)
        return frame.slots[self.result_slot] if self.result else None

    def head(self):
        texts = []
        for p in self.parameters:
            text = (p.mode + ' ' if p.mode else '') + kinds.declare(p.type, p.name)
            texts.append(text + (' = %r' % p.default if p.default is not None else ''))
        name = 'operator' + self.operator if self.operator else self.name.rsplit('::', 1)[-1]
        return '%s %s(%s)' % (self.result.text if self.result else 'void', name, ', '.join(texts))

    def lines(self):
        made = [self.head() + ' {'] + indented(self.body) + ['}']
        if '::' in self.name:
            return ['namespace %s {' % self.name.split('::')[0]] + ['    ' + line for line in made] + ['}']
        return made
