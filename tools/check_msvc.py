#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles headers and sources as Microsoft's compiler would see them, as far as clang can tell.

    tools/check_msvc.py [FILE...]       all of include, src and cli by default; -j N at a time

clang takes the target x86_64-pc-windows-msvc, where what GNU C adds to the language is a warning here, and warnings
are errors: statement expressions, arrays of no or variable length, ranges in switch, `?:` with nothing between. Then
the text that is left when _MSC_VER is defined and neither __GNUC__ nor __clang__ is, must have no attribute, no
builtin and no assembler of GNU C. Headers of the system are those of mingw-w64, so only what C and Windows have in
common is asked of them: NAMES below lists what they have and Microsoft's do not.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SYSTEM = '/usr/x86_64-w64-mingw32/include'
# Their headers mean a compiler that takes attributes after declarators.
SHIM = '''#include <_mingw.h>
#undef __attribute__
#undef __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_DEPRECATED
#undef __MINGW_NOTHROW
#define __MINGW_NOTHROW
'''
FLAGS = ['--target=x86_64-pc-windows-msvc', '-fms-compatibility', '-fms-compatibility-version=19.38', '-std=c11',
         '-nostdlibinc', '-idirafter', SYSTEM, '-Iinclude', '-Isrc', '-DDXK_BUILD_SHARED',
         '-U__clang__', '-U__SSE2__', '-U__BYTE_ORDER__', '-Wpedantic', '-Wgnu', '-Wvla', '-Wmicrosoft', '-Werror',
         '-Wno-error=overlength-strings', '-Wno-overlength-strings', '-ferror-limit=3']
LONGEST = 16000  # characters of a string literal between two quotes
GNU = re.compile(r'__attribute__|__builtin_(?!offsetof|va_)|__asm__|\basm\b|__extension__|\b__?typeof')
NAMES = re.compile(r'\bmax_align_t\b|\bssize_t\b|\baligned_alloc\b|\bstr(?:n?casecmp|tok_r|ndup|sep)\s*\(|'
                   r'#\s*include\s*<(?:unistd|dirent|strings|getopt|sys/time|pthread)\.h>')
ELSEWHERE = {'cli/host_posix.c', 'cli/host_web.c', 'cli/host_pages.c', 'cli/web.c', 'cli/web_files.c'}


def own_lines(text):
    """Lines of a preprocessed text that come of files of the tree, with their places."""
    place, line = '', 0
    for row in text.splitlines():
        marker = re.match(r'# (\d+) "([^"]*)"', row)
        if marker:
            line, place = int(marker.group(1)), marker.group(2)
            continue
        if not place.startswith(('/', '<')):
            yield '%s:%d' % (place, line), row
        line += 1


def check(clang, shim, path):
    """What is wrong with a file."""
    exports = ['-DDXK_BUILDING'] if path.startswith('src/') else []  # others import
    command = [clang, *FLAGS, *exports, '-include', shim, '-x', 'c']
    compiled = subprocess.run([*command, '-fsyntax-only', path], cwd=ROOT, capture_output=True, text=True, check=False)
    if compiled.returncode:
        return [line for line in compiled.stderr.splitlines() if re.search(r': (fatal )?error: ', line)]
    expanded = subprocess.run([*command, '-E', path], cwd=ROOT, capture_output=True, text=True, check=False)
    found = ['%s: %s' % (place, match.group()) for place, row in own_lines(expanded.stdout)
             for match in [GNU.search(re.sub(r'"(?:[^"\\]|\\.)*"', '""', row))] if match]
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        text = re.sub(r'/\*.*?\*/', '', file.read(), flags=re.S)
    found += ['%s: %s' % (path, match.group()) for match in NAMES.finditer(text)]
    found += ['%s: a string of %d characters' % (path, len(match.group()))
              for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"', text) if len(match.group()) > LONGEST]
    return found


def check_the_check(clang, shim, folder):
    """Each of these is refused, and nothing is found in a plain file, or the check is worth nothing."""
    right = '#include <stdlib.h>\n#include <windows.h>\nint f(void) { return atoi("__attribute__"); }'
    wrong = ['int f(int n) { return ({ n; }); }', 'int f(int n) { int a[n]; return sizeof a > 4; }',
             'struct s { int n; int none[0]; };', 'int f(int n) { return n ?: 1; }', 'enum e { LARGE = 0xffffffff };',
             '__attribute__((noinline)) void f(void);', 'int f(unsigned n) { return __builtin_ctz(n); }',
             'int f(int n) { switch (n) { case 1 ... 3: return 1; } return 0; }', 'int a[4] = {};',
             '#include <stddef.h>\nunion u { max_align_t a; };', '#include <unistd.h>\n']
    path = os.path.join(folder, 'wrong.c')
    for text in [right, *wrong]:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text + '\n')
        found = check(clang, shim, os.path.relpath(path, ROOT))
        if bool(found) != (text != right):
            yield '%s: found %s' % (text, found)


def files(given):
    if given:
        return given
    listed = subprocess.run(['git', 'ls-files', 'include/dxk/*.h', 'src/*.c', 'cli/*.c'], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split()
    return [path for path in listed if path not in ELSEWHERE]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-j', type=int, default=2)
    parser.add_argument('files', nargs='*')
    args = parser.parse_args()
    clang = shutil.which('clang') or shutil.which('clang-14')
    if not clang or not os.path.exists(SYSTEM):
        print('MSVC: LEFT OUT: needs clang and the headers of mingw-w64')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        shim = os.path.join(folder, 'shim.h')
        with open(shim, 'w', encoding='utf-8') as file:
            file.write(SHIM)
        found = list(check_the_check(clang, shim, folder))
        chosen = files(args.files)
        with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
            for lines in pool.map(lambda path: check(clang, shim, path), chosen):
                found += lines
    print('\n'.join(found + ['MSVC: %d files, %d faults' % (len(chosen), len(found))]))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
