# SPDX-License-Identifier: MIT
"""Sessions with broken frames, broken JSON and senseless arguments. See run.py."""
import json
import random
import subprocess

PROGRAMS = ('data/debug/drift-od.dxil', 'data/debug/calls.dxil', 'data/debug/types.dxil', 'data/exec/wave-basic-8.dxil',
            'data/debug/split.dxil')
COMMANDS = ('threads', 'stackTrace', 'scopes', 'variables', 'evaluate', 'continue', 'next', 'stepIn', 'stepOut',
            'stepBack', 'reverseContinue', 'setBreakpoints', 'setFunctionBreakpoints', 'setInstructionBreakpoints',
            'setExceptionBreakpoints', 'disassemble', 'source', 'loadedSources', 'breakpointLocations', 'pause',
            'restart', 'exceptionInfo', 'initialize', 'launch', 'configurationDone', 'nonsense') + 4 * (
            'stackTrace', 'scopes', 'variables', 'evaluate', 'next', 'stepIn', 'stepBack')
WORDS = ('gi', 'p.position.x', 'weights[gi]', 'sum + 1 > k', '%1', '$lane', '((', 'i == 2', '0x7', 'drift.hlsl',
         'calls.hlsl', 'Push', 'Twice', '', '%', 'a' * 300, '1 / 0', '\x00', '\ud83d\ude00', '{gi} {', 'findings')
NUMBERS = (0, 1, 2, 3, 5, 7, 8, 22, 39, 47, 1024, 1025, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, -1, -2**63, 10**30, 1.5)


def anything(r, depth=0):
    kind = r.randrange(8 if depth < 3 else 5)
    if kind < 2:
        return r.choice(NUMBERS)
    if kind < 4:
        return r.choice(WORDS)
    if kind == 4:
        return r.choice((None, True, False))
    if kind == 5:
        return [anything(r, depth + 1) for _ in range(r.randrange(4))]
    return arguments(r, depth + 1)


NAMES = ('threadId', 'frameId', 'variablesReference', 'expression', 'source', 'path', 'name', 'line', 'breakpoints',
         'condition', 'hitCondition', 'logMessage', 'granularity', 'memoryReference', 'instructionReference', 'offset',
         'instructionOffset', 'instructionCount', 'startFrame', 'levels', 'start', 'count', 'filters', 'sourceReference',
         'program', 'group', 'bind', 'dispatch', 'endLine')


def arguments(r, depth=0):
    return {r.choice(NAMES): anything(r, depth) for _ in range(r.randrange(6))}


def sensible(r):
    """Arguments that get farther."""
    line = {'line': r.randrange(50), 'condition': r.choice(('', 'gi == 1', '1', 'sum > 0')),
            'hitCondition': r.choice(('', '3', '% 2', '>= 4', 'x')), 'logMessage': r.choice(('', '', '{gi} {x')) }
    return {'threadId': r.choice((1, 1, 2, 3, 9)), 'frameId': r.choice((1, 1, 2, 3, 1025, 1026)),
            'variablesReference': r.randrange(1, 30), 'expression': r.choice(WORDS),
            'source': {'path': r.choice(('drift.hlsl', 'calls.hlsl', 'types.hlsl'))}, 'breakpoints': [line],
            'memoryReference': '0x%x' % r.randrange(200), 'instructionOffset': r.randrange(-5, 5),
            'instructionCount': r.randrange(10), 'granularity': r.choice(('line', 'instruction', 'statement')),
            'filters': ['findings']}


def frame(body):
    return b'Content-Length: %d\r\n\r\n%s' % (len(body), body)


def message(r, seq):
    given = sensible(r) if r.randrange(3) else arguments(r)
    return json.dumps({'seq': seq, 'type': 'request', 'command': r.choice(COMMANDS), 'arguments': given}).encode()


def session(r):
    """All that a client sends."""
    launch = {'program': r.choice(PROGRAMS), 'stopOnEntry': r.randrange(2) == 0, 'bind': ['u0=zero:256'],
              'waveSize': r.choice((0, 4, 8)), 'sanitize': r.randrange(2) == 0, 'group': r.choice(([0], 'any')),
              'maxSteps': 100000}
    first = [{'command': 'initialize'}, {'command': 'launch', 'arguments': launch}]
    if r.randrange(4):
        first.append({'command': 'setBreakpoints', 'arguments': sensible(r)})
    first.append({'command': 'configurationDone'})
    out = [frame(json.dumps({'seq': n, 'type': 'request', **m}).encode()) for n, m in enumerate(first)]
    for seq in range(r.randrange(80)):
        body = message(r, seq)
        if r.randrange(16) == 0:
            body = bytearray(body)
            for _ in range(r.randrange(1, 4)):
                body[r.randrange(len(body))] = r.randrange(256)
            body = bytes(body)
        out.append(frame(body))
    data = b''.join(out)
    if r.randrange(6) == 0:
        at = r.randrange(len(data))
        data = data[:at] + bytes(r.randrange(256) for _ in range(r.randrange(5))) + data[at + r.randrange(5):]
    return data


def run(dxk, count, seed):
    for n in range(count):
        data = session(random.Random(f'{seed}-{n}'))
        done = subprocess.run([dxk, 'debug'], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
                              check=False)
        if done.returncode not in (0, 1) or b'Sanitizer' in done.stderr or b'runtime error' in done.stderr:
            print(f'session {n} of seed {seed}: status {done.returncode}\n{done.stderr.decode(errors="replace")[-3000:]}')
            return 1
    print(f'{count} broken sessions, none crashed')
    return 0
