#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two PNG files as imgdiff of LLVM's offload-test-suite does.

    imgdiff.py EXPECTED ACTUAL [-rules FILE]

Colours are compared by CIE76; rules say how much may differ: Furthest, RMS, DiffRMS, PixelPercent, Intervals.
Without rules no pixel may be visibly different. The suite scales colours by a white point of 100 where they
reach 1, so that distances are smaller than CIE76 has them; so they are here. Exit status 1 if images differ.
"""
import math
import re
import struct
import sys
import zlib

VISIBLE = 2.3
WHITE = (95.047, 100.0, 108.883)
MATRIX = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def unfilter(raw, height, size, step):
    rows, above, at = [], bytearray(size), 0
    for _ in range(height):
        kind, row = raw[at], bytearray(raw[at + 1:at + 1 + size])
        at += 1 + size
        for i in range(size):
            left = row[i - step] if i >= step else 0
            corner = above[i - step] if i >= step else 0
            if kind == 4:
                guess = left + above[i] - corner
                pick = min((abs(guess - left), 0, left), (abs(guess - above[i]), 1, above[i]),
                           (abs(guess - corner), 2, corner))[2]
            else:
                pick = (0, left, above[i], (left + above[i]) // 2)[kind]
            row[i] = (row[i] + pick) & 255
        rows.append(row)
        above = row
    return rows


def read_png(path):
    """Width, height and rows of (red, green, blue) from 0 to 1."""
    data = open(path, 'rb').read()
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        raise ValueError('%s is no PNG' % path)
    at, packed, palette = 8, b'', b''
    while at < len(data):
        size, name = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if zlib.crc32(name + body) != struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0]:
            raise ValueError('%s: checksum of %s' % (path, name.decode()))
        if name == b'IHDR':
            width, height, depth, color, _, _, interlaced = struct.unpack('>IIBBBBB', body)
        elif name == b'PLTE':
            palette = body
        elif name == b'IDAT':
            packed += body
        at += 12 + size
    if depth not in (8, 16) or interlaced:
        raise ValueError('%s: depth %d, interlaced %d' % (path, depth, interlaced))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    step = channels * depth // 8
    rows = unfilter(zlib.decompress(packed), height, width * step, step)
    most = 255.0 if depth == 8 else 65535.0
    result = []
    for row in rows:
        numbers = row if depth == 8 else struct.unpack('>%dH' % (len(row) // 2), row)
        if color == 3:
            result.append([tuple(c / 255.0 for c in palette[3 * n:3 * n + 3]) for n in numbers])
            continue
        pixels = [numbers[i:i + channels] for i in range(0, len(numbers), channels)]
        result.append([tuple((p[c] if channels > 2 else p[0]) / most for c in range(3)) for p in pixels])
    return width, height, result


def to_lab(color, known={}):
    if color not in known:
        xyz = [sum(m * c for m, c in zip(row, color)) / w for row, w in zip(MATRIX, WHITE)]
        x, y, z = [v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz]
        known[color] = (max(0.0, 116 * y - 16), 500 * (x - y), 200 * (y - z))
    return known[color]


def measure(a, b):
    distances = []
    for left, right in zip(a, b):
        for p, q in zip(left, right):
            distances.append(0.0 if p == q else math.dist(to_lab(p), to_lab(q)))
    return distances


def judge(rule, distances):
    """What is wrong, or None."""
    seen = [d for d in distances if d > VISIBLE]
    kind, limit = rule['Type'], rule.get('Val')
    if kind == 'Intervals':
        counts = [0] * 10
        for d in seen:
            counts[int(min(d - VISIBLE, 9))] += 1
        limits = rule['Vals'] + [0] * 10
        bad = [i for i in range(10) if counts[i] * 100 / len(distances) > limits[i]]
        return 'interval %d' % bad[0] if bad else None
    value = {'Furthest': lambda: max(distances), 'RMS': lambda: math.sqrt(sum(distances) / len(distances)),
             'DiffRMS': lambda: math.sqrt(sum(seen) / len(seen)) if seen else 0.0,
             'PixelPercent': lambda: len(seen) * 100 / len(distances)}[kind]()
    return '%s is %g, not below %g' % (kind, value, limit) if value > limit else None


def read_rules(path):
    rules = []
    for line in open(path, encoding='utf-8'):
        line = line.split('#')[0].strip()
        match = re.match(r'(-\s*)?(\w+):\s*(.*)', line)
        if not match:
            continue
        if match.group(1):
            rules.append({})
        value = match.group(3)
        if match.group(2) == 'Vals':
            value = [float(n) for n in re.findall(r'[-+.\deE]+', value)]
        rules[-1][match.group(2)] = float(value) if match.group(2) == 'Val' else value
    return rules


def main(arguments):
    paths = [a for i, a in enumerate(arguments) if not a.startswith('-') and (not i or arguments[i - 1] != '-rules')]
    rules = [{'Type': 'Furthest', 'Val': VISIBLE}]
    if '-rules' in arguments:
        rules = read_rules(arguments[arguments.index('-rules') + 1])
    images = [read_png(path) for path in paths[:2]]
    if images[0][:2] != images[1][:2]:
        print('imgdiff: sizes do not match')
        return 1
    distances = measure(images[0][2], images[1][2])
    wrong = [w for w in (judge(rule, distances) for rule in rules) if w]
    for w in wrong:
        print('imgdiff: ' + w)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
