# SPDX-License-Identifier: MIT
"""Wave and quad operations: what each lane gets of the values of the lanes that are there, as pairs (lane, value)."""
import functools

import kinds
import steps
from kinds import BOOL, UINT, number, vector


def all_of(fn):
    return lambda s, values, _: fn(s, [v for _, v in values])


def before(fn):
    return lambda s, values, i: fn(s, [v for lane, v in values if lane < i])


def folded(fn, start):
    def run(s, values):
        made = functools.reduce(fn, values, start)
        return kinds.exact(s, float(made)) if s.real else kinds.wrap(s, made)
    return run


def of_lane(lane):
    """The value of another lane, which must be there."""
    def run(_, values, i):
        held = dict(values)
        if lane(i) not in held:
            raise kinds.Undefined('lane')
        return held[lane(i)]
    return run


total, product = folded(lambda x, y: x + y, 0), folded(lambda x, y: x * y, 1)
NUMBERS = {
    'WaveActiveSum': all_of(total), 'WavePrefixSum': before(total), 'WaveActiveProduct': all_of(product),
    'WavePrefixProduct': before(product), 'WaveActiveMin': all_of(lambda _, v: min(v)),
    'WaveActiveMax': all_of(lambda _, v: max(v)), 'WaveReadLaneFirst': all_of(lambda _, v: v[0]),
    'QuadReadAcrossX': of_lane(lambda i: i ^ 1), 'QuadReadAcrossY': of_lane(lambda i: i ^ 2),
    'QuadReadAcrossDiagonal': of_lane(lambda i: i ^ 3),
}
BITS = {
    'WaveActiveBitAnd': all_of(folded(lambda x, y: x & y, -1)), 'WaveActiveBitOr': all_of(folded(lambda x, y: x | y, 0)),
    'WaveActiveBitXor': all_of(folded(lambda x, y: x ^ y, 0)),
}
TRUTHS = {
    'WaveActiveAnyTrue': (BOOL, all_of(lambda _, v: any(v))), 'WaveActiveAllTrue': (BOOL, all_of(lambda _, v: all(v))),
    'WaveActiveCountBits': (UINT, all_of(lambda _, v: sum(v))), 'WavePrefixCountBits': (UINT, before(lambda _, v: sum(v))),
}


def ballot(values, i=0):
    return [sum(1 << lane for lane, v in values if v), 0, 0, 0]


def alike(values, i):
    mine = dict(values)[i]
    return ballot([(lane, v == mine) for lane, v in values])


def among_alike(s, values, i):
    """The sum of the lanes before with the same key; values are pairs of key and number."""
    key = dict(values)[i][0]
    return total(s, [v for lane, (k, v) in values if k == key and lane < i])


def operation(w, name, texts, kind, values_of, each):
    """`kind v = name(texts);` in the lanes that are there. each: what one gets of the values and its number."""
    slot = w.new(kind)

    def run(frames):
        values = [(f.lane.index, values_of(f)) for f in frames]
        for f, made in zip(frames, [each(values, f.lane.index) for f in frames]):
            f.slots[slot.slot] = made
    return steps.Together(['%s = %s(%s);' % (kinds.declare(kind, slot.name), name, texts)], run)


def by_element(fn, kind):
    if kind.shape == 's':
        return lambda values, i: fn(kind.scalar, values, i)
    return lambda values, i: [fn(kind.scalar, [(lane, v[k]) for lane, v in values], i) for k in range(kind.count)]


def of_numbers(w, rng):
    s = rng.choice([t for t in w.options.scalars if t is not BOOL and not t.minimal and t is not kinds.HALF and not t.strict])
    table = dict(NUMBERS) if s.kind != 'u' or s.bits == 16 else {**NUMBERS, **BITS}
    name = rng.choice(sorted(table))
    kind = number(s) if rng.random() < 0.6 else vector(s, rng.randint(2, 4))
    value = w.exact(kind, 2)
    return operation(w, name, value.text, kind, value.run, by_element(table[name], kind))


def of_truths(w, rng):
    name, value = rng.choice(sorted(TRUTHS)), w.exact(number(BOOL), 2)
    s, fn = TRUTHS[name]
    return operation(w, name, value.text, number(s), value.run, lambda values, i: kinds.convert(fn(s, values, i), UINT, s))


def of_votes(w, rng):
    if rng.random() < 0.5:
        value = w.exact(number(BOOL), 2)
        return operation(w, 'WaveActiveBallot', value.text, vector(UINT, 4), value.run, ballot)
    if rng.random() < 0.3:
        return operation(w, 'WaveIsFirstLane', '', number(BOOL), lambda f: 0, lambda values, i: i == values[0][0])
    if w.options.target < 'cs_6_5':
        return None
    key = w.exact(number(rng.choice((kinds.INT, UINT))), 2)
    if rng.random() < 0.5:
        return operation(w, 'WaveMatch', key.text, vector(UINT, 4), key.run, alike)
    value = w.exact(number(rng.choice((kinds.INT, UINT))), 2)
    s = value.type.scalar
    return operation(w, 'WaveMultiPrefixSum', '%s, WaveMatch(%s)' % (value.text, key.text), value.type,
                     lambda f: (key.run(f), value.run(f)), lambda values, i: among_alike(s, values, i))


def who(w):
    """Which lanes are there."""
    return operation(w, 'WaveActiveBallot', 'true', vector(UINT, 4), lambda f: True, ballot)


def choose(w, rng):
    return rng.choice((of_numbers, of_numbers, of_truths, of_votes))(w, rng) or of_numbers(w, rng)
