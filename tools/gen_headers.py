#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the headers that follow from src/spec/*.def: see HEADERS.

    tools/gen_headers.py            rewrite the headers
    tools/gen_headers.py --check    exit 1 when they are not current, or a table is inconsistent
"""
import os
import re
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = re.compile(r'^DXK_(\w+)\((.*)\)\s*$')
BITS = {'u8': 8, 'u16': 16, 'u32': 32, 'u64': 64, 'f32': 32}
CTYPE = {'u8': 'uint8_t', 'u16': 'uint16_t', 'u32': 'uint32_t', 'u64': 'uint64_t', 'f32': 'float'}
errors = []


def rows(path):
    """Yields (macro, [arguments]) for each row; a row is one line."""
    for number, line in enumerate(open(os.path.join(ROOT, path), encoding='ascii'), 1):
        match = ROW.match(line)
        if not match or line.startswith('#'):
            continue
        args = re.findall(r'"(?:[^"\\]|\\.)*"|[^,\s][^,]*', match.group(2))
        yield match.group(1), [a.strip().strip('"') for a in args], number


def bits_of(kind):
    if kind in BITS:
        return BITS[kind]
    match = re.match(r'^(b|raw)(\d+)$', kind)
    return int(match.group(2)) * (8 if match.group(1) == 'raw' else 1)


def comment(text, indent):
    body = textwrap.wrap(text, 94 - indent)
    pad = ' ' * indent
    return pad + '/* ' + ('\n' + pad + ' * ').join(body) + ' */'


def head(name, what):
    guard = 'DXK_%s_H' % name.upper()
    return ['/* SPDX-License-Identifier: MIT */', '/*', ' * dxk/%s.h - %s' % (name, what[0])] + \
        [(' * ' + line).rstrip() for line in what[1:]] + \
        [' *', ' * Made by tools/gen_headers.py from src/spec/%s.def; edit that instead.' % name, ' */',
         '#ifndef ' + guard, '#define ' + guard, '', '#include "dxk/base.h"']


OPEN = ['', '#ifdef __cplusplus', 'extern "C" {', '#endif', '']
CLOSE = ['#ifdef __cplusplus', '}', '#endif', '#endif']


def enums():
    out = head('enums', ['enumerations and flag sets of the formats, with their names.',
                         '', 'Structures hold the raw numbers, so values without an enumerator are kept.'])
    out += OPEN
    ids, body, seen = [], [], {}
    for macro, args, line in rows('src/spec/enums.def'):
        if macro in ('ENUM', 'FLAGS'):
            ids.append((args[0], args[2]))
            flags = macro == 'FLAGS'
            seen = {}
            body.append(comment(args[2][0].upper() + args[2][1:] + (', combined with `|`.' if flags else '.'), 0))
            wide = False
            values = []
        elif macro == 'VALUE':
            number = int(args[3], 0)
            if number in seen and 'alias' not in args[5]:
                errors.append('enums.def:%d: %s has the value of %s' % (line, args[2], seen[number]))
            seen[number] = args[2]
            wide = wide or number > 0x7fffffff
            text = args[4] + (': ' if args[4] and args[5] else '') + args[5]
            values.append((args[1], args[2], args[3], number, text))
        elif macro == 'ENUM_END':
            if wide:
                for prefix, ident, shown, number, text in values:
                    suffix = 'ull' if number > 0xffffffff else 'u'
                    body.append('#define DXK_%s_%s %s%s /* %s */' % (prefix, ident, shown, suffix, text))
            else:
                body.append('typedef enum dxk_%s {' % args[0])
                for i, (prefix, ident, shown, number, text) in enumerate(values):
                    comma = ',' if i + 1 < len(values) else ''
                    body.append('    DXK_%s_%s = %s%s /* %s */' % (prefix, ident, shown, comma, text))
                body.append('} dxk_%s;' % args[0])
            body.append('')
    out += body
    out += ['/* Ids of the sets, for the functions below. */', 'typedef enum dxk_enum_id {',
            '    DXK_ENUM_ID_none = 0, /* no set */']
    out += ['    DXK_ENUM_ID_%s, /* %s */' % pair for pair in ids]
    out += ['    DXK_ENUM_ID_COUNT /* number of sets, including DXK_ENUM_ID_none */', '} dxk_enum_id;', '']
    out += ['/* Returns the name of a number in a set, or NULL if it has none. Static storage. */',
            'DXK_API const char *dxk_enum_text(dxk_enum_id id, uint64_t number);', '',
            '/* Sets *number to the number that has a name in a set. The case matters. False if there is none. */',
            'DXK_API bool dxk_enum_find(dxk_enum_id id, dxk_str text, uint64_t *number);', '',
            '/* Sets *number and *text to value `index` of a set and its name, in the order of the',
            ' * specification. False past the end. */',
            'DXK_API bool dxk_enum_value(dxk_enum_id id, size_t index, uint64_t *number, const char **text);',
            '', '/* True if the values of a set are flags. */', 'DXK_API bool dxk_enum_is_flags(dxk_enum_id id);', '',
            '/* Returns the name of a set, such as "shader_kind". Never NULL; static storage. */',
            'DXK_API const char *dxk_enum_name(dxk_enum_id id);', '']
    return out + CLOSE


def records():
    out = head('records', ['C structures of the fixed layouts of the formats.', '',
                           'Members hold the fields in host byte order; each bit-field has a byte of its own. Members',
                           'that an older version of a record lacks are zero.'])
    out += OPEN
    ids = []
    size = run = 0
    for macro, args, line in rows('src/spec/records.def'):
        if macro == 'RECORD':
            ids.append((args[0], args[1]))
            size = run = 0
            out.append(comment(args[1][0].upper() + args[1][1:] + '.', 0))
            out.append('typedef struct dxk_%s {' % args[0])
        elif macro == 'FIELD':
            kind, field, since, doc = args[1], args[2], int(args[3]), args[6]
            bits = bits_of(kind)
            if kind.startswith('b'):
                run += bits
            elif run % 8:
                errors.append('records.def:%d: bits before %s do not fill a byte' % (line, field))
            size += bits
            if since:
                doc += '; since version %d' % since
            ctype = CTYPE.get(kind, 'uint8_t')
            extent = '[%d]' % (bits // 8) if kind.startswith('raw') else ''
            out.append('    %s %s%s; /* %s */' % (ctype, field, extent, doc))
        elif macro == 'RECORD_END':
            if size % 8 or size // 8 > 65535:
                errors.append('records.def:%d: %s has %d bits' % (line, args[0], size))
            out.append('} dxk_%s;' % args[0])
            out.append('#define DXK_WIRE_SIZE_%s %du /* bytes in a file */' % (args[0], size // 8))
            out.append('')
    out += ['/* Ids of the records, for the functions below. */', 'typedef enum dxk_record_id {',
            '    DXK_RECORD_ID_none = 0, /* no record */']
    out += ['    DXK_RECORD_ID_%s, /* %s */' % pair for pair in ids]
    out += ['    DXK_RECORD_ID_COUNT /* number of records, including DXK_RECORD_ID_none */', '} dxk_record_id;', '']
    out += ['/* Ways to show a field. */', 'typedef enum dxk_show {']
    shows = [('DEC', 'decimal number'), ('HEX', 'hexadecimal number'), ('BOOL', 'false or true'),
             ('ENUM', 'name of an enumeration'), ('FLAGS', 'names of flags'), ('FLOAT', 'floating point'),
             ('FOURCC', 'four characters'), ('MASK', 'components, xyzw'), ('BYTES', 'bytes'),
             ('PAD', 'filler, zero'), ('STR', 'offset of a string'), ('STRS', 'list of strings'),
             ('INTS', 'list of numbers'), ('REF', 'index of a record'), ('REFS', 'list of records'),
             ('BLOB', 'bytes elsewhere in the part'), ('TEXT', 'text'),
             ('SIZE', 'size, count or offset that follows from other fields'),
             ('TABLE', 'bytes shown where other fields refer to them, such as a string table'),
             ('SET', 'set of small numbers, one bit each; the text lists them')]
    for i, (name, doc) in enumerate(shows):
        comma = ',' if i + 1 < len(shows) else ''
        out.append('    DXK_SHOW_%s = %d%s /* %s */' % (name, i, comma, doc))
    out += ['} dxk_show;', '',
            '/* Returns the name of a record, such as "signature_element". Never NULL; static storage. */',
            'DXK_API const char *dxk_record_name(dxk_record_id id);', '',
            '/* Returns the size of the newest version of a record in a file, in bytes. */',
            'DXK_API size_t dxk_record_wire_size(dxk_record_id id);', '',
            '/*',
            ' * Reads a record from `bytes` into its structure, `record`. Fields past the end of `bytes`',
            ' * become zero. Returns the number of bytes read.', ' */',
            'DXK_API size_t dxk_record_load(dxk_record_id id, dxk_bytes bytes, void *record);', '',
            '/* Writes the first `size` bytes of a record to `out`, as in a file. Fields that reach past `size`',
            ' * are left out. Returns the number of bytes written. */',
            'DXK_API size_t dxk_record_store(dxk_record_id id, const void *record, uint8_t *out, size_t size);', '']
    return out + CLOSE


OVERLOADS = {'h': 'half', 'f': 'float', 'd': 'double', '1': 'i1', '8': 'i8', 'w': 'i16', 'i': 'i32', 'l': 'i64',
             'u': 'struct pointer', 'o': 'object'}


def overload_text(letters):
    """Allowed types of each overload: "float, half; vectors of float"."""
    out = []
    for one in letters.split(','):
        scalars, _, elements = one.partition('<')
        words = [OVERLOADS[c] for c in scalars]
        if elements:
            words.append('vectors of ' + '/'.join(OVERLOADS[c] for c in elements))
        out.append(', '.join(words))
    return '; '.join(out)


def ops():
    out = head('ops', ['the operations of DXIL: numbers of dx.op functions.', '',
                       'Each name is followed by its operands, the allowed overloads, and the first shader model',
                       'that has it, unless that is 6.0. Names are those of the specification.'])
    out[out.index(' * Made by tools/gen_headers.py from src/spec/ops.def; edit that instead.')] = \
        ' * Made by tools/gen_headers.py from src/spec/dxil_ops.def; edit that instead.'
    out += ['', '/* An operation; see dxk_builder_op(). */', 'typedef uint32_t dxk_op;', '']
    text = open(os.path.join(ROOT, 'src/spec/dxil_ops.def'), encoding='ascii').read()
    text = text[text.index('\nDXKI_DXIL_OP(CORE'):]
    found = [m for m in re.split(r'^DXKI_DXIL_OP\(', text, flags=re.M)[1:]]
    for row in found:
        args = [a.strip() for a in row.split(',')]
        table, index, name = args[0], int(args[1]), args[2]
        strings = re.findall(r'"([^"]*)"', row)
        model = re.search(r'\b6_(\d+)\b', row).group(1)
        if 'F(RESERVED)' in row:
            continue
        operands = [m.group(1).strip() for m in re.finditer(r'\b[PDCKEMXHA]\(\w+,\s*(\w+)', row)]
        number = index if table == 'CORE' else 0x80000000 + index
        doc = '(%s)' % ', '.join(operands)
        if strings[1] != 'v':
            doc += ': ' + overload_text(strings[1])
        if model != '0':
            doc += '; 6.%s' % model
        shown = '%du' % number if number < 0x80000000 else '0x%xu' % number
        out.append('#define DXK_OP_%s %s /* %s */' % (name, shown, doc))
    out += ['', '#endif']
    return out


def opcodes():
    out = head('opcodes', ['the instructions of LLVM 3.7, as numbers.', '',
                           'Constant expressions use the same numbers. They are dxk\'s own and stay as they are.'])
    out[out.index(' * Made by tools/gen_headers.py from src/spec/opcodes.def; edit that instead.')] = \
        ' * Made by tools/gen_headers.py from src/spec/llvm_ops.def; edit that instead.'
    out += OPEN[:-1] + ['', '/* An instruction; see dxk_inst_get(). */', 'typedef enum dxk_opcode {',
                        '    DXK_INST_NONE = 0, /* no instruction */']
    text = open(os.path.join(ROOT, 'src/spec/llvm_ops.def'), encoding='ascii').read()
    found = re.findall(r'^DXKI_LLVM_OP\((\w+),\s*("\w+")', text, flags=re.M)
    for number, (name, word) in enumerate(found, 1):
        comma = ',' if number < len(found) else ''
        out.append('    DXK_INST_%s = %d%s /* %s */' % (name, number, comma, word))
    return out + ['} dxk_opcode;', ''] + CLOSE


def part_kinds():
    """Constants, structures that are one record, the numbers of structures, and the union of pointers to them."""
    out = head('part_kinds', ['the kinds of parts: their FourCCs, and which structure describes each.', '',
                              'A part may have any FourCC; DXK_FOURCC makes the number of one that is not here.'])
    out = [line.replace('src/spec/part_kinds.def', 'src/spec/parts.def') for line in out]
    out += ['#include "dxk/container.h"', '#include "dxk/records.h"']
    out += OPEN
    kinds, structures, types, members = [], [], [], []
    numbers = {}
    for macro, args, line in rows('src/spec/parts.def'):
        if macro == 'PART':
            fourcc, title = args[0], args[4]
            kinds.append('#define DXK_PART_%s DXK_FOURCC(%s) /* %s */' %
                         (fourcc, ', '.join("'%s'" % c for c in fourcc), title))
            if len(fourcc) != 4:
                errors.append('parts.def:%d: %s has not four characters' % (line, fourcc))
            if 'DXK_PART_TYPE_' + args[1] not in numbers.values():
                errors.append('parts.def:%d: no row for the structure %s' % (line, args[1]))
            continue
        name, number, member, structure, doc = args[0], int(args[1]), args[2], args[3], args[-1]
        if number in numbers:
            errors.append('parts.def:%d: %s has the number of %s' % (line, name, numbers[number]))
        numbers[number] = 'DXK_PART_TYPE_' + name
        types.append('    DXK_PART_TYPE_%s = %d, /* dxk_%s: %s */' % (name, number, structure, doc))
        members.append('    struct dxk_%s *%s; /* %s */' % (structure, member, doc))
        if macro == 'PART_RECORD':
            structures += ['/* %s: a record and what follows it. */' % doc, 'typedef struct dxk_%s {' % structure,
                           '    dxk_%s %s; /* the fields */' % (args[4], args[5]),
                           '    dxk_bytes tail; /* what follows; usually nothing */', '} dxk_%s;' % structure, '']
    types[-1] = types[-1].replace(', /*', ' /*', 1)
    out += ['/* FourCCs. */'] + kinds + ['']
    out += ['/* Structures that describe parts. */', 'typedef enum dxk_part_type {'] + types + ['} dxk_part_type;', '']
    out += structures
    out += ['/* The structure of a part; the type selects the member. */', 'typedef union dxk_part_structure {']
    out += members + ['} dxk_part_structure;', '']
    return out + CLOSE


def rule_names(name, table, what, include, row, before, line, after):
    """A header with the name of each row of a table of rules, but not its text, so that changing a text
    compiles the table alone."""
    text = open(os.path.join(ROOT, 'src/spec', table), encoding='ascii').read()
    guard = 'DXKI_SPEC_%s_H' % name.upper()
    return ['/* SPDX-License-Identifier: MIT */', '/*', ' * %s.h - %s' % (name, what[0])] + \
        [' * ' + more for more in what[1:]] + \
        [' *', ' * No message is here, so a changed one compiles its table and nothing else.', ' *',
         ' * Made by tools/gen_headers.py from src/spec/%s; edit that instead.' % table, ' */',
         '#ifndef ' + guard, '#define ' + guard, ''] + include + before + \
        [line % ident for ident in re.findall(r'^%s\((\w+),' % row, text, re.M)] + after + ['', '#endif']


def internal_rows(path):
    """(macro, [arguments]) for the rows of a table of src, as in DXKI_MD_FIELD(ENTRY, NAME, 1, ...)."""
    text = open(os.path.join(ROOT, path), encoding='ascii').read()
    for macro, args in re.findall(r'^DXKI_(\w+)\((.*)\)$', text, re.M):
        yield macro, [a.strip() for a in args.split(',')]


def internal_head(name, source, what):
    guard = 'DXKI_SPEC_%s_H' % name.upper()
    return ['/* SPDX-License-Identifier: MIT */', '/*', ' * %s.h - %s' % (name, what), ' *',
            ' * Made by tools/gen_headers.py from src/spec/%s.def; edit that instead.' % source, ' */',
            '#ifndef ' + guard, '#define ' + guard, '']


def dxil_records():
    rows_ = list(internal_rows('src/spec/dxil_records.def'))
    records = ['    DXKI_MDREC_%s,' % args[0] for macro, args in rows_ if macro == 'MD_RECORD']
    slots = ['    DXKI_MD_%s_%s = %s,' % (args[0], args[1], args[2]) for macro, args in rows_ if macro == 'MD_FIELD']
    return internal_head('dxil_records', 'dxil_records', 'ids of the records of metadata, their slots and tags.') + \
        ['typedef enum dxki_dxil_md_record_id {'] + records + \
        ['    DXKI_MDREC_NONE /* column `detail` of rows that have none */', '} dxki_dxil_md_record_id;', '',
         '/* Slots and tags: DXKI_MD_UAV_COHERENT, DXKI_MD_PROPS_GS_STATE ... */', 'enum dxki_dxil_md_slot {'] + \
        slots + ['    DXKI_MD_SLOT_END', '};', '', '#endif']


def debug_nodes():
    """Kinds, slots, places in text, and the row at which the fields of each kind start."""
    kinds, slots, places, first, count, due = [], [], [], [], 0, 0
    for macro, args in internal_rows('src/spec/debug_nodes.def'):
        if macro == 'DI_NODE':
            if count != due:
                errors.append('debug_nodes.def: the fields before %s are miscounted' % args[0])
            due = count + int(args[3])
            kinds.append('    DXKI_M_%s,' % args[0])
            first.append('    DXKI_DI_FIRST_%s = %d,' % (args[0], count))
        else:
            name, slot, place = '_'.join(args[:2]), args[4], args[5]
            slots.append('    DXKI_DI_%s = %s,' % (name, slot))
            places.append('    DXKI_DI_POS_%s = %s,' % (name, place))
            count += 1
    return internal_head('debug_nodes', 'debug_nodes', 'the kinds of metadata nodes, and their fields.') + \
        ['typedef enum dxki_md_kind {', '    DXKI_M_NONE,', '    DXKI_M_STRING,', '    DXKI_M_VALUE,', '    DXKI_M_TUPLE,'] + \
        kinds + ['    DXKI_M_COUNT', '} dxki_md_kind;', '', '/* Slots: DXKI_DI_FILE_FILENAME = 0, ... */',
                 'enum dxki_di_slot {'] + slots + ['    DXKI_DI_SLOT_END', '};', '',
                 '/* Places of fields in text, which is also the order of what is demanded of them. */',
                 'enum dxki_di_place {'] + places + ['    DXKI_DI_POS_END', '};', '',
                 '/* The first row of each kind among the rows of fields. */', 'enum dxki_di_first {'] + first + \
        ['    DXKI_DI_FIELD_COUNT = %d' % count, '};', '', '#endif']


def reader_rules():
    return rule_names('reader_rules', 'reader_rules.def',
                      ['the names of the rules in reader_rules.def, for files that report them.',
                       'Each is an array of one rule, so that its name is the pointer that dxki_report() takes.'],
                      ['#include "spec/rules.h"', ''], 'DXKI_RULE', [], 'extern const dxki_rule DXKI_RULE_%s[1];', [])


def validation_rules():
    return rule_names('validation_rules', 'validation_rules.def', ['the rules of validation by number.'], [],
                      'DXKI_VALIDATION_RULE', ['typedef enum dxki_vrule {'], '    DXKI_VR_%s,',
                      ['    DXKI_VR_COUNT', '} dxki_vrule;'])


# Function, and the file that it makes.
HEADERS = ((enums, 'include/dxk/enums.h'), (records, 'include/dxk/records.h'), (ops, 'include/dxk/ops.h'),
           (opcodes, 'include/dxk/opcodes.h'),
           (part_kinds, 'include/dxk/part_kinds.h'), (reader_rules, 'src/spec/reader_rules.h'),
           (dxil_records, 'src/spec/dxil_records.h'), (debug_nodes, 'src/spec/debug_nodes.h'),
           (validation_rules, 'src/spec/validation_rules.h'))


def wrap_long(lines):
    """Moves a trailing comment that passes column 100 onto lines above its declaration."""
    for line in lines:
        if len(line) > 100 and line.rstrip().endswith('*/') and '/*' in line:
            code, text = line.split('/*', 1)
            indent = len(code) - len(code.lstrip())
            yield comment(text.rsplit('*/', 1)[0].strip(), indent)
            yield code.rstrip()
        else:
            yield line


def main():
    stale = []
    for make, name in HEADERS:
        path = os.path.join(ROOT, name)
        text = '\n'.join(wrap_long(make())) + '\n'
        old = open(path, encoding='ascii').read() if os.path.exists(path) else ''
        if text != old:
            stale.append(name)
            if '--check' not in sys.argv:
                open(path, 'w', encoding='ascii').write(text)
    for error in errors:
        print(error, file=sys.stderr)
    if '--check' in sys.argv and stale:
        print('%s: not current, run tools/gen_headers.py' % ', '.join(stale), file=sys.stderr)
        return 1
    return 1 if errors else 0


sys.exit(main())
