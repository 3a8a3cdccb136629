#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random compute shaders in HLSL, compiled and run, against a model of the language.

    tests/conformance/gen_hlsl.py [-n FILES] [-s SEED] [--dxk PATH] [--dxc PATH] [-k FOLDER] [-v]

Makes files of kernels (tests/hlsl), compiles each without passes and with them, runs them, and compares what
they write with what the model says. With --dxc, a reference compiler's programs are run, too, and say who is wrong.
A file that fails is made smaller and kept in FOLDER. Prints how many kernels were right; exit status 1 when one was
not.
"""
import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'hlsl'))
import kernel  # noqa: E402
import kinds  # noqa: E402
import program  # noqa: E402

UNUSED = re.compile(r'--bind (\w+): the shader has no such resource')


def levels(seed):
    """Without passes, with them, and sometimes a way that has another step: 'opt' and 'link'."""
    return ('-Od', '-O1' if seed % 4 == 0 else '-O3') + {1: ('opt',), 3: ('link',)}.get(seed % 5, ())


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
    return done.returncode, done.stderr.decode('utf-8', 'replace')


def steps_of(compiler, made, level):
    """The commands that make x.dxil of x.hlsl."""
    words, out = made.options.words(), ['-Fo', 'x.dxil']
    if level == 'opt':
        return [compiler + words + ['-Od', 'x.hlsl', '-Fo', 'y.dxil'], [compiler[0], 'opt', 'y.dxil', '-o', 'x.dxil']]
    if level == 'link':
        target = words[1]
        words[1] = 'lib' + target[2:] if target > 'cs_6_2' else 'lib_6_3'
        return [compiler + words + ['x.hlsl', '-Fo', 'y.dxil'],
                [compiler[0], 'link', '-T', 'cs' + words[1][3:], '-E', 'main', 'y.dxil', '-o', 'x.dxil']]
    return [compiler + words + [level, 'x.hlsl'] + out]


def compiled(compiler, made, level, folder):
    """Compiles x.hlsl to x.dxil: what was said, if it was refused."""
    for command in steps_of(compiler, made, level):
        status, said = run(command, folder)
        if status:
            break
    return next((line for line in said.split('\n') if 'error' in line), 'status %d' % status) if status else ''


def executed(dxk, made, folder):
    """(the output, what was said)."""
    command, inputs = [dxk, 'run', 'x.dxil', '--bind', 'u0=zero:%d' % kernel.BYTES, '--save', 'u0=o.bin'], dict(made.inputs)
    forms = made.resources.forms
    for register, data in inputs.items():
        (folder / register).write_bytes(data)
    while True:
        status, said = run(command + [word for name in inputs for word in ('--bind', '%s=%s@%s' % (name, forms.get(name, ''), name))], folder)
        unused = UNUSED.search(said)
        if status == 0 or not unused or unused[1] not in inputs:
            break
        del inputs[unused[1]]
    return ((folder / 'o.bin').read_bytes(), '') if status == 0 else (b'', said)


def same(found, value):
    """Zeros have signs only if reals are strict; NaNs are the same."""
    if found != value:
        return found != found and value != value
    return found != 0 or not kinds.FLOAT.strict or not isinstance(value, float) or str(found) == str(value)


def difference(data, expected):
    """(kernel, text) of the first wrong word; None: there is none."""
    for offset, form, value, number, text in expected:
        found = struct.unpack_from(form, data, offset)[0]
        if not same(found, value):
            return number, 'k%d: %s is %r, not %r (at %d)' % (number, text, found, value, offset)
    return None


def fault(compiler, dxk, made, level, folder):
    """What is wrong with a program: (kernel or -1, text); None: nothing."""
    source = made.source()  # before the results: it lays them out
    try:
        expected = made.expected()
    except (kinds.Undefined, OverflowError, TypeError) as error:
        return 'undefined', str(error)
    (folder / 'x.hlsl').write_text(source)
    said = compiled(compiler, made, level, folder)
    if said:
        return -1, said
    data, said = executed(dxk, made, folder)
    return (-1, said) if said else difference(data, expected)


def blocks_of(item):
    """The blocks directly within a statement."""
    if hasattr(item, 'cases'):
        return [case[1] for case in item.cases]
    return [block for block in (getattr(item, name, None) for name in ('then', 'other', 'body')) if block]


def all_blocks(block):
    yield block
    for item in block.items:
        for inner in blocks_of(item):
            yield from all_blocks(inner)


def functions_of(made):
    for part in made.parts:
        if hasattr(part, 'methods'):
            yield from part.methods
        elif hasattr(part, 'body'):
            yield part


def shrink(made, fails):
    """Takes out kernels and statements as long as the program fails."""
    for one in list(made.kernels):
        made.kernels.remove(one)
        if not made.kernels or not fails():
            made.kernels.append(one)
            made.kernels.sort(key=lambda k: k.number)
    changed = True
    while changed:
        changed = shrink_list(made.parts, fails)
        roots = [one.block for one in made.kernels] + [function.body for function in functions_of(made)]
        for root in roots:
            for block in list(all_blocks(root)):
                changed |= shrink_list(block.items, fails)
        for one in made.kernels:
            changed |= shrink_list(one.outputs, fails)


def shrink_list(items, fails):
    changed, size = False, max(len(items) // 2, 1)
    while size and items:
        at = len(items) - size
        while at >= 0:
            taken = items[at:at + size]
            del items[at:at + size]
            if fails():
                changed = True
            else:
                items[at:at] = taken
            at -= size
        size //= 2
    return changed


class Tally:
    def __init__(self):
        self.kernels, self.wrong, self.refused = 0, 0, 0


def examine(arguments, seed, tally, folder):
    """One file at both levels."""
    made = program.Program(seed, arguments.kernels, arguments.size)
    tally.kernels += len(made.kernels)
    ours = [arguments.dxk, 'compile', '-no-warnings']
    for level in levels(seed):
        found = fault(ours, arguments.dxk, made, level, folder)
        if not found:
            continue
        theirs = reference_fault(arguments, made, level, folder)
        tally.wrong += 1
        print('seed %s %s: %s%s' % (seed, level, found[1], '; reference: %s' % theirs[1] if theirs else ''), flush=True)
        if theirs and theirs[0] == -1 and found[0] == -1:
            tally.refused += 1
        if arguments.k:
            keep(arguments, made, level, found, ours, seed, folder)
        return


def reference_fault(arguments, made, level, folder):
    """What is wrong with what the reference makes of it; None: it was not asked, or has no such step."""
    if not arguments.dxc or level[0] != '-':
        return None
    return fault([arguments.dxc, '-no-warnings'], arguments.dxk, made, level, folder)


def keep(arguments, made, level, found, ours, seed, folder):
    def is_alike(now):
        if now[0] == -1:
            return now[1].split(': ')[-1] == found[1].split(': ')[-1]
        return now[0] != 'undefined' and now[1].split(' is ')[0] == found[1].split(' is ')[0]

    def fails():
        now = fault(ours, arguments.dxk, made, level, folder)
        return bool(now) and (now[0] == -1) == (found[0] == -1) and is_alike(now)
    shrink(made, fails)
    now = fault(ours, arguments.dxk, made, level, folder)
    place = pathlib.Path(arguments.k)
    place.mkdir(exist_ok=True)
    theirs = reference_fault(arguments, made, level, folder)
    head = '// %s %s\n// %s\n// reference: %s\n' % (' '.join(made.options.words()), level, now and now[1], theirs and theirs[1])
    (place / ('%s.hlsl' % seed)).write_text(head + made.source())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=10, help='files')
    parser.add_argument('-s', type=int, default=1, help='the first seed')
    parser.add_argument('-k', metavar='FOLDER', help='keep what fails, made small')
    parser.add_argument('--kernels', type=int, default=12, help='kernels of a file, at most 16')
    parser.add_argument('--size', type=int, default=12, help='statements of a kernel')
    parser.add_argument('--dxk', default='dxk')
    parser.add_argument('--dxc')
    parser.add_argument('--print', action='store_true', help='print the first file')
    arguments = parser.parse_args()
    arguments.dxk = os.path.abspath(arguments.dxk) if os.sep in arguments.dxk else arguments.dxk
    if getattr(arguments, 'print'):
        print(program.Program(arguments.s, arguments.kernels, arguments.size).source())
        return 0
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.s, arguments.s + arguments.n):
            examine(arguments, seed, tally, pathlib.Path(folder))
    print('%d kernels in %d files, %d files wrong' % (tally.kernels, arguments.n, tally.wrong))
    return 1 if tally.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
