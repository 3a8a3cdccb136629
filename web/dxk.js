// SPDX-License-Identifier: MIT
// dxk.js - the dxk command as a WebAssembly module, for pages, workers and Node.js.
//
//     import { load } from 'dxk';
//     const dxk = await load();
//     dxk.file('a.dxil', bytes);
//     dxk.text(['dis', 'a.dxil']);
//
// Files are in memory; what `surroundings` gives is behind them. cli/surroundings.h and cli/web.c are the other
// side of what is here.

const NO_ENTRY = 44; // errno values of WASI
const BAD_DESCRIPTOR = 8;
const LIMIT = 4; // exit status
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** No file but those in memory, and nothing to read. */
const nothing = {
  look: () => NO_ENTRY,
  open: () => -NO_ENTRY,
  read: () => 0,
  close: () => {},
  list: () => NO_ENTRY,
};

export class DxkError extends Error {
  constructor(result) {
    super(result.err.trim() || `dxk ended with status ${result.status}`);
    this.name = 'DxkError';
    this.status = result.status;
    this.result = result;
  }
}

/** An instance of the module: its memory, and what it asks for. */
class Instance {
  constructor(module, options) {
    this.around = { ...nothing, ...options.surroundings };
    this.outputs = [[], []]; // pieces of descriptors 1 and 2
    this.write = options.surroundings?.write ?? ((fd, bytes) => this.outputs[fd - 1].push(bytes.slice()) && bytes.length);
    this.environment = Object.entries(options.env ?? {}).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    const instance = new WebAssembly.Instance(module, {
      dxk: this.#surroundings(),
      wasi_snapshot_preview1: this.#system(),
    });
    this.calls = instance.exports;
    this.calls._initialize();
  }

  /** Views are made anew each time: memory that grows leaves old ones empty. */
  bytes(at, size) {
    return new Uint8Array(this.calls.memory.buffer, at, size);
  }

  words(at, count) {
    return new Uint32Array(this.calls.memory.buffer, at, count);
  }

  string(at) {
    const all = new Uint8Array(this.calls.memory.buffer);
    return decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }

  /** What was written to descriptor 1 or 2, once. */
  take(fd) {
    const pieces = this.outputs[fd - 1].splice(0);
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((at, piece) => (whole.set(piece, at), at + piece.length), 0);
    return whole;
  }

  /** The address of a copy. */
  put(bytes) {
    const at = this.calls.web_alloc(bytes.length);
    if (!at) throw new RangeError('out of memory');
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  #surroundings() {
    const { around } = this;
    return {
      look: (path, follow, to) => {
        const found = around.look(this.string(path), follow !== 0);
        if (typeof found === 'number') return found;
        this.words(to, 3).set([found.kind, found.size, found.flags]);
        return 0;
      },
      open: (path) => around.open(this.string(path)),
      read: (fd, at, size) => around.read(fd, this.bytes(at, size)),
      write: (fd, at, size) => this.write(fd, this.bytes(at, size)),
      close: (fd) => around.close(fd),
      list: (path, to) => {
        const names = around.list(this.string(path));
        if (typeof names === 'number') return names;
        const bytes = encoder.encode(names.map((name) => `${name}\0`).join(''));
        this.words(to, 2).set([this.put(bytes), bytes.length]);
        return 0;
      },
      now: () => performance.now(),
    };
  }

  /** What the C library of the module asks the system for. */
  #system() {
    return {
      environ_sizes_get: (count, size) => {
        this.words(count, 1)[0] = this.environment.length;
        this.words(size, 1)[0] = this.environment.reduce((sum, text) => sum + text.length, 0);
        return 0;
      },
      environ_get: (pointers, at) => {
        this.environment.forEach((text, i) => {
          this.words(pointers + 4 * i, 1)[0] = at;
          this.bytes(at, text.length).set(text);
          at += text.length;
        });
        return 0;
      },
      fd_close: () => BAD_DESCRIPTOR,
      fd_seek: () => BAD_DESCRIPTOR,
      fd_write: () => BAD_DESCRIPTOR,
      proc_exit: (status) => {
        throw new Error(`exit ${status}`);
      },
    };
  }
}

/** The command with its files. */
export class Dxk {
  #module;
  #options;
  #instance = null;

  constructor(module, options) {
    this.#module = module;
    this.#options = options;
  }

  get #live() {
    this.#instance ??= new Instance(this.#module, this.#options);
    return this.#instance;
  }

  /** Puts a file into memory. */
  file(name, bytes) {
    const live = this.#live;
    const path = live.put(encoder.encode(`${name}\0`));
    if (!live.calls.web_put(path, live.put(bytes), bytes.length)) throw new RangeError('out of memory');
    return this;
  }

  /** Runs a command; never throws for what a command says. */
  run(args) {
    const live = this.#live;
    const terminals = this.#options.terminals ?? 0;
    const words = encoder.encode(args.map((word) => `${word}\0`).join(''));
    let status;
    try {
      live.calls.web_terminal(terminals, this.#options.columns ?? 0);
      status = live.calls.web_run(live.put(words), words.length);
    } catch (error) {
      this.clear(); // a module that trapped is not used again
      return { status: LIMIT, out: new Uint8Array(), err: `dxk: ${error.message}\n` };
    }
    return { status, out: live.take(1), err: decoder.decode(live.take(2)) };
  }

  /** What a command prints; a DxkError unless its status is 0, or one of `fine`. */
  text(args, fine = [0]) {
    const result = this.run(args);
    if (!fine.includes(result.status)) throw new DxkError(result);
    return decoder.decode(result.out);
  }

  /** What a command prints with --json; a status of 1 says that something was found, and is fine. */
  json(args) {
    return JSON.parse(this.text([args[0], '--json', ...args.slice(1)], [0, 1]));
  }

  /**
   * Compiles an entry point of a source in HLSL: {bytes, diagnostics}, where `bytes` is null if there are errors. What
   * it includes are files in memory, `args` more options of the command. Wrong options are a DxkError.
   */
  compile(source, { profile, entry = 'main', name = 'source.hlsl', args = [] }) {
    const made = `${name}.dxil`;
    this.file(name, encoder.encode(source));
    const result = this.run(['compile', '--json', '-T', profile, '-E', entry, ...args, '-o', made, name]);
    if (result.status > 1) throw new DxkError(result);
    const { diagnostics } = JSON.parse(decoder.decode(result.out));
    return { bytes: result.status === 0 ? this.output(made) : null, diagnostics };
  }

  /** The files in memory: those put there, and those that commands wrote. */
  *files() {
    const live = this.#live;
    for (let i = 0; i < live.calls.web_file_count(); i++) {
      const kind = ['put', 'written', 'folder'][live.calls.web_file_kind(i)];
      const bytes = live.bytes(live.calls.web_file_data(i), live.calls.web_file_size(i)).slice();
      yield { name: live.string(live.calls.web_file_name(i)), kind, bytes };
    }
  }

  /** The bytes of a file in memory, or null. */
  output(name) {
    for (const file of this.files()) if (file.name === name && file.kind !== 'folder') return file.bytes;
    return null;
  }

  /** Forgets all files, and gives the memory back. */
  clear() {
    this.#instance = null;
  }
}

async function bytesOf(url) {
  if (url.protocol !== 'file:') return null;
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

async function compile(url) {
  const bytes = await bytesOf(url);
  if (bytes) return WebAssembly.compile(bytes);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the module, that beside this file unless `options.url` names another. */
export async function load(options = {}) {
  const url = new URL(options.url ?? 'dxk.wasm', import.meta.url);
  return new Dxk(options.module ?? (await compile(url)), options);
}
