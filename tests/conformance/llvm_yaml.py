#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs LLVM's own tests of its YAML form with dxk in place of its tools.

    tests/conformance/llvm_yaml.py [--own-matcher] [--verbose] FOLDER

Understands the RUN lines of the tests (pipes, redirections, not, count, cmp, %s, %t, %python) and their CHECK
lines: with LLVM's FileCheck when it is installed, else with the small matcher below. yaml2obj and obj2yaml are
`dxk from-yaml` and `dxk yaml`, llvm-objcopy is `dxk pack` and `dxk extract`. dxk's rules are worded as LLVM's
messages (MESSAGES), since tests ask for these.

A test may ask for obj2yaml's refusal of what dxk shows, or for an older schema than LLVM's newest: then
--schema=llvm, llvm22, llvm21 and llvm20 are tried. Prints "LLVM tests
identical N of M" and each exception with its reason; exit status 1 when a test fails that is no known exception,
or one passes that is.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Tests that dxk does not pass, and why.
EXCEPTIONS = {
    'ObjectYAML/PRIV-not-last.yaml': 'LLVM has dropped this check; PRIV may stand anywhere',
    'ObjectYAML/RootSignature-MultipleParameters.yaml': 'says 3 parameters and has 4: LLVM passes over it, dxk obeys',
    'objcopy/reading-errs.test': 'dxk copies containers that have a part twice',
    'obj2yaml/VERSPart-compute.yaml': "the defaults are the tool's own version, and dxk's major has one digit",
}

# LLVM's words for dxk's rules: [RULE] and what to take over from the message.
MESSAGES = {
    'PART.SHORT': (r'', 'Reading structure out of file bounds'),
    'YAML.OVERLAP': (r'', 'Offset mismatch, not enough space for data.'),
    'YAML.OFFSETS': (r'', 'Mismatch between number of parts and part offsets.'),
    'YAML.FILE_SIZE': (r'', 'File size specified is too small.'),
    'YAML.TABLE': (r"(?P<key>\w+) must be (?P<value>\d+)", 'Specified {key} does not match {kind} value: {value}.'),
}


# -------------------------------------------------------------------------------------------------
# The tools, as the RUN lines call them: this file under other names

def dxk(*args, **kinds):
    return subprocess.run([os.environ['DXK'], *args], capture_output=True, **kinds)


def say_llvm(start, err):
    """dxk's errors in LLVM's words."""
    for line in err.decode(errors='replace').splitlines():
        match = re.search(r'error: (.*) \[([\w.]+)\]$', line)
        if not match:
            continue
        message, rule = match.groups()
        pattern, text = MESSAGES.get(rule, ('', message))
        found = re.search(pattern, message)
        if found and found.groupdict():
            kind = 'required' if found.group('key') == 'RootParametersOffset' else 'computed'
            text = text.format(kind=kind, **found.groupdict())
        print('%s: %s' % (start, text), file=sys.stderr)


def split_args(args):
    """-o FILE, other options, operands."""
    output, options, operands = None, [], []
    args = iter(args)
    for arg in args:
        if arg == '-o':
            output = next(args)
        elif arg.startswith('-') and arg != '-':
            options.append(arg)
        else:
            operands.append(arg)
    return output, options, operands


def put(output, data):
    if output:
        with open(output, 'wb') as file:
            file.write(data)
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:  # the next command does not read what it gets
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def tool_yaml2obj(args):
    output, _, operands = split_args(args)
    data = open(operands[0], 'rb').read() if operands and operands[0] != '-' else sys.stdin.buffer.read()
    made = dxk('from-yaml', input=data)
    if made.returncode:
        say_llvm('yaml2obj: error', made.stderr)
        return 1
    put(output, made.stdout)
    return 0


def tool_obj2yaml(args):
    output, _, operands = split_args(args)
    data = open(operands[0], 'rb').read() if operands and operands[0] != '-' else sys.stdin.buffer.read()
    shown = dxk('yaml', '--schema=' + os.environ['SCHEMA'], input=data)
    if not shown.stdout:
        say_llvm('Error reading file: ' + (operands[0] if operands and operands[0] != '-' else '<stdin>'), shown.stderr)
        return 1
    put(output, shown.stdout)
    return 0


def part_names(path):
    data = open(path, 'rb').read()
    count = int.from_bytes(data[28:32], 'little')
    offsets = [int.from_bytes(data[32 + 4 * i:36 + 4 * i], 'little') for i in range(count)]
    return [(data[o:o + 4].decode('latin1'), int.from_bytes(data[o + 4:o + 8], 'little')) for o in offsets]


def objcopy_error(text):
    print("llvm-objcopy: error: " + text, file=sys.stderr)
    return 1


def keep_only(source, names, output):
    remove = sorted({name for name, _ in part_names(source)} - set(names))
    made = dxk('pack', '--digest=keep', source, *sum((['--remove', name] for name in remove), []), '-o', output)
    sys.stderr.write(made.stderr.decode())
    return made.returncode


def tool_objcopy(args):
    output, options, operands = split_args(args)
    source = operands[0]
    parts = dict(part_names(source))
    only = [o.split('=')[1] for o in options if o.startswith('--only-section=')]
    remove = [o.split('=')[1] for o in options if o.startswith(('--remove-section=', '-R='))]
    for option in options:
        kind, _, rest = option.partition('=')
        if kind not in ('--extract-section', '--dump-section'):
            continue
        name, _, path = rest.partition('=')
        if name not in parts:
            return objcopy_error("'%s': part '%s' not found" % (source, name))
        if kind == '--extract-section' and keep_only(source, [name], path):
            return 1
        if kind == '--dump-section':
            if parts[name] == 0:
                return objcopy_error("'%s': part '%s' is empty" % (source, name))
            made = dxk('extract', name, source)
            data = made.stdout[24:] if name in ('DXIL', 'STAT') else made.stdout
            try:
                put(path, data)
            except OSError as error:
                return objcopy_error("'%s': %s" % (path, error.strerror))
    if any(o.startswith(('--extract-section', '--dump-section')) for o in options):
        return 0
    target = operands[1] if len(operands) > 1 else source
    keep = only if only else [name for name in parts if name not in remove]
    return keep_only(source, keep, target)


def tool_not(args):
    return 0 if subprocess.run(args).returncode else 1


def tool_count(args):
    return 0 if len(sys.stdin.buffer.read().splitlines()) == int(args[0]) else 1


# -------------------------------------------------------------------------------------------------
# A small FileCheck

def pattern_of(text, variables, flags):
    """A CHECK pattern as a regular expression: {{regex}}, [[VAR]], blanks that match any blanks."""
    out = ''
    for piece in re.split(r'(\{\{.*?\}\}|\[\[\w+\]\])', text):
        if piece.startswith('{{'):
            out += '(?:%s)' % piece[2:-2]
        elif piece.startswith('[[') and piece[2:-2] in variables:
            out += re.escape(variables[piece[2:-2]])
        else:
            out += ''.join(r'[ \t]+' if p.isspace() else re.escape(p) for p in re.split(r'([ \t]+)', piece) if p)
    return re.compile(out, flags)


def read_checks(path, prefixes, variables, flags):
    word = re.compile(r'(?:^|[^\w-])(%s)(-NEXT|-NOT|-SAME|-DAG|-EMPTY)?:(.*)$' % '|'.join(map(re.escape, prefixes)))
    for line in open(path, encoding='utf-8'):
        match = word.search(line.rstrip('\n'))
        if match:
            yield match.group(2) or '', pattern_of(match.group(3).strip(), variables, flags)


def tool_filecheck(args):
    prefixes, variables, source, never, flags, operands = ['CHECK'], {}, None, [], 0, []
    for arg in args:
        name, _, value = arg.lstrip('-').partition('=')
        if not arg.startswith('-'):
            operands.append(arg)
        elif name in ('check-prefix', 'check-prefixes'):
            prefixes = value.split(',')
        elif name == 'input-file':
            source = value
        elif name == 'ignore-case':
            flags = re.I
        elif name == 'implicit-check-not':
            never.append(value)
        elif arg.startswith('-D'):
            key, _, value = arg[2:].partition('=')
            variables[key] = value
    text = open(source).read() if source else sys.stdin.read()
    at, refused = 0, []
    for kind, pattern in list(read_checks(operands[0], prefixes, variables, flags)) + [('END', None)]:
        if kind == '-NOT':
            refused.append(pattern)
            continue
        found = pattern.search(text, at) if pattern else None
        if kind == '-NEXT':
            line = text.find('\n', at) + 1
            end = text.find('\n', line)
            found = pattern.search(text, line, len(text) if end < 0 else end) if line else None
        if pattern and not found:
            print('no match: ' + pattern.pattern, file=sys.stderr)
            return 1
        between = text[at:found.start() if found else len(text)]
        if any(p.search(between) for p in refused) or any(n in between for n in never):
            print('found what must not be there', file=sys.stderr)
            return 1
        refused = []
        at = found.end() if found else len(text)
    return 0


TOOLS = {'yaml2obj': tool_yaml2obj, 'obj2yaml': tool_obj2yaml, 'llvm-objcopy': tool_objcopy, 'not': tool_not,
         'count': tool_count, 'FileCheck': tool_filecheck}


# -------------------------------------------------------------------------------------------------
# The tests

def find_filecheck():
    for name in ['FileCheck'] + ['FileCheck-%d' % n for n in range(30, 14, -1)]:
        if shutil.which(name):
            return shutil.which(name)
    found = sorted(glob.glob('/usr/lib/llvm-*/bin/FileCheck'))
    return found[-1] if found else None


def run_lines(path):
    lines, open_line = [], ''
    for line in open(path, encoding='utf-8'):
        match = re.search(r'RUN: *(.*)$', line)
        if match:
            text = open_line + match.group(1)
            open_line = text[:-1] if text.endswith('\\') else ''
            if not open_line:
                lines.append(text)
    return lines


def run_test(path, tools, schema, verbose):
    """None when it passes, else what failed."""
    env = dict(os.environ, PATH=tools + os.pathsep + os.environ['PATH'], SCHEMA=schema)
    xfail = re.search(r'XFAIL: *\*', open(path, encoding='utf-8').read()) is not None
    with tempfile.TemporaryDirectory() as temp:
        for line in run_lines(path):
            command = line.replace('%s', path).replace('%t', os.path.join(temp, 't')).replace('%python', sys.executable)
            result = subprocess.run(['bash', '-o', 'pipefail', '-c', command], env=env, capture_output=True)
            if result.returncode:
                return None if xfail else line + '\n' + result.stderr.decode(errors='replace')[:600]
    return 'passes, but must fail' if xfail else None


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--own-matcher', action='store_true', help='do not use FileCheck')
    options.add_argument('--verbose', action='store_true')
    options.add_argument('folder')
    args = options.parse_args()
    if not os.path.isdir(args.folder):
        print('%s is not there: skipped' % args.folder)
        return 0
    os.environ['DXK'] = os.path.abspath(os.environ.get('DXK') or shutil.which('dxk'))
    if not shutil.which('llvm-dis'):
        EXCEPTIONS['objcopy/dump-section.yaml'] = 'needs llvm-dis, which is not installed'
    tests = sorted(os.path.join(base, name) for base, _, names in os.walk(args.folder) for name in names
                   if name.endswith(('.yaml', '.test')))
    filecheck = None if args.own_matcher else find_filecheck()
    good, others, bad = 0, {'llvm': [], 'llvm22': [], 'llvm21': [], 'llvm20': []}, []
    with tempfile.TemporaryDirectory() as tools:
        for name in TOOLS:
            if name == 'FileCheck' and filecheck:
                os.symlink(filecheck, os.path.join(tools, name))
                continue
            with open(os.path.join(tools, name), 'w') as file:
                file.write('#!/bin/sh\nexec "%s" "%s" --as %s "$@"\n' % (sys.executable, os.path.abspath(__file__), name))
            os.chmod(file.name, 0o755)
        for path in tests:
            name = os.path.relpath(path, args.folder)
            failure = None
            for schema in ('dxk', 'llvm', 'llvm22', 'llvm21', 'llvm20'):
                problem = run_test(path, tools, schema, args.verbose)
                failure = failure or problem
                if not problem:
                    break
            if problem:
                bad.append((name, failure))
            else:
                good += 1
                if schema != 'dxk':
                    others[schema].append(name)
    unexpected = [name for name, _ in bad if name not in EXCEPTIONS]
    for name, failure in bad:
        print('%s: %s' % (name, EXCEPTIONS.get(name, failure)))
        if args.verbose and name in EXCEPTIONS:
            print('    ' + failure.replace('\n', '\n    '))
    stale = sorted(set(EXCEPTIONS) & {os.path.relpath(p, args.folder) for p in tests} - {name for name, _ in bad})
    for name in stale:
        print('%s: passes, but is listed as an exception' % name)
    for schema, names in others.items():
        print('of these %d with --schema=%s: %s' % (len(names), schema, ', '.join(names)))
    print('LLVM tests identical %d of %d, %d exceptions, %d failures; %s' %
          (good, len(tests), len(bad) - len(unexpected), len(unexpected), 'FileCheck' if filecheck else 'own matcher'))
    return 1 if unexpected or stale else 0


if __name__ == '__main__':
    if len(sys.argv) > 2 and sys.argv[1] == '--as':
        sys.exit(TOOLS[sys.argv[2]](sys.argv[3:]))
    sys.exit(main())
