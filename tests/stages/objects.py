# SPDX-License-Identifier: MIT
"""Random resources and constant buffers, and what a shader may read from and write to them."""
import shapes
from shapes import Type, number, read, reads

VIEWS = ('Texture1D', 'Texture1DArray', 'Texture2D', 'Texture2DArray', 'Texture3D', 'TextureCube', 'TextureCubeArray',
         'Texture2DMS', 'Texture2DMSArray', 'Buffer', 'StructuredBuffer', 'ByteAddressBuffer')
WRITABLE = ('RWTexture1D', 'RWTexture1DArray', 'RWTexture2D', 'RWTexture2DArray', 'RWTexture3D', 'RWBuffer',
            'RWStructuredBuffer', 'RWByteAddressBuffer', 'AppendStructuredBuffer', 'ConsumeStructuredBuffer')
# Coordinates of a load, with the mip level, and of a sample, without the array element.
LOADS = {'Texture1D': 'int2(at, 0)', 'Texture1DArray': 'int3(at, 1, 0)', 'Texture2D': 'int3(at, 1, 0)',
         'Texture2DArray': 'int4(at, 1, 2, 0)', 'Texture3D': 'int4(at, 1, 2, 0)'}
PLACES = {'Texture1D': 'at', 'Texture1DArray': 'uint2(at, 1)', 'Texture2D': 'uint2(at, 1)', 'Texture2DArray': 'uint3(at, 1, 2)',
          'Texture3D': 'uint3(at, 1, 2)', 'Buffer': 'at'}
SAMPLES = {'Texture1D': '0.5', 'Texture1DArray': 'float2(0.5, at)', 'Texture2D': 'float2(0.5, at)', 'Texture3D': 'float3(0.5, at, 1)',
           'Texture2DArray': 'float3(0.5, at, 1)', 'TextureCube': 'float3(1, 0.5, at)', 'TextureCubeArray': 'float4(1, 0.5, 2, at)'}
TYPED = ('float', 'float4', 'float2', 'float3', 'uint', 'int4', 'uint2', 'int', 'unorm float4', 'snorm float2', 'half4', 'min16float2',
         'unorm float', 'int3')


class Objects:
    """Declarations, expressions that read (each a float), and statements that write."""

    def __init__(self, rng, options, structures, writes):
        self.rng, self.options, self.structures = rng, options, structures
        self.text, self.reads, self.writes = [], [], []
        self.used, self.count = set(), 0
        for _ in range(rng.randint(0, 5)):
            self.view()
        for _ in range(rng.randint(0, 3) if writes else 0):
            self.writable()
        for _ in range(rng.randint(0, 3)):
            rng.choice((self.constants, self.constants, self.constant_object, self.loose, self.loose))()

    def name(self):
        self.count += 1
        return self.rng.choice(('r%d', 'tex%d', 'Z%d', 'a_%d')) % self.count

    def place(self, letter):
        """A register annotation; a register is used once."""
        dice = self.rng.random()
        if dice < 0.4:
            return ''
        space = self.rng.choice((0, 0, 1, 7))
        if dice < 0.5:
            return ' : register(space%d)' % space if space else ''
        number = self.rng.randrange(30) * 40
        if (letter, number, space) in self.used:
            return ''
        self.used.add((letter, number, space))
        return ' : register(%s%d%s)' % (letter, number, ', space%d' % space if space or self.rng.random() < 0.1 else '')

    def array(self, place, letter):
        """Brackets of a declaration, and of a use."""
        dice = self.rng.random()
        if dice < 0.7:
            return '', ''
        if dice < 0.85:
            n = self.rng.randint(1, 4)
            return '[%d]' % n, self.rng.choice(('[%d]' % self.rng.randrange(n), '[at %% %d]' % n, '[NonUniformResourceIndex(at %% %d)]' % n))
        if dice < 0.92 and letter != 'b':  # the reference reads nothing then
            n, m = self.rng.randint(1, 3), self.rng.randint(1, 3)
            return '[%d][%d]' % (n, m), '[at %% %d][%d]' % (n, self.rng.randrange(m))
        if 'space' in place or not place:
            return '[]', '[%d]' % self.rng.randrange(4)
        return '', ''

    def element(self, structured):
        if structured:
            if self.rng.random() < 0.5:
                return number(self.rng, self.options, names=('float', 'uint', 'int', 'bool', 'half', 'double', 'min16uint'))
            return self.structures.any()
        text = self.rng.choice(TYPED)
        word = text.split()[-1]
        columns = int(word[-1]) if word[-1].isdigit() and not word.endswith('16') else 1
        return Type(text, scalar=text.rstrip('1234') if columns > 1 or text[-1] == '1' else text, columns=columns)

    def declare(self, kind, argument, letter, words=''):
        name, place = self.name(), self.place(letter)
        brackets, use = self.array(place, letter)
        if brackets == '[]' and not place:
            place = ' : register(space%d)' % (20 + self.count)
        self.text.append('%s%s%s %s%s%s;' % (words, kind, '<%s>' % argument if argument else '', name, brackets, place))
        return name + use

    def view(self):
        rng = self.rng
        kind = rng.choice(VIEWS)
        structured = kind == 'StructuredBuffer'
        element = None if kind == 'ByteAddressBuffer' else self.element(structured)
        argument = element.name if element else ''
        if element and element.order and structured:
            element.order = ''
        if kind.startswith('Texture2DMS'):
            argument += rng.choice(('', ', 4', ', 2'))
        text = self.declare(kind, argument, 't')
        if rng.random() < 0.8:
            self.reads += [self.view_read(kind, element, text) for _ in range(rng.randint(1, 2))]

    def view_read(self, kind, element, text):
        rng = self.rng
        if kind == 'ByteAddressBuffer':
            ways = ('asfloat(%s.Load(at * 4))', '(float)%s.Load4(16).w')
            ways += ('%s.Load<float4x3>(at * 16)._m12', '(float)%s.Load<int3>(8).y') if self.options.model >= 2 else ()
            return rng.choice(ways) % text
        value = lambda got: read(rng, Type(element.name, element.members, (), '', element.scalar, element.rows, element.columns), got)
        if kind in ('Buffer', 'StructuredBuffer'):
            return value(rng.choice(('%s[at]', '%s.Load(at)', '%s[3]')) % text)
        if kind == 'Texture2DMS':
            return value('%s.Load(int2(at, 1), 0)' % text)
        if kind == 'Texture2DMSArray':
            return value('%s.Load(int3(at, 1, 2), 1)' % text)
        real = any(word in element.name for word in ('float', 'half'))
        ways = [value('%s.SampleLevel(%s, %s, 1.5)' % (text, self.sampler(), SAMPLES[kind]))] if real else []
        if kind in LOADS:
            ways += [value('%s.Load(%s)' % (text, LOADS[kind])), value('%s[%s]' % (text, PLACES[kind]))]
        return rng.choice(ways) if ways else '1.0'

    def sampler(self):
        if not getattr(self, 'samplers', None) or self.rng.random() < 0.2:
            self.samplers = getattr(self, 'samplers', None) or []
            self.samplers.append(self.declare(self.rng.choice(('SamplerState', 'sampler')), '', 's'))
        return self.rng.choice(self.samplers)

    def writable(self):
        rng = self.rng
        kind = rng.choice(WRITABLE)
        structured = 'Structured' in kind
        element = None if kind == 'RWByteAddressBuffer' else self.element(structured)
        if element:
            element.order = ''
        words = rng.choice(('', '', '', 'globallycoherent ')) if not kind.startswith(('Append', 'Consume')) else ''
        if self.options.stage == 'ps' and kind.startswith('RW') and rng.random() < 0.2:
            words, kind_text = '', 'RasterizerOrdered' + kind[2:]
        else:
            kind_text = kind
        text = self.declare(kind_text, element.name if element else '', 'u', words)
        if rng.random() < 0.2:
            return
        if kind == 'RWByteAddressBuffer':
            self.writes.append(rng.choice(('%s.Store(at * 4, asuint(acc));', '%s.InterlockedAdd(4, at);', '%s.Store<float3>(16, acc.xxx);',
                                           'acc += %s.Load(8);')) % text)
            return
        zero = '(%s)%s' % (element.name.replace('unorm ', '').replace('snorm ', ''), 'acc' if element.members is None else '0')
        if kind.startswith('Append'):
            self.writes.append('%s.Append(%s);' % (text, zero))
        elif kind.startswith('Consume'):
            self.reads.append(read(rng, element, text + '.Consume()'))
        else:
            place = '%s[%s]' % (text, PLACES.get(kind[2:], 'at'))
            ways = ['%s = %s;' % (place, zero), 'acc += %s;' % read(rng, element, place)]
            if structured:
                ways.append('acc += %s.IncrementCounter();' % text if '[' not in text else ways[0])
            self.writes.append(rng.choice(ways))

    def constants(self):
        """A block of variables."""
        rng, name = self.rng, self.name()
        members = [('%s_c%d' % (name.lower(), i), self.structures.member(1)) for i in range(rng.randint(1, 6))]
        word, letter = rng.choice((('cbuffer', 'b'), ('cbuffer', 'b'), ('cbuffer', 'b'), ('tbuffer', 't')))
        explicit = rng.random() < 0.3
        lines = ['    %s%s;' % (kind.declared(m), ' : packoffset(c%d%s)' % (20 * i, '') if explicit else '') for i, (m, kind) in enumerate(members)]
        self.text.append('%s %s%s {\n%s\n}' % (word, name, self.place(letter), '\n'.join(lines)))
        for m, kind in members:
            self.reads += reads(rng, kind, m, 1)

    def constant_object(self):
        rng = self.rng
        kind = self.structures.any()
        word, letter = rng.choice((('ConstantBuffer', 'b'), ('ConstantBuffer', 'b'), ('TextureBuffer', 't')))
        self.reads += reads(rng, kind, self.declare(word, kind.name, letter))

    def loose(self):
        rng, name = self.rng, self.name()
        kind = self.structures.member(1)
        self.text.append('%s%s;' % (rng.choice(('', '', 'uniform ', 'const ')), kind.declared(name)))
        self.reads += reads(rng, kind, name, 1)
