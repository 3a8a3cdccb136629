/* SPDX-License-Identifier: MIT */
/*
 * read_types.c - the type table. A number that is used before its record is an identified struct
 * whose name and body follow; nothing else may be referred to before it is there.
 */
#include "bitcode/reader.h"

#include <string.h>

#define MAX_INT_WIDTH 8388607u
#define MOST_TYPES    INT32_MAX /* for more the reference has no memory */

static dxk_status wrong(dxki_bc_reader *r, const char *what)
{
    if (r->bs.words.words == DXKI_WORDS_RECORD)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_TYPE, 0);
    return DXKI_READ_FAIL(r, BITCODE_TYPE_WRONG, dxki_text(dxki_str(what)));
}

dxk_status dxki_bc_read_check_depth(dxki_bc_reader *r, uint32_t depth)
{
    uint32_t limit = r->ctx->limits.depth < 250 ? r->ctx->limits.depth : 250;
    return depth <= limit ? DXK_OK : DXKI_READ_FAIL(r, LIMIT_DEPTH, dxki_dec(limit));
}

/* The types among the operands from `first` on, in r->scratch. */
static bool collect(dxki_bc_reader *r, size_t first)
{
    r->scratch.count = 0;
    for (size_t i = first; i < r->args.count; i++) {
        if (!dxki_vec_push(r->ctx, &r->scratch, (uint32_t)r->args.items[i].n))
            return false;
    }
    return true;
}

static dxk_status announce(dxki_bc_reader *r)
{
    /* Each type takes a record, and a record at least four bits. */
    uint64_t count = r->args.items[0].n, most = dxki_bits_left(&r->bs.bits) / 4;
    if (r->types.count && !r->judge)
        return DXKI_READ_FAIL(r, BITCODE_TYPE_COUNT, dxki_dec(count), dxki_dec(r->types.count));
    r->types_announced = count;
    if (r->judge && count > MOST_TYPES) {
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_SILENT_MEMORY, 0);
        return DXKI_READ_FAIL(r, BITCODE_TYPE_COUNT, dxki_dec(count), dxki_dec(r->types.count));
    }
    if (r->judge) /* as often as one likes; fewer types than announced are a mistake anyway */
        count = count > most + r->types_defined ? most + r->types_defined + 1 : count;
    else if (count > most || !count)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the number of types")),
                              dxki_dec(count),
                              dxki_text(dxki_str("more than 0 and less than the records left")));
    if (count > r->types.count) {
        if (!dxki_vec_reserve(r->ctx, &r->types, count - r->types.count))
            return dxki_nomem(r->ctx);
        memset(r->types.items + r->types.count, 0,
               (count - r->types.count) * sizeof *r->types.items);
    }
    r->types.count = count;
    return DXK_OK;
}

static dxk_status make_int(dxki_bc_reader *r, dxki_type *type)
{
    uint64_t width = r->args.items[0].n;
    if (width < 1 || width > MAX_INT_WIDTH)
        return DXKI_READ_REFUSE(r, INT_WIDTH, BITCODE_RANGE, dxki_text(dxki_str("the width")),
                                dxki_dec(width), dxki_text(dxki_str("1 to 8388607")));
    *type = dxki_type_int(r->m, (uint32_t)width);
    return DXK_OK;
}

static dxk_status make_pointer(dxki_bc_reader *r, dxki_type *type)
{
    dxki_type pointee = (dxki_type)r->args.items[0].n;
    uint64_t space = r->args.items[1].n;
    if (r->judge)
        space = r->bs.record.op_count == 2 ? space & 0xffffff : 0;
    if (!dxki_type_may_be_pointee(r->m, pointee))
        return wrong(r, "a pointer to void, label or metadata");
    if (space > 0xffffff)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the address space")),
                              dxki_dec(space), dxki_text(dxki_str("less than 2^24")));
    *type = dxki_type_pointer(r->m, pointee, (uint32_t)space);
    return DXK_OK;
}

static dxk_status make_sequence(dxki_bc_reader *r, dxki_type *type)
{
    uint64_t count = r->args.items[0].n;
    dxki_type element = (dxki_type)r->args.items[1].n;
    if (r->judge && r->bs.record.code == DXKI_REC_VECTOR)
        count = (uint32_t)count;
    if (r->bs.record.code == DXKI_REC_ARRAY) {
        if (!dxki_type_may_be_element(r->m, element))
            return wrong(r, "the element of an array");
        *type = dxki_type_array(r->m, element, count);
        return DXK_OK;
    }
    if (count >= 1 && !dxki_type_may_be_vector_element(r->m, element) &&
        (!dxki_type_may_be_element(r->m, element) || !dxki_bc_read_lets_pass(r)))
        return wrong(r, "the element of a vector");
    if (count < 1 || count > UINT32_MAX)
        return DXKI_READ_REFUSE(r, VECTOR_LENGTH, BITCODE_RANGE,
                                dxki_text(dxki_str("the length of a vector")), dxki_dec(count),
                                dxki_text(dxki_str("1 to 2^32 - 1")));
    *type = dxki_type_vector(r->m, element, (uint32_t)count);
    return DXK_OK;
}

static dxk_status make_function(dxki_bc_reader *r, size_t result, dxki_type *type)
{
    if (!collect(r, result))
        return dxki_nomem(r->ctx);
    const dxki_type *list = r->scratch.items;
    for (size_t i = 1; i < r->scratch.count; i++) {
        if (!dxki_type_may_be_param(r->m, list[i])) {
            dxki_bc_stream_words(&r->bs, DXKI_WORDS_PARAMETER_TYPE, 0);
            return wrong(r, "the parameter of a function");
        }
    }
    if (!dxki_type_may_be_result(r->m, list[0]) && !dxki_bc_read_lets_pass(r))
        return wrong(r, "the result of a function");
    *type = dxki_type_function(r->m, list[0], list + 1, (uint32_t)r->scratch.count - 1,
                               r->args.items[0].n != 0);
    return DXK_OK;
}

/* The identified struct of this record: made already when something referred to it. */
static dxki_type identified(dxki_bc_reader *r)
{
    dxki_type type = r->types.items[r->types_defined];
    if (!type)
        return dxki_type_identified(r->m, r->struct_name);
    r->m->types.items[type].c = r->struct_name;
    return type;
}

static dxk_status make_struct(dxki_bc_reader *r, dxki_type *type)
{
    bool packed = r->args.items[0].n != 0;
    if (!collect(r, 1))
        return dxki_nomem(r->ctx);
    uint32_t count = (uint32_t)r->scratch.count;
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_type_may_be_element(r->m, r->scratch.items[i]) && !dxki_bc_read_lets_pass(r))
            return wrong(r, "the element of a structure");
    }
    if (r->bs.record.code == DXKI_REC_STRUCT_ANON) {
        *type = dxki_type_struct(r->m, r->scratch.items, count, packed);
        return DXK_OK;
    }
    *type = identified(r);
    r->struct_name = 0;
    if (*type && !dxki_type_set_body(r->m, *type, r->scratch.items, count, packed))
        *type = 0;
    return DXK_OK;
}

static dxki_type simple_type(uint32_t code)
{
    switch (code) {
    case DXKI_REC_VOID:
        return DXKI_TY_VOID;
    case DXKI_REC_TYPE_FLOAT:
        return DXKI_TY_FLOAT;
    case DXKI_REC_DOUBLE:
        return DXKI_TY_DOUBLE;
    case DXKI_REC_LABEL:
        return DXKI_TY_LABEL;
    case DXKI_REC_HALF:
        return DXKI_TY_HALF;
    case DXKI_REC_X86_FP80:
        return DXKI_TY_X86_FP80;
    case DXKI_REC_FP128:
        return DXKI_TY_FP128;
    case DXKI_REC_PPC_FP128:
        return DXKI_TY_PPC_FP128;
    case DXKI_REC_TYPE_METADATA:
        return DXKI_TY_METADATA;
    case DXKI_REC_X86_MMX:
        return DXKI_TY_X86_MMX;
    default:
        return 0;
    }
}

static dxk_status make_type(dxki_bc_reader *r, dxki_type *type)
{
    *type = simple_type(r->bs.record.code);
    if (*type)
        return DXK_OK;
    switch (r->bs.record.code) {
    case DXKI_REC_TYPE_INTEGER:
        return make_int(r, type);
    case DXKI_REC_POINTER:
        return make_pointer(r, type);
    case DXKI_REC_ARRAY:
    case DXKI_REC_VECTOR:
        return make_sequence(r, type);
    case DXKI_REC_FUNCTION_OLD:
        return make_function(r, 2, type);
    case DXKI_REC_TYPE_FUNCTION:
        return make_function(r, 1, type);
    case DXKI_REC_OPAQUE:
        *type = identified(r);
        r->struct_name = 0;
        return DXK_OK;
    default:
        return make_struct(r, type);
    }
}

/* Takes in the type that a record made. */
static dxk_status define(dxki_bc_reader *r)
{
    dxki_type type = 0;
    bool named = r->bs.record.code == DXKI_REC_STRUCT_NAMED || r->bs.record.code == DXKI_REC_OPAQUE;
    if (r->types_defined >= r->types.count && r->judge && !named) {
        dxk_status first = make_type(r, &type); /* the reference makes it before it looks */
        if (first != DXK_OK)
            return first;
    }
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_TYPE_TABLE, 0);
    if (r->types_defined >= r->types.count)
        return DXKI_READ_FAIL(r, BITCODE_TYPE_COUNT, dxki_dec(r->types.count),
                              dxki_dec(r->types_defined + 1));
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    dxk_status status = make_type(r, &type);
    if (status != DXK_OK)
        return status;
    if (!type)
        return dxki_nomem(r->ctx);
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_TYPE_FORWARD, 0);
    dxki_type *slot = &r->types.items[r->types_defined];
    if (*slot && *slot != type)
        return wrong(r, "a type that was used before it, and is not a structure with a name");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    *slot = type;
    r->types_defined++;
    return dxki_bc_read_check_depth(r, dxki_type_get(r->m, type)->depth);
}

/* Judged: names without a structure between them are one, which that structure takes. */
static dxk_status add_name(dxki_bc_reader *r)
{
    dxk_str more;
    dxk_status status = dxki_bc_stream_text(&r->bs, 0, &more);
    if (status != DXK_OK)
        return status;
    if (!dxki_vec_reserve(r->ctx, &r->names, more.size))
        return dxki_nomem(r->ctx);
    if (more.size)
        memcpy(r->names.items + r->names.count, more.data, more.size);
    r->names.count += more.size;
    return DXK_OK;
}

static dxk_status take_name(dxki_bc_reader *r)
{
    r->struct_name = 0;
    if (r->names.count)
        r->struct_name = dxki_string_add(r->m, (dxk_str){r->names.items, r->names.count});
    r->names.count = 0;
    return r->struct_name == UINT32_MAX ? dxki_nomem(r->ctx) : DXK_OK;
}

static dxk_status type_record(dxki_bc_reader *r)
{
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_TYPE_NEW, r->bs.record.code);
    if (!spec)
        return DXKI_READ_REFUSE(r, VALUE, BITCODE_UNKNOWN_INSTRUCTION, dxki_dec(r->bs.record.code));
    if (r->bs.record.code == DXKI_REC_STRUCT_NAME)
        return r->judge ? add_name(r) : dxki_bc_read_text(r, 0, &r->struct_name);
    if (r->judge &&
        (r->bs.record.code == DXKI_REC_STRUCT_NAMED || r->bs.record.code == DXKI_REC_OPAQUE) &&
        take_name(r) != DXK_OK)
        return DXK_E_NOMEM;
    bool full = r->judge && r->types_defined >= r->types.count;
    if (full && r->bs.record.code == DXKI_REC_STRUCT_NAMED && dxki_bc_record_count(&r->bs.record))
        return define(r);
    dxk_status status = dxki_bc_read_operands(r, spec);
    if (status == DXK_OK && r->judge && r->bs.record.code == DXKI_REC_OPAQUE &&
        r->bs.record.op_count != 1)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(1),
                              dxki_dec(r->bs.record.op_count));
    if (status != DXK_OK)
        return status;
    return r->bs.record.code == DXKI_REC_NUMENTRY ? announce(r) : define(r);
}

/* --- types that contain themselves --- */

typedef struct cycle_frame {
    dxki_type type;
    uint32_t next; /* element to look at */
} cycle_frame;

typedef struct cycle_search {
    DXKI_VEC(cycle_frame) stack;
    uint8_t *state; /* by type: 0 untouched, 1 on the stack, 2 done */
} cycle_search;

/* Elements held by value: of structs, arrays, vectors. */
static uint32_t held_count(const dxk_module *m, dxki_type type)
{
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        return 1;
    case DXKI_T_STRUCT:
        return dxki_type_get(m, type)->b;
    default:
        return 0;
    }
}

static dxki_type held(const dxk_module *m, dxki_type type, uint32_t index)
{
    const dxki_type_entry *e = dxki_type_get(m, type);
    return e->kind == DXKI_T_STRUCT ? m->type_ops.items[e->a + index] : e->a;
}

static dxk_status search_from(dxki_bc_reader *r, cycle_search *s, dxki_type root)
{
    if (s->state[root])
        return DXK_OK;
    s->state[root] = 1;
    if (!dxki_vec_push(r->ctx, &s->stack, ((cycle_frame){root, 0})))
        return dxki_nomem(r->ctx);
    while (s->stack.count) {
        cycle_frame *top = &s->stack.items[s->stack.count - 1];
        if (top->next >= held_count(r->m, top->type)) {
            s->state[top->type] = 2;
            s->stack.count--;
            continue;
        }
        dxki_type inner = held(r->m, top->type, top->next++);
        if (s->state[inner] == 1)
            return DXKI_READ_FAIL(r, BITCODE_TYPE_CYCLE, dxki_dec(inner));
        if (s->state[inner] == 2 || held_count(r->m, inner) == 0)
            continue;
        s->state[inner] = 1;
        if (!dxki_vec_push(r->ctx, &s->stack, ((cycle_frame){inner, 0})))
            return dxki_nomem(r->ctx);
    }
    return DXK_OK;
}

static dxk_status check_cycles(dxki_bc_reader *r)
{
    size_t count = r->m->types.count;
    cycle_search s = {.state = dxki_realloc(r->ctx, NULL, 0, count)};
    if (!s.state)
        return dxki_nomem(r->ctx);
    memset(s.state, 0, count);
    dxk_status status = DXK_OK;
    for (dxki_type type = 1; type < count && status == DXK_OK; type++) {
        if (dxki_type_kind_of(r->m, type) == DXKI_T_STRUCT)
            status = search_from(r, &s, type);
    }
    dxki_vec_free(r->ctx, &s.stack);
    dxki_realloc(r->ctx, s.state, count, 0);
    return status;
}

dxk_status dxki_bc_read_type_table(dxki_bc_reader *r)
{
    if (r->judge && r->types.count)
        return dxki_bc_read_again(r);
    r->in_types = true;
    dxk_status status = dxki_bc_read_records(r, type_record);
    r->in_types = false;
    dxki_bc_words before = r->bs.words.words;
    if (status == DXK_OK)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_BLOCK, 0);
    if (status == DXK_OK && r->types_defined != r->types.count)
        return DXKI_READ_FAIL(r, BITCODE_TYPE_COUNT, dxki_dec(r->types.count),
                              dxki_dec(r->types_defined));
    dxki_bc_stream_words(&r->bs, before, 0);
    return status == DXK_OK ? check_cycles(r) : status;
}
