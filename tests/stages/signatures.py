# SPDX-License-Identifier: MIT
"""Random parameters and results of entry points."""
from shapes import Type, arrayed, number, read

MODIFIERS = ('linear ', 'nointerpolation ', 'centroid ', 'noperspective ', 'sample ', 'linear centroid ', 'noperspective centroid ',
             'noperspective sample ', 'linear sample ')
SEMANTICS = ('TEXCOORD', 'COLOR', 'NORMAL', 'A', 'B', 'User_Data', 'tangent', 'POSITION')
# System values by stage and direction: (semantic, types, how often); the stages are those of elements with a place.
F1, F4, U1 = ('float',), ('float4',), ('uint',)
CLIP = ('float', 'float2', 'float3', 'float4')
SYSTEM = {
    ('vs', 'in'): [('SV_VertexID', U1), ('SV_InstanceID', U1), ('SV_ViewID', U1), ('SV_StartVertexLocation', ('int',)),
                   ('SV_StartInstanceLocation', U1)],
    ('vs', 'out'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1),
                    ('SV_ViewportArrayIndex', U1), ('SV_ShadingRate', U1)],
    ('ps', 'in'): [('SV_Position', F4), ('SV_IsFrontFace', ('bool', 'uint')), ('SV_PrimitiveID', U1), ('SV_SampleIndex', U1), ('SV_Coverage', U1),
                   ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1),
                   ('SV_ViewportArrayIndex', U1), ('SV_ViewID', U1), ('SV_Barycentrics', ('float3',)), ('SV_InnerCoverage', U1),
                   ('SV_ShadingRate', U1)],
    ('ps', 'out'): [('SV_Depth', F1), ('SV_Coverage', U1), ('SV_DepthGreaterEqual', F1), ('SV_StencilRef', U1), ('SV_DepthLessEqual', F1)],
    ('gs', 'in'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1)],
    ('gs', 'out'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1),
                    ('SV_ViewportArrayIndex', U1), ('SV_PrimitiveID', U1), ('SV_ShadingRate', U1)],
    ('hs', 'in'): [('SV_Position', F4), ('SV_ClipDistance', CLIP)],
    ('hs', 'out'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1)],
    ('pc', 'out'): [],
    ('ds', 'out'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP), ('SV_RenderTargetArrayIndex', U1),
                    ('SV_ViewportArrayIndex', U1), ('SV_ShadingRate', U1)],
    ('ms', 'out'): [('SV_Position', F4), ('SV_ClipDistance', CLIP), ('SV_CullDistance', CLIP)],
    ('mp', 'out'): [('SV_PrimitiveID', U1), ('SV_RenderTargetArrayIndex', U1), ('SV_ViewportArrayIndex', U1), ('SV_CullPrimitive', ('bool',)),
                    ('SV_ShadingRate', U1)],
}
for stage in ('ds', ):
    SYSTEM[(stage, 'in')] = SYSTEM[('hs', 'in')]
SYSTEM[('pc', 'in')] = []


class Element:
    """A parameter or a member with a semantic, or a structure of such."""

    def __init__(self, name, kind, semantic='', words='', inner=None):
        self.name, self.kind, self.semantic, self.words, self.inner = name, kind, semantic, words, inner

    def declared(self, prefix=''):
        return '%s%s%s%s' % (prefix, self.words, self.kind.declared(self.name), ' : ' + self.semantic if self.semantic else '')

    def leaves(self, text):
        text += ('.' if text else '') + self.name
        if self.inner is None:
            yield text, self
        for one in self.inner or ():
            yield from one.leaves(text)


class Signatures:
    def __init__(self, rng, options):
        self.rng, self.options, self.text, self.count = rng, options, [], 0
        self.taken = {}

    def name(self):
        self.count += 1
        return 'v%d' % self.count

    def semantic(self, side, kind):
        """A semantic with indices that are free on a side."""
        rng, taken = self.rng, self.taken.setdefault(side, set())
        rows = kind.rows if 'x' in kind.name[-3:] else 1
        for d in kind.dims:
            rows *= d
        for _ in range(9):
            name, at = rng.choice(SEMANTICS), rng.randrange(12)
            wanted = {(name.lower(), at + i) for i in range(max(rows, kind.columns if 'x' in kind.name[-3:] else 1) * 1)}
            if not wanted & taken:
                taken |= wanted
                return name + (str(at) if at or rng.random() < 0.3 else '')
        return 'U%d_' % self.count + rng.choice(('', '3'))

    def user(self, side):
        rng = self.rng
        kind = number(rng, self.options, 'all')
        # The reference confuses rows and columns of row-major matrices in arrays and in control points.
        if 'x' in kind.name[-3:] and side[0] in ('gs', 'hs', 'ds'):
            kind.order = 'column_major '
        is_row_major = kind.order.startswith('row') or 'x' in kind.name[-3:] and '-Zpr' in self.options.rest and not kind.order
        kind = kind if is_row_major else arrayed(rng, kind, 0.2)
        words = rng.choice(MODIFIERS) if rng.random() < 0.35 and side[1] != 'none' else ''
        whole = not any(w in kind.scalar for w in ('float', 'half'))
        if whole and words and rng.random() < 0.95:
            words = 'nointerpolation '
        if whole and side == ('ps', 'in') and rng.random() < 0.97:
            words = 'nointerpolation '
        return Element(self.name(), kind, self.semantic(side, kind), words)

    def system(self, side):
        rng = self.rng
        free = [row for row in SYSTEM.get(side, ()) if (row[0].lower(), 0) not in self.taken.setdefault(side, set())]
        if not free:
            return None
        name, kinds = rng.choice(free)
        self.taken[side].add((name.lower(), 0))
        text = rng.choice(kinds)
        columns = int(text[-1]) if text[-1].isdigit() else 1
        kind = Type(text, scalar=text.rstrip('234'), columns=columns)
        if name in ('SV_ClipDistance', 'SV_CullDistance') and rng.random() < 0.15:
            kind = Type(text, dims=(2,), scalar=kind.scalar, columns=columns)
        if rng.random() < 0.15:
            name = rng.choice((name.lower(), name.upper()))
        words = rng.choice(MODIFIERS) if rng.random() < 0.05 else ''
        return Element(self.name(), kind, name, words)

    def target(self, side):
        at = self.rng.randrange(8)
        taken = self.taken.setdefault(side, set())
        if ('sv_target', at) in taken:
            return None
        taken.add(('sv_target', at))
        kind = number(self.rng, self.options, matrices=False, names=('float', 'float', 'float', 'int', 'uint', 'half', 'min16float'))
        return Element(self.name(), kind, 'SV_Target%s' % (at or self.rng.choice(('', '0'))))

    def one(self, side):
        rng = self.rng
        if side == ('ps', 'out'):
            return self.target(side) if rng.random() < 0.8 else self.system(side)
        made = self.system(side) if rng.random() < 0.35 else None
        if made or side == ('ps', 'out'):
            return made
        return self.user(side)

    def elements(self, side, most=6, depth=1):
        found = []
        for _ in range(self.rng.randint(0, most)):
            one = self.structure(side, depth - 1, most // 2) if depth and self.rng.random() < 0.15 else self.one(side)
            if one:
                found.append(one)
        return found

    def structure(self, side, depth=1, most=6):
        inner = self.elements(side, most, depth) or [one for one in [self.one(side)] if one]
        if not inner:
            return None
        name = 'T%d' % self.count
        self.count += 1
        self.text.append('struct %s {\n%s\n};' % (name, '\n'.join('    %s;' % one.declared() for one in inner)))
        return Element(self.name(), Type(name, [(one.name, one.kind) for one in inner]), '', '', inner)

    def split(self, side, most=6):
        """Elements as parameters."""
        found = self.elements(side, most, 1)
        if self.rng.random() < 0.5:
            made = self.structure(side, 1, most)
            found += [made] if made else []
        return found
