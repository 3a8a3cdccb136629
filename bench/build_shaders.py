#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times builds of many shaders by CMake: build_shaders.py [-n COUNT] [-G GENERATOR] [-j JOBS] COMPILER...

COMPILER is dxc, or a link named so to dxk. The project has sources that include two of ten files each, which include
another one. It is built from nothing, then without a change, with one changed source, and with a changed include.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PART = '''#ifndef PART%(i)d
#define PART%(i)d
#include "base.hlsli"
float3 part%(i)d(float3 n, float3 l, float k)
{
    float d = saturate(dot(n, l));
    for (int i = 0; i < %(count)d; i++)
        d = square(d) * k + PI * %(i)d;
    return n * d + l * pow(saturate(d), %(i)d + 2);
}
#endif
'''
PIXEL = '''#include "part%(a)d.hlsli"
#include "part%(b)d.hlsli"
Texture2D t : register(t0);
SamplerState s : register(s0);
cbuffer Constants : register(b0) { float3 light; float k; };
float4 main(float3 n : NORMAL, float2 uv : TEXCOORD) : SV_Target
{
    float4 c = t.Sample(s, uv * %(i)d);
    return float4(c.rgb * part%(a)d(normalize(n), light, k) + part%(b)d(n, light, %(i)d), c.a);
}
'''
COMPUTE = '''#include "part%(a)d.hlsli"
#include "part%(b)d.hlsli"
StructuredBuffer<float3> a : register(t0);
RWStructuredBuffer<float3> o : register(u0);
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID)
{
    o[i] = part%(a)d(a[i], a[i + %(i)d], %(i)d.5) + part%(b)d(a[i], a[i ^ 1], 2);
}
'''
LISTS = '''cmake_minimum_required(VERSION 3.20)
project(many LANGUAGES NONE)
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/out")
function(add number profile)
  set(source "${CMAKE_SOURCE_DIR}/src/s${number}.hlsl")
  set(out "${CMAKE_BINARY_DIR}/out/s${number}")
  add_custom_command(OUTPUT "${out}.dxil" DEPENDS "${source}" DEPFILE "${out}.d" VERBATIM COMMAND "${DXC}" -nologo
    -T ${profile} -E main -O3 -I "${CMAKE_SOURCE_DIR}/include" -Fo "${out}.dxil" -MF "${out}.d" "${source}")
  set_property(GLOBAL APPEND PROPERTY made "${out}.dxil")
endfunction()
%s
get_property(made GLOBAL PROPERTY made)
add_custom_target(shaders ALL DEPENDS ${made})
'''


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def project(folder, count):
    choice = random.Random(1)
    write(folder / 'include/base.hlsli', '#ifndef BASE\n#define BASE\n#define PI 3.14159265\n'
          'float square(float x) { return x * x; }\n#endif\n')
    for i in range(10):
        write(folder / ('include/part%d.hlsli' % i), PART % {'i': i, 'count': i % 4 + 1})
    lines = []
    for i in range(count):
        a, b = sorted(choice.sample(range(10), 2))
        computes = i % 3 == 0
        write(folder / ('src/s%d.hlsl' % i), (COMPUTE if computes else PIXEL) % {'i': i, 'a': a, 'b': b})
        lines.append('add(%d %s_6_6)' % (i, 'cs' if computes else 'ps'))
    write(folder / 'CMakeLists.txt', LISTS % '\n'.join(lines))


def build(folder, jobs, title):
    before = {p: p.stat().st_mtime_ns for p in (folder / 'build/out').iterdir()}
    start = time.monotonic()
    subprocess.run(['cmake', '--build', 'build', '-j', str(jobs)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    made = [p for p in (folder / 'build/out').glob('*.dxil') if before.get(p) != p.stat().st_mtime_ns]
    print('  %-16s %4d shaders  %6.2f s' % (title, len(made), seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=500)
    parser.add_argument('-G', default='Ninja')
    parser.add_argument('-j', type=int, default=os.cpu_count())
    parser.add_argument('compilers', nargs='+', metavar='COMPILER')
    args = parser.parse_args()
    for compiler in args.compilers:
        print(compiler)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            project(folder, args.n)
            subprocess.run(['cmake', '-S', '.', '-B', 'build', '-G', args.G, '-DDXC=' + os.path.abspath(compiler)],
                           cwd=folder, check=True, stdout=subprocess.DEVNULL)
            build(folder, args.j, 'from nothing')
            build(folder, args.j, 'no change')
            for title, path in (('one source', 'src/s7.hlsl'), ('one include', 'include/part3.hlsli'),
                                ('include of all', 'include/base.hlsli')):
                os.utime(folder / path)
                build(folder, args.j, title)
    return 0


if __name__ == '__main__':
    sys.exit(main())
