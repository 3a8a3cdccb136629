/* SPDX-License-Identifier: MIT */
/*
 * read_operands.c - takes the operands of a record apart by the operand string of its row in
 * spec/bitcode_records.def: counts, ranges, forward references and known types are checked here,
 * for all records alike.
 */
#include "bitcode/reader.h"

#include <string.h>

#define MAX_ABSENT 16u /* optional operands in any row */

/* --- reporting --- */

dxk_status dxki_bc_read_fail(dxki_bc_reader *r, const dxki_rule *rule, const dxki_arg *args,
                             size_t count)
{
    return dxki_bc_stream_report(&r->bs, rule, r->bs.record.bit_offset, true, args, count);
}

dxki_arg dxki_bc_read_type_arg(const dxki_bc_reader *r, dxki_type type)
{
    static const char *const names[] = {"none",     "void",     "half",      "float", "double",
                                        "x86_fp80", "fp128",    "ppc_fp128", "label", "metadata",
                                        "x86_mmx",  "integer",  "pointer",   "array", "vector",
                                        "function", "structure"};
    static const char *const ints[] = {"i1", "i8", "i16", "i32", "i64"};
    if (type >= DXKI_TY_I1 && type <= DXKI_TY_I64)
        return dxki_text((dxk_str){ints[type - DXKI_TY_I1], strlen(ints[type - DXKI_TY_I1])});
    const dxki_type_entry *entry = dxki_type_get(r->m, type);
    if ((entry->flags & DXKI_TF_IDENTIFIED) && entry->c)
        return dxki_text(dxki_string_get(r->m, entry->c));
    const char *name = names[dxki_type_kind_of(r->m, type)];
    return dxki_text((dxk_str){name, strlen(name)});
}

dxk_status dxki_bc_read_not(dxki_bc_reader *r, uint32_t operand, const char *what)
{
    return DXKI_READ_FAIL(r, BITCODE_OPERAND, dxki_dec(operand), dxki_text(dxki_str(what)));
}

/* --- references --- */

/* Room for all operands of the record and the absent ones is made beforehand. */
static inline dxk_status push(dxki_bc_reader *r, char letter, uint64_t n, dxki_type type)
{
    r->args.items[r->args.count++] = (dxki_bc_operand){n, type, letter};
    return DXK_OK;
}

dxk_status dxki_bc_read_type_ref(dxki_bc_reader *r, uint64_t number, uint32_t operand,
                                 dxki_type *type)
{
    if (r->in_types && r->bs.record.code != DXKI_REC_STRUCT_NAMED)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_TYPE, 0);
    if (r->judge && r->in_types && number >= r->types.count && number < r->types_announced) {
        *type = dxki_type_identified(r->m, 0); /* which never comes */
        return *type ? DXK_OK : dxki_nomem(r->ctx);
    }
    if (number >= r->types.count || (!r->types.items[number] && !r->in_types))
        return DXKI_READ_FAIL(r, BITCODE_TYPE_ID, dxki_dec(operand), dxki_dec(number),
                              dxki_dec(r->types.count));
    if (!r->types.items[number]) { /* only an identified struct may come later */
        r->types.items[number] = dxki_type_identified(r->m, 0);
        if (!r->types.items[number])
            return dxki_nomem(r->ctx);
    }
    *type = r->types.items[number];
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    return DXK_OK;
}

/* A new entry of the module, without a number of its own. */
static dxk_status add_md(dxki_bc_reader *r, dxki_md *md)
{
    *md = (dxki_md)r->m->mds.count;
    return *md <= DXKI_VALUE_INDEX_MAX && dxki_vec_push(r->ctx, &r->m->mds, (dxki_md_entry){0})
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

/* Judged: what a number stands for that is too far away to get a record. */
static dxk_status far_md(dxki_bc_reader *r, uint32_t number, dxki_md *md)
{
    if (dxki_bc_map_get(&r->far_mds, number, md))
        return DXK_OK;
    dxk_status status = add_md(r, md);
    if (status != DXK_OK)
        return status;
    return dxki_bc_map_put(r->ctx, &r->far_mds, number, *md) ? DXK_OK : dxki_nomem(r->ctx);
}

dxk_status dxki_bc_read_md_slot(dxki_bc_reader *r, uint64_t number, uint32_t operand, dxki_md *md)
{
    /* Each entry takes a record, and a record at least a byte. */
    bool far =
        number >= r->mds.count && number - r->mds_defined > dxki_bits_left(&r->bs.bits) / 8 + 1;
    if (far && r->judge && number <= INT32_MAX)
        return far_md(r, (uint32_t)number, md);
    if (number > INT32_MAX)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_MEMORY, 0);
    if (far)
        return DXKI_READ_FAIL(r, BITCODE_METADATA_ID, dxki_dec(operand), dxki_dec(number),
                              dxki_dec(r->mds_defined));
    while (number >= r->mds.count) {
        dxk_status status = add_md(r, md);
        if (status == DXK_OK && !dxki_vec_push(r->ctx, &r->mds, *md))
            status = dxki_nomem(r->ctx);
        if (status != DXK_OK)
            return status;
    }
    *md = r->mds.items[number];
    return DXK_OK;
}

dxk_status dxki_bc_read_md_ref(dxki_bc_reader *r, uint64_t number, uint32_t operand, dxki_md *md)
{
    dxk_status status = dxki_bc_read_md_slot(r, r->judge ? (uint32_t)number : number, operand, md);
    if (status != DXK_OK || !r->judge)
        return status;
    dxki_md_entry *entry = &r->m->mds.items[*md];
    if (entry->kind == DXKI_M_NONE) {
        *entry = (dxki_md_entry){.kind = DXKI_M_TUPLE, .temporary = true};
        r->open_mds++;
    }
    return DXK_OK;
}

static dxk_status no_value(dxki_bc_reader *r, uint64_t number)
{
    return DXKI_READ_FAIL(r, BITCODE_VALUE_ID, dxki_dec(r->next_op - 1), dxki_dec(number),
                          dxki_dec(r->values.count));
}

/* Judged: a value that is not there yet. It has the type of its first use. */
static dxk_status push_forward(dxki_bc_reader *r, char letter, uint64_t number, dxki_type expected)
{
    uint32_t known = expected;
    if (dxki_bc_map_get(&r->forwards, (uint32_t)number, &known)) {
        expected = expected ? expected : known;
        if (known != expected)
            return no_value(r, number);
    }
    if (number >= DXKI_VALUE_INDEX_MAX && number < UINT32_MAX)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_MEMORY, 0);
    if (number >= DXKI_VALUE_INDEX_MAX || !expected || expected == DXKI_TY_METADATA)
        return no_value(r, number);
    if (!dxki_bc_map_put(r->ctx, &r->forwards, (uint32_t)number, expected))
        return dxki_nomem(r->ctx);
    return push(r, letter, DXKI_VALUE(DXKI_V_FORWARD, number), expected);
}

/* A value by its number, of a type that is known (0: a defined value's own). */
static dxk_status push_value(dxki_bc_reader *r, char letter, uint64_t number, dxki_type expected)
{
    if (r->judge) {
        number = (uint32_t)number;
        bool there = number < r->values.count && r->values.items[number].value;
        if (!there)
            return push_forward(r, letter, number, expected);
    }
    if (number < r->values.count) {
        dxki_bc_slot slot = r->values.items[number];
        if (expected && slot.type != expected)
            return DXKI_READ_FAIL(r, BITCODE_VALUE_TYPE, dxki_dec(r->next_op - 1),
                                  dxki_bc_read_type_arg(r, slot.type),
                                  dxki_bc_read_type_arg(r, expected));
        return push(r, letter, slot.value, slot.type);
    }
    if (number > DXKI_VALUE_INDEX_MAX || !expected || !dxki_type_is_first_class(r->m, expected))
        return no_value(r, number);
    return push(r, letter, DXKI_VALUE(DXKI_V_FORWARD, number), expected);
}

/* --- single operands --- */

static dxk_status take(dxki_bc_reader *r, uint64_t *n)
{
    if (r->next_op >= r->bs.record.op_count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(r->next_op),
                              dxki_dec(r->bs.record.op_count));
    *n = r->bs.record.ops[r->next_op++];
    return DXK_OK;
}

/* What counts of the number of an operand, by its letter and what follows that in the string. */
static uint64_t kept(const dxki_bc_reader *r, char letter, const char *suffix, uint64_t n)
{
    bool whole = letter == 'L' || letter == 'C' ? *suffix != '3' : letter == 'T' && *suffix == '6';
    return r->judge && !whole ? (uint32_t)n : n;
}

/* The number of a value in a function's record. */
static uint64_t absolute(const dxki_bc_reader *r, uint64_t n)
{
    return r->m->version ? (uint32_t)((uint64_t)r->values.count - n) : n;
}

static uint64_t absolute_signed(const dxki_bc_reader *r, uint64_t n)
{
    uint64_t delta = n & 1 ? 0 - (n >> 1) : n >> 1;
    return r->m->version ? (uint32_t)((uint64_t)r->values.count - delta) : n;
}

dxk_status dxki_bc_read_value_of(dxki_bc_reader *r, dxki_type expected)
{
    uint64_t n = 0;
    dxk_status status = take(r, &n);
    return status == DXK_OK ? push_value(r, 'v', absolute(r, n), expected) : status;
}

dxk_status dxki_bc_read_value_and_type(dxki_bc_reader *r)
{
    uint64_t n = 0;
    dxki_type type = 0;
    dxk_status status = take(r, &n);
    if (status != DXK_OK)
        return status;
    uint64_t number = kept(r, 'V', "", absolute(r, n));
    if (number >= r->values.count) {
        uint32_t known;
        status = take(r, &n);
        n = kept(r, 'T', "", n);
        if (status == DXK_OK && r->judge && n >= r->types.count &&
            (number >= DXKI_VALUE_INDEX_MAX ||
             dxki_bc_map_get(&r->forwards, (uint32_t)number, &known)))
            return push_value(r, 'V', number, 0);
        if (status == DXK_OK)
            status = dxki_bc_read_type_ref(r, n, (uint32_t)r->next_op - 1, &type);
        if (status != DXK_OK)
            return status;
    }
    return push_value(r, 'V', number, type);
}

/* The type that a suffix names: "0", "t0", "p0", "e0", "b", or none (0). */
static dxki_type suffix_type(const dxki_bc_reader *r, const char *suffix)
{
    char how = '0';
    if (*suffix == 'b')
        return DXKI_TY_I1;
    if (*suffix == 't' || *suffix == 'p' || *suffix == 'e')
        how = *suffix++;
    if (*suffix < '0' || *suffix > '9')
        return 0;
    const dxki_bc_operand *other = &r->args.items[*suffix - '0'];
    switch (how) {
    case 't':
        return (dxki_type)other->n;
    case 'p':
        return dxki_type_pointee(r->m, other->type);
    case 'e':
        return dxki_type_kind_of(r->m, other->type) == DXKI_T_VECTOR
                   ? dxki_type_scalar(r->m, other->type)
                   : 0;
    default:
        return other->type;
    }
}

static dxk_status read_known(dxki_bc_reader *r, char letter, const char *suffix, uint64_t n)
{
    dxki_type type = letter == 'S' ? (dxki_type)r->args.items[0].n : suffix_type(r, suffix);
    bool open = r->judge && *suffix == 't'; /* the value has its own */
    if (!type && !open) {
        dxki_bc_stream_words(
            &r->bs, *suffix == 'e' ? DXKI_WORDS_TYPE_FOR_VALUE : DXKI_WORDS_SILENT_CAST, 0);
        return DXKI_READ_FAIL(r, BITCODE_OPERAND, dxki_dec(0),
                              dxki_text(dxki_str("a pointer or vector")));
    }
    uint64_t number = letter == 'S' ? absolute_signed(r, n) : letter == 'v' ? absolute(r, n) : n;
    return push_value(r, letter, number, type);
}

static dxk_status missing_attributes(dxki_bc_reader *r, uint64_t n)
{
    dxk_status status =
        DXKI_READ_FAIL(r, BITCODE_ATTRIBUTES, dxki_dec(n), dxki_dec(r->attr_lists.count));
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

static dxk_status read_reference(dxki_bc_reader *r, char letter, const char *suffix, uint64_t n)
{
    uint32_t operand = (uint32_t)r->next_op - 1, id = 0;
    dxk_status status = DXK_OK;
    switch (letter) {
    case 'T':
        if (r->judge && *suffix == 'n' && n >= r->types.count)
            break; /* as if it were not there */
        status = dxki_bc_read_type_ref(r, n, operand, &id);
        break;
    case 'B':
        if (n >= r->body.block_count && r->judge && r->bs.record.code == DXKI_REC_INVOKE)
            break; /* its reader looks at them later */
        if (n >= r->body.block_count)
            return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(operand), dxki_dec(n),
                                  dxki_dec(r->body.block_count));
        id = DXKI_VALUE(DXKI_V_BLOCK, r->body.first_block + (uint32_t)n);
        break;
    case 'P':
        if (n && n <= r->attr_lists.count)
            id = r->attr_lists.items[n - 1];
        else if (n)
            status = missing_attributes(r, n);
        break;
    case 'M':
        status = n ? dxki_bc_read_md_ref(r, n - 1, operand, &id) : DXK_OK;
        break;
    default: /* m */
        status = dxki_bc_read_md_ref(r, n, operand, &id);
        break;
    }
    if (status != DXK_OK)
        return status;
    return push(r, letter, id, 0);
}

/* One operand by its letter. `suffix` follows the letter in the string. */
static dxk_status read_letter(dxki_bc_reader *r, char letter, const char *suffix)
{
    uint64_t n = 0;
    if (letter == 'V')
        return dxki_bc_read_value_and_type(r);
    dxk_status status = take(r, &n);
    if (status != DXK_OK)
        return status;
    if (letter == 'S') /* a signed number, of which the result is cut */
        return read_known(r, letter, suffix, n);
    n = kept(r, letter, suffix, n);
    if (letter == 'v' || (letter == 'A' && *suffix == 't'))
        return read_known(r, letter, suffix, n);
    if (letter == 'L' || letter == 'C' || letter == 'A')
        return push(r, letter, n, 0);
    return read_reference(r, letter, suffix, n);
}

/* --- the string --- */

static const char *end_of_item(const char *p)
{
    while (*p && *p != ' ' && *p != '?' && *p != '*' && *p != ')')
        p++;
    return p;
}

/* Is an optional operand there, with `rest` of the string still to come? */
static bool is_present(size_t left, const char *rest)
{
    size_t needed = 0, group = 0;
    bool in_group = false;
    for (const char *p = rest; *p;) {
        if (*p == '(' || *p == ')' || *p == ' ' || *p == '*' || *p == '?' || *p == '.') {
            in_group = *p == '(' || (in_group && *p != ')');
            p++;
            continue;
        }
        p = end_of_item(p + 1);
        if (in_group)
            group++;
        else if (*p != '?' && *p != '*')
            needed++;
    }
    if (left <= needed)
        return false;
    return group == 0 || (left - needed) % group != 0;
}

/* Where the reference does not look at what is left. */
static bool may_be_long(uint32_t code)
{
    static const uint8_t codes[] = {
        DXKI_REC_BINOP,      DXKI_REC_SELECT,        DXKI_REC_VSELECT,     DXKI_REC_EXTRACTELT,
        DXKI_REC_INSERTELT,  DXKI_REC_SHUFFLEVEC,    DXKI_REC_UNREACHABLE, DXKI_REC_RESUME,
        DXKI_REC_VAARG,      DXKI_REC_DECLAREBLOCKS, DXKI_REC_DEBUG_LOC,   DXKI_REC_DEBUG_LOC_AGAIN,
        DXKI_REC_LANDINGPAD, DXKI_REC_LANDINGPAD_OLD};
    return memchr(codes, (int)code, sizeof codes) != NULL;
}

static dxk_status finish(dxki_bc_reader *r)
{
    size_t count = r->bs.record.op_count;
    if (r->next_op == count)
        return DXK_OK;
    bool exact = r->bs.top.block_id == DXKI_BLK_FUNCTION;
    if (r->judge && exact)
        exact = !may_be_long(r->bs.record.code);
    else if (r->judge)
        exact =
            r->bs.top.block_id == DXKI_BLK_METADATA &&
            (r->bs.record.code == DXKI_REC_MD_VALUE || r->bs.record.code == DXKI_REC_MD_LOCATION);
    if (exact)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_LONG, dxki_dec(r->next_op), dxki_dec(count));
    dxk_status status =
        DXKI_READ_FAIL(r, BITCODE_RECORD_REST, dxki_dec(r->next_op), dxki_dec(count));
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

static bool ends_item(char c)
{
    return c == ' ' || c == 0;
}

/* Decodes the start of an operand string, up to the first item that is not a usual one. */
static void make_usual(dxki_bc_usual *row, const char *string)
{
    const char *p = string;
    row->made = true;
    while (row->count < DXKI_STEPS && *p) {
        uint8_t *step = &row->steps[row->count];
        size_t size = 1;
        row->places[row->count] = (uint8_t)(p - string);
        if (*p == 'V' && ends_item(p[1])) {
            *step = DXKI_STEP_VALUE;
        } else if (*p == 'v' && p[1] == '0' && ends_item(p[2])) {
            *step = DXKI_STEP_SAME;
            size = 2;
        } else if (*p == 'L' && ends_item(p[1])) {
            *step = DXKI_STEP_NUMBER;
        } else if (strncmp(p, "L32", 3) == 0 && ends_item(p[3])) {
            *step = DXKI_STEP_LOW;
            size = 3;
        } else if (*p == 'L' && p[1] == '?' && !p[2]) {
            *step = DXKI_STEP_OPTIONAL;
            size = 2;
        } else {
            break;
        }
        row->count++;
        p += size + (p[size] == ' ');
    }
    row->places[row->count] = (uint8_t)(p - string);
}

/*
 * The usual start of an instruction without the general machinery: numbers, and values that are
 * defined and have the right type. Stops at anything else, errors included; returns how many
 * operands it took.
 */
static uint32_t take_usual(dxki_bc_reader *r, const dxki_bc_usual *row)
{
    const dxki_bc_slot *values = r->values.items;
    const uint64_t *ops = r->bs.record.ops;
    dxki_bc_operand *args = r->args.items;
    uint64_t defined = r->m->version ? r->values.count : 0;
    uint64_t low = r->judge ? UINT32_MAX : UINT64_MAX;
    uint32_t i = 0, count = row->count;
    if (r->bs.record.op_count < count)
        count = (uint32_t)r->bs.record.op_count;
    for (; i < count; i++) {
        uint64_t n = ops[i];
        if (row->steps[i] >= DXKI_STEP_NUMBER) {
            args[i] = (dxki_bc_operand){row->steps[i] == DXKI_STEP_LOW ? n & low : n, 0, 'L'};
            continue;
        }
        uint32_t number = (uint32_t)(defined - n);
        if (number >= defined ||
            (row->steps[i] == DXKI_STEP_SAME && values[number].type != args[0].type))
            break;
        args[i] = (dxki_bc_operand){values[number].value, values[number].type, 'V'};
    }
    r->args.count = r->next_op = i;
    return i;
}

/* The rest of the record from place `p` of the operand string on. */
static dxk_status read_general(dxki_bc_reader *r, const char *p)
{
    const char *group = NULL;
    size_t count = r->bs.record.op_count;
    dxk_status status = DXK_OK;
    while (status == DXK_OK && *p) {
        char letter = *p++;
        if (letter == ' ' || letter == '*')
            continue;
        if (letter == '.')
            return DXK_OK;
        if (letter == '(') {
            group = p;
            if (r->next_op == count)
                break;
            continue;
        }
        if (letter == ')') {
            if (r->next_op == count)
                break;
            p = group;
            continue;
        }
        const char *suffix = p;
        p = end_of_item(p);
        if (*p == '*') {
            while (status == DXK_OK && r->next_op < count)
                status = read_letter(r, letter, suffix);
        } else if (*p == '?' && !is_present(count - r->next_op, p + 1)) {
            p++;
            status = push(r, 0, 0, 0);
        } else {
            p += *p == '?';
            status = read_letter(r, letter, suffix);
        }
    }
    return status == DXK_OK ? finish(r) : status;
}

dxk_status dxki_bc_read_operands(dxki_bc_reader *r, const dxki_bc_record_spec *spec)
{
    dxk_status status = r->bs.record.byte_count ? dxki_bc_stream_flatten(&r->bs) : DXK_OK;
    if (status != DXK_OK)
        return status;
    r->args.count = 0;
    r->next_op = 0;
    if (!dxki_vec_reserve(r->ctx, &r->args, r->bs.record.op_count + MAX_ABSENT))
        return dxki_nomem(r->ctx);
    if (r->bs.top.block_id != DXKI_BLK_FUNCTION)
        return read_general(r, spec->operands);
    dxki_bc_usual *row = &r->usual[r->bs.record.code];
    if (!row->made)
        make_usual(row, spec->operands);
    uint32_t taken = take_usual(r, row);
    const char *rest = spec->operands + row->places[taken];
    if (taken < r->bs.record.op_count || taken + 1 != row->count ||
        row->steps[taken] != DXKI_STEP_OPTIONAL)
        return read_general(r, rest);
    return push(r, 0, 0, 0); /* the number that may be absent */
}

dxk_status dxki_bc_read_text(dxki_bc_reader *r, size_t from, dxki_string *string)
{
    dxk_str text;
    dxk_status status = dxki_bc_stream_text(&r->bs, from, &text);
    if (status != DXK_OK)
        return status;
    *string = dxki_string_add(r->m, text);
    return *string == UINT32_MAX ? dxki_nomem(r->ctx) : DXK_OK;
}

/* --- maps --- */

static uint32_t *map_find(const dxki_bc_map *map, uint32_t hash, uint32_t key)
{
    uint32_t pos = hash, id;
    while ((id = dxki_idset_next(&map->set, hash, &pos)) != 0) {
        if (map->items.items[id - 1].key == key)
            return &map->items.items[id - 1].value;
    }
    return NULL;
}

static uint32_t map_hash(uint32_t key)
{
    return dxki_hash_end(dxki_hash_mix(0, key));
}

bool dxki_bc_map_put(dxk_ctx *ctx, dxki_bc_map *map, uint32_t key, uint32_t value)
{
    uint32_t hash = map_hash(key), *old = map_find(map, hash, key);
    if (old) {
        *old = value;
        return true;
    }
    if (!dxki_vec_reserve(ctx, &map->items, 1))
        return false;
    map->items.items[map->items.count].key = key;
    map->items.items[map->items.count++].value = value;
    return dxki_idset_add(ctx, &map->set, hash, (uint32_t)map->items.count);
}

bool dxki_bc_map_get(const dxki_bc_map *map, uint32_t key, uint32_t *value)
{
    const uint32_t *found = map_find(map, map_hash(key), key);
    if (found)
        *value = *found;
    return found != NULL;
}

void dxki_bc_map_free(dxk_ctx *ctx, dxki_bc_map *map)
{
    dxki_vec_free(ctx, &map->items);
    dxki_idset_free(ctx, &map->set);
}
