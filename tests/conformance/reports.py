#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries small inputs made after public bug reports, and compares what happens with what should.

    tests/conformance/reports.py [--dxk PATH] [-q] [-k WORD] FOLDER...

FOLDER has index.tsv with a line per trial: files, commands, expected outcome, reason. The commands run in a copy of
the folder. The outcome is a phrase; PHRASES below says which check each stands for. A phrase that no row knows is a
failure. Exit status 1 if any trial fails.
"""
import argparse
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SECONDS = 600
NUMBER = re.compile(r'-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan|inf)')


class Done:
    """A command that ended."""

    def __init__(self, words, code, out, err):
        self.words, self.code, self.out, self.err = words, code, out, err
        self.text = out + err


class Trial:
    def __init__(self, dxk, folder, row):
        self.dxk, self.folder = dxk, folder
        self.files, self.commands, self.wanted, self.why = row
        self.ran = []

    def run(self, command, *more):
        words = shlex.split(command) + list(more)
        words[0] = self.dxk
        try:
            done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, errors='replace',
                                  timeout=SECONDS, check=False)
            done = Done(words, done.returncode, done.stdout, done.stderr)
        except subprocess.TimeoutExpired:
            done = Done(words, 'no end', '', '')
        self.ran.append(done)
        return done

    def run_all(self):
        for command in self.commands.split('; '):
            self.run(command)
        return self.ran

    def named(self, verb):
        """The commands whose first word is `verb`: the tools whose answer counts."""
        return [done for done in self.ran if done.words[1] == verb]

    def source_line(self, word):
        """The number of the first line with `word` in the last source."""
        with open(os.path.join(self.folder, self.files.split()[-1]), encoding='utf-8') as file:
            for number, line in enumerate(file, 1):
                if word in line:
                    return number
        return 0


def ok(trial):
    return all(done.code == 0 for done in trial.ran)


def last(trial):
    return trial.ran[-1]


def numbers_of(done, name):
    """The rows of a register or buffer that `run --json` printed."""
    try:
        document = json.loads(done.out)
    except ValueError:
        return []
    for buffer in document['buffers']:
        if name in (None, buffer['register'], buffer['name']):
            return [[float(value) for value in row] for row in buffer['rows']]
    return []


def equal(got, want):
    return (math.isnan(got) and math.isnan(want)) or got == want or abs(got - want) <= 1e-6 * abs(want)


def begins(rows, wanted):
    """True if the rows, or all their numbers in one line, begin as wanted. A row may have more columns."""
    if len(rows) < len(wanted):
        rows = [[value] for row in rows for value in row]
    return bool(wanted) and len(rows) >= len(wanted) and all(
        len(row) >= len(want) and all(equal(a, b) for a, b in zip(row, want)) for row, want in zip(rows, wanted))


def floats(text):
    return [float(word) for word in NUMBER.findall(text)]


def prints(trial, match):
    """compiles; `COMMAND` prints REGISTER:TYPE: NUMBERS"""
    trial.run_all()
    if not ok(trial):
        return False
    command, register, kind, values = match.groups()
    done = trial.run(command, '--json', '--print', register + ':' + kind)
    return done.code == 0 and begins(numbers_of(done, register), [[value] for value in floats(values)])


def run_rows(trial, wanted, name=None):
    commands = trial.commands.split('; ')
    for command in commands[:-1]:
        if trial.run(command).code != 0:
            return False
    done = trial.run(commands[-1], '--json')
    return done.code == 0 and begins(numbers_of(done, name), wanted)


def compiles(trial, _match):
    trial.run_all()
    return ok(trial)


def refused(trial, match):
    """refused[, message begins with PLACE][ and names 'NAME']"""
    begin, name = match.groups()
    trial.run_all()
    lines = last(trial).err.splitlines() or ['']
    return (last(trial).code == 1 and 'error' in last(trial).err and (not begin or lines[0].startswith(begin)) and
            (not name or name in last(trial).err))


def warns(trial, match):
    trial.run_all()
    return ok(trial) and any('warning' in line and re.search(match.group(1), line)
                             for line in last(trial).err.splitlines())


def exits(trial, match):
    """exit status [not] N, and the words in capitals that follow"""
    unwanted, code, rest = match.groups()
    begin = re.search(r'(\w+) begins (.+)', rest)
    if begin:
        wanted = floats(begin.group(2))
        return run_rows(trial, [[value] for value in wanted], begin.group(1))
    trial.run_all()
    done = last(trial)
    if isinstance(done.code, str) or (done.code == int(code)) == bool(unwanted) or done.code < 0:
        return False
    if any(earlier.code != 0 for earlier in trial.ran[:-1]):
        return False
    words = re.findall(r'\b[A-Z]+\.[A-Z_]+\b|\bSV_\w+', rest.split('; today')[0])
    if 'at the string' in rest and not re.match(r'[^:\n]+:\d+:\d+: error: ', done.err):
        return False
    if 'render target format' in rest and 'render target' not in done.text:
        return False
    return all(word in done.text for word in words)


def missing_flag(trial, match):
    both, flag = match.group(1), match.group(2) or (re.findall(r'\b[A-Z]+(?:_[A-Z]+)+\b', trial.why) or [None])[0]
    trial.run_all()
    judges = trial.named('match') + (trial.named('rootsig') if both else [])
    return bool(flag and judges) and all(done.code == 1 and flag in done.text for done in judges)


def reports_filter(trial, _match):
    trial.run_all()
    return last(trial).code == 1 and 'FILTER_' in last(trial).text


def comparison_filter(trial, _match):
    trial.run_all()
    return 'FILTER_COMPARISON_' in last(trial).text


def beyond(trial, _match):
    trial.run_all()
    return any(
        done.code == 1 and 'error' in done.text for done in trial.named('match') + trial.named('rootsig'))


def layouts(trial, _match):
    trial.run_all()
    return 'LINK.RESOURCE' in last(trial).text and last(trial).code in (0, 1)


def global_signature(trial, _match):
    trial.run_all()
    return last(trial).code == 1 and 'LOCAL_ROOT_SIGNATURE' in last(trial).text


def divergent(trial, match):
    trial.run_all()
    line = trial.source_line('WithGroupSync')
    return 'barrier.divergent' in last(trial).text and (
        not match.group(1) or ':%d:' % line in last(trial).text)


def no_finding(trial, _match):
    trial.run_all()
    return ok(trial) and 'barrier.' not in last(trial).text


def named_rows(trial, match):
    """x: numbers of the first column; x y: pairs"""
    columns = len(match.group(1).split())
    values = floats(match.group(2).split(' (')[0])
    return run_rows(trial, [values[i:i + columns] for i in range(0, len(values), columns)])


def listed_rows(trial, match):
    """first row A, second B; or rows apart by semicolons, numbers apart by commas"""
    text = match.group(0)
    if text.startswith('first row'):
        parts = re.split(r', second', text)
    else:
        parts = text.split(' (')[0].split(';' if ';' in text else ',')
    return run_rows(trial, [floats(part) for part in parts])


PHRASES = [(re.compile(pattern), check) for pattern, check in (
    (r'compiles; `([^`]+)` prints (\w+):(\w+): (.+)', prints),
    (r'compiles$', compiles),
    (r"refused(?:, message begins with (\S+))?(?: and names '(\w+)')?$", refused),
    (r'a warning that matches /(.+)/$', warns),
    (r'exit status (not )?(\d)(.*)', exits),
    (r'match (and verify )?reports? the missing flag ?(\w+)?$', missing_flag),
    (r'(?:both succeed|match succeeds)\b', compiles),
    (r'match reports the filter$', reports_filter),
    (r'the static sampler has a FILTER_COMPARISON', comparison_filter),
    (r'match or verify reports that the shader reads beyond', beyond),
    (r'match reports that a pipeline needs a global', global_signature),
    (r'an error or a warning that the layouts differ$', layouts),
    (r'barrier\.divergent( at the barrier)?$', divergent),
    (r'no finding\b', no_finding),
    (r'((?:x|x y)): (.+)', named_rows),
    (r'(?:first row .+|[-\d.naif]+[-\d.naife;, ]*(?: \(.+)?)$', listed_rows),
)]


def judge(trial):
    for pattern, check in PHRASES:
        match = pattern.match(trial.wanted)
        if match:
            return check(trial, match)
    print('%s: the phrase "%s" is not known' % (trial.files, trial.wanted))
    return False


def trials(dxk, folder):
    with open(os.path.join(folder, 'index.tsv'), encoding='utf-8') as file:
        for line in file.read().splitlines()[1:]:
            yield Trial(dxk, folder, line.split('\t'))


def report(trial):
    print('%s: %s' % (trial.files, trial.commands))
    print('    wanted: %s' % trial.wanted)
    for done in trial.ran:
        lines = (done.err or done.out).splitlines()
        print('    exit %s: %s' % (done.code, lines[0][:160] if lines else ''))


def main():
    parser = argparse.ArgumentParser(description='try inputs made after public bug reports')
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'build/dxk'), help='the command to test')
    parser.add_argument('-q', '--quiet', action='store_true', help='print the figures only')
    parser.add_argument('-k', '--only', default='', help='only trials whose files have this word')
    parser.add_argument('folders', nargs='+')
    args = parser.parse_args()
    dxk = os.path.abspath(args.dxk)
    count = right = 0
    for folder in args.folders:
        with tempfile.TemporaryDirectory() as room:
            copy = os.path.join(room, 'reports')
            shutil.copytree(folder, copy)
            subprocess.run(['chmod', '-R', 'u+w', copy], check=True)
            for trial in trials(dxk, copy):
                if args.only not in trial.files:
                    continue
                count += 1
                if judge(trial):
                    right += 1
                elif not args.quiet:
                    report(trial)
    print('reports: as they should be %d of %d' % (right, count))
    return 0 if count and right == count else 1


if __name__ == '__main__':
    sys.exit(main())
