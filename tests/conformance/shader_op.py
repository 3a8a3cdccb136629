#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the rows of DXC's ShaderOpArithTable.xml: shaders with inputs and what must come out.

    shader_op.py --dxk PROGRAM --dxc PROGRAM [-v] [--only REGEX] ShaderOpArithTable.xml

Each row is compiled, both optimized and with -Od, and run with its values in u0; results are compared by the
row's rule. Rows of wave operations have inputs only; what they must give is computed here, for waves of 32
lanes and several sets of active lanes; packing is compared with the row's own arithmetic. Prints "rows identical N of M".
"""
import argparse
import functools
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# Type in the shader: letter for struct, number, how many.
TYPES = {'float': ('f', 1), 'float4': ('f', 4), 'half': ('e', 1), 'float16_t': ('e', 1), 'half2': ('e', 2),
         'int': ('i', 1), 'uint': ('I', 1), 'dword': ('I', 1), 'int16_t': ('h', 1), 'uint16_t': ('H', 1),
         'uint2': ('I', 2), 'uint4': ('I', 4), 'int16': ('h', 1), 'uint16': ('H', 1), 'bool': ('I', 1)}
DENORMAL = {'f': 0x00400000, 'e': 0x0200}
RAW = {'f': 'I', 'e': 'H'}


def number(text, letter):
    """The bytes of a value of the table."""
    text = text.strip()
    low = text.lower()
    if letter in 'fe':
        if low.lstrip('-').startswith('0x'):
            return struct.pack('<' + RAW[letter], int(low, 16))
        if 'denorm' in low:
            sign = 1 << (31 if letter == 'f' else 15) if low[0] == '-' else 0
            return struct.pack('<' + RAW[letter], DENORMAL[letter] | sign)
        return struct.pack('<' + letter, float(low))
    value = int(low, 0)
    bits = 8 * struct.calcsize(letter)
    return (value & ((1 << bits) - 1)).to_bytes(bits // 8, 'little')


def fields_of(text):
    """Fields of the first structure: name, letter, count, offset; and its size."""
    body = re.search(r'struct \w+\s*\{(.*?)\}', text, re.S).group(1)
    fields, offset = [], 0
    for kind, name in re.findall(r'(\w+)\s+(\w+)\s*;', body):
        letter, count = TYPES[kind]
        size = struct.calcsize(letter)
        offset = (offset + size - 1) // size * size
        fields.append((name, letter, count, offset))
        offset += size * count
    most = max(struct.calcsize(f[1]) for f in fields)
    return fields, (offset + most - 1) // most * most


def close(letter, got, wanted, rule, tolerance):
    """Compares one number, both as bytes."""
    if letter not in 'fe':
        a, b = struct.unpack('<' + letter, got)[0], struct.unpack('<' + letter, wanted)[0]
        return abs(a - b) <= tolerance
    a, b = struct.unpack('<' + letter, got)[0], struct.unpack('<' + letter, wanted)[0]
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    if rule == 'epsilon':
        return abs(a - b) <= tolerance
    if rule == 'relative':
        return abs(a - b) <= abs(b) * 2.0 ** -tolerance
    x, y = (struct.unpack('<' + RAW[letter], v)[0] for v in (got, wanted))
    return abs(x - y) <= tolerance


class Row:
    def __init__(self, options, table, element):
        self.options, self.table, self.name = options, table, element.get('Name')
        self.values = {p.get('Name'): [v.text or '' for v in p.iter('Value')] or (p.text or '')
                       for p in element.iter('Parameter')}
        self.text = self.values['ShaderOp.Text']
        self.folder = tempfile.mkdtemp(prefix='shaderop')

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, extra, target=None):
        with open(self.path('s.hlsl'), 'w', encoding='utf-8') as file:
            file.write(self.text)
        target = target or self.values.get('ShaderOp.Target') or 'cs_6_0'
        command = [self.options.dxc, '-T', target, '-E', 'main', '-Fo', self.path('s.dxil'), self.path('s.hlsl')]
        done = subprocess.run(command + extra + self.values.get('ShaderOp.Arguments', '').split(),
                              capture_output=True, text=True)
        return None if done.returncode == 0 else 'does not compile: ' + done.stderr.splitlines()[0]

    def execute(self, data, options=()):
        with open(self.path('in'), 'wb') as file:
            file.write(data)
        done = subprocess.run([self.options.dxk, 'run', self.path('s.dxil'), '--bind', 'u0=@' + self.path('in'),
                               '--save', 'u0=' + self.path('out')] + list(options), capture_output=True, text=True)
        if done.returncode:
            return None, done.stderr.strip()
        return open(self.path('out'), 'rb').read(), None

    def check_values(self):
        """A row with expected values; None, or what is wrong."""
        fields, size = fields_of(self.text)
        inputs = [f for f in fields if not re.match(r'(o_|out|result)', f[0])]
        outputs = [f for f in fields if f not in inputs]
        columns = [self.values[k] for k in sorted(self.values) if re.match(r'Validation\.Input\d', k)]
        wanted = [self.values[k] for k in sorted(self.values) if k.startswith('Validation.Expected')]
        count = 64
        data = bytearray(size * count)
        for field, column in zip(inputs, columns):
            for i, text in enumerate(column):
                for k, part in enumerate(text.split(',')):
                    at = i * size + field[3] + k * struct.calcsize(field[1])
                    raw = number(part, field[1])
                    data[at:at + len(raw)] = raw
        got, why = self.execute(bytes(data))
        if why:
            return why
        alternatives = len(wanted) > 1 and not re.search(r'l\.%s\s*[=,)]' % outputs[1][0], self.text) \
            if len(outputs) > 1 else len(wanted) > 1
        rule = self.values['Validation.Type'].lower()
        tolerance = float(self.values['Validation.Tolerance'])
        for i in range(len(wanted[0])):
            for field, column in zip(outputs, wanted[:1] if alternatives else wanted):
                texts = [w[i] for w in wanted] if alternatives else [column[i]]
                for k in range(field[2]):
                    width = struct.calcsize(field[1])
                    at = i * size + field[3] + k * width
                    if not any(close(field[1], got[at:at + width], number(t.split(',')[k], field[1]), rule,
                                     tolerance) for t in texts):
                        return 'element %d, %s: %s, expected %s of %s' % (
                            i, field[0], struct.unpack('<' + field[1], got[at:at + width])[0], texts,
                            [c[i] for c in columns])
        return None

    # --- wave operations ---

    def reduce(self, values, signed):
        """What the operation makes of the values of the lanes that take part."""
        name = self.name
        if 'AllEqual' in name:
            return int(len(set(values)) == 1)
        if 'AnyTrue' in name:
            return int(any(values))
        if 'AllTrue' in name:
            return int(all(values))
        if 'CountBits' in name:
            limit = 3 if '> 3' in self.text else None
            return sum(v > limit if limit else v != 0 for v in values)
        if 'Sum' in name:
            return sum(values)
        if 'Product' in name:
            return functools.reduce(lambda a, b: a * b, values, 1)
        if 'And' in name:
            return functools.reduce(lambda a, b: a & b, values, -1)
        if 'Xor' in name:
            return functools.reduce(lambda a, b: a ^ b, values, 0)
        if 'Or' in name:
            return functools.reduce(lambda a, b: a | b, values, 0)
        if 'Min' in name or 'Max' in name:
            ordered = sorted(values, key=lambda v: v if signed else v & 0xFFFFFFFF)
            return ordered[0] if 'Min' in name else ordered[-1]
        raise ValueError(name)

    def expected(self, lanes, keys, values, active, signed):
        result = {}
        for lane in lanes:
            if not active(lane):
                continue
            others = [o for o in lanes if active(o)]
            if 'Multi' in self.name:
                others = [o for o in others if keys[o] == keys[lane]]
            if 'Prefix' in self.name:
                others = [o for o in others if o < lane]
            result[lane] = self.reduce([values[o] for o in others], signed) & 0xFFFFFFFF
        return result

    def check_set(self, fields, size, keys, values, active):
        names = {f[0]: f for f in fields}
        source = names.get('input') or names['value']
        target = names.get('output') or names['result']
        data = bytearray(size * 96)
        for i in range(96):
            put = {source[3]: values[i], names['mask'][3]: int(active(i))}
            if 'key' in names:
                put[names['key'][3]] = keys[i]
            for offset, value in put.items():
                data[i * size + offset:i * size + offset + 4] = (value & 0xFFFFFFFF).to_bytes(4, 'little')
        got, why = self.execute(bytes(data), ['--wave-size=32'])
        if why:
            return why
        for first in range(0, 96, 32):
            wanted = self.expected(range(first, first + 32), keys, values, active, source[1] == 'i')
            for lane, value in wanted.items():
                found = struct.unpack_from('<I', got, lane * size + target[3])[0]
                if found != value:
                    return 'lane %d: %d, expected %d' % (lane, found, value)
        return None

    def check_waves(self):
        fields, size = fields_of(self.text)
        sets = [self.values[k] for k in sorted(self.values) if k.startswith('Validation.InputSet')]
        sets += [self.values['Validation.Values']] if 'Validation.Values' in self.values else []
        keys = [int(k, 0) for k in self.values.get('Validation.Keys', ['0'])]
        masks = [lambda i: True, lambda i: i % 2 == 0, lambda i: i % 2 == 1, lambda i: i % 3 == 0,
                 lambda i: i % 32 == 17, lambda i: i > 70]
        for column in sets:
            numbers = [int(v, 0) for v in column]
            for active in masks:
                why = self.check_set(fields, size, [keys[i % len(keys)] for i in range(96)],
                                     [numbers[i % len(numbers)] for i in range(96)], active)
                if why:
                    return why
        return None

    def check_packing(self, extra):
        """The row has the same in plain arithmetic, after a macro."""
        outputs = []
        data = b''.join(number(v, 'I') for v in self.values['Validation.Input'])
        for define in ([], ['-D', 'PACKUNPACK_PLACEHOLDER']):
            why = self.compile(extra + define + ['-enable-16bit-types'], 'cs_6_6')
            if why:
                return why
            got, why = self.execute(data, ['--bind', 'u1=zero:192', '--bind', 'u2=zero:576', '--save',
                                           'u1=' + self.path('u1'), '--save', 'u2=' + self.path('u2')])
            if why:
                return why
            outputs.append(open(self.path('u1'), 'rb').read() + open(self.path('u2'), 'rb').read())
        return None if outputs[0] == outputs[1] and any(outputs[0]) else 'differs from plain arithmetic'

    def check(self):
        for extra in ([], ['-Od']):
            if 'Validation.Input' in self.values:
                why = self.check_packing(extra)
                if why:
                    return why
                continue
            why = self.compile(extra) or (self.check_values() if 'Validation.Expected1' in self.values
                                          else self.check_waves())
            if why:
                return ' '.join(extra + [why])
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    parser.add_argument('--dxc', required=True)
    parser.add_argument('-v', action='store_true', help='name rows that are fine, too')
    parser.add_argument('--only', metavar='REGEX', default='', help='rows to run')
    parser.add_argument('table')
    options = parser.parse_args()
    good, total = 0, 0
    for table in xml.etree.ElementTree.parse(options.table).getroot().iter('Table'):
        for element in table.iter('Row'):
            if not re.search(options.only, element.get('Name')):
                continue
            total += 1
            try:
                why = Row(options, table.get('Id'), element).check()
            except (KeyError, ValueError, AttributeError, OverflowError) as error:
                why = 'cannot be run: %r' % error
            good += why is None
            if why or options.v:
                print('%s/%s: %s' % (table.get('Id'), element.get('Name'), why or 'fine'))
    print('rows identical %d of %d' % (good, total))
    return 0 if good == total else 1


sys.exit(main())
