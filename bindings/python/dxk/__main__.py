# SPDX-License-Identifier: MIT
"""`python -m dxk` runs the command: that of DXK_COMMAND, that in this package, or that on the path."""
import os
import shutil
import subprocess
import sys


def command() -> str:
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'dxk.exe' if sys.platform == 'win32' else 'dxk')
    found = os.environ.get('DXK_COMMAND') or (beside if os.path.isfile(beside) else shutil.which('dxk'))
    if not found:
        sys.exit('dxk: the command was not found; set DXK_COMMAND to its path')
    return found


def main() -> int:
    arguments = [command()] + sys.argv[1:]
    if os.name == 'posix':
        os.execv(arguments[0], arguments)
    return subprocess.call(arguments)


if __name__ == '__main__':
    sys.exit(main())
