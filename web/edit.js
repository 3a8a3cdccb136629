// SPDX-License-Identifier: MIT
// edit.js - a listing that is changed, assembled, validated and signed.
import { make } from './rows.js';

const LINE = 18; // pixels, as in page.css

export class Editor {
  constructor(panel, say, { assemble, add }) {
    this.say = say;
    this.assemble = assemble;
    this.add = add;
    this.bytes = null;
    this.numbers = make('pre', { class: 'numbers', 'aria-hidden': 'true' });
    this.text = make('textarea', { 'aria-label': 'Listing', spellcheck: 'false', wrap: 'off', autocomplete: 'off', autocapitalize: 'off' });
    this.marker = make('div', { class: 'marker', hidden: true });
    this.problems = make('ol', { class: 'findings' });
    this.make = make('button', { type: 'button', class: 'main', onclick: () => this.build() }, 'Assemble, validate, sign');
    this.save = make('a', { class: 'button', hidden: true }, 'Download');
    this.openMade = make('button', { type: 'button', hidden: true, onclick: () => this.add(this.name, this.bytes) }, 'Open here');
    this.text.addEventListener('input', () => this.changed());
    this.text.addEventListener('scroll', () => this.scrolled());
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.build();
    });
    panel.replaceChildren(
      make('div', { class: 'bar' }, this.make, this.save, this.openMade, make('span', { class: 'm' }, 'Ctrl+Enter')),
      this.problems, make('div', { class: 'editor' }, this.numbers, this.marker, this.text));
  }

  set(name, text) {
    this.name = name.replace(/\.[^./]*$/, '') + '.signed.dxil';
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
    this.say('Assembling …');
    const { bytes, diagnostics } = await this.assemble(this.text.value);
    this.offer(bytes);
    this.problems.replaceChildren(...diagnostics.map((d) => this.problem(d)));
    const first = diagnostics.find((d) => d.line);
    if (first) this.show(first);
    this.say(bytes ? `Signed: ${bytes.length} bytes` : `Not signed: ${diagnostics[0]?.message ?? 'it failed'}`);
  }

  problem(d) {
    const place = d.line ? make('button', { type: 'button', class: 'link', onclick: () => this.show(d) }, `line ${d.line}, column ${d.column}`) : null;
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
