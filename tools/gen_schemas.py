#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes schemas/NAME.schema.json for every command NAME that prints JSON (JSON Schema, draft 2020-12).

    tools/gen_schemas.py            writes the files
    tools/gen_schemas.py --check    only says whether they are current

The shapes below are the description: a dict is an object ('key?' may be absent), a list of one is an array, a text is a
type or several of them ("str|null"; "name" is the name of a value, or its number if it has none), '@x' a shape of SHAPES,
('map', x) an object with any keys. tests/schemas/check.py compares outputs of the command with them. Members may be added
in any version, so readers should pass over what they do not know.
"""
import argparse
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, 'schemas')

UNBOUNDED = 'last register; 4294967295: there is no end'
HEX = 'two hexadecimal digits a byte'

# What members mean where the name does not say it.
WORDS = {
    'upper_bound': UNBOUNDED,
    'register': 'with its letter in resources, "t3"; a number in signatures; null: it has none',
    'mask': 'a bit for each component', 'used': 'components that are read, or always written, a bit each',
    'bit': 'offset in bits in the bitcode', 'offset': 'offset in bytes in the container', 'at': 'offset in bytes',
    'path': 'the object, "PSV0/resources[3].flags"', 'status': 'the exit status, for this input',
    'schema': 'raised when a member changes its meaning or goes away', 'dxk': 'version of the command',
    'file': 'the input as it was named', 'digest': HEX, 'stored': HEX, 'retail': HEX, 'bytes': HEX,
    'cost': 'in words, of which runtimes allow 64',
}

COUNTERS = ('instruction_count temp_register_count temp_array_count def_count dcl_count texture_normal_instructions '
            'texture_load_instructions texture_comp_instructions texture_bias_instructions '
            'texture_gradient_instructions float_instruction_count int_instruction_count uint_instruction_count '
            'static_flow_control_count dynamic_flow_control_count macro_instruction_count array_instruction_count '
            'cut_instruction_count emit_instruction_count barrier_instructions interlocked_instructions '
            'texture_store_instructions mov_instruction_count movc_instruction_count conversion_instruction_count '
            'bitwise_instruction_count').split()

SHAPES = {
    'diagnostic': {'severity': 'severity', 'rule?': 'str', 'offset?': 'uint', 'bit?': 'uint', 'line?': 'uint',
                   'column?': 'uint', 'path?': 'str', 'message': 'str'},
    'range': {'line': 'uint', 'column': 'uint', 'end_line': 'uint', 'end_column': 'uint'},
    'fix': {'line': 'uint', 'column': 'uint', 'end_line': 'uint', 'end_column': 'uint', 'text': 'str'},
    'finding': {'rule?': 'str', 'severity': 'severity', 'message': 'str', 'source?': 'str', 'line?': 'uint',
                'column?': 'uint', 'offset?': 'uint', 'bit?': 'uint', 'path?': 'str', 'function?': 'str',
                'block?': 'uint', 'instruction?': 'str', 'subject?': 'str', 'note?': 'str', 'excused?': 'bool',
                'fix?': 'str'},
    'element': {'semantic': 'str', 'index': 'uint', 'register': 'uint|null', 'mask': 'uint', 'used': 'uint',
                'type': 'name', 'min_precision': 'name', 'system_value': 'name', 'interpolation?': 'name',
                'stream': 'uint'},
    # Every resource, whatever it was read from, has class, register, space, lower_bound and upper_bound. Registers of
    # libraries are null until they are linked.
    'resource': {'name?': 'str', 'class': 'name', 'register': 'str|null', 'space': 'uint|null', 'lower_bound': 'uint|null',
                 'upper_bound': 'uint|null', 'type': 'name', 'kind?': 'name', 'flags': 'uint', 'dimension?': 'name',
                 'return_type?': 'name', 'count?': 'uint'},
    'binding': {'name': 'str', 'class': 'name', 'register': 'str|null', 'space': 'uint|null', 'lower_bound': 'uint|null',
                'upper_bound': 'uint|null', 'type': 'name', 'bind_point': 'uint|null', 'bind_count': 'uint', 'flags': ['name'],
                'return_type': 'name', 'dimension': 'name', 'num_samples': 'uint', 'id': 'uint'},
    'parameter': {'semantic_name': 'str', 'semantic_index': 'uint', 'register': 'uint|null', 'system_value_type':
                  'name', 'component_type': 'name', 'mask': 'uint', 'read_write_mask': 'uint', 'stream': 'uint',
                  'min_precision': 'name'},
    'type': {'name': 'str', 'class': 'name', 'type': 'name', 'rows': 'uint', 'columns': 'uint', 'elements': 'uint',
             'offset': 'uint', 'size': 'uint', 'members?': [{'name': 'str', 'type': '@type'}]},
    'node_io': {'name': 'str', 'index': 'uint', 'flags': 'uint', 'record_size': 'uint', 'record_alignment': 'uint',
                'dispatch_grid_offset': 'uint', 'dispatch_grid_type': 'name', 'dispatch_grid_count': 'uint',
                'max_records': 'uint', 'max_records_shared_with': 'int', 'array_size': 'uint',
                'allow_sparse_nodes': 'bool'},
    'node': {'launch_type': 'name', 'is_program_entry': 'bool', 'name': 'str', 'index': 'uint',
             'local_root_table_index': 'uint|null', 'shared_input_name': 'str', 'shared_input_index': 'uint',
             'dispatch_grid': ['uint'], 'max_dispatch_grid': ['uint'], 'max_recursion_depth': 'uint',
             'inputs': ['@node_io'], 'outputs': ['@node_io']},
    'stage': {'version': 'uint', 'kind': 'name', 'major': 'uint', 'minor': 'uint', 'requires_flags': ['name'],
              'num_threads': ['uint'], 'wave_size': ['uint'], 'gs_instance_count': 'uint', 'gs_max_output_vertices':
              'uint', 'gs_output_topology': 'name', 'gs_stream_mask': 'uint', 'input_primitive': 'name',
              'control_points': 'uint', 'input_control_points': 'uint', 'hs_output_primitive': 'name',
              'hs_partitioning': 'name', 'tessellator_domain': 'name', 'max_tess_factor': 'real', 'max_vertex_count':
              'uint', 'max_primitive_count': 'uint', 'mesh_output_topology': 'name', 'payload_size': 'uint',
              'attribute_size': 'uint', 'root_signature_size': 'uint', 'early_depth_stencil': 'bool',
              'is_sample_frequency': 'bool', 'node?': '@node', 'input_parameters': ['@parameter'],
              'output_parameters': ['@parameter'], 'patch_constant_parameters': ['@parameter']},
    'variable': {'name': 'str', 'start_offset': 'uint', 'size': 'uint', 'flags': ['name'], 'default_value': 'str|null',
                 'start_texture': 'uint|null', 'texture_size': 'uint', 'start_sampler': 'uint|null', 'sampler_size':
                 'uint', 'type': '@type'},
    # Fields of a part: a number, a field, a group (any keys) or a list of these.
    'dumped': ('any', ['uint', '@field', ['@dumped'], ('map', '@dumped')]),
    'field': {'at': 'uint', 'inflated?': 'bool', 'size': 'uint', 'bit?': 'uint', 'bits?': 'uint', 'bytes?': 'str',
              'value?': 'real', 'text?': 'str'},
    'part': {'index': 'uint', 'fourcc': 'str', 'size': 'uint'},
    'frame': {'function': 'str', 'source': 'str', 'line': 'uint', 'column': 'uint'},
    'run_finding': {'id': 'str', 'severity': 'severity', 'message': 'str', 'subject?': 'str', 'function': 'str', 'instruction': 'uint',
                    'source?': 'str', 'line?': 'uint', 'column?': 'uint', 'frames?': ['@frame'],
                    'other?': {'function': 'str', 'instruction': 'uint', 'source?': 'str', 'line?': 'uint', 'column?':
                               'uint'},
                    'group': ['uint'], 'thread': ['uint'], 'values': ['uint'], 'count': 'uint'},
    'result': {'result': 'str', 'passed': 'bool'},
    'stage_findings': {'shader': 'str', 'findings': ['@run_finding']},
    'rule': {'rule': 'str', 'message': 'str', 'explanation?': 'str', 'fix?': 'str', 'example?': 'str', 'kind': 'str',
             'severity?': 'severity', 'group?': 'str', 'since_minor?': 'uint', 'checked?': 'bool'},
    'group': {'group': 'str', 'off': 'bool'},
    'overload': {'scalars': ['str'], 'vectors_of': ['str']},
    'operand': {'name': 'str', 'type': 'str', 'rules': ['str'], 'maximum?': 'uint', 'values?': ('map', 'uint')},
    'operation': {'name': 'str', 'opcode': 'uint', 'class': 'str', 'since': 'str', 'since_translated': 'str',
                  'attribute': 'str', 'stages': ['str'], 'shader_flags': ['str'], 'overloads': ['@overload'],
                  'result': 'str', 'operands': ['@operand'], 'flags': ['str'], 'counters': ['str'],
                  'effects': {'kind': 'str', 'reads': ['str'], 'writes': ['str'], 'signature': 'str', 'converges':
                              'str', 'moves': 'str', 'merges': 'str', 'unused': 'str', 'same_result_by': 'str'}},
    'option': {'letter': 'str|null', 'name': 'str|null', 'value': 'str|null', 'help': 'str', 'more': 'str|null',
               'topic': 'str|null'},
}
# Of a text: what is marked in it, and what would mend it. Ends are after the last character.
SHAPES['remark'] = dict(SHAPES['diagnostic'], **{'source?': 'str', 'group?': 'str', 'ranges?': ['@range'], 'fixes?': ['@fix']})


def optional(shape):
    """All members may be absent: the command has other forms, or fails before."""
    return {key.rstrip('?') + '?': value for key, value in shape.items()}


COUNTED = {name: 'uint' for name in COUNTERS}
FUNCTION = {'name': 'str', 'plain_name': 'str', 'required_feature_flags': ['name'], 'min_shader_target': 'uint',
            'shader_stages': 'uint', 'buffers': ['uint'], 'bindings': ['uint'], 'stage': '@stage'}
FACTS = {key + '?': 'uint' for key in
         'psv_version payload_bytes minimum_wave_lanes maximum_wave_lanes input_control_points output_control_points '
         'control_points group_shared_bytes max_vertex_count stream_mask max_output_vertices max_output_primitives '
         'instances'.split()}
FACTS.update({key + '?': 'name' for key in
              'input_primitive output_topology domain output_primitive partitioning'.split()})
FACTS.update({key + '?': 'bool' for key in
              'early_depth_stencil sample_frequency view_id position depth'.split()})
FACTS['threads?'] = ['uint']

# Members of the command's own, beside those of every command.
COMMANDS = {
    'addr2line': {'places': [{'place': 'str', 'function?': 'str', 'instruction?': 'uint', 'block?': 'uint',
                              'frames?': [{'function': 'str', 'file': 'str', 'line': 'uint', 'column': 'uint',
                                           'text?': 'str'}]}]},
    'as': {},
    'bc': {'stream': [{'kind': 'str', 'bit': 'uint', 'block?': 'uint', 'name?': 'str', 'words?': 'uint', 'width?':
                       'uint', 'code?': 'uint', 'abbrev?': 'uint', 'ops?': ['uint'], 'bytes?': 'uint', 'blob?': 'uint',
                       'text?': 'str', 'path?': 'str'}]},
    'cache': {'folder': 'str', 'entries': 'uint', 'bytes': 'uint', 'removed_entries': 'uint', 'removed_bytes': 'uint'},
    'compile': {'findings?': ['@finding'], 'target': 'str|null', 'entry': 'str', 'output': 'str|null'},
    'convert': {},
    'diff': {'differences': [{'kind': 'str', 'path': 'str', 'left?': 'str', 'right?': 'str'}],
             'program': {'functions': ['uint'], 'blocks': ['uint'], 'instructions': ['uint'], 'changed': 'uint',
                         'removed': 'uint', 'added': 'uint', 'moved': 'uint',
                         'counts': [{'name': 'str', 'left': 'uint', 'right': 'uint'}],
                         'rows?': [{'kind': 'str', 'area': 'str', 'left?': 'str', 'right?': 'str'}]}},
    'dis': {'text': 'str'},
    'dump': {'parts': [('map', '@dumped|str')]},
    'edit': {},
    'explain': dict(SHAPES['rule'], rules=['@rule'], groups=['@group']),
    'extract': {'files': [dict(SHAPES['part'], output='str')]},
    'from-yaml': {'output': 'str', 'size': 'uint'},
    'hash': {'digest': {'state': 'str', 'stored?': 'str', 'retail?': 'str', 'debug?': 'str'},
             'hash': {'state': 'str', 'of?': 'str|null', 'flags?': 'uint', 'includes_source?': 'bool', 'stored?': 'str',
                      'dxil?': 'str', 'ildb?': 'str'},
             'canonical': 'str'},
    'help': {'commands': [{'name': 'str', 'group': 'str', 'summary': 'str', 'options': ['str']}],
             'command': {'name': 'str', 'summary': 'str', 'operands': 'str|null', 'about': 'str|null', 'examples':
                         'str|null', 'many': 'bool', 'directories': 'bool', 'options': ['@option']}},
    'info': {'kind': 'str', 'size': 'uint',
             'program': {'profile?': 'str', 'stage?': 'str', 'profile_stage?': 'name', 'shader_model_major': 'uint',
                         'shader_model_minor': 'uint', 'dxil_major?': 'uint', 'dxil_minor?': 'uint', 'bitcode?': 'uint',
                         'tokens?': 'uint'},
             'compiler': 'str', 'entry': 'str', 'stage': FACTS, 'features': {'value': 'uint', 'names': ['str']},
             'digest': {'value': 'str', 'state': 'str'},
             'hash': {'value': 'str', 'includes_source': 'bool', 'matches_bitcode?': 'bool'},
             'parts': [{'fourcc': 'str', 'size': 'uint'}], 'inputs': ['@element'], 'outputs': ['@element'],
             'patch_constants_or_primitives': ['@element'], 'resources': ['@resource'],
             'root_signature': {'version': 'name', 'flags': 'uint', 'cost': 'uint',
                                'parameters': [{'type': 'name', 'visibility': 'name'}], 'static_samplers': 'uint'},
             'functions': [{'name': 'str', 'unmangled_name': 'str', 'kind': 'name', 'min_shader_target': 'uint',
                            'resources': 'uint', 'payload_bytes': 'uint', 'attribute_bytes': 'uint', 'features':
                            'uint'}],
             'subobjects': [{'name': 'str', 'kind': 'name'}],
             'module': {'dxil_major?': 'uint', 'dxil_minor?': 'uint', 'validator_major?': 'uint', 'validator_minor?':
                        'uint', 'stage?': 'name', 'shader_model_major?': 'uint', 'shader_model_minor?': 'uint',
                        'shader_flags?': 'uint', 'flags?': ['name'],
                        'entries?': [{'name': 'str', 'function': 'str', 'kind': 'name', 'flags': ['name']}],
                        'exports?': [{'name': 'str', 'plain_name': 'str', 'kind': 'name'}],
                        'operations': [{'opcode': 'uint', 'name?': 'str', 'count': 'uint'}],
                        'instruction_count': 'uint', 'instructions': ('map', 'uint')}},
    'link': {'linked': [{'name': 'str', 'library': 'str', 'user?': 'str', 'constructor': 'bool'}]},
    'match': {'matches': 'bool'},
    'ops': dict(SHAPES['operation'], operations=['@operation']),
    'opt': {'before': 'uint', 'after': 'uint', 'steps': 'uint',
            'passes': [{'pass?': 'str', 'runs?': 'uint', 'changes?': 'uint', 'instructions?': 'int', 'nanoseconds?':
                        'uint', 'name?': 'str', 'help?': 'str', 'onModule?': 'bool', 'edit?': 'bool',
                        'options?': [{'name': 'str', 'default?': 'int|str', 'least?': 'int', 'greatest?': 'int'}]}],
            'lists': [{'name': 'str', 'help': 'str', 'passes': 'str'}]},
    'pack': {'output': 'str', 'parts': ['@part']},
    'parts': {'kind': 'str', 'size': 'uint', 'digest': 'str',
              'parts': [dict(SHAPES['part'], offset='uint', present='uint', title='str')]},
    'pdb': {'hash': 'str|null', 'pdb': 'str', 'size': 'uint', 'kind': 'str', 'origin': 'str', 'entry': 'str', 'target':
            'str', 'mainFile': 'str', 'hashIncludesSource': 'bool', 'debugModule': 'bool',
            'compiler': ('any', ['null', {'major': 'uint', 'minor': 'uint', 'flags': 'uint', 'commits': 'uint', 'commit':
                                          'str', 'version': 'str'}]),
            'arguments': [{'name': 'str', 'value': 'str'}], 'defines': ['str'],
            'files': [{'name': 'str', 'size': 'uint', 'output?': 'str'}], 'output': 'str', 'name': 'str'},
    'reflect': {'is_library': 'bool', 'is_legacy': 'bool', 'creator': 'str', 'flags': 'uint', 'min_feature_level':
                'uint', 'interface_slots': 'uint', 'stage': '@stage', 'counters': COUNTED,
                'buffers': [{'name': 'str', 'type': 'name', 'size': 'uint', 'flags': ['name'],
                             'variables': ['@variable']}],
                'bindings': ['@binding'], 'functions': [FUNCTION]},
    'rootsig': {'version': 'str', 'cost': 'uint', 'parameters': 'uint', 'samplers': 'uint', 'flags': 'uint', 'text':
                'str', 'verified': 'bool', 'message': 'str', 'output': 'str'},
    'run': {'invocations': [('map', 'any')], 'findings': ['@run_finding'],
            'buffers': [{'register': 'str', 'name': 'str', 'counter?': 'uint', 'columns': ['str'], 'rows': [['real']]}],
            'profile': {'wave_size': 'uint',
                        'files': [{'source': 'str',
                                   'lines': [{'line?': 'uint', 'instructions': 'uint', 'lane_instructions': 'uint',
                                              'lanes': 'real', 'read': 'uint', 'written': 'uint', 'shared_read': 'uint',
                                              'shared_written': 'uint'}]}]},
            'results': ['@result'], 'passed': 'bool', 'stages': ['@stage_findings'],
            'trace': [{'group': ['uint'], 'wave': 'uint', 'function?': 'str', 'source?': 'str', 'line?': 'uint',
                       'column?': 'uint', 'variable?': 'str', 'instruction?': 'str',
                       'values': [{'first': 'uint', 'last': 'uint', 'value?': 'str'}]}]},
    'scan': {'containers': [{'offset': 'uint', 'size': 'uint', 'parts': 'uint', 'program?': 'str', 'digest': 'str',
                             'state': 'str'}]},
    'sign': {'signed': 'bool', 'digest': 'str', 'findings': ['@finding']},
    'strip': {'removed': ['@part']},
    'symbols': {'symbols': [{'name': 'str', 'declaration': 'str', 'kind': 'str', 'stage?': 'str', 'instructions':
                             'uint', 'callers': 'uint', 'resources': ['str']}]},
    'test': {'findings': ['@run_finding'], 'results': ['@result'], 'passed': 'bool', 'stages': ['@stage_findings']},
    'val': {'valid': 'bool', 'judged': 'str', 'total': 'uint', 'findings': ['@finding']},
    'yaml': {'document': ('map', 'any')},
}

# Commands that have --json as all have, and print nothing of their own with it.
WITHOUT = {'completion', 'debug', 'draw', 'report'}

BASIC = {
    'str': {'type': 'string'}, 'uint': {'type': 'integer', 'minimum': 0}, 'int': {'type': 'integer'},
    'bool': {'type': 'boolean'}, 'null': {'type': 'null'}, 'any': True,
    'real': {'anyOf': [{'type': 'number'}, {'enum': ['inf', '-inf', 'nan']}]},
    'name': {'type': ['string', 'integer']}, 'severity': {'enum': ['note', 'warning', 'error']},
}


def used_by(shape, found):
    """Names of SHAPES that a shape needs."""
    if isinstance(shape, str):
        for word in shape.split('|'):
            if word.startswith('@') and word[1:] not in found:
                found.append(word[1:])
                used_by(SHAPES[word[1:]], found)
    elif isinstance(shape, dict):
        for value in shape.values():
            used_by(value, found)
    elif isinstance(shape, tuple):
        for value in shape[1] if shape[0] == 'any' else [shape[1]]:
            used_by(value, found)
    else:
        used_by(shape[0], found)
    return found


def schema_of(shape):
    if isinstance(shape, str):
        words = [({'$ref': '#/$defs/' + word[1:]} if word.startswith('@') else BASIC[word]) for word in shape.split('|')]
        return words[0] if len(words) == 1 else {'anyOf': words}
    if isinstance(shape, list):
        return {'type': 'array', 'items': schema_of(shape[0])}
    if isinstance(shape, tuple):
        if shape[0] == 'any':
            return {'anyOf': [schema_of(one) for one in shape[1]]}
        return {'type': 'object', 'additionalProperties': schema_of(shape[1])}
    properties = {}
    for key, value in shape.items():
        name = key.rstrip('?')
        properties[name] = schema_of(value)
        if name in WORDS and isinstance(properties[name], dict):
            properties[name] = dict(properties[name], description=WORDS[name])
    result = {'type': 'object', 'properties': properties}
    required = [key for key in shape if not key.endswith('?')]
    if required:
        result['required'] = required
    return result


def document(name):
    shape = {'dxk': 'str', 'schema': 'uint', 'file?': 'str'}
    shape.update(optional(COMMANDS[name]))
    said = '@remark' if name == 'compile' else '@diagnostic'
    shape.update({'diagnostics': [said], 'status': 'uint'})
    defs = {'document': schema_of(shape)}
    for used in used_by(shape, []):
        defs[used] = schema_of(SHAPES[used])
    return {'$schema': 'https://json-schema.org/draft/2020-12/schema',
            'title': 'dxk %s --json' % name,
            'description': 'An object for the input; with several inputs an array of these, with --jsonl one a line. '
                           'Members that do not apply are absent.',
            'anyOf': [{'$ref': '#/$defs/document'}, {'type': 'array', 'items': {'$ref': '#/$defs/document'}}],
            '$defs': defs}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    args = parser.parse_args()
    expected = {name + '.schema.json': json.dumps(document(name), indent=1) + '\n' for name in COMMANDS}
    os.makedirs(FOLDER, exist_ok=True)
    stale = sorted(set(os.listdir(FOLDER)) - set(expected))
    for name, text in expected.items():
        path = os.path.join(FOLDER, name)
        if not os.path.exists(path) or open(path, encoding='utf-8').read() != text:
            stale.append(name)
            if not args.check:
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
    for name in stale:
        print(('not current, run tools/gen_schemas.py: ' if args.check else 'written: ') + name)
    return 1 if args.check and stale else 0


if __name__ == '__main__':
    sys.exit(main())
