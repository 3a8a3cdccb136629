/* SPDX-License-Identifier: MIT */
/*
 * canon_label.c - labels: see canon.h. Types, constants, functions from the bottom of the call graph
 * upwards, then the same again with what the users of variables told.
 */
#include "base/str.h"
#include "edit/canon.h"

#include <string.h>

#define ROUNDS      4u /* over everything */
#define TYPE_ROUNDS 4u /* over types, which may contain themselves */

static uint64_t mix(uint64_t state, uint64_t word)
{
    return dxki_hash_mix(state, word);
}

/* --- types --- */

/* Named structures are what they are made of, but for those that DXIL knows by name. */
static uint64_t type_content(const dxk_module *m, const uint64_t *labels, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    uint64_t h = mix(t->kind, t->flags);
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, type, &count);
    for (uint32_t i = 0; i < count; i++)
        h = mix(h, labels[list[i]]);
    if (list || t->kind == DXKI_T_STRUCT) {
        bool named = t->kind == DXKI_T_STRUCT && t->c;
        dxk_str name = named ? dxki_string_get(m, t->c) : (dxk_str){"", 0};
        return dxki_str_starts(name, "dx.") ? dxki_hash_bytes(h, name) : mix(h, count);
    }
    bool contains =
        t->kind == DXKI_T_POINTER || t->kind == DXKI_T_ARRAY || t->kind == DXKI_T_VECTOR;
    h = mix(h, contains ? labels[t->a] : t->a);
    return mix(mix(h, t->b), t->c);
}

uint64_t *dxki_edit_canon_types(const dxk_module *m, dxki_arena *arena)
{
    uint64_t *labels = DXKI_NEW_ARRAY(arena, uint64_t, m->types.count);
    for (uint32_t round = 0; labels && round < TYPE_ROUNDS; round++) {
        for (dxki_type type = 1; type < m->types.count; type++)
            labels[type] = type_content(m, labels, type);
    }
    return labels;
}

/* --- constants --- */

static uint64_t words_label(const dxki_edit_canon *c, const dxki_const *k, uint64_t h)
{
    const uint32_t *words = dxki_const_words(c->m, k);
    uint32_t extra = dxki_const_extra_count(c->m, k);
    for (uint32_t i = 0; i < k->b; i++)
        h = mix(h, k->kind == DXKI_C_WIDE ? words[i] : dxki_edit_canon_value(c, words[i]));
    for (uint32_t i = 0; i < extra; i++)
        h = mix(h, k->opcode == DXKI_OP_GEP ? c->types[words[k->b + i]] : words[k->b + i]);
    return h;
}

static uint64_t const_content(const dxki_edit_canon *c, const dxki_const *k)
{
    uint64_t h = mix(mix(k->kind, c->types[k->type]), (uint64_t)k->opcode << 8 | k->flags);
    switch (k->kind) {
    case DXKI_C_INT:
    case DXKI_C_FLOAT:
        return mix(h, dxki_const_bits(k));
    case DXKI_C_DATA:
        return dxki_hash_bytes(h, dxki_const_data_bytes(c->m, k));
    case DXKI_C_WIDE:
    case DXKI_C_AGGREGATE:
    case DXKI_C_EXPR:
        return words_label(c, k, h);
    default:
        return h;
    }
}

/* --- globals --- */

static bool is_local(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
}

/* The name that others know it by; of an operation without the types after it, among which may be a
 * structure of any name. */
static dxk_str open_name(const dxk_module *m, const dxki_global *g)
{
    dxk_str name = dxki_string_get(m, g->name);
    size_t size = sizeof DXKI_DXOP_PREFIX - 1;
    if (!dxki_str_starts(name, DXKI_DXOP_PREFIX))
        return name;
    while (size < name.size && name.data[size] != '.')
        size++;
    return (dxk_str){name.data, size};
}

bool dxki_edit_canon_is_open(const dxki_pass *p, const dxki_global *g)
{
    dxk_str name = dxki_string_get(p->m, g->name);
    bool special = dxki_str_starts(name, "dx.") || dxki_str_starts(name, "llvm.");
    return special || (!is_local(g) && p->facts->kind == DXK_SHADER_KIND_LIBRARY);
}

/* What others see of it, and what it begins with; functions with a body are labelled by that. */
static uint64_t global_content(const dxki_edit_canon *c, const dxki_global *g, uint64_t used)
{
    uint64_t h = mix(mix(g->kind, c->types[g->type]), (uint64_t)g->linkage << 8 | g->flags);
    bool has_name = g->kind == DXKI_G_VARIABLE ? dxki_edit_canon_is_open(c->p, g)
                                               : !is_local(g) || !g->first_block;
    h = mix(h, g->align);
    if (has_name)
        return dxki_hash_bytes(h, open_name(c->m, g));
    return mix(mix(h, g->init ? dxki_edit_canon_value(c, g->init) : 0), used);
}

static void label_globals(dxki_edit_canon *c)
{
    for (uint32_t i = 1; i < c->m->globals.count; i++) {
        const dxki_global *g = &c->m->globals.items[i];
        if (!g->first_block || !is_local(g))
            c->globals[i] = global_content(c, g, c->global_used[i]);
    }
}

/* --- operands --- */

uint64_t dxki_edit_canon_value(const dxki_edit_canon *c, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return c->globals[index];
    case DXKI_V_CONST:
        return index < c->const_count ? c->consts[index]
                                      : const_content(c, &c->m->consts.items[index]);
    case DXKI_V_ARG:
        return mix(DXKI_V_ARG,
                   index - c->m->globals.items[c->m->args.items[index].function].first_arg);
    case DXKI_V_INST:
        return c->insts[index];
    case DXKI_V_BLOCK:
        return mix(DXKI_V_BLOCK, c->block_number[index]);
    default:
        return DXKI_TAG(value);
    }
}

bool dxki_edit_canon_commutes(const dxk_module *m, const dxki_inst *inst, uint32_t *first)
{
    *first = 0;
    switch (inst->op) {
    case DXKI_OP_ADD:
    case DXKI_OP_MUL:
    case DXKI_OP_AND:
    case DXKI_OP_OR:
    case DXKI_OP_XOR:
    case DXKI_OP_FADD:
    case DXKI_OP_FMUL:
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        return true;
    case DXKI_OP_CALL:
        break;
    default:
        return false;
    }
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, inst);
    *first = 1;
    return op && (op->flags & DXKI_DXF_COMMUTATIVE);
}

bool dxki_edit_canon_right_of(const dxki_edit_canon *c, dxki_value a, dxki_value b)
{
    bool x = dxki_value_is_const(a), y = dxki_value_is_const(b);
    uint64_t of_a = dxki_edit_canon_value(c, a), of_b = dxki_edit_canon_value(c, b);
    return x == y ? of_a > of_b : x;
}

/* The bits of a predicate for reals are equal, greater, less, unordered. */
uint16_t dxki_edit_canon_swapped(uint16_t predicate)
{
    static const uint8_t ints[] = {32, 33, 36, 37, 34, 35, 40, 41, 38, 39};
    if (predicate >= 32)
        return predicate < 42 ? ints[predicate - 32] : predicate;
    return (uint16_t)((predicate & 9u) | (predicate & 2u) << 1 | (predicate & 4u) >> 1);
}

/* --- instructions --- */

/* What is attached, but for places in the source. */
static uint64_t node_label(const dxki_edit_canon *c, dxki_md node)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(c->m, node, &count);
    uint64_t h = count;
    for (uint32_t i = 0; i < count; i++) {
        dxki_value value = dxki_md_value(c->m, ops[i]);
        h = dxki_hash_bytes(mix(h, value ? dxki_edit_canon_value(c, value) : 0),
                            dxki_md_str(c->m, ops[i]));
    }
    return h;
}

static uint64_t attachments_label(const dxki_edit_canon *c, uint32_t inst)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(c->m, inst, &count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        dxk_str kind = dxki_string_get(c->m, c->m->md_kinds.items[list[i].kind]);
        sum += mix(dxki_hash_bytes(1, kind), node_label(c, list[i].node));
    }
    return sum;
}

static uint64_t extra_label(const dxki_edit_canon *c, uint32_t inst, uint64_t h)
{
    const dxki_inst *in = &c->m->insts.items[inst];
    const uint32_t *extra = dxki_inst_ops(c->m, inst) + in->op_count;
    uint32_t count = dxki_inst_extra_count(c->m, in);
    switch (in->op) {
    case DXKI_OP_PHI: /* with the operands */
    case DXKI_OP_INVOKE:
        return h;
    case DXKI_OP_ALLOCA:
    case DXKI_OP_GEP:
    case DXKI_OP_CALL:
        return mix(h, c->types[extra[0]]);
    default:
        for (uint32_t i = 0; i < count; i++)
            h = mix(h, extra[i]);
        return h;
    }
}

/* The label of an operand; those of a phi that are computed later are as the last round left them. */
static uint64_t phi_label(const dxki_edit_canon *c, uint32_t phi, uint64_t h)
{
    const dxki_inst *in = &c->m->insts.items[phi];
    uint64_t sum = 0;
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t from = c->block_number[dxki_phi_block(c->m, phi, k)];
        sum += mix(from, dxki_edit_canon_value(c, dxki_inst_ops(c->m, phi)[k]));
    }
    return mix(mix(h, c->block_number[in->block]), sum);
}

/* The predicate of a comparison as it is when its operands are in their order; of those that cannot
 * be told apart yet, the lesser one. */
static uint16_t ordered_predicate(const dxki_edit_canon *c, const dxki_inst *in,
                                  const dxki_value *ops)
{
    uint16_t other = dxki_edit_canon_swapped(in->sub);
    if (dxki_edit_canon_right_of(c, ops[0], ops[1]))
        return other;
    return dxki_edit_canon_right_of(c, ops[1], ops[0]) || in->sub < other ? in->sub : other;
}

static uint64_t operands_label(const dxki_edit_canon *c, uint32_t inst, uint64_t h)
{
    const dxki_inst *in = &c->m->insts.items[inst];
    const dxki_value *ops = dxki_inst_ops(c->m, inst);
    uint32_t first;
    bool commutes = dxki_edit_canon_commutes(c->m, in, &first);
    bool swap = commutes && dxki_edit_canon_right_of(c, ops[first], ops[first + 1]);
    bool compares = in->op == DXKI_OP_ICMP || in->op == DXKI_OP_FCMP;
    h = mix(h, compares ? ordered_predicate(c, in, ops) : in->sub);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t at = swap && (k == first || k == first + 1) ? 2 * first + 1 - k : k;
        h = mix(h, dxki_edit_canon_value(c, ops[at]));
    }
    return h;
}

static uint64_t inst_label(const dxki_edit_canon *c, uint32_t inst, uint64_t memory)
{
    const dxki_inst *in = &c->m->insts.items[inst];
    uint64_t h = mix(mix(in->op, in->flags), c->types[in->type]);
    h = in->op == DXKI_OP_PHI ? phi_label(c, inst, h) : operands_label(c, inst, h);
    h = mix(extra_label(c, inst, h), attachments_label(c, inst));
    return mix(mix(h, memory), c->used[inst]); /* as the last round left it */
}

/* The phis of a block get their labels at once, for they may lead to each other. */
static bool label_phis(dxki_edit_canon *c, uint32_t block, dxki_arena *arena)
{
    uint32_t count = 0, i = 0;
    DXKI_EACH_INST(c->m, block, inst) {
        if (c->m->insts.items[inst].op != DXKI_OP_PHI)
            break;
        count++;
    }
    uint64_t *labels = count ? DXKI_NEW_ARRAY(arena, uint64_t, count) : NULL;
    if (count && !labels)
        return false;
    DXKI_EACH_INST(c->m, block, phi) {
        if (i == count)
            break;
        labels[i++] = inst_label(c, phi, 0);
    }
    i = 0;
    DXKI_EACH_INST(c->m, block, phi) {
        if (i == count)
            break;
        c->insts[phi] = labels[i++];
    }
    return true;
}

static bool label_block(dxki_edit_canon *c, uint32_t block, uint64_t *body)
{
    dxki_arena arena;
    dxki_arena_init(&arena, c->m->ctx);
    bool good = label_phis(c, block, &arena);
    dxki_arena_free(&arena);
    dxki_edit_canon_memory_enter(&c->memory);
    uint64_t sum = 0;
    DXKI_EACH_INST(c->m, block, inst) {
        uint64_t memory = 0;
        if (c->m->insts.items[inst].op != DXKI_OP_PHI) {
            bool keeps = dxki_edit_canon_memory_step(&c->memory, inst, &memory);
            if (keeps)
                memory = mix(memory, c->block_number[block]);
            c->insts[inst] = inst_label(c, inst, memory);
            dxki_edit_canon_memory_label(&c->memory, c->insts[inst]);
        }
        sum += mix(c->insts[inst], 1);
    }
    *body = mix(*body, sum);
    return good && !c->memory.failed;
}

/* --- rounds --- */

/* Tells a value of a use: `use` is what the user is, and as what it uses it. */
static void add_use(dxki_edit_canon *c, dxki_value value, uint64_t use)
{
    if (DXKI_TAG(value) == DXKI_V_CONST)
        value = dxki_mem_base(c->m, value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        c->used[DXKI_INDEX(value)] += use;
    else if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        c->global_used[DXKI_INDEX(value)] += use;
}

/* Operands that may change places are used alike. */
static void add_uses(dxki_edit_canon *c, uint32_t inst, uint64_t used)
{
    const dxki_inst *in = &c->m->insts.items[inst];
    const dxki_value *ops = dxki_inst_ops(c->m, inst);
    uint64_t user = mix(c->insts[inst], used);
    uint32_t first;
    bool commutes = dxki_edit_canon_commutes(c->m, in, &first);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint64_t place = commutes && k == first + 1 ? first : k;
        if (in->op == DXKI_OP_PHI)
            place = c->block_number[dxki_phi_block(c->m, inst, k)];
        add_use(c, ops[k], mix(user, place));
    }
}

/* What uses the users of a value tells it apart, too: so from the end of a block to its start. The
 * phis do it at once, for they may use each other. */
static bool find_uses_in(dxki_edit_canon *c, uint32_t block)
{
    const dxk_module *m = c->m;
    DXKI_VEC(uint64_t) phis = {NULL, 0, 0};
    uint32_t inst = m->blocks.items[block].last_inst;
    bool good = true;
    for (; inst && m->insts.items[inst].op != DXKI_OP_PHI; inst = dxki_inst_prev(m, inst))
        add_uses(c, inst, c->used[inst]);
    for (uint32_t phi = inst; good && phi; phi = dxki_inst_prev(m, phi))
        good = dxki_vec_push(m->ctx, &phis, c->used[phi]);
    for (size_t i = 0; good && i < phis.count; i++, inst = dxki_inst_prev(m, inst))
        add_uses(c, inst, phis.items[i]);
    dxki_vec_free(m->ctx, &phis);
    return good;
}

static bool find_uses(dxki_edit_canon *c, dxki_cfg *const *graphs)
{
    memset(c->used, 0, c->inst_count * sizeof *c->used);
    memset(c->global_used, 0, c->m->globals.count * sizeof *c->global_used);
    DXKI_EACH_FUNCTION(c->m, fn) {
        const dxki_cfg *cfg = graphs[fn];
        for (uint32_t i = cfg ? cfg->order.count : 0; i-- > 0;) {
            uint32_t number = cfg->order.nodes[i];
            if (number != cfg->count && !find_uses_in(c, cfg->blocks[number]))
                return false;
        }
    }
    return true;
}

static bool label_function(dxki_edit_canon *c, uint32_t fn, const dxki_cfg *cfg)
{
    const dxki_global *g = &c->m->globals.items[fn];
    uint64_t body = mix(c->types[g->type], g->linkage);
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t number = cfg->order.nodes[i];
        if (number != cfg->count && !label_block(c, cfg->blocks[number], &body))
            return false;
    }
    if (is_local(g))
        c->globals[fn] = body;
    return true;
}

static bool label_round(dxki_edit_canon *c, dxki_cfg *const *graphs)
{
    const dxki_components *groups = &c->calls.groups;
    label_globals(c);
    for (uint32_t i = 1; i < c->const_count; i++)
        c->consts[i] = const_content(c, &c->m->consts.items[i]);
    label_globals(c); /* now with their initialisers */
    for (uint32_t g = 0; g < groups->count; g++) {
        DXKI_EACH_EDGE(&groups->nodes, g, n)
        {
            uint32_t fn = groups->nodes.to[n];
            if (graphs[fn] && !label_function(c, fn, graphs[fn]))
                return false;
        }
    }
    return find_uses(c, graphs);
}

/* The graphs of all functions with a body, and the numbers of their blocks. */
static dxki_cfg **build_graphs(dxki_edit_canon *c)
{
    dxki_cfg **graphs = DXKI_NEW_ARRAY(c->arena, dxki_cfg *, c->m->globals.count);
    if (!graphs)
        return NULL;
    DXKI_EACH_FUNCTION(c->m, fn) {
        if (!c->m->globals.items[fn].first_block)
            continue;
        dxki_cfg *cfg = graphs[fn] = DXKI_NEW(c->arena, dxki_cfg);
        if (!cfg || !dxki_cfg_build(cfg, c->arena, c->m, fn))
            return NULL;
        for (uint32_t i = 0; i < cfg->order.count; i++) {
            if (cfg->order.nodes[i] != cfg->count)
                c->block_number[cfg->blocks[cfg->order.nodes[i]]] = i + 1;
        }
    }
    return graphs;
}

bool dxki_edit_canon_label(dxki_edit_canon *c, dxki_pass *p)
{
    dxk_module *m = p->m;
    *c = (dxki_edit_canon){.p = p, .m = m, .arena = &p->scratch};
    c->inst_count = m->insts.count;
    c->const_count = m->consts.count;
    c->insts = DXKI_NEW_ARRAY(c->arena, uint64_t, c->inst_count);
    c->used = DXKI_NEW_ARRAY(c->arena, uint64_t, c->inst_count);
    c->consts = DXKI_NEW_ARRAY(c->arena, uint64_t, c->const_count);
    c->types = dxki_edit_canon_types(m, c->arena);
    c->globals = DXKI_NEW_ARRAY(c->arena, uint64_t, m->globals.count);
    c->global_used = DXKI_NEW_ARRAY(c->arena, uint64_t, m->globals.count);
    c->block_number = DXKI_NEW_ARRAY(c->arena, uint32_t, m->blocks.count);
    bool good = dxki_module_touch(m) && c->insts && c->used && c->consts && c->types &&
                c->globals && c->global_used && c->block_number &&
                dxki_calls_build(&c->calls, c->arena, m, false) &&
                dxki_mem_bases_begin(&c->bases, c->arena, m);
    dxki_cfg **graphs = good ? build_graphs(c) : NULL;
    dxki_edit_canon_memory_begin(&c->memory, m, &c->bases);
    if (!graphs || c->memory.failed)
        return false;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        if (!label_round(c, graphs))
            return false;
    }
    return true;
}

void dxki_edit_canon_free(dxki_edit_canon *c)
{
    if (c->memory.m)
        dxki_edit_canon_memory_free(&c->memory);
}
