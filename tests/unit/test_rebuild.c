/* SPDX-License-Identifier: MIT */
/*
 * test_rebuild.c - shaders that the reference compiled, made again with dxk/builder.h: every type,
 * constant, instruction, operation, resource and element is given to a builder, and what the
 * builder finds by itself is compared with what the compiler wrote:
 *
 *     types and attributes of the operations | registers, indices, modes and masks of elements |
 *     shader flags | dependence on inputs and ViewID | metadata of resources and entry points
 *
 * Left out is what a builder cannot make: nodes, debug information, constant expressions.
 */
#include "support.h"

#include "build/build.h"
#include "builder/builder.h"
#include "dxk/dxk.h"
#include "analysis/dom.h"

typedef struct tally {
    size_t modules, same, left_out;
} tally;

typedef struct copy {
    const dxk_module *m;
    const dxk_dxil *d;
    dxk_builder *b;
    dxk_type *types;    /* by type */
    dxk_value *globals; /* by index in globals */
    dxk_value *args, *insts, *blocks;
    const char *unable; /* what cannot be copied; NULL: nothing yet */
} copy;

static void *numbers(size_t count)
{
    void *made = calloc(count + 1, sizeof(uint32_t));
    assert_non_null(made);
    return made;
}

/* A NUL-terminated copy, to be freed. */
static char *text_of(dxk_str text)
{
    char *made = malloc(text.size + 1);
    assert_non_null(made);
    if (text.size)
        memcpy(made, text.data, text.size);
    made[text.size] = 0;
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Types, constants                                                                           */

static dxk_type copy_type(copy *c, dxki_type type)
{
    const dxki_type_entry t = *dxki_type_get(c->m, type);
    uint32_t count = 0;
    if (type < DXKI_TY_FIRST_FREE || c->types[type])
        return type < DXKI_TY_FIRST_FREE ? type : c->types[type];
    if (t.kind == DXKI_T_POINTER) {
        c->types[type] = dxk_builder_pointer(c->b, copy_type(c, t.a), t.b);
    } else if (t.kind == DXKI_T_ARRAY) {
        c->types[type] = dxk_builder_array(c->b, copy_type(c, t.a), t.b);
    } else if (t.kind == DXKI_T_VECTOR) {
        c->types[type] = dxk_builder_vector(c->b, copy_type(c, t.a), t.b);
    } else if (t.kind == DXKI_T_STRUCT || t.kind == DXKI_T_FUNCTION) {
        const dxki_type *list = dxki_type_list(c->m, type, &count);
        dxk_type *members = numbers(count);
        for (uint32_t i = 0; i < count; i++)
            members[i] = copy_type(c, list[i]);
        if (t.kind == DXKI_T_FUNCTION)
            c->types[type] = dxk_builder_function_type(c->b, members[0], members + 1, count - 1);
        else if (t.flags & DXKI_TF_IDENTIFIED) /* may have been made for an operation */
            c->types[type] =
                dxki_builder_named_struct(c->b, dxki_string_get(c->m, t.c), members, count);
        else
            c->types[type] = dxk_builder_struct(c->b, NULL, members, count);
        free(members);
    } else {
        c->unable = "a type";
        return DXK_TYPE_I32;
    }
    return c->types[type];
}

static dxk_value copy_value(copy *c, dxki_value value);

static dxk_value copy_elements(copy *c, const dxki_const *k)
{
    dxk_type type = copy_type(c, k->type), element = 0;
    uint64_t count = dxki_type_count(c->m, k->type);
    dxk_value *values = numbers(count), made;
    for (uint64_t i = 0; i < count; i++) {
        if (k->kind == DXKI_C_AGGREGATE) {
            values[i] = copy_value(c, dxki_const_words(c->m, k)[i]);
            continue;
        }
        element = dxki_type_element(c->m, k->type, i);
        uint64_t bits = dxki_const_data_bits(c->m, k, i);
        values[i] = dxki_type_is_fp(c->m, element)
                        ? dxki_const_float(c->b->m, element, bits)
                        : dxk_builder_int(c->b, copy_type(c, element), bits);
    }
    made = dxk_builder_aggregate(c->b, type, values, count);
    free(values);
    return made;
}

/* An address in a variable. */
static dxk_value copy_expr(copy *c, const dxki_const *k)
{
    const dxki_value *ops = dxki_const_words(c->m, k);
    dxk_value made[16];
    if (k->opcode != DXKI_OP_GEP || k->b > 16) {
        c->unable = "a constant expression";
        return DXK_NONE;
    }
    for (uint32_t i = 0; i < k->b; i++)
        made[i] = copy_value(c, ops[i]);
    return dxk_builder_gep(c->b, made[0], made + 1, k->b - 1);
}

static dxk_value copy_const(copy *c, const dxki_const *k)
{
    switch (k->kind) {
    case DXKI_C_NULL:
        return dxk_builder_null(c->b, copy_type(c, k->type));
    case DXKI_C_UNDEF:
        return dxk_builder_undef(c->b, copy_type(c, k->type));
    case DXKI_C_INT:
        return dxk_builder_int(c->b, copy_type(c, k->type), dxki_const_bits(k));
    case DXKI_C_FLOAT: /* the bits, which may be those of a NaN */
        return dxki_const_float(c->b->m, k->type, dxki_const_bits(k));
    case DXKI_C_DATA:
    case DXKI_C_AGGREGATE:
        return copy_elements(c, k);
    case DXKI_C_EXPR:
        return copy_expr(c, k);
    default:
        c->unable = "a constant";
        return DXK_NONE;
    }
}

static dxk_value copy_value(copy *c, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    dxk_value made = DXK_NONE;
    if (DXKI_TAG(value) == DXKI_V_CONST) {
        dxki_const k = *dxki_const_get(c->m, value);
        return copy_const(c, &k);
    }
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        made = c->globals[index];
    else if (DXKI_TAG(value) == DXKI_V_ARG)
        made = c->args[index];
    else if (DXKI_TAG(value) == DXKI_V_INST)
        made = c->insts[index];
    else if (DXKI_TAG(value) == DXKI_V_BLOCK)
        made = c->blocks[index];
    if (!made && !c->unable && dxk_builder_status(c->b) == DXK_OK)
        c->unable = "a value before its definition";
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

static dxk_value copy_call(copy *c, const dxki_inst *in, const dxk_value *ops)
{
    uint32_t count = dxki_call_arg_count(in), callee = DXKI_INDEX(dxki_call_callee(c->m, in));
    const dxki_global *f = &c->m->globals.items[callee];
    dxk_str name = dxki_string_get(c->m, f->name);
    uint64_t opcode;
    if (!(f->flags & DXKI_GF_DECLARATION))
        return dxk_builder_call(c->b, c->globals[callee], ops, count);
    if (name.size < 6 || memcmp(name.data, "dx.op.", 6) != 0 ||
        !dxki_value_as_int(c->m, c->m->words.items[in->ops], &opcode)) {
        c->unable = "a call of something else";
        return DXK_NONE;
    }
    const dxki_dxop_info *op = dxki_dxop_find((uint32_t)opcode);
    dxk_type overload = DXK_NONE;
    /* the overload by its name, where no operand tells it */
    static const struct {
        const char *text;
        dxk_type type;
    } overloads[] = {{".f16", DXK_TYPE_HALF}, {".f32", DXK_TYPE_FLOAT}, {".f64", DXK_TYPE_DOUBLE},
                     {".i1", DXK_TYPE_I1},    {".i8", DXK_TYPE_I8},     {".i16", DXK_TYPE_I16},
                     {".i32", DXK_TYPE_I32},  {".i64", DXK_TYPE_I64}};
    for (size_t i = 0; op && i < sizeof overloads / sizeof overloads[0]; i++) {
        size_t size = strlen(overloads[i].text);
        if (dxki_dxop_overload_count(op) == 1 && name.size > size &&
            memcmp(name.data + name.size - size, overloads[i].text, size) == 0)
            overload = overloads[i].type;
    }
    if (op && (op->result == DXKI_OT_OVERLOAD || op->result == DXKI_OT_OVERLOAD_0))
        overload = copy_type(c, in->type);
    if (op && op->result == DXKI_OT_RES_RET)
        overload = copy_type(c, dxki_type_element(c->m, in->type, 0));
    return dxk_builder_op(c->b, (dxk_op)opcode, overload, ops + 1, count - 1);
}

static dxk_value copy_binary(copy *c, const dxki_inst *in, const dxk_value *ops)
{
    static const uint8_t rows[] = {
        [DXK_BINARY_ADD] = DXKI_OP_ADD,   [DXK_BINARY_SUB] = DXKI_OP_SUB,
        [DXK_BINARY_MUL] = DXKI_OP_MUL,   [DXK_BINARY_UDIV] = DXKI_OP_UDIV,
        [DXK_BINARY_SDIV] = DXKI_OP_SDIV, [DXK_BINARY_UREM] = DXKI_OP_UREM,
        [DXK_BINARY_SREM] = DXKI_OP_SREM, [DXK_BINARY_SHL] = DXKI_OP_SHL,
        [DXK_BINARY_LSHR] = DXKI_OP_LSHR, [DXK_BINARY_ASHR] = DXKI_OP_ASHR,
        [DXK_BINARY_AND] = DXKI_OP_AND,   [DXK_BINARY_OR] = DXKI_OP_OR,
        [DXK_BINARY_XOR] = DXKI_OP_XOR,   [DXK_BINARY_FADD] = DXKI_OP_FADD,
        [DXK_BINARY_FSUB] = DXKI_OP_FSUB, [DXK_BINARY_FMUL] = DXKI_OP_FMUL,
        [DXK_BINARY_FDIV] = DXKI_OP_FDIV, [DXK_BINARY_FREM] = DXKI_OP_FREM,
    };
    for (uint32_t i = 0; i < sizeof rows; i++)
        if (rows[i] == in->op)
            return dxk_builder_binary(c->b, (dxk_binary)i, ops[0], ops[1], in->flags);
    return DXK_NONE;
}

static dxk_value copy_cast(copy *c, const dxki_inst *in, const dxk_value *ops)
{
    static const uint8_t rows[] = {
        [DXK_CAST_TRUNC] = DXKI_OP_TRUNC,   [DXK_CAST_ZEXT] = DXKI_OP_ZEXT,
        [DXK_CAST_SEXT] = DXKI_OP_SEXT,     [DXK_CAST_FPTOUI] = DXKI_OP_FPTOUI,
        [DXK_CAST_FPTOSI] = DXKI_OP_FPTOSI, [DXK_CAST_UITOFP] = DXKI_OP_UITOFP,
        [DXK_CAST_SITOFP] = DXKI_OP_SITOFP, [DXK_CAST_FPTRUNC] = DXKI_OP_FPTRUNC,
        [DXK_CAST_FPEXT] = DXKI_OP_FPEXT,   [DXK_CAST_BITCAST] = DXKI_OP_BITCAST,
    };
    for (uint32_t i = 0; i < sizeof rows; i++)
        if (rows[i] == in->op)
            return dxk_builder_cast(c->b, (dxk_cast)i, ops[0], copy_type(c, in->type));
    c->unable = "a cast";
    return DXK_NONE;
}

static void copy_branch(copy *c, const dxki_inst *in, const dxk_value *ops)
{
    if (in->op == DXKI_OP_RET) {
        dxk_builder_ret(c->b, in->op_count ? ops[0] : DXK_NONE);
    } else if (in->op == DXKI_OP_UNREACHABLE) {
        dxk_builder_unreachable(c->b);
    } else if (in->op == DXKI_OP_BR && in->op_count == 1) {
        dxk_builder_br(c->b, ops[0]);
    } else if (in->op == DXKI_OP_BR) {
        dxk_builder_cond_br(c->b, ops[0], ops[2], ops[1]);
    } else if (in->op == DXKI_OP_SWITCH) {
        uint32_t count = in->op_count / 2 - 1;
        dxk_value *values = numbers(count), *blocks = numbers(count);
        for (uint32_t i = 0; i < count; i++) {
            values[i] = ops[2 + 2 * i];
            blocks[i] = ops[3 + 2 * i];
        }
        dxk_builder_switch(c->b, ops[0], ops[1], values, blocks, count);
        free(values);
        free(blocks);
    } else {
        c->unable = "a terminator";
    }
}

static dxk_value copy_memory(copy *c, const dxki_inst *in, const dxk_value *ops,
                             const uint32_t *extra)
{
    switch (in->op) {
    case DXKI_OP_ALLOCA:
        return dxk_builder_alloca(c->b, copy_type(c, extra[0]));
    case DXKI_OP_LOAD:
        return dxk_builder_load(c->b, ops[0]);
    case DXKI_OP_STORE:
        dxk_builder_store(c->b, ops[0], ops[1]);
        return DXK_NONE;
    case DXKI_OP_GEP:
        return dxk_builder_gep(c->b, ops[0], ops + 1, in->op_count - 1);
    case DXKI_OP_ATOMICRMW:
        return dxk_builder_atomic(c->b, (dxk_atomic)DXKI_SUB_RMW(in->sub), ops[0], ops[1]);
    case DXKI_OP_CMPXCHG:
        return dxk_builder_compare_exchange(c->b, ops[0], ops[1], ops[2]);
    default:
        c->unable = dxki_op_text((dxki_op)in->op);
        return DXK_NONE;
    }
}

static dxk_value copy_other(copy *c, const dxki_inst *in, const dxk_value *ops,
                            const uint32_t *extra)
{
    switch (in->op) {
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        return dxk_builder_compare(c->b, (dxk_compare)in->sub, ops[0], ops[1], in->flags);
    case DXKI_OP_SELECT:
        return dxk_builder_select(c->b, ops[0], ops[1], ops[2]);
    case DXKI_OP_EXTRACTVALUE:
        if (extra[0] != 1)
            c->unable = "more than one level";
        return dxk_builder_extract(c->b, ops[0], extra[1]);
    case DXKI_OP_INSERTVALUE:
        if (extra[0] != 1)
            c->unable = "more than one level";
        return dxk_builder_insert(c->b, ops[0], ops[1], extra[1]);
    case DXKI_OP_EXTRACTELEMENT:
        return dxk_builder_extract_element(c->b, ops[0], ops[1]);
    case DXKI_OP_INSERTELEMENT:
        return dxk_builder_insert_element(c->b, ops[0], ops[1], ops[2]);
    case DXKI_OP_SHUFFLEVECTOR:
        return dxk_builder_shuffle(c->b, ops[0], ops[1], ops[2]);
    case DXKI_OP_CALL:
        return copy_call(c, in, ops);
    default:
        return copy_memory(c, in, ops, extra);
    }
}

static void copy_inst(copy *c, uint32_t index)
{
    const dxki_inst *in = &c->m->insts.items[index];
    const dxki_value *old = c->m->words.items + in->ops;
    const uint32_t *extra = old + in->op_count;
    dxki_op_class cls = dxki_op_class_of((dxki_op)in->op);
    dxk_value *ops = numbers(in->op_count);
    if (in->op == DXKI_OP_PHI) {
        c->insts[index] = dxk_builder_phi(c->b, copy_type(c, in->type));
        free(ops);
        return;
    }
    for (uint32_t i = 0; i < in->op_count && !c->unable; i++)
        if (in->op != DXKI_OP_CALL || i + 1 < in->op_count)
            ops[i] = copy_value(c, old[i]);
    if (c->unable)
        ;
    else if (cls == DXKI_OC_TERM)
        copy_branch(c, in, ops);
    else if (cls == DXKI_OC_BIN)
        c->insts[index] = copy_binary(c, in, ops);
    else if (cls == DXKI_OC_CAST)
        c->insts[index] = copy_cast(c, in, ops);
    else
        c->insts[index] = copy_other(c, in, ops, extra);
    free(ops);
}

static void copy_phi_values(copy *c, uint32_t index)
{
    const dxki_inst *in = &c->m->insts.items[index];
    const dxki_value *values = c->m->words.items + in->ops, *from = values + in->op_count;
    for (uint32_t i = 0; i < in->op_count && !c->unable; i++)
        dxk_builder_phi_add(c->b, c->insts[index], copy_value(c, values[i]),
                            copy_value(c, from[i]));
}

/* Dominators first: what a block uses is there then. */
static void copy_blocks(copy *c, uint32_t function)
{
    dxki_arena arena;
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_arena_init(&arena, c->m->ctx);
    assert_true(dxki_cfg_build(&cfg, &arena, c->m, function));
    assert_true(dxki_dom_forward(&dom, &arena, &cfg));
    uint32_t *done = numbers(cfg.count);
    for (uint32_t left = cfg.count, before = left + 1; left && left != before;) {
        before = left;
        for (uint32_t n = 0; n < cfg.count; n++) {
            uint32_t block = cfg.blocks[n];
            if (done[n] || (dom.parent[n] < cfg.count && !done[dom.parent[n]]))
                continue;
            done[n] = 1;
            left--;
            dxk_builder_at(c->b, c->blocks[block]);
            for (uint32_t i = c->m->blocks.items[block].first_inst; i && !c->unable;
                 i = c->m->insts.items[i].next)
                copy_inst(c, i);
        }
    }
    free(done);
    dxki_arena_free(&arena);
}

static void copy_body(copy *c, uint32_t function)
{
    const dxk_module *m = c->m;
    const dxki_global *f = &m->globals.items[function];
    for (uint32_t i = 0; i < f->arg_count; i++)
        c->args[f->first_arg + i] = dxk_builder_param(c->b, c->globals[function], i);
    for (uint32_t b = f->first_block; b; b = m->blocks.items[b].next)
        c->blocks[b] = dxk_builder_block(c->b, c->globals[function]);
    copy_blocks(c, function);
    for (uint32_t b = f->first_block; b; b = m->blocks.items[b].next)
        for (uint32_t i = m->blocks.items[b].first_inst; i && !c->unable;
             i = m->insts.items[i].next)
            if (m->insts.items[i].op == DXKI_OP_PHI)
                copy_phi_values(c, i);
}

/* ---------------------------------------------------------------------------------------- */
/* Descriptions                                                                               */

static void copy_element(copy *c, uint32_t which, const dxki_dxil_sig_element *e)
{
    char *name = text_of(e->name), *text = malloc(e->name.size + 32);
    assert_non_null(text);
    sprintf(text, "%s%u", name, e->indices.count ? e->indices.items[0] : 0);
    dxk_builder_element(
        c->b, (dxk_signature_kind)which,
        &(dxk_element_desc){.semantic = text,
                            .indices = e->indices.items,
                            .type = (dxk_component_type)e->component_type,
                            .columns = e->columns,
                            .rows = e->rows,
                            .interpolation = (dxk_interpolation_mode)e->interpolation,
                            .stream = e->extra.stream});
    free(name);
    free(text);
}

/* Components of an element of a typed resource. */
static uint32_t components_of(const copy *c, const dxki_dxil_resource *r)
{
    dxki_type type = dxki_dxil_resource_type(c->m, r);
    while (type && dxki_type_kind_of(c->m, type) == DXKI_T_STRUCT)
        type = dxki_type_element(c->m, type, 0);
    return type && dxki_type_kind_of(c->m, type) == DXKI_T_VECTOR
               ? (uint32_t)dxki_type_count(c->m, type)
               : 1;
}

/* A builder's ranges have one dimension, and a range of one is no array. */
static bool is_plain_range(const dxk_module *m, const dxki_dxil_resource *r)
{
    dxki_type type = r->hlsl_type;
    if (!type || dxki_type_kind_of(m, type) != DXKI_T_ARRAY)
        return true;
    return r->range_size != 1 &&
           dxki_type_kind_of(m, dxki_type_element(m, type, 0)) != DXKI_T_ARRAY;
}

static void copy_resource(copy *c, const dxki_dxil_resource *r)
{
    char *name = text_of(r->name), unnamed[32];
    dxki_type type = dxki_dxil_resource_type(c->m, r);
    bool library = c->d->model.kind == DXK_SHADER_KIND_LIBRARY;
    bool structured = r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    if (!is_plain_range(c->m, r))
        c->unable = "an array of arrays of resources, or of one";
    if (structured && type) /* the structure inside of the class */
        type = dxki_type_element(c->m, type, 0);
    bool is_struct = type && dxki_type_kind_of(c->m, type) == DXKI_T_STRUCT;
    snprintf(unnamed, sizeof unnamed, "r%u.%u", r->cls, r->id);
    const dxk_resource_desc desc = {
        .name = library && !*name ? unnamed : name,
        .cls = (dxk_resource_class)r->cls,
        .kind = (dxk_resource_kind)r->kind,
        .space = r->space,
        .first = r->lower_bound,
        .count = r->range_size,
        .element = (dxk_component_type)r->extra.element_type,
        .components = components_of(c, r),
        .samples = r->sample_count,
        .stride = r->extra.stride,
        .size = r->cbuffer_size,
        .type = is_struct && (structured || r->cls == DXK_RESOURCE_CLASS_CBUFFER ||
                              r->kind == DXK_RESOURCE_KIND_TBUFFER)
                    ? copy_type(c, type)
                    : DXK_NONE,
        .feedback = r->extra.feedback,
        .globally_coherent = r->globally_coherent,
        .has_counter = r->has_counter,
        .rasterizer_ordered = r->is_rov,
        .comparison = r->sampler_kind == 1,
    };
    dxk_resource made = dxk_builder_resource(c->b, &desc);
    dxki_value symbol = r->symbol;
    const dxki_const *k = dxki_const_get(c->m, symbol);
    if (k && k->kind == DXKI_C_EXPR)
        symbol = dxki_const_words(c->m, k)[0];
    if (made && library && DXKI_TAG(symbol) == DXKI_V_GLOBAL)
        c->globals[DXKI_INDEX(symbol)] =
            DXKI_VALUE(DXKI_V_GLOBAL, c->b->resources.items[made - 1].variable);
    free(name);
}

static void copy_variable(copy *c, uint32_t index)
{
    const dxki_global *v = &c->m->globals.items[index];
    char *name = text_of(dxki_string_get(c->m, v->name));
    uint32_t space = dxki_type_get(c->m, v->type)->b;
    if (!c->globals[index])
        c->globals[index] =
            dxk_builder_variable(c->b, name, copy_type(c, v->value_type), space,
                                 space == DXK_SPACE_SHARED ? DXK_NONE : copy_value(c, v->init));
    free(name);
}

static void copy_entry(copy *c, const dxki_dxil_entry *e)
{
    const dxki_dxil_props *p = &e->props;
    char *name = text_of(e->name);
    uint32_t kind = c->d->model.kind;
    bool group = kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION;
    const uint32_t *threads = kind == DXK_SHADER_KIND_MESH ? p->ms.num_threads
                              : group                      ? p->as.num_threads
                                                           : p->num_threads;
    const uint32_t *range = p->wave_range;
    bool has_range = DXKI_MD_HAS(p, PROPS_WAVE_RANGE);
    bool hull = kind == DXK_SHADER_KIND_HULL;
    dxk_builder_entry(
        c->b,
        &(dxk_entry_desc){
            .name = name,
            .function = e->function ? c->globals[e->function] : DXK_NONE,
            .kind = (dxk_shader_kind)p->shader_kind,
            .early_depth = p->shader_flags >> DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL & 1,
            .num_threads = {threads[0], threads[1], threads[2]},
            .wave_lanes = {has_range ? range[0] : p->wave_size, range[1], range[2]},
            .patch_function = p->hs.patch_function ? c->globals[p->hs.patch_function] : DXK_NONE,
            .input_points = hull ? p->hs.input_points : p->ds.control_points,
            .output_points = p->hs.output_points,
            .domain = (dxk_tessellator_domain)(hull ? p->hs.domain : p->ds.domain),
            .partitioning = (dxk_tessellator_partitioning)p->hs.partitioning,
            .tessellator_output = (dxk_tessellator_output)p->hs.output,
            .max_tess_factor = p->hs.max_factor,
            .input_primitive = (dxk_input_primitive)p->gs.input_primitive,
            .topology = (dxk_primitive_topology)p->gs.topology,
            .instances = p->gs.instances,
            .max_vertices = kind == DXK_SHADER_KIND_MESH ? p->ms.max_vertices : p->gs.max_vertices,
            .max_primitives = p->ms.max_primitives,
            .mesh_topology = (dxk_mesh_topology)p->ms.topology,
            .payload_size = kind == DXK_SHADER_KIND_MESH ? p->ms.payload_size
                            : group                      ? p->as.payload_size
                                                         : p->ray_payload_size,
            .attribute_size = p->ray_attribute_size,
            .group_shared_limit = p->group_shared_limit,
        });
    free(name);
}

static void copy_module(copy *c)
{
    const dxk_module *m = c->m;
    bool library = c->d->model.kind == DXK_SHADER_KIND_LIBRARY;
    const dxki_dxil_entry *first = c->d->entries.items[0];
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
        for (uint32_t i = 0; i < c->d->resources[cls].count; i++)
            copy_resource(c, c->d->resources[cls].items[i]);
    for (uint32_t which = 0; which < 3; which++)
        for (uint32_t i = 0; i < first->signatures[which].count; i++)
            copy_element(c, which, first->signatures[which].items[i]);
    for (size_t i = 0; i < m->variables.count && !c->unable; i++)
        copy_variable(c, m->variables.items[i]);
    for (size_t i = 0; i < m->functions.count && !c->unable; i++) {
        const dxki_global *f = &m->globals.items[m->functions.items[i]];
        char *name = text_of(dxki_string_get(m, f->name));
        if (!(f->flags & DXKI_GF_DECLARATION))
            c->globals[m->functions.items[i]] =
                dxk_builder_function(c->b, name, copy_type(c, f->value_type));
        free(name);
    }
    for (size_t i = 0; i < m->functions.count && !c->unable; i++)
        if (!(m->globals.items[m->functions.items[i]].flags & DXKI_GF_DECLARATION))
            copy_body(c, m->functions.items[i]);
    for (uint32_t i = library; i < c->d->entries.count && !c->unable; i++) {
        const dxki_dxil_entry *e = c->d->entries.items[i];
        uint32_t kind = e->props.shader_kind;
        if (library && kind != DXK_SHADER_KIND_COMPUTE &&
            (kind < DXK_SHADER_KIND_RAY_GENERATION || kind > DXK_SHADER_KIND_CALLABLE))
            c->unable = "an entry point of another stage";
        else
            copy_entry(c, e);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Comparing                                                                                  */

static bool differs(const char *path, const char *what, uint64_t made, uint64_t was)
{
    if (made == was)
        return false;
    printf("%s: %s is %llx, expected %llx\n", path, what, (unsigned long long)made,
           (unsigned long long)was);
    return true;
}

static bool same_elements(const dxk_dxil *a, const dxk_dxil *b, const char *path, bool quiet)
{
    for (uint32_t which = 0; which < 3; which++) {
        const dxki_dxil_list *x =
            &((const dxki_dxil_entry *)a->entries.items[0])->signatures[which];
        const dxki_dxil_list *y =
            &((const dxki_dxil_entry *)b->entries.items[0])->signatures[which];
        if (x->count != y->count)
            return !differs(path, "a number of elements", x->count, y->count);
        for (uint32_t i = 0; i < x->count; i++) {
            const dxki_dxil_sig_element *e = x->items[i], *f = y->items[i];
            bool same = e->name.size == f->name.size && e->semantic == f->semantic &&
                        memcmp(e->name.data, f->name.data, e->name.size) == 0 &&
                        e->indices.count == f->indices.count &&
                        e->interpolation == f->interpolation && e->start_row == f->start_row &&
                        e->start_column == f->start_column &&
                        e->extra.usage_mask == f->extra.usage_mask &&
                        e->extra.dynamic_mask == f->extra.dynamic_mask;
            for (uint32_t k = 0; k < e->indices.count && same; k++)
                same = e->indices.items[k] == f->indices.items[k];
            if (!same && !quiet)
                printf("%s: signature %u element %u differs\n", path, which, i);
            if (!same)
                return false;
        }
    }
    return true;
}

/* The function of that name; 0: there is none. */
static uint32_t find_function(const dxk_module *m, dxk_str name)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        dxk_str own = dxki_string_get(m, m->globals.items[m->functions.items[i]].name);
        if (own.size == name.size && memcmp(own.data, name.data, name.size) == 0)
            return m->functions.items[i];
    }
    return 0;
}

static bool same_types(const dxk_module *m, dxki_type a, const dxk_module *n, dxki_type b)
{
    const dxki_type_entry *x = dxki_type_get(m, a), *y = dxki_type_get(n, b);
    uint32_t count, other;
    if (x->kind != y->kind || x->flags != y->flags)
        return false;
    if (x->kind == DXKI_T_POINTER)
        return x->b == y->b && same_types(m, x->a, n, y->a);
    if (x->kind == DXKI_T_ARRAY || x->kind == DXKI_T_VECTOR)
        return x->b == y->b && same_types(m, x->a, n, y->a);
    if (x->kind == DXKI_T_INT)
        return x->a == y->a;
    if (x->kind != DXKI_T_STRUCT && x->kind != DXKI_T_FUNCTION)
        return true;
    const dxki_type *list = dxki_type_list(m, a, &count), *more = dxki_type_list(n, b, &other);
    for (uint32_t i = 0; i < count && count == other; i++)
        if (!same_types(m, list[i], n, more[i]))
            return false;
    return count == other;
}

/* Declarations of operations: names, types, attributes. */
static bool same_operations(const dxk_module *made, const dxk_module *was, const char *path)
{
    bool same = true;
    for (size_t i = 0; i < was->functions.count; i++) {
        const dxki_global *f = &was->globals.items[was->functions.items[i]];
        dxk_str name = dxki_string_get(was, f->name);
        if (!(f->flags & DXKI_GF_DECLARATION))
            continue;
        uint32_t index = find_function(made, name);
        const dxki_global *g = &made->globals.items[index];
        uint32_t x = dxki_attr_list_set(was, f->attrs, DXKI_ATTR_SLOT_FUNCTION);
        uint32_t y = index ? dxki_attr_list_set(made, g->attrs, DXKI_ATTR_SLOT_FUNCTION) : 0;
        uint32_t x_count, y_count;
        const dxki_attr *p = dxki_attr_set(was, x, &x_count), *q = dxki_attr_set(made, y, &y_count);
        bool good =
            index && same_types(made, g->value_type, was, f->value_type) && x_count == y_count;
        for (uint32_t k = 0; k < x_count && good; k++)
            good = p[k].kind == q[k].kind;
        /* a class of a resource may have other members */
        bool object = name.size > 24 && memcmp(name.data, "dx.op.createHandleForLib", 24) == 0;
        if (!good && !object)
            printf("%s: %.*s differs\n", path, (int)name.size, name.data);
        same = same && (good || object);
    }
    return same;
}

static bool same_resources(const dxk_dxil *a, const dxk_dxil *b, const char *path)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        if (differs(path, "a number of resources", a->resources[cls].count,
                    b->resources[cls].count))
            return false;
        for (uint32_t i = 0; i < a->resources[cls].count; i++) {
            const dxki_dxil_resource *x = a->resources[cls].items[i],
                                     *y = b->resources[cls].items[i];
            if (x->space != y->space || x->lower_bound != y->lower_bound ||
                x->range_size != y->range_size || x->kind != y->kind ||
                x->sample_count != y->sample_count || x->is_rov != y->is_rov ||
                x->has_counter != y->has_counter || x->cbuffer_size != y->cbuffer_size ||
                x->sampler_kind != y->sampler_kind ||
                x->extra.element_type != y->extra.element_type ||
                x->extra.stride != y->extra.stride || x->extra.feedback != y->extra.feedback) {
                printf("%s: resource %u of class %u differs\n", path, i, cls);
                return false;
            }
        }
    }
    return true;
}

/* Only an option of the compiler tells it. */
#define AUTO_SPACE (1u << DXKI_MD_PROPS_AUTO_SPACE)

static bool same_props(const dxki_dxil_props *x, const dxki_dxil_props *y, const char *path)
{
    return !differs(path, "the flags", x->shader_flags, y->shader_flags) &&
           !differs(path, "a property tag", x->head.present | AUTO_SPACE,
                    y->head.present | AUTO_SPACE) &&
           memcmp(x->num_threads, y->num_threads, sizeof x->num_threads) == 0 &&
           memcmp(x->wave_range, y->wave_range, sizeof x->wave_range) == 0 &&
           !differs(path, "the streams", x->gs.stream_mask, y->gs.stream_mask) &&
           !differs(path, "the topology", x->gs.topology, y->gs.topology) &&
           !differs(path, "the factor", (uint64_t)x->hs.max_factor, (uint64_t)y->hs.max_factor);
}

static bool same_state(const dxk_dxil *a, const dxk_dxil *b, const char *path)
{
    bool same = a->view_id.words.size == b->view_id.words.size &&
                (a->view_id.words.size == 0 ||
                 memcmp(a->view_id.words.data, b->view_id.words.data, a->view_id.words.size) == 0);
    if (!same)
        printf("%s: the ViewID state differs\n", path);
    return same;
}

static bool same_modules(const dxk_dxil *made, const dxk_dxil *was, const char *path)
{
    bool same = !differs(path, "a number of entry points", made->entries.count, was->entries.count);
    same = same && same_elements(made, was, path, false) && same_resources(made, was, path) &&
           same_state(made, was, path) && same_operations(made->m, was->m, path);
    for (uint32_t i = 0; i < made->entries.count && same; i++) {
        const dxki_dxil_entry *x = made->entries.items[i], *y = was->entries.items[i];
        same = same_props(&x->props, &y->props, path);
    }
    return same;
}

/* ---------------------------------------------------------------------------------------- */

static dxk_builder_options options_for(const dxk_dxil *d, dxk_packing_strategy packing)
{
    uint64_t flags = ((const dxki_dxil_entry *)d->entries.items[0])->props.shader_flags;
    return (dxk_builder_options){
        .kind = (dxk_shader_kind)d->model.kind,
        .model_minor = d->model.minor,
        .has_validator = true,
        .validator_major = d->validator.major,
        .validator_minor = d->validator.minor,
        .native_16bit = flags >> DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION & 1,
        .all_resources_bound = flags >> DXKI_SHADER_FLAG_ALL_RESOURCES_BOUND & 1,
        .resources_may_alias = !(flags >> DXKI_SHADER_FLAG_RES_MAY_NOT_ALIAS & 1),
        .disable_optimizations = flags >> DXKI_SHADER_FLAG_DISABLE_OPTIMIZATIONS & 1,
        .disable_math_refactoring = flags >> DXKI_SHADER_FLAG_DISABLE_MATH_REFACTORING & 1,
        .packing = packing,
    };
}

static const char *build_again(tally *t, dxk_ctx *ctx, const dxk_dxil *d,
                               dxk_packing_strategy packing, const char *path)
{
    const dxk_builder_options options = options_for(d, packing);
    copy c = {.m = d->m, .d = d};
    dxk_module *m = NULL;
    dxk_dxil *made = NULL;
    assert_int_equal(dxk_builder_create(ctx, &options, &c.b), DXK_OK);
    c.types = numbers(d->m->types.count);
    c.globals = numbers(d->m->globals.count);
    c.args = numbers(d->m->args.count);
    c.insts = numbers(d->m->insts.count);
    c.blocks = numbers(d->m->blocks.count);
    copy_module(&c);
    dxk_status status = c.unable ? DXK_OK : dxk_builder_finish(c.b, &m);
    if (status != DXK_OK) {
        const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
        printf("%s: %s: %s\n", path, diag ? diag->path : "", diag ? diag->message : "");
    } else if (!c.unable) {
        assert_int_equal(dxk_dxil_load(m, &made), DXK_OK);
        if (packing == DXK_PACKING_PREFIX_STABLE && !same_elements(made, d, path, true))
            c.unable = "another strategy";
        else
            t->same += same_modules(made, d, path);
    }
    dxk_dxil_free(made);
    dxk_module_free(m);
    dxk_builder_free(c.b);
    free(c.types);
    free(c.globals);
    free(c.args);
    free(c.insts);
    free(c.blocks);
    return c.unable;
}

static void check_module(tally *t, dxk_ctx *ctx, dxk_bytes bitcode, const char *path)
{
    dxk_module *m = NULL;
    dxk_dxil *d = NULL;
    if (dxk_module_read(ctx, bitcode, NULL, &m) == DXK_OK && dxk_dxil_load(m, &d) == DXK_OK &&
        d->entries.count && d->model.minor <= 10) {
        const char *unable = build_again(t, ctx, d, DXK_PACKING_PREFIX_STABLE, path);
        if (unable && strcmp(unable, "another strategy") == 0)
            unable = build_again(t, ctx, d, DXK_PACKING_OPTIMIZED, path);
        t->left_out += unable != NULL;
        t->modules += unable == NULL;
        if (unable && getenv("DXK_TEST_VERBOSE"))
            printf("%s: left out: %s\n", path, unable);
    }
    dxk_dxil_free(d);
    dxk_module_free(m);
}

static void check_file(void *user, const char *path)
{
    size_t size;
    dxk_container *container;
    dxk_program program;
    if (strstr(path, "_asm_") || strstr(path, ".asm.")) /* written by hand; the same once more */
        return;
    uint8_t *data = support_read(path, &size);
    dxk_ctx *ctx = support_ctx();
    if (dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container) == DXK_OK) {
        size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
        if (index != DXK_NO_PART &&
            dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) ==
                DXK_OK)
            check_module(user, ctx, program.bitcode, path);
    }
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

static void check_folder(const char *folder)
{
    tally t = {0};
    support_each(folder, ".dxil", check_file, &t);
    printf("%s: built again identical %zu of %zu, left out %zu\n", folder, t.same, t.modules,
           t.left_out);
    assert_true(t.modules > 0);
    assert_int_equal(t.same, t.modules);
}

static void builds_the_samples_again(void **state)
{
    (void)state;
    check_folder(getenv("DXK_TEST_DATA"));
}

static void builds_the_corpus_again(void **state)
{
    const char *folder = support_corpus("own");
    (void)state;
    if (!folder)
        skip();
    check_folder(folder);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(builds_the_samples_again),
    cmocka_unit_test(builds_the_corpus_again),
};
SUPPORT_SUITE(test_rebuild, tests);
