/* SPDX-License-Identifier: MIT */
/* algebra.c - what rules ask about values. See algebra.h. */
#include "pass/algebra.h"

#include "ir/fast.h"

/* How far it is looked behind selections and phis for arithmetic. */
#define LOOK_DEPTH 4u
/* How many users are looked at before a value is taken to be seen as it is. */
#define LOOK_USES 16u

/* A kind of metadata that the module has; UINT32_MAX: it has not. */
static uint32_t kind_named(const dxk_module *m, const char *name)
{
    for (size_t i = 0; i < m->md_kinds.count; i++) {
        if (dxki_str_is(dxki_string_get(m, m->md_kinds.items[i]), name))
            return (uint32_t)i;
    }
    return UINT32_MAX;
}

/* Flushing is the rule, keeping denormals what a function says. */
static bool keeps_denormals(const dxk_module *m, uint32_t function)
{
    uint32_t count, list = m->globals.items[function].attrs;
    uint32_t set = list ? dxki_attr_list_set(m, list, DXKI_ATTR_SLOT_FUNCTION) : 0;
    const dxki_attr *attrs = dxki_attr_set(m, set, &count);
    for (uint32_t i = 0; set && i < count; i++) {
        if (attrs[i].kind == DXKI_AT_STRING &&
            dxki_str_is(dxki_string_get(m, attrs[i].key), "fp32-denorm-mode"))
            return dxki_str_is(dxki_string_get(m, attrs[i].string), "preserve");
    }
    return false;
}

/* Passes on functions add kinds at most. */
static void find_kinds(dxki_pass *p)
{
    if (p->kinds == p->m->md_kinds.count + 1)
        return;
    p->kinds = p->m->md_kinds.count + 1;
    p->precise = kind_named(p->m, "dx.precise");
    p->nonuniform = kind_named(p->m, "dx.nonuniform");
}

bool dxki_pass_alg_begin(dxki_pass_algebra *a, dxki_pass *p)
{
    *a = (dxki_pass_algebra){.p = p, .m = p->m};
    find_kinds(p);
    a->precise = p->precise;
    a->nonuniform = p->nonuniform;
    a->flush = !keeps_denormals(p->m, p->function);
    if (!p->rules && !dxki_pass_alg_index_rules(p))
        return false;
    a->rules = p->rules;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

bool dxki_pass_alg_number(const dxk_module *m, dxki_value value, dxki_pass_number *n)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || (c->kind != DXKI_C_INT && c->kind != DXKI_C_FLOAT))
        return false;
    uint32_t width = dxki_type_bits(m, c->type);
    *n = (dxki_pass_number){dxki_const_bits(c), c->type, (uint8_t)width, c->kind == DXKI_C_FLOAT};
    return width <= 64;
}

bool dxki_pass_alg_are_numbers(const dxk_module *m, const dxki_value *values, uint32_t count)
{
    dxki_pass_number n;
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_pass_alg_number(m, values[i], &n))
            return false;
    }
    return true;
}

bool dxki_pass_alg_is_int(const dxk_module *m, dxki_value value, uint64_t wanted)
{
    dxki_pass_number n;
    if (!dxki_pass_alg_number(m, value, &n) || n.is_float)
        return false;
    return n.bits == (n.width < 64 ? wanted & (((uint64_t)1 << n.width) - 1) : wanted);
}

dxki_value dxki_pass_alg_int(dxki_pass_algebra *a, dxki_type type, uint64_t value)
{
    if (!dxki_type_is_int(a->m, type))
        return 0;
    dxki_value constant = dxki_const_int(a->m, type, value);
    a->failed = a->failed || !constant;
    return constant;
}

bool dxki_pass_alg_is_loose(const dxki_pass_algebra *a, dxki_type type)
{
    dxki_type scalar = dxki_type_scalar(a->m, type);
    return !a->p->facts->native_16bit && (scalar == DXKI_TY_HALF || scalar == DXKI_TY_I16);
}

/* ---------------------------------------------------------------------------------------- */
/* Freedom                                                                                    */

static bool has_attachment(const dxk_module *m, uint32_t inst, uint32_t kind)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].kind == kind)
            return true;
    }
    return false;
}

uint8_t dxki_pass_alg_flags(const dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    if (a->p->facts->precise)
        return 0;
    if (dxki_op_is_fp(in->op))
        return in->flags;
    return in->op == DXKI_OP_CALL && has_attachment(a->m, inst, a->precise) ? 0 : DXKI_FAST;
}

/* ---------------------------------------------------------------------------------------- */
/* Denormals                                                                                  */

bool dxki_pass_alg_flushes(const dxki_dxop_info *op)
{
    return op->kind == DXKI_DXK_PURE && op->counters & DXKI_DXN_FLOATS &&
           op != dxki_dxop_get(DXKI_DXOP_FAbs);
}

/* Arithmetic on reals, but for the idiom of a negation, which turns a bit round. */
static bool flushes(const dxk_module *m, const dxki_inst *in)
{
    const dxki_value *ops = m->words.items + in->ops;
    dxki_pass_number n;
    if (in->op == DXKI_OP_FSUB && dxki_pass_alg_number(m, ops[0], &n))
        return n.bits << (64 - n.width) != (uint64_t)1 << 63;
    if (in->op == DXKI_OP_CALL) {
        const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
        return op && dxki_pass_alg_flushes(op);
    }
    return dxki_op_is_fp(in->op) || in->op == DXKI_OP_FPTRUNC || in->op == DXKI_OP_FPEXT;
}

static bool is_normal(const dxk_module *m, dxki_value value)
{
    dxki_pass_number n;
    return dxki_pass_alg_number(m, value, &n) &&
           (n.bits << 1 == 0 || n.width != 32 || n.bits & 0x7f800000u ||
            (n.bits & 0x7fffffffu) == 0);
}

/* True if a value has been flushed where it was made. */
static bool is_flushed(const dxk_module *m, dxki_value value, uint32_t depth)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return is_normal(m, value);
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = m->words.items + in->ops;
    if (in->op == DXKI_OP_UITOFP || in->op == DXKI_OP_SITOFP || flushes(m, in))
        return true;
    if (depth == 0)
        return false;
    if (in->op == DXKI_OP_SELECT)
        return is_flushed(m, ops[1], depth - 1) && is_flushed(m, ops[2], depth - 1);
    return in->op == DXKI_OP_FSUB && is_flushed(m, ops[1], depth - 1);
}

/* True if no use of the result can tell whether it was flushed. */
static bool users_flush(const dxk_module *m, uint32_t inst)
{
    uint32_t seen = 0;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use) {
        const dxki_inst *user = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (++seen > LOOK_USES || !flushes(m, user))
            return false;
    }
    return true;
}

bool dxki_pass_alg_may_pass(dxki_pass_algebra *a, dxki_value value, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    if (!a->flush || dxki_type_scalar(a->m, in->type) != DXKI_TY_FLOAT)
        return true;
    bool has_flags = dxki_op_is_fp(in->op) || in->op == DXKI_OP_CALL; /* conversions have none */
    return (has_flags && dxki_pass_alg_flags(a, inst) & DXKI_FM_UNSAFE) ||
           is_flushed(a->m, value, LOOK_DEPTH) || users_flush(a->m, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Making                                                                                     */

dxki_value dxki_pass_alg_make(dxki_pass_algebra *a, uint32_t at, dxki_op op, uint16_t sub,
                              uint8_t flags, dxki_type type, const dxki_value *ops, uint32_t count)
{
    dxk_module *m = a->m;
    if (a->known)
        return 0;
    dxki_inst made = {
        .op = (uint8_t)op, .flags = flags, .sub = sub, .type = type, .op_count = count};
    uint32_t inst = dxki_inst_insert(m, dxki_place_before(m, at), &made, ops, NULL, 0);
    dxki_md location = dxki_inst_dbg(m, at);
    if (!inst || (location && !dxki_inst_set_dbg(m, inst, location))) {
        a->failed = true;
        return 0;
    }
    return DXKI_VALUE(DXKI_V_INST, inst);
}

static bool mark_precise(dxki_pass_algebra *a, uint32_t call)
{
    dxki_value one = dxki_const_int(a->m, DXKI_TY_I32, 1);
    dxki_md value = one ? dxki_md_of_value(a->m, one) : 0;
    dxki_md node = value ? dxki_md_tuple(a->m, &value, 1, false) : 0;
    if (a->precise == UINT32_MAX)
        a->precise = dxki_md_kind_index(a->m, dxki_str("dx.precise"));
    return node && a->precise != UINT32_MAX &&
           dxki_inst_set_attachment(a->m, call, a->precise, node);
}

bool dxki_pass_alg_note_call(dxki_pass_algebra *a, uint32_t call, uint32_t like, bool is_free)
{
    dxki_md location = dxki_inst_dbg(a->m, like);
    if (location && !dxki_inst_set_dbg(a->m, call, location))
        return false;
    const dxki_dxop_info *op = dxki_call_dxop(a->m, dxki_inst_get(a->m, call));
    bool rounds = op && dxki_pass_alg_flushes(op);
    return is_free || !rounds || a->p->facts->precise || mark_precise(a, call);
}

/* For floating point, the bits are: equal 1, greater 2, less 4, unordered 8. */
uint32_t dxki_pass_alg_swapped(uint32_t predicate)
{
    static const uint8_t swapped[] = {32, 33, 36, 37, 34, 35, 40, 41, 38, 39};
    if (predicate < 16)
        return (predicate & 9) | (predicate & 2) << 1 | (predicate & 4) >> 1;
    return swapped[predicate - 32];
}

uint32_t dxki_pass_alg_inverse(uint32_t predicate)
{
    static const uint8_t inverse[] = {33, 32, 37, 36, 35, 34, 41, 40, 39, 38};
    return predicate < 16 ? predicate ^ 15 : inverse[predicate - 32];
}
