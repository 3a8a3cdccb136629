# SPDX-License-Identifier: MIT
"""Random types, and how values of them become one number."""

REAL = ('float', 'half', 'min16float')
WHOLE = ('int', 'uint', 'min16int', 'min16uint')
WIDE = ('double', 'int64_t', 'uint64_t')
NATIVE = ('float16_t', 'int16_t', 'uint16_t')


class Type:
    """`count` scalars of a name, in a vector, a matrix or an array of such, or a structure."""

    def __init__(self, name, members=None, dims=(), order='', scalar='', rows=1, columns=1):
        self.name, self.members, self.dims, self.order = name, members, dims, order
        self.scalar, self.rows, self.columns = scalar, rows, columns

    def declared(self, name):
        return '%s%s %s%s' % (self.order, self.name, name, ''.join('[%d]' % d for d in self.dims))


def scalars(options):
    """Names of scalar types that a program may use, in the order of how often."""
    found = list(REAL + WHOLE) + ['float'] * 6 + ['int', 'uint', 'bool']
    if options.model >= 2 and options.native:
        found += NATIVE
    return found


def number(rng, options, matrices=True, names=None):
    scalar = rng.choice(names or scalars(options))
    dice = rng.random()
    if dice < 0.4:
        return Type(scalar, scalar=scalar)
    if dice < 0.8 or not matrices:
        n = rng.randint(1, 4)
        return Type('%s%d' % (scalar, n), scalar=scalar, columns=n)
    least = 1 if matrices == 'all' else 2  # the reference misplaces those of one row or column in constant buffers
    rows, columns = rng.randint(least, 4), rng.randint(least, 4)
    order = rng.choice(('', '', 'row_major ', 'column_major '))
    return Type('%s%dx%d' % (scalar, rows, columns), scalar=scalar, rows=rows, columns=columns, order=order)


def arrayed(rng, kind, often=0.25, most=3):
    dims = ()
    while rng.random() < often and len(dims) < 2:
        dims += (rng.randint(1, most),)
    if dims:
        return Type(kind.name, kind.members, dims, kind.order, kind.scalar, kind.rows, kind.columns)
    return kind


def read(rng, kind, text):
    """An expression of type float that reads a part of a value."""
    text += ''.join('[%s]' % index(rng, d) for d in kind.dims)
    if kind.members is not None:
        if not kind.members:
            return '1.0'
        name, inner = rng.choice(kind.members)
        return read(rng, inner, '%s.%s' % (text, name))
    if kind.rows > 1 or 'x' in kind.name[-3:]:
        return '(float)%s%s' % (text, rng.choice(('._m%d%d' % (rng.randrange(kind.rows), rng.randrange(kind.columns)),
                                                  '[%s][%s]' % (index(rng, kind.rows), index(rng, kind.columns)))))
    if kind.name != kind.scalar:
        return '(float)%s%s' % (text, rng.choice(('.' + 'xyzw'[rng.randrange(kind.columns)], '[%s]' % index(rng, kind.columns))))
    return '(float)' + text


def index(rng, count):
    """Constant mostly; `at` is a variable of the shader."""
    return str(rng.randrange(count)) if rng.random() < 0.75 else 'at %% %d' % count


def reads(rng, kind, text, most=3):
    return [read(rng, kind, text) for _ in range(rng.randint(0, most))]


class Structures:
    """Structures of a program, whose declarations are text."""

    def __init__(self, rng, options):
        self.rng, self.options, self.made, self.text, self.count = rng, options, [], [], 0

    def new(self, depth=2, **limits):
        name = 'S%d' % self.count
        self.count += 1
        base = self.rng.choice(self.made) if self.made and self.rng.random() < 0.15 else None
        members = [('%s_m%d' % (name.lower(), i), self.member(depth, **limits)) for i in range(self.rng.randint(1, 5))]
        self.text.append('struct %s%s {\n%s\n};' % (name, ' : ' + base.name if base else '',
                                                   '\n'.join('    %s;' % kind.declared(m) for m, kind in members)))
        kind = Type(name, (base.members if base else []) + members)
        self.made.append(kind)
        return kind

    def member(self, depth, names=None):
        rng = self.rng
        if depth and rng.random() < 0.2:
            kind = rng.choice(self.made) if self.made and rng.random() < 0.5 else self.new(depth - 1, names=names)
        else:
            kind = number(rng, self.options, names=names)
        return arrayed(rng, kind)

    def any(self, **limits):
        return self.rng.choice(self.made) if self.made and self.rng.random() < 0.4 else self.new(**limits)
