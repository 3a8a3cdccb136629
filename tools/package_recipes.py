#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills in the recipes of package managers for a release.

    package_recipes.py --repository OWNER/NAME [--archive FILE] -o FOLDER

FILE is the archive of the sources as it can be downloaded, of which the recipes have checksums; without
it they are zeros. Writes FOLDER/vcpkg/dxk and FOLDER/homebrew.
"""
import argparse
import hashlib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = {'vcpkg': os.path.join('vcpkg', 'dxk'), 'homebrew': 'homebrew'}


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--repository', required=True)
    parser.add_argument('--archive')
    parser.add_argument('-o', '--output', required=True)
    arguments = parser.parse_args()
    if not re.fullmatch(r'[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+', arguments.repository):
        parser.error('a repository is OWNER/NAME')
    lists = read(os.path.join(ROOT, 'CMakeLists.txt')).decode()
    data = read(arguments.archive) if arguments.archive else None
    values = {'VERSION': re.search(r'project\(dxk VERSION ([0-9.]+)', lists).group(1),
              'REPOSITORY': arguments.repository,
              'SHA256': hashlib.sha256(data).hexdigest() if data is not None else '0' * 64,
              'SHA512': hashlib.sha512(data).hexdigest() if data is not None else '0' * 128}
    for source, target in FOLDERS.items():
        os.makedirs(os.path.join(arguments.output, target), exist_ok=True)
        for name in sorted(os.listdir(os.path.join(ROOT, 'packages', source))):
            text = read(os.path.join(ROOT, 'packages', source, name)).decode()
            text = re.sub(r'@([A-Z0-9]+)@', lambda match: values[match.group(1)], text)
            path = os.path.join(arguments.output, target, name.removesuffix('.in'))
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
