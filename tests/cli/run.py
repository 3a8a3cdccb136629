#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the command, by example.

    run.py [--dxk PATH] [--bless] [NAME...]

Each file cases/NAME.test is one case:

    # what it is about
    shell command lines
    --- stdout
    what they print
    --- stderr
    --- exit 0

The lines run in an empty directory in which `data` is tests/data. `dxk` is the command under test,
`on-tty COMMAND...` runs a command with its output on a terminal, $MAN_PAGES is docs/man. The program's version reads
@VERSION@. A text without a line feed at its end has the line `\\ no line feed` after it. With
--bless the expectations are rewritten as things are: read the difference before it is committed.
The command is $DXK, or --dxk. --leave-out names a file of cases that a system cannot pass: a name a line,
and why.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# A process that loops ends by the first, one that waits by the second: a machine that is busy with other things makes
# no case fail.
PROCESSOR_SECONDS = 60
TIMEOUT = 600
LIMITED = f'ulimit -t {PROCESSOR_SECONDS}; exec /bin/sh -c "$1"'
NO_LINE_FEED = "\\ no line feed\n"
MARK = re.compile(r"^--- (stdout|stderr|exit (-?\d+))\n", re.M)


class Case:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        text = path.read_text()
        first = MARK.search(text)
        self.script = text[: first.start()] if first else text
        self.expected = {"stdout": "", "stderr": "", "exit": None}
        marks = list(MARK.finditer(text))
        for mark, following in zip(marks, marks[1:] + [None]):
            if mark.group(2) is not None:
                self.expected["exit"] = int(mark.group(2))
            else:
                end = following.start() if following else len(text)
                self.expected[mark.group(1)] = text[mark.end() : end]

    def text(self, result):
        return (
            f"{self.script}--- stdout\n{result['stdout']}--- stderr\n{result['stderr']}"
            f"--- exit {result['exit']}\n"
        )


def readable(data, version):
    text = data.decode("utf-8", "backslashreplace").replace(version, "@VERSION@")
    return text if not text or text.endswith("\n") else text + "\n" + NO_LINE_FEED


def run(case, tools, version):
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(HERE.parent / "data", pathlib.Path(directory) / "data")
        env = {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": "C",
            "HOME": directory,
            "TERM": "xterm",
            "MAN_PAGES": str(HERE.parent.parent / "docs" / "man"),
        }
        for name, value in os.environ.items():
            if name.endswith("SAN_OPTIONS"):
                env[name] = value
        try:
            done = subprocess.run(
                ["/bin/sh", "-c", LIMITED, "sh", case.script],
                cwd=directory,
                env=env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return {"stdout": "", "stderr": f"not done after {TIMEOUT} seconds\n", "exit": None}
        return {
            "stdout": readable(done.stdout, version),
            "stderr": readable(done.stderr, version),
            "exit": done.returncode,
        }


def difference(case, result):
    old = case.text(case.expected).splitlines(keepends=True)
    new = case.text(result).splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, "expected", "found"))


def leave_out(path, paths):
    lines = pathlib.Path(path).read_text().splitlines()
    names = {line.split()[0] for line in lines if line and not line.startswith("#")}
    unknown = names - {p.stem for p in paths}
    if unknown:
        sys.exit(f"{path}: there is no case {', '.join(sorted(unknown))}")
    print(f"{len(names)} cases of the command left out ({path} says why)")
    return names


def main():
    parser = argparse.ArgumentParser(description="run the tests of the command")
    parser.add_argument("--dxk", default=os.environ.get("DXK", "dxk"), help="the command")
    parser.add_argument("--bless", action="store_true", help="rewrite the expectations")
    parser.add_argument("--leave-out", help="a file of cases that are not run", metavar="FILE")
    parser.add_argument("names", nargs="*", help="cases; all when none is named")
    args = parser.parse_args()
    command = pathlib.Path(args.dxk).resolve()
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    version = version.stdout.split()[1]
    paths = sorted((HERE / "cases").glob("*.test"))
    left_out = leave_out(args.leave_out, paths) if args.leave_out else set()
    cases = [Case(p) for p in paths if (not args.names or p.stem in args.names) and p.stem not in left_out]
    failed = 0
    with tempfile.TemporaryDirectory() as tools:
        os.symlink(command, pathlib.Path(tools) / "dxk")
        os.symlink(HERE / "on_tty.py", pathlib.Path(tools) / "on-tty")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda case: run(case, tools, version), cases)
            for case, result in zip(cases, results):
                if args.bless and case.text(result) != case.path.read_text():
                    case.path.write_text(case.text(result))
                    print(f"blessed {case.name}")
                elif not args.bless and result != case.expected:
                    failed += 1
                    print(f"FAILED {case.name}\n{difference(case, result)}")
    print(f"{len(cases) - failed} of {len(cases)} cases of the command passed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
