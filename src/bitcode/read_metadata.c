/* SPDX-License-Identifier: MIT */
/*
 * read_metadata.c - metadata blocks, attachments and debug locations. A number that is used
 * before its record gets an empty entry, which the record fills: ids follow the numbers, and
 * cycles need no patching.
 */
#include "bitcode/reader.h"
#include "base/sort.h"

#include <string.h>

/* --- definitions --- */

/* The entry for the next number. */
static dxk_status define(dxki_bc_reader *r, dxki_md *id)
{
    dxk_status status = dxki_bc_read_md_slot(r, r->mds_defined, 0, id);
    if (status != DXK_OK)
        return status;
    r->mds_defined++;
    if (r->m->mds.items[*id].temporary) {
        r->m->mds.items[*id] = (dxki_md_entry){0};
        r->open_mds--;
    }
    return DXK_OK;
}

static dxk_status fill(dxki_bc_reader *r, dxki_md_entry entry)
{
    dxki_md id;
    dxk_status status = define(r, &id);
    if (status == DXK_OK)
        r->m->mds.items[id] = entry;
    return status;
}

/* Room for `count` words; *offset is where they go. */
static dxk_status add_words(dxki_bc_reader *r, size_t count, uint32_t *offset)
{
    if (count > UINT32_MAX - r->m->words.count || !dxki_vec_reserve(r->ctx, &r->m->words, count))
        return dxki_nomem(r->ctx);
    *offset = (uint32_t)r->m->words.count;
    r->m->words.count += count;
    return DXK_OK;
}

static dxk_status md_string(dxki_bc_reader *r)
{
    dxki_md_entry entry = {.kind = DXKI_M_STRING};
    const dxki_bc_record *record = &r->bs.record;
    size_t from = 0;
    if (r->judge) /* the elements of the array are the string, even where more is there */
        from = record->array_at < SIZE_MAX ? record->array_at : dxki_bc_record_count(record);
    dxk_status status = dxki_bc_read_text(r, from, &entry.ops);
    return status == DXK_OK ? fill(r, entry) : status;
}

static dxk_status bad_value(dxki_bc_reader *r, uint64_t number)
{
    return DXKI_READ_FAIL(r, BITCODE_VALUE_ID, dxki_dec(1), dxki_dec(number),
                          dxki_dec(r->values.count));
}

/* Judged: what refers to a value that is not there yet makes room for it; the values that follow
 * get the numbers after it. */
static dxk_status reserve_value(dxki_bc_reader *r, uint64_t number, dxki_type type)
{
    if (r->body.global)
        return DXK_OK;
    if (number >= r->values.count) {
        size_t more = (size_t)(number - r->values.count) + 1;
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_MEMORY, 0);
        if (number > r->bs.bits.end)
            return bad_value(r, number);
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
        if (!dxki_vec_reserve(r->ctx, &r->values, more))
            return dxki_nomem(r->ctx);
        memset(r->values.items + r->values.count, 0, more * sizeof *r->values.items);
        r->values.count += more;
    }
    dxki_bc_slot *slot = &r->values.items[number];
    if (!slot->value)
        *slot = (dxki_bc_slot){DXKI_VALUE(DXKI_V_FORWARD, number), type};
    return DXK_OK;
}

/* A value wrapped as metadata; one that is not there yet is filled in later. */
static dxk_status set_value(dxki_bc_reader *r, dxki_md id, dxki_type type, uint64_t number)
{
    dxki_md_entry *entry = &r->m->mds.items[id];
    *entry = (dxki_md_entry){.kind = DXKI_M_VALUE};
    if (r->judge) {
        number = (uint32_t)number;
        dxk_status status = reserve_value(r, number, type);
        if (status != DXK_OK)
            return status;
    }
    if (number < r->values.count && DXKI_TAG(r->values.items[number].value) != DXKI_V_FORWARD) {
        dxki_bc_slot slot = r->values.items[number];
        if (slot.type != type)
            return DXKI_READ_FAIL(r, BITCODE_VALUE_TYPE, dxki_dec(1),
                                  dxki_bc_read_type_arg(r, slot.type),
                                  dxki_bc_read_type_arg(r, type));
        entry->ops = slot.value;
        return DXK_OK;
    }
    if (number >= DXKI_VALUE_INDEX_MAX)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_MEMORY, 0);
    if (number > DXKI_VALUE_INDEX_MAX)
        return bad_value(r, number);
    entry->ops = DXKI_VALUE(DXKI_V_FORWARD, number);
    dxki_bc_fixup fixup = {id, (uint32_t)number, type, true};
    return dxki_vec_push(r->ctx, &r->fixups, fixup) ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status md_value(dxki_bc_reader *r)
{
    dxki_md id;
    dxki_type type = (dxki_type)r->args.items[0].n;
    if (type == DXKI_TY_METADATA || type == DXKI_TY_VOID)
        return dxki_bc_read_not(r, 0, "the type of a value");
    dxk_status status = define(r, &id);
    return status == DXK_OK ? set_value(r, id, type, r->args.items[1].n) : status;
}

static dxk_status md_tuple(dxki_bc_reader *r, bool distinct)
{
    dxki_md_entry entry = {.kind = DXKI_M_TUPLE, .distinct = distinct};
    entry.op_count = (uint32_t)r->args.count;
    dxk_status status = add_words(r, r->args.count, &entry.ops);
    if (status != DXK_OK)
        return status;
    for (size_t i = 0; i < r->args.count; i++)
        r->m->words.items[entry.ops + i] = (uint32_t)r->args.items[i].n;
    return fill(r, entry);
}

/* One (type, value) pair of an old node. */
static dxk_status old_operand(dxki_bc_reader *r, size_t pair, dxki_md *md)
{
    uint64_t number = r->args.items[2 * pair + 1].n;
    dxki_type type;
    dxk_status status =
        dxki_bc_read_type_ref(r, r->args.items[2 * pair].n, (uint32_t)(2 * pair), &type);
    if (status != DXK_OK)
        return status;
    *md = 0;
    if (type == DXKI_TY_VOID)
        return DXK_OK;
    if (type == DXKI_TY_METADATA)
        return dxki_bc_read_md_ref(r, number, (uint32_t)(2 * pair + 1), md);
    if (!dxki_vec_push(r->ctx, &r->m->mds, (dxki_md_entry){0}))
        return dxki_nomem(r->ctx);
    *md = (dxki_md)(r->m->mds.count - 1);
    return set_value(r, *md, type, number);
}

static dxk_status md_old_node(dxki_bc_reader *r)
{
    size_t count = r->args.count / 2;
    dxki_md_entry entry = {.kind = DXKI_M_TUPLE, .op_count = (uint32_t)count};
    dxk_status status = add_words(r, count, &entry.ops);
    for (size_t i = 0; i < count && status == DXK_OK; i++) {
        dxki_md md = 0;
        status = old_operand(r, i, &md);
        r->m->words.items[entry.ops + i] = md;
    }
    return status == DXK_OK ? fill(r, entry) : status;
}

/* A local value on its own. Judged, anything else is dropped: an empty node has its number. */
static dxk_status md_old_function_node(dxki_bc_reader *r)
{
    dxki_type type = DXKI_TY_VOID;
    dxki_md id;
    dxk_status status = DXK_OK;
    if (r->args.count == 2)
        status = dxki_bc_read_type_ref(r, r->args.items[0].n, 0, &type);
    if (status != DXK_OK)
        return status;
    if (type != DXKI_TY_METADATA && type != DXKI_TY_VOID) {
        status = define(r, &id);
        if (status == DXK_OK)
            status = set_value(r, id, type, r->args.items[1].n);
        bool is_local = status == DXK_OK && !dxki_value_is_const(r->m->mds.items[id].ops);
        return status != DXK_OK || is_local || !r->judge
                   ? status
                   : DXKI_READ_NOT(r, SILENT_CAST, 1, "a value of a function");
    }
    return r->judge ? fill(r, (dxki_md_entry){.kind = DXKI_M_TUPLE}) : md_old_node(r);
}

/* --- specialised nodes --- */

static uint64_t unrotate(uint64_t n)
{
    return n & 1 ? ~(n >> 1) : n >> 1;
}

static dxk_status node_ref(dxki_bc_reader *r, uint64_t n, size_t operand, bool required,
                           uint32_t word)
{
    dxki_md md = 0;
    n = r->judge ? (uint32_t)n : n;
    if (n || required) {
        dxk_status status = dxki_bc_read_md_ref(r, required ? n : n - 1, (uint32_t)operand, &md);
        if (status != DXK_OK)
            return status;
    }
    r->m->words.items[word] = md;
    return DXK_OK;
}

/* Judged: a string must be one, and be there. */
static dxk_status check_string(dxki_bc_reader *r, size_t operand, uint32_t word)
{
    dxki_md md = r->m->words.items[word];
    if (!r->judge || !md || dxki_md_get(r->m, md)->kind == DXKI_M_STRING)
        return DXK_OK;
    return DXKI_READ_NOT(r, SILENT_CAST, (uint32_t)operand, "a string");
}

/* The fields that take all the remaining operands. */
static dxk_status node_rest(dxki_bc_reader *r, const dxki_di_field *field, size_t from,
                            const dxki_md_entry *entry)
{
    const dxki_bc_record *record = &r->bs.record;
    dxk_status status = DXK_OK;
    for (size_t i = from; i < record->op_count && status == DXK_OK; i++) {
        uint32_t index = (uint32_t)(i - from) + field->slot;
        if (field->kind == DXKI_DK_NUMS)
            r->m->md_nums.items[entry->nums + index] = record->ops[i];
        else
            status = node_ref(r, record->ops[i], i, false, entry->ops + index);
    }
    return status;
}

/* What a field's number comes to. Judged: in the reference's nodes most have 32 bits. */
static uint64_t node_number(const dxki_bc_reader *r, const dxki_di_field *field, uint64_t n)
{
    switch (field->kind) {
    case DXKI_DK_S64:
        return unrotate(n);
    case DXKI_DK_U64:
        return n;
    case DXKI_DK_BOOL:
        return r->judge ? n != 0 : n;
    default:
        return r->judge ? (uint32_t)n : n;
    }
}

static dxk_status node_field(dxki_bc_reader *r, const dxki_di_field *field, size_t operand,
                             const dxki_md_entry *entry)
{
    uint64_t n = operand < r->bs.record.op_count ? r->bs.record.ops[operand] : 0;
    if (dxki_di_field_is_ref((dxki_di_field_kind)field->kind)) {
        uint32_t word = entry->ops + field->slot;
        dxk_status status = node_ref(r, n, operand, field->kind == DXKI_DK_REQ, word);
        return status == DXK_OK && field->kind == DXKI_DK_STR ? check_string(r, operand, word)
                                                              : status;
    }
    if (field->kind != DXKI_DK_ZERO)
        r->m->md_nums.items[entry->nums + field->slot] = node_number(r, field, n);
    return DXK_OK;
}

/* Operands that a record of this node must have, after the `distinct` flag. */
static size_t required_fields(dxki_md_kind kind, const dxki_di_node *node)
{
    const dxki_di_field *last = &node->fields[node->field_count - 1];
    if (last->kind == DXKI_DK_REFS || last->kind == DXKI_DK_NUMS)
        return node->field_count - 1u;
    return kind == DXKI_M_COMPILE_UNIT ? node->field_count - 1u : node->field_count;
}

/* May a record of this node have so many operands, with these at the start? */
static bool is_judged_size(dxki_md_kind kind, const dxki_di_node *node, const uint64_t *ops,
                           size_t count)
{
    const dxki_di_field *last = &node->fields[node->field_count - 1];
    size_t most = node->field_count + 1u;
    if (kind == DXKI_M_GENERIC)
        return count >= 4 && (uint32_t)ops[1] <= UINT16_MAX && (uint32_t)ops[2] == 0;
    if (last->kind == DXKI_DK_REFS || last->kind == DXKI_DK_NUMS)
        return count + 1 >= most;
    if (kind == DXKI_M_LOCAL_VAR) /* "inlinedAt" went */
        return count == most || count == most + 1;
    return count == most || (kind == DXKI_M_COMPILE_UNIT && count + 1 == most);
}

static dxk_status make_room(dxki_bc_reader *r, const dxki_di_node *node, dxki_md_entry *entry)
{
    size_t count = r->bs.record.op_count - 1;
    size_t rest = count > node->field_count - 1u ? count - (node->field_count - 1u) : 0;
    const dxki_di_field *last = &node->fields[node->field_count - 1];
    size_t ops = node->op_count + (last->kind == DXKI_DK_REFS ? rest : 0);
    size_t nums = node->num_count + (last->kind == DXKI_DK_NUMS ? rest : 0);
    dxk_status status = add_words(r, ops, &entry->ops);
    if (status != DXK_OK)
        return status;
    if (nums > UINT32_MAX - r->m->md_nums.count || !dxki_vec_reserve(r->ctx, &r->m->md_nums, nums))
        return dxki_nomem(r->ctx);
    entry->nums = (uint32_t)r->m->md_nums.count;
    r->m->md_nums.count += nums;
    entry->op_count = (uint32_t)(last->kind == DXKI_DK_NUMS ? nums : ops);
    memset(r->m->words.items + entry->ops, 0, ops * sizeof *r->m->words.items);
    return DXK_OK;
}

/* Judged: the reference's locations have 16 bits for a column, and none for one that needs more. */
static void cut_column(uint64_t *column)
{
    if (*column > UINT16_MAX)
        *column = 0;
}

static dxk_status md_node(dxki_bc_reader *r, dxki_md_kind kind)
{
    const dxki_di_node *node = dxki_di_node_get(kind);
    dxk_status status = dxki_bc_stream_flatten(&r->bs);
    if (status != DXK_OK)
        return status;
    size_t count = r->bs.record.op_count, needed = required_fields(kind, node) + 1;
    if (r->judge && !is_judged_size(kind, node, r->bs.record.ops, count))
        needed = count + 1;
    if (count < needed)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(count), dxki_dec(count));
    uint64_t mask = r->judge ? UINT64_MAX : 1;
    dxki_md_entry entry = {.kind = (uint8_t)kind, .distinct = (r->bs.record.ops[0] & mask) != 0};
    status = make_room(r, node, &entry);
    for (uint32_t i = 0; i < node->field_count && status == DXK_OK; i++) {
        const dxki_di_field *field = &node->fields[i];
        if (field->kind == DXKI_DK_REFS || field->kind == DXKI_DK_NUMS)
            status = node_rest(r, field, i + 1, &entry);
        else
            status = node_field(r, field, i + 1, &entry);
    }
    if (status == DXK_OK && r->judge && kind == DXKI_M_LOCATION)
        cut_column(&r->m->md_nums.items[entry.nums + DXKI_DI_LOCATION_COLUMN]);
    return status == DXK_OK ? fill(r, entry) : status;
}

/* The kind of node for a record code; DXKI_M_NONE: not a specialised node. */
static const uint8_t node_kinds[DXKI_REC_LIMIT] = {
#define DXKI_DI_NODE(ident, text, code, fields, ops, nums) [code] = DXKI_M_##ident,
#define DXKI_DI_FIELD(node, ident, text, kind, slot, position, show)
#include "spec/debug_nodes.def"
#undef DXKI_DI_NODE
#undef DXKI_DI_FIELD
};

/* --- named metadata, kinds --- */

/* A node, or an entry that is not filled yet? */
static bool may_be_node(const dxki_bc_reader *r, dxki_md id)
{
    uint8_t kind = dxki_md_get(r->m, id)->kind;
    return kind != DXKI_M_STRING && kind != DXKI_M_VALUE;
}

/* Of two lists of one name the second goes on where the first ends. */
static dxk_status merge_named(dxki_bc_reader *r, const dxki_named_md *named)
{
    dxk_module *m = r->m;
    uint32_t index;
    dxki_string key = dxki_string_intern(m, dxki_string_get(m, named->name));
    if (key == UINT32_MAX)
        return dxki_nomem(r->ctx);
    if (!dxki_bc_map_get(&r->named, key, &index)) {
        bool kept = dxki_bc_map_put(r->ctx, &r->named, key, (uint32_t)m->named_mds.count) &&
                    dxki_vec_push(r->ctx, &m->named_mds, *named) &&
                    dxki_vec_push(r->ctx, &r->named_room, named->op_count);
        return kept ? DXK_OK : dxki_nomem(r->ctx);
    }
    dxki_named_md *first = &m->named_mds.items[index];
    uint32_t both = first->op_count + named->op_count, ops = 0;
    if (both > r->named_room.items[index]) { /* twice as much, or this would take for ever */
        dxk_status status = add_words(r, 2 * (size_t)both, &ops);
        if (status != DXK_OK)
            return status;
        memcpy(m->words.items + ops, m->words.items + first->ops,
               first->op_count * sizeof *m->words.items);
        r->named_room.items[index] = 2 * both;
        first->ops = ops;
    }
    memcpy(m->words.items + first->ops + first->op_count, m->words.items + named->ops,
           named->op_count * sizeof *m->words.items);
    first->op_count = both;
    return DXK_OK;
}

static dxk_status md_name(dxki_bc_reader *r)
{
    dxki_named_md named = {0};
    dxk_status status = dxki_bc_read_text(r, 0, &named.name);
    if (status == DXK_OK) {
        dxki_bc_stream_event event;
        do
            event = dxki_bc_stream_next(&r->bs);
        while (event == DXKI_BS_ABBREV && !r->judge);
        if (event == DXKI_BS_FAILED)
            return r->bs.status;
        if (event != DXKI_BS_RECORD)
            dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT, 0);
        else
            dxki_bc_stream_words(&r->bs, DXKI_WORDS_NAMED_NODE, 0);
        if (event != DXKI_BS_RECORD || r->bs.record.code != DXKI_REC_MD_NAMED_NODE)
            return DXKI_READ_FAIL(r, BITCODE_ORDER, dxki_text(dxki_str("what follows NAME")),
                                  dxki_text(dxki_str("a NAMED_NODE")));
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
        status = dxki_bc_read_operands(
            r, dxki_record_spec_get(DXKI_BLK_METADATA, DXKI_REC_MD_NAMED_NODE));
    }
    if (status == DXK_OK)
        status = add_words(r, r->args.count, &named.ops);
    if (status != DXK_OK)
        return status;
    named.op_count = (uint32_t)r->args.count;
    for (size_t i = 0; i < r->args.count; i++) {
        r->m->words.items[named.ops + i] = (uint32_t)r->args.items[i].n;
        if (!may_be_node(r, (dxki_md)r->args.items[i].n))
            return dxki_bc_read_not(r, (uint32_t)i, "a node");
    }
    return merge_named(r, &named);
}

static dxk_status md_kind(dxki_bc_reader *r)
{
    dxk_str name;
    if (dxki_bc_record_count(&r->bs.record) < 2)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(1),
                              dxki_dec(dxki_bc_record_count(&r->bs.record)));
    uint64_t number = dxki_bc_record_op(&r->bs.record, 0);
    uint32_t old;
    if (r->judge)
        number = (uint32_t)number;
    /* The reference's map marks with it what is free, and finds that in all but an empty map. */
    bool taken = r->judge && number == UINT32_MAX && r->kinds.items.count;
    if (taken || number > UINT32_MAX || dxki_bc_map_get(&r->kinds, (uint32_t)number, &old))
        return DXKI_READ_REFUSE(r, KIND, BITCODE_KIND, dxki_dec(number));
    dxk_status status = dxki_bc_stream_text(&r->bs, 1, &name);
    if (status != DXK_OK)
        return status;
    uint32_t index = dxki_md_kind_index(r->m, name);
    return index != UINT32_MAX && dxki_bc_map_put(r->ctx, &r->kinds, (uint32_t)number, index)
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

static dxk_status md_decoded(dxki_bc_reader *r)
{
    switch (r->bs.record.code) {
    case DXKI_REC_MD_VALUE:
        return md_value(r);
    case DXKI_REC_MD_NODE:
        return md_tuple(r, false);
    case DXKI_REC_MD_DISTINCT_NODE:
        return md_tuple(r, true);
    case DXKI_REC_MD_OLD_FN_NODE:
        return md_old_function_node(r);
    default:
        return md_old_node(r);
    }
}

static dxk_status md_record(dxki_bc_reader *r)
{
    uint32_t code = r->bs.record.code;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_METADATA, code);
    if (!spec || code == DXKI_REC_MD_NAMED_NODE) /* the latter without a NAME before it */
        return dxki_bc_read_unknown_record(r);
    if (code == DXKI_REC_MD_STRING)
        return md_string(r);
    if (code == DXKI_REC_MD_NAME)
        return md_name(r);
    if (code == DXKI_REC_MD_KIND)
        return md_kind(r);
    dxki_md_kind kind = (dxki_md_kind)node_kinds[code];
    if (kind != DXKI_M_NONE)
        return md_node(r, kind);
    dxk_status status = dxki_bc_read_operands(r, spec);
    return status == DXK_OK ? md_decoded(r) : status;
}

dxk_status dxki_bc_read_metadata(dxki_bc_reader *r)
{
    if (r->judge) /* open references count */
        r->mds_defined = r->mds.count;
    dxk_status status = dxki_bc_read_records(r, md_record);
    if (status == DXK_OK && !r->open_mds)
        r->m->settled_mds = (uint32_t)r->m->mds.count;
    return status;
}

dxk_status dxki_bc_read_check_metadata(dxki_bc_reader *r)
{
    bool complete = r->mds_defined == r->mds.count && !r->open_mds;
    if (complete || dxki_bc_read_lets_pass(r))
        return DXK_OK;
    return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_FORWARD_METADATA, r->bs.bits.pos, false,
                                 (const dxki_arg[]){dxki_dec(r->mds_defined)}, 1);
}

/* --- attachments --- */

/* Number and node of one (kind, node) pair. */
static dxk_status attachment(dxki_bc_reader *r, size_t at, uint32_t owner, bool function)
{
    dxki_attachment a = {.owner = owner};
    uint64_t number = r->args.items[at].n;
    if (r->judge)
        number = (uint32_t)number;
    if (number > UINT32_MAX || !dxki_bc_map_get(&r->kinds, (uint32_t)number, &a.kind))
        return DXKI_READ_REFUSE(r, ID, BITCODE_TABLE_ID, dxki_text(dxki_str("metadata kind")),
                                dxki_dec(number), dxki_dec(r->kinds.items.count));
    uint64_t node = r->args.items[at + 1].n;
    if (node >= r->mds_defined && !r->judge)
        return DXKI_READ_FAIL(r, BITCODE_METADATA_ID, dxki_dec(at + 1), dxki_dec(node),
                              dxki_dec(r->mds_defined));
    dxk_status status = dxki_bc_read_md_ref(r, node, (uint32_t)at + 1, &a.node);
    if (status != DXK_OK)
        return status;
    if (DXKI_TAG(dxki_md_value(r->m, a.node)) > DXKI_V_CONST)
        return DXK_OK; /* a local value: was legal once, means nothing */
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_CAST, 0);
    if (!may_be_node(r, a.node))
        return dxki_bc_read_not(r, (uint32_t)at + 1, "a node");
    if (function)
        return dxki_vec_push(r->ctx, &r->m->fn_attachments, a) ? DXK_OK : dxki_nomem(r->ctx);
    if (a.kind == DXKI_MD_KIND_DBG && dxki_md_get(r->m, a.node)->kind == DXKI_M_LOCATION)
        return dxki_inst_set_dbg(r->m, owner, a.node) ? DXK_OK : dxki_nomem(r->ctx);
    return dxki_vec_push(r->ctx, &r->m->attachments, a) ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status attachment_record(dxki_bc_reader *r)
{
    if (r->bs.record.code != DXKI_REC_ATTACHMENT)
        return dxki_bc_read_unknown_record(r);
    dxk_status status = dxki_bc_read_operands(
        r, dxki_record_spec_get(DXKI_BLK_METADATA_ATTACHMENT, DXKI_REC_ATTACHMENT));
    if (status != DXK_OK)
        return status;
    if (r->judge && !r->args.count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(0), dxki_dec(0));
    bool function = r->args.count % 2 == 0;
    uint32_t owner = r->body.global;
    if (!function) {
        uint64_t number = r->args.items[0].n;
        uint64_t count = r->m->insts.count - r->body.first_inst;
        if (number >= count)
            return DXKI_READ_FAIL(r, BITCODE_TABLE_ID, dxki_text(dxki_str("instruction")),
                                  dxki_dec(number), dxki_dec(count));
        owner = r->body.first_inst + (uint32_t)number;
    }
    for (size_t i = !function; i + 1 < r->args.count && status == DXK_OK; i += 2)
        status = attachment(r, i, owner, function);
    return status;
}

static bool is_later_attachment(const void *user, const void *left, const void *right)
{
    const dxki_attachment *a = left, *b = right;
    (void)user;
    if (a->owner != b->owner)
        return a->owner > b->owner;
    return a->kind != b->kind ? a->kind > b->kind : a->node > b->node;
}

static bool sort_attachments(dxki_bc_reader *r, dxki_attachment *items, size_t count)
{
    return dxki_sort(r->ctx, items, count, sizeof *items, is_later_attachment, NULL);
}

dxk_status dxki_bc_read_attachments(dxki_bc_reader *r)
{
    size_t first = r->m->attachments.count, fn_first = r->m->fn_attachments.count;
    dxk_status status = dxki_bc_read_records(r, attachment_record);
    dxki_attachment *made = r->m->attachments.items, *fn_made = r->m->fn_attachments.items;
    if (r->m->attachments.count > first &&
        !sort_attachments(r, made + first, r->m->attachments.count - first))
        return dxki_nomem(r->ctx);
    if (r->m->fn_attachments.count > fn_first &&
        !sort_attachments(r, fn_made + fn_first, r->m->fn_attachments.count - fn_first))
        return dxki_nomem(r->ctx);
    return dxki_attachments_index(r->m, first) ? status : dxki_nomem(r->ctx);
}

/* --- debug locations --- */

/* DEBUG_LOC [line, column, scope, inlined at]: no scope, no location. */
static dxk_status new_loc(dxki_bc_reader *r)
{
    dxki_bc_operand *args = r->args.items;
    dxki_md scope = (dxki_md)args[2].n, inlined_at = (dxki_md)args[3].n;
    if (r->judge)
        cut_column(&args[1].n);
    uint64_t key[2] = {args[0].n << 32 | (uint32_t)args[1].n, (uint64_t)scope << 32 | inlined_at};
    if (r->body.last_loc && memcmp(key, r->body.loc_key, sizeof key) == 0)
        return DXK_OK;
    r->body.last_loc = 0;
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_CAST, 0);
    if (!may_be_node(r, scope) || !may_be_node(r, inlined_at))
        return dxki_bc_read_not(r, may_be_node(r, scope) ? 3 : 2, "a node");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    if (!scope)
        return DXK_OK;
    r->body.last_loc =
        dxki_md_location(r->m, (uint32_t)args[0].n, (uint32_t)args[1].n, scope, inlined_at);
    if (!r->body.last_loc)
        return dxki_nomem(r->ctx);
    memcpy(r->body.loc_key, key, sizeof key);
    return DXK_OK;
}

dxk_status dxki_bc_read_debug_loc(dxki_bc_reader *r)
{
    bool again = r->bs.record.code == DXKI_REC_DEBUG_LOC_AGAIN;
    if (!r->body.last_inst || (again && !r->body.last_loc && !r->judge))
        return DXKI_READ_FAIL(r, BITCODE_ORDER, dxki_text(dxki_str("a debug location")),
                              r->body.last_inst ? dxki_text(dxki_str("another one"))
                                                : dxki_text(dxki_str("an instruction")));
    dxk_status status = again ? DXK_OK : new_loc(r);
    if (status != DXK_OK || !r->body.last_loc)
        return status;
    return dxki_inst_set_dbg(r->m, r->body.last_inst, r->body.last_loc) ? DXK_OK
                                                                        : dxki_nomem(r->ctx);
}
