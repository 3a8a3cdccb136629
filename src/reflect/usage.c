/* SPDX-License-Identifier: MIT */
/*
 * usage.c - which variables and registers the code uses, for modules whose metadata does
 * not tell: those made for validators before 1.5, and but for STAT those of models before 6.5.
 *
 *   handle of a constant buffer -> load of a row -> (phis) -> component     legacy loads
 *                               -> load at an offset                        others
 *
 * A variable is used when a byte in it is where a component that is read begins. Of a sum of row
 * numbers the constant part counts: the index of an array's element is not known, its start is.
 * A register is used when the code loads or stores some of it. Source: DXIL.rst, "Operations".
 */
#include "reflect/reflect.h"

#include "base/sort.h"
#include "ir/dxop.h"
#include "spec/d3d.h"

#include <string.h>

#define ROW 16u

/* What an instruction's value is. */
typedef enum origin_kind { NOTHING, HANDLE, LOADED_ROW } origin_kind;

typedef struct origin {
    uint32_t kind;   /* origin_kind */
    uint32_t buffer; /* index of the constant buffer */
    uint32_t offset; /* LOADED_ROW: of the row */
    uint32_t mark;   /* phi: number of the last walk that came by */
} origin;

/* A byte of a buffer that is read. */
typedef struct use {
    uint32_t buffer, offset;
} use;

typedef struct usage {
    dxki_reflect_run *x;
    const dxk_module *m;
    origin *origins;     /* by instruction */
    uint32_t *buffer_of; /* by global: index of the constant buffer + 1 */
    DXKI_VEC(use) uses;
    DXKI_VEC(uint32_t) walk; /* phis to look at */
    uint32_t walk_number;
    bool seen_handle; /* the code makes handles of constant buffers */
    bool failed;
} usage;

static void *fail(usage *u)
{
    u->failed = true;
    dxki_reflect_note(u->x, dxki_nomem(u->x->ctx));
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

static dxki_value argument(const dxk_module *m, uint32_t i, uint32_t index)
{
    return index < dxki_call_arg_count(dxki_inst_get(m, i)) ? dxki_inst_ops(m, i)[index] : 0;
}

static bool int_argument(const dxk_module *m, uint32_t i, uint32_t index, uint32_t *out)
{
    uint64_t value;

    if (!dxki_value_as_int(m, argument(m, i, index), &value) || value > UINT32_MAX)
        return false;
    *out = (uint32_t)value;
    return true;
}

/* The constant part of a sum. */
static uint32_t constant_part(const dxk_module *m, dxki_value value, uint32_t depth)
{
    uint64_t bits;

    if (dxki_value_as_int(m, value, &bits))
        return bits > UINT32_MAX ? UINT32_MAX : (uint32_t)bits;
    if (DXKI_TAG(value) != DXKI_V_INST || depth == 0)
        return 0;
    const dxki_inst *inst = dxki_inst_get(m, DXKI_INDEX(value));
    if ((inst->op != DXKI_OP_ADD && inst->op != DXKI_OP_OR) || inst->op_count < 2)
        return 0;
    const dxki_value *ops = dxki_inst_ops(m, DXKI_INDEX(value));
    uint32_t left = constant_part(m, ops[0], depth - 1);
    uint32_t right = constant_part(m, ops[1], depth - 1);
    return inst->op == DXKI_OP_ADD ? left + right : left | right;
}

/* The global behind loads and address computations; 0: none. */
static uint32_t global_behind(const dxk_module *m, dxki_value value)
{
    for (uint32_t steps = 0; steps < 8; steps++) {
        if (DXKI_TAG(value) == DXKI_V_GLOBAL)
            return DXKI_INDEX(value);
        if (DXKI_TAG(value) == DXKI_V_INST) {
            const dxki_inst *inst = dxki_inst_get(m, DXKI_INDEX(value));
            if ((inst->op != DXKI_OP_LOAD && inst->op != DXKI_OP_GEP &&
                 inst->op != DXKI_OP_BITCAST) ||
                inst->op_count == 0)
                return 0;
            value = dxki_inst_ops(m, DXKI_INDEX(value))[0];
        } else if (DXKI_TAG(value) == DXKI_V_CONST) {
            const dxki_const *c = &m->consts.items[DXKI_INDEX(value)];
            if (c->kind != DXKI_C_EXPR || c->b == 0)
                return 0;
            value = dxki_const_words(m, c)[0];
        } else {
            return 0;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

static const origin *origin_of(const usage *u, dxki_value value)
{
    static const origin nothing = {NOTHING, 0, 0, 0};

    return DXKI_TAG(value) == DXKI_V_INST ? &u->origins[DXKI_INDEX(value)] : &nothing;
}

static void add_use(usage *u, uint32_t buffer, uint32_t offset)
{
    if (!u->failed && !dxki_vec_push(u->x->ctx, &u->uses, ((use){buffer, offset})))
        fail(u);
}

static void note_handle(usage *u, uint32_t i, dxki_dxop row)
{
    uint32_t cls, buffer = 0;

    if (row == DXKI_DXOP_CreateHandle) {
        u->seen_handle = true;
        if (!int_argument(u->m, i, 1, &cls) || cls != DXK_RESOURCE_CLASS_CBUFFER ||
            !int_argument(u->m, i, 2, &buffer))
            return;
        buffer++;
    } else {
        uint32_t global = global_behind(u->m, argument(u->m, i, 1));
        buffer = global ? u->buffer_of[global] : 0;
        u->seen_handle = true;
    }
    if (buffer)
        u->origins[i] = (origin){HANDLE, buffer - 1, 0, 0};
}

static void note_call(usage *u, uint32_t i)
{
    static const uint32_t depth = 16;
    const dxki_dxop_info *op = dxki_call_dxop(u->m, dxki_inst_get(u->m, i));

    if (!op)
        return;
    const origin *from = origin_of(u, argument(u->m, i, 1));
    switch (dxki_dxop_row(op)) {
    case DXKI_DXOP_CreateHandle:
    case DXKI_DXOP_CreateHandleForLib:
        note_handle(u, i, dxki_dxop_row(op));
        break;
    case DXKI_DXOP_AnnotateHandle:
        u->origins[i] = *from;
        break;
    case DXKI_DXOP_CBufferLoadLegacy:
        if (from->kind == HANDLE)
            u->origins[i] = (origin){LOADED_ROW, from->buffer,
                                     constant_part(u->m, argument(u->m, i, 2), depth) * ROW, 0};
        break;
    case DXKI_DXOP_CBufferLoad:
        if (from->kind == HANDLE)
            add_use(u, from->buffer, constant_part(u->m, argument(u->m, i, 2), depth));
        break;
    default:
        break;
    }
}

/* Bytes from one component of a row to the next. */
static uint32_t component_size(const usage *u, dxki_type type)
{
    uint32_t bits = dxki_type_bits(u->m, type);

    return bits == 64 ? 8 : bits == 16 && !dxki_dxil_min_precision(u->x->d) ? 2 : 4;
}

static void push_phi(usage *u, uint32_t i)
{
    if (u->origins[i].mark == u->walk_number)
        return;
    u->origins[i].mark = u->walk_number;
    if (!dxki_vec_push(u->x->ctx, &u->walk, i))
        fail(u);
}

/* Uses a component of `value`, a row or what phis make of rows. */
static void use_component(usage *u, dxki_value value, uint32_t offset)
{
    const origin *from = origin_of(u, value);

    if (from->kind == LOADED_ROW)
        add_use(u, from->buffer, from->offset + offset);
    else if (DXKI_TAG(value) == DXKI_V_INST &&
             dxki_inst_get(u->m, DXKI_INDEX(value))->op == DXKI_OP_PHI)
        push_phi(u, DXKI_INDEX(value));
}

static void note_component(usage *u, uint32_t i)
{
    const dxki_inst *inst = dxki_inst_get(u->m, i);
    const uint32_t *extra = dxki_inst_ops(u->m, i) + inst->op_count;

    if (inst->op_count == 0 || dxki_inst_extra_count(u->m, inst) < 2)
        return;
    const uint32_t offset = extra[1] * component_size(u, inst->type);
    u->walk_number++;
    use_component(u, dxki_inst_ops(u->m, i)[0], offset);
    while (u->walk.count && !u->failed) {
        uint32_t phi = u->walk.items[--u->walk.count];
        const uint32_t count = dxki_inst_get(u->m, phi)->op_count;
        if (!dxki_reflect_spend(u->x, count))
            u->failed = true;
        for (uint32_t k = 0; k < count && !u->failed; k++)
            use_component(u, dxki_inst_ops(u->m, phi)[k], offset);
    }
}

static bool use_after(const void *user, const void *a, const void *b)
{
    const use *left = a, *right = b;

    (void)user;
    return left->buffer != right->buffer ? left->buffer > right->buffer
                                         : left->offset > right->offset;
}

/* Is a byte in [start, end) of the buffer used? */
static bool is_used(const usage *u, uint32_t buffer, uint32_t start, uint32_t end)
{
    size_t low = 0, high = u->uses.count;
    const use wanted = {buffer, start};

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (use_after(NULL, &wanted, &u->uses.items[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return low < u->uses.count && u->uses.items[low].buffer == buffer &&
           u->uses.items[low].offset < end;
}

static void clear_unused(usage *u)
{
    const uint32_t count = u->x->d->resources[DXK_RESOURCE_CLASS_CBUFFER].count;
    const dxk_reflect *data = &u->x->r->data;

    if (u->uses.count &&
        !dxki_sort(u->x->ctx, u->uses.items, u->uses.count, sizeof(use), use_after, NULL)) {
        fail(u);
        return;
    }
    for (uint32_t i = 0; i < count && i < data->buffer_count; i++) {
        /* Made by this walk, so it may be changed. */
        dxk_reflect_variable *v = (dxk_reflect_variable *)(uintptr_t)data->buffers[i].variables;
        for (uint32_t k = 0; k < data->buffers[i].variable_count; k++)
            if (!is_used(u, i, v[k].start_offset, v[k].start_offset + v[k].size))
                v[k].flags &= ~(uint32_t)DXKI_D3D_SVF_USED;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static void note_register(usage *u, uint32_t i)
{
    static const uint8_t signatures[] = {[DXKI_DXS_INPUT] = DXK_REFLECT_INPUT,
                                         [DXKI_DXS_OUTPUT] = DXK_REFLECT_OUTPUT,
                                         [DXKI_DXS_PATCH] = DXK_REFLECT_PATCH_CONSTANT};
    const dxk_reflect_stage *stage = &u->x->r->data.stage;
    const dxki_dxop_info *op = dxki_call_dxop(u->m, dxki_inst_get(u->m, i));
    uint32_t of = op ? dxki_dxop_effect_get(op->kind)->signature : DXKI_DXS_NONE;
    uint32_t id, signature = signatures[of];

    if (of == DXKI_DXS_NONE || op->kind == DXKI_DXK_CONTROL_POINT ||
        !int_argument(u->m, i, 1, &id) || id >= stage->parameters[signature].count)
        return;
    /* Made by this walk, so it may be changed. Elements of several rows share the first mark. */
    dxk_reflect_parameter *p =
        (dxk_reflect_parameter *)(uintptr_t)&stage->parameters[signature].items[id];
    p->read_write_mask = (uint8_t)(signature == DXK_REFLECT_INPUT ? p->mask : ~p->mask & 15);
}

/* ---------------------------------------------------------------------------------------- */

static bool start(usage *u)
{
    const dxki_dxil_list *list = &u->x->d->resources[DXK_RESOURCE_CLASS_CBUFFER];

    u->origins = DXKI_REFLECT_NEW_ARRAY(u->x, origin, u->m->insts.count);
    u->buffer_of = DXKI_REFLECT_NEW_ARRAY(u->x, uint32_t, u->m->globals.count);
    if (!u->origins || !u->buffer_of)
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_resource *res = list->items[i];
        uint32_t global = global_behind(u->m, res->symbol);
        if (global)
            u->buffer_of[global] = i + 1;
    }
    return true;
}

static void note_calls(usage *u)
{
    DXKI_EACH_FUNCTION(u->m, fn)
        DXKI_EACH_BLOCK(u->m, fn, block)
            DXKI_EACH_INST(u->m, block, inst)
                if (!u->failed)
                    note_call(u, inst);
}

/* Components that are taken out of what was loaded, and registers. */
static void note_accesses(usage *u)
{
    bool registers = !u->x->r->data.is_library && !u->x->registers_told;

    DXKI_EACH_FUNCTION(u->m, fn) {
        DXKI_EACH_BLOCK(u->m, fn, block) {
            DXKI_EACH_INST(u->m, block, inst) {
                if (u->failed)
                    return;
                if (dxki_inst_get(u->m, inst)->op == DXKI_OP_EXTRACTVALUE)
                    note_component(u, inst);
                else if (registers)
                    note_register(u, inst);
            }
        }
    }
}

void dxki_reflect_usage(dxki_reflect_run *x)
{
    usage u;

    memset(&u, 0, sizeof u);
    u.x = x;
    u.m = x->m;
    if (start(&u)) {
        note_calls(&u);
        note_accesses(&u);
        if (!u.failed && !x->variables_told && (u.seen_handle || x->r->data.is_library))
            clear_unused(&u);
    }
    dxki_vec_free(x->ctx, &u.uses);
    dxki_vec_free(x->ctx, &u.walk);
}
