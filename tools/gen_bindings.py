#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the lowest layer of the bindings from the public headers: structures, numbers, functions.

    tools/gen_bindings.py            writes bindings/python/dxk/_native.py, bindings/rust/dxk-sys/src/bindings.rs
                                     and tests/bindings/structs.def
    tools/gen_bindings.py --check    only says whether they are current

The headers are the one description; what this tool cannot read it refuses.
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(ROOT, 'include', 'dxk')
PYTHON = os.path.join(ROOT, 'bindings', 'python', 'dxk', '_native.py')
RUST = os.path.join(ROOT, 'bindings', 'rust', 'dxk-sys', 'src', 'bindings.rs')
STRUCTS = os.path.join(ROOT, 'tests', 'bindings', 'structs.def')

TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|\.\.\.|[-+*/()\[\]{},;=|<>~&:?]')
DEFINE = re.compile(r'#define\s+(DXK_\w+)[ \t]+(.+)')
NUMBER = re.compile(r'0[xX][0-9a-fA-F]+|\d+')


# ---------------------------------------------------------------------------------------------
# Types: ('name', NAME, const) | ('pointer', TYPE, const) | ('array', TYPE, SIZE) | ('function', TYPE, [TYPE])

def named(name, const=False):
    return ('name', name, const)


class Api:
    """What the headers declare, in their order."""

    def __init__(self):
        self.numbers = {}     # of enumerators and macros
        self.greatest = []    # macros that are the greatest size_t
        self.enums = []       # (name, [enumerator])
        self.aliases = []     # (name, type)
        self.records = []     # (name, 'struct' or 'union', [(member, type)])
        self.opaque = []      # names
        self.functions = []   # (name, result, [(parameter, type)])
        self.kinds = {}       # name -> 'enum', 'alias', 'record', 'opaque'


class Parser:
    def __init__(self, api, name, text):
        self.api = api
        self.name = name
        text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
        text = text.replace('\\\n', ' ')
        for line in text.splitlines():
            found = DEFINE.match(line.strip())
            if found:
                self.define(found.group(1), found.group(2).strip())
        text = re.sub(r'^\s*#.*$', '', text, flags=re.M)
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def fail(self, what):
        sys.exit('%s: cannot read %s near: %s' % (self.name, what, ' '.join(self.tokens[self.at - 3:self.at + 8])))

    def define(self, name, text):
        if text == '((size_t)-1)':
            self.api.greatest.append(name)
            return
        letters = re.fullmatch(r"DXK_FOURCC\('(.)', '(.)', '(.)', '(.)'\)", text)
        if letters:
            self.api.numbers[name] = int.from_bytes(''.join(letters.groups()).encode('latin-1'), 'little')
            return
        found = re.fullmatch(r'\(?\(?(?:\((?:size_t|uint32_t|uint64_t)\))?(-?(?:0[xX][0-9a-fA-F]+|\d+))[uUlL]*\)*', text)
        if found:
            self.api.numbers[name] = int(found.group(1), 0)
        elif text in ('UINT32_MAX', 'DXK_NONE'):
            self.api.numbers[name] = 2 ** 32 - 1

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ''

    def take(self, expected=None):
        token = self.peek()
        if not token or (expected and token != expected):
            self.fail(expected or 'the end')
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def number(self):
        """A constant expression of numbers, names and | << + -."""
        text = ''
        while self.peek() not in (',', '}', ']', ';'):
            token = self.take()
            if re.match(r'\d', token):
                token = token.rstrip('uUlL')
            elif re.match(r'[A-Za-z_]', token):
                if token in ('uint32_t', 'uint64_t', 'size_t'):
                    self.fail('a number')
                token = str(self.api.numbers[token])
            text += token
        return eval(text, {'__builtins__': {}})  # digits and operators alone

    def base(self):
        const = self.accept('const')
        if self.peek() in ('struct', 'enum', 'union'):
            self.take()
        name = self.take()
        if name == 'unsigned' or name == 'signed':
            name += ' ' + (self.take() if self.peek() in ('char', 'int') else 'int')
        const = self.accept('const') or const
        return named(name, const)

    def declarator(self, base):
        """Returns (name, type)."""
        kind = base
        while self.accept('*'):
            kind = ('pointer', kind, self.accept('const'))
        if self.accept('('):
            self.take('*')
            name = self.take()
            self.take(')')
            return name, ('function', kind, [t for _, t in self.parameters()])
        name = self.take() if re.match(r'[A-Za-z_]', self.peek()) else ''
        sizes = []
        while self.accept('['):
            sizes.append(0 if self.peek() == ']' else self.number())
            self.take(']')
        for size in reversed(sizes):
            kind = ('array', kind, size)
        return name, kind

    def parameters(self):
        self.take('(')
        params = []
        while not self.accept(')'):
            name, kind = self.declarator(self.base())
            if kind == named('void'):
                continue
            if kind[0] == 'array':
                kind = ('pointer', kind[1], False)
            params.append((name, kind))
            self.accept(',')
        return params

    def members(self, owner):
        self.take('{')
        members = []
        while not self.accept('}'):
            if self.peek() in ('struct', 'union') and self.tokens[self.at + 1] == '{':
                what = self.take()
                inner = self.members(owner + '_')
                nested = '%s_%s' % (owner.rstrip('_'), self.peek())
                self.api.records.append((nested, what, inner))
                self.api.kinds[nested] = 'record'
                members.append(self.declarator(named(nested)))
                self.take(';')
                continue
            base = self.base()
            while True:
                members.append(self.declarator(base))
                if not self.accept(','):
                    break
            self.take(';')
        return members

    def enumerators(self):
        self.take('{')
        names, value = [], -1
        while not self.accept('}'):
            name = self.take()
            value = self.number() if self.accept('=') else value + 1
            self.api.numbers[name] = value
            names.append(name)
            self.accept(',')
        return names

    def typedef(self):
        if self.peek() == 'enum':
            self.take()
            self.take()
            names = self.enumerators()
            name = self.take()
            self.api.enums.append((name, names))
            self.api.kinds[name] = 'enum'
        elif self.peek() in ('struct', 'union') and self.tokens[self.at + 2] == '{':
            what = self.take()
            name = self.take()
            members = self.members(name)
            self.take(name)
            self.api.records.append((name, what, members))
            self.api.kinds[name] = 'record'
        elif self.peek() == 'struct':
            self.take()
            name = self.take()
            self.take(name)
            self.api.opaque.append(name)
            self.api.kinds.setdefault(name, 'opaque')
        else:
            name, kind = self.declarator(self.base())
            self.api.aliases.append((name, kind))
            self.api.kinds[name] = 'alias'
        self.take(';')

    def file(self):
        while self.peek():
            token = self.take()
            if token == 'extern' or token in ('"C"', '{', '}', ';'):
                continue
            if token == 'typedef':
                self.typedef()
            elif token == 'DXK_API':
                base = self.base()
                kind = base
                while self.accept('*'):
                    kind = ('pointer', kind, False)
                name = self.take()
                self.api.functions.append((name, kind, self.parameters()))
                self.take(';')
            elif token == 'struct':
                name = self.take()
                if self.peek() == '{':
                    self.api.records.append((name, 'struct', self.members(name)))
                    self.api.kinds[name] = 'record'
                self.take(';')
            elif token == 'enum':
                self.enumerators()
                self.take(';')
            else:
                self.at -= 1
                self.fail('a declaration')


def order():
    """The headers, each after those that it includes."""
    done = []

    def visit(name):
        if name in done or name == 'dxk.h':
            return
        text = open(os.path.join(INCLUDE, name), encoding='utf-8').read()
        for other in re.findall(r'#include "dxk/(\w+\.h)"', text):
            visit(other)
        done.append(name)

    for name in sorted(os.listdir(INCLUDE)):
        visit(name)
    return done


def read_api():
    api = Api()
    for name in order():
        Parser(api, name, open(os.path.join(INCLUDE, name), encoding='utf-8').read()).file()
    api.opaque = [name for name in api.opaque if api.kinds[name] == 'opaque']
    return api


# ---------------------------------------------------------------------------------------------
# Python

PYTHON_TYPES = {
    'void': 'None', 'bool': 'c_bool', 'char': 'c_char', 'int': 'c_int', 'unsigned int': 'c_uint', 'unsigned char':
    'c_ubyte', 'float': 'c_float', 'double': 'c_double', 'size_t': 'c_size_t', 'int8_t': 'c_int8', 'uint8_t':
    'c_uint8', 'int16_t': 'c_int16', 'uint16_t': 'c_uint16', 'int32_t': 'c_int32', 'uint32_t': 'c_uint32',
    'int64_t': 'c_int64', 'uint64_t': 'c_uint64'}


def is_callback(kind):
    return kind[0] == 'function'


def python_type(api, kind):
    if kind[0] == 'name':
        if kind[1] in PYTHON_TYPES:
            return PYTHON_TYPES[kind[1]]
        what = api.kinds.get(kind[1])
        return 'c_uint' if what == 'enum' else kind[1]
    if kind[0] == 'array':
        return '%s * %d' % (python_type(api, kind[1]), kind[2])
    if kind[0] == 'function':
        return 'CFUNCTYPE(%s)' % ', '.join([python_type(api, kind[1])] + [python_type(api, t) for t in kind[2]])
    to = kind[1]
    if to[0] == 'name' and to[1] == 'char' and to[2]:
        return 'c_char_p'
    if to[0] == 'name' and (to[1] in ('void', 'uint8_t', 'char') or api.kinds.get(to[1]) == 'opaque'):
        return 'c_void_p'
    return 'POINTER(%s)' % python_type(api, to)


def write_python(api):
    out = ['# SPDX-License-Identifier: MIT',
           '"""Structures, numbers and functions of the C API. Made by tools/gen_bindings.py from include/dxk; edit those',
           'instead."""',
           'from ctypes import (CFUNCTYPE, POINTER, Structure, Union, c_bool, c_char, c_char_p, c_double, c_float, c_int,',
           '                    c_int8, c_int16, c_int32, c_int64, c_size_t, c_ubyte, c_uint, c_uint8, c_uint16, c_uint32,',
           '                    c_uint64, c_void_p)',
           'from typing import Any, Dict, List, Tuple', '']
    out += ['%s = %d' % (name, value) for name, value in api.numbers.items()]
    out += ['']
    out += ['%s = c_size_t(-1).value' % name for name in api.greatest]
    out += ['%s = %s' % (name, python_type(api, kind)) for name, kind in api.aliases if not is_callback(kind)]
    for name, what, _ in api.records:
        out += ['', '', 'class %s(%s):' % (name, 'Structure' if what == 'struct' else 'Union'), '    pass']
    out += ['', '']
    out += ['%s = %s' % (name, python_type(api, kind)) for name, kind in api.aliases if is_callback(kind)]
    for name, _, members in api.records:
        out.append('%s._fields_ = [' % name)
        # The characters of a dxk_str are not terminated, as those of a c_char_p are.
        out += ['    (%r, %s),' % (member, 'c_void_p' if name == 'dxk_str' and member == 'data' else
                                   python_type(api, kind)) for member, kind in members]
        out.append(']')
    out += ['', 'RECORDS: Tuple[Any, ...] = (']
    out += ['    %s,' % name for name, _, _ in api.records if '__' not in name]
    out += [')', '', '# Result, parameters.', 'FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {']
    for name, result, params in api.functions:
        out.append('    %r: (%s, [%s]),' % (name, python_type(api, result),
                                           ', '.join(python_type(api, kind) for _, kind in params)))
    out += ['}', '']
    return '\n'.join(out)


# ---------------------------------------------------------------------------------------------
# Rust

RUST_TYPES = {
    'void': 'c_void', 'bool': 'bool', 'char': 'c_char', 'int': 'c_int', 'unsigned int': 'c_uint', 'unsigned char':
    'u8', 'float': 'f32', 'double': 'f64', 'size_t': 'usize', 'int8_t': 'i8', 'uint8_t': 'u8', 'int16_t': 'i16',
    'uint16_t': 'u16', 'int32_t': 'i32', 'uint32_t': 'u32', 'int64_t': 'i64', 'uint64_t': 'u64'}
RUST_WORDS = {'type', 'in', 'ref', 'match', 'move', 'use', 'where', 'fn', 'mod', 'loop', 'self', 'final', 'box', 'as'}


def rust_name(name):
    return 'r#' + name if name in RUST_WORDS and name != 'self' else name


def rust_type(api, kind):
    if kind[0] == 'name':
        return RUST_TYPES.get(kind[1], kind[1])
    if kind[0] == 'array':
        return '[%s; %d]' % (rust_type(api, kind[1]), kind[2])
    if kind[0] == 'function':
        return 'Option<unsafe extern "C" fn(%s)%s>' % (', '.join(rust_type(api, t) for t in kind[2]),
                                                       rust_result(api, kind[1]))
    to = kind[1]
    const = to[2] if to[0] in ('name', 'pointer') else False
    return '*%s %s' % ('const' if const else 'mut', rust_type(api, to))


def rust_result(api, kind):
    return '' if kind == named('void') else ' -> ' + rust_type(api, kind)


def rust_number(value):
    if value < 0:
        return 'i32', value
    return ('u32' if value < 2 ** 32 else 'u64'), value


def write_rust(api):
    out = ['// SPDX-License-Identifier: MIT',
           '// Structures, numbers and functions of the C API. Made by tools/gen_bindings.py from include/dxk; edit those',
           '// instead. Enumerations are numbers: values that are read from files may be none of the known ones.',
           '', 'use core::ffi::{c_char, c_int, c_uint, c_void};', '']
    for name, _ in api.enums:
        out.append('pub type %s = c_uint;' % name)
    for name, value in api.numbers.items():
        out.append('pub const %s: %s = %d;' % ((name,) + rust_number(value)))
    out += ['pub const %s: usize = usize::MAX;' % name for name in api.greatest]
    for name, kind in api.aliases:
        out.append('pub type %s = %s;' % (name, rust_type(api, kind)))
    for name in api.opaque:
        out += ['#[repr(C)]', 'pub struct %s {' % name, '    _opaque: [u8; 0],',
                '    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,', '}']
    for name, what, members in api.records:
        out += ['#[repr(C)]', '#[derive(Clone, Copy)]', 'pub %s %s {' % (what, name)]
        out += ['    pub %s: %s,' % (rust_name(member), rust_type(api, kind)) for member, kind in members]
        out.append('}')
    out += ['', 'extern "C" {']
    for name, result, params in api.functions:
        out.append('    pub fn %s(%s)%s;' % (
            name, ', '.join('%s: %s' % (rust_name(param), rust_type(api, kind)) for param, kind in params),
            rust_result(api, result)))
    out += ['}', '', '/// Sizes of the structures, for a test against the C compiler.',
            'pub const SIZES: &[(&str, usize)] = &[']
    out += ['    ("%s", core::mem::size_of::<%s>()),' % (name, name) for name in c_records(api)]
    out += ['];', '']
    return '\n'.join(out)


def c_records(api):
    """Structures that C can name: not those within others."""
    declared = set()
    for header in order():
        declared.update(re.findall(r'\bstruct (\w+) \{', open(os.path.join(INCLUDE, header), encoding='utf-8').read()))
    return [name for name, what, _ in api.records if what == 'struct' and name in declared]


def write_structs(api):
    out = ['/* SPDX-License-Identifier: MIT */',
           '/* structs.def - the structures of the public API, for comparing their sizes with those of the bindings. Made by',
           ' * tools/gen_bindings.py. */']
    out += ['STRUCT(%s)' % name for name in c_records(api)]
    return '\n'.join(out) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    args = parser.parse_args()
    api = read_api()
    stale = []
    for path, text in ((PYTHON, write_python(api)), (RUST, write_rust(api)), (STRUCTS, write_structs(api))):
        old = open(path, encoding='utf-8').read() if os.path.exists(path) else ''
        if old == text:
            continue
        stale.append(os.path.relpath(path, ROOT))
        if not args.check:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
    for path in stale:
        print(('not current, run tools/gen_bindings.py: ' if args.check else 'written: ') + path)
    return 1 if args.check and stale else 0


if __name__ == '__main__':
    sys.exit(main())
