# SPDX-License-Identifier: MIT
"""Random libraries: ray tracing, nodes of work graphs, compute, and functions that others call."""
import random

import shapes
from objects import Objects
from program import Options, Program
from shapes import reads
from signatures import Signatures

RAYS = ('raygeneration', 'miss', 'closesthit', 'anyhit', 'callable', 'intersection')
# System values that these may read, as sums of numbers, and those of hits.
SYSTEM = ('DispatchRaysIndex().x', 'DispatchRaysDimensions().y')
RAY = ('WorldRayOrigin().x', 'WorldRayDirection().y', 'RayTMin()', 'RayFlags()', 'RayTCurrent()')
HIT = RAY + ('InstanceIndex()', 'InstanceID()', 'PrimitiveIndex()', 'ObjectRayOrigin().z', 'ObjectToWorld3x4()[1][2]', 'WorldToObject4x3()[2][1]')
RECORD_INPUTS = {'broadcasting': ('DispatchNodeInputRecord', 'RWDispatchNodeInputRecord'),
                 'coalescing': ('GroupNodeInputRecords', 'RWGroupNodeInputRecords'),
                 'thread': ('ThreadNodeInputRecord', 'RWThreadNodeInputRecord')}


class LibraryOptions(Options):
    def __init__(self, rng, nodes):
        super().__init__(rng)
        self.stage = 'lib'
        self.model = rng.choice((8, 9)) if nodes else rng.choice((3, 4, 5, 6, 6, 7, 8, 9))
        self.packing = ''
        self.version = rng.choice(('2021', '2018', '202x'))
        self.rest += [words for words, often in (('-default-linkage external', 0.1), ('-default-linkage internal', 0.1),
                                                 ('-disable-payload-qualifiers', 0.9), ('-export-shaders-only', 0.1)) if rng.random() < often]
        self.rest = [word for words in self.rest for word in words.split()]
        if self.model < 6 and '-disable-payload-qualifiers' in self.rest:
            self.rest.remove('-disable-payload-qualifiers')


class Library(Program):
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.nodes = rng.random() < 0.4
        self.options = LibraryOptions(rng, self.nodes)
        self.structures = shapes.Structures(rng, self.options)
        self.signatures = Signatures(rng, self.options)
        self.objects = Objects(rng, self.options, self.structures, True)
        if rng.random() < 0.6:
            self.objects.declare('RaytracingAccelerationStructure', '', 't')
            self.scene = self.objects.text[-1].split()[1].split('[')[0].rstrip(';') if '[' not in self.objects.text[-1] else None
        else:
            self.scene = None
        self.functions, self.number = [], 0
        for _ in range(rng.randint(0, 2)):
            self.helper()
        self.main = []
        for _ in range(rng.randint(1, 5)):
            self.main += self.node() if self.nodes and rng.random() < 0.7 else self.shader()

    def name(self, stem):
        self.number += 1
        return '%s%d' % (stem, self.number)

    def some(self):
        """Some of what reads and writes objects."""
        rng = self.rng
        lines = ['acc += %s;' % one for one in self.objects.reads if rng.random() < 0.4]
        lines += [one for one in self.objects.writes if rng.random() < 0.4]
        calls = [one for one in self.helpers if rng.random() < 0.3] if hasattr(self, 'helpers') else []
        lines += ['acc += %s(at);' % one for one in calls]
        rng.shuffle(lines)
        return lines

    def helper(self):
        self.helpers = getattr(self, 'helpers', [])
        name, words = self.name('f'), self.rng.choice(('', 'export ', 'static ', '[noinline] '))
        self.functions += self.function('%sfloat %s(uint at)' % (words, name), ['float acc = at;'] + self.some() + ['return acc;'])
        self.helpers.append(name)

    def plain_structure(self):
        return self.structures.new(1, names=('float', 'uint', 'int', 'half', 'float', 'bool', 'min16float'))

    def changes(self, kind, text):
        """Statements that read and write members."""
        rng = self.rng
        lines = ['acc += %s;' % one for one in reads(rng, kind, text, 2)]
        for name, inner in kind.members:
            if inner.members is None and not inner.dims and rng.random() < 0.5:
                lines.append('%s.%s = (%s)acc;' % (text, name, inner.name))
        return lines

    def shader(self):
        rng = self.rng
        stage = rng.choice(RAYS + ('compute',))
        if stage == 'compute':
            attribute, parameter, use = self.threads()
            if 'SV_ViewID' in parameter:
                parameter, use = 'uint did : SV_GroupIndex', 'acc += did;'
            return ['[shader("compute")]', attribute] + self.function('void %s(%s)' % (self.name('cs'), parameter), self.start() + [use] + self.some())
        lines, parameters, result = self.start(), [], 'void'
        values = {'raygeneration': SYSTEM, 'callable': SYSTEM, 'miss': SYSTEM + RAY}.get(stage, SYSTEM + HIT)
        lines += ['acc += %s;' % one for one in rng.sample(values, rng.randint(0, 2))] + self.some()
        if stage in ('miss', 'closesthit', 'anyhit', 'callable'):
            kind = self.plain_structure()
            parameters.append('inout %s p' % kind.name)
            lines += self.changes(kind, 'p')
        if stage in ('closesthit', 'anyhit'):
            kind = rng.choice((None, self.small()))
            parameters.append('%s%s a' % (rng.choice(('', 'in ')), kind.name if kind else 'BuiltInTriangleIntersectionAttributes'))
            lines += ['acc += %s;' % one for one in (reads(rng, kind, 'a', 2) if kind else ['a.barycentrics.x'])]
        if stage == 'anyhit':
            lines.append('if (acc > 2) %s();' % rng.choice(('IgnoreHit', 'AcceptHitAndEndSearch')))
        if stage == 'intersection':
            kind = self.small()
            lines += ['%s a = (%s)0;' % (kind.name, kind.name), 'ReportHit(acc, %d, a);' % rng.randrange(9)]
        if stage in ('raygeneration', 'closesthit', 'miss') and rng.random() < 0.6:
            lines += self.trace()
        return ['[shader("%s")]' % stage] + self.function('%s %s(%s)' % (result, self.name(stage[:2]), ', '.join(parameters)), lines)

    def small(self):
        return self.structures.new(0, names=('float', 'uint'))

    def trace(self):
        rng, kind = self.rng, self.plain_structure()
        lines = ['%s q = (%s)0;' % (kind.name, kind.name)]
        if self.scene and rng.random() < 0.7:
            lines += ['RayDesc d = {float3(acc, 0, 0), 0.5, float3(0, 1, 0), 100};', 'TraceRay(%s, %s, 255, 0, 1, at, d, q);'
                      % (self.scene, rng.choice(('RAY_FLAG_NONE', '0', 'RAY_FLAG_FORCE_OPAQUE')))]
        else:
            lines.append('CallShader(at, q);')
        return lines + ['acc += %s;' % one for one in reads(rng, kind, 'q', 2)]

    def node(self):
        rng = self.rng
        launch = rng.choice(list(RECORD_INPUTS))
        attributes = ['[shader("node")]', '[nodelaunch("%s")]' % launch]
        sizes = (rng.choice((1, 8, 32)), rng.choice((1, 2)), 1) if launch != 'thread' else (1, 1, 1)
        if launch != 'thread' or rng.random() < 0.3:
            attributes.append('[numthreads(%d, %d, %d)]' % sizes)
        if launch == 'broadcasting':
            attributes.append(rng.choice(('[nodedispatchgrid(2, 3, 1)]', '[nodemaxdispatchgrid(9, 8, 7)]')))
        for text, often in (('[nodeisprogramentry]', 0.2), ('[nodeid("n%d", %d)]' % (self.number, rng.randrange(3)), 0.3),
                            ('[nodelocalrootargumentstableindex(%d)]' % rng.randrange(5), 0.2),
                            ('[nodeshareinputof("other", 2)]' if launch != 'none' else '', 0.1)):
            if text and rng.random() < often:
                attributes.append(text)
        lines, parameters = self.start() + self.some(), []
        dynamic = '[nodemaxdispatchgrid(9, 8, 7)]' in attributes
        if dynamic or rng.random() < 0.8:
            lines += self.record_input(launch, dynamic, parameters)
        if launch != 'thread' and rng.random() < 0.5:
            parameters.append('uint gi : SV_GroupIndex')
            lines.append('acc += gi;')
        for _ in range(rng.randint(0, 3)):
            self.output(launch, parameters, lines)
        rng.shuffle(parameters)
        rng.shuffle(attributes)
        return attributes + self.function('void %s(%s)' % (self.name('n'), ', '.join(parameters)), lines)

    def record_input(self, launch, dynamic, parameters):
        rng, kind = self.rng, self.plain_structure()
        if dynamic:
            text = self.structures.text.pop().split('\n')
            text.insert(rng.randint(1, len(text) - 1), '    %s grid : SV_DispatchGrid;' % rng.choice(('uint3', 'uint2', 'uint', 'uint16_t3' if self.options.native else 'uint3')))
            self.structures.text.append('\n'.join(text))
        words = rng.choice(('', '[MaxRecords(%d)] ' % rng.randint(1, 9))) if launch == 'coalescing' else rng.choice(('', ''))
        if not dynamic and launch == 'coalescing' and rng.random() < 0.2:
            parameters.append('%sEmptyNodeInput e' % words)
            return ['acc += e.Count();']
        shown = rng.choice(RECORD_INPUTS[launch])
        parameters.append('%s%s%s<%s> r' % (words, 'globallycoherent ' if shown[:2] == 'RW' and launch != 'thread' and rng.random() < 0.3 else '', shown, kind.name))
        text = 'r.Get()' if launch != 'coalescing' else rng.choice(('r[0]', 'r.Get(0)'))
        return ['acc += %s;' % one for one in reads(rng, kind, text, 2)]

    def output(self, launch, parameters, lines):
        rng, name = self.rng, 'o%d' % len(parameters)
        words = ['[MaxRecords(%d)]' % rng.randint(1, 40)]
        words += [text for text, often in (('[nodeid("t%d", %d)]' % (len(parameters), rng.randrange(4)), 0.4), ('[allowsparsenodes]', 0.2),
                                           ('[NodeArraySize(%d)]' % rng.randint(2, 9), 0.0)) if rng.random() < often]
        array, empty = rng.random() < 0.3, rng.random() < 0.3
        if array:
            words.append(rng.choice(('[NodeArraySize(%d)]' % rng.randint(2, 9), '[unboundedsparsenodes]')))
            if 'unbounded' in words[-1] and '[allowsparsenodes]' in words:
                words.remove('[allowsparsenodes]')
        rng.shuffle(words)
        place = name + ('[at]' if array else '')
        if empty:
            parameters.append('%s %s %s' % (' '.join(words), 'EmptyNodeOutputArray' if array else 'EmptyNodeOutput', name))
            lines.append('%s.%s(%d);' % (place, 'GroupIncrementOutputCount' if launch != 'thread' and rng.random() < 0.5 else 'ThreadIncrementOutputCount', rng.randint(1, 3)))
            return
        kind = self.plain_structure()
        parameters.append('%s %s<%s> %s' % (' '.join(words), 'NodeOutputArray' if array else 'NodeOutput', kind.name, name))
        who = 'Group' if launch != 'thread' and rng.random() < 0.5 else 'Thread'
        lines.append('%sNodeOutputRecords<%s> w%s = %s.Get%sNodeOutputRecords(1);' % (who, kind.name, name, place, who))
        lines += self.changes(kind, 'w%s.Get()' % name)
        lines.append('w%s.OutputComplete();' % name)
