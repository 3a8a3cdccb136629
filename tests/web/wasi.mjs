// SPDX-License-Identifier: MIT
// wasi.mjs - runs a WebAssembly program that reads files of the working folder: wasi.mjs PROGRAM ARGUMENTS...
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), preopens: { '.': '.' }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
