# SPDX-License-Identifier: MIT
"""What a client does with `dxk debug`, and what it writes down. See run.py."""
from client import Client, Refused

DRIFT = {'program': 'data/debug/drift-od.dxil', 'bind': ['u0=zero:192', 'b0=f32:1,2,3,4,0']}
CALLS = {'program': 'data/debug/calls.dxil', 'bind': ['u0=f32:1,2,3,1']}
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def finish(client, say):
    status, error = client.close()
    say('status', status, error.strip())


@case
def initialize(dxk, say):
    """What the adapter can do, and what it refuses before a launch."""
    c = Client(dxk)
    for name, value in sorted(c.ask('initialize', {'adapterID': 'dxk'}).items()):
        say(name, value)
    for command in ('stackTrace', 'continue', 'attach', 'restart', 'gotoTargets', ''):
        try:
            c.ask(command, {'threadId': 1})
        except Refused as why:
            say(command, '->', why)
    c.ask('disconnect')
    finish(c, say)


@case
def launching(dxk, say):
    """What cannot be launched, and that another launch may follow."""
    c = Client(dxk)
    c.ask('initialize')
    for arguments in ({}, {'program': 'data/none.dxil'}, {'program': 'data/README.md'},
                      {**DRIFT, 'bind': ['x']}, {**DRIFT, 'bind': 5}, {**DRIFT, 'dispatch': '1'},
                      {**DRIFT, 'dispatch': [1, 2, 3, 4]}, {**DRIFT, 'group': [1]}, {**DRIFT, 'schedule': 'x'},
                      {'program': '-'}, {'program': 'data/exec/if-ladder.dxil', 'job': 'data/debug/drift.hlsl'},
                      {'program': 'data/exec/if-ladder.dxil', 'job': 'data/exec/if-ladder.yaml', 'bind': []}):
        try:
            c.ask('launch', arguments)
            say('launched', arguments)
        except Refused as why:
            say(str(why))
    c.ask('launch', DRIFT)
    try:
        c.ask('launch', DRIFT)
    except Refused as why:
        say(str(why))
    c.ask('configurationDone')
    say(c.stopped())
    finish(c, say)


@case
def source(dxk, say):
    """HLSL is compiled first, with debug information and with the options that are given."""
    c = Client(dxk)
    c.ask('initialize')
    scan = {'program': 'data/debug/group-scan.hlsl'}
    for options in (['-T'], ['-T', 'cs_9_9'], ['-what'], ['other.hlsl'], 5, [5], ['-T', 'ps_6_0'], ['-HV', '1999'],
                    ['-E', 'nothing']):
        try:
            c.ask('launch', {**scan, 'hlsl': options})
            say('launched', options)
        except Refused as why:
            say(options, str(why).split('\n')[0])
    c = Client(dxk)
    c.launch({'group-scan.hlsl': [21]}, **scan, hlsl=['-T', 'cs_6_2', '-Od'])
    say(c.stopped())
    finish(c, say)


@case
def stepping(dxk, say):
    """Into functions that were inlined, over them, out of them, and back."""
    c = Client(dxk)
    c.launch({'drift.hlsl': [39]}, **DRIFT)
    say(c.stopped())
    for command in ('stepIn', 'next', 'next', 'stepOut', 'next', 'next', 'stepIn', 'stepOut', 'next', 'stepBack',
                    'stepBack', 'stepBack', 'stepBack', 'next', 'next', 'reverseContinue', 'reverseContinue'):
        say(command, c.go(command))
    say('instruction', c.go('next', granularity='instruction'))
    say('continue', c.go('continue'))
    say('continue', c.go('continue'))
    finish(c, say)


@case
def calls(dxk, say):
    """Functions that are called."""
    c = Client(dxk)
    c.launch({'calls.hlsl': [7]}, **CALLS)
    say(c.stopped())
    for index in range(3):
        say(c.scope('Locals', index))
    for command in ('stepOut', 'next', 'next', 'stepOut', 'stepOut', 'stepBack'):
        say(command, c.go(command))
    c.breakpoints('calls.hlsl', [])
    say(c.ask('setFunctionBreakpoints', {'breakpoints': [{'name': 'Twice'}, {'name': 'Thrice'}]}))
    while True:
        at = c.go('continue')
        say('continue', at)
        if at == 'terminated':
            break
        say(c.scope('Locals'))
    say(c.output())
    finish(c, say)


@case
def variables(dxk, say):
    """Locals, statics, group-shared ones, of all lanes; members; results of instructions."""
    c = Client(dxk)
    c.launch({'drift.hlsl': [47]}, **DRIFT)
    say(c.stopped())
    for name in ('Locals', 'Program', 'All lanes'):
        say(name, c.scope(name))
    for variable in c.last:
        say(variable['name'], c.members(variable['variablesReference']))
    c.scope('Locals', thread=4)
    for variable in list(c.last):
        if variable['variablesReference']:
            say(variable['name'], variable['type'], c.members(variable['variablesReference']))
    registers = c.scope('Registers')
    say({name: registers[name] for name in ('%1', '%5', '%27')})
    for reference in (0, 99999):
        try:
            c.members(reference)
        except Refused as why:
            say(reference, why)
    finish(c, say)


@case
def types(dxk, say):
    """Structures, matrices, halves, integers of all sizes, enumerations, booleans."""
    c = Client(dxk)
    c.launch({'types.hlsl': [34]}, program='data/debug/types.dxil', bind=['u0=f32:1,2,3,4,5,6'])
    say(c.stopped())
    c.scope('Locals', thread=2)
    for variable in list(c.last):
        say(variable['name'], variable['type'], variable['value'])
        if variable['variablesReference']:
            for member in (c.members(variable['variablesReference']) and c.last):
                say('   ', member['name'], member['type'], member['value'])
    for expression in ('s.pairs[1].y', 's.grid[1][2]', 'c', 'h.g', 'u.y', 's.Base.first', 'm._11', 'm[0][1]', 's.flag',
                       's.wide', 's.large'):
        say(expression, '=', c.value(expression, thread=2))
    finish(c, say)


@case
def expressions(dxk, say):
    """Operators, and what is wrong with an expression."""
    c = Client(dxk)
    c.launch({'drift.hlsl': [40]}, **DRIFT)
    say(c.stopped())
    for expression in ('gi', 'gi + 1 * 2', '(gi + 1) * 2', 'p.position', 'p.position.x / 2', 'p.position.r', 'weights[gi]',
                       'weights[2 - gi]', '%1', '%20 * 4', '$thread + $lane + $wave', '-gi', '!gi', '~gi', '7 % 4 << 2 >> 1',
                       '1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 && 1 == 1.0 && 1 != 2', '0 || gi', '6 ^ 3 | 8 & 12', '0x10',
                       '1.5f', '.5', '1e3', 'true', '9223372036854775807 + 1'):
        say(expression, '=', c.value(expression, thread=2))
    for expression in ('', 'nothing', 'gi.x', 'gi[0]', 'weights', 'weights[3]', 'weights[-1]', 'weights[1', 'p.q', '(1', '1 +',
                       '1 / 0', '1 % 0', '1.0 % 2', 'p + 1', '1 2', '$x', '%999', '1x', 'Particles', 'turn._22 + 1',
                       '(' * 1000, '-' * 1000 + '1', '1+' * 2000 + '1'):
        try:
            say(expression[:20], '=', c.value(expression))
        except Refused as why:
            say(expression[:20], '->', why)
    finish(c, say)


@case
def breakpoints(dxk, say):
    """Conditions, counts, logs, lines without code, instructions."""
    c = Client(dxk)
    c.launch({'drift.hlsl': [{'line': 47, 'condition': 'k == 2 && $thread == 5'}, {'line': 46, 'hitCondition': '% 20'},
                             {'line': 49, 'logMessage': 'thread {$thread}: sum {sum}, {nothing}'}, 1000, 41]}, **DRIFT)
    while True:
        at = c.stopped()
        say(at)
        if at == 'terminated':
            break
        say('sum', c.value('sum'), 'thread', c.value('$thread'))
        c.ask('continue', {'threadId': c.thread})
    say(c.output())
    c.ask('restart')
    say(c.stopped())
    say(c.breakpoints('drift.hlsl', []))
    say(c.ask('breakpointLocations', {'source': {'name': 'drift.hlsl'}, 'line': 20, 'endLine': 30}))
    place = c.ask('stackTrace', {'threadId': 1})['stackFrames'][0]['instructionPointerReference']
    for line in c.ask('disassemble', {'memoryReference': place, 'instructionOffset': -2, 'instructionCount': 5})['instructions']:
        say(line['address'], line['instruction'], line.get('line'))
    say(c.ask('setInstructionBreakpoints', {'breakpoints': [{'instructionReference': place, 'offset': 2},
                                                            {'instructionReference': 'x'}]}))
    say(c.go('continue'))
    finish(c, say)


@case
def waves(dxk, say):
    """Several waves and groups, barriers, what threads do."""
    c = Client(dxk)
    c.launch({'drift.hlsl': [43, 48]}, **{**DRIFT, 'bind': ['u0=zero:384', 'b0=f32:1,2,3,4,0']}, waveSize=4, dispatch=[2],
             group='any', stopOnEntry=True)
    for _ in range(5):
        say(c.stopped())
        for thread in c.ask('threads')['threads']:
            say('   ', thread['id'], thread['name'])
        c.ask('continue', {'threadId': c.thread})
    finish(c, say)
    c = Client(dxk)
    c.launch({'drift.hlsl': [43]}, **{**DRIFT, 'bind': ['u0=zero:384', 'b0=f32:1,2,3,4,0']}, dispatch=[2], group=[1])
    say(c.stopped(), c.value('tid.x'))
    say(c.go('continue'))
    finish(c, say)


@case
def findings(dxk, say):
    """The sanitizer stops the shader."""
    c = Client(dxk)
    c.launch({}, program='data/debug/drift-o3.dxil', bind=['u0=zero:192', 'u1=f32:0'], sanitize=True)
    say(c.stopped())
    say(c.ask('exceptionInfo', {'threadId': c.thread}))
    say(c.go('continue'))
    say(c.output())
    finish(c, say)
    c = Client(dxk)
    c.launch({}, exceptions=(), program='data/debug/drift-o3.dxil', bind=['u0=zero:192', 'u1=f32:0'], sanitize='oob')
    say(c.stopped())
    finish(c, say)


@case
def threads_of_findings(dxk, say):
    """A finding stops the very thread, at its line; a note does not stop. What is wrong has a name."""
    c = Client(dxk)
    c.launch({}, program='data/debug/group-scan.dxil', bind=['u0=zero:256'], sanitize=True)
    stop = c.stopped()
    while stop != 'terminated':
        say(stop, 'i =', c.value('i'))
        say(c.ask('exceptionInfo', {'threadId': c.thread})['description'])
        stop = c.go('continue')
    say(c.output())
    finish(c, say)


@case
def group_shared(dxk, say):
    """Variables of the group, although the compiler has flattened them: vectors, matrices row by row."""
    c = Client(dxk)
    c.launch({'shared.hlsl': [8]}, program='data/debug/shared.dxil', bind=['u0=zero:16'])
    say(c.stopped())
    for expression in ('mats[1]', 'mats[1]._23', 'cols', 'cols[2].z'):
        say(expression, '=', c.value(expression))
    c.ask('disconnect')
    finish(c, say)


@case
def jobs(dxk, say):
    """A job without debug information, in steps of instructions."""
    c = Client(dxk)
    c.launch({}, program='data/exec/if-ladder.dxil', job='data/exec/if-ladder.yaml', stopOnEntry=True)
    say(c.stopped())
    for _ in range(3):
        say(c.go('stepIn', granularity='instruction'))
    say(c.scope('Registers'))
    say(c.go('continue'))
    say(c.output())
    finish(c, say)


@case
def stages(dxk, say):
    """Invocations of a pixel shader: threads are those of a wave, and what they give is shown at the end."""
    c = Client(dxk)
    inputs = ['TEXCOORD=0,1;0,2;0,3;0,4;1,1;2,2;3,3;4,4']
    c.launch({'trace.ps.hlsl': [{'line': 7, 'condition': '$thread == 1'}]}, program='data/draw/trace.ps.dxil', inputs=inputs,
             waveSize=4, group=[1])
    say(c.stopped())
    say('twice.x', [c.value('twice.x', thread=t) for t in range(1, 5)], 'd', c.value('d'))
    say(c.go('stepBack'))
    say(c.go('continue'))
    say(c.go('continue'))
    say(c.output())
    finish(c, say)
    c = Client(dxk)
    try:
        c.ask('initialize')
        c.ask('launch', {'program': 'data/draw/trace.ps.dxil', 'inputs': 7})
    except Refused as why:
        say(str(why))
    finish(c, say)


@case
def sources(dxk, say):
    """Files that are there, and texts that only debug information has."""
    c = Client(dxk, cwd='data')
    c.launch({'drift.hlsl': [39]}, program='debug/split.dxil', bind=['u0=zero:192'])
    say(c.stopped())
    say(c.ask('loadedSources'))
    say(c.ask('source', {'source': {'name': 'drift.hlsl'}})['content'].splitlines()[1])
    try:
        c.ask('source', {'sourceReference': 7})
    except Refused as why:
        say(why)
    finish(c, say)


@case
def pausing(dxk, say):
    """A shader that runs for long can be stopped."""
    c = Client(dxk)
    rounds = 2000000000
    c.launch({}, program='data/debug/drift-od.dxil', bind=['u0=zero:192', f'b0=u32:0,0,0,0,{rounds}'], maxSteps=10**15)
    c.ask('pause', {'threadId': 1})
    reason, _, stack = c.stopped()
    say(reason, [name for name, _ in stack])
    c.ask('terminate')
    say(c.stopped())
    finish(c, say)


@case
def hostile(dxk, say):
    """Frames and messages that make no sense."""
    for data in (b'', b'\r\n', b'garbage\r\n\r\n', b'Content-Length: x\r\n\r\n', b'Content-Length: -1\r\n\r\n',
                 b'Content-Length: 99999999999999999999\r\n\r\n', b'Content-Length: 16777217\r\n\r\n',
                 b'Content-Length: 5\r\n\r\n{}', b'Content-Length: 10', b'A: b\r\n' * 40, b'x' * 5000,
                 b'content-length:2\r\nOther: 1\r\n\r\n{}Content-Length: 2\n\n[]', b'Content-Length: 0\r\n\r\n'):
        c = Client(dxk)
        try:
            c.send_bytes(data)
            c.process.stdin.close()
        except BrokenPipeError:
            pass
        while message := c.read():
            say('   ', message)
        status, error = c.close()
        say(data[:40], '->', status, error.strip())
    c = Client(dxk)
    for text in ('[]', '{', '{"type":"request"}', '{"type":"request","seq":-1,"command":5}', '[' * 100000, '{"a":' * 100000,
                 '{"type":"request","seq":1e3,"command":"\\u0000\\ud800x\\udc00\\ud83d\\ude00"}', '{"type":"response"}', '"\\',
                 '{"type":"request","seq":1,"command":"threads","arguments":[]}'):
        body = text.encode()
        c.send_bytes(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))
        if 'response' not in text:
            say(text[:40], '->', ascii(c.read()))
    finish(c, say)
