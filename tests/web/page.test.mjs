// SPDX-License-Identifier: MIT
// page.test.mjs - the page in Chromium, by clicks and keys. Screenshots go to $SCREENS.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from '../../web/dxk.js';
import { serve } from './server.mjs';

const { chromium } = createRequire(join(process.env.NODE_FOLDER, 'x.js'))('playwright-core');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SCREENS = process.env.SCREENS ?? '.';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const TABS = ['overview', 'listing', 'pictures', 'bytes', 'validation', 'diff', 'edit', 'source'];
const LONG = 60000; // instructions
const MANY = 1000; // files
const PATIENCE = 120000; // milliseconds of waiting: the machine may be busy with other things
const SMOOTH = 33; // milliseconds of work from frame to frame that nobody minds

const path = (name) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));
let browser, page, server, requestsAtStart;
const complaints = [];
const times = { files: MANY, instructions: LONG }; // for docs/conformance.md

before(async () => {
  mkdirSync(SCREENS, { recursive: true });
  server = await serve(fileURLToPath(new URL('../../web/', import.meta.url)));
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });
  page = await browser.newPage({ viewport: { width: 1280, height: 860 }, acceptDownloads: true });
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  await page.goto(server.url);
  await page.locator('#status', { hasText: 'Ready' }).waitFor();
  await page.waitForLoadState('networkidle');
  requestsAtStart = server.requests.length;
});

after(async () => {
  await browser?.close();
  server?.close();
});

const shoot = (name) => page.screenshot({ path: join(SCREENS, `${name}.png`) });

/** Opens files through the chooser that a click on the label brings. */
async function open(...files) {
  const chooser = page.waitForEvent('filechooser');
  await page.click('#drop strong');
  await (await chooser).setFiles(files);
  const last = files.at(-1);
  await page.locator('#files .name', { hasText: typeof last === 'string' ? last.split('/').at(-1) : last.name }).first().waitFor();
  await idle();
}

const idle = () => page.locator('main:not(:has([aria-busy]))').waitFor();

async function tab(name) {
  await page.click(`#tab-${name}`);
  await idle();
}

const file = (name) => page.click(`#files .file:has-text("${name}")`).then(idle);

async function closeAll() {
  while (await page.locator('#files .close').count()) await page.locator('#files .close').first().click();
}

test('the empty page says what it is for', async () => {
  await shoot('empty');
  assert.equal(await page.getByRole('heading', { name: 'Open a shader to begin' }).count(), 1);
});

test('a shader that is made here is shown', async () => {
  await page.click('#sample');
  await page.getByRole('heading', { name: 'sum.dxil' }).waitFor();
  assert.match(await page.textContent('.card.good'), /Valid/);
  await closeAll();
  assert.equal(await page.getByRole('heading', { name: 'Open a shader to begin' }).count(), 1);
});

test('tabs follow the keys', async () => {
  await open(path('ps.dxil'), path('vs.dxil'));
  await page.focus('#tab-overview');
  const chosen = () => page.locator('[role=tab][aria-selected=true]').getAttribute('id');
  for (const [key, name] of [['ArrowRight', 'listing'], ['End', 'source'], ['ArrowRight', 'overview'], ['ArrowLeft', 'source'], ['Home', 'overview']]) {
    await page.keyboard.press(key);
    assert.equal(await chosen(), `tab-${name}`, key);
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${name}`);
    assert.equal(await page.locator('[role=tabpanel]:visible').getAttribute('id'), `panel-${name}`);
  }
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'tabpanel');
  await idle();
});

test('each tab shows something, light and dark, and on a narrow screen', async () => {
  for (const name of TABS) {
    await tab(name);
    assert.ok((await page.textContent(`#panel-${name}`)).length > 10 || (await page.locator(`#panel-${name} textarea`).inputValue()).length > 100, name);
    await shoot(name);
  }
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), 'rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await ground(), 'rgb(21, 24, 28)');
  for (const name of TABS) {
    await tab(name);
    await shoot(`${name}-dark`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 700 });
  for (const name of TABS) {
    await tab(name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, name);
    // Nothing of the panel is drawn over the status.
    const above = () => [...document.querySelectorAll('main pre, main .marker')].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())
      .filter((box) => box.bottom > innerHeight - 20).map((box) => document.elementFromPoint((box.left + box.right) / 2, innerHeight - 4)?.closest('footer')?.localName);
    assert.deepEqual((await page.evaluate(above)).filter((one) => one !== 'footer'), [], name);
    await shoot(`${name}-320`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('everything that can be used has a name', async () => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, textarea, [role=region], [role=tab]')]
      .filter((e) => e.checkVisibility() && !(e.ariaLabel || e.textContent.trim() || e.labels?.length))
      .map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(nameless, []);
});

test('pictures have their colours and tooltips', async () => {
  await file('ps.dxil');
  await tab('pictures');
  const picture = await page.evaluate(() => {
    const root = document.querySelector('.picture').shadowRoot;
    const bar = root.querySelector('rect.blue');
    return { fill: getComputedStyle(bar).fill, titles: root.querySelectorAll('title').length };
  });
  assert.equal(picture.fill, 'rgb(143, 184, 232)');
  assert.ok(picture.titles > 5);
  const count = await page.locator('.picture').count();
  assert.ok(count >= 5, `${count} pictures`);
});

test('bytes and fields lead to each other', async () => {
  await tab('bytes');
  await page.click('.fields .row:has-text("header.part_count")');
  assert.deepEqual(await page.locator('.byte.marked').allTextContents(), ['07', '00', '00', '00']);
  await page.click('.byte[data-at="4"]');
  assert.match(await page.textContent('.path'), /header\.digest: .*16 bytes at 0x4/);
  assert.equal(await page.locator('.byte.marked').count(), 16);
  await page.hover('.byte[data-at="24"]');
  assert.match(await page.textContent('.path'), /header\.size: 5008, 4 bytes at 0x18/);
  await page.locator('.fields').focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.textContent('.path'), /header\.major/);
});

test('names in the listing are marked, text is found', async () => {
  await tab('listing');
  await page.getByRole('button', { name: 'Code' }).click();
  await page.locator('.t-name', { hasText: /^%14$/ }).first().click();
  assert.ok((await page.locator('.t-name.marked').count()) >= 2);
  await page.fill('#panel-listing input', 'dx.op.sample.');
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#panel-listing .row.hit'), /dx\.op\.sample\./);
});

test('findings lead to the listing and explain themselves', async () => {
  await open(path('negative/as_branch/input.dxil'));
  await file('input.dxil');
  await tab('validation');
  assert.match(await page.textContent('#panel-validation'), /Non-Dominating DispatchMesh call/);
  await page.click('#panel-validation summary');
  await page.locator('#panel-validation details p').first().waitFor();
  await page.getByRole('button', { name: 'Show in listing' }).click();
  await idle();
  assert.match(await page.textContent('#panel-listing .row.hit'), /dx\.op\.dispatchMesh/);
  assert.equal(await page.locator('#files .file', { has: page.getByRole('img', { name: 'invalid', exact: true }) }).count(), 1);
});

test('two shaders are compared', async () => {
  await file('ps.dxil');
  await tab('diff');
  await page.selectOption('#other', 'vs.dxil');
  await page.locator('.compared .row.added').first().waitFor();
  assert.match(await page.textContent('#panel-diff caption'), /differences/);
  const native = (await load()).file('a', await readFile(path('ps.dxil'))).file('b', await readFile(path('vs.dxil')));
  assert.equal(await page.locator('#panel-diff tbody tr').count(), native.json(['diff', 'a', 'b']).differences.length);
});

test('a listing is changed, signed and downloaded', async () => {
  await file('ps.dxil');
  await tab('edit');
  const text = page.locator('#panel-edit textarea');
  const before = await text.inputValue();
  await text.fill(before.replace('define void @main', 'define voyd @main'));
  await page.getByRole('button', { name: 'Assemble, validate, sign' }).click();
  await page.locator('#panel-edit .findings li.error').waitFor();
  await shoot('edit-error');
  assert.ok(await page.locator('#panel-edit .marker').isVisible());
  assert.match(await page.textContent('#status'), /^Not signed: /);
  assert.equal(await page.getByRole('link', { name: 'Download' }).count(), 0);
  const changed = before.replace('fmul fast', 'fadd fast');
  assert.notEqual(changed, before);
  await text.fill(changed);
  await page.keyboard.press('Control+Enter');
  const link = page.getByRole('link', { name: 'Download' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readFile(await download.path());
  const dxk = (await load()).file('in.ll', new TextEncoder().encode(changed));
  dxk.text(['sign', '-o', 'out.dxil', 'in.ll']);
  assert.ok(bytes.equals(dxk.output('out.dxil')));
  await page.getByRole('button', { name: 'Open here' }).click();
  await page.getByRole('heading', { name: 'ps.signed.dxil' }).waitFor();
  assert.match(await page.textContent('.cards'), /Valid/);
});

test('a source is compiled, its errors are shown, and what came of it is opened', async () => {
  await closeAll();
  await tab('source');
  const text = page.locator('#panel-source textarea');
  const before = await text.inputValue();
  await page.getByRole('button', { name: 'Compile' }).click();
  await page.locator('#panel-source .row', { hasText: 'define void @main()' }).waitFor();
  await shoot('source-compiled');
  await page.setViewportSize({ width: 1040, height: 640 });
  await shoot('page'); // docs/page.png
  await page.setViewportSize({ width: 1280, height: 860 });
  await text.fill(before.replace('lerp(', 'larp('));
  await page.keyboard.press('Control+Enter');
  assert.match(await page.textContent('#panel-source .findings li.error'), /larp.*line 17, column 21/);
  assert.match(await page.textContent('#status'), /^Not compiled: .*larp/);
  assert.equal(await page.locator('#panel-source a:visible').count(), 0);
  await shoot('source-error');
  await text.fill(before.replace('64, 1, 1', 'SIZE, 1, 1'));
  await page.getByLabel('Options').fill('-D SIZE=32');
  await page.keyboard.press('Control+Enter');
  await text.press('Control+Enter');
  await page.locator('#panel-source a', { hasText: 'Download example.dxil' }).waitFor();
  assert.match(await page.textContent('#status'), /^Compiled: \d+ bytes/);
  await page.locator('#panel-source').getByRole('button', { name: 'Open here' }).click();
  await page.getByRole('heading', { name: 'example.dxil' }).waitFor();
  assert.match(await page.textContent('.cards'), /Valid/);
  await tab('source');
  assert.match(await text.inputValue(), /SIZE/);
});

test('sources include each other by name', async () => {
  const source = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open(source('tint.hlsli', 'float4 tint(float4 c) { return c * 2; }\n'),
    source('tint.hlsl', '#include "tint.hlsli"\nfloat4 main(float4 c : COLOR) : SV_Target { return tint(c); }\n'));
  await page.getByTitle('tint.hlsl', { exact: true }).click();
  await idle();
  assert.equal(await page.locator('#panel-source input').first().inputValue(), 'ps_6_0');
  await page.getByRole('button', { name: 'Compile' }).click();
  await page.locator('#panel-source .row', { hasText: 'storeOutput' }).first().waitFor();
  await tab('overview');
  assert.match(await page.textContent('#panel-overview'), /This is a source/);
  await closeAll();
});

test('a source with several entries offers them, and messages lead to their lines', async () => {
  const text = `float4 tint(float4 c) { return c * 2; }
/* float4 gone(float4 c) { */
float4 vertex(uint id : SV_VertexID) : SV_Position { return id; }
float4 pixel(float4 p : SV_Position) : SV_Target { if (p.x > 2) discard; return tint(p) * unknown; }
`;
  await open({ name: 'two.ps.hlsl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByTitle('two.ps.hlsl', { exact: true }).click();
  await idle();
  const options = (id) => page.locator(`#panel-source datalist#${id} option`).evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(await options('entries'), ['vertex', 'pixel', 'tint']);
  assert.ok((await options('profiles')).includes('lib_6_9') && (await options('options')).includes('-enable-16bit-types'));
  assert.equal(await page.getByLabel('Entry').inputValue(), 'pixel');
  await page.getByRole('button', { name: 'Compile' }).click();
  await page.locator('#panel-source .findings button', { hasText: 'line 4' }).first().waitFor();
  const area = page.locator('#panel-source textarea');
  await area.evaluate((element) => element.setSelectionRange(0, 0));
  await page.locator('#panel-source .findings button', { hasText: 'line 4' }).first().click();
  assert.equal(await area.evaluate((element) => element.value.slice(0, element.selectionStart).split('\n').length), 4);
  await area.fill(text.replace(' * unknown', ''));
  await area.press('Control+Enter');
  await page.locator('#panel-source .row', { hasText: 'define void @pixel()' }).waitFor();
  await open({ name: 'graph.hlsl', mimeType: 'text/plain', buffer: Buffer.from('[Shader("node")] [NumThreads(1, 1, 1)] void n() {}\n') });
  await page.getByTitle('graph.hlsl', { exact: true }).click();
  await idle();
  assert.equal(await page.getByLabel('Profile').inputValue(), 'lib_6_8');
  await closeAll();
});

test('programs of models 4 and 5 say what they are and bind', async () => {
  await open(path('legacy/lit_ps.dxbc'));
  await tab('overview');
  assert.match(await page.textContent('#panel-overview .cards'), /ps_5_0\d+ declarations and instructions/);
  assert.match(await page.textContent('#panel-overview table:has-text("Registers")'), /[bst]0/);
  assert.doesNotMatch(await page.textContent('#panel-overview'), /\?|undefined/);
  await closeAll();
});

test('a file that cannot be read says why in every tab', async () => {
  await open({ name: 'cut.dxil', mimeType: 'x/x', buffer: (await readFile(path('vs.dxil'))).subarray(0, 300) });
  await tab('overview');
  assert.match(await page.textContent('#panel-overview .cards'), /Invalid[1-9]\d* finding/);
  assert.match(await page.textContent('#panel-overview .findings'), /the file has 300/);
  await tab('validation');
  assert.match(await page.textContent('#panel-validation h2'), /Invalid: [1-9]/);
  await tab('listing');
  assert.match(await page.textContent('#panel-listing .rows'), /cut\.dxil/);
  assert.doesNotMatch(await page.textContent('#panel-listing .rows'), /\d\/cut/);
  await tab('edit');
  assert.equal(await page.inputValue('#panel-edit textarea'), '');
  assert.match(await page.textContent('#panel-edit .findings'), /the file has 300/);
  await closeAll();
});

test('names of files and of shaders are text, whatever is in them', async () => {
  await open({ name: '<img src=x onerror=alert(1)>.dxil', mimeType: 'x/x', buffer: await readFile(path('vs.dxil')) });
  for (const name of TABS) await tab(name);
  assert.equal(await page.locator('#files img, main img').count(), 0);
  await closeAll();
});

test('a thousand files are judged, and found', async () => {
  const buffer = await readFile(path('vs.dxil'));
  const begun = performance.now();
  await page.setInputFiles('#open', Array.from({ length: MANY }, (_, i) => ({ name: `shader-${i}.dxil`, mimeType: 'x/x', buffer })));
  await page.locator('#status', { hasText: `${MANY} files opened, 0 of them invalid` }).waitFor();
  const took = Math.round(performance.now() - begun);
  console.log(`# ${MANY} files opened and judged in ${took} ms`);
  times.judged = took;
  assert.ok(took < PATIENCE, `${took} ms`);
  await page.getByLabel('Find a file').fill('R-99');
  assert.equal(await page.locator('#files li:visible').count(), 11);
  await shoot('many');
  await page.getByTitle('shader-997.dxil').click();
  await page.getByRole('heading', { name: 'shader-997.dxil' }).waitFor();
  await page.reload();
  await page.locator('#status', { hasText: 'Ready' }).waitFor();
  await page.waitForLoadState('networkidle');
  requestsAtStart = server.requests.length;
});

/** A compute shader of many instructions. */
async function longShader() {
  const { sample } = await import('../../web/sample.js');
  const lines = Array.from({ length: LONG }, (_, i) => `  %x${i} = fadd float %${i ? `x${i - 1}` : '9'}, 1.000000e+00`);
  const text = sample.replace('  %10 = add', `${lines.join('\n')}\n  %10 = add`)
    .replace(/float %9, float %9, float %9, float %9/, `float %x${LONG - 1}, float %9, float %9, float %9`)
    .replace(/%(\d+)\b/g, '%v$1').replace(/; <label>:(\d+).*/g, 'v$1:').replace('@main() {', '@main() {\nv0:');
  const dxk = (await load()).file('long.ll', new TextEncoder().encode(text));
  dxk.text(['as', '-o', 'long.dxil', 'long.ll']);
  return Buffer.from(dxk.output('long.dxil'));
}

test('sixty thousand instructions scroll without a stall', async () => {
  await open({ name: 'long.dxil', mimeType: 'x/x', buffer: await longShader() });
  await tab('listing');
  // What the page works, not how long it waits: the machine may be busy with other things.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const before = await worked();
  const result = await page.evaluate(async () => {
    const rows = document.querySelector('#panel-listing .rows');
    const frames = [];
    let last = performance.now(), most = 0;
    for (let i = 0; i < 120; i++) {
      rows.scrollTop = (rows.scrollHeight / 120) * i;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
      most = Math.max(most, rows.querySelectorAll('.row').length);
    }
    frames.sort((a, b) => a - b);
    return { usual: frames[60], slow: frames[108], longest: frames.at(-1), most, height: rows.scrollHeight };
  });
  const work = ((await worked()) - before) * 1000 / 120;
  const [usual, slow, longest] = [result.usual, result.slow, result.longest].map(Math.round);
  console.log(`# frames of ${usual} ms, nine of ten below ${slow}, the longest ${longest}; ${work.toFixed(1)} ms of work for each; at most ${result.most} rows in the document`);
  writeFileSync(join(SCREENS, 'times.json'), JSON.stringify({ ...times, work }));
  assert.ok(result.height > LONG * 18);
  assert.ok(result.most < 250);
  assert.ok(work < SMOOTH, `${work} ms`);
  await page.fill('#panel-listing input', '%v13');
  await page.keyboard.press('Enter');
  await closeAll();
});

test('nothing was asked of the network, and nothing complained', () => {
  assert.deepEqual(server.requests.slice(requestsAtStart), []);
  assert.deepEqual(complaints, []);
});
