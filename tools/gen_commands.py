#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what follows from the descriptors of the commands (cli/commands.def, cli/cmd_*.c), which
it asks the command itself for: the list in docs/man/dxk.1, and the manual pages that begin with the
line MADE. A command without a page gets one. A page that does not have that line is written by hand
and left alone.

    tools/gen_commands.py [--dxk PATH]            rewrite them
    tools/gen_commands.py [--dxk PATH] --check    exit 1 and name each that is not current
"""
import argparse
import json
import os
import re
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAN = 'docs/man'
MADE = '.\\" Made by tools/gen_commands.py from cli/cmd_%s.c; edit that instead.'
DATE = re.compile(r'^\.Dd .*$', re.M)
# Where generated lines stand in a file that is otherwise written by hand.
MARK = {
    MAN + '/dxk.1': ('.\\" commands: made by tools/gen_commands.py', '.\\" end of commands'),
}


def read(path):
    """The text of a file of the tree, or None."""
    path = os.path.join(ROOT, path)
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as file:
        return file.read()


def ask(dxk, *args):
    out = subprocess.run([dxk, 'help', '--json', *args], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(out.decode('utf-8'))


# Regions.

def with_region(path, lines):
    """The file's text with `lines` between its two marks."""
    begin, end = MARK[path]
    text = read(path)
    if text.count(begin + '\n') != 1 or text.count(end + '\n') != 1:
        sys.exit('%s: the marks of the list of commands are missing' % path)
    head, rest = text.split(begin + '\n')
    return head + '\n'.join([begin] + lines + [end]) + '\n' + rest.split(end + '\n', 1)[1]


def see_also(names):
    names = sorted(names)
    return ['.Xr %s 1%s' % (n, ' ,' if n != names[-1] else '') for n in names]


# Pages.

def escaped(line):
    """A line of text as mdoc reads it."""
    line = line.replace('\\', '\\e')
    return '\\&' + line if line[:1] in ('.', "'") else line


def quoted(text):
    """Text as one argument of a macro, which is not searched for macros."""
    return '"%s"' % text.replace('\\', '\\e').replace('"', '\\(dq')


def sentences(text):
    """Lines of a filled paragraph; a sentence begins a line."""
    out = []
    for sentence in re.split(r'(?<=[.:;?!]) +(?=[A-Z\'"-])', ' '.join(text.split())):
        out += [escaped(line) for line in textwrap.wrap(sentence, 78, break_on_hyphens=False,
                                                        break_long_words=False)]
    return out


def paragraphs(text):
    out = []
    for block in re.split(r'\n\n+', text.strip('\n')):
        lines = block.split('\n')
        if any(line.startswith(' ') for line in lines):
            block = ['.Bd -literal'] + [escaped(line) for line in lines] + ['.Ed']
        else:
            block = sentences(block)
        if out and block[0] != '.Bd -literal':
            out.append('.Pp')
        out += block
    return out


def argument(text):
    """What an option or the command takes: FILE is a name for it, auto|never are words to type.
    Names keep their capitals, since the text speaks of them so."""
    return ('Ar ' if text.isupper() else 'Cm ') + quoted(text)


def flags(option):
    """The forms of an option: ["Fl o", "Fl Fl output Ns = Ns Ar FILE"]."""
    kind = argument(option['value']) if option['value'] else None
    forms = []
    if option['letter']:
        forms.append('Fl ' + option['letter'])
    name = option['name'] or '-'
    if option['name']:
        forms.append('Fl \\&' + name[1:] if name[0] == '-' else 'Fl Fl ' + name)
    if kind:
        forms[-1] += (' ' if name[0] == '-' else ' Ns = Ns ') + kind
    return forms


def operand(text):
    """A word of the usage line: "[FILE...]"."""
    optional = text.startswith('[') and text.endswith(']')
    word = text[1:-1] if optional else text
    dots = word.endswith('...')
    word = word[:-3] if dots else word
    return '.' + ('Op ' if optional else '') + argument(word) + (' ...' if dots else '')


def synopsis(command):
    out = ['.Nm dxk ' + command['name']]
    out += ['.Op ' + flags(o)[-1] for o in command['options']]
    if command['many']:
        out += ['.Op Fl r'] * command['directories'] + ['.Op Fl j Ar n']
    return out + [operand(word) for word in command['operands'].split()]


def options(command):
    if not command['options']:
        return ['.Pp', 'For the options of all commands, see', '.Xr dxk 1 .']
    out = ['.Pp', 'In addition to the options of all commands (see', '.Xr dxk 1 ) ,', 'these are available:']
    begun, topic = False, None
    for option in command['options']:
        if option['topic'] != topic:
            topic = option['topic']
            out += ['.El'] * begun + ['.Ss ' + quoted(topic[0].upper() + topic[1:])]
            begun = False
        if not begun:
            out.append('.Bl -tag -width Ds')
            begun = True
        text = option['help'][0].upper() + option['help'][1:]
        out.append('.It ' + ' , '.join(flags(option)))
        out += sentences(text if text.endswith('.') else text + '.')
        if option['more']:
            out += paragraphs(option['more'])
    return out + ['.El']


def page(command, date, names):
    """The page of a command; `names` are those of all commands."""
    name = command['name']
    out = ['.\\" SPDX-License-Identifier: MIT', MADE % name.replace('-', '_'), date,
           '.Dt DXK-%s 1' % name.upper(), '.Os dxk', '.Sh NAME', '.Nm dxk-' + name,
           '.Nd ' + escaped(command['summary']), '.Sh SYNOPSIS'] + synopsis(command)
    out += ['.Sh DESCRIPTION'] + paragraphs(command['about'] or command['summary'].capitalize() + '.')
    out += options(command)
    out += ['.Sh EXIT STATUS', 'See', '.Xr dxk 1 .']
    if command['examples']:
        out.append('.Sh EXAMPLES')
        out += ['.Dl ' + quoted(line) for line in command['examples'].split('\n') if line]
    seen = set(re.findall(r'\bdxk ([a-z-]+)', command['about'] or '')) & names - {name}
    return '\n'.join(out + ['.Sh SEE ALSO'] + see_also(['dxk'] + ['dxk-' + n for n in seen])) + '\n'


def pages(dxk, names):
    """Yields path and text of each page that is not written by hand."""
    today = DATE.search(read(MAN + '/dxk.1')).group(0)
    for name in sorted(names):
        path = '%s/dxk-%s.1' % (MAN, name)
        old = read(path)
        if old is None or MADE % name.replace('-', '_') in old.split('\n'):
            date = DATE.search(old or '')
            yield path, page(ask(dxk, name)['command'], date.group(0) if date else today,
                             names)


def orphans(commands):
    """Pages of commands that are gone."""
    known = {'dxk.1'} | {'dxk-%s.1' % c['name'] for c in commands}
    return sorted(set(os.listdir(os.path.join(ROOT, MAN))) - known)


def files(dxk, commands):
    yield MAN + '/dxk.1', with_region(MAN + '/dxk.1', see_also('dxk-' + c['name'] for c in commands))
    yield from pages(dxk, {c['name'] for c in commands})


def main():
    parser = argparse.ArgumentParser(description='writes the lists of commands and manual pages')
    parser.add_argument('--dxk', default=os.path.join(ROOT, 'build-debug', 'dxk'))
    parser.add_argument('--check', action='store_true')
    args = parser.parse_args()
    commands = ask(args.dxk)['commands']
    gone = orphans(commands)
    for name in gone:
        print('%s/%s: there is no such command; remove the page' % (MAN, name), file=sys.stderr)
    stale = 0
    for path, text in files(args.dxk, commands):
        if text == read(path):
            continue
        stale += 1
        if args.check:
            print('%s: not current; run tools/gen_commands.py' % path, file=sys.stderr)
        else:
            with open(os.path.join(ROOT, path), 'w', encoding='utf-8') as file:
                file.write(text)
    return 1 if gone or (args.check and stale) else 0


sys.exit(main())
