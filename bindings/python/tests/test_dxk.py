# SPDX-License-Identifier: MIT
"""Tests of the package: the table of the C tests, errors, threads, what is freed twice, callbacks that fail.

DXK_TABLE is what bindings-table prints, DXK_SIZES what it prints with --sizes, DXK_TEST_DATA the folder tests/data;
tools/test_bindings.sh sets them.
"""
import ctypes
import dataclasses
import gc
import hashlib
import json
import os
import pickle
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Tuple

import dxk
from dxk import _native as native
from dxk._library import Context, Sink, lib

DATA = os.environ['DXK_TEST_DATA']


def read(name: str) -> bytes:
    with open(os.path.join(DATA, name), 'rb') as file:
        return file.read()


def raw(function: Any, data: bytes) -> bytes:
    """What a function of the library writes, before it is read as JSON."""
    with Context() as ctx:
        return ctx.written(function, ctx.container(data)).joined()


def info(data: bytes) -> bytes:
    text = raw(lib.dxk_info_json, data)
    assert json.loads(text) == dxk.info(data)
    return text


def dump(data: bytes) -> bytes:
    text = raw(lib.dxk_dump_json, data)
    assert json.loads(text)['parts'] == dxk.dump(data)
    return text


def reflect(data: bytes) -> bytes:
    with Context() as ctx:
        reflection = ctx.made(lib.dxk_reflect_free, lib.dxk_reflect_load, ctx.container(data), None)
        text = ctx.written(lib.dxk_reflect_json, reflection).joined()
    assert json.loads(text) == dxk.reflect(data)
    return text


def validate(data: bytes) -> bytes:
    with Context() as ctx:
        validation = ctx.made(lib.dxk_validation_free, lib.dxk_validate, ctx.container(data), None)
        text = ctx.written(lib.dxk_validation_json, validation).joined()
    verdict, found = dxk.validate(data), json.loads(text)
    assert bool(verdict) == found['valid'] and [f.data for f in verdict.findings] == found['findings']
    return text


def edit(data: bytes) -> bytes:
    with dxk.Container(data) as container:
        container.remove(len(container) - 1)
        container.insert(0, 'OWN!', b'made by hand')
        return container.write()


def diff(left: bytes, right: bytes) -> bytes:
    with Context() as ctx:
        text = ctx.written(lib.dxk_diff_json, ctx.container(left), ctx.container(right), None).joined()
    assert len(json.loads(text)['differences']) == len(dxk.diff(left, right))
    return text


def sources(data: bytes) -> bytes:
    return b''.join(name.encode() + b'\n' + (text or '').encode() for name, text in dxk.pdb(data).files.items())


def match(first: bytes, second: bytes) -> bytes:
    with Context() as ctx:
        stages = (native.dxk_match_stage * 2)(
            *[native.dxk_match_stage(ctx.container(data), ctx.text(name)) for name, data in (('first', first), ('second', second))])
        lib.dxk_match(ctx.handle, stages, 2, None)
        text = ctx.written(lib.dxk_diags_json, ctx.handle).joined()
    found = dxk.match({'first': first, 'second': second})
    assert [item['message'] for item in json.loads(text)] == [item.message for item in found]
    return text


def operations() -> bytes:
    with Context() as ctx:
        text = ctx.written(lib.dxk_op_table_json).joined()
    assert json.loads(text)['operations'] == dxk.operations()
    return text


CALLS: Dict[str, Callable[..., bytes]] = {
    'info': info, 'dump': dump, 'reflect': reflect, 'validate': validate,
    'sarif': lambda data: dxk.sarif(data, 'a b.dxil').encode(),
    'disassemble': lambda data: dxk.disassemble(data).encode(),
    'assemble': lambda data: dxk.assemble(dxk.disassemble(data)),
    'sign': dxk.sign, 'strip': dxk.strip, 'edit': edit, 'diff': diff,
    'yaml': lambda data: dxk.to_yaml(data).encode(),
    'from_yaml': lambda data: dxk.from_yaml(data.decode()),
    'rootsig': lambda data: dxk.rootsig_text(data).encode(),
    'optimize': lambda data: dxk.optimize(data).data,
    'convert': dxk.convert, 'compile': lambda data: dxk.compile(data, 'cs_6_0', name='a.hlsl').data,
    'link': lambda first, second: dxk.link({'first': first, 'second': second}, 'cs_6_2'),
    'sources': sources,
    'run_job': lambda data, job: dxk.run_job(data, job).text.encode(),
    'operations': operations, 'match': match,
    'draw': lambda data: dxk.draw(data).encode(),
    'draw_linkage': lambda first, second: dxk.draw(first, 'linkage', name='first', other=second,
                                                   other_name='second').encode(),
    'report': lambda data: dxk.report(data).encode(),
    'diff_programs': lambda first, second: dxk.diff_programs(first, second).encode(),
}


class Table(unittest.TestCase):
    def test_gives_what_the_library_gives(self) -> None:
        rows = 0
        with open(os.environ['DXK_TABLE'], encoding='utf-8') as file:
            for line in file:
                call, names, digest = line.split()
                inputs = [] if names == '-' else [read(name) for name in names.split(',')]
                try:
                    result = CALLS[call](*inputs)
                except dxk.DxkError as error:
                    self.assertNotEqual(error.status, dxk.Status.OK)
                    if call == 'sign' and error.diagnostics:  # findings, not what the readers reported
                        continue
                    result = self.failure(error, call, inputs)
                if result is not None:
                    self.assertEqual(hashlib.sha256(result).hexdigest(), digest, line)
                    rows += 1
        self.assertGreater(rows, 150)

    def failure(self, error: dxk.DxkError, call: str, inputs: Any) -> bytes:
        """As bindings-table prints it."""
        lines = []
        for item in error.diagnostics:
            members: Dict[str, Any] = {
                'severity': item.severity, 'rule': item.rule, 'offset': item.offset, 'bit': item.bit, 'line': item.line,
                'column': item.column, 'path': item.path or None, 'message': item.message,
                'ranges': [dataclasses.asdict(one) for one in item.ranges] or None,
                'fixes': [dict(dataclasses.asdict(one.range), text=one.text) for one in item.fixes] or None}
            lines.append(json.dumps({k: v for k, v in members.items() if v is not None}, ensure_ascii=False))
        body = '[' + ','.join('\n  ' + line for line in lines) + ('\n' if lines else '') + ']\n'
        return ('error %d\n' % error.status + body).encode()

    def test_structures_have_the_sizes_of_the_compiler(self) -> None:
        with open(os.environ['DXK_SIZES'], encoding='utf-8') as file:
            sizes = dict(line.split() for line in file)
        self.assertGreater(len(sizes), 200)
        for name, size in sizes.items():
            self.assertEqual(ctypes.sizeof(getattr(native, name)), int(size), name)


class Errors(unittest.TestCase):
    def test_have_diagnostics_with_places(self) -> None:
        with self.assertRaises(dxk.DxkError) as caught:
            dxk.assemble('define void @main() {\n  ret i32 %x\n}\n')
        self.assertEqual(caught.exception.status, dxk.Status.INVALID)
        self.assertEqual([d.line for d in caught.exception.diagnostics], [2])
        self.assertIn('2:', str(caught.exception))

    def test_have_ranges_and_fixes(self) -> None:
        with self.assertRaises(dxk.DxkError) as caught:
            dxk.compile('float4 main(float a : A) : SV_Target {\n  return a + sinn(a); }\n', 'ps_6_0')
        found = caught.exception.diagnostics
        fixes = [fix for d in found for fix in d.fixes]
        self.assertIn(dxk.Fix(dxk.Range(2, 14, 2, 18), 'sign'), fixes)
        self.assertTrue(all(one.line == 2 for d in found for one in d.ranges), found)

    def test_survive_pickling(self) -> None:
        with self.assertRaises(dxk.DxkError) as caught:
            dxk.info(b'not a shader')
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.status, again.diagnostics, str(again)),
                         (caught.exception.status, caught.exception.diagnostics, str(caught.exception)))

    def test_of_signing_are_the_findings(self) -> None:
        bad = dxk.assemble(dxk.disassemble(read('ps.dxil')).replace('call void @dx.op.storeOutput.f32(i32 5, i32 0',
                                                                    'call void @dx.op.storeOutput.f32(i32 5, i32 9'))
        with self.assertRaises(dxk.DxkError) as caught:
            dxk.sign(bad)
        self.assertTrue(all(d.rule for d in caught.exception.diagnostics if d.severity == 'error'))

    def test_of_a_callback_end_the_call(self) -> None:
        def refuse(_data: bytes) -> None:
            raise KeyError('enough')
        with Context() as ctx, self.assertRaises(KeyError):
            sink = Sink(refuse)
            ctx.check(lib.dxk_list(ctx.container(read('ps.dxil')), None, sink.value), sink)

    def test_of_root_signatures(self) -> None:
        dxk.rootsig_verify(read('rts0.dxil'))
        with self.assertRaises(dxk.DxkError):
            dxk.rootsig_verify(read('rts0.dxil'), dxk.rootsig_parse('RootFlags(0)'))
        with self.assertRaises(dxk.DxkError) as caught:
            dxk.rootsig_parse('CBV(b0), CBV(b0)')
        self.assertEqual(caught.exception.status, dxk.Status.INVALID)


class Documents(unittest.TestCase):
    def test_keep_damage(self) -> None:
        damaged = read('bad-offset.dxil')
        with self.assertRaises(dxk.DxkError):
            dxk.to_yaml(damaged)
        self.assertEqual(dxk.from_yaml(dxk.to_yaml(damaged, salvage=True)), damaged)


class Containers(unittest.TestCase):
    def test_are_edited(self) -> None:
        data = read('ps.dxil')
        with dxk.Container(data) as container:
            self.assertEqual(container.kind, 'container')
            self.assertEqual(container.write(), data)
            stat = container.part('STAT')
            container.move('STAT', 0)
            container.remove('STAT')
            container.insert(len(container), 'STAT', stat)
            container.replace('STAT', stat)
            made = container.write()
            with self.assertRaises(KeyError):
                container.part('NONE')
            with self.assertRaises(ValueError):
                container.find('LONGER')
            with self.assertRaises(IndexError):
                container.part(99)
        self.assertEqual(dxk.digest_state(made), 'retail')
        self.assertEqual({p.fourcc for p in dxk.parts(made)}, {p.fourcc for p in dxk.parts(data)})

    def test_are_freed_twice_without_harm(self) -> None:
        container = dxk.Container(read('ps.dxil'))
        parts = container.parts
        container.close()
        container.close()
        with self.assertRaises(ValueError):
            container.write()
        del container
        gc.collect()
        self.assertEqual(parts[0].content, dxk.parts(read('ps.dxil'))[0].content)

    def test_of_pdbs(self) -> None:
        small, pdb, name = dxk.pdb_split(read('debug.dxil'))
        self.assertTrue(name.endswith('.pdb'))
        self.assertNotIn('ILDB', [p.fourcc for p in dxk.parts(small)])
        self.assertEqual(dxk.pdb(pdb).name, name)
        self.assertTrue(dxk.pdb(pdb).files)


class Programs(unittest.TestCase):
    def test_are_seen_through(self) -> None:
        data = read('cs-wave.dxil')
        counts: Dict[str, int] = {}
        with dxk.Program(data) as program:
            for function in program.functions():
                self.assertEqual(len(list(program.blocks(function))), function.block_count)
                for block in program.blocks(function):
                    last = list(program.instructions(block))[-1]
                    self.assertTrue(last.is_terminator)
                    self.assertLessEqual(set(program.successors(block)), set(program.blocks(function)))
                    for instruction in program.instructions(block):
                        operands = program.operands(instruction)
                        self.assertEqual(len(operands), instruction.operand_count)
                        if instruction.operation:
                            counts[instruction.operation] = counts.get(instruction.operation, 0) + 1
                            self.assertIsInstance(operands[0].number, int)
        self.assertEqual(counts, {op['name']: op['count'] for op in dxk.info(data)['module']['operations']})
        with self.assertRaises(ValueError):
            list(program.functions())


class Pictures(unittest.TestCase):
    def test_are_drawn_by_kind(self) -> None:
        data = read('pictures/loops.dxil')
        self.assertIn('flow', dxk.picture_kinds())
        self.assertTrue(dxk.draw(data, 'flow', function='main', title='A < B').startswith('<svg'))
        self.assertTrue(dxk.draw(data, 'flow', dot=True).startswith('digraph'))
        self.assertIn('A: one', dxk.draw(read('ps.dxil'), 'diff', name='A: one', other=read('ps-depth.dxil')))
        with open(os.path.join(DATA, 'pictures/bindings-rootsig.svg'), encoding='utf-8') as file:
            self.assertEqual(dxk.draw(read('demo.dxil'), 'bindings', name='demo.dxil',
                                      rootsig=read('pictures/root.dxil')).strip(), file.read().strip())
        wrong: Tuple[Dict[str, Any], ...] = ({'kind': 'flower'}, {'kind': 'parts', 'width': 1}, {'kind': 'nodes'},
                                             {'kind': 'linkage'}, {'kind': 'bindings', 'rootsig': read('vs.dxil')})
        for arguments in wrong:
            with self.assertRaises((ValueError, dxk.DxkError)):
                dxk.draw(read('ps.dxil'), **arguments)

    def test_reports_compare_and_take_sources_from_elsewhere(self) -> None:
        plain = dxk.report(read('ps.dxil'), 'ps & co')
        self.assertIn('ps &amp; co', plain)
        self.assertGreater(len(dxk.report(read('ps.dxil'), other=read('ps-depth.dxil'), rootsig=read('rts0.dxil'))), len(plain))
        self.assertGreater(len(dxk.report(read('debug.dxil'), pdb=read('debug.pdb'), full=True)), 1000)


class Pipelines(unittest.TestCase):
    def test_are_matched(self) -> None:
        shaders = {'v': read('match/vs.dxil'), 'p': read('match/ps.dxil')}
        self.assertEqual([item for item in dxk.match(shaders) if item.severity == 'error'], [])
        other = dict(shaders, v=read('match/vs-other.dxil'))
        self.assertTrue(any(item.severity == 'error' and item.rule.startswith('MATCH.') for item in dxk.match(other)))
        self.assertTrue(all(item.severity == 'error' for item in dxk.match(other, waste=False)))
        self.assertTrue(dxk.match(shaders, targets=['uint']))
        with self.assertRaises(ValueError):
            dxk.match(shaders, targets=['float'] * 9)
        with self.assertRaises(dxk.DxkError):
            dxk.match({'v': b'nothing'})

    def test_programs_are_compared(self) -> None:
        left, right = read('ps.dxil'), read('rts0.dxil')
        self.assertEqual(dxk.diff_programs(left, left), '')
        text = dxk.diff_programs(left, right)
        self.assertTrue(any(line.startswith('-') for line in text.splitlines()))
        self.assertLess(len(dxk.diff_programs(left, right, summary=True)), len(text))
        with self.assertRaises(dxk.DxkError):
            dxk.diff_programs(left, read('legacy/lit_ps.dxbc'))

    def test_are_edited_by_passes(self) -> None:
        made = dxk.optimize(read('ps.dxil'), 'rename-entry<name=shade>').data
        self.assertIn('define void @shade(', dxk.disassemble(made))
        self.assertTrue(dxk.validate(made))


class Runs(unittest.TestCase):
    def test_jobs(self) -> None:
        result = dxk.run_job(read('exec/particles.dxil'), read('exec/particles.yaml'), sanitize=True)
        self.assertTrue(result and result.passed)
        wrong = read('exec/particles.yaml').replace(b'0x41400000, 6', b'0x41400000, 7')
        result = dxk.run_job(read('exec/particles.dxil'), wrong)
        self.assertFalse(result)
        self.assertTrue(any(result.differences.values()))

    def test_findings(self) -> None:
        data = read('exec/careless.dxil')
        buffers = [dxk.Binding(r['register'], bytearray(256), r['space'], 4 if 'Structured' in r['type'] else 0)
                   for r in dxk.info(data)['resources'] if r['register'][0] in 'tub']
        result = dxk.run(data, buffers, (1, 1, 1), sanitize=True)
        self.assertTrue(result.findings)
        self.assertGreater(result.steps, 0)


def measure(threads: int, seconds: float, data: bytes) -> float:
    """Validations a second, on so many threads."""
    end, counts = time.monotonic() + seconds, [0] * threads

    def work(index: int) -> None:
        while time.monotonic() < end:
            dxk.validate(data)
            counts[index] += 1

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return sum(counts) / seconds


class Sources(unittest.TestCase):
    TEXT = '#include "scale.hlsli"\nfloat4 main(float4 c : C) : SV_Target { return scale(c) * FACTOR; }\n'
    FILES = {'inc/scale.hlsli': 'float4 scale(float4 c) { return c * 2; }\n'}

    def compile(self, **more: Any) -> dxk.Compiled:
        given: Dict[str, Any] = {'include': self.FILES, 'directories': ['inc'], 'defines': {'FACTOR': 3}}
        return dxk.compile(self.TEXT, 'ps_6_0', **dict(given, **more))

    def test_are_compiled_with_files_and_macros(self) -> None:
        made = self.compile()
        self.assertTrue(dxk.validate(made.data))
        self.assertEqual((dxk.digest_state(made.data), made.warnings), ('retail', ()))
        self.assertEqual(self.compile(include=self.FILES.get).data, made.data)
        self.assertNotEqual(self.compile(no_optimize=True).data, made.data)
        self.assertEqual(dxk.digest_state(self.compile(validate=False).data), 'unsigned')
        self.assertIn('c * 2', dxk.preprocess(self.TEXT, include=self.FILES, directories=['inc']))

    def test_have_mistakes_with_places(self) -> None:
        with self.assertRaises(dxk.DxkError) as caught:
            self.compile(defines={})
        self.assertEqual([(d.line, d.rule) for d in caught.exception.diagnostics], [(2, 'HLSL.UNDECLARED')])
        self.assertIsNone(caught.exception.diagnostics[0].source)
        with self.assertRaises(dxk.DxkError) as caught:
            self.compile(include={'inc/scale.hlsli': '\nfloat4 scale(float4 c) { return d; }\n'})
        found = caught.exception.diagnostics[0]
        self.assertEqual((found.source, found.line), ('inc/scale.hlsli', 2))
        self.assertTrue(str(caught.exception).startswith('inc/scale.hlsli:2:33: error: '), str(caught.exception))
        with self.assertRaises(dxk.DxkError):
            self.compile(include=None)
        with self.assertRaises(TypeError):
            self.compile(fast=True)

    def test_include_callbacks_may_fail(self) -> None:
        def fail(_path: str) -> str:
            raise PermissionError('no')
        with self.assertRaises(PermissionError):
            self.compile(include=fail)


class Threads(unittest.TestCase):
    def test_do_not_meet(self) -> None:
        names = ['ps.dxil', 'vs.dxil', 'cs-wave.dxil', 'lib-rt.dxil']
        expected = [dxk.disassemble(read(name)) for name in names]
        wrong = []

        def work(start: int) -> None:
            for i in range(start, start + 40):
                if dxk.disassemble(read(names[i % 4])) != expected[i % 4]:
                    wrong.append(i)
                try:
                    dxk.info(b'DXBC' + bytes(i))
                except dxk.DxkError:
                    pass

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Command(unittest.TestCase):
    @unittest.skipUnless(os.environ.get('DXK_COMMAND'), 'DXK_COMMAND is not set')
    def test_runs(self) -> None:
        result = subprocess.run([sys.executable, '-m', 'dxk', 'info', '--json', os.path.join(DATA, 'ps.dxil')],
                                stdout=subprocess.PIPE, check=True)
        found = json.loads(result.stdout)
        self.assertEqual({key: found[key] for key in dxk.info(read('ps.dxil'))}, dxk.info(read('ps.dxil')))
        failed = subprocess.run([sys.executable, '-m', 'dxk', 'info', 'nothing'], stderr=subprocess.PIPE)
        self.assertEqual(failed.returncode, 3)


if __name__ == '__main__':
    if sys.argv[1:] == ['--measure']:
        shader = read('cs-wave.dxil')
        for n in (1, 2):
            print('%d threads: %.0f validations/s' % (n, measure(n, 3.0, shader)))
    else:
        unittest.main()
