/* SPDX-License-Identifier: MIT */
/* uses.c - use lists as reading a module builds them. See uses.h. */
#include "bitcode/uses.h"

#include <string.h>

#include "bitcode/enumerate.h"
#include "ir/plain.h"

/* --- lists --- */

static inline bool is_operator(const dxki_inst *inst)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)inst->op);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CMP;
}

/* Not in brief lists: see dxki_bc_uses_build_read(). */
static inline bool is_arithmetic(const dxk_module *m, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST) {
        const dxki_inst *inst = dxki_inst_get(m, DXKI_INDEX(value));
        return is_operator(inst) || dxki_inst_is_plain_member(m, inst);
    }
    return dxki_value_is_number(m, value);
}

static void push_use(dxki_bc_uses *u, dxki_value value, dxki_value user, uint32_t operand)
{
    uint32_t entity = dxki_bc_uses_entity(u, value);
    if (entity == UINT32_MAX)
        return;
    dxki_bc_use use = {dxki_bc_uses_entity(u, user), operand, u->heads[entity]};
    if (!dxki_vec_push(u->ctx, &u->uses, use)) {
        u->failed = true;
        return;
    }
    u->heads[entity] = (uint32_t)(u->uses.count - 1);
    if (u->counts)
        u->counts[entity]++;
}

static inline void add_use(dxki_bc_uses *u, dxki_value value, dxki_value user, uint32_t operand)
{
    if (!u->brief || !is_arithmetic(u->m, value))
        push_use(u, value, user, operand);
}

/* The definition takes over the placeholder's uses. */
static void turn_around(dxki_bc_uses *u, uint32_t entity)
{
    uint32_t turned = 0;
    for (uint32_t i = u->heads[entity]; i;) {
        uint32_t next = u->uses.items[i].next;
        u->uses.items[i].next = turned;
        turned = i;
        i = next;
    }
    u->heads[entity] = turned;
}

/* The uses of a constant's operands begin when it is made, operands before it. */
static void build_const(dxki_bc_uses *u, dxki_value value)
{
    if (DXKI_TAG(value) != DXKI_V_CONST || u->built[DXKI_INDEX(value)])
        return;
    u->built[DXKI_INDEX(value)] = 1;
    uint32_t count = dxki_uses_operand_count(u->m, value);
    for (uint32_t i = 0; i < count; i++)
        build_const(u, dxki_uses_operand(u->m, value, i));
    for (uint32_t i = 0; i < count; i++)
        add_use(u, dxki_uses_operand(u->m, value, i), value, i);
}

/* --- instructions --- */

static void build_inst_consts(dxki_bc_uses *u, const dxki_inst *inst, const dxki_value *ops)
{
    if (inst->op == DXKI_OP_CALL || inst->op == DXKI_OP_INVOKE)
        build_const(u, ops[inst->op_count - 1]);
    for (uint32_t i = 0; i < inst->op_count; i++)
        build_const(u, ops[i]);
}

static void use_range(dxki_bc_uses *u, dxki_value user, const dxki_value *ops, uint32_t from,
                      uint32_t end)
{
    for (uint32_t i = from; i < end; i++)
        add_use(u, ops[i], user, i);
}

/* In brief lists: a plain instruction has no list itself, and most of its operands have none. */
static void use_plain_operands(dxki_bc_uses *u, uint32_t index)
{
    const dxki_value *ops = dxki_inst_ops(u->m, index);
    for (uint32_t i = 0; i < 2; i++) {
        if (DXKI_TAG(ops[i]) == DXKI_V_INST)
            add_use(u, ops[i], DXKI_VALUE(DXKI_V_INST, index), i);
    }
}

/* Branches and calls set their operands in an order of their own. */
static void use_operands(dxki_bc_uses *u, uint32_t index)
{
    const dxki_inst *inst = dxki_inst_get(u->m, index);
    const dxki_value *ops = dxki_inst_ops(u->m, index);
    dxki_value user = DXKI_VALUE(DXKI_V_INST, index);
    uint32_t count = inst->op_count;
    if (u->brief && is_operator(inst)) { /* has no list itself that could be turned around */
        for (uint32_t i = 0; i < count; i++)
            add_use(u, ops[i], user, i);
        return;
    }
    if (inst->op == DXKI_OP_BR) {
        for (uint32_t i = count; i-- > 0;)
            add_use(u, ops[i], user, i);
    } else if (inst->op == DXKI_OP_CALL) {
        use_range(u, user, ops, count - 1, count);
        use_range(u, user, ops, 0, count - 1);
    } else if (inst->op == DXKI_OP_INVOKE) {
        use_range(u, user, ops, count - 1, count);
        use_range(u, user, ops, count - 3, count - 1);
        use_range(u, user, ops, 0, count - 3);
    } else {
        use_range(u, user, ops, 0, count);
    }
    if (u->heads[dxki_bc_uses_entity(u, user)])
        turn_around(u, dxki_bc_uses_entity(u, user));
}

static void use_body(dxki_bc_uses *u, uint32_t global, bool make_consts)
{
    const dxk_module *m = u->m;
    bool brief = u->brief && !make_consts; /* then some instructions add nothing */
    DXKI_EACH_BLOCK(m, global, b) {
        DXKI_EACH_INST(m, b, i) {
            if (brief && dxki_inst_has_marks(m, i, DXKI_PLAIN | DXKI_PLAIN_ALONE)) {
                i = dxki_inst_plain_end(m, i, DXKI_PLAIN | DXKI_PLAIN_ALONE);
                continue;
            }
            if (make_consts)
                build_inst_consts(u, dxki_inst_get(m, i), dxki_inst_ops(m, i));
            if (u->brief && dxki_inst_known_plain(m, i))
                use_plain_operands(u, i);
            else if (u->brief && dxki_inst_has_marks(m, i, DXKI_PLAIN_QUIET)) /* of a result */
                push_use(u, dxki_inst_ops(m, i)[0], DXKI_VALUE(DXKI_V_INST, i), 0);
            else
                use_operands(u, i);
        }
    }
}

/* --- shuffling by the module's own records --- */

/* The uses of a value, head first, in u->order; the first half is filled. */
static bool gather(dxki_bc_uses *u, uint32_t entity)
{
    u->order.count = 0;
    if (!dxki_vec_reserve(u->ctx, &u->order, (size_t)u->counts[entity] * 2)) {
        u->failed = true;
        return false;
    }
    for (uint32_t i = u->heads[entity]; i; i = u->uses.items[i].next)
        u->order.items[u->order.count++] = i;
    return true;
}

/* Use number i goes to position places[i]; anything but a permutation is left alone. */
static void shuffle(dxki_bc_uses *u, const dxki_uselist *record)
{
    uint32_t entity = dxki_bc_uses_entity(u, record->value);
    const uint32_t *places = u->m->words.items + record->offset;
    if (entity == UINT32_MAX || u->counts[entity] != record->count || !gather(u, entity))
        return;
    uint32_t count = record->count, *from = u->order.items, *to = from + count;
    memset(to, 0, count * sizeof *to);
    for (uint32_t i = 0; i < count; i++) {
        if (places[i] >= count || to[places[i]])
            return;
        to[places[i]] = from[i];
    }
    for (uint32_t i = 0; i < count; i++)
        u->uses.items[to[i]].next = i + 1 < count ? to[i + 1] : 0;
    u->heads[entity] = to[0];
}

/* The records of one block, which follow each other: *next moves after them. */
static void shuffle_block(dxki_bc_uses *u, uint32_t function, size_t *next)
{
    const dxk_module *m = u->m;
    while (*next < m->uselists.count && m->uselists.items[*next].function == function)
        shuffle(u, &m->uselists.items[(*next)++]);
}

/* --- a module from a stream: constants come in blocks, initialisers after them --- */

static void build_numbered(dxki_bc_uses *u, const dxki_bc_numbers *n, size_t from)
{
    for (size_t i = from; i < n->values.count; i++)
        build_const(u, n->values.items[i].value);
}

static void attach_initializers(dxki_bc_uses *u)
{
    const dxk_module *m = u->m;
    for (size_t i = m->variables.count; i-- > 0;) {
        dxki_value user = DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[i]);
        add_use(u, dxki_uses_operand(m, user, 0), user, 0);
    }
    for (size_t i = m->aliases.count; i-- > 0;) {
        dxki_value user = DXKI_VALUE(DXKI_V_GLOBAL, m->aliases.items[i]);
        add_use(u, dxki_uses_operand(m, user, 0), user, 0);
    }
    static const uint32_t order[] = {1, 2, 0}; /* prefix, prologue, personality */
    for (uint32_t k = 0; k < 3; k++) {
        for (size_t i = m->functions.count; i-- > 0;) {
            dxki_value user = DXKI_VALUE(DXKI_V_GLOBAL, m->functions.items[i]);
            add_use(u, dxki_uses_operand(m, user, order[k]), user, order[k]);
        }
    }
}

static void build_from_stream(dxki_bc_uses *u, dxki_bc_numbers *n)
{
    const dxk_module *m = u->m;
    size_t next = 0;
    build_numbered(u, n, n->global_values);
    attach_initializers(u);
    shuffle_block(u, 0, &next);
    for (size_t i = 0; i < m->functions.count && !u->failed; i++) {
        uint32_t global = m->functions.items[i];
        if (m->globals.items[global].first_block == 0)
            continue;
        if (!dxki_bc_numbers_enter(n, global)) {
            u->failed = true;
            return;
        }
        build_numbered(u, n, n->module_values + m->globals.items[global].arg_count);
        dxki_bc_numbers_leave(n);
        use_body(u, global, false);
        shuffle_block(u, global, &next);
    }
}

/* --- the same without numbering: constants in the order in which they were read --- */

static void build_up_to(dxki_bc_uses *u, uint32_t *next, size_t end)
{
    for (; *next < end && *next < u->m->consts.count; (*next)++)
        build_const(u, DXKI_VALUE(DXKI_V_CONST, *next));
}

static void build_as_read(dxki_bc_uses *u)
{
    const dxk_module *m = u->m;
    size_t next = 0;
    uint32_t next_const = 1;
    build_up_to(u, &next_const, m->outer_consts ? m->outer_consts : m->consts.count);
    attach_initializers(u);
    shuffle_block(u, 0, &next);
    for (size_t i = 0; i < m->functions.count && !u->failed; i++) {
        uint32_t global = m->functions.items[i];
        if (m->globals.items[global].first_block == 0)
            continue;
        build_up_to(u, &next_const, m->globals.items[global].const_end);
        use_body(u, global, false);
        shuffle_block(u, global, &next);
    }
    build_up_to(u, &next_const, m->consts.count);
}

/* --- a module from text: everything in the order in which it is written --- */

static void attach_all(dxki_bc_uses *u, uint32_t global)
{
    dxki_value user = DXKI_VALUE(DXKI_V_GLOBAL, global);
    uint32_t count = dxki_uses_operand_count(u->m, user);
    for (uint32_t i = 0; i < count; i++)
        build_const(u, dxki_uses_operand(u->m, user, i));
    for (uint32_t i = 0; i < count; i++)
        add_use(u, dxki_uses_operand(u->m, user, i), user, i);
}

static void build_from_text(dxki_bc_uses *u)
{
    const dxk_module *m = u->m;
    size_t next = 0;
    for (size_t i = 0; i < m->variables.count; i++)
        attach_all(u, m->variables.items[i]);
    for (size_t i = 0; i < m->aliases.count; i++)
        attach_all(u, m->aliases.items[i]);
    for (size_t i = 0; i < m->functions.count; i++) {
        attach_all(u, m->functions.items[i]);
        use_body(u, m->functions.items[i], true);
        shuffle_block(u, m->functions.items[i], &next);
    }
    shuffle_block(u, 0, &next);
}

/* --- life --- */

static bool make_tables(dxki_bc_uses *u, bool counted)
{
    const dxk_module *m = u->m;
    const size_t counts[DXKI_V_BLOCK + 1] = {
        [DXKI_V_GLOBAL] = m->globals.count, [DXKI_V_CONST] = m->consts.count,
        [DXKI_V_ARG] = m->args.count,       [DXKI_V_INST] = m->insts.count,
        [DXKI_V_BLOCK] = m->blocks.count,
    };
    uint64_t total = 0;
    for (uint32_t tag = DXKI_V_GLOBAL; tag <= DXKI_V_BLOCK; tag++) {
        u->base[tag] = (uint32_t)total;
        total += counts[tag];
    }
    if (total >= UINT32_MAX)
        return false;
    u->entities = (uint32_t)total;
    u->heads = DXKI_NEW_ARRAY(&u->arena, uint32_t, (size_t)total);
    if (counted)
        u->counts = DXKI_NEW_ARRAY(&u->arena, uint32_t, (size_t)total);
    u->built = DXKI_NEW_ARRAY(&u->arena, uint8_t, m->consts.count);
    return u->heads && (u->counts || !counted) && u->built &&
           dxki_vec_reserve(u->ctx, &u->uses, u->brief ? m->words.count / 8 + 1 : m->words.count) &&
           dxki_vec_push(u->ctx, &u->uses, (dxki_bc_use){0});
}

static bool begin(dxki_bc_uses *u, const dxk_module *m, bool brief, bool counted)
{
    memset(u, 0, sizeof *u);
    u->m = m;
    u->ctx = m->ctx;
    u->brief = brief;
    dxki_arena_init(&u->arena, m->ctx);
    return make_tables(u, counted);
}

bool dxki_bc_uses_build(dxki_bc_uses *u, const dxk_module *m)
{
    if (!begin(u, m, false, true))
        return false;
    if (!m->from_stream) {
        build_from_text(u);
        return !u->failed;
    }
    dxki_bc_numbers numbers;
    if (dxki_bc_numbers_init(&numbers, m, m->use_lists))
        build_from_stream(u, &numbers);
    else
        u->failed = true;
    dxki_bc_numbers_free(&numbers);
    return !u->failed;
}

bool dxki_bc_uses_build_read(dxki_bc_uses *u, const dxk_module *m, bool brief)
{
    if (!begin(u, m, brief, m->uselists.count != 0))
        return false;
    if (m->from_stream)
        build_as_read(u);
    else
        build_from_text(u);
    return !u->failed;
}

void dxki_bc_uses_free(dxki_bc_uses *u)
{
    dxki_vec_free(u->ctx, &u->uses);
    dxki_vec_free(u->ctx, &u->order);
    dxki_arena_free(&u->arena);
}
