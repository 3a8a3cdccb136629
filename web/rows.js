// SPDX-License-Identifier: MIT
// rows.js - elements, and lists of any length of which only what is seen is in the document.

/** An element: make('a', {class: 'x', href: '#', onclick: f}, 'text', other, ...). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

const ROW = 18; // pixels, as in page.css
const AROUND = 30; // rows in the document above and below those that are seen

/** A list that scrolls. `render(i)` gives the element of a row. */
export class Rows {
  constructor(label, render) {
    this.render = render;
    this.count = 0;
    this.shown = [0, 0];
    this.body = make('div', { class: 'rows-body' });
    this.space = make('div', { class: 'rows-space' }, this.body);
    this.element = make('div', { class: 'rows', tabindex: '0', role: 'region', 'aria-label': label }, this.space);
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  resize(count) {
    this.count = count;
    this.space.style.height = `${count * ROW}px`;
    this.element.scrollTop = 0;
    this.draw(true);
  }

  draw(anew = false) {
    const seen = Math.ceil(this.element.clientHeight / ROW);
    const top = Math.floor(this.element.scrollTop / ROW);
    const first = Math.max(0, top - AROUND);
    const end = Math.min(this.count, top + seen + AROUND);
    const enough = this.shown[0] <= Math.max(0, top - 1) && this.shown[1] >= Math.min(this.count, top + seen + 1);
    if (!anew && enough && this.shown[1] > this.shown[0]) return;
    this.shown = [first, end];
    this.body.style.top = `${first * ROW}px`;
    this.body.replaceChildren(...Array.from({ length: end - first }, (_, i) => this.render(first + i)));
  }

  /** Scrolls so that a row is seen, a third from above. */
  show(row) {
    this.element.scrollTop = Math.max(0, row * ROW - this.element.clientHeight / 3);
    this.draw(true);
  }
}

/** A table with a head. Cells are strings or elements. */
export function table(caption, heads, rows) {
  return make('table', {},
    make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((cell) => make('td', {}, cell ?? ''))))));
}
