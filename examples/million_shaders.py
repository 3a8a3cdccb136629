#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validates, indexes and compares every shader below a folder, on one machine or a cluster.

    examples/million_shaders.py FOLDER [--workers N] [--on processes|dask|ray] [--address HOST:PORT] [-o index.jsonl]

The index has a line for each shader: path, profile, SHA-256 of the program, key of its canonical form, verdict. Valid
shaders with the same key are equivalent, even if names and compilers differ. At the end, the program prints the groups of
equivalent shaders and the time.

The work is a function of a list of paths, shard(), which returns plain data. It runs in processes on this machine, or on a
Dask or Ray cluster. Paths must be valid on all machines.
"""
import argparse
import collections
import hashlib
import json
import os
import sys
import time

import dxk

SHARD = 64  # files per task, some tenths of a second of work


def program_of(data):
    """The program: the part DXIL, otherwise the program of models 4 and 5, otherwise the whole file."""
    with dxk.Container(data) as container:
        for kind in ('DXIL', 'SHEX', 'SHDR'):
            index = container.find(kind)
            if index is not None:
                return container.part(index)
    return data


def canonical_key(data):
    """A hash of the program in its canonical form, which equivalent shaders share; None if there is no such form."""
    try:
        return hashlib.sha256(program_of(dxk.optimize(data, 'canonical').data)).hexdigest()
    except dxk.DxkError:
        return None


def row(path):
    """The line of the index for a file."""
    with open(path, 'rb') as file:
        data = file.read()
    try:
        program = program_of(data)
        info = dxk.info(data)
    except dxk.DxkError as error:
        return {'path': path, 'valid': False, 'error': str(error).splitlines()[0]}
    verdict = dxk.validate(data)
    return {'path': path, 'profile': info.get('program', {}).get('profile'), 'size': len(data),
            'program': hashlib.sha256(program).hexdigest(), 'key': canonical_key(data) if verdict else None,
            'valid': verdict.valid,
            'rules': sorted({f.rule for f in verdict.findings if f.rule and f.severity == 'error'})}


def shard(paths):
    """A task: rows for some files."""
    return [row(path) for path in paths]


# ---------------------------------------------------------------------------------------------
# Runners: each takes an iterable of shards and yields lists of rows as they are done.

def with_processes(shards, workers, _address):
    import concurrent.futures
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        pending = [pool.submit(shard, paths) for paths in shards]
        for task in concurrent.futures.as_completed(pending):
            yield task.result()


def with_dask(shards, workers, address):
    import distributed
    given = {'address': address} if address else {'n_workers': workers, 'threads_per_worker': 1, 'processes': True,
                                                  'dashboard_address': None}
    with distributed.Client(**given) as client:
        for _, rows in distributed.as_completed(client.map(shard, list(shards), pure=False), with_results=True):
            yield rows


def with_ray(shards, workers, address):
    import ray
    ray.init(address=address, num_cpus=None if address else workers)
    task = ray.remote(shard)
    pending = [task.remote(paths) for paths in shards]
    while pending:
        done, pending = ray.wait(pending)
        yield from ray.get(done)
    ray.shutdown()


RUNNERS = {'processes': with_processes, 'dask': with_dask, 'ray': with_ray}


# ---------------------------------------------------------------------------------------------

def shards_of(folder, repeat):
    """Lists of paths; `repeat` repeats the folder, for measurements."""
    paths = sorted(os.path.join(base, name) for base, _, names in os.walk(folder) for name in names
                   if name.endswith(('.dxil', '.dxbc', '.cso'))) * repeat
    return [paths[i:i + SHARD] for i in range(0, len(paths), SHARD)]


def summarize(rows, seconds):
    groups = collections.defaultdict(set)
    for item in rows:
        if item.get('key'):
            groups[item['key']].add(item['path'])
    same = [sorted(paths) for paths in groups.values() if len(paths) > 1]
    return {'shaders': len(rows), 'valid': sum(item['valid'] for item in rows), 'groups_of_equal': len(same),
            'in_groups': sum(map(len, same)), 'seconds': round(seconds, 2),
            'shaders_per_second': round(len(rows) / seconds) if seconds else None}, same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder')
    parser.add_argument('--workers', type=int, default=os.cpu_count())
    parser.add_argument('--on', choices=sorted(RUNNERS), default='processes')
    parser.add_argument('--address', help='address of a running cluster; by default one is started on this machine')
    parser.add_argument('--repeat', type=int, default=1, help='process the folder this many times')
    parser.add_argument('-o', dest='output', help='file for the index, one JSON object per line')
    args = parser.parse_args()
    start, rows = time.monotonic(), []
    output = open(args.output, 'w', encoding='utf-8') if args.output else None
    for done in RUNNERS[args.on](shards_of(args.folder, args.repeat), args.workers, args.address):
        rows += done
        for item in done if output else ():
            output.write(json.dumps(item) + '\n')
    if output:
        output.close()
    summary, same = summarize(rows, time.monotonic() - start)
    for paths in sorted(same)[:20]:
        print('equal: ' + ' '.join(os.path.relpath(path, args.folder) for path in paths))
    print(json.dumps(summary))
    return 0 if rows else 1


if __name__ == '__main__':
    sys.exit(main())
