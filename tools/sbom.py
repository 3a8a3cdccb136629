#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what a build of dxk is made of, as SPDX 2.3 in JSON.

    sbom.py BUILD [-o FILE] [FILE...]

BUILD is a build folder of CMake; what it found tells the libraries that are in the command. FILEs are
the files that are delivered; their checksums are listed. The date is that of SOURCE_DATE_EPOCH, and
equal inputs give equal documents.
"""
import argparse
import datetime
import hashlib
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def cache_of(build):
    """Variables of CMakeCache.txt."""
    return dict(re.findall(r'^([A-Za-z0-9_]+):[A-Z]+=(.*)$', read(os.path.join(build, 'CMakeCache.txt')), re.M))


def version_of(header, pattern):
    match = re.search(pattern, read(header), re.M) if os.path.exists(header) else None
    return match.group(1) if match else 'NOASSERTION'


def yaml_version(include, library):
    """libyaml's header does not tell it, but what pkg-config reads does."""
    folders = [os.path.join(os.path.dirname(library), 'pkgconfig'), os.path.join(include, '..', 'lib', 'pkgconfig')]
    versions = [version_of(os.path.join(folder, 'yaml-0.1.pc'), r'^Version: *(\S+)') for folder in folders]
    return next((version for version in versions if version != 'NOASSERTION'), 'NOASSERTION')


def packages(cache):
    version = re.search(r'project\(dxk VERSION ([0-9.]+)', read(os.path.join(ROOT, 'CMakeLists.txt'))).group(1)
    found = [('dxk', version, 'MIT', 'Copyright (c) 2026 the dxk authors')]
    if cache.get('DXK_ZLIB') == 'ON' and 'NOTFOUND' not in cache.get('ZLIB_INCLUDE_DIR', 'NOTFOUND'):
        header = os.path.join(cache['ZLIB_INCLUDE_DIR'], 'zlib.h')
        found.append(('zlib', version_of(header, r'#define ZLIB_VERSION "([^"]+)"'), 'Zlib', 'NOASSERTION'))
    if cache.get('DXK_YAML') == 'ON' and 'NOTFOUND' not in cache.get('DXK_YAML_LIBRARY', 'NOTFOUND'):
        found.append(('libyaml', yaml_version(cache['DXK_YAML_INCLUDE'], cache['DXK_YAML_LIBRARY']), 'MIT',
                      'NOASSERTION'))
    return found


def describe(name, version, licence, copyright_text):
    return {'SPDXID': 'SPDXRef-Package-' + name, 'name': name, 'versionInfo': version,
            'downloadLocation': 'NOASSERTION', 'filesAnalyzed': False, 'licenseConcluded': licence,
            'licenseDeclared': licence, 'copyrightText': copyright_text,
            'supplier': 'NOASSERTION'}


def describe_file(number, path):
    with open(path, 'rb') as file:
        data = file.read()
    return {'SPDXID': 'SPDXRef-File-%d' % number, 'fileName': './' + os.path.basename(path),
            'checksums': [{'algorithm': name, 'checksumValue': hashlib.new(name.lower(), data).hexdigest()}
                          for name in ('SHA1', 'SHA256')],
            'licenseConcluded': 'NOASSERTION', 'copyrightText': 'NOASSERTION'}


def document(build, paths):
    found = packages(cache_of(build))
    files = [describe_file(i + 1, path) for i, path in enumerate(paths)]
    relations = [('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Package-dxk')]
    relations += [('SPDXRef-Package-dxk', 'DEPENDS_ON', 'SPDXRef-Package-' + p[0]) for p in found[1:]]
    relations += [('SPDXRef-Package-dxk', 'CONTAINS', f['SPDXID']) for f in files]
    whole = {'spdxVersion': 'SPDX-2.3', 'dataLicense': 'CC0-1.0', 'SPDXID': 'SPDXRef-DOCUMENT',
             'name': 'dxk-' + found[0][1], 'packages': [describe(*p) for p in found], 'files': files,
             'relationships': [{'spdxElementId': a, 'relationshipType': b, 'relatedSpdxElement': c}
                               for a, b, c in relations]}
    seconds = int(os.environ.get('SOURCE_DATE_EPOCH', '0'))
    digest = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
    whole['documentNamespace'] = 'https://spdx.org/spdxdocs/dxk-%s-%s' % (found[0][1], digest[:32])
    whole['creationInfo'] = {
        'created': datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ'),
        'creators': ['Tool: dxk-sbom']}
    return whole


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('build')
    parser.add_argument('-o', '--output')
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_intermixed_args()
    text = json.dumps(document(arguments.build, arguments.files), indent=2, sort_keys=True) + '\n'
    if arguments.output:
        with open(arguments.output, 'w', encoding='utf-8') as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
