#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds by profiles: the option reaches what it is for, and the training runs.

    tests/pgo.py --dxk PATH

tools/test_packages.sh builds so.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def configure(folder, word):
    """The commands of the compiler with -DDXK_PGO=word, None: it is refused."""
    done = subprocess.run(['cmake', '-S', str(ROOT), '-B', folder, '-G', 'Ninja', '-DDXK_PGO=' + word, '-DDXK_STATIC=OFF',
                           '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON'], capture_output=True, check=False)
    if done.returncode:
        return None
    with open(folder + '/compile_commands.json', encoding='utf-8') as file:
        return [entry['command'] for entry in json.load(file)]


def is_gcc(folder):
    files = pathlib.Path(folder, 'CMakeFiles').glob('*/CMakeCCompiler.cmake')
    return any('set(CMAKE_C_COMPILER_ID "GNU")' in file.read_text(encoding='utf-8') for file in files)


def check_option(folder):
    for word, flag in (('generate', '-fprofile-generate='), ('use', '-fprofile-use='), ('OFF', '')):
        commands = configure(folder, word)
        assert commands and all(flag in command for command in commands), '%s is not in all commands' % flag
        assert flag or not any('-fprofile' in command for command in commands), 'the plain build has profiles'
        ordered = any('pgo_order.c' in command for command in commands)
        assert ordered == (word == 'generate' and is_gcc(folder)), 'the order of functions is wrong for %s' % word
        links = pathlib.Path(folder, 'build.ninja').read_text(encoding='utf-8')
        linked = any('LINK_FLAGS' in line and '-fprofile-generate' in line for line in links.splitlines())
        assert linked == (word == 'generate'), 'the command is linked wrongly for %s' % word
    assert configure(folder, 'always') is None, 'a word without a meaning is taken'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dxk', required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check_option(folder)
    done = subprocess.run([sys.executable, str(ROOT / 'tools/train_pgo.py'), options.dxk], check=False)
    return done.returncode


if __name__ == '__main__':
    sys.exit(main())
