# SPDX-License-Identifier: MIT
"""What two containers say of the same shader, part by part.

Compared are the bytes of the parts that say what a shader is, and the metadata of its program, whatever its numbers.
What follows from the code that was generated, not from the source, may differ between two good compilers: so each
part that has such fields is compared without them, too, under the name of the part with " declared" after it.
"""
import difflib
import os
import re
import struct
import subprocess

# Parts that are compared as bytes.
PARTS = ('SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RDAT', 'RTS0')
# Fields of `dxk dump` that tell of code: what it reads, what depends on what, which features it uses.
DERIVED = {
    'SFI0': r'flags ',
    'ISG1': r'rw_mask ', 'OSG1': r'rw_mask ', 'PSG1': r'rw_mask ',
    'PSV0': r'(dynamic_mask|uses_view_id|sample_frequency|flags|(inputs|mask|outputs|words)\[\d+\]) |'
            r'(input_to|view_id|patch)\w*(\[\d+\])?( |$)',
    'RDAT': r'(resources|function_dependencies|feature_info[12]|shader_flags|min_shader_target|shader_stage_flag|'
            r'sig_\w+|view_id\w*|\w+_mask|flags) ',
}
DECLARED = {part: re.compile(r'\s*(?:%s)' % fields) for part, fields in DERIVED.items()}
NODE = re.compile(r'!(\d+) = (?:distinct )?(.*)')
NAMED = re.compile(r'!([A-Za-z][\w.]*) = !\{(.*)\}$')
# Named metadata that tells who made a program.
MAKERS = {'llvm.ident', 'dx.valver'}


def parts_of(data):
    """The parts of a container by their FourCC, in their order."""
    count, = struct.unpack_from('<I', data, 28)
    found = {}
    for at in struct.unpack_from('<%dI' % count, data, 32):
        name, size = struct.unpack_from('<4sI', data, at)
        found[name.decode('latin-1')] = data[at + 8:at + 8 + size]
    return found


def lines_of(dxk, command, path):
    done = subprocess.run([dxk] + command + ['--color=never', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=60, check=False)
    return done.stdout.decode(errors='replace').splitlines()


def fields_of(dxk, path):
    """The fields of each part, as lines without offsets."""
    found, part = {}, None
    for line in lines_of(dxk, ['dump'], path):
        text = line[10:]
        if text[:1] not in ('', ' '):
            part = found.setdefault(text.strip(), [])
        elif part is not None:
            part.append(text)
    return found


def first_difference(left, right):
    """The first lines that only one of them has."""
    said = [line for line in difflib.unified_diff(right, left, lineterm='', n=0) if not line.startswith(('---', '+++', '@@'))]
    return ' | '.join(re.sub(r'\s+', ' ', line) for line in said[:4])


def compare_part(name, ours, theirs):
    """(what, fault) of a part as a whole and without what follows from code; each side is its bytes and fields."""
    if ours[0] == theirs[0]:
        yield name, ''
        if name in DERIVED:
            yield name + ' declared', ''
        return
    missing = '' if ours[0] and theirs[0] else 'no part' if ours[0] is None else 'a part' if theirs[0] is None else ''
    yield name, missing or first_difference(ours[1], theirs[1]) or 'bytes without a name'
    if name in DERIVED:
        left, right = ([line for line in side[1] if not DECLARED[name].match(line)] for side in (ours, theirs))
        yield name + ' declared', missing or first_difference(left, right)


class Metadata:
    """The metadata of a listing, written out instead of numbered."""

    def __init__(self, lines):
        self.nodes, self.named, self.done = {}, {}, {}
        for line in lines:
            node, named = NODE.match(line), NAMED.match(line)
            if node:
                self.nodes[node.group(1)] = node.group(2)
            elif named and named.group(1) not in MAKERS:
                self.named[named.group(1)] = named.group(2)

    def written(self, text, above=()):
        return re.sub(r'"[^"]*"|!(\d+)', lambda m: self.node(m.group(1), above) if m.group(1) else m.group(), text)

    def node(self, number, above):
        if number in above or number not in self.nodes:
            return '!above'
        if number not in self.done:
            self.done[number] = self.written(self.nodes[number], above + (number,))
        return self.done[number]

    def lists(self):
        """The elements of each named list."""
        return {name: [self.node(number, ()) for number in re.findall(r'!(\d+)', text)]
                for name, text in self.named.items()}


def named(dxk, path, folder):
    """The lists of metadata by name: those of the program, and of the part for reflection."""
    found = {'!' + name: nodes for name, nodes in Metadata(lines_of(dxk, ['dis'], path)).lists().items()}
    program = os.path.join(folder, 'STAT.bc')
    lines_of(dxk, ['extract', 'STAT', '-o', program], path)
    if os.path.exists(program):
        lists = Metadata(lines_of(dxk, ['dis'], program)).lists()
        found.update(('STAT !' + name, nodes) for name, nodes in lists.items())
        os.remove(program)
    return found


def compare(dxk, ours, theirs):
    """Yields (what, fault) for all that two containers say; the fault is empty if they agree."""
    data = [open(path, 'rb').read() for path in (ours, theirs)]
    sides = [parts_of(one) for one in data]
    fields = [fields_of(dxk, path) for path in (ours, theirs)]
    order = [' '.join(part for part in side if part not in ('VERS', 'PRIV')) for side in sides]
    yield 'parts', '' if order[0] == order[1] else '%s, not %s' % tuple(order)
    for name in PARTS:
        if name in sides[0] or name in sides[1]:
            yield from compare_part(name, *[(side.get(name), shown.get(name, [])) for side, shown in zip(sides, fields)])
    lists = [named(dxk, path, os.path.dirname(ours)) for path in (ours, theirs)]
    for name in sorted(lists[0].keys() | lists[1].keys()):
        yield name, first_difference(*[side.get(name, []) for side in lists])
