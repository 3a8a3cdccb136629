#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""on-tty COMMAND...: runs a command with standard output and error on a terminal of its own, prints
what appeared there and exits as the command did."""
import os
import pty
import subprocess
import sys


def main():
    ours, theirs = pty.openpty()
    child = subprocess.Popen(sys.argv[1:], stdout=theirs, stderr=theirs)
    os.close(theirs)
    data = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end was closed
            break
        if not piece:
            break
        data += piece
    sys.stdout.buffer.write(data.replace(b"\r\n", b"\n"))
    return child.wait()


if __name__ == "__main__":
    sys.exit(main())
