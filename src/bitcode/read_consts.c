/* SPDX-License-Identifier: MIT */
/*
 * read_consts.c - constants. A record without operands is made at once. The others may refer to
 * constants that come later in the block: they wait until its end and are then made in the order
 * of their operands, with a stack of our own.
 */
#include "bitcode/reader.h"
#include "ir/fits.h"

#include <string.h>

static dxk_status made(dxki_bc_reader *r, dxki_value value, dxki_bc_slot *slot)
{
    if (!value)
        return dxki_nomem(r->ctx);
    slot->value = value;
    return DXK_OK;
}

static int64_t unrotate(uint64_t n)
{
    return n & 1 ? (n == 1 ? INT64_MIN : -(int64_t)(n >> 1)) : (int64_t)(n >> 1);
}

/* --- without operands --- */

static dxk_status make_int(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    if (!dxki_type_is_int(r->m, slot->type))
        return dxki_bc_read_not(r, 0, "for the current type, which is no integer");
    return made(r, dxki_const_int(r->m, slot->type, (uint64_t)unrotate(r->args.items[0].n)), slot);
}

static dxk_status make_wide(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    if (!dxki_type_is_int(r->m, slot->type))
        return dxki_bc_read_not(r, 0, "for the current type, which is no integer");
    size_t count = r->args.count, size = count * sizeof(uint64_t);
    uint64_t *words = dxki_realloc(r->ctx, NULL, 0, size);
    if (!words)
        return dxki_nomem(r->ctx);
    for (size_t i = 0; i < count; i++)
        words[i] = (uint64_t)unrotate(r->args.items[i].n);
    dxki_value value = dxki_type_bits(r->m, slot->type) <= 64
                           ? dxki_const_int(r->m, slot->type, words[0])
                           : dxki_const_wide(r->m, slot->type, words, (uint32_t)count);
    dxki_realloc(r->ctx, words, size, 0);
    return made(r, value, slot);
}

static dxk_status make_float(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    uint32_t bits = dxki_type_bits(r->m, slot->type);
    if (!dxki_type_is_fp(r->m, slot->type)) /* LLVM: undefined */
        return made(r, dxki_const_undef(r->m, slot->type), slot);
    uint64_t words[2] = {r->args.items[0].n, r->args.items[1].n};
    if (bits <= 64)
        return made(r, dxki_const_float(r->m, slot->type, words[0]), slot);
    if (!r->args.items[1].letter)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(1), dxki_dec(1));
    return made(r, dxki_const_wide(r->m, slot->type, words, 2), slot);
}

/* The bytes of a string constant, with the 0 that CSTRING leaves out. */
static dxk_status make_string(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    dxk_str text;
    dxk_status status = dxki_bc_stream_text(&r->bs, 0, &text);
    if (status != DXK_OK)
        return status;
    bool zero = r->bs.record.code == DXKI_REC_CSTRING;
    size_t size = text.size + zero;
    dxki_type type = dxki_type_array(r->m, DXKI_TY_I8, size);
    if (!type)
        return dxki_nomem(r->ctx);
    if (r->judge)
        slot->type = type;
    if (slot->type != type)
        return DXKI_READ_FAIL(r, BITCODE_VALUE_TYPE, dxki_dec(0), dxki_bc_read_type_arg(r, type),
                              dxki_bc_read_type_arg(r, slot->type));
    char *bytes = dxki_realloc(r->ctx, NULL, 0, size + 1);
    if (!bytes)
        return dxki_nomem(r->ctx);
    memcpy(bytes, text.data, text.size);
    bytes[text.size] = 0;
    dxki_value value = dxki_const_data(r->m, type, (dxk_str){bytes, size});
    dxki_realloc(r->ctx, bytes, size + 1, 0);
    return made(r, value, slot);
}

/* Judged: as many elements as the record has, whatever the current type says. */
static dxk_status fit_data(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    dxki_type_kind kind = dxki_type_kind_of(r->m, slot->type);
    dxki_type element = kind == DXKI_T_POINTER ? dxki_type_pointee(r->m, slot->type)
                                               : dxki_type_element(r->m, slot->type, 0);
    size_t count = r->args.count;
    bool sequence = kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR || kind == DXKI_T_POINTER;
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    if (!count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(0), dxki_dec(0));
    dxki_bc_stream_words(&r->bs, sequence ? DXKI_WORDS_TYPE_FOR_VALUE : DXKI_WORDS_SILENT_CAST, 0);
    if (!sequence || !dxki_type_is_data_element(r->m, element))
        return dxki_bc_read_not(r, 0, "for the current type, which has other elements");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    slot->type = kind == DXKI_T_VECTOR ? dxki_type_vector(r->m, element, (uint32_t)count)
                                       : dxki_type_array(r->m, element, count);
    return slot->type ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status make_data(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    dxk_status fitted = r->judge ? fit_data(r, slot) : DXK_OK;
    if (fitted != DXK_OK)
        return fitted;
    dxki_type element = dxki_type_element(r->m, slot->type, 0);
    dxki_type_kind kind = dxki_type_kind_of(r->m, slot->type);
    size_t count = r->args.count, width = element ? dxki_type_bits(r->m, element) / 8 : 0;
    if ((kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR) ||
        !dxki_type_is_data_element(r->m, element) || dxki_type_count(r->m, slot->type) != count)
        return dxki_bc_read_not(r, 0, "for the current type, which has other elements");
    char *bytes = dxki_realloc(r->ctx, NULL, 0, count * width);
    if (!bytes)
        return dxki_nomem(r->ctx);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < width; k++)
            bytes[i * width + k] = (char)(r->args.items[i].n >> (8 * k));
    }
    dxki_value value = dxki_const_data(r->m, slot->type, (dxk_str){bytes, count * width});
    dxki_realloc(r->ctx, bytes, count * width, 0);
    return made(r, value, slot);
}

/* A length and that many characters, from r->next_op on. */
static dxk_status counted_text(dxki_bc_reader *r, dxki_string *string)
{
    const dxki_bc_record *record = &r->bs.record;
    uint64_t size = r->next_op < record->op_count ? record->ops[r->next_op] : UINT64_MAX;
    if (r->next_op >= record->op_count || size > record->op_count - r->next_op - 1)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(r->next_op + 1),
                              dxki_dec(record->op_count));
    char *text = dxki_string_space(r->m, (size_t)size + 1);
    if (!text)
        return dxki_nomem(r->ctx);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)record->ops[r->next_op + 1 + i];
    r->next_op += (size_t)size + 1;
    *string = dxki_string_intern(r->m, (dxk_str){text, (size_t)size});
    return *string == UINT32_MAX ? dxki_nomem(r->ctx) : DXK_OK;
}

static dxk_status make_asm(dxki_bc_reader *r, dxki_bc_slot *slot)
{
    dxki_type pointee = dxki_type_pointee(r->m, slot->type);
    dxki_string text = 0, constraints = 0;
    if (dxki_type_kind_of(r->m, pointee) != DXKI_T_FUNCTION)
        return dxki_bc_read_not(r, 0, "for the current type, which is no pointer to a function");
    dxk_status status = counted_text(r, &text);
    if (status == DXK_OK)
        status = counted_text(r, &constraints);
    if (status != DXK_OK)
        return status;
    uint8_t mask = r->bs.record.code == DXKI_REC_INLINEASM ? 7 : 3;
    uint8_t flags = (uint8_t)(r->args.items[0].n & mask);
    return made(r, dxki_const_asm(r->m, slot->type, text, constraints, flags), slot);
}

static dxk_status make_plain(dxki_bc_reader *r, dxki_bc_slot *slot, bool *plain)
{
    *plain = true;
    switch (r->bs.record.code) {
    case DXKI_REC_NULL:
        if (dxki_type_kind_of(r->m, slot->type) == DXKI_T_LABEL || slot->type == DXKI_TY_METADATA)
            return dxki_bc_read_not(r, 0, "for the current type, which has no null");
        return made(r, dxki_const_null(r->m, slot->type), slot);
    case DXKI_REC_INTEGER:
        return make_int(r, slot);
    case DXKI_REC_WIDE_INTEGER:
        return make_wide(r, slot);
    case DXKI_REC_FLOAT:
        return make_float(r, slot);
    case DXKI_REC_DATA:
        return make_data(r, slot);
    case DXKI_REC_INLINEASM:
    case DXKI_REC_INLINEASM_OLD:
        return make_asm(r, slot);
    case DXKI_REC_UNDEF:
        return made(r, dxki_const_undef(r->m, slot->type), slot);
    default:
        *plain = false;
        return DXK_OK;
    }
}

/* --- with operands --- */

/* A pending constant whose operands are all made: their values in `ops`, types in `types`. */
typedef struct const_maker {
    dxki_bc_reader *r;
    const dxki_bc_pending_const *pending;
    const dxki_bc_operand *args; /* decoded; A operands are still numbers */
    dxki_type type;              /* current type of the record */
} const_maker;

static dxk_status fail_at(const_maker *k, const char *what)
{
    return dxki_bc_stream_report(&k->r->bs, DXKI_RULE_BITCODE_OPERAND, k->pending->bit, false,
                                 (const dxki_arg[]){dxki_dec(0), dxki_text(dxki_str(what))}, 2);
}

static dxki_bc_slot operand(const const_maker *k, size_t i)
{
    return k->r->values.items[k->args[i].n];
}

/* The reference ends where an operand has another type than its constant asks for. */
static dxk_status fail_type(const_maker *k, const char *what)
{
    dxki_bc_stream_words(&k->r->bs, DXKI_WORDS_SILENT, 0);
    return fail_at(k, what);
}

/* Judged: an aggregate of too few elements, which are in scratch. If all are zero or undefined, the whole
 * is; else arrays of plain numbers and vectors are as long as what there is of them. */
static dxk_status make_short(const_maker *k, dxki_value *value)
{
    dxk_module *m = k->r->m;
    uint32_t count = (uint32_t)k->r->scratch.count;
    dxki_type_kind kind = dxki_type_kind_of(m, k->type);
    dxki_type type = dxki_type_element(m, k->type, 0), made = 0;
    uint32_t zeros = 0, undefined = 0;
    for (uint32_t i = 0; i < count; i++) {
        const dxki_const *c = dxki_const_get(m, k->r->scratch.items[i]);
        zeros += dxki_const_is_null(m, k->r->scratch.items[i]);
        undefined += c && c->kind == DXKI_C_UNDEF;
    }
    if (kind == DXKI_T_VECTOR) {
        made = dxki_type_vector(m, type, count);
    } else if (count && (zeros == count || undefined == count)) {
        *value = zeros ? dxki_const_null(m, k->type) : dxki_const_undef(m, k->type);
        return DXK_OK;
    } else if (kind == DXKI_T_ARRAY &&
               (type == DXKI_TY_FLOAT || type == DXKI_TY_DOUBLE || type == DXKI_TY_I8 ||
                type == DXKI_TY_I16 || type == DXKI_TY_I32 || type == DXKI_TY_I64)) {
        made = dxki_type_array(m, type, count);
    } else {
        return fail_type(k, "for an aggregate of that many elements");
    }
    *value = made ? dxki_const_aggregate(m, made, k->r->scratch.items, count) : 0;
    return DXK_OK;
}

static dxk_status make_aggregate(const_maker *k, dxki_value *value)
{
    dxk_module *m = k->r->m;
    dxki_type_kind kind = dxki_type_kind_of(m, k->type);
    size_t count = k->pending->count;
    if (kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR && kind != DXKI_T_STRUCT) {
        *value = dxki_const_undef(m, k->type);
        return DXK_OK;
    }
    bool is_short = k->r->judge && count && count < dxki_type_count(m, k->type);
    if (dxki_type_count(m, k->type) != count && !is_short)
        return fail_type(k, "for an aggregate of that many elements");
    k->r->scratch.count = 0;
    for (size_t i = 0; i < count; i++) {
        dxki_bc_slot element = operand(k, i);
        if (element.type != dxki_type_element(m, k->type, i))
            return fail_type(k, "of the element's type");
        if (!dxki_vec_push(k->r->ctx, &k->r->scratch, element.value))
            return dxki_nomem(k->r->ctx);
    }
    if (is_short)
        return make_short(k, value);
    *value = dxki_const_aggregate(m, k->type, k->r->scratch.items, (uint32_t)count);
    return DXK_OK;
}

static dxk_status make_binary(const_maker *k, dxki_value *value)
{
    dxki_bc_slot left = operand(k, 1), right = operand(k, 2);
    dxki_op op = dxki_bc_read_binary_op(k->r, k->args[0].n, left.type);
    dxki_value ops[2] = {left.value, right.value};
    if (op == DXKI_OP_NONE || left.type != right.type || left.type != k->type)
        return fail_type(k, "possible in this operation");
    *value = dxki_const_expr(k->r->m, op, (uint8_t)k->args[3].n, k->type, ops, 2, NULL, 0);
    return DXK_OK;
}

static dxk_status make_cast(const_maker *k, dxki_value *value)
{
    dxki_bc_slot from = operand(k, 2);
    dxki_op op = dxki_op_of_cast(k->args[0].n);
    if (from.type != (dxki_type)k->args[1].n)
        return fail_type(k, "of the type given with it");
    if (op == DXKI_OP_NONE || !dxki_type_cast_is_valid(k->r->m, op, from.type, k->type))
        return fail_at(k, "possible in this cast");
    *value = dxki_const_expr(k->r->m, op, 0, k->type, &from.value, 1, NULL, 0);
    return DXK_OK;
}

static dxk_status make_gep(const_maker *k, dxki_value *value)
{
    dxki_bc_reader *r = k->r;
    uint32_t count = (uint32_t)(k->pending->count - 1) / 2;
    if (count < 1)
        return fail_at(k, "there");
    r->args.count = 0;
    r->scratch.count = 0;
    if (!dxki_vec_reserve(r->ctx, &r->scratch, count) || !dxki_vec_reserve(r->ctx, &r->args, count))
        return dxki_nomem(r->ctx);
    for (uint32_t i = 0; i < count; i++) {
        dxki_bc_slot slot = operand(k, 2 * i + 2);
        r->scratch.items[i] = slot.value;
        r->args.items[i] = (dxki_bc_operand){slot.value, slot.type, 'A'};
        if (slot.type != (dxki_type)k->args[2 * i + 1].n)
            return fail_type(k, "of the type given with it");
    }
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_GEP_CONSTANT, 0);
    dxki_type base = r->args.items[0].type;
    dxki_type pointee = dxki_type_pointee(r->m, dxki_type_scalar(r->m, base));
    dxki_type source = k->args[0].n ? (dxki_type)k->args[0].n : pointee;
    dxki_type type = dxki_bc_read_gep_type(r, source, r->args.items, count);
    if (!source || source != pointee || !type)
        return fail_at(k, "possible in this address computation");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    bool inbounds = k->pending->code == DXKI_REC_CE_INBOUNDS_GEP;
    *value =
        dxki_const_expr(r->m, DXKI_OP_GEP, inbounds, type, r->scratch.items, count, &source, 1);
    return DXK_OK;
}

static dxk_status make_select(const_maker *k, dxki_value *value)
{
    dxki_bc_slot a = operand(k, 0), b = operand(k, 1), c = operand(k, 2);
    dxki_value ops[3] = {a.value, b.value, c.value};
    if (dxki_type_scalar(k->r->m, a.type) != DXKI_TY_I1 || b.type != c.type || b.type != k->type)
        return fail_type(k, "possible in this selection");
    *value = dxki_const_expr(k->r->m, DXKI_OP_SELECT, 0, k->type, ops, 3, NULL, 0);
    return DXK_OK;
}

static dxk_status make_element(const_maker *k, dxki_value *value)
{
    dxk_module *m = k->r->m;
    bool extract = k->pending->code == DXKI_REC_CE_EXTRACTELT;
    dxki_bc_slot vector = operand(k, extract ? 1 : 0), index = operand(k, 3);
    dxki_bc_slot element = extract ? (dxki_bc_slot){0, 0} : operand(k, 1);
    if (dxki_type_kind_of(m, vector.type) != DXKI_T_VECTOR || !dxki_type_is_int(m, index.type) ||
        (!extract && element.type != dxki_type_scalar(m, vector.type)))
        return fail_at(k, "possible with this vector");
    dxki_value ops[3] = {vector.value, extract ? index.value : element.value, index.value};
    dxki_type type = extract ? dxki_type_scalar(m, vector.type) : vector.type;
    *value = dxki_const_expr(m, extract ? DXKI_OP_EXTRACTELEMENT : DXKI_OP_INSERTELEMENT, 0, type,
                             ops, extract ? 2 : 3, NULL, 0);
    return DXK_OK;
}

static dxk_status make_shuffle(const_maker *k, dxki_value *value)
{
    dxk_module *m = k->r->m;
    size_t first = k->pending->code == DXKI_REC_CE_SHUFVEC_EX ? 1 : 0;
    dxki_bc_slot a = operand(k, first), b = operand(k, first + 1), mask = operand(k, first + 2);
    dxki_value ops[3] = {a.value, b.value, mask.value};
    if (dxki_type_kind_of(m, a.type) != DXKI_T_VECTOR || a.type != b.type ||
        dxki_type_kind_of(m, mask.type) != DXKI_T_VECTOR)
        return fail_at(k, "possible in this shuffle");
    uint32_t length = (uint32_t)dxki_type_count(m, mask.type);
    dxki_type type = dxki_type_vector(m, dxki_type_scalar(m, a.type), length);
    if (type)
        *value = dxki_const_expr(m, DXKI_OP_SHUFFLEVECTOR, 0, type, ops, 3, NULL, 0);
    return DXK_OK;
}

static dxk_status make_compare(const_maker *k, dxki_value *value)
{
    dxki_bc_slot a = operand(k, 1), b = operand(k, 2);
    dxki_value ops[2] = {a.value, b.value};
    uint64_t predicate = k->args[3].n;
    bool fp = dxki_type_is_fp(k->r->m, dxki_type_scalar(k->r->m, a.type));
    if (a.type != b.type || a.type != (dxki_type)k->args[0].n ||
        (fp ? predicate > 15 : predicate < 32 || predicate > 41))
        return fail_type(k, "possible in this comparison");
    dxki_type type = dxki_bc_read_cmp_type(k->r, a.type);
    if (type)
        *value = dxki_const_expr(k->r->m, fp ? DXKI_OP_FCMP : DXKI_OP_ICMP, (uint8_t)predicate,
                                 type, ops, 2, NULL, 0);
    return DXK_OK;
}

static dxk_status make_blockaddress(const_maker *k, dxki_value *value)
{
    dxk_module *m = k->r->m;
    dxki_bc_slot function = operand(k, 1);
    uint64_t block = k->args[2].n;
    if (DXKI_TAG(function.value) != DXKI_V_GLOBAL ||
        m->globals.items[DXKI_INDEX(function.value)].kind != DXKI_G_FUNCTION ||
        block > DXKI_VALUE_INDEX_MAX)
        return fail_at(k, "a function");
    dxki_type type = dxki_type_pointer(m, DXKI_TY_I8, 0);
    /* The body may come later: a number until the module ends. Equal numbers are equal blocks. */
    size_t known = m->consts.count;
    if (type)
        *value = dxki_const_blockaddress(m, type, function.value, (uint32_t)block);
    if (*value && m->consts.count > known &&
        !dxki_vec_push(k->r->ctx, &k->r->addresses, DXKI_INDEX(*value)))
        return dxki_nomem(k->r->ctx);
    return DXK_OK;
}

dxk_status dxki_bc_read_settle_addresses(dxki_bc_reader *r, bool lenient)
{
    const dxk_module *m = r->m;
    for (size_t i = 0; i < r->addresses.count; i++) {
        const dxki_const *c = &m->consts.items[r->addresses.items[i]];
        const dxki_global *f = &m->globals.items[DXKI_INDEX(c->a)];
        bool there = c->b < f->block_count;
        if (!there && !lenient)
            return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(2), dxki_dec(c->b),
                                  dxki_dec(f->block_count));
        /* The blocks of a body that was read follow each other. */
        uint32_t block = there ? f->first_block + c->b : 0;
        if (!dxki_const_settle_blockaddress(r->m, r->addresses.items[i], c->a, block))
            return dxki_nomem(r->ctx);
    }
    r->addresses.count = 0;
    return DXK_OK;
}

static dxk_status make_with_operands(const_maker *k, dxki_value *value)
{
    switch (k->pending->code) {
    case DXKI_REC_AGGREGATE:
        return make_aggregate(k, value);
    case DXKI_REC_CE_BINOP:
        return make_binary(k, value);
    case DXKI_REC_CE_CAST:
        return make_cast(k, value);
    case DXKI_REC_CE_GEP:
    case DXKI_REC_CE_INBOUNDS_GEP:
        return make_gep(k, value);
    case DXKI_REC_CE_SELECT:
        return make_select(k, value);
    case DXKI_REC_CE_EXTRACTELT:
    case DXKI_REC_CE_INSERTELT:
        return make_element(k, value);
    case DXKI_REC_CE_SHUFFLEVEC:
    case DXKI_REC_CE_SHUFVEC_EX:
        return make_shuffle(k, value);
    case DXKI_REC_CE_CMP:
        return make_compare(k, value);
    default:
        return make_blockaddress(k, value);
    }
}

static dxk_status make_pending(dxki_bc_reader *r, dxki_bc_pending_const *pending)
{
    dxki_bc_slot *slot = &r->values.items[pending->number];
    const_maker k = {r, pending, r->pending_ops.items + pending->first, slot->type};
    dxki_value value = 0;
    dxk_status status = make_with_operands(&k, &value);
    if (status != DXK_OK)
        return status;
    if (!value)
        return dxki_nomem(r->ctx);
    slot->value = value;
    slot->type = dxki_value_type(r->m, value);
    const dxki_const *made_const = dxki_const_get(r->m, value);
    return dxki_bc_read_check_depth(r, made_const ? made_const->depth : 0);
}

/* --- the order of making --- */

typedef struct make_frame {
    size_t pending;
    size_t next; /* operand to look at */
} make_frame;

typedef DXKI_VEC(make_frame) make_stack;

static dxk_status push_frame(dxki_bc_reader *r, make_stack *stack, size_t index)
{
    r->pending.items[index].state = 1;
    make_frame frame = {index, 0};
    return dxki_vec_push(r->ctx, stack, frame) ? DXK_OK : dxki_nomem(r->ctx);
}

/* Index of the pending constant with this value number: they are sorted by it. */
static size_t find_pending(const dxki_bc_reader *r, uint64_t number)
{
    size_t low = 0, high = r->pending.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->pending.items[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Looks at one operand: pushes its constant when that is to be made first. */
static dxk_status visit_operand(dxki_bc_reader *r, make_stack *stack,
                                const dxki_bc_pending_const *user, const dxki_bc_operand *op)
{
    if (op->letter != 'A')
        return DXK_OK;
    if (op->n >= r->values.count || !dxki_value_is_const(r->values.items[op->n].value)) {
        size_t index = op->n < r->values.count ? find_pending(r, op->n) : 0;
        dxki_bc_stream_words(&r->bs,
                             op->n < r->values.count ? DXKI_WORDS_SILENT : DXKI_WORDS_CONSTANT, 0);
        if (op->n >= r->values.count || r->values.items[op->n].value)
            return dxki_bc_stream_report(
                &r->bs, DXKI_RULE_BITCODE_VALUE_ID, user->bit, false,
                (const dxki_arg[]){dxki_dec((uint64_t)(op - (r->pending_ops.items + user->first))),
                                   dxki_dec(op->n), dxki_dec(r->values.count)},
                3);
        if (r->pending.items[index].state == 1)
            return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_CONSTANT_CYCLE, user->bit, false,
                                         (const dxki_arg[]){dxki_dec(op->n)}, 1);
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
        return push_frame(r, stack, index);
    }
    return DXK_OK;
}

static dxk_status make_from(dxki_bc_reader *r, make_stack *stack, size_t root)
{
    dxk_status status = push_frame(r, stack, root);
    while (status == DXK_OK && stack->count) {
        make_frame *top = &stack->items[stack->count - 1];
        dxki_bc_pending_const *pending = &r->pending.items[top->pending];
        if (top->next < pending->count) {
            const dxki_bc_operand *op = &r->pending_ops.items[pending->first + top->next++];
            status = visit_operand(r, stack, pending, op);
        } else {
            status = make_pending(r, pending);
            pending->state = 2;
            stack->count--;
        }
    }
    return status;
}

static dxk_status make_all_pending(dxki_bc_reader *r)
{
    make_stack stack = {NULL, 0, 0};
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < r->pending.count && status == DXK_OK; i++) {
        if (r->pending.items[i].state == 0)
            status = make_from(r, &stack, i);
    }
    dxki_vec_free(r->ctx, &stack);
    r->pending.count = 0;
    r->pending_ops.count = 0;
    return status;
}

/* --- records --- */

static dxk_status defer(dxki_bc_reader *r)
{
    dxki_bc_pending_const pending = {.number = (uint32_t)r->values.count - 1,
                                     .code = r->bs.record.code,
                                     .bit = r->bs.record.bit_offset,
                                     .first = r->pending_ops.count,
                                     .count = r->args.count};
    if (!dxki_vec_push(r->ctx, &r->pending, pending) ||
        !dxki_vec_reserve(r->ctx, &r->pending_ops, r->args.count + 1))
        return dxki_nomem(r->ctx);
    if (r->args.count)
        memcpy(r->pending_ops.items + r->pending_ops.count, r->args.items,
               r->args.count * sizeof *r->args.items);
    r->pending_ops.count += r->args.count;
    return DXK_OK;
}

static dxk_status set_type(dxki_bc_reader *r, dxki_type *current)
{
    *current = (dxki_type)r->args.items[0].n;
    if ((*current == DXKI_TY_VOID || dxki_type_kind_of(r->m, *current) == DXKI_T_FUNCTION) &&
        !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 0, "a type that constants can have");
    return DXK_OK;
}

/* The type that operand `i`, a constant, must have; 0: not known here. */
static dxki_type wanted_type(dxki_bc_reader *r, dxki_type type, size_t i)
{
    dxki_type_kind kind = dxki_type_kind_of(r->m, type);
    if (i > 0 && r->args.items[i - 1].letter == 'T')
        return (dxki_type)r->args.items[i - 1].n;
    if (r->bs.record.code == DXKI_REC_CE_BINOP)
        return type;
    if (r->bs.record.code != DXKI_REC_AGGREGATE ||
        (kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR))
        return 0;
    return kind == DXKI_T_STRUCT ? dxki_type_element(r->m, type, i) : dxki_type_get(r->m, type)->a;
}

/* Judged: a constant is looked for when it is referred to, under the type that it must have. One
 * that is not there yet has the type of its first use. */
static dxk_status check_references(dxki_bc_reader *r, dxki_type type)
{
    bool elements =
        r->bs.record.code == DXKI_REC_CE_INSERTELT || r->bs.record.code == DXKI_REC_CE_SHUFFLEVEC;
    if (elements && dxki_type_kind_of(r->m, type) != DXKI_T_VECTOR)
        return dxki_bc_read_not(r, 0, "for the current type, which is no vector");
    if (r->bs.record.code == DXKI_REC_CE_EXTRACTELT &&
        dxki_type_kind_of(r->m, (dxki_type)r->args.items[0].n) != DXKI_T_VECTOR)
        return dxki_bc_read_not(r, 0, "the type of a vector");
    for (size_t i = 0; i < r->args.count; i++) {
        const dxki_bc_operand *op = &r->args.items[i];
        dxki_type wanted = op->letter == 'A' ? wanted_type(r, type, i) : 0;
        uint32_t number = (uint32_t)op->n, known = wanted;
        if (!wanted)
            continue;
        bool there = number < r->values.count;
        if (there)
            known = r->values.items[number].type;
        else if (!dxki_bc_map_get(&r->const_forwards, number, &known) &&
                 !dxki_bc_map_put(r->ctx, &r->const_forwards, number, wanted))
            return dxki_nomem(r->ctx);
        if (known && known != wanted)
            return DXKI_READ_NOT(r, SILENT, (uint32_t)i, "of the type that is asked for");
        if (there && DXKI_TAG(r->values.items[number].value) == DXKI_V_FORWARD)
            return DXKI_READ_NOT(r, SILENT_CAST, (uint32_t)i, "a constant");
    }
    return DXK_OK;
}

/* Judged: the block whose address is taken is there, or must come with the function's body. */
static dxk_status check_blockaddress(dxki_bc_reader *r)
{
    const dxki_bc_operand *args = r->args.items;
    uint32_t number = (uint32_t)args[1].n, block = (uint32_t)args[2].n, needed = 0;
    dxki_bc_slot slot = number < r->values.count ? r->values.items[number] : (dxki_bc_slot){0, 0};
    if (slot.value && slot.type != (dxki_type)args[0].n)
        return DXKI_READ_NOT(r, SILENT, 1, "of the type given with it");
    if (DXKI_TAG(slot.value) != DXKI_V_GLOBAL ||
        r->m->globals.items[DXKI_INDEX(slot.value)].kind != DXKI_G_FUNCTION)
        return dxki_bc_read_not(r, 1, "a function");
    const dxki_global *f = &r->m->globals.items[DXKI_INDEX(slot.value)];
    if (!block || (f->first_block && block >= f->block_count))
        return DXKI_READ_NOT(r, ID, 2, "a block other than the first");
    if (block > DXKI_VALUE_INDEX_MAX)
        return DXKI_READ_NOT(r, SILENT_MEMORY, 2, "a block of this function");
    if (f->first_block)
        return DXK_OK;
    dxki_bc_map_get(&r->addressed, DXKI_INDEX(slot.value), &needed);
    return needed > block ||
                   dxki_bc_map_put(r->ctx, &r->addressed, DXKI_INDEX(slot.value), block + 1)
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

/* Judged: of an operation that is not known, or elements of what has none, nothing is looked at. */
static bool is_unknown_expr(const dxki_bc_reader *r, dxki_type type)
{
    uint64_t number = r->args.count ? (uint32_t)r->args.items[0].n : 0;
    dxki_type_kind kind = dxki_type_kind_of(r->m, type);
    if (r->bs.record.code == DXKI_REC_AGGREGATE)
        return kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR;
    if (r->bs.record.code == DXKI_REC_CE_CAST)
        return dxki_op_of_cast(number) == DXKI_OP_NONE;
    return r->bs.record.code == DXKI_REC_CE_BINOP &&
           dxki_bc_read_binary_op(r, number, type) == DXKI_OP_NONE;
}

/* `current`: type that SETTYPE gave. */
static dxk_status const_record(dxki_bc_reader *r, dxki_type *current)
{
    uint32_t code = r->bs.record.code;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_CONSTANTS, code);
    dxk_status status = DXK_OK;
    bool string = code == DXKI_REC_STRING || code == DXKI_REC_CSTRING, plain = true;
    if (!spec)
        status = dxki_bc_read_unknown_record(r);
    else if (!string)
        status = dxki_bc_read_operands(r, spec);
    if (status != DXK_OK)
        return status;
    if (code == DXKI_REC_SETTYPE)
        return set_type(r, current);
    if (r->judge && code == DXKI_REC_AGGREGATE && !r->args.count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(0), dxki_dec(0));
    bool unknown = !spec || (r->judge && is_unknown_expr(r, *current));
    if (r->judge && code == DXKI_REC_BLOCKADDRESS)
        status = check_blockaddress(r);
    else if (r->judge && spec && !string && !unknown)
        status = check_references(r, *current);
    if (status != DXK_OK)
        return status;
    dxki_bc_slot slot = {0, *current};
    if (unknown) /* it still has a number */
        status = made(r, dxki_const_undef(r->m, *current), &slot);
    else
        status = string ? make_string(r, &slot) : make_plain(r, &slot, &plain);
    if (status != DXK_OK)
        return status;
    if (r->values.count > DXKI_VALUE_INDEX_MAX || !dxki_vec_push(r->ctx, &r->values, slot))
        return dxki_nomem(r->ctx);
    return plain ? DXK_OK : defer(r);
}

dxk_status dxki_bc_read_constants(dxki_bc_reader *r)
{
    dxki_type current = DXKI_TY_I32;
    dxk_status status = dxki_bc_stream_enter(&r->bs);
    bool skipped = false;
    r->pending.count = 0;
    r->pending_ops.count = 0;
    dxki_bc_map_free(r->ctx, &r->const_forwards);
    while (status == DXK_OK) {
        switch (dxki_bc_stream_next(&r->bs)) {
        case DXKI_BS_RECORD:
            dxki_bc_read_subblocks_end(r, &skipped);
            status = const_record(r, &current);
            break;
        case DXKI_BS_BLOCK:
            status = dxki_bc_read_subblock(r, &skipped);
            break;
        case DXKI_BS_ABBREV:
            break;
        case DXKI_BS_END:
            dxki_bc_read_subblocks_end(r, &skipped);
            return make_all_pending(r);
        default:
            return r->bs.status;
        }
    }
    return status;
}
