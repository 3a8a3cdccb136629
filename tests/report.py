#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes reports of samples and checks them.

    tests/report.py --dxk PATH [--bless] [--quick] [--corpus DIR [--every N]]

The documents of CASES equal those of tests/data/reports, byte for byte. Each document is well-formed: known elements
that close, ids that are there once, links to places of the document itself that exist. It has one script, which is the
one that its security policy names, and nothing in it is fetched. Names that are markup, and files that are damaged,
change none of that. --bless writes the expected documents.
"""
import argparse
import base64
import hashlib
import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / 'data'
GOLDEN = DATA / 'reports'
CASES = {
    'rootsig': ['rootsig.dxil'],
    'folder': ['-r', 'match', '--title', 'Shaders & <pipelines>'],
}
# Sizes in bytes that a report of a sample must not exceed: documents are attached to mails.
SIZES = {'demo.dxil': 200000, 'debug.dxil': 180000}
VOID = {'meta', 'input', 'br', 'rect', 'path', 'circle', 'td', 'tr', 'th', 'thead', 'tbody'}
KNOWN = VOID | {'html', 'head', 'title', 'style', 'body', 'header', 'nav', 'main', 'section', 'footer', 'h1', 'h2', 'h3', 'p',
                'div', 'span', 'b', 'i', 's', 'u', 'q', 'em', 'a', 'code', 'pre', 'dl', 'dt', 'dd', 'table', 'details', 'summary',
                'svg', 'desc', 'defs', 'pattern', 'text', 'g', 'script'}
HOSTILE = r'\3C/script\3E\3Cimg src=x onerror=alert(1)\3E\22 onload=\22alert(1)\26\01\0A\E2\80\AE\FF'


class Reader(html.parser.HTMLParser):
    """Collects what is wrong with a document."""

    def __init__(self):
        super().__init__()
        self.open, self.found, self.ids, self.links, self.policy = [], [], [], set(), ''
        self.constant = {'script': [], 'style': []}  # what the policy names

    def handle_starttag(self, tag, attrs):
        if tag not in KNOWN:
            self.found.append('element %s' % tag)
        if tag not in VOID:
            self.open.append(tag)
        values = dict(attrs)
        if len(values) != len(attrs):
            self.found.append('%s has an attribute twice' % tag)
        for name, value in attrs:
            if name.startswith('on') or name in ('style', 'src', 'srcset', 'action') or '://' in (value or '').replace(
                    'http://www.w3.org/2000/svg', ''):
                self.found.append('attribute %s="%s"' % (name, value))
            if name == 'href' and not value.startswith('#'):
                self.found.append('link to %s' % value)
        if 'id' in values:
            self.ids.append(values['id'])
        if 'href' in values:
            self.links.add(urllib.parse.unquote(values['href'][1:], errors='surrogateescape'))
        if values.get('http-equiv') == 'Content-Security-Policy':
            self.policy = values['content']

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.found.append('%s is closed, but not open' % tag)

    def handle_data(self, data):
        if self.open and self.open[-1] in self.constant:
            self.constant[self.open[-1]].append(data)


def faults(document):
    """What is wrong with a document."""
    try:
        text = document.decode('utf-8')
    except UnicodeDecodeError as error:
        return ['no UTF-8: %s' % error]
    reader = Reader()
    reader.feed(text)
    reader.close()
    found = reader.found
    if reader.open:
        found.append('left open: %s' % reader.open)
    if re.search('[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]', text):
        found.append('control characters')
    if len(reader.ids) != len(set(reader.ids)):
        found.append('ids twice: %s' % sorted(i for i in set(reader.ids) if reader.ids.count(i) > 1)[:5])
    missing = reader.links - set(reader.ids)
    if missing:
        found.append('links to nothing: %s' % sorted(missing)[:5])
    digests = {tag: base64.b64encode(hashlib.sha256(''.join(texts).encode()).digest()).decode()
               for tag, texts in reader.constant.items()}
    wanted = ("default-src 'none'; style-src 'sha256-%(style)s'; script-src 'sha256-%(script)s'; base-uri 'none'; "
              "form-action 'none'" % digests)
    if any(len(texts) != 1 for texts in reader.constant.values()) or reader.policy != wanted:
        found.append('policy %s, wanted %s' % (reader.policy, wanted))
    return found


def report(dxk, arguments, cwd=DATA):
    run = subprocess.run([dxk, 'report'] + [str(a) for a in arguments], cwd=cwd, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, check=False)
    return run.returncode, run.stdout, run.stderr.decode('utf-8', 'replace')


def without_version(document):
    return re.sub(rb'Made by dxk [0-9.]+', b'Made by dxk', document)


def check_golden(dxk, bless):
    bad = []
    for name, arguments in CASES.items():
        status, document, message = report(dxk, arguments)
        path = GOLDEN / (name + '.html')
        if status != 0:
            bad.append('%s: status %d: %s' % (name, status, message))
            continue
        bad += ['%s: %s' % (name, fault) for fault in faults(document)]
        if bless:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(without_version(document))
        elif not path.exists() or path.read_bytes() != without_version(document):
            bad.append('%s: differs from %s' % (name, path))
    return bad


def check_samples(dxk):
    """All kinds of inputs, and what belongs in which document."""
    bad = []
    wanted = {
        'demo.dxil': ['parts', 'bindings', 'buffers', 'flow', 'listing', 'fields', 'bytes', 'validation', 'bb0', 'L1'],
        'ds.dxil': ['signatures', 'bb0'],
        'lib-rt.dxil': ['functions', 'flow', 'f1-bb0'],
        'lib-node.dxil': ['functions'],
        'legacy/lit_ps.dxbc': ['listing', 'buffers', 'bindings', 'signatures'],
        'debug.dxil': ['source', 's0-1', 'listing'],
        'debug.pdb': ['source', 's0-1', 'listing'],
        'rootsig.dxil': ['bindings', 'fields'],
        'reflection.bin': ['buffers'],
        'program.bin': ['listing', 'flow'],
        'bitcode.bc': ['listing', 'flow'],
        'rts0.dxil': ['bindings', 'root-0'],
    }
    for sample, ids in wanted.items():
        status, document, message = report(dxk, [sample])
        if status != 0 or message:
            bad.append('%s: status %d: %s' % (sample, status, message))
        bad += ['%s: %s' % (sample, fault) for fault in faults(document)]
        text = document.decode('utf-8')
        bad += ['%s: there is no place %s' % (sample, i) for i in ids
                if 'id="%s"' % i not in text and 'id=%s>' % i not in text and 'id=%s ' % i not in text]
        if len(document) > SIZES.get(sample, 1 << 20):
            bad.append('%s: %d bytes are too many' % (sample, len(document)))
        if report(dxk, [sample])[1] != document:
            bad.append('%s: the second document differs' % sample)
    for arguments in (['demo.dxil', 'ps.dxil', 'lib-node.dxil'], ['--diff', 'ps.dxil', 'demo.dxil'], ['--full', 'demo.dxil'],
                      ['-r', 'legacy'], ['-r', 'convert', '-j', '4'], ['--rootsig', 'pictures/root.dxil', 'demo.dxil']):
        status, document, message = report(dxk, arguments)
        if status > 1:
            bad.append('%s: status %d: %s' % (arguments, status, message))
        bad += ['%s: %s' % (arguments, fault) for fault in faults(document)]
    if report(dxk, ['-r', '-j', '1', 'convert'])[1] != report(dxk, ['-r', '-j', '4', 'convert'])[1]:
        bad.append('documents differ by the number of threads')
    return bad


def check_links(dxk, samples):
    """An instruction leads to its line and back, and a finding to the rule."""
    bad = []
    text = report(dxk, ['debug.dxil'])[1].decode('utf-8')
    source = re.search(r'<span id=s0-(\d+) data-n=\d+><u><a href=#L(\d+)>', text)
    if not source:
        return ['debug.dxil: no line of the source leads to the listing']
    line = re.search(r'<span id=L%s data-n.*?</span>' % source.group(2), text, re.S)
    if not line or '<a href="#s0-%s">line:%s</a>' % (source.group(1), source.group(1)) not in line.group(0):
        bad.append('debug.dxil: line %s of the listing does not lead back' % source.group(2))
    for sample in sorted((DATA / 'negative').glob('*/*.dxil'))[:samples]:
        document = report(dxk, [sample])[1].decode('utf-8')
        rules = set(re.findall(r'href="#rule-([^"]*)"', document))
        if not rules and 'no rule is broken' not in document:
            bad.append('%s: no finding' % sample.name)
        bad += ['%s: %s' % (sample.name, fault) for fault in faults(document.encode())]
    return bad


def check_hostile(dxk, folder):
    """Names of a shader, and of its file, that are markup."""
    bad = []
    for sample in ('vs-matrices.dxil', 'demo.dxil', 'debug.dxil'):
        text = subprocess.run([dxk, 'dis', DATA / sample], stdout=subprocess.PIPE, check=True).stdout.decode()
        changed = re.sub(r'!"(?!dx|SV_|main|[vcp]s"|[a-z]*-)([A-Za-z_]+)"', lambda _: '!"%s"' % HOSTILE, text)
        changed = changed.replace('undef, !""', 'undef, !"%s"' % HOSTILE)
        for name in sorted(set(re.findall(r'^  %([A-Za-z]\w*) = ', changed, re.M))):
            changed = re.sub(r'%%%s(?![\w.$-])' % name, lambda _, n=name: '%%"%s%s"' % (HOSTILE, n), changed)
        listing, shader = folder / 'hostile.ll', folder / '<script>alert(1)<&"\'\u202e.dxil'
        listing.write_text(changed)
        if changed == text:
            bad.append('%s: no name was changed' % sample)
        subprocess.run([dxk, 'as', listing, '-o', shader], stderr=subprocess.DEVNULL, check=False)
        if not shader.exists():
            bad.append('%s: the changed listing was refused' % sample)
            continue
        for arguments in ([shader], [shader, shader], ['-r', folder], ['--diff', DATA / 'ps.dxil', shader],
                          ['--diff', shader, DATA / 'ps.dxil']):
            status, document, _ = report(dxk, arguments)
            if status > 1 or not document:
                bad.append('hostile %s, %s: status %d' % (sample, arguments, status))
            bad += ['hostile %s: %s' % (sample, fault) for fault in faults(document)]
        shader.unlink()
    return bad


def check_damaged(dxk, folder, samples):
    """Files that are cut off or changed."""
    bad, written = [], 0
    for sample in ('demo.dxil', 'debug.dxil', 'rts0.dxil', 'legacy/lit_ps.dxbc', 'debug.pdb'):
        whole = (DATA / sample).read_bytes()
        for i in range(samples):
            at = (i * 2654435761) % len(whole)
            damaged = whole[:at] if i % 2 else whole[:at] + bytes([whole[at] ^ (0x55 + i)]) + whole[at + 1:]
            path = folder / 'damaged.dxil'
            path.write_bytes(damaged)
            status, document, message = report(dxk, [path])
            if status > 1 or (status == 1 and not message):
                bad.append('damaged %s (%d): status %d' % (sample, i, status))
            if document:
                written += 1
                bad += ['damaged %s (%d): %s' % (sample, i, fault) for fault in faults(document)]
    if not written:
        bad.append('no damaged file has a report')
    return bad


def check_corpus(dxk, folder, every):
    bad, count = [], 0
    for path in sorted(p for p in pathlib.Path(folder).rglob('*') if p.suffix in ('.dxil', '.dxbc', '.pdb'))[::every]:
        status, document, message = report(dxk, [path])
        count += 1
        if status > 1:
            bad.append('%s: status %d: %s' % (path, status, message))
        if document:
            bad += ['%s: %s' % (path, fault) for fault in faults(document)]
    print('%d reports of the corpus' % count)
    return bad


def main():
    parser = argparse.ArgumentParser(description='check reports')
    parser.add_argument('--dxk', required=True, help='the command')
    parser.add_argument('--bless', action='store_true', help='write the expected documents')
    parser.add_argument('--quick', action='store_true', help='fewer samples')
    parser.add_argument('--corpus', help='also of all containers below this folder')
    parser.add_argument('--every', type=int, default=1, help='of the corpus every so many only')
    args = parser.parse_args()
    bad = check_golden(args.dxk, args.bless) + check_samples(args.dxk) + check_links(args.dxk, 8 if args.quick else 40)
    with tempfile.TemporaryDirectory() as folder:
        bad += check_hostile(args.dxk, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        bad += check_damaged(args.dxk, pathlib.Path(folder), 2 if args.quick else 8)
    if args.corpus:
        bad += check_corpus(args.dxk, args.corpus, args.every)
    for line in bad:
        print(line)
    print('%d documents as expected, %d faults' % (len(CASES), len(bad)))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
