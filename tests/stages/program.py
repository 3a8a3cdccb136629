# SPDX-License-Identifier: MIT
"""Random programs of the stages of the graphics pipeline."""
import itertools
import random

import shapes
from objects import Objects
from shapes import read, reads
from signatures import Signatures

STAGES = ('vs', 'ps', 'gs', 'hs', 'ds', 'ms', 'as', 'vs', 'ps')
DOMAINS = {'tri': (3, 1, 'float3'), 'quad': (4, 2, 'float2'), 'isoline': (2, 0, 'float2')}
PRIMITIVES = {'point': 1, 'line': 2, 'triangle': 3, 'lineadj': 4, 'triangleadj': 6}


class Options:
    def __init__(self, rng):
        self.stage = rng.choice(STAGES)
        self.model = rng.choice((0, 2, 4, 5, 6, 6, 7, 8, 9) if self.stage not in ('ms', 'as') else (5, 6, 7, 8, 9))
        self.native = self.model >= 2 and rng.random() < 0.3
        self.packing = rng.choice(('', '', '', '-pack-optimized'))
        self.rest = [word for word, often in (('-Zpr', 0.2), ('-Gis', 0.1), ('-all-resources-bound', 0.1), ('-res-may-alias', 0.05),
                                              ('-flegacy-resource-reservation', 0.1)) if rng.random() < often]
        self.level = rng.choice(('-Od', '-O3', '-O3', '-O1'))
        self.version = rng.choice(('2021', '2018', '2021', '202x', '2017', '2016'))
        self.space = rng.choice(('', '', '', '', '3'))

    def words(self):
        return (['-T', '%s_6_%d' % (self.stage, self.model), '-HV', self.version, self.level] + ['-enable-16bit-types'] * self.native +
                [self.packing] * bool(self.packing) + self.rest + ['-auto-binding-space', self.space] * bool(self.space))


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.options = Options(self.rng)
        if self.options.native and self.options.version in ('2016', '2017'):
            self.options.version = '2018'
        self.structures = shapes.Structures(self.rng, self.options)
        self.signatures = Signatures(self.rng, self.options)
        self.objects = Objects(self.rng, self.options, self.structures, True)
        self.functions = []
        self.main = getattr(self, self.options.stage)()

    def source(self):
        return '\n'.join(self.structures.text + self.objects.text + self.signatures.text + self.functions + self.main) + '\n'

    # What bodies are made of.

    def sum(self, elements, prefix='', resources=True):
        """Statements that add what is read to `acc`."""
        rng = self.rng
        found = []
        for element in elements:
            for text, leaf in element.leaves(prefix):
                if rng.random() < 0.7:
                    found += reads(rng, leaf.kind, text, 2)
        if resources:
            found += self.objects.reads
        rng.shuffle(found)
        lines = ['acc += %s;' % one for one in found]
        if resources:
            lines += self.objects.writes
        return lines

    def assigned(self, elements, prefix=''):
        """Statements that give each leaf a value."""
        lines = []
        for element in elements:
            for text, leaf in element.leaves(prefix):
                kind = leaf.kind
                for at in itertools.product(*[range(d) for d in kind.dims]):
                    lines.append('%s%s = (%s)(acc%s);' % (text, ''.join('[%d]' % i for i in at), kind.name,
                                                         self.rng.choice(('', ' + 1', ' * 0.5'))))
        return lines

    def start(self):
        if self.rng.random() < 0.4:
            self.signatures.text[:0] = ['uint chosen;'] if 'uint chosen;' not in self.signatures.text else []
            return ['float acc = 0;', 'uint at = chosen;']
        return ['float acc = 0;', 'uint at = %s;' % self.rng.choice(('1', '0', '2'))]

    @staticmethod
    def function(head, lines):
        return [head + ' {'] + ['    ' + line for line in lines] + ['}']

    # Stages.

    def plain(self, stage):
        rng = self.rng
        side_in, side_out = (stage, 'in'), (stage, 'out')
        taken = self.signatures.split(side_in)
        given = self.signatures.split(side_out)
        result = None
        wrapped = [one for one in given if one.inner is not None or not one.kind.dims]
        if wrapped and rng.random() < 0.6:
            result = rng.choice(wrapped)
            given = [one for one in given if one is not result]
        parameters = [(one, one.declared(rng.choice(('', '', 'in ')))) for one in taken] + [(one, one.declared('out ')) for one in given]
        if rng.random() < 0.3:
            rng.shuffle(parameters)
        head = '%s main(%s)' % (result.kind.name if result else 'void', ', '.join(text for _, text in parameters))
        head += ' : ' + result.semantic if result and result.semantic else ''
        lines = self.start() + self.sum(taken) + self.assigned(given)
        if result:
            lines += [result.kind.declared('') [:-1].strip() + ' %s;' % result.name] + self.assigned([result]) + ['return %s;' % result.name]
        if result and (result.kind.order or result.words):
            head = result.words + result.kind.order + head if rng.random() < 0.5 else head
        attributes = ['[earlydepthstencil]'] if stage == 'ps' and rng.random() < 0.1 else []
        return attributes + self.function(head, lines)

    def vs(self):
        return self.plain('vs')

    def ps(self):
        return self.plain('ps')

    def record(self, side, most=6):
        while True:
            made = self.signatures.structure(side, 1, most)
            if made:
                return made

    def gs(self):
        rng = self.rng
        taken = self.record(('gs', 'in'))
        primitive = rng.choice(list(PRIMITIVES))
        count = PRIMITIVES[primitive]
        stream = rng.choice(('Point', 'Line', 'Triangle'))
        streams = [self.record(('gs', 'out'), 4)]
        if rng.random() < 0.25:
            stream = 'Point'
            for _ in range(rng.randint(1, 3)):
                self.signatures.taken.pop(('gs', 'out'), None) if rng.random() < 0.3 else None
                streams.append(self.record(('gs', 'out'), 3))
        parameters = ['%s %s %s[%d]' % (primitive, taken.kind.name, taken.name, count)]
        lines = self.start() + self.sum([taken][:0]) + self.sum(taken.inner, '%s[%d]' % (taken.name, rng.randrange(count)), False)
        if rng.random() < 0.3:
            parameters.append('uint pid : SV_PrimitiveID')
            lines.append('acc += pid;')
        instances = rng.random() < 0.2
        if instances:
            parameters.append('uint gid : SV_GSInstanceID')
            lines.append('acc += gid;')
        for i, one in enumerate(streams):
            parameters.append('inout %sStream<%s> s%d' % (stream, one.kind.name, i))
            lines += ['%s %s;' % (one.kind.name, one.name)] + self.assigned([one])
            lines += ['s%d.Append(%s);' % (i, one.name)] * rng.randint(0, 3)
            if rng.random() < 0.3:
                lines.append('s%d.RestartStrip();' % i)
        attributes = ['[maxvertexcount(%d)]' % rng.choice((1, 3, 4, 12))] + ['[instance(%d)]' % rng.randint(1, 5)] * instances
        return attributes + self.function('void main(%s)' % ', '.join(parameters), lines)

    def patch(self):
        """The domain, the structure of patch constants with its factors."""
        rng = self.rng
        domain = rng.choice(list(DOMAINS))
        edges, inside, location = DOMAINS[domain]
        made = self.record(('pc', 'out'), 4)
        body = self.signatures.text.pop()
        factors = ['    float edge[%d] : SV_TessFactor;' % edges]
        if inside:
            factors.append('    float inside%s : SV_InsideTessFactor;' % ('[2]' if inside == 2 else rng.choice(('', '[1]'))))
        lines = body.split('\n')
        at = rng.choice((1, len(lines) - 1))
        lines[at:at] = factors
        self.signatures.text.append('\n'.join(lines))
        sets = ['.edge[%d] = acc;' % i for i in range(edges)]
        if inside:
            array = '[2]' in factors[1] or '[1]' in factors[1]
            sets += ['.inside%s = acc;' % ('[%d]' % i if array else '') for i in range(inside)]
        return domain, made, location, sets

    def hs(self):
        rng = self.rng
        taken, given = self.record(('hs', 'in')), self.record(('hs', 'out'))
        domain, patch, _, sets = self.patch()
        n, m = rng.randint(1, 6), rng.randint(1, 6)
        pid, oid = rng.random() < 0.4, rng.random() < 0.7
        lines = self.start() + self.sum(taken.inner, 'ip[%d]' % rng.randrange(n), False)
        has_out = rng.random() < 0.6
        parameters = ['InputPatch<%s, %d> ip' % (taken.kind.name, n)] * (rng.random() < 0.9 or True)
        parameters += ['OutputPatch<%s, %d> op' % (given.kind.name, m)] * has_out + ['uint pid : SV_PrimitiveID'] * pid
        if has_out:
            lines += self.sum(given.inner, 'op[%d]' % rng.randrange(m), False)
        lines += ['acc += pid;'] * pid + ['%s pc;' % patch.kind.name] + ['pc' + one for one in sets]
        lines += [line for one in patch.inner for line in self.assigned([one], 'pc')] + ['return pc;']
        self.functions += self.function('%s PC(%s)' % (patch.kind.name, ', '.join(parameters)), lines)
        parameters = ['InputPatch<%s, %d> ip' % (taken.kind.name, n)] + ['uint oid : SV_OutputControlPointID'] * oid + ['uint pid : SV_PrimitiveID'] * pid
        body = self.start() + self.sum(taken.inner, 'ip[%s]' % ('oid %% %d' % n if oid else '0')) + ['acc += pid;'] * pid
        body += ['%s r;' % given.kind.name] + [line for one in given.inner for line in self.assigned([one], 'r')] + ['return r;']
        topology = rng.choice(('point', 'line') if domain == 'isoline' else ('point', 'triangle_cw', 'triangle_ccw'))
        attributes = ['[domain("%s")]' % domain, '[partitioning("%s")]' % rng.choice(('integer', 'fractional_even', 'fractional_odd', 'pow2')),
                      '[outputtopology("%s")]' % topology, '[outputcontrolpoints(%d)]' % m, '[patchconstantfunc("PC")]']
        attributes += ['[maxtessfactor(%s)]' % rng.choice(('15', '64.0', '1.5'))] * (rng.random() < 0.3)
        rng.shuffle(attributes)
        return attributes + self.function('%s main(%s)' % (given.kind.name, ', '.join(parameters)), body)

    def ds(self):
        rng = self.rng
        taken, given = self.record(('ds', 'in')), self.record(('ds', 'out'))
        domain, patch, location, _ = self.patch()
        n = rng.randint(1, 6)
        pid = rng.random() < 0.3
        lines = self.start() + self.sum(taken.inner, 'op[%d]' % rng.randrange(n)) + self.sum(patch.inner, 'pc', False)
        if rng.random() < 0.3:
            lines.append('acc += pc.edge[1];')
        lines += ['acc += pid;'] * pid + ['acc += loc.x;'] + ['%s r;' % given.kind.name]
        lines += [line for one in given.inner for line in self.assigned([one], 'r')] + ['return r;']
        parameters = ['%s pc' % patch.kind.name, '%s loc : SV_DomainLocation' % location, 'const OutputPatch<%s, %d> op' % (taken.kind.name, n)]
        parameters += ['uint pid : SV_PrimitiveID'] * pid
        if rng.random() < 0.5:
            rng.shuffle(parameters)
        return ['[domain("%s")]' % domain] + self.function('%s main(%s)' % (given.kind.name, ', '.join(parameters)), lines)

    def threads(self):
        rng = self.rng
        names = (('SV_DispatchThreadID', 'uint3', 'did.x'), ('SV_GroupID', 'uint3', 'did.y'), ('SV_GroupThreadID', 'uint', 'did'),
                 ('SV_GroupIndex', 'uint', 'did'), ('SV_ViewID', 'uint', 'did'))
        if self.options.stage == 'as':
            names = names[:4]
        name, kind, use = rng.choice(names)
        sizes = (rng.choice((1, 4, 32, 8)), rng.choice((1, 2, 4)), 1)
        return '[numthreads(%d, %d, %d)]' % sizes, '%s did : %s' % (kind, name), 'acc += %s;' % use

    def payload(self):
        kind = self.structures.new(1)
        return kind

    def ms(self):
        rng = self.rng
        attribute, parameter, use = self.threads()
        vertex, primitive = self.record(('ms', 'out')), self.record(('mp', 'out'), 4) if rng.random() < 0.6 else None
        topology = rng.choice(('line', 'triangle'))
        index = {'line': 'uint2', 'triangle': 'uint3'}[topology]
        v, p = rng.randint(1, 60), rng.randint(1, 60)
        parameters = ['out vertices %s vs[%d]' % (vertex.kind.name, v), 'out indices %s is[%d]' % (index, p)]
        lines = self.start() + [use] + self.sum([])
        if rng.random() < 0.4:
            kind = self.payload()
            parameters.append('in payload %s pay' % kind.name)
            lines += ['acc += %s;' % one for one in reads(rng, kind, 'pay')]
        lines += ['SetMeshOutputCounts(%d, %d);' % (rng.randint(1, v), rng.randint(1, p))]
        lines += ['%s a;' % vertex.kind.name] + [line for one in vertex.inner for line in self.assigned([one], 'a')] + ['vs[at] = a;']
        lines += ['is[at] = (%s)at;' % index]
        if primitive:
            parameters.append('out primitives %s ps[%d]' % (primitive.kind.name, p))
            lines += ['%s b;' % primitive.kind.name] + [line for one in primitive.inner for line in self.assigned([one], 'b')] + ['ps[at] = b;']
        parameters.append(parameter)
        rng.shuffle(parameters)
        return ['[outputtopology("%s")]' % topology, attribute] + self.function('void main(%s)' % ', '.join(parameters), lines)

    def as_(self):
        rng = self.rng
        attribute, parameter, use = self.threads()
        kind = self.payload()
        self.functions.append('groupshared %s pay;' % kind.name)
        lines = self.start() + [use] + self.sum([]) + ['pay = (%s)0;' % kind.name, 'DispatchMesh(at, 1, %d, pay);' % rng.randint(1, 9)]
        return [attribute] + self.function('void main(%s)' % parameter, lines)


setattr(Program, 'as', Program.as_)
