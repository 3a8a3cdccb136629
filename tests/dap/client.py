# SPDX-License-Identifier: MIT
"""A client of the Debug Adapter Protocol, for tests: it talks to `dxk debug` and keeps what was said."""
import json
import subprocess


class Refused(Exception):
    """The adapter has refused a request."""


class Client:
    def __init__(self, dxk, cwd=None):
        self.process = subprocess.Popen([dxk, 'debug'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd)
        self.seq = 0
        self.events = []

    # --- messages ---

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))

    def read(self):
        """The next message; None at the end."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            line = line.strip()
            if not line:
                break
            name, value = line.split(b':')
            assert name == b'Content-Length', line
            length = int(value)
        return json.loads(self.process.stdout.read(length).decode())

    def ask(self, command, arguments=None):
        """Sends a request and returns the body of the answer; events in between are kept."""
        self.seq += 1
        request = {'seq': self.seq, 'type': 'request', 'command': command}
        if arguments is not None:
            request['arguments'] = arguments
        self.send(request)
        while True:
            message = self.read()
            assert message is not None, f'the adapter has ended during {command}'
            if message['type'] == 'event':
                self.events.append(message)
                continue
            assert message['request_seq'] == self.seq and message['command'] == command, message
            if not message['success']:
                raise Refused(message['message'])
            return message.get('body', {})

    def wait(self, *names):
        """The body of the first event of one of these names, which is taken off, and its name."""
        while True:
            for n, event in enumerate(self.events):
                if event['event'] in names:
                    del self.events[n]
                    return event['event'], event.get('body', {})
            message = self.read()
            assert message is not None, f'the adapter has ended before {names}'
            assert message['type'] == 'event', message
            self.events.append(message)

    def output(self):
        """What has come as output so far, which is taken off."""
        text = ''.join(e['body']['output'] for e in self.events if e['event'] == 'output')
        self.events = [e for e in self.events if e['event'] != 'output']
        return text

    # --- sessions ---

    def launch(self, breakpoints=None, exceptions=('findings',), **arguments):
        """`breakpoints`: by source a list of lines, or of breakpoints as the protocol has them."""
        self.ask('initialize', {'adapterID': 'dxk', 'linesStartAt1': True})
        self.ask('launch', arguments)
        self.wait('initialized')
        for source, list_ in (breakpoints or {}).items():
            self.breakpoints(source, list_)
        self.ask('setExceptionBreakpoints', {'filters': list(exceptions)})
        self.ask('configurationDone')

    def breakpoints(self, source, list_):
        points = [p if isinstance(p, dict) else {'line': p} for p in list_]
        return self.ask('setBreakpoints', {'source': {'path': source}, 'breakpoints': points})['breakpoints']

    def stopped(self):
        """Where the shader stops: reason, thread, and the lines of the stack from the inside out; at
        its end "terminated"."""
        name, body = self.wait('stopped', 'terminated')
        if name == 'terminated':
            return 'terminated'
        self.thread = body['threadId']
        return body['reason'], self.thread, self.stack(self.thread)

    def stack(self, thread):
        frames = self.ask('stackTrace', {'threadId': thread})['stackFrames']
        return [(f['name'], f['line']) for f in frames]

    def go(self, command, thread=None, **arguments):
        self.ask(command, {'threadId': thread or self.thread, **arguments})
        return self.stopped()

    def frame(self, index=0, thread=None):
        frames = self.ask('stackTrace', {'threadId': thread or self.thread})['stackFrames']
        return frames[index]['id']

    def scope(self, name, index=0, thread=None):
        """The variables of a scope: name -> value."""
        scopes = self.ask('scopes', {'frameId': self.frame(index, thread)})['scopes']
        reference = next(s['variablesReference'] for s in scopes if s['name'] == name)
        return self.members(reference)

    def members(self, reference):
        self.last = self.ask('variables', {'variablesReference': reference})['variables']
        return {v['name']: v['value'] for v in self.last}

    def value(self, expression, index=0, thread=None):
        return self.ask('evaluate', {'expression': expression, 'frameId': self.frame(index, thread)})['result']

    def close(self):
        """Ends the session; returns the exit status and what went to standard error."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.stdout.read()
        error = self.process.stderr.read().decode()
        return self.process.wait(), error
