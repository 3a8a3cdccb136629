#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that tables are consistent, that DXIL operations do what their attributes say, and that every
reader rule, and every row of what the reference's reader of bitcode says, is tested.

    tools/check_tables.py --check

A rule counts as tested when its identifier (DXKI_RULE_X) or its stable name ("PSV0.SIZE") stands in a
file below tests/. Names must be unique in a table, explanations must be sentences, messages must not
end in a full stop, and %0, %1 ... of a message must be used in order without gaps.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RULE = re.compile(r'DXKI_RULE\((\w+),\s*(\w+),\s*"([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*'
                  r'((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.S)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def tests_text():
    parts = []
    for base, _, names in os.walk(os.path.join(ROOT, 'tests')):
        parts += [read(os.path.join(base, n)) for n in names if n.endswith(('.c', '.h', '.py', '.test', '.txt', '.sh'))]
    return '\n'.join(parts)


def check_rules(problems):
    table = read(os.path.join(ROOT, 'src/spec/reader_rules.def'))
    tests = tests_text()
    seen = {}
    rows = list(RULE.finditer(table))
    if len(rows) != len(re.findall(r'^DXKI_RULE\(', table, re.M)):
        problems.append('reader_rules.def: some rows could not be read')
    for row in rows:
        ident, _, name = row.group(1), row.group(2), row.group(3)
        message = ''.join(TEXT.findall(row.group(4)))
        explanation = ''.join(TEXT.findall(row.group(5)))
        if name in seen:
            problems.append('rule %s: same name as %s' % (ident, seen[name]))
        seen[name] = ident
        if message.endswith('.'):
            problems.append('rule %s: the message ends in a full stop' % name)
        if not explanation.endswith('.') or len(explanation) < 20:
            problems.append('rule %s: the explanation is no sentence' % name)
        used = sorted(set(int(n) for n in re.findall(r'%(\d)', message)))
        if used != list(range(len(used))):
            problems.append('rule %s: arguments %s have gaps' % (name, used))
        if name not in tests and 'DXKI_RULE_' + ident not in tests:
            problems.append('rule %s has no test' % name)


def check_words(problems):
    """Rows of bitcode_words.def that no test names."""
    tests = tests_text()
    for ident in re.findall(r'^DXKI_WORDS\((\w+),', read(os.path.join(ROOT, 'src/spec/bitcode_words.def')), re.M):
        if not re.search(r'\bDXKI_WORDS_%s\b' % ident, tests):
            problems.append('words %s have no test' % ident)


def check_sets(path, opening, row_pattern, problems):
    """Unique identifiers in every set of a table of enumerations or records."""
    current, seen = None, {}
    sets = set()
    for number, line in enumerate(read(os.path.join(ROOT, path)).splitlines(), 1):
        start = re.match(opening, line)
        if start:
            current, seen = start.group(1), {}
            if current in sets:
                problems.append('%s:%d: %s is there twice' % (path, number, current))
            sets.add(current)
        row = re.match(row_pattern, line)
        if row:
            owner, ident = row.group(1), row.group(2)
            if owner != current:
                problems.append('%s:%d: row of %s inside of %s' % (path, number, owner, current))
            if ident in seen:
                problems.append('%s:%d: %s.%s is there twice' % (path, number, owner, ident))
            seen[ident] = number


def rows_of(path, macro):
    """Yields the arguments of each row; the last one takes what is left."""
    text = read(os.path.join(ROOT, path))
    for match in re.finditer(r'^%s\(' % macro, text, re.M):
        args, current, depth, quoted, at = [], '', 1, False, match.end()
        while depth:
            letter = text[at]
            quoted ^= letter == '"'
            depth += (letter == '(') - (letter == ')') if not quoted else 0
            if letter == ',' and depth == 1 and not quoted:
                args.append(' '.join(current.split()))
                current = ''
            elif depth:
                current += letter
            at += 1
        yield args + [' '.join(current.split())]


def check_effects(problems):
    """Kinds of operations: nothing that writes may move, merge or go."""
    kinds = {}
    for kind, signature, converges, moves, merges, unused, result, reads, writes in \
            rows_of('src/spec/dxil_effects.def', 'DXKI_DXIL_EFFECT'):
        if kind in kinds:
            problems.append('dxil_effects.def: %s is there twice' % kind)
        kinds[kind] = (converges, result, reads, writes)
        if writes != '0' and (moves != 'NO' or merges not in ('NO', 'ADJACENT') or unused not in ('KEEP', 'FALSE')):
            problems.append('dxil_effects.def: %s writes memory, so it may not move, merge or go' % kind)
        if (moves == 'UNWRITTEN' or merges == 'UNWRITTEN') and reads == '0':
            problems.append('dxil_effects.def: %s reads nothing that could be written' % kind)
        if merges == 'EQUAL' and reads != '0':
            problems.append('dxil_effects.def: %s reads memory, so it merges with equal calls only if UNWRITTEN' % kind)
        if converges not in ('NONE', 'WAVE_IN_RAY') and moves != 'NO':
            problems.append('dxil_effects.def: %s needs lanes together, so it may not move' % kind)
        if signature != 'NONE' and reads != '0':
            problems.append('dxil_effects.def: %s: inputs are no memory' % kind)
    return kinds


# What an attribute of LLVM's, and a flag of the table, says of the kind.
ATTRIBUTES = {'NONE': lambda converges, reads, writes: True,
              'READNONE': lambda converges, reads, writes: reads == writes == '0',
              'READONLY': lambda converges, reads, writes: writes == '0',
              'ARGMEMONLY': lambda converges, reads, writes: {reads, writes} <= {'0', 'M(POINTER)'},
              'NODUPLICATE': lambda converges, reads, writes: converges in ('BARRIER', 'ONCE'),
              'NORETURN': lambda converges, reads, writes: writes == 'M(ALL)'}
FLAGS = {'GRADIENT': lambda kind, converges: converges == 'DERIVATIVE',
         'FEEDBACK': lambda kind, converges: kind.startswith('FEEDBACK'),
         'BARRIER': lambda kind, converges: converges == 'BARRIER',
         'CONVERGENT': lambda kind, converges: converges != 'NONE',
         'RESERVED': lambda kind, converges: kind == 'ANYTHING',
         'FOLD': lambda kind, converges: kind in ('PURE', 'DERIVATIVE', 'HELPER'),
         'FOLD_NEAR': lambda kind, converges: kind == 'PURE',
         'COMMUTATIVE': lambda kind, converges: kind == 'PURE'}


def check_operation(row, kinds, problems):
    name, cls, overloads, attribute, kind, flags, result = row[2], row[3], row[4], row[5], row[6], row[10], row[12]
    operands = re.findall(r'\b([A-Z])\((\w+), *(\w+)', row[13])
    types = [operand[1] for operand in operands]
    if kind not in kinds:
        problems.append('operation %s: no row %s in dxil_effects.def' % (name, kind))
        return
    converges, where, reads, writes = kinds[kind]
    if not ATTRIBUTES[attribute](converges, reads, writes):
        problems.append('operation %s: %s does not go with the effects of %s' % (name, attribute, kind))
    for flag in re.findall(r'F\((\w+)\)', flags):
        if not FLAGS.get(flag, lambda *_: True)(kind, converges):
            problems.append('operation %s: F(%s) does not go with the kind %s' % (name, flag, kind))
    if where == 'NONE' and result != 'VOID':
        problems.append('operation %s: the kind %s has no result' % (name, kind))
    if 'F(COMMUTATIVE)' in flags and (len(types) < 2 or types[0] != types[1]):
        problems.append('operation %s: commutative operands of two types' % name)
    if 'F(FOLD)' in flags and 'F(FOLD_NEAR)' in flags:
        problems.append('operation %s: FOLD and FOLD_NEAR' % name)
    if any(form == 'H' and kind_ != 'HIT_OBJECT' or form == 'A' and kind_ != 'HANDLE' for form, kind_, _ in operands):
        problems.append('operation %s: an operand of another type than its rule' % name)
    needs = {kind_ for kind_ in types + [result] if kind_.startswith(('OVERLOAD', 'SHARED', 'RES_', 'CBUF', 'VEC'))}
    if overloads == '"v"' and needs & {'OVERLOAD', 'OVERLOAD_0', 'RES_RET', 'CBUF_RET', 'VEC4', 'VEC9'}:
        problems.append('operation %s: an overloaded type, but no overloads' % name)
    if not re.fullmatch(r'"[a-z]\w*"', cls):
        problems.append('operation %s: class %s' % (name, cls))


def check_operations(problems):
    """Rows of DXIL operations: dense, complete, and of one mind with their kinds and attributes."""
    kinds = check_effects(problems)
    next_index, names, used = {'CORE': 0, 'EXPERIMENTAL': 0}, set(), set()
    for row in rows_of('src/spec/dxil_ops.def', 'DXKI_DXIL_OP'):
        if len(row) < 14:
            problems.append('operation %s: columns are missing' % row[2])
            continue
        table, index, name = row[:3]
        if int(index) != next_index[table]:
            problems.append('operation %s: number %s, not %d' % (name, index, next_index[table]))
        next_index[table] += 1
        if name in names:
            problems.append('operation %s is there twice' % name)
        names.add(name)
        used.add(row[6])
        check_operation(row, kinds, problems)
    for kind in sorted(set(kinds) - used):
        problems.append('dxil_effects.def: no operation is of the kind %s' % kind)


def check_types(problems):
    """Types of operands: members are letters, or the number of an overloaded type; structures have names."""
    for ident, form, name, members in rows_of('src/spec/dxil_types.def', 'DXKI_DXIL_TYPE'):
        members, named = members.strip('"'), name != '""'
        letters = '[0-3]' if form in ('OVERLOAD', 'SHARED') else '[vhfd18wilop]{1,9}'
        if not re.fullmatch(letters, members):
            problems.append('type %s: members "%s"' % (ident, members))
        if named != (form in ('STRUCT', 'RESULT', 'ROW', 'FOUR')):
            problems.append('type %s: name %s of the form %s' % (ident, name, form))
        if named and len(members) > 8:
            problems.append('type %s: more members than dxil/op_make.c has room for' % ident)


def check_instructions(problems):
    """Rows of LLVM instructions: binary operators and casts have numbers, each one its own."""
    seen = {}
    for ident, _, cls, number, family, flags, order, _, _ in rows_of('src/spec/llvm_ops.def', 'DXKI_LLVM_OP'):
        table = cls if cls == 'CAST' else 'reals' if family == 'REAL' else 'integers'
        if (cls in ('BIN', 'CAST')) != (number != '255'):
            problems.append('instruction %s: number %s of the class %s' % (ident, number, cls))
        elif number != '255' and seen.setdefault((table, number), ident) != ident:
            problems.append('instruction %s: the number of %s' % (ident, seen[table, number]))
        if (cls == 'BIN') != (family not in ('NONE', 'CONVERT')) or (family == 'CONVERT' and cls != 'CAST'):
            problems.append('instruction %s: family %s of the class %s' % (ident, family, cls))
        if (family == 'REAL') != (flags == 'FAST' and cls == 'BIN') or (order == 'REGROUP' and family == 'REAL'):
            problems.append('instruction %s: flags %s, order %s of the family %s' % (ident, flags, order, family))
        if order != 'NO' and cls != 'BIN':
            problems.append('instruction %s: only binary operators have an order' % ident)


def main():
    problems = []
    check_rules(problems)
    check_words(problems)
    check_operations(problems)
    check_types(problems)
    check_instructions(problems)
    check_sets('src/spec/enums.def', r'DXK_(?:ENUM|FLAGS)\((\w+),', r'DXK_VALUE\((\w+), *\w+, *(\w+),', problems)
    check_sets('src/spec/records.def', r'DXK_RECORD\((\w+),', r'DXK_FIELD\((\w+), *\w+, *(\w+),', problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
