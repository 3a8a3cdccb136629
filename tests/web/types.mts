// SPDX-License-Identifier: MIT
// types.ts - checked by tsc, never run: what a user of the package writes has the types that are meant.
import { load, type Finding, type Info } from '../../web/dxk.js';

const dxk = await load({ env: { NO_COLOR: '1' } });
dxk.file('a.dxil', new Uint8Array(4));
const info: Info = dxk.json(['info', 'a.dxil']);
const first: Finding | undefined = dxk.json(['val', 'a.dxil']).findings[0];
const names: string[] = dxk.json(['parts', 'a.dxil']).parts.map((part) => part.fourcc);
const other: unknown = dxk.json(['hash', 'a.dxil']);
const bytes: Uint8Array | null = dxk.output('b.dxil');
const { status, out, err } = dxk.run(['sign', '-o', 'b.dxil', 'a.dxil']);
const made: Uint8Array | null = dxk.compile('void main() {}', { profile: 'cs_6_0', args: ['-Od'] }).bytes;
// @ts-expect-error a status is a number
const wrong: string = status;
export { info, first, names, other, bytes, out, err, made, wrong };
