#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command in the place of the reference's compiler, in builds as they are.

    build_systems.py [--dxk DXK] [--build FOLDER] [NAME...]

Command lines are those that build systems write, in folders where no output is there yet. make, ninja and cmake run
if they are installed; what is passed over is named. FOLDER is a build of the project, which is installed for the CMake
package. NAME is a part of a test's name.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = '#include "common.hlsli"\nfloat4 main(float4 a : A) : SV_Target { return a * SCALE; }\n'
INCLUDED = '#define SCALE 2\n'
# Names that make and ninja do not take as they are, and plain ones.
NAMES = ['plain', 'a blank', 'ha#sh', 'dol$lar', 'all $ of # them', 'col:on']
OUTPUTS = ['Fo', 'Fc', 'Fh', 'Fe', 'Fd', 'MF', 'Fre', 'Frs', 'Fsh']
SEPARATE = ['Fre', 'Frs', 'Fsh']  # their value is an argument of its own

tests = []


def test(function):
    tests.append(function)
    return function


class Skip(Exception):
    """Something is not installed."""


def need(*programs):
    missing = [p for p in programs if not shutil.which(p)]
    if missing:
        raise Skip('there is no ' + ', '.join(missing))


class Folder:
    """An empty folder, and the command in it under the compiler's name."""

    def __init__(self, dxk, build):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.temporary.name).resolve()
        self.dxk = dxk
        self.build = build
        self.dxc = self.path / 'bin' / 'dxc'
        self.dxc.parent.mkdir()
        self.dxc.symlink_to(dxk)

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def source(self, folder=''):
        self.write(folder + 'common.hlsli', INCLUDED)
        return self.write(folder + 'light.hlsl', SOURCE)

    def run(self, *words, code=0, errors=True):
        """The output of a program, with its messages."""
        words = [str(w) for w in words]
        done = subprocess.run(words, cwd=self.path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        text = done.stdout + done.stderr
        assert done.returncode == code, '%s\nstatus %d\n%s' % (shlex.join(words), done.returncode, text)
        return text if errors else done.stdout

    def compile(self, *words, code=0):
        return self.run(self.dxc, *words, code=code)

    def valid(self, *names):
        for name in names:
            assert ': valid' in self.run(self.dxk, 'val', name), name

    def times(self, *names):
        return [(self.path / name).stat().st_mtime_ns for name in names]


# ---------------------------------------------------------------------------------------------
# Command lines


@test
def cmake_line(f):
    """add_custom_command with DEPFILE, of paths that are all absolute."""
    source, out = f.source(), f.path / 'build'
    out.mkdir()
    f.compile('-T', 'ps_6_6', '-E', 'main', '-Fo', out / 'light.dxil', '-MF', out / 'light.d', '-I', f.path, source)
    f.valid(out / 'light.dxil')
    assert (out / 'light.d').read_text().startswith('%s: %s' % (out / 'light.dxil', source))


@test
def every_output(f):
    """Each option that names a file, with an absolute one that does not exist."""
    f.write('rs.hlsl', '[RootSignature("")] float4 main() : SV_Target { return 1; }\n')
    for prefix in '-/':
        for joined in (False, True):
            out = f.path / ('%d%d' % (prefix == '/', joined))
            out.mkdir()
            words = []
            for option in OUTPUTS:
                words += [prefix + option, out / option] if option in SEPARATE or not joined else \
                    ['%s%s%s' % (prefix, option, out / option)]
            f.compile(prefix + 'T', 'ps_6_0', prefix + 'Zi', 'rs.hlsl', *words)
            made = sorted(p.name for p in out.iterdir())
            assert made == sorted(OUTPUTS), made


@test
def shadermake(f):
    source = f.source('shaders/')
    out = f.path / 'out'
    out.mkdir()
    f.write('include/more.h', '')
    line = ['-nologo', '-Fo', out / 'light.dxil', '-Fh', '%s.h' % (out / 'light.dxil'), '-Vn', 'g_light', '-T', 'ps_6_5',
            '-E', 'main', '-D', 'FOG=1', '-D', 'NAME', '-I', f.path / 'include', '-O3', '-enable-16bit-types', '-WX',
            '-all_resources_bound', '-Zpr', '-HV', '2021', '-Wno-conversion', '-Zi', '-Zsb', '-Fd', '%s/PDB/' % out]
    f.compile(*line, source)
    f.valid(out / 'light.dxil')
    assert len(list((out / 'PDB').iterdir())) == 1 and 'g_light[]' in (out / 'light.dxil.h').read_text()
    text = f.compile(*line, '-spirv', '-fspv-target-env=vulkan1.3', '-fvk-s-shift', '100', '0', source, code=2)
    assert 'SPIR-V' in text, text


@test
def msbuild(f):
    """The options as Visual Studio writes them."""
    source = f.source()
    f.compile('/nologo', '/T', 'ps_6_0', '/E', 'main', '/Od', '/Zi', '/Zpr', '/WX', '/D', 'FOG=1', '/DNAME=2', '/I', f.path,
              '/Fo', f.path / 'light.cso', '/Fd', f.path / 'light.pdb', source)
    f.compile('/nologo', '/Tps_6_0', '/Emain', '/O3', '/Qstrip_debug', '/Fo%s' % (f.path / 'more.cso'), source)
    f.valid('light.cso', 'more.cso')
    for name in ('/home/none.hlsl', '/Other/none.hlsl', '/Work/none.hlsl', '/PM/none.hlsl'):  # no options
        text = f.compile('/T', 'ps_6_0', '/Fo', f.path / 'x', name, code=3)
        assert name in text, text
    assert 'no input' in f.compile('/T', 'ps_6_0', '/DWORK/none.hlsl', code=2)


@test
def values_after_blanks(f):
    """Lists of arguments in which option and value are one."""
    source = f.source()
    f.compile('-T ps_6_0', '-E   main', '-HV 2018', '', '-Fo %s' % (f.path / 'a.dxil'), '/I %s' % f.path, source)
    f.valid('a.dxil')


@test
def braces(f):
    """A list of values is what a macro stands for, and no variants."""
    f.write('list.hlsl', 'static const float4 a = LIST;\nfloat4 main() : SV_Target { return a; }\n')
    f.compile('-T', 'ps_6_0', '-D', 'LIST={1,2,3,4}', 'list.hlsl', '-Fo', 'a.dxil')
    f.valid('a.dxil')


@test
def response_files(f):
    """A file of words as ninja writes it for long lines."""
    source = f.source()
    f.write('words.rsp', '-T ps_6_0\n-Fo "%s"\n/D FOG=1 /I "%s"\n"%s"\n' % (f.path / 'a b.dxil', f.path, source))
    f.compile('@words.rsp')
    f.valid('a b.dxil')


@test
def meson_line(f):
    """custom_target with depfile: paths are relative to the build folder."""
    f.source('src/')
    (f.path / 'build').mkdir()
    f.run('sh', '-c', 'cd build && ../bin/dxc -T ps_6_0 -E main ../src/light.hlsl -Fo light.dxil -MF light.dxil.d')
    f.valid('build/light.dxil')
    assert (f.path / 'build/light.dxil.d').read_text() == \
        'light.dxil: ../src/light.hlsl \\\n ../src/common.hlsli\n'


@test
def preprocess(f):
    source = f.source('src/')
    f.compile('-P', 'src/light.hlsl')
    assert 'a * 2' in (f.path / 'src/light.i').read_text()
    f.compile('/P', source, '/Fi', f.path / 'named.i')
    text = f.compile('-Po', f.path / 'old.i', source)
    assert 'a * 2' in (f.path / 'old.i').read_text() and 'deprecated' in text, text
    text = f.compile('-P', source, '-Fo', 'x.dxil')
    assert 'not written' in text and not (f.path / 'x.dxil').exists()
    assert '-Fi' in f.compile('-P', 'x.i', source, code=2)
    assert 'a * 2' in f.run(f.dxk, 'compile', '-P', source)


@test
def listing(f):
    """Without an output there is a listing, and -dumpbin makes one."""
    source = f.source()
    assert 'define void @main' in f.compile('-T', 'ps_6_0', source)
    assert f.compile('-T', 'ps_6_0', source, '-MD') == '' and (f.path / 'light.d').exists()
    assert f.compile('-T', 'ps_6_0', source, '-Fo', 'a.dxil') == ''
    assert 'define void @main' in f.compile('-dumpbin', f.path / 'a.dxil')
    assert f.compile('/dumpbin', f.path / 'a.dxil', '/Fc', 'a.txt') == ''
    assert 'define void @main' in (f.path / 'a.txt').read_text()


@test
def invalid(f):
    """A shader that the validator refuses is an error, also where only a listing is wanted."""
    source = f.write('un.hlsl', 'float4 main(float4 v : V) : SV_Target { float4 a; return a + v; }\n')
    for words in ([], ['-Fo', 'a.dxil'], ['-Fc', 'a.txt'], ['-Fh', 'a.h']):
        assert 'uninitialized value' in f.compile('-T', 'ps_6_0', source, *words, code=1)


@test
def containers(f):
    """-dumpbin writes containers again, and takes parts out of them."""
    def has(name, *parts):
        listed = f.run(f.dxk, 'parts', name)
        return [p in listed for p in parts]

    f.write('private', 'ours')
    f.write('rs.hlsl', '[RootSignature("CBV(b0)")] float4 main() : SV_Target { return 1; }\n')
    f.write('uav.hlsl', 'RWByteAddressBuffer b : register(u1); float4 main() : SV_Target { b.Store(0, 1); return 1; }\n')
    f.compile('-T', 'ps_6_0', '-Zi', '-Qembed_debug', 'rs.hlsl', '/setprivate', f.path / 'private', '-Fo', 'a.dxil')
    f.compile('-T', 'ps_6_0', 'uav.hlsl', '-Fo', 'uav.dxil')
    f.compile('/dumpbin', f.path / 'a.dxil', '/Qstrip_debug', '/Qstrip_rootsignature', '/Fo', f.path / 'b.dxil')
    assert has('a.dxil', 'ILDB', 'ILDN', 'RTS0', 'PRIV') == [True] * 4
    assert has('b.dxil', 'ILDB', 'ILDN', 'RTS0', 'PRIV') == [False, True, False, True]
    f.valid('a.dxil', 'b.dxil')
    f.compile('-dumpbin', 'a.dxil', '-Qstrip_priv', '-Fo', 'c.dxil')
    assert has('c.dxil', 'PRIV', 'RTS0') == [False, True]
    f.compile('-dumpbin', 'a.dxil', '-getprivate', f.path / 'got')
    assert (f.path / 'got').read_text() == 'ours'
    f.compile('-dumpbin', 'a.dxil', '-extractrootsignature', '-Fo', 'rs.dxil')
    f.compile('-T', 'ps_6_0', 'rs.hlsl', '-extractrootsignature', '-Fo', 'same.dxil')
    assert (f.path / 'rs.dxil').read_bytes() == (f.path / 'same.dxil').read_bytes()
    assert 'succeeded' in f.compile('-dumpbin', 'b.dxil', '-verifyrootsignature', 'rs.dxil')
    assert 'not fully bound' in f.compile('-dumpbin', 'uav.dxil', '-verifyrootsignature', 'rs.dxil', code=1)
    f.compile('-dumpbin', 'b.dxil', '-setrootsignature', 'rs.dxil', '-Fo', 'd.dxil')
    f.valid('d.dxil')
    assert has('d.dxil', 'RTS0') == [True]
    f.compile('-dumpbin', 'uav.dxil', '-setrootsignature', 'rs.dxil', '-Fo', 'e.dxil', code=1)
    assert not (f.path / 'e.dxil').exists()
    f.compile('-dumpbin', 'uav.dxil', '-extractrootsignature', '-Fo', 'e.dxil', code=1)
    f.compile('-dumpbin', 'uav.dxil', '-Fh', 'uav.h')
    assert 'g_main[]' in (f.path / 'uav.h').read_text()


@test
def linker(f):
    f.write('a.hlsl', 'float twice(float x); [shader("pixel")] float4 main(float4 a : A) : SV_Target { return twice(a.x); }\n')
    f.write('b.hlsl', 'export float twice(float x) { return x * 2; }\n')
    for name in 'ab':
        f.compile('-T', 'lib_6_3', name + '.hlsl', '-Fo', name + '.lib')
    f.compile('/nologo', '-link', 'a.lib;b.lib', '/T', 'ps_6_0', '-E', 'main', '/Fo', f.path / 'linked.dxil')
    f.valid('linked.dxil')


@test
def about_itself(f):
    for word in ('-help', '--help', '/help', '-?', '/?', '--help-hidden'):
        assert 'usage' in f.compile(word), word
    assert f.compile('--version') == f.run(f.dxk, '--version') == f.compile('-T', 'ps_6_0', '--version')
    assert 'no input' in f.compile(code=2) and 'unknown option' in f.compile('-Qhelp', code=2)


@test
def no_effect(f):
    source = f.source()
    text = f.compile('-T', 'ps_6_0', source, '-Fo', 'a', '-fdiagnostics-format=msvc', '-fvk-t-shift', '1', '0', '-fspv-reflect',
                     '--all-warnings', '-fdiagnostics-color', '-Qunused-arguments')
    assert text.count('warning') == text.count('has no effect') == 3, text
    assert f.compile('-T', 'ps_6_0', source, '-Fo', 'a', '-fdiagnostics-format=clang', '-no-warnings', '-fspv-reflect') == ''


@test
def messages_alone(f):
    """--json and --sarif without -o: there is nothing but messages."""
    source = f.source()
    bad = f.write('bad.hlsl', 'float4 main() : SV_Target { float4 a; return b; }\n')
    for words in ([f.dxc], [f.dxk, 'compile']):
        def document(*more, code=0, words=words):
            return json.loads(f.run(*words, '-T', 'ps_6_0', *more, code=code, errors=False))
        assert document('--json', source)['diagnostics'] == []
        assert document('--json', bad, code=1)['diagnostics'][0]['line'] == 1
        assert document('--sarif', source)['runs'][0]['results'] == []
        assert document('--sarif', bad, code=1)['runs'][0]['results']


# ---------------------------------------------------------------------------------------------
# Dependencies


def for_make(text):
    return text.replace('$', '$$').replace(' ', '\\ ').replace('#', '\\#').replace(':', '\\:')


def for_ninja(text):
    return text.replace('$', '$$').replace(' ', '$ ').replace(':', '$:')


def touch(path):
    """Makes a file newer than what was just made: systems give the same time to what happens within a tick."""
    time.sleep(0.05)
    os.utime(path)
    time.sleep(0.05)


def builds(f, tool, outputs, included):
    """Everything is made, then nothing, then everything for an include, then nothing again."""
    for name in outputs:
        assert not (f.path / name).exists(), name
    text = tool()
    first = f.times(*outputs)
    text += tool()
    assert f.times(*outputs) == first, 'made twice\n' + text
    touch(f.path / included)
    text += tool()
    second = f.times(*outputs)
    assert all(a != b for a, b in zip(first, second)), 'not made for an include\n' + text
    text += tool()
    assert f.times(*outputs) == second, 'made for nothing\n' + text
    for word in ('Circular', 'overriding', 'ignoring', 'warning'):
        assert word not in text, text


# The endings of outputs, and the options that name them.
KINDS = [
    (['.dxil'], ['-Fo']),
    (['.h'], ['-Fh']),
    (['.dxil', '.h', '.txt', '.pdb'], ['-Fo', '-Fh', '-Fc', '-Zi -Fd']),
]


def recipe(f, name, endings, options):
    line = shlex.join([str(f.dxc), '-T', 'ps_6_0', name + '.hlsl', '-MF', 'deps'])
    for ending, option in zip(endings, options):
        line += ' %s %s' % (option, shlex.quote(name + ending))
    return line.replace('$', '$$')


def sources(f, name):
    f.write(name + '.hlsl', SOURCE.replace('common', name))
    f.write(name + '.hlsli', INCLUDED)


@test
def make(f):
    need('make')
    if 'grouped-target' not in f.run('make', '-p', '-f', '/dev/null', code=2):
        raise Skip('make is older than 4.3')
    for name in NAMES:
        sources(f, name)
        for endings, options in KINDS:
            outputs = [name + e for e in endings]
            made = ' '.join(map(for_make, outputs))
            f.write('Makefile', 'all: %s\n%s &: %s\n\t%s\n-include deps\n' % (
                made, made, for_make(name + '.hlsl'), recipe(f, name, endings, options)))
            builds(f, lambda: f.run('make'), outputs, name + '.hlsli')
            for output in outputs + ['deps']:
                (f.path / output).unlink()


@test
def ninja(f):
    need('ninja')
    for deps in ('', ' deps = gcc\n'):
        for name in NAMES:
            sources(f, name)
            for endings, options in KINDS:
                outputs = [name + e for e in endings]
                f.write('build.ninja', 'rule hlsl\n command = %s\n depfile = deps\n%sbuild %s: hlsl %s\n' % (
                    recipe(f, name, endings, options), deps, ' '.join(map(for_ninja, outputs)), for_ninja(name + '.hlsl')))
                builds(f, lambda: f.run('ninja'), outputs, name + '.hlsli')
                f.run('ninja', '-t', 'clean')
                for rest in ('.ninja_log', '.ninja_deps'):
                    with contextlib.suppress(FileNotFoundError):
                        (f.path / rest).unlink()


@test
def ninja_response_file(f):
    need('ninja')
    f.source()
    f.write('build.ninja', 'rule hlsl\n command = %s @$out.rsp\n rspfile = $out.rsp\n depfile = $out.d\n deps = gcc\n'
            ' rspfile_content = /nologo /T ps_6_0 /E main /Fo "%s/$out" -MF $out.d $in\n'
            'build light.dxil: hlsl light.hlsl\n' % (f.dxc, f.path))
    builds(f, lambda: f.run('ninja'), ['light.dxil'], 'common.hlsli')


@test
def dependency_forms(f):
    """-M, -MD, -MF: where the rule goes, and which files it is for."""
    f.source()
    rule = ': light.hlsl \\\n common.hlsli\n'
    line = ['-T', 'ps_6_0', 'light.hlsl']
    assert f.compile(*line, '-M') == 'light.hlsl' + rule
    assert f.compile(*line, '-M', '-Fo', 'a.dxil') == 'a.dxil' + rule and not (f.path / 'a.dxil').exists()
    f.compile(*line, '-MD', '-Fh', 'a.h')
    assert (f.path / 'light.d').read_text() == 'a.h' + rule and (f.path / 'a.h').exists()
    f.compile(*line, '-MFx.d', '-Fc', 'a.txt', '-Fo', 'a.dxil', '-Fe', 'messages')
    assert (f.path / 'x.d').read_text() == 'a.dxil a.txt' + rule
    f.compile(*line, '-M', '-MF', 'y.d', '-Fo', 'b.dxil')
    assert (f.path / 'y.d').read_text() == 'b.dxil' + rule and not (f.path / 'b.dxil').exists()
    f.compile(*line, '-MF', 'z.d', '-Fo', r'C:\out\a b.dxil')
    assert (f.path / 'z.d').read_text() == r'C:\out\a\ b.dxil' + rule


# ---------------------------------------------------------------------------------------------
# CMake


def generators():
    need('cmake')
    found = {'Ninja': 'ninja', 'Unix Makefiles': 'make'}
    return [name for name, program in found.items() if shutil.which(program)]


def new_enough(f, version):
    text = f.run('cmake', '--version').split()[2].split('-')[0]
    if [int(n) for n in text.split('.')[:2]] < version:
        raise Skip('cmake %s is older than %d.%d' % (text, *version))


@test
def cmake_custom_command(f):
    """CMake writes dependency files again, in which it loses other characters than blanks."""
    new_enough(f, [3, 20])
    for name in ('plain', 'a blank'):
        sources(f, name)
        f.write('CMakeLists.txt', '''cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES NONE)
set(source [[%s.hlsl]])
add_custom_command(OUTPUT "made it.dxil" DEPENDS "${source}" DEPFILE deps.d VERBATIM
  COMMAND "%s" -T ps_6_0 -Fo "${CMAKE_BINARY_DIR}/made it.dxil" -MF deps.d "${CMAKE_SOURCE_DIR}/${source}")
add_custom_target(shaders ALL DEPENDS "made it.dxil")
''' % (name, f.dxc))
        for generator in generators():
            f.run('cmake', '-S', '.', '-B', 'build', '-G', generator)
            builds(f, lambda: f.run('cmake', '--build', 'build'), ['build/made it.dxil'], name + '.hlsli')
            shutil.rmtree(f.path / 'build')


USER = '''cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C)
%s
dxk_add_shaders(shaders SOURCES light.hlsl "a dir/more light.hlsl" PROFILE ps_6_0 DEFINES FOG=1 "TEXT=1 + 1"
  INCLUDES "a dir" OPTIONS $<$<CONFIG:Debug>:-Zi> OUTPUT_DIRECTORY out)
dxk_add_shaders(shaders SOURCES light.hlsl PROFILE cs_6_0 ENTRY Compute HEADER include)
get_target_property(made shaders DXK_SHADERS)
list(LENGTH made count)
message(STATUS "made ${count}")
'''
USER_PROGRAM = '''
add_executable(user main.c)
dxk_add_shaders(user SOURCES plain.hlsl PROFILE ps_6_0 HEADER headers)
'''
MAIN = '''#include "plain.h"
int main(void)
{
    return plain[0] == 'D' && sizeof plain > 1000 ? 0 : 1;
}
'''


def user_project(f, how):
    f.write('CMakeLists.txt', USER % how + USER_PROGRAM)
    f.source()
    f.write('light.hlsl', SOURCE + '[numthreads(1, 1, 1)] void Compute() {}\n')
    f.write('a dir/more light.hlsl', SOURCE.replace('common', 'deep').replace('SCALE', 'SCALE * FOG * (TEXT)'))
    f.write('a dir/deep.hlsli', '#include "../common.hlsli"\n')
    f.write('plain.hlsl', SOURCE)
    f.write('main.c', MAIN)


def uses(f, options, target):
    """The project builds by each generator, and the shaders again for an include of an include."""
    outputs = ['build/out/light.dxil', 'build/out/more light.dxil', 'build/light_Compute.dxil',
               'build/include/light_Compute.h']
    for generator in generators():
        text = f.run('cmake', '-S', '.', '-B', 'build', '-G', generator, *options)
        assert 'made 4' in text, text
        builds(f, lambda: f.run('cmake', '--build', 'build', '--target', target), outputs, 'common.hlsli')
        f.valid(*outputs[:3])
        first = f.times(*outputs)
        touch(f.path / 'a dir/deep.hlsli')
        f.run('cmake', '--build', 'build', '--target', target)
        assert [a == b for a, b in zip(first, f.times(*outputs))] == [True, False, True, True]
        if target == 'all':
            f.run('build/user')
        shutil.rmtree(f.path / 'build')


@test
def cmake_package(f):
    """dxk_add_shaders() of the installed package."""
    new_enough(f, [3, 20])
    if not f.build:
        raise Skip('there is no --build')
    f.run('cmake', '--install', f.build, '--prefix', f.path / 'installed')
    user_project(f, 'find_package(dxk REQUIRED)')
    uses(f, ['-DCMAKE_PREFIX_PATH=%s' % (f.path / 'installed')], 'all')
    f.write('CMakeLists.txt', USER % 'find_package(dxk REQUIRED)' +
            'dxk_add_shaders(again SOURCES light.hlsl PROFILE ps_6_1 OUTPUT_DIRECTORY out)\n')
    text = f.run('cmake', '-S', '.', '-B', 'build', '-DCMAKE_PREFIX_PATH=%s' % (f.path / 'installed'), code=1)
    assert 'is made already' in text, text


@test
def cmake_subdirectory(f):
    """The same in a project that contains this one: shaders alone, the library is not built."""
    new_enough(f, [3, 20])
    user_project(f, 'add_subdirectory("%s" dxk EXCLUDE_FROM_ALL)' % ROOT)
    uses(f, ['-DDXK_EXECUTABLE=%s' % f.dxk], 'shaders')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--build', type=os.path.abspath)
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    dxk = pathlib.Path(shutil.which(args.dxk) or args.dxk).resolve()
    chosen = [t for t in tests if not args.names or any(name in t.__name__ for name in args.names)]
    failed = 0
    for function in chosen:
        folder = Folder(dxk, args.build)
        with folder.temporary:
            try:
                function(folder)
            except Skip as why:
                print('%s: passed over, %s' % (function.__name__, why))
            except (AssertionError, OSError, ValueError) as error:
                failed += 1
                print('FAILED %s\n%s' % (function.__name__, error))
    print('%d of %d tests of build systems passed' % (len(chosen) - failed, len(chosen)))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
