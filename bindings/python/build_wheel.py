# SPDX-License-Identifier: MIT
"""Builds wheels of the package (PEP 517) with the standard library alone: CMake makes the shared library and the
command, which go into the wheel beside the modules.

    pip wheel --no-deps bindings/python

DXK_WHEEL_BUILD is the folder for CMake's files, kept for the next time; without it they are temporary.
"""
import base64
import csv
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from typing import Any, Dict, List, Optional, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def _version() -> str:
    text = open(os.path.join(ROOT, 'include', 'dxk', 'base.h'), encoding='utf-8').read()
    return '.'.join(re.findall(r'#define DXK_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)', text))


def _tag() -> str:
    """Any Python 3, for this system: the library is loaded, not linked."""
    return 'py3-none-' + re.sub(r'[-.]', '_', sysconfig.get_platform())


def _metadata() -> str:
    readme = open(os.path.join(HERE, 'README.md'), encoding='utf-8').read()
    return ('Metadata-Version: 2.1\nName: dxk\nVersion: %s\nSummary: DirectX shader containers and DXIL\n'
            'License: MIT\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n%s' % (_version(), readme))


def _build(folder: str) -> Tuple[str, str]:
    """Returns the paths of library and command."""
    made = {}
    for name, options in (('library', ['-DDXK_SHARED=ON', '-DDXK_CLI=OFF']), ('command', ['-DDXK_CLI=ON'])):
        build = os.path.join(folder, name)
        launcher = ['-DCMAKE_C_COMPILER_LAUNCHER=ccache'] if shutil.which('ccache') else []
        subprocess.run(['cmake', '-S', ROOT, '-B', build, '-DCMAKE_BUILD_TYPE=Release', '-DDXK_INSTALL=OFF'] + options +
                       launcher, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['cmake', '--build', build, '--config', 'Release', '--parallel', str(os.cpu_count() or 1)],
                       check=True, stdout=subprocess.DEVNULL)
        made[name] = build
    return (_find(made['library'], ('libdxk.so', 'libdxk.dylib', 'dxk.dll', 'libdxk.dll')),
            _find(made['command'], ('dxk', 'dxk.exe')))


def _find(folder: str, names: Tuple[str, ...]) -> str:
    for base, _, files in os.walk(folder):
        for name in names:
            if name in files:
                return os.path.join(base, name)
    raise FileNotFoundError(names[0])


def _modules() -> List[str]:
    folder = os.path.join(HERE, 'dxk')
    return sorted(name for name in os.listdir(folder) if name.endswith(('.py', '.typed')))


class _Wheel:
    """A wheel in the making. Entries have a fixed date, so that equal contents give equal files."""

    def __init__(self, path: str) -> None:
        self.zip = zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED)
        self.rows: List[Tuple[str, str, Any]] = []

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
        self.rows.append((name, 'sha256=' + digest, len(data)))

    def close(self, info: str) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator='\n').writerows(self.rows + [(info + '/RECORD', '', '')])
        self.add(info + '/RECORD', text.getvalue().encode())
        self.zip.close()


def build_wheel(wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None,
                metadata_directory: Optional[str] = None) -> str:
    kept = os.environ.get('DXK_WHEEL_BUILD')
    folder = kept or tempfile.mkdtemp(prefix='dxk-wheel-')
    info = 'dxk-%s.dist-info' % _version()
    name = 'dxk-%s-%s.whl' % (_version(), _tag())
    try:
        library, command = _build(folder)
        wheel = _Wheel(os.path.join(wheel_directory, name))
        for module in _modules():
            wheel.add('dxk/' + module, open(os.path.join(HERE, 'dxk', module), 'rb').read())
        for path in (library, command):
            wheel.add('dxk/' + os.path.basename(path), open(os.path.realpath(path), 'rb').read(), executable=True)
        wheel.add(info + '/METADATA', _metadata().encode())
        wheel.add(info + '/WHEEL', ('Wheel-Version: 1.0\nGenerator: dxk\nRoot-Is-Purelib: false\nTag: %s\n' %
                                    _tag()).encode())
        wheel.add(info + '/entry_points.txt', b'[console_scripts]\ndxk = dxk.__main__:main\n')
        wheel.close(info)
    finally:
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)
    return name


if __name__ == '__main__':
    print(build_wheel(sys.argv[1] if len(sys.argv) > 1 else '.'))
