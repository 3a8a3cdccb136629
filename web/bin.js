#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// bin.js - the command on Node.js: `npx dxk val a.dxil`. Files are read from the disk when the command opens them,
// and written when it has ended.
import fs from 'node:fs';
import { load } from './dxk.js';

const CLI_IO = 3;
const PIPE_CLOSED = 141;

// errno values of WASI for the codes of Node.js.
const ERRNO = {
  EACCES: 2, EBADF: 8, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37,
  ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOTDIR: 54, ENXIO: 60, EPERM: 63, EPIPE: 64,
};
const FILE = 0, FOLDER = 1, LINK = 2, OTHER = 3;
const SEVERAL_NAMES = 1, READ_ONLY = 2;

const codeOf = (error) => {
  if (!error.code) throw error;
  return ERRNO[error.code] ?? ERRNO.EIO;
};

/** What an action gives, or what `failed` makes of the errno value. */
function attempt(action, failed = (errno) => errno) {
  try {
    return action();
  } catch (error) {
    return failed(codeOf(error));
  }
}

function factsOf(stat) {
  const kind = stat.isFile() ? FILE : stat.isDirectory() ? FOLDER : stat.isSymbolicLink() ? LINK : OTHER;
  if (stat.size > 0xffffffff) return ERRNO.EFBIG;
  const several = kind === FILE && stat.nlink > 1 ? SEVERAL_NAMES : 0;
  return { kind, size: stat.size, flags: several | (stat.mode & 0o222 ? 0 : READ_ONLY) };
}

/** Calls until a pipe that says "not now" is ready. */
function patiently(action) {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (error.code === 'EOF') return 0; // a pipe on Windows
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

const negative = (errno) => -errno;

/** Nobody reads on: the program ends as others do, without a word. */
const refused = (errno) => (errno === ERRNO.EPIPE ? process.exit(PIPE_CLOSED) : -errno);

const surroundings = {
  look: (path, follow) => attempt(() => factsOf(follow ? fs.statSync(path) : fs.lstatSync(path))),
  open: (path) => attempt(() => fs.openSync(path), negative),
  read: (fd, bytes) => attempt(() => patiently(() => fs.readSync(fd, bytes)), negative),
  write: (fd, bytes) => attempt(() => patiently(() => fs.writeSync(fd, bytes)), refused),
  close: (fd) => fs.closeSync(fd),
  list: (path) => attempt(() => fs.readdirSync(path)),
};

/** Writes a file beside the other and renames it, as the command itself does elsewhere. */
function replace(name, bytes) {
  const stat = attempt(() => fs.statSync(name));
  if (typeof stat !== 'number' && (!stat.isFile() || stat.nlink > 1)) return fs.writeFileSync(name, bytes);
  const target = typeof stat === 'number' ? name : fs.realpathSync(name);
  const beside = `${target}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(beside, bytes, { flag: 'wx', mode: typeof stat === 'number' ? 0o666 : stat.mode & 0o7777 });
    fs.renameSync(beside, target);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

function save(dxk) {
  let status = 0;
  for (const { name, kind, bytes } of dxk.files()) {
    try {
      if (kind === 'folder') fs.mkdirSync(name, { recursive: true });
      if (kind === 'written') replace(name, bytes);
    } catch (error) {
      process.stderr.write(`${name}: error: cannot write: ${error.message}\n`);
      status = CLI_IO;
    }
  }
  return status;
}

const streams = [process.stdin, process.stdout, process.stderr];
const dxk = await load({
  surroundings,
  terminals: streams.reduce((set, stream, fd) => set | (stream.isTTY ? 1 << fd : 0), 0),
  columns: process.stdout.columns ?? 0,
  env: process.env,
});
const { status, err } = dxk.run(process.argv.slice(2));
process.stderr.write(err); // what the module itself could not say
process.exitCode = Math.max(status, save(dxk));
