// SPDX-License-Identifier: MIT
// listing.js - the listing of a shader: coloured line by line as it is seen, names that can be followed, a search.
import { Rows, make } from './rows.js';

// What a line is made of, in the order in which it is tried.
const TOKENS = new RegExp([
  '(?<comment>;.*$)',
  '(?<string>c?"(?:[^"\\\\]|\\\\.)*")',
  '(?<name>[%@](?:"(?:[^"\\\\]|\\\\.)*"|[-\\w.$]+)|![-\\w.]*)',
  '(?<number>\\b-?(?:0x[0-9A-Fa-f]+|\\d+(?:\\.\\d+(?:e[+-]?\\d+)?)?)\\b)',
  '(?<type>\\b(?:void|i1|i8|i16|i32|i64|half|float|double|label|metadata|opaque)\\b)',
  '(?<word>\\b(?:define|declare|call|ret|br|switch|phi|load|store|getelementptr|extractvalue|insertvalue|select|' +
    '[fsu]?(?:add|sub|mul|div|rem)|shl|[al]shr|and|or|xor|bitcast|[sz]ext|trunc|fp\\w+to\\w+|[su]itofp|icmp|fcmp|alloca|unreachable|target|type|attributes|global|constant|undef|zeroinitializer|null|true|false)\\b)',
].join('|'), 'g');

/** The pieces of a line: text, and spans of a class. */
export function colour(line, marked) {
  const pieces = [];
  let at = 0;
  for (const match of line.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    if (match.index > at) pieces.push(line.slice(at, match.index));
    const span = make('span', { class: `t-${kind}` }, match[0]);
    if (kind === 'name') {
      span.dataset.name = match[0];
      if (match[0] === marked) span.classList.add('marked');
    }
    pieces.push(span);
    at = match.index + match[0].length;
  }
  pieces.push(line.slice(at));
  return pieces;
}

export class Listing {
  constructor(panel, say) {
    this.say = say;
    this.lines = [];
    this.marked = null;
    this.hit = -1;
    this.rows = new Rows('Listing', (i) => this.line(i));
    this.search = make('input', { type: 'search', placeholder: 'Find in the listing', 'aria-label': 'Find in the listing' });
    this.search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.find(this.search.value, event.shiftKey ? -1 : 1);
    });
    this.rows.element.addEventListener('click', ({ target }) => this.follow(target.dataset.name));
    panel.replaceChildren(make('div', { class: 'bar' }, this.search,
      make('button', { type: 'button', onclick: () => this.find(this.search.value, -1), 'aria-label': 'Previous' }, '↑'),
      make('button', { type: 'button', onclick: () => this.find(this.search.value, 1), 'aria-label': 'Next' }, '↓'),
      make('button', { type: 'button', onclick: () => this.show(Math.max(0, this.place({}))) }, 'Code')),
    this.rows.element);
  }

  set(text) {
    this.lines = text.replace(/\n$/, '').split('\n');
    this.marked = null;
    this.hit = -1;
    this.width = String(this.lines.length).length;
    this.rows.resize(this.lines.length);
  }

  line(i) {
    const number = make('span', { class: 'number' }, String(i + 1).padStart(this.width));
    return make('div', { class: i === this.hit ? 'row hit' : 'row' }, number, ...colour(this.lines[i], this.marked));
  }

  /** Marks a name where it stands; again: no longer. */
  follow(name) {
    if (!name) return;
    this.marked = this.marked === name ? null : name;
    this.rows.draw(true);
    if (!this.marked) return;
    const exact = new RegExp(`${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![-\\w.$])`);
    const count = this.lines.filter((line) => exact.test(line)).length;
    this.say(`${name}: in ${count} ${count === 1 ? 'line' : 'lines'}`);
  }

  show(line) {
    this.hit = line;
    this.rows.show(line);
  }

  find(text, step) {
    if (!text) return;
    const wanted = text.toLowerCase();
    for (let n = 1; n <= this.lines.length; n++) {
      const i = (this.hit + step * n + 2 * this.lines.length) % this.lines.length;
      if (!this.lines[i].toLowerCase().includes(wanted)) continue;
      this.show(i);
      this.say(`line ${i + 1} of ${this.lines.length}`);
      return;
    }
    this.say(`"${text}" is not in the listing`);
  }

  /** The line of an instruction or block that is named, or of its function; -1: neither is here. */
  place({ function: name, instruction, block }) {
    const plain = (text) => text.replace(/[\\"]/g, '');
    const isStart = (line) => line.startsWith('define ') && (!name || plain(line).includes(`@${plain(name)}(`));
    const start = this.lines.findIndex(isStart);
    if (start < 0) return -1;
    let blocks = 0;
    for (let i = start; i < this.lines.length && !this.lines[i].startsWith('}'); i++) {
      blocks += this.lines[i].startsWith('; <label>:') || /^[-\w.$]+:/.test(this.lines[i]);
      if (instruction ? this.lines[i].includes(instruction) : block && blocks === block) return i;
    }
    return start;
  }
}
