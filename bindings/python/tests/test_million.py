# SPDX-License-Identifier: MIT
"""The example examples/million_shaders.py on two workers, under whatever runs tasks here."""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any, Dict, List, Tuple

DATA = os.environ['DXK_TEST_DATA']
EXAMPLE = os.path.join(os.path.dirname(os.path.dirname(DATA)), 'examples', 'million_shaders.py')


def index(how: str) -> Tuple[List[Dict[str, Any]], Dict[str, Any]]:
    """The rows, in order, and the summary."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'index.jsonl')
        output = subprocess.run([sys.executable, EXAMPLE, DATA, '--workers', '2', '--on', how, '-o', path], check=True,
                                stdout=subprocess.PIPE).stdout
        with open(path, encoding='utf-8') as file:
            rows = [json.loads(line) for line in file]
    summary: Dict[str, Any] = json.loads(output.splitlines()[-1])
    print('%s: %s' % (how, json.dumps(summary)))
    return sorted(rows, key=lambda row: str(row['path'])), summary


class Million(unittest.TestCase):
    rows: List[Dict[str, Any]]
    summary: Dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.rows, cls.summary = index('processes')

    def test_indexes_every_shader(self) -> None:
        rows = {os.path.relpath(row['path'], DATA): row for row in self.rows}
        self.assertEqual(len(rows), self.summary['shaders'])
        self.assertTrue(rows['ps.dxil']['valid'])
        self.assertEqual(rows['ps.dxil']['profile'], 'ps_6_0')
        self.assertFalse(rows['bad-offset.dxil']['valid'])

    def test_finds_equal_ones(self) -> None:
        keys = {os.path.relpath(row['path'], DATA): row.get('key') for row in self.rows}
        self.assertEqual(keys['bad-hash.dxil'], keys['trailing.dxil'])
        self.assertNotEqual(keys['ps.dxil'], keys['vs.dxil'])
        self.assertGreater(self.summary['groups_of_equal'], 0)

    def same_on(self, how: str, module: str) -> None:
        if importlib.util.find_spec(module) is None:
            self.skipTest('%s is not installed' % module)
        rows, _ = index(how)
        self.assertEqual(rows, self.rows)

    def test_is_the_same_on_dask(self) -> None:
        self.same_on('dask', 'distributed')

    def test_is_the_same_on_ray(self) -> None:
        self.same_on('ray', 'ray')


if __name__ == '__main__':
    unittest.main()
