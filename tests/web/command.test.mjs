// SPDX-License-Identifier: MIT
// command.test.mjs - dxk.js: the command on files in memory.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { DxkError, load } from '../../web/dxk.js';
import { sample } from '../../web/sample.js';

const data = (name) => readFile(new URL(`../data/${name}`, import.meta.url));
const text = new TextEncoder();

test('a listing is assembled, validated, signed and read again', async () => {
  const dxk = await load();
  dxk.file('sum.ll', text.encode(sample));
  assert.equal(dxk.run(['sign', '-o', 'sum.dxil', 'sum.ll']).status, 0);
  assert.equal(dxk.json(['val', 'sum.dxil']).valid, true);
  assert.equal(dxk.json(['info', 'sum.dxil']).digest.state, 'retail');
  assert.deepEqual([...dxk.files()].map(({ name, kind }) => [name, kind]), [['sum.dxil', 'written'], ['sum.ll', 'put']]);
});

test('what a command writes is a file for the next', async () => {
  const dxk = await load();
  dxk.file('in/vs.dxil', await data('vs.dxil'));
  dxk.text(['extract', '-o', 'parts', 'all', 'in/vs.dxil']);
  const names = [...dxk.files()].filter(({ name, kind }) => name.startsWith('parts/') && kind === 'written');
  assert.equal(names.length, 7);
  dxk.text(['strip', '--all', '-o', 'in/vs.dxil', 'in/vs.dxil']);
  assert.ok(dxk.output('in/vs.dxil').length < (await data('vs.dxil')).length);
});

test('folders are walked, in memory too', async () => {
  const dxk = await load();
  for (const name of ['a/b/vs.dxil', 'a/ps.dxil', 'a.dxil']) dxk.file(name, await data('vs.dxil'));
  const found = dxk.json(['parts', '-r', 'a', './a.dxil']);
  assert.deepEqual(found.map(({ file }) => file), ['a/b/vs.dxil', 'a/ps.dxil', './a.dxil']);
});

test('a file that is not there is an error, and no exception', async () => {
  const dxk = await load();
  const { status, out, err } = dxk.run(['info', 'nowhere.dxil']);
  assert.equal(status, 3);
  assert.equal(out.length, 0);
  assert.match(err, /nowhere\.dxil: error: cannot read: No such file or directory/);
  assert.throws(() => dxk.text(['info', 'nowhere.dxil']), DxkError);
});

test('standard input is the file "-"', async () => {
  const dxk = await load();
  dxk.file('-', await data('vs.dxil'));
  assert.match(dxk.text(['val']), /<stdin>: valid/);
});

test('files can be forgotten', async () => {
  const dxk = await load();
  dxk.file('a.dxil', await data('vs.dxil')).clear();
  assert.equal(dxk.run(['info', 'a.dxil']).status, 3);
});

test('a shader is run, with the result that it has everywhere', async () => {
  const dxk = await load();
  dxk.file('sum.ll', text.encode(sample));
  dxk.text(['sign', '-o', 'sum.dxil', 'sum.ll']);
  const result = dxk.run(['run', '--json', 'sum.dxil']);
  assert.ok(result.status <= 1, result.err);
  assert.ok(JSON.parse(new TextDecoder().decode(result.out)).dxk);
});

test('a source is compiled, with what it includes', async () => {
  const dxk = await load();
  dxk.file('inc/scale.hlsli', text.encode('float4 scale(float4 c) { return c * 2; }\n'));
  const source = '#include "scale.hlsli"\nfloat4 main(float4 c : C) : SV_Target { return scale(c) * FACTOR; }\n';
  const { bytes, diagnostics } = dxk.compile(source, { profile: 'ps_6_0', args: ['-I', 'inc', '-D', 'FACTOR=3'] });
  assert.deepEqual(diagnostics, []);
  assert.equal(dxk.file('made.dxil', bytes).json(['val', 'made.dxil']).valid, true);
  const wrong = dxk.compile(source, { profile: 'ps_6_0', name: 'a/b.hlsl', args: ['-I', 'inc'] });
  assert.equal(wrong.bytes, null);
  assert.deepEqual(wrong.diagnostics.map(({ rule, line }) => [rule, line]), [['HLSL.UNDECLARED', 2]]);
  assert.throws(() => dxk.compile(source, { profile: 'ps_6_0', args: ['-O9'] }), DxkError);
});

test('garbage of any kind ends with a status', async () => {
  const dxk = await load();
  const bytes = new Uint8Array(await data('vs.dxil'));
  for (let i = 0; i < 200; i++) {
    const bad = bytes.slice(0, bytes.length - (i % 7) * 13);
    bad[(i * 2654435761) % bad.length] ^= 1 << i % 8;
    dxk.file('bad.dxil', bad);
    for (const command of ['info', 'dis', 'val', 'dump']) assert.ok([0, 1].includes(dxk.run([command, 'bad.dxil']).status));
  }
});
