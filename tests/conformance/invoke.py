# SPDX-License-Identifier: MIT
"""Invocations of shaders of the graphics stages, and groups of compute shaders, on generated inputs, and comparisons
of what they give.

Values depend on names and registers alone, so two shaders with the same signatures and resources get the
same, however their containers order them.
"""
import json
import math
import random
import struct
import subprocess

# Control points or pixels that get values of their own.
RECORDS = 24
# A texture's edge; 8 x 8 x 8 for three dimensions, six faces for cubes.
EDGE = 8
KINDS = {'Texture1D': 1, 'Texture1DArray': 1, 'Texture2D': 2, 'Texture2DArray': 2, 'Texture3D': 3,
         'TextureCube': 2, 'TextureCubeArray': 2}
# Values that are numbered by the executor, or that --input has under other names.
OWN = {'SV_PRIMITIVEID', 'SV_DOMAINLOCATION', 'SV_COVERAGE', 'SV_SAMPLEINDEX', 'SV_GSINSTANCEID',
       'SV_OUTPUTCONTROLPOINTID', 'SV_INNERCOVERAGE', 'SV_VIEWID'}
# Values that do not name an element of a signature: (what they have, of which stages).
OTHERS = {
    'ps': {'SV_Coverage': '1;3;7;15', 'SV_SampleIndex': '0;1;2;3', 'SampleCount': '4'},
    'ds': {'SV_DomainLocation': '1,0,0;0,1,0;0,0,1;0.25,0.25,0.5;0.5,0.125,0.375;0.2,0.3,0.5', 'SV_PrimitiveID': '5'},
    'hs': {'SV_PrimitiveID': '5'},
    'gs': {'SV_PrimitiveID': '5'},
}
# What refactored arithmetic may differ by, in parts of the larger value or of one.
TOLERANCE = 2e-5


def shown(command, dxk, path):
    done = subprocess.run([dxk, command, '--json', path], capture_output=True, timeout=60, check=False)
    return json.loads(done.stdout)


def values(seed, kind, count):
    """Numbers of a type: small ones, since they count and index as well."""
    dice = random.Random(seed)
    if kind.startswith('Float'):
        return ['%.9g' % dice.uniform(-2, 2) for _ in range(count)]
    low = -4 if kind.startswith('SInt') else 0
    return [str(dice.randint(low, 7)) for _ in range(count)]


def element_groups(stage, element):
    """Numbers of one row of a signature, for every record."""
    name, columns = element['semantic'].upper(), bin(element['mask']).count('1')
    groups = []
    for i in range(RECORDS):
        numbers = values('%s %d %d' % (name, element['index'], i), element['type'], columns)
        if name == 'SV_ISFRONTFACE':  # the same for all pixels of a primitive
            numbers = ['4294967295' if i // 4 % 2 else '0']
        elif name == 'SV_POSITION' and stage == 'ps':
            numbers[:2] = ['%.1f' % (i // 4 * 2 + (i & 1) + 0.5), '%.1f' % ((i >> 1 & 1) + 0.5)][:columns]
        groups.append(','.join(numbers))
    return groups


def inputs(stage, info):
    """Options that give a shader its inputs."""
    options = ['%s=%s' % item for item in OTHERS.get(stage, {}).items()]
    elements = info.get('inputs', []) + (info.get('patch_constants_or_primitives', []) if stage == 'ds' else [])
    for element in elements:
        if element['semantic'].upper() not in OWN:
            options.append('%s%d=%s' % (element['semantic'], element['index'], ';'.join(element_groups(stage, element))))
    return [word for option in options for word in ('--input', option)]


def scalars(kind, at=0):
    """Offsets and types of the scalars of a variable: rows of arrays and matrices begin registers."""
    for member in kind.get('members', []):
        yield from scalars(member['type'], at + member['type'].get('offset', 0))
    if not kind.get('members'):
        real = kind.get('type') in ('D3D_SVT_FLOAT', 'D3D_SVT_MIN16FLOAT')
        for offset in range(at, at + max(kind.get('size', 0), 4), 4):
            yield offset, 'Float32' if real else 'UInt32'


def bits(kind, text):
    return str(struct.unpack('<I', struct.pack('<f', float(text)))[0]) if kind == 'Float32' else text


def buffer_words(name, reflection):
    """Numbers of a constant buffer, of the types that its variables have."""
    for buffer in reflection.get('buffers', []):
        if buffer['name'] == name:
            words = ['0'] * ((buffer['size'] + 3) // 4)
            for variable in buffer['variables']:
                for offset, kind in scalars(variable['type'], variable['start_offset']):
                    if offset // 4 < len(words):
                        words[offset // 4] = bits(kind, values('%s %d' % (name, offset), kind, 1)[0])
            return words
    return [bits('Float32', number) for number in values(name, 'Float32', 64)]


def typed(name, kind, count):
    """Numbers of a typed resource; the letter of the type is that of --bind."""
    kind = {'D3D_RETURN_TYPE_UINT': ('UInt32', 'u32'), 'D3D_RETURN_TYPE_SINT': ('SInt32', 'i32')}.get(kind, ('Float32', 'f32'))
    return kind[1], values(name, kind[0], count)


def content(resource, binding, reflection):
    """The value of --bind; None: zeros will do."""
    name, kind = resource['name'], resource.get('kind')
    place = '%s %d %d' % (resource['type'][:3], resource['space'], resource['lower_bound'])
    if kind == 'CBuffer':
        return 'u32:' + ','.join(buffer_words(name, reflection))
    if kind in KINDS:
        faces = 6 if kind.startswith('TextureCube') else 1
        letter, numbers = typed(place, binding.get('return_type'), 4 * faces * EDGE ** KINDS[kind])
        return '%s:%sx4:%s' % ('x'.join([str(EDGE)] * KINDS[kind]), letter, ','.join(numbers))
    if kind == 'TypedBuffer':
        letter, numbers = typed(place, binding.get('return_type'), 4 * EDGE)
        return '%s:%s' % (letter, ','.join(numbers))
    if kind in ('RawBuffer', 'StructuredBuffer'):
        stride = binding.get('num_samples', 0) if kind == 'StructuredBuffer' else 16
        return 'f32:' + ','.join(values(place, 'Float32', EDGE * stride // 4)) if 0 < stride <= 2048 and stride % 4 == 0 else None
    return None


def place_of(resource):
    return resource['type'], resource['space'], resource['lower_bound']


def binds(info, reflection):
    options = []
    for resource in info.get('resources', []):
        letter = {'CBV': 'b', 'SRV': 't', 'UAV': 'u'}.get(resource['type'][:3])
        binding = next((b for b in reflection.get('bindings', []) if b['name'] == resource['name']), {})
        value = content(resource, binding, reflection) if letter else None
        last = min(resource['upper_bound'], resource['lower_bound'] + 3)
        for register in range(resource['lower_bound'], last + 1) if value else ():
            options += ['--bind', '%s%d%s=%s' % (letter, register, ',space%d' % resource['space'] if resource['space'] else '', value)]
    return options


def has_more_than_is_bound(dxk, path):
    """True if there is a texture that binds() has nothing for: what it gives depends on the type that is declared."""
    return any(r['kind'].startswith('Texture') and r['kind'] not in KINDS for r in shown('info', dxk, path).get('resources', []))


def plain_name(key):
    """Index 0 is shown for arrays only."""
    return key[:-1] if key.endswith('0') and not key[:-1][-1:].isdigit() else key


def invoke(dxk, path, stage, timeout=10, like=None, more=()):
    """What the invocations of a shader give, and what they wrote: (records, message). `like`: the shader that tells what
    they are given, if it is another one; `more`: options."""
    try:
        info, reflection = shown('info', dxk, like or path), shown('reflect', dxk, like or path)
        if like:  # which may have resources that this one does not use
            own = [place_of(r) for r in shown('info', dxk, path).get('resources', [])]
            info['resources'] = [r for r in info.get('resources', []) if place_of(r) in own]
        command = [dxk, 'run', '--json', path] + list(more) + binds(info, reflection)
        if stage != 'cs':
            command += ['--invoke'] + inputs(stage, info)
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
        if done.returncode != 0:
            return None, (done.stderr or done.stdout).decode('utf-8', 'replace').strip()[:200] or 'status %d' % done.returncode
        result = json.loads(done.stdout)
    except subprocess.TimeoutExpired:  # loops may run long with numbers that they were not made for
        return None, 'takes too long'
    except (OSError, ValueError) as error:
        return None, 'no results to read: %s' % error
    written = {b['register']: b['rows'] for b in result.get('buffers', [])}
    records = [{plain_name(key): row for key, row in record.items()} for record in result.get('invocations', [])]
    return {'invocations': records, 'written': written}, ''


def number(value):
    """None: it is none."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def same_bits(a, b):
    """True if an integer is the bits of a real number: memory is shown as the type that a shader writes."""
    if not isinstance(a, int) or not isinstance(b, float) or not -1 << 31 <= a < 1 << 32 or abs(b) > 3.4e38:
        return False
    if math.isnan(b):
        return math.isnan(struct.unpack('<f', struct.pack('<I', a & 0xffffffff))[0])
    if 0 <= a < 1 << 16 and abs(b) < 65520 and struct.pack('<H', a) == struct.pack('<e', b):
        return True
    return struct.pack('<I', a & 0xffffffff) == struct.pack('<f', b)


def close(a, b):
    """Integers are exact; a number without a fraction that no 32 bits hold is a real one."""
    if same_bits(a, b) or same_bits(b, a):
        return True
    if isinstance(a, int) and isinstance(b, int) and max(abs(a), abs(b)) < 1 << 32:
        return a == b
    if a == b or (math.isnan(a) and math.isnan(b)):
        return True
    return abs(a - b) <= TOLERANCE * max(1, abs(a), abs(b))


def difference(a, b, at=''):
    """Where two results differ; '': nowhere. JSON has infinities and NaNs as text."""
    a, b = (float(value) if isinstance(value, str) and value.lstrip('-') in ('nan', 'inf') else value for value in (a, b))
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        parts = [(a[key], b[key], '%s %s' % (at, key)) for key in a]
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        parts = [(x, y, '%s[%d]' % (at, i)) for i, (x, y) in enumerate(zip(a, b))]
    else:
        parts = None
    if parts is not None:
        return next((found for part in parts if (found := difference(*part))), '')
    if number(a) is not None and number(b) is not None:
        return '' if close(a, b) else '%s: %r, %r' % (at.strip(), a, b)
    return '' if a == b else '%s: %s, %s' % (at.strip(), str(a)[:80], str(b)[:80])
