// SPDX-License-Identifier: MIT
// dxk.d.ts - types of dxk.js, and of the output of commands with --json (schema 1).

/** 0 success; 1 invalid input, a failed check or a difference; 2 wrong usage; 3 I/O error; 4 limit exceeded or out of memory. */
export type Status = 0 | 1 | 2 | 3 | 4;

export interface RunResult {
  status: Status;
  /** Standard output. */
  out: Uint8Array;
  /** Standard error, as text. */
  err: string;
}

export interface File {
  name: string;
  /** Added by file(), written by a command, or a folder that a command created. */
  kind: 'put' | 'written' | 'folder';
  bytes: Uint8Array;
}

export interface Facts {
  /** 0: file, 1: folder, 2: link, 3: other. */
  kind: number;
  size: number;
  /** Bits: 1: has several hard links; 2: read-only. */
  flags: number;
}

/** The file system behind the files in memory. Errors are errno values of WASI, negated where a count is expected. */
export interface Surroundings {
  look(path: string, follow: boolean): Facts | number;
  open(path: string): number;
  read(fd: number, bytes: Uint8Array): number;
  write(fd: number, bytes: Uint8Array): number;
  close(fd: number): void;
  list(path: string): string[] | number;
}

export interface Options {
  /** URL of dxk.wasm; default: beside dxk.js. */
  url?: string | URL;
  /** The module, if it is already compiled. */
  module?: WebAssembly.Module;
  surroundings?: Partial<Surroundings>;
  /** Bit n: descriptor n is a terminal. */
  terminals?: number;
  columns?: number;
  env?: Record<string, string | undefined>;
}

export class DxkError extends Error {
  readonly status: Status;
  readonly result: RunResult;
}

export interface CompileOptions {
  /** Stage and shader model: "ps_6_0". */
  profile: string;
  /** Default: "main". */
  entry?: string;
  /** Name of the source, for messages and relative includes. */
  name?: string;
  /** More options of `dxk compile`: ["-D", "QUALITY=2", "-I", "shaders"]. */
  args?: readonly string[];
}

export interface Compiled {
  /** The signed container; null if the source has errors. */
  bytes: Uint8Array | null;
  /** Errors and warnings. */
  diagnostics: Diagnostic[];
}

export class Dxk {
  file(name: string, bytes: Uint8Array): this;
  run(args: readonly string[]): RunResult;
  text(args: readonly string[], fine?: readonly number[]): string;
  json<C extends keyof Json>(args: readonly [C, ...string[]]): Json[C];
  json(args: readonly string[]): unknown;
  compile(source: string, how: CompileOptions): Compiled;
  files(): Generator<File>;
  output(name: string): Uint8Array | null;
  clear(): void;
}

export function load(options?: Options): Promise<Dxk>;

// --- output of --json ---

export interface Head {
  dxk: string;
  schema: 1;
  file: string;
  diagnostics: Diagnostic[];
  status: Status;
}

export interface Diagnostic {
  severity: 'error' | 'warning' | 'note';
  rule?: string;
  message: string;
  offset?: number;
  bit?: number;
  line?: number;
  column?: number;
  path?: string;
}

export interface Part {
  index: number;
  fourcc: string;
  offset: number;
  size: number;
  present: number;
  title: string;
}

export interface Parts extends Head {
  kind: string;
  size: number;
  digest: string;
  parts: Part[];
}

export interface Finding extends Diagnostic {
  rule: string;
  function?: string;
  block?: number;
  instruction?: string;
  fix?: string;
}

export interface Validation extends Head {
  valid: boolean;
  judged: string;
  total: number;
  findings: Finding[];
}

export interface Element {
  semantic: string;
  index: number;
  register: number;
  mask: number;
  used: number;
  type: string;
  min_precision: string;
  system_value: string;
  interpolation: string;
  stream: number;
}

export interface Resource {
  type: string;
  kind: string;
  name: string;
  space: number;
  lower_bound: number;
  upper_bound: number;
}

export interface Info extends Head {
  kind: string;
  size?: number;
  program?: { profile: string; stage: string; shader_model_major: number; shader_model_minor: number };
  entry?: string;
  features?: { value: number; names: string[] };
  digest?: { value: string; state: string };
  inputs?: Element[];
  outputs?: Element[];
  resources?: Resource[];
  module?: { instruction_count: number; instructions: Record<string, number> };
}

export interface Difference {
  kind: 'changed' | 'added' | 'removed';
  path: string;
  left?: string;
  right?: string;
}

export interface Differences extends Head {
  differences: Difference[];
}

export interface Rule {
  dxk: string;
  schema: 1;
  rule: string;
  message: string;
  explanation?: string;
  fix?: string;
  example?: string;
}

export interface Dump extends Head {
  parts: Array<{ part: string; at: number } & Record<string, unknown>>;
}

export interface Json {
  info: Info;
  parts: Parts;
  val: Validation;
  diff: Differences;
  explain: Rule;
  dump: Dump;
  compile: Head;
}
