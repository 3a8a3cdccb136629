// SPDX-License-Identifier: MIT
// views.js - what is made of the command's JSON: overview, pictures, findings, differences.
import { Rows, make, table } from './rows.js';

const number = (value) => Number(value).toLocaleString('en');
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`;
const xyzw = (mask) => [...'xyzw'].map((letter, i) => (mask & (1 << i) ? letter : '·')).join('');

// Colours by what a part is for.
const ROLES = {
  DXIL: 'blue', ILDB: 'blue', SHDR: 'blue', SHEX: 'blue', RTS0: 'orange', ISG1: 'green', OSG1: 'green', PSG1: 'green',
  ISGN: 'green', OSGN: 'green', OSG5: 'green', PCSG: 'green', PSV0: 'purple', RDAT: 'purple', SFI0: 'purple',
  HASH: 'teal', ILDN: 'teal', VERS: 'teal', STAT: 'yellow', RDEF: 'yellow', SRCI: 'pink', PDBI: 'pink', PRIV: 'pink',
};

function card(title, value, note, tone) {
  return make('div', { class: `card ${tone ?? ''}` }, make('dt', {}, title), make('dd', {}, value), make('p', { class: 'm' }, note ?? ''));
}

/** Registers as in HLSL: t3, u0–u7, space 1. */
function registers({ register, space, lower_bound: low, upper_bound: high }) {
  const range = low === high ? register : `${register}–${high === 4294967295 ? '∞' : register[0] + high}`;
  return space ? `${range}, space${space}` : range;
}

/** Models 4 and 5 have a type and a dimension for the kind. */
function resource(r) {
  return [r.name ?? '', registers(r), r.kind ?? (r.dimension && r.dimension !== 'Unknown' ? r.dimension : r.type)];
}

/** What is wrong with a file: findings, and what reading said. */
const wrong = (val) => (val.total ?? val.findings?.length ?? 0) + (val.diagnostics?.length ?? 0);

/** A card for the program, or nothing. */
function programCard({ profile, stage, profile_stage: short, shader_model_major: model, shader_model_minor: minor, tokens, dxil_major: dxil, dxil_minor: dxilMinor }) {
  const note = tokens ? `${number(tokens)} declarations and instructions` : [stage, dxil !== undefined && `DXIL ${dxil}.${dxilMinor}`].filter(Boolean).join(', ');
  return card('Program', profile ?? (short ? `${short}_${model}_${minor}` : stage ?? '?'), note);
}

function elements(caption, list) {
  return list?.length
    ? table(caption, ['Semantic', 'Register', 'Mask', 'Used', 'Type', 'Interpolation'], list.map((e) => [
      `${e.semantic}${e.index || ''}`, e.register === 4294967295 ? 'none' : String(e.register), make('code', {}, xyzw(e.mask)),
      make('code', {}, xyzw(e.used)), e.type, e.interpolation === 'Undefined' ? '' : e.interpolation]))
    : null;
}

function partsTable(parts, onPart) {
  const largest = Math.max(...parts.map((part) => part.size), 1);
  return table('Parts', ['Part', 'Offset', 'Bytes', '', 'Description'], parts.map((part) => {
    const bar = make('meter', { min: 0, max: largest, value: part.size, class: `bar-${ROLES[part.fourcc] ?? 'grey'}`,
      'aria-label': `${part.size} of ${largest} bytes` });
    return [make('button', { type: 'button', class: 'link', onclick: () => onPart(part) }, part.fourcc),
      `0x${part.offset.toString(16)}`, number(part.size), bar, part.title];
  }));
}

const VERDICTS = {
  valid: ['Valid', 'good'],
  invalid: ['Invalid', 'bad'],
  none: ['Not validated', ''],
};

/** Overview: cards and tables from `info`, `parts` and `val`. */
export function overview(file, { info, parts, val, text }, onPart) {
  const verdict = val ? (val.valid ? 'valid' : 'invalid') : 'none';
  const [word, tone] = VERDICTS[verdict];
  const cards = [card('Verdict', word, val ? plural(wrong(val), 'finding') : 'no DXIL program', tone)];
  if (info?.program) cards.push(programCard(info.program));
  if (info?.digest) cards.push(card('Digest', info.digest.state, info.digest.value, info.digest.state === 'wrong' ? 'bad' : ''));
  if (info?.module?.instruction_count !== undefined)
    cards.push(card('Instructions', number(info.module.instruction_count), `${info.module.operations?.length ?? 0} kinds of operation`));
  cards.push(card('Size', `${number(file.bytes.length)} bytes`, info?.kind ?? ''));
  if (info?.features) cards.push(card('Features', String(info.features.names.length), info.features.names.join(', ') || 'none required'));
  return [
    make('h2', {}, file.name),
    make('dl', { class: 'cards' }, ...cards),
    val?.diagnostics?.length ? make('ol', { class: 'findings' }, ...val.diagnostics.map(said)) : null,
    parts?.parts?.length ? partsTable(parts.parts, onPart) : null,
    info?.resources?.length ? table('Resources', ['Name', 'Registers', 'Kind'], info.resources.map(resource)) : null,
    elements('Inputs', info?.inputs),
    elements('Outputs', info?.outputs),
    elements('Patch constants, primitives', info?.patch_constants),
    make('details', {}, make('summary', {}, 'Full output of dxk info'), make('pre', { tabindex: 0 }, text)),
  ].filter(Boolean);
}

// --- pictures ---

export const PICTURES = [
  ['parts', 'Sizes'], ['bindings', 'Bindings'], ['rootsig', 'Root signature'], ['signatures', 'Signatures'],
  ['buffers', 'Buffers'], ['flow', 'Control flow'], ['calls', 'Calls'], ['nodes', 'Work graph'], ['depends', 'Dependencies'],
];

/**
 * A picture in the document, so that its tooltips and links work. The sheet would be refused in the markup; it
 * comes from `dxk draw`, whose texts from shaders cannot hold markup, and applies to this picture alone.
 */
export function picture(title, svg, onLink) {
  let sheet = '';
  const plain = svg.replace(/<style>([\s\S]*?)<\/style>/, (_, text) => {
    sheet = text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
    return '';
  });
  const drawn = new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement;
  const frame = make('div', { class: 'picture', tabindex: 0, role: 'region', 'aria-label': title });
  const root = frame.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  root.adoptedStyleSheets = [styles];
  root.append(drawn);
  root.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    onLink(link.getAttribute('href'));
  });
  const save = make('a', { class: 'button', download: `${title}.svg`, href: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) }, 'Save SVG');
  return make('figure', {}, make('figcaption', {}, make('h3', {}, title), save), frame);
}

// --- findings ---

/** Validation: the findings of `val --json`, or what reading said. */
export function validation(result, actions) {
  const findings = result?.findings ?? [];
  const read = result?.diagnostics ?? [];
  const head = !result ? ['There is nothing to validate', ''] : result.valid ? ['Valid: no findings', 'good'] : [`Invalid: ${plural(wrong(result), 'finding')}`, 'bad'];
  return [make('h2', { class: head[1] }, head[0]), make('ol', { class: 'findings' }, ...[...findings, ...read].map((f) => finding(f, actions)))];
}

/** A message without what leads elsewhere. */
const said = ({ severity, message }) => make('li', { class: severity }, make('p', {}, make('span', { class: 'severity' }, severity), ' ', message));

function finding(f, { onBytes, onListing, explain }) {
  const places = [];
  if (f.function || f.line) places.push(make('button', { type: 'button', onclick: () => onListing(f) }, 'Show in listing'));
  if (f.offset !== undefined) places.push(make('button', { type: 'button', onclick: () => onBytes(f.offset) }, 'Show bytes'));
  const more = make('div', { class: 'm' });
  const details = f.rule && make('details', {}, make('summary', {}, f.rule), more);
  details?.addEventListener('toggle', async () => {
    if (!more.childElementCount) more.replaceChildren(...(await explain(f.rule)));
  });
  return make('li', { class: f.severity },
    make('p', {}, make('span', { class: 'severity' }, f.severity), ' ', f.message),
    f.note ? make('p', { class: 'm' }, f.note) : null,
    f.path ? make('p', { class: 'm' }, make('code', {}, f.path)) : null,
    f.instruction ? make('pre', {}, f.instruction) : null,
    f.fix ? make('p', {}, `Fix: ${f.fix}`) : null,
    make('div', { class: 'places' }, ...places), details || null);
}

/** What `explain --json` says. */
export function explanation(rule) {
  return ['explanation', 'fix'].filter((key) => rule[key]).map((key) => make('p', {}, rule[key]))
    .concat(rule.example ? make('pre', {}, rule.example) : []);
}

// --- differences ---

export function differences(result) {
  const list = result.differences ?? [];
  if (!list.length) return make('p', { class: 'good' }, 'The parts are the same.');
  return table(plural(list.length, 'difference'), ['', 'Path', 'This file', 'Other file'], list.map((d) => [
    make('span', { class: `mark ${d.kind}` }, { changed: '≠', added: '+', removed: '−' }[d.kind] ?? d.kind),
    make('code', {}, d.path), d.left ?? '', d.right ?? '']));
}

const CONTEXT = 3;

/** The rows of a comparison of lines; runs of equal lines are folded. */
export function compared(rows) {
  const near = rows.map(() => false);
  rows.forEach(([mark], i) => {
    if (mark !== ' ') near.fill(true, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const shown = [];
  for (let i = 0; i < rows.length; i++) {
    if (near[i]) shown.push(rows[i]);
    else if (i === 0 || near[i - 1]) {
      const next = near.indexOf(true, i);
      shown.push(['…', `${plural((next < 0 ? rows.length : next) - i, 'equal line')}`]);
    }
  }
  const kinds = { '+': 'added', '-': 'removed', '…': 'fold' };
  const list = new Rows('Differences of the listings', (i) =>
    make('div', { class: `row ${kinds[shown[i][0]] ?? ''}` }, make('span', { class: 'number' }, shown[i][0]), shown[i][1]));
  list.element.classList.add('compared');
  requestAnimationFrame(() => list.resize(shown.length));
  return list.element;
}
