#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws every picture of samples and checks it.

    tests/pictures.py --dxk PATH [--bless]

The pictures equal those of tests/data/pictures, byte for byte; each is well-formed and stays in its
frame: no element outside, no script, no style of an element (a strict policy refuses it), no reference
but to places of the document itself. Names that are markup, and files that are damaged, change none of
that. --bless writes the expected pictures.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / 'data'
GOLDEN = DATA / 'pictures'
SVG = '{http://www.w3.org/2000/svg}'
ELEMENTS = {SVG + name for name in ('svg', 'title', 'desc', 'style', 'defs', 'pattern', 'rect', 'path', 'circle',
                                    'text', 'g', 'a')}
KINDS = ['parts', 'rootsig', 'bindings', 'signatures', 'buffers', 'depends', 'flow', 'calls', 'nodes']
CASES = {
    'parts': ['parts', 'demo.dxil'],
    'parts-legacy': ['parts', 'legacy/lit_ps.dxbc'],
    'parts-rootsig': ['parts', 'rootsig-flags.dxil'],
    'rootsig': ['rootsig', 'pictures/root.dxil'],
    'rootsig-library': ['rootsig', 'lib-rootsigs.dxil'],
    'rootsig-flags': ['rootsig', 'rootsig-flags.dxil'],
    'rootsig-local': ['rootsig', '--subobject', 'Loc', 'lib-rootsigs.dxil'],
    'bindings': ['bindings', 'demo.dxil'],
    'bindings-rootsig': ['bindings', '--rootsig', 'pictures/root.dxil', 'demo.dxil'],
    'bindings-legacy': ['bindings', '--rootsig', 'rts0.dxil', 'legacy/lit_ps.dxbc'],
    'bindings-unnamed': ['bindings', '--rootsig', 'rootsig-flags.dxil', 'draw/pixels.ps.dxil'],
    'buffers-unnamed': ['buffers', 'old/names.dxil'],
    'signatures': ['signatures', 'ds.dxil'],
    'linkage': ['linkage', 'match/vs-other.dxil', 'match/ps.dxil'],
    'linkage-patch': ['linkage', 'hs.dxil', 'ds.dxil'],
    'buffers': ['buffers', 'vs-matrices.dxil'],
    'depends': ['depends', 'gs-viewid.dxil'],
    'depends-names': ['depends', 'gs-prims.dxil'],
    'flow': ['flow', 'pictures/loops.dxil'],
    'calls': ['calls', 'lib.dxil'],
    'calls-leaves': ['calls', 'pictures/leaves.dxil'],
    'flow-graph': ['flow', '--dot', 'pictures/loops.dxil'],
    'nodes-graph': ['nodes', '--dot', 'lib-node.dxil'],
    'nodes': ['nodes', 'lib-node.dxil'],
    'diff': ['diff', 'ps.dxil', 'ps-depth.dxil'],
    'diff-debug': ['diff', 'rts0.dxil', 'debug.dxil'],
    'diff-library': ['diff', 'link/notes-a.lib', 'lib-debug.dxil'],
    'diff-mixed': ['diff', 'lib.dxil', 'legacy/lit_ps.dxbc'],
    'diff-blocks': ['diff', 'pictures/loops.dxil', 'exec/wave-basic-8.dxil'],
    'bindings-rays': ['bindings', '--rootsig', 'pictures/rays.dxil', 'pictures/rays.dxil'],
    'diff-alike': ['diff', 'pictures/loop-a.dxil', 'pictures/loop-b.dxil'],
    'bindings-names': ['bindings', '--rootsig', 'pictures/root.dxil', 'pictures/names.dxil'],
    'flow-anyhit': ['flow', 'pictures/anyhit.dxil'],
    'nodes-array': ['nodes', 'pictures/graph.dxil'],
    'tree': ['tree', '-r', 'match'],
    'flow-waves': ['flow', 'exec/wave-basic-8.dxil'],
}
# Text for the module of a listing: what ends elements, quotes and lines, and what turns text around.
HOSTILE = r'\3C/title\3E\3Cscript\3E\22\26\01\0A\E2\80\AE\FF'


def draw(dxk, arguments, cwd=DATA):
    run = subprocess.run([dxk, 'draw'] + [str(a) for a in arguments], cwd=cwd, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, check=False)
    return run.returncode, run.stdout, run.stderr.decode('utf-8', 'replace')


def faults(svg):
    """What is wrong with a picture."""
    try:
        root = tree.fromstring(svg)
    except tree.ParseError as error:
        return ['no XML: %s' % error]
    found = []
    width, height = (float(root.get(name)) for name in ('width', 'height'))
    ids = [e.get('id') for e in root.iter() if e.get('id')]
    for element in root.iter():
        if element.tag not in ELEMENTS:
            found.append('element %s' % element.tag)
        for name, value in element.attrib.items():
            if name == 'style' or name.startswith('on') or (name.endswith('href') and not value.startswith('#')) or 'http' in value:
                found.append('attribute %s="%s"' % (name, value))
        if element.tag == SVG + 'rect' and element.get('width') != '100%':
            x, y, w, h = (float(element.get(name)) for name in ('x', 'y', 'width', 'height'))
            if x < 0 or y < 0 or x + w > width + 1 or y + h > height + 1:
                found.append('rectangle at %g,%g outside of %gx%g' % (x, y, width, height))
        if element.tag == SVG + 'text' and element.get('y') and not 0 < float(element.get('y')) <= height:
            found.append('text "%s" outside' % element.text)
    if len(ids) != len(set(ids)) or any(not i.startswith('p-') for i in ids):
        found.append('ids %s' % ids)
    return found


def dot_faults(text):
    """What is wrong with a graph: each line has whole strings in quotes, and the brackets close."""
    lines = text.decode('utf-8').splitlines()
    form = re.compile(r'(digraph )?[^"]*("([^"\\]|\\.)*"[^"]*)*')
    found = ['line %s' % line for line in lines if not form.fullmatch(line)]
    return found if lines and lines[0].startswith('digraph') and lines[-1] == '}' else found + ['no graph']


def check_narrow(dxk):
    """Each picture at the smallest width: it is wider where it must be, and nothing is cut off."""
    bad = []
    for name, arguments in CASES.items():
        if '--dot' in arguments:
            continue
        status, svg, _ = draw(dxk, [arguments[0], '--width=640'] + arguments[1:])
        bad += ['narrow %s: %s' % (name, fault) for fault in (['status %d' % status] if status else faults(svg))]
    return bad


def check_golden(dxk, bless):
    bad = []
    for name, arguments in CASES.items():
        status, svg, message = draw(dxk, arguments)
        path = GOLDEN / (name + ('.dot' if '--dot' in arguments else '.svg'))
        if status != 0:
            bad.append('%s: status %d: %s' % (name, status, message))
            continue
        bad += ['%s: %s' % (name, fault) for fault in (dot_faults(svg) if '--dot' in arguments else faults(svg))]
        if bless:
            path.write_bytes(svg)
        elif not path.exists() or path.read_bytes() != svg:
            bad.append('%s: differs from %s' % (name, path))
    return bad


def check_hostile(dxk, folder):
    """Names of a shader that are markup."""
    bad = []
    for sample in ('vs-matrices.dxil', 'demo.dxil', 'match/ps.dxil'):
        text = subprocess.run([dxk, 'dis', DATA / sample], stdout=subprocess.PIPE, check=True).stdout.decode()
        changed = re.sub(r'!"(?!dx|SV_|main|[vcp]s"|[a-z]*-)([A-Za-z_]+)"', lambda _: '!"%s"' % HOSTILE, text)
        changed = changed.replace('undef, !""', 'undef, !"%s"' % HOSTILE)
        listing, shader = folder / 'hostile.ll', folder / '<b>&"\u202e.dxil'
        if changed == text:
            bad.append('%s: no name was changed' % sample)
        listing.write_text(changed)
        subprocess.run([dxk, 'as', listing, '-o', shader], stderr=subprocess.DEVNULL, check=False)
        if not shader.exists():
            bad.append('%s: the changed listing was refused' % sample)
            continue
        for kind in KINDS + ['linkage', 'diff', 'tree']:
            status, svg, _ = draw(dxk, [kind, shader] + ([shader] if kind in ('linkage', 'diff') else []))
            if status > 1:
                bad.append('%s of hostile %s: status %d' % (kind, sample, status))
            if svg:
                bad += ['%s of hostile %s: %s' % (kind, sample, fault) for fault in faults(svg)]
    return bad


def check_damaged(dxk, folder):
    """Files that are cut off or changed."""
    bad, drawn = [], 0
    for sample in ('demo.dxil', 'ds.dxil', 'rts0.dxil', 'legacy/lit_ps.dxbc'):
        whole = (DATA / sample).read_bytes()
        for i in range(12):
            at = (i * 2654435761) % len(whole)
            damaged = whole[:at] if i % 2 else whole[:at] + bytes([whole[at] ^ (0x55 + i)]) + whole[at + 1:]
            path = folder / 'damaged.dxil'
            path.write_bytes(damaged)
            kind = KINDS[i % len(KINDS)]
            status, svg, message = draw(dxk, [kind, path])
            if status > 1 or (status == 1 and not message):
                bad.append('%s of damaged %s (%d): status %d' % (kind, sample, i, status))
            if svg:
                drawn += 1
                bad += ['%s of damaged %s (%d): %s' % (kind, sample, i, fault) for fault in faults(svg)]
    if not drawn:
        bad.append('no damaged file was drawn')
    return bad


def large_body(loops, blocks, rows):
    """A function of nothing but loops of so many blocks, and rows of blocks between them."""
    lines, last = ['define void @main() {', 'entry:'], 'entry'
    for loop in range(loops):
        lines += ['  br label %%h%d_0' % loop, '', 'h%d_0:' % loop,
                  '  %%i%d = phi i32 [ 0, %%%s ], [ %%n%d, %%h%d_%d ]' % (loop, last, loop, loop, blocks - 1)]
        for block in range(1, blocks):
            lines += ['  %%c%d_%d = icmp eq i32 %%i%d, %d' % (loop, block, loop, block),
                      '  br i1 %%c%d_%d, label %%h%d_%d, label %%h%d_%d' % (loop, block, loop, block, loop, blocks - 1), '',
                      'h%d_%d:' % (loop, block)]
        lines += ['  %%n%d = add i32 %%i%d, 1' % (loop, loop), '  %%e%d = icmp slt i32 %%n%d, 9' % (loop, loop),
                  '  br i1 %%e%d, label %%h%d_0, label %%r%d_0' % (loop, loop, loop), '']
        for row in range(rows):
            lines += ['r%d_%d:' % (loop, row)] + (['  br label %%r%d_%d' % (loop, row + 1), ''] if row + 1 < rows else [])
        last = 'r%d_%d' % (loop, rows - 1)
    return '\n'.join(lines + ['  ret void'])


def check_large(dxk, folder):
    """Graphs of too many blocks are folded: rows of blocks, then loops."""
    bad = []
    text = subprocess.run([dxk, 'dis', '--no-header', DATA / 'pictures/loops.dxil'], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    start, end = text.index('define void @main'), text.index('\n}')
    for shape, wanted in (((20, 20, 1), None), ((60, 3, 20), '1,381 in 241 boxes'), ((40, 20, 1), '841 in 594 boxes'),
                          ((200, 9, 2), '2,201 in 593 boxes'), ((700, 3, 1), '600 boxes')):
        listing, shader = folder / 'large.ll', folder / 'large.dxil'
        listing.write_text(text[:start] + large_body(*shape) + text[end:])
        subprocess.run([dxk, 'as', listing, '-o', shader], check=True)
        for form in ([], ['--dot']):
            status, picture, message = draw(dxk, ['flow', shader] + form)
            found = dot_faults(picture) if form else faults(picture)
            bad += ['flow of %s: %s' % (shape, fault) for fault in found]
            if status or (not form and (' boxes' in picture.decode() if wanted is None else wanted not in picture.decode())):
                facts = re.search(r'<desc[^>]*>([^<]*)', picture.decode())
                bad.append('flow of %s: status %d, %s, %s' % (shape, status, message, facts and facts.group(1)))
    return bad


def check_theme():
    """The page and the report have the colours of pictures: each has a table of its own, in its own language."""
    rows = re.findall(r'DXKI_COLOUR\((\w+), +"(#\w+)", "(#\w+)", "(#\w+)", "(#\w+)"\)', read_text('src/picture/theme.def'))
    tones = dict((name, (light, dark)) for name, light, dark in re.findall(
        r'DXKI_TONE\("([.\w]+)", +"fill:(#\w+)", "fill:(#\w+)"\)', read_text('src/picture/theme.def')))
    page, report = read_text('web/page.css').split('@media', 1), read_text('src/report/page.c')
    bad = []
    for name, *values in rows:
        wanted = [('--%s: %s;' % (name, values[2 * dark + 1]), '--%s-fill: %s;' % (name, values[2 * dark])) for dark in (0, 1)]
        bad += ['web/page.css: no %s' % text for part, pair in zip(page, wanted) for text in pair if text not in part]
    words = {'text': 'ink', '.m': 'muted', '.bg': 'ground', '.pn': 'panel'}
    for tone, name in words.items():
        bad += ['web/page.css: no --%s: %s' % (name, value) for part, value in zip(page, tones[tone])
                if '--%s: %s;' % (name, value) not in part]
        bad += ['src/report/page.c: %s is not --%s' % (value, name) for value in tones[tone]
                if not re.search('--(%s|bg):(%s|%s)' % (name, value, value[:4]), report)]
    return bad if len(rows) == 9 and len(tones) > 4 else bad + ['theme.def: %d colours, %d tones' % (len(rows), len(tones))]


def read_text(name):
    return (HERE.parent / name).read_text(encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(description='check pictures')
    parser.add_argument('--dxk', required=True, help='the command')
    parser.add_argument('--bless', action='store_true', help='write the expected pictures')
    args = parser.parse_args()
    bad = check_golden(args.dxk, args.bless) + check_narrow(args.dxk) + check_theme()
    with tempfile.TemporaryDirectory() as folder:
        bad += check_hostile(args.dxk, pathlib.Path(folder))
        bad += check_damaged(args.dxk, pathlib.Path(folder))
        bad += check_large(args.dxk, pathlib.Path(folder))
    for line in bad:
        print(line)
    print('%d pictures as expected, %d faults' % (len(CASES), len(bad)))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
