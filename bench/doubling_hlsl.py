#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the time to compile HLSL grows with sources that are made to keep the front end and the passes busy.

    bench/doubling_hlsl.py [-n N] [-r ROUNDS] DXK [SHAPE...]     a table: seconds for N, 2 N, 4 N, and the growth
    bench/doubling_hlsl.py --check DXK [SHAPE...]                exit 1 if something grows much faster than its input
    bench/doubling_hlsl.py --write SHAPE N                       the source, to look at

Each shape has N functions, statements, levels, macros or values of one kind; see doubling.py for what is measured.
"""
import os
import sys

import doubling

HEAD = 'RWStructuredBuffer<int> o : register(u0);\nRWStructuredBuffer<float4> f : register(u1);\n'
MAIN = '[numthreads(1, 1, 1)]\nvoid main(uint3 i : SV_DispatchThreadID)\n{\n%s}\n'


def shader(before, body):
    return HEAD + before + MAIN % body


def functions(n):
    """N functions, each called once."""
    return shader(''.join('int f%d(int x) { return x * %d + o[x]; }\n' % (i, i) for i in range(n)),
                  '    int s = 0;\n' + ''.join('    s += f%d(s);\n' % i for i in range(n)) + '    o[0] = s;\n')


def unused_functions(n):
    """N functions that nothing calls."""
    return shader(''.join('int f%d(int x) { return x * %d + o[x]; }\n' % (i, i) for i in range(n)), '    o[0] = 1;\n')


def overloads(n):
    """N structures with an overload of a function for each, 50 of them called."""
    return shader(''.join('struct S%d { int v; };\nint get(S%d s) { return s.v; }\n' % (i, i) for i in range(n)),
                  ''.join('    S%d s%d; s%d.v = o[%d]; o[%d] = get(s%d);\n' % (i, i, i, i, i + 1, i) for i in range(min(n, 50))))


def statements(n):
    """One function of N statements with vectors."""
    return shader('', '    float4 v = f[i.x];\n' + ''.join('    v = v.yzwx * f[%d] + v;\n' % j for j in range(n)) + '    f[0] = v;\n')


def variables(n):
    """N variables, each used in the next."""
    return shader('', '    int v0 = o[0];\n' + ''.join('    int v%d = v%d ^ o[%d];\n' % (j + 1, j, j) for j in range(n))
                  + '    o[1] = v%d;\n' % n)


def branches(n):
    """N branches, one after the other, that write one variable."""
    return shader('', '    int v = 0;\n' + ''.join('    if (o[%d] > v) v += o[v];\n' % j for j in range(n)) + '    o[0] = v;\n')


def nested(n):
    """N blocks, 100 deep."""
    one = '    ' + ''.join('if (o[%d]) { ' % j for j in range(100)) + 'o[1]++; ' + '} ' * 100 + '\n'
    return shader('', one * max(n // 100, 1))


def loops(n):
    """N loops, one after the other."""
    return shader('', ''.join('    for (int j%d = 0; j%d < o[%d]; j%d++) o[j%d] += %d;\n' % (j, j, j, j, j, j) for j in range(n)))


def unrolled(n):
    """A loop of N rounds that is written out."""
    return shader('', '    int s = 0;\n    [unroll]\n    for (int j = 0; j < %d; j++) s = s * 3 + o[j];\n    o[0] = s;\n' % min(n, 4000))


def switch(n):
    """A switch with N cases."""
    return shader('', '    int v = 0;\n    switch (o[i.x]) {\n' + ''.join('    case %d: v = o[%d]; break;\n' % (j, j * 7) for j in range(n))
                  + '    }\n    o[0] = v;\n')


def initialiser(n):
    """A constant array of N values, indexed."""
    return shader('static const int table[%d] = {%s};\n' % (n, ', '.join(str(j * 37 % 101) for j in range(n))), '    o[0] = table[i.x];\n')


def macros(n):
    """N macros, each of which stands for the one before."""
    return ('#define M0 1\n' + ''.join('#define M%d (M%d)\n' % (j + 1, j) for j in range(min(n, 150)))
            + shader(''.join('#define K%d %d\n' % (j, j) for j in range(n)), '    o[0] = M%d;\n' % min(n, 150)
                     + ''.join('    o[%d] = K%d;\n' % (j % 16, j) for j in range(n))))


def conditions(n):
    """N conditional groups of lines."""
    return shader(''.join('#if defined(X%d) || %d > 3\nstatic const int c%d = %d;\n#else\nint e%d;\n#endif\n' % (j, j, j, j, j) for j in range(n)),
                  '    o[0] = 1;\n')


def templates(n):
    """A function template with N arguments."""
    return shader('template<int N> int add(int x) { return x + N + o[x]; }\n',
                  '    int s = 0;\n' + ''.join('    s += add<%d>(s);\n' % j for j in range(n)) + '    o[0] = s;\n')


def globals_(n):
    """N constants in one buffer, all read."""
    return shader('cbuffer C {\n' + ''.join('    float4 c%d;\n' % j for j in range(min(n, 4000))) + '};\n',
                  '    float4 v = 0;\n' + ''.join('    v += c%d;\n' % j for j in range(min(n, 4000))) + '    f[0] = v;\n')


def resources(n):
    """N buffers, all read."""
    return shader(''.join('Buffer<float4> b%d;\n' % j for j in range(n)),
                  '    float4 v = 0;\n' + ''.join('    v += b%d[i.x];\n' % j for j in range(n)) + '    f[0] = v;\n')


def buffers(n):
    """N constant buffers, one member of each read, and half as many that are not used."""
    return shader(''.join('cbuffer C%d { float4 a%d, b%d; };\n' % (j, j, j) for j in range(n + n // 2)),
                  '    float4 v = 0;\n' + ''.join('    v += b%d;\n' % j for j in range(n)) + '    f[0] = v;\n')


def prototypes(n):
    """N overloads that are declared, and then defined."""
    return shader(''.join('struct S%d { int v; };\nint get(S%d s, int x);\n' % (i, i) for i in range(n))
                  + ''.join('int get(S%d s, int x) { return s.v + x; }\n' % i for i in range(n)),
                  '    S0 s; s.v = o[0]; o[1] = get(s, 2);\n')


def expression(n):
    """One expression of N operands."""
    return shader('', '    o[0] = ' + ' + '.join('o[%d] * (%d - i.x)' % (j, j) for j in range(min(n, 240))) + ';\n'
                  + ''.join('    o[%d] = o[%d] * 3;\n' % (j % 9, j) for j in range(n)))


def errors(n):
    """N mistakes, or as many as are told of."""
    return shader('', ''.join('    o[%d] = nothing%d;\n' % (j, j) for j in range(n)))


def aliases(n):
    """One name for a type, declared 10 N times."""
    return shader('typedef int A;\n' * n * 10, '    A a = o[1]; o[0] = a;\n')


SHAPES = (functions, unused_functions, overloads, statements, variables, branches, nested, loops, unrolled, switch, initialiser,
          macros, conditions, templates, globals_, resources, buffers, prototypes, expression, errors, aliases)


def prepare(dxk, folder, shape, n, commands):
    """The source of one size."""
    del dxk, commands
    name = os.path.join(folder, '%s-%d.hlsl' % (shape, n))
    with open(name, 'w', encoding='utf-8') as out:
        out.write(doubling.SHAPES[shape][1](n))
    return {'FILE': name}


doubling.__doc__ = __doc__
doubling.SHAPES = {make.__name__.rstrip('_'): (make.__doc__, make) for make in SHAPES}
doubling.COMMANDS = {'compile': ['compile', '-T', 'cs_6_6', '-Fo', os.devnull, 'FILE'],
                     'O0': ['compile', '-T', 'cs_6_6', '-Od', '-Zi', '-Fo', os.devnull, 'FILE']}
doubling.prepare = prepare
sys.exit(doubling.main())
