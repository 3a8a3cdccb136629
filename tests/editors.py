#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries what docs/editors.md says of git and of Visual Studio Code: editors.py [--dxk DXK].

The blocks of the document are run as they are: attributes and settings in a new repository, patterns on
messages of the command. Exit status 77 if there is no git.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LISTING = '''target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

define void @main() {
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %s)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float 2.000000e+00)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 3.000000e+00)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %s)
  ret void
}

declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #0

attributes #0 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.entryPoints = !{!4}

!0 = !{!"test"}
!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 8}
!3 = !{!"ps", i32 6, i32 0}
!4 = !{void ()* @main, !"main", !5, null, null}
!5 = !{null, !6, null}
!6 = !{!7}
!7 = !{i32 0, !"SV_Target", i8 9, i8 16, !8, i8 0, i32 1, i8 4, i32 0, i8 0, null}
!8 = !{i32 0}
'''


def blocks(kind):
    with open(os.path.join(ROOT, 'docs', 'editors.md'), encoding='utf-8') as file:
        return re.findall(r'^```%s\n(.*?)^```$' % kind, file.read(), re.M | re.S)


class Repository:
    """A new one, set up as the document says."""

    def __init__(self, folder, dxk):
        self.folder = folder
        tools = os.path.join(folder, 'tools')
        os.mkdir(tools)
        os.symlink(dxk, os.path.join(tools, 'dxk'))
        os.symlink(os.path.join(ROOT, 'packages', 'git', 'merge-dxil.sh'), os.path.join(tools, 'merge-dxil.sh'))
        self.work = os.path.join(folder, 'work')
        os.mkdir(self.work)
        self.environment = dict(os.environ, PATH=tools + os.pathsep + os.environ['PATH'], GIT_CONFIG_NOSYSTEM='1',
                                HOME=folder, GIT_AUTHOR_NAME='a', GIT_AUTHOR_EMAIL='a@b', GIT_COMMITTER_NAME='a',
                                GIT_COMMITTER_EMAIL='a@b')
        self.run('git init -q -b main')
        for text in blocks('sh'):
            self.run(text)
        with open(os.path.join(self.work, '.gitattributes'), 'w', encoding='utf-8') as file:
            file.write(blocks('gitattributes')[0])

    def run(self, command, fails=False):
        done = subprocess.run(['sh', '-e', '-c', command], cwd=self.work, env=self.environment, capture_output=True,
                              check=False)
        text = (done.stdout + done.stderr).decode('utf-8', 'replace')
        assert fails == (done.returncode != 0), '%s\n%s' % (command, text)
        return text

    def write(self, first, last):
        """The shader with two constants, committed."""
        with open(os.path.join(self.folder, 's.ll'), 'w', encoding='utf-8') as file:
            file.write(LISTING % (first, last))
        self.run('dxk as ../s.ll -o s.dxil; git add -A; git commit -qm x')


def check_git(dxk):
    with tempfile.TemporaryDirectory() as folder:
        r = Repository(folder, dxk)
        r.write('1.000000e+00', '4.000000e+00')
        r.run('git checkout -q -b other')
        r.write('1.000000e+00', '8.000000e+00')
        shown = r.run('git diff main other -- s.dxil')
        assert re.search(r'^-.*i8 3, float 4\.0', shown, re.M) and re.search(r'^\+.*i8 3, float 8\.0', shown, re.M), shown
        assert re.search(r'^@@.*@@ define void @main', shown, re.M), shown
        r.run('git checkout -q main')
        r.write('5.000000e-01', '4.000000e+00')
        r.run('git merge -q other -m merged')
        merged = r.run('dxk dis s.dxil')
        assert 'i8 0, float 5.000000e-01' in merged and 'i8 3, float 8.000000e+00' in merged, merged
        r.run('dxk sign s.dxil -o signed.dxil; dxk val -q signed.dxil; rm signed.dxil')
        r.run('git checkout -q other')
        r.write('2.500000e-01', '8.000000e+00')
        said = r.run('git merge -q main -m conflict', fails=True)
        assert 's.dxil: conflicts, left as a listing' in said, said
        assert '<<<<<<< ours' in r.run('cat s.dxil')


def match(pattern, text):
    found = [m for m in map(re.compile(pattern['regexp']).match, text.splitlines()) if m]
    assert found, 'no match in: ' + text
    return {key: found[0].group(group) for key, group in pattern.items() if isinstance(group, int)}


def check_patterns(dxk):
    tasks = json.loads(blocks('json')[0])['tasks']
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'wrong.ll')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('define void @f() {\n  ret i33\n')
        said = subprocess.run([dxk, 'as', path, '-o', os.devnull], capture_output=True, check=False)
        found = match(tasks[0]['problemMatcher']['pattern'], said.stderr.decode())
        assert found['file'] == path and found['line'] == '3' and found['severity'] == 'error', found
        bad = os.path.join(folder, 'bad.dxil')
        shutil.copy(os.path.join(ROOT, 'tests', 'data', 'negative', 'cb_oob_big', 'input.dxil'), bad)
        said = subprocess.run([dxk, 'val', '-r', folder], capture_output=True, check=False)
        found = match(tasks[1]['problemMatcher']['pattern'], (said.stdout + said.stderr).decode())
        assert found['file'].startswith(folder) and found['code'], found
        check_source(dxk, tasks[2], os.path.join(folder, 'wrong.hlsl'))


def check_source(dxk, task, path):
    """The task that compiles, with its words filled in."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write('float4 main() : SV_Target\n{\n    return colour;\n}\n')
    words = {'${input:profile}': 'ps_6_0', '${file}': path, '${fileDirname}': os.path.dirname(path),
             '${fileBasenameNoExtension}': 'wrong'}
    args = task['args']
    for word, value in words.items():
        args = [arg.replace(word, value) for arg in args]
    said = subprocess.run([dxk, *args], capture_output=True, check=False)
    found = match(task['problemMatcher']['pattern'], said.stderr.decode())
    assert (found['file'], found['line'], found['code']) == (path, '3', 'HLSL.UNDECLARED'), found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--dxk', default=os.environ.get('DXK', 'dxk'))
    dxk = os.path.abspath(parser.parse_args().dxk)
    if not shutil.which('git'):
        return 77
    check_git(dxk)
    check_patterns(dxk)
    return 0


if __name__ == '__main__':
    sys.exit(main())
