// SPDX-License-Identifier: MIT
// edit.js - a text that is changed, and what is made of it: a listing assembled, a source compiled.
import { make } from './rows.js';

const LINE = 18; // pixels, as in page.css

export class Editor {
  /**
   * `label` says what the text is, `action` what the button does, `done` what was done then; make(text) gives {bytes, diagnostics}, add(name,
   * bytes) opens what was made; `tools` are more elements of the bar, `beside` is one that stands beside the text.
   */
  constructor(panel, say, { label, action, done, make: from, add, tools = [], beside = null }) {
    this.say = say;
    this.from = from;
    this.add = add;
    this.done = done;
    this.bytes = null;
    this.numbers = make('pre', { class: 'numbers', 'aria-hidden': 'true' });
    this.text = make('textarea', { 'aria-label': label, spellcheck: 'false', wrap: 'off', autocomplete: 'off', autocapitalize: 'off' });
    this.marker = make('div', { class: 'marker', hidden: true });
    this.problems = make('ol', { class: 'findings' });
    this.make = make('button', { type: 'button', class: 'main', title: 'Ctrl+Enter', 'aria-keyshortcuts': 'Control+Enter', onclick: () => this.build() }, action);
    this.save = make('a', { class: 'button', hidden: true }, 'Download');
    this.openMade = make('button', { type: 'button', hidden: true, onclick: () => this.add(this.name, this.bytes) }, 'Open here');
    this.text.addEventListener('input', () => this.changed());
    this.text.addEventListener('scroll', () => this.scrolled());
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.build();
    });
    panel.replaceChildren(
      make('div', { class: 'bar' }, ...tools, this.make, this.save, this.openMade),
      this.problems, make('div', { class: beside ? 'pair' : null }, make('div', { class: 'editor' }, this.numbers, this.marker, this.text), beside));
  }

  /** Shows a text; what is made of it is named like `name`, but with the ending. */
  set(name, text, ending) {
    this.name = name.replace(/\.[^./]*$/, '') + ending;
    this.text.value = text;
    this.problems.replaceChildren();
    this.changed();
    this.text.scrollTop = 0;
    this.scrolled();
  }

  changed() {
    let count = 1;
    for (let at = this.text.value.indexOf('\n'); at >= 0; at = this.text.value.indexOf('\n', at + 1)) count++;
    if (count !== this.count) this.numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n');
    this.count = count;
    this.marker.hidden = true;
    this.offer(null);
  }

  scrolled() {
    this.numbers.style.transform = `translateY(${-this.text.scrollTop}px)`;
    this.marker.style.top = `${(this.line - 1) * LINE - this.text.scrollTop}px`;
  }

  /** Offers what was made for download; null: nothing. */
  offer(bytes) {
    if (this.save.href) URL.revokeObjectURL(this.save.href);
    this.bytes = bytes;
    this.save.hidden = this.openMade.hidden = !bytes;
    if (!bytes) return;
    this.save.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    this.save.download = this.name;
    this.save.textContent = `Download ${this.name}`;
  }

  async build() {
    this.say('Working …');
    const { bytes, diagnostics } = await this.from(this.text.value);
    this.offer(bytes);
    this.tell(diagnostics);
    const errors = diagnostics.filter((d) => d.severity === 'error');
    const first = errors.find((d) => d.line && !d.source);
    if (first) this.show(first);
    this.say(bytes ? `${this.done}: ${bytes.length} bytes` : `Not ${this.done.toLowerCase()}: ${errors[0]?.message ?? 'it failed'}`);
  }

  tell(diagnostics) {
    this.problems.replaceChildren(...diagnostics.map((d) => this.problem(d)));
  }

  problem(d) {
    if (!d.line && d.path) return make('li', { class: d.severity }, make('p', {}, make('span', { class: 'severity' }, d.severity), ` ${d.message} `, make('code', {}, d.path)));
    const place = d.source ? make('code', {}, `${d.source}:${d.line}:${d.column}`) : d.line ? make('button', { type: 'button', class: 'link', onclick: () => this.show(d) }, `line ${d.line}, column ${d.column}`) : null;
    return make('li', { class: d.severity }, make('p', {}, make('span', { class: 'severity' }, d.severity), ' ', d.message, ' '), place);
  }

  /** Marks the line and puts the cursor at the place. */
  show({ line, column }) {
    const lines = this.text.value.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.line = line;
    this.marker.hidden = false;
    this.text.focus();
    this.text.setSelectionRange(at + column - 1, at + column - 1);
    this.text.scrollTop = Math.max(0, (line - 1) * LINE - this.text.clientHeight / 3);
    this.scrolled();
  }
}
