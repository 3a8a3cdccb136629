#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stands in for LLVM's tools in its tests, which llvm_yaml.py runs.

    llvm_tools.py TOOL ARGUMENT...

yaml2obj and obj2yaml are `dxk from-yaml` and `dxk yaml`, llvm-objcopy is `dxk pack` and `dxk extract`; FileCheck is a
small matcher. The command is $DXK, the schema $SCHEMA. Hundreds of these processes run, so little is imported.
"""
import os
import re
import subprocess
import sys

# LLVM's words for dxk's rules: [RULE] and what to take over from the message.
MESSAGES = {
    'PART.SHORT': (r'', 'Reading structure out of file bounds'),
    'YAML.OVERLAP': (r'', 'Offset mismatch, not enough space for data.'),
    'YAML.OFFSETS': (r'', 'Mismatch between number of parts and part offsets.'),
    'YAML.FILE_SIZE': (r'', 'File size specified is too small.'),
    'YAML.TABLE': (r"(?P<key>\w+) must be (?P<value>\d+)", 'Specified {key} does not match {kind} value: {value}.'),
}


# -------------------------------------------------------------------------------------------------
# The tools

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


def main():
    return TOOLS[sys.argv[1]](sys.argv[2:])


if __name__ == '__main__':
    sys.exit(main())
