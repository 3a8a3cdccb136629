// SPDX-License-Identifier: MIT
// bytes.js - the bytes of a file, sixteen in a row, beside the fields that they make up.
import { Rows, make } from './rows.js';

const PER_ROW = 16;
const hex = (value, digits) => value.toString(16).padStart(digits, '0');

/** The fields in `dxk dump --json`, in the order of the file: {path, at, size, text}. */
export function fieldsOf(dump) {
  const fields = [];
  const visit = (node, path) => {
    if (node === null || typeof node !== 'object') return;
    if (typeof node.at === 'number' && typeof node.size === 'number') {
      const bits = node.bits === undefined ? '' : ` (bits ${node.bit}–${node.bit + node.bits - 1})`;
      const value = node.text ?? node.value ?? node.bytes ?? '';
      const number = node.text !== undefined && node.value !== undefined ? ` = ${node.value}` : '';
      fields.push({ path, at: node.at, size: node.size, text: `${value}${number}${bits}` });
      return;
    }
    for (const [name, child] of Object.entries(node))
      visit(child, Array.isArray(node) ? `${path}[${name}]` : path ? `${path}.${name}` : name);
  };
  for (const part of dump.parts ?? []) {
    const { part: name, ...rest } = part;
    visit(rest, name);
  }
  return fields.sort((a, b) => a.at - b.at || b.size - a.size);
}

export class Bytes {
  constructor(panel, say) {
    this.say = say;
    this.bytes = new Uint8Array();
    this.fields = [];
    this.chosen = null;
    this.rows = new Rows('Bytes', (i) => this.row(i));
    this.list = new Rows('Fields', (i) => this.field(i));
    this.rows.element.classList.add('hex');
    this.list.element.classList.add('fields');
    this.path = make('p', { class: 'path' }, ' ');
    this.rows.element.addEventListener('mousemove', ({ target, movementX, movementY }) => {
      if (movementX || movementY) this.hover(target.dataset.at); // not when rows move under the pointer
    });
    this.rows.element.addEventListener('click', ({ target }) => target.dataset.at && this.choose(this.find(Number(target.dataset.at))));
    this.list.element.addEventListener('click', ({ target }) => {
      const row = target.closest('[data-field]');
      if (row) this.choose(this.fields[row.dataset.field]);
    });
    this.list.element.addEventListener('keydown', (event) => this.key(event));
    panel.replaceChildren(this.path, make('div', { class: 'split' }, this.rows.element, this.list.element));
  }

  set(bytes, fields) {
    this.bytes = bytes;
    this.fields = fields;
    this.chosen = null;
    this.digits = Math.max(4, hex(bytes.length).length);
    this.path.textContent = fields.length ? 'Point at a byte, or choose a field.' : 'This file has no fields that dxk knows.';
    this.rows.resize(Math.ceil(bytes.length / PER_ROW));
    this.list.resize(fields.length);
  }

  row(i) {
    const from = i * PER_ROW;
    const cells = [];
    let text = '';
    for (let at = from; at < Math.min(from + PER_ROW, this.bytes.length); at++) {
      const value = this.bytes[at];
      const inside = this.chosen && at >= this.chosen.at && at < this.chosen.at + Math.max(1, this.chosen.size);
      cells.push(make('span', { 'data-at': at, class: inside ? 'byte marked' : value ? 'byte' : 'byte zero' }, hex(value, 2)));
      text += value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
    }
    return make('div', { class: 'row' }, make('span', { class: 'number' }, hex(from, this.digits)), ...cells,
      make('span', { class: 'text' }, text));
  }

  field(i) {
    const { path, at, text } = this.fields[i];
    const chosen = this.fields[i] === this.chosen;
    return make('div', { class: chosen ? 'row hit' : 'row', 'data-field': i },
      make('span', { class: 'number' }, hex(at, this.digits)), make('span', { class: 'name' }, path), make('span', { class: 'value' }, text));
  }

  /** The smallest field that a byte is in. */
  find(at) {
    let low = 0, high = this.fields.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.fields[middle].at <= at) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= Math.max(0, low - 64); i--)
      if (at < this.fields[i].at + this.fields[i].size) return this.fields[i];
    return null;
  }

  describe(field) {
    return `${field.path}: ${field.text}, ${field.size} ${field.size === 1 ? 'byte' : 'bytes'} at 0x${hex(field.at, 1)}`;
  }

  hover(at) {
    const field = at === undefined ? null : this.find(Number(at));
    if (field) this.path.textContent = this.describe(field);
  }

  choose(field) {
    if (!field) return;
    this.chosen = field;
    this.path.textContent = this.describe(field);
    this.say(this.describe(field));
    this.rows.show(Math.floor(field.at / PER_ROW));
    this.list.show(this.fields.indexOf(field));
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !this.fields.length) return;
    event.preventDefault();
    const next = this.chosen ? this.fields.indexOf(this.chosen) + step : 0;
    this.choose(this.fields[Math.max(0, Math.min(this.fields.length - 1, next))]);
  }

  /** Marks one byte. */
  show(at) {
    this.choose(this.find(at) ?? { path: 'bytes', at, size: 1, text: hex(this.bytes[at] ?? 0, 2) });
  }
}
