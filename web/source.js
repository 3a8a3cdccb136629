// SPDX-License-Identifier: MIT
// source.js - a source in HLSL that is changed and compiled, beside the listing of what came of it.
import { Editor } from './edit.js';
import { Listing } from './listing.js';
import { make } from './rows.js';

// The first of a stage is what is chosen for a source; the others are there to choose from.
const PROFILES = ['cs_6_0', 'ps_6_0', 'vs_6_0', 'gs_6_0', 'hs_6_0', 'ds_6_0', 'ms_6_5', 'as_6_5', 'lib_6_8', 'lib_6_3', 'lib_6_9',
  'cs_6_6', 'cs_6_9', 'ps_6_6', 'vs_6_6', 'ms_6_6', 'as_6_6', 'rootsig_1_1'];
const OPTIONS = ['-Od', '-Zi', '-HV 2018', '-enable-16bit-types', '-Zpr', '-Gis', '-Wall', '-D NAME=1'];

/** What is shown before a source is opened. */
export const EXAMPLE = `// A blur along rows. Change it, then press Ctrl+Enter.
cbuffer Settings : register(b0)
{
    uint Radius;
    float Strength;
};

Texture2D<float4> Source : register(t0);
RWTexture2D<float4> Result : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    for (uint i = 0; i <= 2 * Radius; i++)
        sum += Source[uint2(id.x + i - Radius, id.y)];
    Result[id.xy] = lerp(Source[id.xy], sum / (2 * Radius + 1), Strength);
}
`;

/** The profile that a name or a text speaks of: light.ps.hlsl, or an attribute of a stage. */
function profileOf(name, text) {
  const stage = /[._]([cpvghdma]s|lib)(?:[._]|$)/.exec(name)?.[1];
  const attribute = [['[shader(', 'lib'], ['[numthreads', /outputtopology/i.test(text) ? 'ms' : 'cs'], ['maxvertexcount', 'gs'],
    ['[outputcontrolpoints', 'hs'], ['SV_Target', 'ps'], ['SV_Position', 'vs']].find(([mark]) => text.toLowerCase().includes(mark.toLowerCase()))?.[1];
  return PROFILES.find((profile) => profile.startsWith(`${stage ?? attribute ?? 'cs'}_`)) ?? PROFILES[0];
}

/** Functions that may be entries: those at the start of a line or after an attribute, the likely ones first. */
function entriesOf(text) {
  const plain = text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
  const found = [...plain.matchAll(/^[ \t]*((?:\[[^\n]*\]\s*)*)[\w<>, \t]+?[ \t](\w+)\s*\(([^;{}]*)\)\s*(:\s*\w+\s*)?\{/gm)]
    .filter(([, , name]) => !['if', 'for', 'while', 'switch'].includes(name));
  const likely = ([, attributes, name, parameters, result]) => name === 'main' || attributes || result || /:\s*SV_/i.test(parameters);
  const entries = [...found.filter(likely), ...found.filter((one) => !likely(one))].map(([, , name, , result]) => ({ name, result: result ?? '' }));
  return entries.filter(({ name }, i) => entries.findIndex((other) => other.name === name) === i);
}

/** Of them that which is most likely meant with a profile: main, else by what it returns or is called. */
function entryFor(entries, profile) {
  const stage = profile.split('_')[0];
  const result = { ps: /SV_Target/i, vs: /SV_Position/i }[stage];
  return (entries.find(({ name }) => name === 'main') ?? entries.find((one) => result?.test(one.result)) ??
    entries.find(({ name }) => name.toLowerCase().includes(stage)) ?? entries[0])?.name ?? 'main';
}

const list = (id, values) => make('datalist', { id }, ...values.map((value) => make('option', { value })));

export class Source {
  /** `actions`: compile(name, how, text) gives {bytes, diagnostics, listing}; add(name, bytes) opens a shader. */
  constructor(panel, say, { compile, add }) {
    const field = (name, value, attributes) => make('label', { class: 'field' }, `${name} `, make('input', { value, spellcheck: 'false', ...attributes }));
    this.profile = field('Profile', PROFILES[0], { list: 'profiles', size: 8 });
    this.entry = field('Entry', 'main', { list: 'entries', size: 10 });
    this.options = field('Options', '', { list: 'options', size: 16, placeholder: '-D NAME=1 -Od' });
    this.entries = list('entries', []);
    const made = make('div');
    this.listing = new Listing(made, say);
    this.editor = new Editor(panel, say, {
      label: 'HLSL', action: 'Compile', done: 'Compiled', add, beside: made,
      tools: [this.profile, this.entry, this.options],
      make: async (text) => {
        const result = await compile(this.name, this.how(), text);
        if (result.bytes) this.listing.set(result.listing);
        if (result.bytes) this.listing.show(Math.max(0, this.listing.place({})));
        return result;
      },
    });
    this.editor.text.addEventListener('change', () => this.listEntries());
    panel.append(list('profiles', PROFILES), list('options', OPTIONS), this.entries);
  }

  how() {
    const [profile, entry, options] = [this.profile, this.entry, this.options].map((label) => label.lastElementChild.value.trim());
    return { profile, entry, args: options.split(/\s+/).filter(Boolean) };
  }

  set(name, text) {
    this.name = name;
    this.profile.lastElementChild.value = profileOf(name, text);
    this.entry.lastElementChild.value = entryFor(this.listEntries(text), this.profile.lastElementChild.value);
    this.editor.set(name, text, '.dxil');
    this.listing.set('; What the source is compiled to will stand here.');
  }

  /** Offers the functions of the text as entries. */
  listEntries(text = this.text) {
    const entries = entriesOf(text);
    this.entries.replaceChildren(...list('', entries.map(({ name }) => name)).childNodes);
    return entries;
  }

  get text() {
    return this.editor.text.value;
  }
}
