#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The HLSL front end against a reference compiler.

    tests/conformance/hlsl.py [-v] [--dxk PATH] --dxc PATH pp|parse FILE_OR_FOLDER...
    tests/conformance/hlsl.py [-v] [--dxk PATH] [--dxc PATH] compile|refuse|reflect|lines|parts FILE_OR_FOLDER...

pp       preprocesses each source with both and compares the tokens
parse    checks the syntax of each source that the reference compiles
compile  compiles each source; one whose first lines say `// expect: error TEXT` must be refused with
         that text, and one that the reference compiles (with --dxc) must compile
refuse   what the reference refuses must be refused
reflect  compares what `dxk reflect` says of both results, but for who made them and counters of
         instructions; what one of them does not compile is skipped

lines    compiles each source with debug information: instructions must come from lines from which there
         are instructions in the reference's program, too
parts    compares the parts of both results that say what the shader is, by their bytes, and without what
         follows from the code (hlsl_parts.py); and the metadata of both programs

Arguments are in a line `// args: ...`, `// dxk: ...` or `RUN: dxc ...` of the source, of which there may
be several for `reflect`, `lines` and `parts`; sources without one are skipped. Prints "N of M". Exit status 1 when something that works in the reference does not here.
"""
import argparse
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import hlsl_parts

LINE = re.compile(r'//\s*(?:args|dxk):\s*(?P<own>.*)|RUN:\s*%?dxc(?:_target)?\s+(?P<run>[^|<>]*)')
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|<<=|>>=|\.\.\.|->|\+\+|--|::|##|'
                   r'[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\S')
# Options that ask for other outputs than a container, and how many values follow.
OUTPUTS = {'-Fo': 1, '-Fc': 1, '-Fd': 1, '-Fre': 1, '-Fh': 1, '-Vn': 1, '-verify': 0, '-fcgl': 0, '-ast-dump': 0,
           '-Odump': 0, '-P': 0, '-Fi': 1, '-validator-version': 1}
# Options that say how a source is read.
KEPT = {'-D': 1, '-I': 1, '-T': 1, '-E': 1, '-HV': 1, '-enable-16bit-types': 0, '-Zpr': 0, '-Zpc': 0,
        '-flegacy-macro-expansion': 0, '-ignore-line-directives': 0}


def arguments(path):
    text = path.read_text(encoding='utf-8', errors='replace')
    for line in text.splitlines()[:200]:
        match = LINE.search(line)
        if match:
            try:
                words = shlex.split(match.group('own') or match.group('run'))
            except ValueError:
                return None, text
            return [word for word in words if not word.startswith('%')], text
    return None, text


def all_arguments(path):
    """The arguments of every line that has some."""
    text = path.read_text(encoding='utf-8', errors='replace')
    for match in LINE.finditer(text):
        try:
            words = shlex.split(match.group('own') or match.group('run'))
        except ValueError:
            continue
        yield [word for word in words if not word.startswith('%')], text


def kept(words, known):
    """The options of `known`, with their values, joined ones too; '/' counts as '-'."""
    out, i = [], 0
    while i < len(words):
        word = re.sub('^/', '-', words[i])
        name = word if word in known else word[:2] if word[:2] in known and known[word[:2]] else None
        if name:
            out.append(word)
            if known[name] and name == word:
                i += 1
                out += words[i:i + 1]
        i += 1
    return out


def run(command, cwd):
    try:
        return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None


def tokens(text):
    lines = [line for line in text.splitlines() if not re.match(r'\s*#\s*(line|pragma|\d)', line)]
    return TOKEN.findall('\n'.join(lines))


def preprocess(args, path, words, _):
    options = kept(words, KEPT)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out')
        theirs = run([args.dxc, '-P', path.name, '-Fi', out] + options, path.parent)
        if theirs is None or theirs.returncode != 0 or not os.path.exists(out):
            return None
        wanted = pathlib.Path(out).read_text(encoding='utf-8', errors='replace')
    ours = run([args.dxk, 'compile', '-P', path.name] + options, path.parent)
    if ours is None or ours.returncode != 0:
        return 'refused: ' + (ours.stderr.decode(errors='replace').split('\n')[0] if ours else 'timeout')
    left, right = tokens(ours.stdout.decode(errors='replace')), tokens(wanted)
    if left == right:
        return ''
    at = next((i for i, pair in enumerate(zip(left, right)) if pair[0] != pair[1]), min(len(left), len(right)))
    return 'token %d: %s, not %s' % (at, ' '.join(left[at:at + 6]), ' '.join(right[at:at + 6]))


def parse(args, path, words, text):
    """What the reference compiles must parse."""
    expected = re.search(r'//\s*expect:\s*(.*)', text)
    if expected and not expected.group(1).startswith('ok'):
        return None
    if not expected:
        with tempfile.TemporaryDirectory() as folder:
            options = kept(words, dict(KEPT, **{'-all_resources_bound': 0, '-Gec': 0, '-default-linkage': 1}))
            theirs = run([args.dxc, path.name, '-Fo', os.path.join(folder, 'out'), '-no-warnings'] + options, path.parent)
        if theirs is None or theirs.returncode != 0:
            return None
    ours = run([args.dxk, 'compile', '-fsyntax-only', '-no-warnings', path.name] + kept(words, KEPT), path.parent)
    if ours is None:
        return 'timeout'
    return '' if ours.returncode == 0 else ours.stderr.decode(errors='replace').split('\n')[0] or str(ours.returncode)


# Options of the reference that `dxk compile` has, too, with the number of values.
KNOWN = dict(KEPT, **{'-O': 0, '-O0': 0, '-O1': 0, '-O2': 0, '-O3': 0, '-Od': 0, '-Gis': 0, '-WX': 0,
                      '-all-resources-bound': 0, '-no-warnings': 0, '-Vd': 0, '-auto-binding-space': 1,
                      '-default-linkage': 1, '-exports': 1, '-rootsig-define': 1, '-validator-version': 1,
                      '-enable-payload-qualifiers': 0, '-force-rootsig-ver': 1, '-export-shaders-only': 0,
                      '-opt-enable': 1, '-opt-disable': 1, '-enable-lifetime-markers': 0, '-disable-lifetime-markers': 0,
                      '-force-zero-store-lifetimes': 0, '-fnew-inlining-behavior': 0, '-fdisable-loc-tracking': 0,
                      '-pack-prefix-stable': 0, '-pack_prefix_stable': 0, '-pack-optimized': 0, '-pack_optimized': 0,
                      '-no-legacy-cbuf-layout': 0, '-Gfa': 0, '-Gfp': 0, '-Gec': 0,
                      '-disable-payload-qualifiers': 0, '-flegacy-resource-reservation': 0})


# Options for whoever checks the reference, and values of theirs that stand alone.
CHECKS = {'-verify', '-fcgl', '-ast-dump', '-ast-dump-implicit', '-Odump', '-', '-nologo', '-H', '-M', '-ftime-report',
          '-Zi', '-Zs', '-Zss', '-Zsb', '-Qembed_debug', '-Qstrip_debug', '-Qkeep_reflect_in_dxil', '-Qstrip_reflect',
          '-Fo', '-Fc', '-Fd', '-Fre', '-Frs', '-Fsh', '-Fh', '-Vn', '-select-validator', '-Ges', '-Qsource_in_debug_module'}


# Options of another output of the reference, and warnings.
OTHERS = ('-spirv', '-fspv', '-fvk', '-W')


def unknown(words):
    return [word for word in words if word.startswith(('-', '/')) and not kept([word], KNOWN) and
            re.sub('^/', '-', word) not in CHECKS and not word.startswith(OTHERS)]


def refuse(args, path, words, _):
    """What the reference refuses must be refused."""
    with tempfile.TemporaryDirectory() as folder:
        out, options = os.path.join(folder, 'out'), kept(words, KNOWN)
        theirs = run([args.dxc, path.name, '-Fo', out] + options, path.parent)
        if theirs is None or theirs.returncode == 0 or '-T' not in ' '.join(options):
            return None
        ours = run([args.dxk, 'compile', path.name, '-Fo', out] + options, path.parent)
    if ours is None:
        return 'timeout'
    wanted = [line for line in theirs.stderr.decode(errors='replace').split('\n') if 'error: ' in line]
    return '' if ours.returncode == 1 else 'status %d; the reference says: %s' % (
        ours.returncode, re.sub('.*error: ', '', wanted[0]) if wanted else 'nothing')


def compile_(args, path, words, text):
    """What compiles in the reference must compile here, to a valid container."""
    expected = re.search(r'//\s*expect:\s*(ok|error)\s*(.*)', text)
    with tempfile.TemporaryDirectory() as folder:
        out, other = os.path.join(folder, 'out'), os.path.join(folder, 'other')
        good = expected.group(1) == 'ok' if expected else None
        if good is None:
            theirs = run([args.dxc, path.name, '-Fo', other, '-no-warnings'] + kept(words, KNOWN), path.parent)
            good = theirs is not None and theirs.returncode == 0
            if not good:
                return None
        if unknown(words):
            return 'option ' + unknown(words)[0]
        quiet = [] if expected else ['-no-warnings']
        ours = run([args.dxk, 'compile', path.name, '-Fo', out] + quiet + kept(words, KNOWN), path.parent)
        if ours is None:
            return 'timeout'
        said = ours.stderr.decode(errors='replace')
        if not good:
            text = expected.group(2).strip()
            return '' if ours.returncode == 1 and text in said else 'not refused so: ' + said.split('\n')[0]
        if ours.returncode != 0:
            lines = [line for line in said.split('\n') if 'error' in line]
            return lines[0] if lines else 'status %d' % ours.returncode
        if args.dxv and '-Vd' not in words and 'rootsig_' not in ' '.join(words):  # shaders alone have rules
            judged = run([args.dxv, out], path.parent)
            if judged is None or judged.returncode != 0:
                return 'not valid: ' + (judged.stderr + judged.stdout).decode(errors='replace').split('\n')[0]
    return ''


# Lines of a reflection that tell who made the program, and how long it is.
OTHER = re.compile(r'\s*(Creator|\w*(Instruction|Instructions|Operation)\w*Count|(Dynamic|Static)FlowControlCount|'
                   r'TempArrayCount|TempRegisterCount|DefCount|DclCount|c\w+Instructions|cBarrier\w*|cInterlocked\w*|'
                   r'cTexture\w*|Texture\w*Instructions):')


def reflection(args, path):
    said = run([args.dxk, 'reflect', '--format=dxa', '--color=never', path], None)
    if said is None or said.returncode != 0:
        return None
    return [line for line in said.stdout.decode(errors='replace').splitlines() if not OTHER.match(line)]


def compiled_by_both(args, path, words, folder):
    """The paths of both results, or None."""
    out, other = os.path.join(folder, 'out'), os.path.join(folder, 'other')
    options = kept(words, KNOWN) + ['-no-warnings']
    theirs = run([args.dxc, path.name, '-Fo', other] + options, path.parent)
    if theirs is None or theirs.returncode != 0 or not os.path.exists(other):
        return None
    ours = run([args.dxk, 'compile', path.name, '-Fo', out] + options, path.parent)
    return None if ours is None or ours.returncode != 0 else (out, other)


def reflect(args, path, words, _):
    """What both compile must reflect the same."""
    with tempfile.TemporaryDirectory() as folder:
        both = compiled_by_both(args, path, words, folder)
        if not both:
            return None
        out, other = both
        left, right = reflection(args, out), reflection(args, other)
    if left is None or right is None or left == right:
        return None if right is None else '' if left == right else 'no reflection'
    at = next((i for i, pair in enumerate(zip(left, right)) if pair[0] != pair[1]), min(len(left), len(right)))
    return 'line %d: %s, not %s' % (at, ' '.join(left[at:at + 1]).strip(), ' '.join(right[at:at + 1]).strip())


def parts(args, path, words, _):
    """The parts of what both compile must be the same."""
    with tempfile.TemporaryDirectory() as folder:
        both = compiled_by_both(args, path, words, folder)
        return dict(hlsl_parts.compare(args.dxk, *both)) if both else None


def source_lines(args, path):
    """The lines of the source that instructions of a container's debug program come from."""
    module = path + '.bc'
    if run([args.dxk, 'extract', 'debug', path, '-o', module], None).returncode != 0:
        return None
    said = run([args.dxk, 'dis', '--color=never', module], None)
    return set(re.findall(r'; line:(\d+)', said.stdout.decode(errors='replace')))


def lines(args, path, words, _):
    """Instructions must come from lines that the reference's come from, too."""
    with tempfile.TemporaryDirectory() as folder:
        out, other = os.path.join(folder, 'out'), os.path.join(folder, 'other')
        known = {name: count for name, count in KNOWN.items() if not re.match('-O[0-3d]?$', name)}
        options = kept(words, known) + ['-no-warnings', '-Od', '-Zi']
        theirs = run([args.dxc, path.name, '-Qembed_debug', '-Fo', other] + options, path.parent)
        if theirs is None or theirs.returncode != 0:
            return None
        plain = run([args.dxk, 'compile', path.name, '-Fo', out] + options[:-1], path.parent)
        if plain is None or plain.returncode != 0:
            return None
        ours = run([args.dxk, 'compile', path.name, '-Fo', out] + options, path.parent)
        if ours is None or ours.returncode != 0:
            return 'refused: ' + (ours.stderr.decode(errors='replace').split('\n')[0] if ours else 'timeout')
        left, right = source_lines(args, out), source_lines(args, other)
    if right is None:
        return None
    if left is None:
        return 'no debug program'
    return '' if left <= right else 'lines ' + ' '.join(sorted(left - right, key=int))


MODES = {'refuse': refuse, 'lines': lines, 'reflect': reflect, 'parts': parts, 'pp': preprocess, 'parse': parse, 'compile': compile_}


def sources(names):
    for name in names:
        path = pathlib.Path(name).resolve()
        if path.is_dir():
            yield from sorted(path.rglob('*.hlsl'))
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description='the HLSL front end against a reference compiler')
    parser.add_argument('-v', action='store_true', help='list what differs')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'))
    parser.add_argument('--dxc', default=os.environ.get('DXC', 'dxc'))
    parser.add_argument('--dxv', help='a validator that judges, too')
    parser.add_argument('mode', choices=sorted(MODES))
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    args.dxk = os.path.abspath(args.dxk)
    counts = collections.defaultdict(collections.Counter)
    counts[args.mode].update()
    for path in sources(args.paths):
        runs = list(all_arguments(path)) if args.mode in ('reflect', 'lines', 'parts') else [arguments(path)]
        for words, text in runs:
            result = MODES[args.mode](args, path, words, text) if words is not None else None
            found = result if isinstance(result, dict) else {args.mode: result}
            for what, fault in found.items():
                counts[what]['skipped' if fault is None else 'bad' if fault else 'good'] += 1
                if fault and args.v:
                    print('%s: %s%s' % (path, what + ': ' if found is result else '', fault))
    for what, count in counts.items():
        total = count['good'] + count['bad']
        if total or len(counts) == 1:
            print('%s: right %d of %d (%d skipped)' % (what, count['good'], total, count['skipped']))
    return 1 if any(count['bad'] for count in counts.values()) else 0


if __name__ == '__main__':
    sys.exit(main())
