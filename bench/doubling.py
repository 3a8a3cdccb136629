#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the command's time grows with what is made to keep it busy.

    bench/doubling.py [-n N] [-r ROUNDS] DXK [SHAPE...]     a table: seconds for N, 2 N, 4 N, and the growth
    bench/doubling.py --check DXK [SHAPE...]                exit 1 if something grows much faster than its input
    bench/doubling.py --write SHAPE N                       the text of one input, to look at

Each shape is a module of N blocks, functions, values or resources that a straightforward algorithm
needs the square of N for. Seconds are those of the processor, the best of the rounds; growth is
that of the last doubling, 2.0 for work in proportion to the input.

With --check, growth counts from N to 4 N and may be 10 (4 is linear, 16 is quadratic), so that
neither a busy machine nor a logarithm fails it; what takes less than a second is not judged, and
what fails is tried three times.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HEAD = '''target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.Handle = type { i8* }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%Buffer = type { float }
%Constants = type { float }
'''

TAIL = '''
attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
'''

PIXEL = '''
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1
''' + TAIL + '''
!2 = !{!"ps", i32 6, i32 6}
!3 = !{void ()* @main, !"main", !4, RESOURCES, null}
!4 = !{!5, !7, null}
!5 = !{!6}
!6 = !{i32 0, !"A", i8 9, i8 0, !10, i8 2, i32 1, i8 1, i32 0, i8 0, !9}
!7 = !{!8}
!8 = !{i32 0, !"SV_Target", i8 9, i8 16, !10, i8 0, i32 1, i8 1, i32 0, i8 0, !9}
!9 = !{i32 3, i32 1}
!10 = !{i32 0}
'''

LIBRARY = TAIL + '''
!2 = !{!"lib", i32 6, i32 6}
'''

LOAD = '  %v = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)\n'
STORE = '  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %s)\n'


def pixel(body, resources='null', globals_='', tail=''):
    """A pixel shader: %v is its input, %c whether that is positive."""
    return (HEAD + globals_ + 'define void @main() {\nentry:\n' + LOAD +
            '  %c = fcmp fast ogt float %v, 0.000000e+00\n' + ''.join(body) + '}\n' +
            PIXEL.replace('RESOURCES', resources) + tail)


def library(functions, entries=''):
    return HEAD + ''.join(functions) + LIBRARY + (entries or '!3 = !{null, !"", null, null, null}\n')


# --- control flow ---

def back_edges(n):
    """One loop with N edges back to its header."""
    yield '  br label %h\nh:\n  br label %b0\n'
    for i in range(n):
        yield 'b%d:\n  %%x%d = fcmp fast ogt float %%v, %d.0\n  br i1 %%x%d, label %%h, label %%b%d\n' % (i, i, i, i, i + 1)
    yield 'b%d:\n%s  ret void\n' % (n, STORE % '%v')


def deep_loops(n):
    """N loops, each within the one before."""
    yield '  br label %h0\n'
    for i in range(n):
        yield 'h%d:\n  br label %%%s\n' % (i, 'h%d' % (i + 1) if i + 1 < n else 'l%d' % i)
    for i in reversed(range(n)):
        yield 'l%d:\n  br i1 %%c, label %%h%d, label %%%s\n' % (i, i, 'l%d' % (i - 1) if i else 'end')
    yield 'end:\n%s  ret void\n' % (STORE % '%v')


def exits(n):
    """A ladder of N blocks, each of which may leave for the end."""
    for i in range(n):
        yield '  br i1 %%c, label %%b%d, label %%end\nb%d:\n' % (i, i)
    yield '  br label %%end\nend:\n%s  ret void\n' % (STORE % '%v')


def loop_exits(n):
    """N loops, one after the other, each of which may also leave for the end."""
    yield '  br label %b0\n'
    for i in range(n):
        yield 'b%d:\n  br i1 %%c, label %%l%d, label %%end\nl%d:\n  br i1 %%c, label %%b%d, label %%b%d\n' % (i, i, i, i, i + 1)
    yield 'b%d:\n  br label %%end\nend:\n%s  ret void\n' % (n, STORE % '%v')


def deep_exits(n):
    """N loops, each within the one before, all of which may leave for the end."""
    yield '  br label %h0\n'
    for i in range(n):
        yield 'h%d:\n  br i1 %%c, label %%%s, label %%end\n' % (i, 'h%d' % (i + 1) if i + 1 < n else 'l%d' % i)
    for i in reversed(range(n)):
        yield 'l%d:\n  br i1 %%c, label %%h%d, label %%%s\n' % (i, i, 'l%d' % (i - 1) if i else 'end')
    yield 'end:\n%s  ret void\n' % (STORE % '%v')


def deep_ifs(n):
    """N ifs, each within the one before, that choose a constant at their ends."""
    for i in range(n):
        yield '  br i1 %%c, label %%t%d, label %%e%d\nt%d:\n' % (i, i, i)
    last = '%v'
    for i in reversed(range(n)):
        here = 't%d' % i if i == n - 1 else 'e%d' % (i + 1)
        yield ('  br label %%e%d\ne%d:\n  %%p%d = phi float [ %s, %%%s ], [ %d.0, %%%s ]\n'
               % (i, i, i, last, here, i, 't%d' % (i - 1) if i else 'entry'))
        last = '%%p%d' % i
    yield STORE % last + '  ret void\n'


def constants_chosen(n):
    """N ifs one after the other, whose ends choose between constants, all added up."""
    last, here = '%v', 'entry'
    for i in range(n):
        yield ('  br i1 %%c, label %%t%d, label %%e%d\nt%d:\n  br label %%e%d\ne%d:\n'
               '  %%p%d = phi float [ 1.0, %%t%d ], [ 2.0, %%%s ]\n  %%s%d = fadd fast float %s, %%p%d\n'
               % (i, i, i, i, i, i, i, here, i, last, i))
        last, here = '%%s%d' % i, 'e%d' % i
    yield STORE % last + '  ret void\n'


def one_switch(n):
    """A switch of N cases, and a value that is chosen by them."""
    yield '  %i = fptosi float %v to i32\n  switch i32 %i, label %end [\n'
    for i in range(n):
        yield '    i32 %d, label %%b%d\n' % (i, i)
    yield '  ]\n'
    for i in range(n):
        yield 'b%d:\n  br label %%end\n' % i
    yield 'end:\n  %p = phi float [ %v, %entry ]'
    for i in range(n):
        yield ', [ %d.0, %%b%d ]' % (i, i)
    yield '\n' + STORE % '%p' + '  ret void\n'


# --- values and memory ---

def one_value(n):
    """One value with N users."""
    last = '%v'
    for i in range(n):
        yield '  %%a%d = fadd fast float %s, %%v\n' % (i, last)
        last = '%%a%d' % i
    yield STORE % last + '  ret void\n'


def one_variable(n):
    """N stores to one array, and N loads."""
    yield '  %m = alloca [4 x float], align 4\n  %i = fptosi float %v to i32\n'
    last = '%v'
    for i in range(n):
        yield ('  %%q%d = getelementptr [4 x float], [4 x float]* %%m, i32 0, i32 %%i\n'
               '  store float %s, float* %%q%d, align 4\n  %%l%d = load float, float* %%q%d, align 4\n'
               % (i, last, i, i, i))
        last = '%%l%d' % i
    yield STORE % last + '  ret void\n'


def chained_pointers(n):
    """N stores through pointers, each of which is computed from the one before."""
    yield '  %m = alloca [4 x float], align 4\n  %g0 = getelementptr [4 x float], [4 x float]* %m, i32 0, i32 0\n'
    for i in range(n):
        yield ('  %%g%d = getelementptr float, float* %%g%d, i32 0\n  store float %%v, float* %%g%d, align 4\n'
               % (i + 1, i, i + 1))
    yield STORE % '%v' + '  ret void\n'


# --- functions ---

def chain(n):
    """N functions, each of which calls the next."""
    for i in range(n):
        yield 'define %svoid @f%d() {\n' % ('internal ' if i else '', i)
        yield ('  call void @f%d()\n' % (i + 1) if i + 1 < n else '') + '  ret void\n}\n'


def chain_of_sums(n):
    """N functions, each of which adds to what the next returns."""
    for i in range(n):
        yield 'define %sfloat @f%d(float %%x) {\n' % ('internal ' if i else '', i)
        yield '  %%y = call float @f%d(float %%x)\n' % (i + 1) if i + 1 < n else '  %y = fmul fast float %x, %x\n'
        yield '  %%z = fadd float %%y, %d.0\n  ret float %%z\n}\n' % i


def ladder_of_calls(n):
    """N functions, each of which calls the next two: 2 to the N ways through them."""
    for i in range(n):
        yield 'define %svoid @f%d() {\n' % ('internal ' if i else '', i)
        for k in (i + 1, i + 2):
            yield '  call void @f%d()\n' % k if k < n else ''
        yield '  ret void\n}\n'


def entries(n):
    """N entry points of a library."""
    return library(('define void @f%d() {\n  ret void\n}\n' % i for i in range(n)),
                   '!dx.more = !{}\n'.replace('!dx.more = !{}\n', '') +
                   '!3 = !{null, !"", null, null, null}\n!4 = !{i32 8, i32 7, i32 5, !5}\n!5 = !{i32 0}\n' +
                   ''.join('!%d = !{void ()* @f%d, !"f%d", null, null, !4}\n' % (i + 6, i, i) for i in range(n))
                   ).replace('!dx.entryPoints = !{!3}', '!dx.entryPoints = !{!3%s}' %
                             ''.join(', !%d' % (i + 6) for i in range(n)))


# --- resources ---

def resources_at(n, place, size=1):
    """A pixel shader with N typed buffers and a handle of each."""
    body = ['  %%h%d = call %%dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 %d, i32 %d, i1 false)\n'
            '  %%r%d = call %%dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %%dx.types.Handle %%h%d, i32 0, i32 undef)\n'
            % (i, i, place(i), i, i) for i in range(n)]
    body.append(STORE % '%v' + '  ret void\n')
    tail = ['declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2\n',
            'declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32) #2\n',
            '!dx.resources = !{!11}\n!11 = !{!12, null, null, null}\n!13 = !{i32 0, i32 9}\n!12 = !{',
            ', '.join('!%d' % (i + 14) for i in range(n)), '}\n']
    tail += ['!%d = !{i32 %d, %%Buffer* undef, !"b%d", i32 0, i32 %d, i32 %d, i32 10, i32 0, !13}\n'
             % (i + 14, i, i, place(i), size) for i in range(n)]
    return pixel(body, '!11', '', ''.join(tail)).replace('"ps", i32 6, i32 6', '"ps", i32 6, i32 5').replace(
        '!0 = !{i32 1, i32 6}', '!0 = !{i32 1, i32 5}')


def resources(n):
    """N resources side by side."""
    return resources_at(n, lambda i: i)


def resources_on_each_other(n):
    """N resources whose ranges all overlap."""
    return resources_at(n, lambda i: i, n)


PIXELS = (back_edges, deep_loops, exits, loop_exits, deep_exits, deep_ifs, constants_chosen, one_switch, one_value,
          one_variable, chained_pointers)
LIBRARIES = (chain, chain_of_sums, ladder_of_calls)
SHAPES = {}
for make in PIXELS:
    SHAPES[make.__name__] = (make.__doc__, lambda n, make=make: pixel(make(n)))
for make in LIBRARIES:
    SHAPES[make.__name__] = (make.__doc__, lambda n, make=make: library(make(n)))
for make in (entries, resources, resources_on_each_other):
    SHAPES[make.__name__] = (make.__doc__, make)

# What is run on the container that `as` makes of the text; `as` itself is timed, too. OTHER is of another size.
COMMANDS = {'as': ['as', '-o', '/dev/null', 'TEXT'], 'val': ['val', 'FILE'], 'dis': ['dis', '-o', '/dev/null', 'FILE'],
            'opt': ['opt', '--no-validate', '-o', '/dev/null', 'FILE'], 'info': ['info', 'FILE'],
            'reflect': ['reflect', 'FILE'], 'yaml': ['yaml', '-o', '/dev/null', 'FILE'], 'diff': ['diff', 'FILE', 'OTHER']}


def seconds(arguments):
    """Processor time of one run. What the command finds wrong with its input does not matter."""
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if os.WIFSIGNALED(status):
        sys.exit('%s: signal %d' % (' '.join(arguments), os.WTERMSIG(status)))
    return usage.ru_utime + usage.ru_stime


def assemble(dxk, folder, shape, n):
    """A text, and the container that is made of it."""
    text, container = (os.path.join(folder, '%s-%d.%s' % (shape, n, end)) for end in ('ll', 'dxil'))
    with open(text, 'w') as out:
        out.write(SHAPES[shape][1](n))
    made = subprocess.run([dxk, 'as', '-o', container, text], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit('%s: %s' % (shape, made.stderr))
    return text, container


def prepare(dxk, folder, shape, n, commands):
    """The files of one size, and for comparisons those of another one."""
    text, container = assemble(dxk, folder, shape, n)
    names = {'TEXT': text, 'FILE': container}
    if any('OTHER' in COMMANDS[command] for command in commands):
        names['OTHER'] = assemble(dxk, folder, shape, n * 3 // 4)[1]
    return names


def measure(dxk, command, names, rounds):
    arguments = [dxk] + [names.get(word, word) for word in COMMANDS[command]]
    return min(seconds(arguments) for _ in range(rounds))


def report(options, folder):
    print('%-24s %-8s %s' % ('shape', 'command', ''.join('%10d' % (options.n * k) for k in (1, 2, 4)) + '    growth'))
    for shape in options.shapes:
        sizes = [prepare(options.dxk, folder, shape, options.n * k, options.commands) for k in (1, 2, 4)]
        for command in options.commands:
            times = [measure(options.dxk, command, names, options.rounds) for names in sizes]
            print('%-24s %-8s %s%10.1f' % (shape, command, ''.join('%10.3f' % t for t in times),
                                           times[2] / max(times[1], 0.001)), flush=True)


def grows(options, command, small, large):
    """True if three tries found the time to grow with nearly the square of the input."""
    for _ in range(3):
        after = measure(options.dxk, command, large, 1)
        if after < options.floor or after < 10 * measure(options.dxk, command, small, 1):
            return False
    return True


def check(options, folder):
    bad = []
    for shape in options.shapes:
        small, large = (prepare(options.dxk, folder, shape, options.n * k, options.commands) for k in (1, 4))
        bad += ['%s: %s' % (shape, command) for command in options.commands if grows(options, command, small, large)]
    for line in bad:
        print('grows with the square of its input: ' + line, file=sys.stderr)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=16000, help='the smallest size (%(default)s)')
    parser.add_argument('-r', '--rounds', type=int, default=2, help='runs of each, the best counts (%(default)s)')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--floor', type=float, default=1.0, help='with --check: seconds that are always fine (%(default)s)')
    parser.add_argument('--commands', default=','.join(COMMANDS), help='separated by commas')
    parser.add_argument('--write', nargs=2, metavar=('SHAPE', 'N'))
    parser.add_argument('dxk', nargs='?', metavar='DXK')
    parser.add_argument('shapes', nargs='*', metavar='SHAPE', help=', '.join(SHAPES))
    options = parser.parse_args()
    if options.write:
        sys.stdout.write(SHAPES[options.write[0]][1](int(options.write[1])))
        return 0
    if not options.dxk:
        parser.error('which dxk?')
    options.commands = options.commands.split(',')
    options.shapes = options.shapes or list(SHAPES)
    with tempfile.TemporaryDirectory() as folder:
        return check(options, folder) if options.check else report(options, folder)


if __name__ == '__main__':
    sys.exit(main())
