// SPDX-License-Identifier: MIT
// worker.js - runs commands away from the page, so that it never waits. Messages are {id, op, ...}, answers
// {id, result} or {id, error}.
import { load } from './dxk.js';

const LARGE = 1 << 20; // memory of a module never shrinks: after such files it is begun anew
const MOST_EDITS = 3000;

const loading = load();
loading.catch(() => {}); // said in the answer to the first message

const files = new Map();

const operations = {
  ready: () => true,

  put(dxk, { name, bytes }) {
    files.set(name, bytes);
    dxk.file(name, bytes);
  },

  drop(dxk, { name }) {
    const bytes = files.get(name);
    files.delete(name);
    dxk.file(name, new Uint8Array());
    if (!bytes || bytes.length < LARGE) return;
    dxk.clear();
    for (const [other, content] of files) dxk.file(other, content);
  },

  run(dxk, { args, output }) {
    const { status, out, err } = dxk.run(args);
    const made = output && status === 0 ? dxk.output(output) : null;
    return { status, out: new TextDecoder().decode(out), err, made };
  },

  compile(dxk, { name, text, options }) {
    files.set(name, new TextEncoder().encode(text));
    const { bytes, diagnostics } = dxk.compile(text, { name, ...options });
    return { bytes, diagnostics, listing: bytes ? dxk.text(['dis', `${name}.dxil`]) : '' };
  },

  compare: (dxk, { left, right }) => compareLines(left.split('\n'), right.split('\n')),
};

/** Rows [mark, text] with mark ' ', '-' or '+'; null: too much differs. Myers, "An O(ND) difference algorithm". */
function compareLines(left, right) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  const middle = shortestEdit(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
  const same = (line) => [' ', line];
  return middle && [...left.slice(0, head).map(same), ...middle, ...left.slice(left.length - tail).map(same)];
}

function shortestEdit(a, b) {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const reach = new Int32Array(2 * most + 3); // of each diagonal k, at k + most + 1
  const steps = []; // what was reached before each edit
  for (let edits = 0; edits <= most; edits++) {
    steps.push(reach.slice(most - edits, most + edits + 3));
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + most + 1;
      let x = k === -edits || (k !== edits && reach[at - 1] < reach[at + 1]) ? reach[at + 1] : reach[at - 1] + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[at] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, steps);
    }
  }
  return null;
}

function walkBack(a, b, steps) {
  const rows = [];
  let x = a.length, y = b.length;
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const before = (k) => steps[edits][k + edits + 1];
    const k = x - y;
    const down = k === -edits || (k !== edits && before(k - 1) < before(k + 1));
    const fromX = before(down ? k + 1 : k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    for (; x > fromX && y > fromY; y--) rows.push([' ', a[--x]]);
    if (edits > 0) rows.push(down ? ['+', b[fromY]] : ['-', a[fromX]]);
    [x, y] = [fromX, fromY];
  }
  return rows.reverse();
}

self.onmessage = async ({ data }) => {
  try {
    const dxk = await loading;
    self.postMessage({ id: data.id, result: operations[data.op](dxk, data) });
  } catch (error) {
    self.postMessage({ id: data.id, error: error.message });
  }
};
