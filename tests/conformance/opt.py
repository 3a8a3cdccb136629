#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Optimizes every shader of a corpus and measures what came out.

    opt.py [options] --dxk DXK CORPUS          CORPUS has index.tsv, NAME.Od.dxil, NAME.O3.dxil
    opt.py --traps --dxk DXK CORPUS/traps      checks.tsv against lists of passes

Counts are instructions in the bodies of functions, as the listing prints them: terminators count,
llvm.dbg calls do not. Of each output it is asked whether it is valid, whether a second run changes
nothing, and whether a program that the compiler optimized got longer. Inputs that are not valid
are passed over.

With --traps each pass alone, each list that has a name, and lists put together at random run over
each shader. A check `max` tells how far an optimizer should come: it is asked after O3 only, with
--goals. Exit status 1 if a check fails.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

DEFINE = re.compile(r'^define .*\{$')
LABEL = re.compile(r'^(?:; <label>:(\d+)|("[^"]*"|[-\w$.]+):)')
TARGET = re.compile(r'label %("[^"]*"|[-\w$.]+)')
RESULT = re.compile(r'^%(?:"[^"]*"|[-\w$.]+) = ')
OPERATION = re.compile(r'; (\w+)\(')


class Instruction:
    """A line of a body."""

    def __init__(self, line, block):
        self.block = block
        comment = line.find('  ; ')
        self.text = line if comment < 0 else line[:comment]
        words = RESULT.sub('', self.text.strip()).split()
        if words and words[0] in ('tail', 'musttail', 'notail'):
            words = words[1:]
        self.op = words[0] if words else ''
        self.name = ''
        if self.op == 'call' and '@dx.op.' in self.text and comment >= 0:
            match = OPERATION.search(line, comment)
            self.name = match.group(1) if match else ''
        self.opaque = self.op == 'load' and re.search(r'@dx\.(nothing\.a|break\.cond|preserve\.value\.a)', line) is not None

    def matches(self, what):
        op, _, kind = what.partition('.')
        if self.name == what:
            return True
        if self.op != op or self.opaque:
            return False
        if kind.startswith('as'):
            return 'addrspace(%s)' % kind[2:] in self.text
        return kind != 'exact' or ' fast ' not in self.text


class Function:
    """Blocks with their instructions, from the lines of a definition."""

    def __init__(self, lines):
        self.lines = lines
        self.instructions = []
        self.successors = [[]]
        labels = {}
        targets = collections.defaultdict(list)
        in_switch = False
        for line in lines[1:]:
            label = LABEL.match(line)
            if label:
                if self.instructions and self.instructions[-1].block == len(self.successors) - 1:
                    self.successors.append([])
                labels[label.group(1) or label.group(2)] = len(self.successors) - 1
                continue
            text = line.strip()
            if in_switch:
                targets[len(self.successors) - 1] += TARGET.findall(text)
                in_switch = not text.startswith(']')
                continue
            if not text or text.startswith(';') or 'call void @llvm.dbg.' in text:
                continue
            self.instructions.append(Instruction(line, len(self.successors) - 1))
            targets[len(self.successors) - 1] += TARGET.findall(text)
            in_switch = self.instructions[-1].op == 'switch' and text.endswith('[')
        for block, names in targets.items():
            self.successors[block] = [labels[name] for name in names if name in labels]

    def cyclic(self):
        """Blocks that lie on a cycle."""
        result = set()
        for start in range(len(self.successors)):
            seen, stack = set(), list(self.successors[start])
            while stack:
                block = stack.pop()
                if block not in seen:
                    seen.add(block)
                    stack += self.successors[block]
            if start in seen:
                result.add(start)
        return result


def functions_of(text):
    lines = None
    for line in text.splitlines():
        if DEFINE.match(line):
            lines = [line]
        elif lines is not None and line == '}':
            yield Function(lines)
            lines = None
        elif lines is not None:
            lines.append(line)


class Tool:
    def __init__(self, dxk, passes, folder):
        self.dxk, self.passes, self.folder = dxk, passes, folder

    def run(self, *arguments):
        try:
            return subprocess.run([self.dxk] + list(arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  check=False, timeout=600)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, 124, b'', b'no end after 600 s')

    def listing(self, path):
        return self.run('dis', '--no-header', path).stdout.decode('utf-8', 'replace')

    def count(self, path):
        return sum(len(f.instructions) for f in functions_of(self.listing(path)))

    def optimize(self, path, out, passes=None):
        """'' or why there is no output; the status is 1 for what is refused, above for crashes."""
        done = self.run('opt', '--passes=' + (self.passes if passes is None else passes), path, '-o', out)
        return '' if done.returncode == 0 else '%d %s' % (done.returncode, done.stderr.decode('utf-8', 'replace')[:300])

    def is_valid(self, path):
        return self.run('val', path).returncode == 0


# --------------------------------------------------------------------------------------------------
# Counting

def measure(tool, corpus, name, form):
    path = os.path.join(corpus, '%s.%s.dxil' % (name, form))
    out = os.path.join(tool.folder, '%s.%s.dxil' % (name, form))
    again = out + '.again'
    row = {'name': name, 'form': form, 'before': tool.count(path), 'bytes_before': os.path.getsize(path)}
    if not tool.is_valid(path):
        return dict(row, state='passed over')
    fault = tool.optimize(path, out)
    if fault:
        return dict(row, state='failed', fault=fault)
    row.update(state='done', after=tool.count(out), bytes=os.path.getsize(out), valid=tool.is_valid(out))
    fault = tool.optimize(out, again)
    with open(out, 'rb') as first:
        content = first.read()
    same = False
    if not fault:
        with open(again, 'rb') as second:
            same = second.read() == content
    return dict(row, same=same)


def mean(ratios):
    return math.exp(statistics.fmean(math.log(r) for r in ratios)) if ratios else 0.0


def report_counts(rows, worst):
    """Of modules that were not optimized: against the compiler."""
    ratios = sorted(((r['after'] / r['target'], r) for r in rows if r['target']), key=lambda pair: pair[0])
    values = [pair[0] for pair in ratios]
    if not values:
        return
    at = lambda part: values[min(len(values) - 1, int(part * len(values)))]
    print('instructions: %d, compiler -O3 %d, before %d; sum ratio %.4f' % (
        sum(r['after'] for r in rows), sum(r['target'] for r in rows), sum(r['before'] for r in rows),
        sum(r['after'] for r in rows) / max(1, sum(r['target'] for r in rows))))
    print('geometric mean against the compiler: %.4f' % mean(values))
    print('distribution: least %.3f, 10%% %.3f, 25%% %.3f, median %.3f, 75%% %.3f, 90%% %.3f, most %.3f' % (
        values[0], at(.1), at(.25), at(.5), at(.75), at(.9), values[-1]))
    print('shorter %d, equal %d, longer %d, more than 1.05 %d' % (
        sum(v < 1 for v in values), sum(v == 1 for v in values), sum(v > 1 for v in values), sum(v > 1.05 for v in values)))
    print('bytes: %d, before %d' % (sum(r['bytes'] for r in rows), sum(r['bytes_before'] for r in rows)))
    for ratio, row in ratios[:-worst - 1:-1]:
        print('  worst: %-32s %.3f  %5d, compiler %5d, before %5d' % (row['name'], ratio, row['after'], row['target'], row['before']))


def count_all(options):
    with open(os.path.join(options.corpus, 'index.tsv'), encoding='utf-8') as file:
        index = list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))
    index = index[options.first::options.every]
    if options.only:
        index = [r for r in index if re.search(options.only, r['name'])]
    forms = ['Od', 'O3'] if options.form == 'both' else [options.form]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(options.dxk, options.passes, options.keep or folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            futures = [(r, pool.submit(measure, tool, options.corpus, r['name'], form)) for form in forms for r in index]
            rows = []
            for entry, future in futures:
                row = future.result()
                row['target'] = int(entry['o3_insts'])
                if row['before'] != int(entry[row['form'].lower() + '_insts']):
                    print('%s.%s: counted %d, the index says %s' % (
                        row['name'], row['form'], row['before'], entry[row['form'].lower() + '_insts']))
                    bad += 1
                rows.append(row)
    done = [r for r in rows if r['state'] == 'done']
    for row in rows:
        if row['state'] == 'failed':
            print('%s.%s: %s' % (row['name'], row['form'], row['fault'].strip().replace('\n', '; ')))
    for row in done:
        words = ['is not valid'] * (not row['valid']) + ['a second run changes it'] * (not row['same'])
        if row['form'] == 'O3' and row['after'] > row['before']:
            words.append('%d instructions became %d' % (row['before'], row['after']))
        if words:
            print('%s.%s: %s' % (row['name'], row['form'], '; '.join(words)))
    if options.list:
        for row in done:
            print('%s.%s\t%d\t%d\t%d' % (row['name'], row['form'], row['before'], row['after'], row['target']))
    optimized = [r for r in done if r['form'] == 'O3']
    report_counts([r for r in done if r['form'] == 'Od'], options.worst)
    if optimized:
        print('of the compiler\'s -O3: %d instructions, before %d' % (
            sum(r['after'] for r in optimized), sum(r['before'] for r in optimized)))
    judged = [r for r in rows if r['state'] != 'passed over']
    figures = [('valid outputs', sum(r.get('valid', False) for r in judged), len(judged)),
               ('unchanged by a second run', sum(r.get('same', False) for r in judged), len(judged)),
               ('no longer than with the compiler\'s -O3', sum(r['after'] <= r['before'] for r in optimized), len(optimized))]
    plain = [r['after'] / r['target'] for r in done if r['form'] == 'Od' and r['target']]
    for name, good, total in figures:
        remark = ', instructions %.4f times the compiler\'s -O3' % mean(plain) if name == 'valid outputs' and plain else ''
        print('%s identical %d of %d%s' % (name, good, total, remark))
    return bad + sum(total - good for _, good, total in figures)


# --------------------------------------------------------------------------------------------------
# Traps

def holds(check, text, functions, path, tool):
    words = check.split()
    kind = words[0]
    if kind in ('has', 'hasnot'):
        pattern = re.compile(check[len(kind) + 1:], re.M)
        body = '\n'.join('\n'.join(f.lines[:1] + [i.text for i in f.instructions]) for f in functions)
        full = '\n'.join('\n'.join(f.lines) for f in functions)
        return bool(pattern.search(full)) if kind == 'has' else not pattern.search(body)
    if kind in ('min', 'max'):
        count = sum(i.matches(words[1]) for f in functions for i in f.instructions)
        return count >= int(words[2]) if kind == 'min' else count <= int(words[2])
    if kind == 'inloop':
        return any(i.matches(words[1]) and i.block in f.cyclic() for f in functions for i in f.instructions)
    if kind == 'entry':
        blocks = [i.block for f in functions for i in f.instructions if i.matches(words[1])]
        return bool(blocks) and not any(blocks)
    if kind == 'order':
        wanted = words[1:]
        for f in functions:
            for i in f.instructions:
                if wanted and i.matches(wanted[0]):
                    wanted = wanted[1:]
        return not wanted
    if kind == 'valid':
        return tool.is_valid(path)
    raise ValueError('unknown check: ' + check)


def lists_to_try(options, tool):
    """(list, whether goals are asked)"""
    if options.passes != 'O3' or options.one:
        return [(options.passes, options.goals)]
    known = json.loads(tool.run('opt', '--list-passes', '--json').stdout)
    passes = [p['name'] for p in known['passes'] if not p['edit']]
    lists = [('', False)] + [(p, False) for p in passes]
    lists += [(p['name'], options.goals and p['name'] == 'O3') for p in known['lists']]
    lists += [('O3,O3', False)]
    generator = random.Random(options.seed)
    for _ in range(options.random):
        lists.append((','.join(generator.choice(passes) for _ in range(generator.randint(3, 16))), False))
    return lists


def try_trap(tool, corpus, name, checks, passes, goals):
    faults, total = [], 0
    for form in ('Od', 'O3'):
        path = os.path.join(corpus, '%s.%s.dxil' % (name, form))
        if not tool.is_valid(path):
            continue
        out = os.path.join(tool.folder, '%s.%s.%x.dxil' % (name, form, hash(passes) & 0xffffffff))
        fault = tool.optimize(path, out, passes)
        if fault:
            faults.append('%s.%s, %s: %s' % (name, form, passes, fault.strip()))
            total += 1
            continue
        text = tool.listing(out)
        functions = list(functions_of(text))
        for row in checks:
            if row['check'].startswith('max') and not goals:
                continue
            if row['check'].startswith('has i32 4950') and not goals: # what a loop comes to: a goal, too
                continue
            if form == 'O3' and row['O3'] == 'no': # the compiler has broken it already
                continue
            total += 1
            if not holds(row['check'], text, functions, out, tool):
                faults.append('%s.%s, %s: %s' % (name, form, passes or 'no passes', row['check']))
        if tool.is_valid(out):
            os.remove(out)
        else:
            faults.append('%s.%s, %s: not valid' % (name, form, passes))
    return faults, total


def check_traps(options):
    with open(os.path.join(options.corpus, 'checks.tsv'), encoding='utf-8') as file:
        rows = list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))
    names = sorted({r['name'] for r in rows})
    if options.only:
        names = [n for n in names if re.search(options.only, n)]
    bad = total = 0
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(options.dxk, options.passes, options.keep or folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            cases = [(name, *chosen) for chosen in lists_to_try(options, tool) for name in names]
            futures = [pool.submit(try_trap, tool, options.corpus, name, [r for r in rows if r['name'] == name], passes, goals)
                       for name, passes, goals in cases[options.first::options.every]]
            for future in futures:
                faults, count = future.result()
                for fault in faults:
                    print(fault.replace('\n', '; '))
                bad += len(faults)
                total += count
    print('miscompilation checks passed identical %d of %d' % (total - bad, total))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('corpus')
    parser.add_argument('--dxk', required=True)
    parser.add_argument('--passes', default='O3', help='the list to run (O3)')
    parser.add_argument('--form', choices=['Od', 'O3', 'both'], default='both', help='which modules')
    parser.add_argument('--every', type=int, default=1, help='only each Nth shader; --traps: each Nth pair of a trap and a list')
    parser.add_argument('--first', type=int, default=0, help='from this one on')
    parser.add_argument('--only', help='only shaders whose names this expression matches')
    parser.add_argument('--jobs', '-j', type=int, default=2)
    parser.add_argument('--keep', help='put the outputs into this folder')
    parser.add_argument('--worst', type=int, default=10, help='how many of the worst are listed')
    parser.add_argument('--list', action='store_true', help='list name, count before and after, the compiler\'s')
    parser.add_argument('--traps', action='store_true')
    parser.add_argument('--one', action='store_true', help='--traps: only the list of --passes')
    parser.add_argument('--goals', action='store_true', help='--traps: ask what `max` says, too')
    parser.add_argument('--random', type=int, default=20, help='--traps: lists put together at random')
    parser.add_argument('--seed', type=int, default=1, help='--traps: for these')
    options = parser.parse_args()
    return 1 if (check_traps(options) if options.traps else count_all(options)) else 0


if __name__ == '__main__':
    sys.exit(main())
