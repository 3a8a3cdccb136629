// SPDX-License-Identifier: MIT
// source.js - a source in HLSL that is changed and compiled, beside the listing of what came of it.
import { Editor } from './edit.js';
import { Listing } from './listing.js';
import { make } from './rows.js';

const PROFILES = ['cs_6_0', 'ps_6_0', 'vs_6_0', 'gs_6_0', 'hs_6_0', 'ds_6_0', 'ms_6_5', 'as_6_5', 'lib_6_6'];

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
  const attribute = [['[numthreads', /outputtopology/i.test(text) ? 'ms' : 'cs'], ['maxvertexcount', 'gs'], ['[outputcontrolpoints', 'hs'],
    ['[shader(', 'lib'], ['SV_Target', 'ps'], ['SV_Position', 'vs']].find(([mark]) => text.toLowerCase().includes(mark.toLowerCase()))?.[1];
  return PROFILES.find((profile) => profile.startsWith(`${stage ?? attribute ?? 'cs'}_`)) ?? PROFILES[0];
}

export class Source {
  /** `actions`: compile(name, how, text) gives {bytes, diagnostics, listing}; add(name, bytes) opens a shader. */
  constructor(panel, say, { compile, add }) {
    const field = (name, value, attributes) => make('label', { class: 'field' }, `${name} `, make('input', { value, spellcheck: 'false', ...attributes }));
    this.profile = field('Profile', PROFILES[0], { list: 'profiles', size: 8 });
    this.entry = field('Entry', 'main', { size: 10 });
    this.options = field('Options', '', { size: 16, placeholder: '-D NAME=1 -Od' });
    const made = make('div');
    this.listing = new Listing(made, say);
    this.editor = new Editor(panel, say, {
      label: 'HLSL', action: 'Compile', add, beside: made,
      tools: [this.profile, this.entry, this.options],
      make: async (text) => {
        const result = await compile(this.name, this.how(), text);
        if (result.bytes) this.listing.set(result.listing);
        if (result.bytes) this.listing.show(Math.max(0, this.listing.place({})));
        return result;
      },
    });
    panel.append(make('datalist', { id: 'profiles' }, ...PROFILES.map((value) => make('option', { value }))));
  }

  how() {
    const [profile, entry, options] = [this.profile, this.entry, this.options].map((label) => label.lastElementChild.value.trim());
    return { profile, entry, args: options.split(/\s+/).filter(Boolean) };
  }

  set(name, text) {
    this.name = name;
    this.profile.lastElementChild.value = profileOf(name, text);
    this.editor.set(name, text, '.dxil');
    this.listing.set('; What the source is compiled to will stand here.');
  }

  get text() {
    return this.editor.text.value;
  }
}
