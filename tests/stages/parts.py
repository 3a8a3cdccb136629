# SPDX-License-Identifier: MIT
"""Random shaders whose functions are in libraries of their own: the whole as one source, and the sources of libraries."""
import itertools
import random

import shapes
from objects import Objects
from program import Options, Program
from shapes import arrayed, number, reads
from signatures import Signatures

NAMES = {'vs': 'vertex', 'ps': 'pixel', 'gs': 'geometry', 'hs': 'hull', 'ds': 'domain', 'ms': 'mesh', 'as': 'amplification', 'cs': 'compute'}


class Helper:
    """A function: parameters are (mode, name, type)."""

    def __init__(self, name, result, parameters):
        self.name, self.result, self.parameters, self.lines = name, result, parameters, []

    def head(self):
        texts = ['%s %s' % (mode, kind.declared(name)) if mode else kind.declared(name) for mode, name, kind in self.parameters]
        return '%s %s(%s)' % (self.result.name if self.result else 'void', self.name, ', '.join(texts))


class Parts(Program):
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.options = options = Options(rng)
        options.model = max(options.model, 5 if options.stage in ('ms', 'as') else 3)
        if rng.random() < 0.25:
            options.stage = 'cs'
        options.packing, options.space, options.level = '', '', '-O3'
        options.version = '2018' if options.native and options.version < '2018' else options.version
        self.library_level = rng.choice(('-O3', '-O3', '-Od', '-O1'))
        self.structures = shapes.Structures(rng, options)
        self.signatures = Signatures(rng, options)
        self.objects = Objects(rng, options, self.structures, True)
        self.objects.text.append('uint chosen;')
        self.functions, self.helpers, self.calls = [], [], 0
        for i in range(rng.randint(1, 5)):
            self.helper('f%d' % i)
        self.own = len(self.structures.text)
        self.main = getattr(self, options.stage)()
        self.homes = [rng.randrange(3) for _ in self.helpers]

    # The functions.

    def value_type(self):
        rng = self.rng
        if rng.random() < 0.35:
            kind = self.structures.any()
        else:
            kind = number(rng, self.options, names=('float', 'uint', 'int', 'bool', 'half', 'float', 'min16float', 'min16int') +
                          (('float16_t', 'int16_t') if self.options.native else ()))
        # How a matrix lies is not a part of a function's type.
        return arrayed(rng, shapes.Type(kind.name, kind.members, kind.dims, '', kind.scalar, kind.rows, kind.columns), 0.15)

    def helper(self, name):
        rng = self.rng
        parameters = [('', 'at', shapes.Type('uint', scalar='uint'))]
        parameters += [(rng.choice(('', '', 'in', 'inout', 'out')), 'p%d' % i, self.value_type()) for i in range(rng.randint(0, 3))]
        result = rng.choice((None, self.value_type(), shapes.Type('float', scalar='float')))
        if result and result.dims:
            result = shapes.Type(result.name, result.members, (), '', result.scalar, result.rows, result.columns)
        made = Helper(name, result, parameters)
        lines = ['float acc = at;']
        for mode, text, kind in parameters[1:]:
            if mode != 'out':
                lines += ['acc += %s;' % one for one in reads(rng, kind, text)]
        lines += ['acc += %s;' % one for one in self.objects.reads if rng.random() < 0.4]
        lines += [one for one in self.objects.writes if rng.random() < 0.4]
        for one in self.helpers:
            lines += self.call(one) if rng.random() < 0.3 else []
        if rng.random() < 0.3:
            lines += ['for (uint i = 0; i < at; ++i) {', '    acc += i;', '}']
        if rng.random() < 0.3 and result:
            lines += ['if (acc > 3) {'] + ['    ' + line for line in self.outputs(parameters) + self.giving(result)] + ['}']
        made.lines = lines + self.outputs(parameters) + (self.giving(result) if result else [])
        self.helpers.append(made)

    def outputs(self, parameters):
        return [line for mode, text, kind in parameters if mode in ('out', 'inout') for line in self.set(text, kind)]

    def set(self, text, kind):
        """Gives all of a place a value."""
        lines = []
        for at in itertools.product(*[range(d) for d in kind.dims]):
            place = text + ''.join('[%d]' % i for i in at)
            lines.append('%s = (%s)%s;' % (place, kind.name, self.rng.choice(('0', '1')) if kind.members is not None else '(acc%s)' % self.rng.choice(('', ' * 0.5'))))
            for name, inner in (kind.members or ())[:2]:
                if inner.members is None and not inner.dims:
                    lines.append('%s.%s = (%s)acc;' % (place, name, inner.name))
        return lines

    def giving(self, kind):
        return [kind.declared('r') + ';'] + self.set('r', kind) + ['return r;']

    def call(self, one):
        """A call and what it needs, in a scope."""
        lines, texts = ['{'], ['at']
        for _, _, kind in one.parameters[1:]:
            self.calls += 1
            name = 'c%d' % self.calls
            lines.append('    %s;' % kind.declared(name))
            lines += ['    ' + line for line in self.set(name, kind)]
            texts.append(name)
        text = '%s(%s)' % (one.name, ', '.join(texts))
        if one.result:
            lines.append('    %s = %s;' % (one.result.declared('res'), text))
            lines += ['    acc += %s;' % value for value in reads(self.rng, one.result, 'res', 2)]
        else:
            lines.append('    %s;' % text)
        for text, (mode, _, kind) in zip(texts[1:], one.parameters[1:]):
            if 'out' in mode:
                lines += ['    acc += %s;' % value for value in reads(self.rng, kind, text, 2)]
        return lines + ['}']

    def sum(self, elements, prefix='', resources=True):
        lines = super().sum(elements, prefix, resources)
        for one in self.helpers if resources else ():
            if self.rng.random() < 0.6:
                at = self.rng.randint(0, len(lines))
                lines[at:at] = self.call(one)
        return lines

    def start(self):
        return ['float acc = 0;', 'uint at = %s;' % self.rng.choice(('chosen', '1', '0', '2'))]

    def cs(self):
        attribute, parameter, use = '[numthreads(4, 2, 1)]', 'uint did : SV_GroupIndex', 'acc += did;'
        self.objects.text.append('RWStructuredBuffer<float> result : register(u2000);')
        return [attribute] + self.function('void main(%s)' % parameter, self.start() + [use] + self.sum([]) + ['result[did] = acc;'])

    # The sources.

    def source(self):
        helpers = [line for one in self.helpers for line in self.function(one.head(), one.lines)]
        return '\n'.join(self.structures.text + self.objects.text + helpers + self.signatures.text + self.functions + self.main) + '\n'

    def sources(self):
        """Those of libraries: the last has the shader."""
        common = self.structures.text + self.objects.text
        made = []
        for home in sorted(set(self.homes) | {2}):
            lines = common + ['export %s;' % one.head() for one in self.helpers]
            for one, where in zip(self.helpers, self.homes):
                lines += self.function('export ' + one.head(), one.lines) if where == home else []
            if home == 2:
                lines += self.signatures.text + self.functions + ['[shader("%s")]' % NAMES[self.options.stage]] + self.main
            made.append('\n'.join(lines) + '\n')
        return made

    def library_words(self):
        words = self.options.words()
        words[words.index('-T') + 1] = 'lib_6_%d' % self.options.model
        words[words.index('-O3')] = self.library_level
        return words

    def target(self):
        return '%s_6_%d' % (self.options.stage, self.options.model)
