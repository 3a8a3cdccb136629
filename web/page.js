// SPDX-License-Identifier: MIT
// page.js - the page: files, tabs, and what a tab shows of the file that is chosen. Commands run in a worker.
import { Bytes, fieldsOf } from './bytes.js';
import { Editor } from './edit.js';
import { Listing } from './listing.js';
import { make } from './rows.js';
import { sample } from './sample.js';
import { EXAMPLE, Source } from './source.js';
import { PICTURES, compared, differences, explanation, overview, picture, validation } from './views.js';

const MOST_LINES = 20000; // of listings that are compared
const FEW = 12; // files that need no search

const $ = (id) => document.getElementById(id);
const say = (text) => ($('status').textContent = text);

// --- the worker ---

const worker = new Worker('worker.js', { type: 'module' });
const waiting = new Map();
let asked = 0;

worker.onmessage = ({ data }) => {
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error) reject(new Error(data.error));
  else resolve(data.result);
};

function ask(op, message = {}) {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, op, ...message });
  });
}

const run = (args, output) => ask('run', { args, output });

/** Messages about a file, by the name that its reader knows. */
const named = (file, text) => text.replaceAll(file.path, file.name);

/** What a command prints with --json, or null. */
async function json(args) {
  const { out } = await run([args[0], '--json', ...args.slice(1)]);
  try {
    return JSON.parse(out);
  } catch {
    return null;
  }
}

// --- files ---

const files = []; // {name, path, bytes, answers, source, row}; `source`: the text, if that is what it is
let current = null;
let opened = 0;

const SOURCES = /\.(hlsl|hlsli|fx|fxh|h)$/i;

async function open(name, bytes) {
  const isSource = SOURCES.test(name);
  const path = isSource ? `source/${name}` : `${++opened}/${name.split('/').at(-1)}`; // sources include each other by name
  const file = { name, path, bytes, answers: new Map(), source: isSource ? new TextDecoder().decode(bytes) : null };
  await ask('put', { name: file.path, bytes });
  file.row = new FileRow(file);
  files.push(file);
  return file;
}

/** What was asked of a file before is not asked again. */
function remember(file, key, make) {
  if (!file.answers.has(key)) file.answers.set(key, make());
  return file.answers.get(key);
}

const listingOf = (file) => remember(file, 'dis', () => run(['dis', file.path]));
const verdictOf = (file) => remember(file, 'val', async () => {
  if (file.source !== null) return null;
  const said = await json(['val', file.path]);
  const result = said && (said.findings || said.diagnostics?.length) ? said : null;
  file.row.judge(!result ? 'unknown' : result.valid ? 'valid' : 'invalid');
  return result;
});

async function openAll(list) {
  let first = null;
  const added = [];
  for (const [name, blob] of list) {
    say(`Opening ${name} …`);
    const file = await open(name, new Uint8Array(await blob.arrayBuffer()));
    first ??= file;
    added.push(file);
  }
  $('files').append(...added.map((file) => file.row.item));
  filter();
  if (first) await choose(first);
  let bad = 0;
  for (const file of added) {
    if (!files.includes(file)) continue;
    bad += (await verdictOf(file))?.valid === false;
  }
  if (added.length > 1) say(`${added.length} files opened, ${bad} of them invalid`);
}

function close(file) {
  const index = files.indexOf(file);
  files.splice(index, 1);
  file.row.item.remove();
  filter();
  ask('drop', { name: file.path });
  if (current === file) choose(files[Math.min(index, files.length - 1)] ?? null);
}

const MARKS = { valid: ['✓', 'valid', 'good'], invalid: ['✗', 'invalid', 'bad'], unknown: ['·', 'not judged', ''] };

/** What the list has of a file: made once, then changed, for there may be thousands. */
class FileRow {
  constructor(file) {
    this.mark = make('span', { role: 'img' });
    this.button = make('button', { type: 'button', class: 'file', title: file.name, onclick: () => choose(file) }, this.mark, make('span', { class: 'name' }, file.name));
    this.item = make('li', {}, this.button, make('button', { type: 'button', class: 'close', 'aria-label': `Close ${file.name}`, onclick: () => close(file) }, '×'));
    this.judge('unknown');
    this.choose(false);
  }

  judge(kind) {
    const [mark, words, tone] = MARKS[kind];
    this.mark.textContent = mark;
    this.mark.className = `mark ${tone}`;
    this.mark.ariaLabel = words;
  }

  choose(chosen) {
    this.button.setAttribute('aria-current', String(chosen));
    if (chosen) this.item.scrollIntoView({ block: 'nearest' });
  }
}

/** Shows the files whose names have what is looked for. */
function filter() {
  const wanted = $('find').value.toLowerCase();
  $('find').hidden = files.length <= FEW;
  for (const file of files) file.row.item.hidden = files.length > FEW && !file.name.toLowerCase().includes(wanted);
}

$('find').addEventListener('input', filter);

async function choose(file) {
  current?.row.choose(false);
  current = file;
  file?.row.choose(true);
  if (file && file.source !== null) await select('source');
  else if (file && tabName === 'source') await select('overview');
  else await show();
}

// --- tabs ---

const tabs = [...document.querySelectorAll('[role=tab]')];
const panelOf = (name) => $(`panel-${name}`);
const nameOf = (tab) => tab.id.replace('tab-', '');
let tabName = 'overview';

async function select(name, focus = false) {
  tabName = name;
  for (const tab of tabs) {
    const chosen = nameOf(tab) === name;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    panelOf(nameOf(tab)).hidden = !chosen;
    if (chosen && focus) tab.focus();
    if (chosen) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  await show();
}

$('tabs').addEventListener('click', ({ target }) => target.role === 'tab' && select(nameOf(target)));
$('tabs').addEventListener('keydown', (event) => {
  const at = tabs.findIndex((tab) => tab.tabIndex === 0);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  select(nameOf(tabs.at(to % tabs.length)), true);
});

/** Shows the tab's view of the current file, unless it is there already. */
async function show() {
  const file = current, panel = panelOf(tabName);
  if (tabName === 'source') return showSource(file, panel);
  if (!file) return showNothing();
  if (panel.shows === file && tabName !== 'diff') return say(`${file.name}: ${tabName}`);
  panel.shows = file;
  panel.setAttribute('aria-busy', 'true');
  try {
    if (file.source === null) await views[tabName](file, panel);
    else panel.replaceChildren(make('p', { class: 'empty' }, 'This is a source. Compile it in its tab, then open the result here.'));
    if (current === file) say(`${file.name}: ${tabName}`);
  } catch (error) {
    panel.shows = null;
    say(`${file.name}: ${error.message}`);
  }
  panel.removeAttribute('aria-busy');
}

const emptyPage = panelOf('overview').firstElementChild;

function showNothing() {
  for (const panel of tabs.map((tab) => panelOf(nameOf(tab)))) {
    panel.shows = null;
    if (panel !== panelOf('source')) panel.replaceChildren();
  }
  panelOf('overview').append(emptyPage);
  if (tabName !== 'overview') select('overview');
  say('No file is open.');
}

// --- views ---

/** The object of a panel, made when it is first wanted. */
function partOf(panel, type, ...args) {
  if (!(panel.view instanceof type) || !panel.firstChild) panel.view = new type(panel, say, ...args);
  return panel.view;
}

async function showBytes(at) {
  await select('bytes');
  panelOf('bytes').view.show(at);
}

async function showInListing(place) {
  await select('listing');
  const { view } = panelOf('listing');
  const line = place.line !== undefined && !place.function ? place.line - 1 : view.place(place);
  if (line >= 0) view.show(line);
}

const views = {
  async overview(file, panel) {
    const [info, parts, val, text] = [await json(['info', file.path]), await json(['parts', file.path]), await verdictOf(file), await run(['info', file.path])];
    if (current === file) panel.replaceChildren(...overview(file, { info, parts, val, text: named(file, text.out + text.err) }, (part) => showBytes(part.offset)));
  },

  async listing(file, panel) {
    const { out, err } = await listingOf(file);
    if (current === file) partOf(panel, Listing).set(out || named(file, err));
  },

  async pictures(file, panel) {
    const figures = [];
    panel.replaceChildren();
    for (const [kind, title] of PICTURES) {
      const { out } = await run(['draw', kind, file.path]);
      if (current !== file) return;
      if (!out.startsWith('<svg')) continue;
      figures.push(kind);
      panel.append(picture(title, out, followPicture));
    }
    if (!figures.length) panel.append(make('p', { class: 'empty' }, 'There is nothing to draw in this file.'));
  },

  async bytes(file, panel) {
    const dump = await json(['dump', file.path]);
    if (current === file) partOf(panel, Bytes).set(file.bytes, dump ? fieldsOf(dump) : []);
  },

  async validation(file, panel) {
    const result = await verdictOf(file);
    const explain = async (rule) => explanation((await json(['explain', rule])) ?? {});
    if (current === file) panel.replaceChildren(...validation(result, { onBytes: showBytes, onListing: showInListing, explain }));
  },

  async diff(file, panel) {
    const others = files.filter((other) => other !== file);
    if (!others.length) return panel.replaceChildren(make('p', { class: 'empty' }, 'Open another file to compare with this one.'));
    const chosen = others.includes(panel.other) ? panel.other : others[0];
    panel.other = chosen;
    const pick = make('select', { id: 'other' }, ...others.map((other) => make('option', { selected: other === chosen }, other.name)));
    pick.addEventListener('change', () => {
      panel.other = others[pick.selectedIndex];
      show();
    });
    const result = await json(['diff', file.path, chosen.path]);
    const drawn = (await run(['draw', 'diff', file.path, chosen.path])).out;
    const lines = await compareListings(file, chosen);
    panel.replaceChildren(make('p', { class: 'bar' }, make('label', { for: 'other' }, `${file.name} against `), pick),
      ...(drawn.startsWith('<svg') ? [picture('Parts and programs', drawn, followPicture)] : []),
      result ? differences(result) : make('p', {}, 'The parts cannot be compared.'), make('h3', {}, 'Listings'), lines);
  },

  async edit(file, panel) {
    const { out, err, status } = await run(['dis', '--no-comments', '--no-header', file.path]);
    const actions = { label: 'Listing', action: 'Assemble, validate, sign', done: 'Signed', make: assemble, add };
    if (current !== file) return;
    const view = partOf(panel, Editor, actions);
    view.set(file.name, status === 0 ? out : '', '.signed.dxil');
    if (status !== 0) view.tell([{ severity: 'error', message: named(file, err) }]);
  },
};

/** The source that is chosen, else that which was shown last, else an example. It needs no open file. */
function showSource(file, panel) {
  const isFirst = !panel.view;
  const view = partOf(panel, Source, { compile, add });
  if (file && file.source !== null && panel.shows !== file) {
    panel.shows = file;
    view.set(file.name, file.source);
  } else if (isFirst) {
    view.set('example.hlsl', EXAMPLE);
  }
  say(`${view.name}: source`);
}

/** Links of pictures: #bb3 is a block of the entry's function, #h1a0 a place in the file. */
async function followPicture(href) {
  const block = /^#bb(\d+)/.exec(href);
  const bytes = /^#h([0-9a-f]+)/.exec(href);
  if (bytes) return showBytes(parseInt(bytes[1], 16));
  if (!block) return select('overview');
  const info = await json(['info', current.path]);
  return showInListing({ function: info?.module?.entries?.[0]?.function, block: Number(block[1]) });
}

async function compareListings(left, right) {
  const [a, b] = [await listingOf(left), await listingOf(right)];
  if (!a.out || !b.out) return make('p', {}, 'One of the files has no listing.');
  if (Math.max(a.out.length, b.out.length) > MOST_LINES * 60 && Math.max(...[a, b].map(({ out }) => out.split('\n').length)) > MOST_LINES)
    return make('p', {}, `Listings of more than ${MOST_LINES} lines are not compared.`);
  const rows = await ask('compare', { left: a.out, right: b.out });
  if (!rows) return make('p', {}, 'The listings have too little in common for a comparison by line.');
  return rows.every(([mark]) => mark === ' ') ? make('p', { class: 'good' }, 'The listings are the same.') : compared(rows);
}

// --- editing ---

/** Makes a signed container of a listing: {bytes} or {diagnostics}. */
async function assemble(text) {
  await ask('put', { name: 'edit/in.ll', bytes: new TextEncoder().encode(text) });
  const { out, err, made } = await run(['sign', '--json', '-o', 'edit/out.dxil', 'edit/in.ll'], 'edit/out.dxil');
  if (made) return { bytes: made, diagnostics: [] };
  let diagnostics = [];
  try {
    diagnostics = JSON.parse(out).diagnostics;
  } catch {
    diagnostics = [{ severity: 'error', message: err }];
  }
  return { bytes: null, diagnostics };
}

/** Compiles a source: {bytes, diagnostics, listing}. */
async function compile(name, options, text) {
  const path = `source/${name}`;
  const file = files.find((other) => other.path === path);
  if (file) file.source = text;
  try {
    return await ask('compile', { name: path, text, options: { ...options, args: ['-I', 'source', ...options.args] } });
  } catch (error) {
    return { bytes: null, diagnostics: [{ severity: 'error', message: error.message }] };
  }
}

async function add(name, bytes) {
  const file = await open(name, bytes);
  $('files').append(file.row.item);
  filter();
  await choose(file);
  await select('overview');
}

// --- opening ---

$('open').addEventListener('change', async ({ target }) => {
  const list = [...target.files].map((file) => [file.name, file]);
  target.value = '';
  await openAll(list);
});

$('sample').addEventListener('click', async () => {
  const { bytes, diagnostics } = await assemble(sample);
  if (bytes) await openAll([['sum.dxil', new Blob([bytes])]]);
  else say(diagnostics[0]?.message ?? 'The sample could not be built.');
});

/** The files in what was dropped, folders with all that is below them. */
async function* filesIn(entry) {
  if (entry.isFile) {
    yield [entry.fullPath.slice(1), await new Promise((resolve, reject) => entry.file(resolve, reject))];
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const child of some) yield* filesIn(child);
  }
}

const drop = $('drop');
for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop'])
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
  });
document.addEventListener('drop', async ({ dataTransfer }) => {
  const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const list = [];
  for (const entry of entries) for await (const file of filesIn(entry)) list.push(file);
  await openAll(list);
});

ask('ready').then(
  () => say('Ready. Files stay on this computer.'),
  (error) => say(`dxk cannot be loaded: ${error.message}`),
);
