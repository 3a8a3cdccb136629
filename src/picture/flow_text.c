/* SPDX-License-Identifier: MIT */
/* flow_text.c - blocks of a function in few words. See flow.h. */
#include "picture/flow.h"

#include "base/decimal.h"
#include "ir/dxop.h"

#define NO_NUMBER UINT32_MAX

/* --- names --- */

static dxki_string name_of(const dxk_module *m, uint32_t inst)
{
    return inst < m->inst_names.count ? m->inst_names.items[inst] : 0;
}

bool dxki_flow_number(dxki_flow *f)
{
    const dxk_module *m = f->m;
    const dxki_global *g = &m->globals.items[f->function];
    uint32_t next = 0;
    f->numbers = DXKI_NEW_ARRAY(&f->s->arena, uint32_t, m->insts.count);
    f->block_numbers = DXKI_NEW_ARRAY(&f->s->arena, uint32_t, m->blocks.count);
    if (!f->numbers || !f->block_numbers)
        return false;
    for (uint32_t i = 0; i < g->arg_count; i++)
        next += !m->args.items[g->first_arg + i].name;
    DXKI_EACH_BLOCK(m, f->function, block) {
        f->block_numbers[block] = m->blocks.items[block].name ? NO_NUMBER : next++;
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *i = dxki_inst_get(m, inst);
            bool numbered = i->type != DXKI_TY_VOID && !name_of(m, inst);
            f->numbers[inst] = numbered ? next++ : NO_NUMBER;
        }
    }
    return true;
}

static dxk_str local(dxki_flow *f, uint32_t number, dxki_string name)
{
    if (name)
        return dxki_svg_format(f->s, "%%0", DXKI_ARGS(dxki_raw(dxki_string_get(f->m, name))));
    return dxki_svg_format(f->s, "%%0", DXKI_ARGS(dxki_dec(number)));
}

dxk_str dxki_flow_label(dxki_flow *f, uint32_t block)
{
    uint32_t index = f->cfg.blocks[block];
    return local(f, f->block_numbers[index], f->m->blocks.items[index].name);
}

/* --- constants --- */

/* "-5" */
static dxk_str signed_text(dxki_flow *f, int64_t value)
{
    uint64_t size = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    return dxki_svg_format(f->s, "%0%1",
                           DXKI_ARGS(dxki_svg_word(value < 0 ? "-" : ""), dxki_dec(size)));
}

static dxk_str int_text(dxki_flow *f, dxki_type type, uint64_t bits)
{
    uint32_t width = dxki_type_get(f->m, type)->a;
    if (width == 1)
        return dxki_str(bits ? "true" : "false");
    if (width < 64 && bits >> (width - 1) & 1)
        bits |= ~(uint64_t)0 << width;
    return signed_text(f, (int64_t)bits);
}

/* "0.5", "3.0", "1e-7" */
static dxk_str real_text(dxki_flow *f, dxki_type type, uint64_t bits)
{
    dxki_real_format format = type == DXKI_TY_HALF    ? DXKI_BINARY16
                              : type == DXKI_TY_FLOAT ? DXKI_BINARY32
                                                      : DXKI_BINARY64;
    uint64_t sign = bits >> (format.exponent + format.fraction) & 1;
    bits &= ((uint64_t)1 << (format.exponent + format.fraction)) - 1;
    const char *minus = sign ? "-" : "";
    if (bits >= dxki_infinity(format))
        return dxki_svg_format(
            f->s, "%0%1",
            DXKI_ARGS(dxki_svg_word(minus),
                      dxki_svg_word(bits == dxki_infinity(format) ? "inf" : "nan")));
    if (!bits)
        return dxki_svg_format(f->s, "%00.0", DXKI_ARGS(dxki_svg_word(minus)));
    dxki_decimal d = dxki_decimal_trim(dxki_decimal_shortest(format, bits, 1));
    if (d.exponent >= 0 && d.exponent <= 6) {
        for (; d.exponent; d.exponent--)
            d.digits *= 10;
        return dxki_svg_format(f->s, "%0%1.0", DXKI_ARGS(dxki_svg_word(minus), dxki_dec(d.digits)));
    }
    if (d.exponent < 0 && d.exponent >= -8) {
        uint64_t unit = 1;
        for (int64_t e = d.exponent; e; e++)
            unit *= 10;
        char zeros[10];
        size_t count = 0;
        for (uint64_t u = unit / 10; u > 1 && d.digits % unit < u; u /= 10)
            zeros[count++] = '0';
        return dxki_svg_format(f->s, "%0%1.%2%3",
                               DXKI_ARGS(dxki_svg_word(minus), dxki_dec(d.digits / unit),
                                         dxki_raw((dxk_str){zeros, count}),
                                         dxki_dec(d.digits % unit)));
    }
    return dxki_svg_format(
        f->s, "%0%1e%2",
        DXKI_ARGS(dxki_svg_word(minus), dxki_dec(d.digits), dxki_raw(signed_text(f, d.exponent))));
}

static dxk_str value_text(dxki_flow *f, dxki_value value)
{
    const dxk_module *m = f->m;
    uint32_t index = DXKI_INDEX(value);
    const dxki_const *c = dxki_const_get(m, value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        return local(f, f->numbers[index], name_of(m, index));
    if (DXKI_TAG(value) == DXKI_V_ARG)
        return local(f, index - m->globals.items[f->function].first_arg, m->args.items[index].name);
    if (c && c->kind == DXKI_C_INT)
        return int_text(f, c->type, (uint64_t)c->b << 32 | c->a);
    if (c && c->kind == DXKI_C_FLOAT && c->type <= DXKI_TY_DOUBLE)
        return real_text(f, c->type, (uint64_t)c->b << 32 | c->a);
    return dxki_str(c && c->kind == DXKI_C_UNDEF ? "undef" : "\xe2\x80\xa6");
}

/* --- ends of blocks --- */

static const char *operator_of(const dxki_inst *compare)
{
    static const char *const reals[] = {"never", "==", ">", ">=", "<", "<=", "!=", "ord",
                                        "uno",   "==", ">", ">=", "<", "<=", "!=", "always"};
    static const char *const ints[] = {"==", "!=", ">", ">=", "<", "<=", ">", ">=", "<", "<="};
    uint32_t p = compare->sub;
    if (compare->op == DXKI_OP_FCMP)
        return p < 16 ? reals[p] : "?";
    return p >= 32 && p < 42 ? ints[p - 32] : "?";
}

static dxk_str condition(dxki_flow *f, dxki_value value)
{
    const dxk_module *m = f->m;
    uint32_t inst = dxki_value_as_inst(value);
    const dxki_inst *i = inst ? dxki_inst_get(m, inst) : NULL;
    if (!i || (i->op != DXKI_OP_ICMP && i->op != DXKI_OP_FCMP))
        return value_text(f, value);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    return dxki_svg_format(f->s, "%0 %1 %2",
                           DXKI_ARGS(dxki_raw(value_text(f, ops[0])), dxki_svg_word(operator_of(i)),
                                     dxki_raw(value_text(f, ops[1]))));
}

static dxk_str end_text(dxki_flow *f, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(f->m, inst);
    const dxki_value *ops = dxki_inst_ops(f->m, inst);
    if (i->op == DXKI_OP_BR && i->op_count == 3)
        return dxki_svg_format(f->s, "if %0", DXKI_ARGS(dxki_raw(condition(f, ops[0]))));
    if (i->op == DXKI_OP_SWITCH && i->op_count >= 2)
        return dxki_svg_format(f->s, "switch %0", DXKI_ARGS(dxki_raw(value_text(f, ops[0]))));
    if (i->op == DXKI_OP_RET)
        return dxki_str("return");
    return (dxk_str){"", 0};
}

dxk_str dxki_flow_edge_text(dxki_flow *f, uint32_t block, uint32_t which)
{
    uint32_t last = f->m->blocks.items[f->cfg.blocks[block]].last_inst;
    const dxki_inst *i = last ? dxki_inst_get(f->m, last) : NULL;
    if (i && i->op == DXKI_OP_BR && i->op_count == 3)
        return dxki_str(which ? "no" : "yes");
    if (!i || i->op != DXKI_OP_SWITCH)
        return (dxk_str){"", 0};
    if (!which)
        return dxki_str("else");
    uint32_t at = 2 * which;
    return at < i->op_count ? value_text(f, dxki_inst_ops(f->m, last)[at]) : dxki_str("?");
}

/* --- operations --- */

/* How kinds of operations are shown, where it is not plainly. */
static const uint8_t kinds[DXKI_DXK_COUNT] = {
    [DXKI_DXK_CBUFFER] = DXKI_FLOW_MEMORY,       [DXKI_DXK_SRV] = DXKI_FLOW_MEMORY,
    [DXKI_DXK_SRV_QUAD] = DXKI_FLOW_MEMORY,      [DXKI_DXK_RESOURCE] = DXKI_FLOW_MEMORY,
    [DXKI_DXK_UAV_WRITE] = DXKI_FLOW_MEMORY,     [DXKI_DXK_UAV_ATOMIC] = DXKI_FLOW_MEMORY,
    [DXKI_DXK_UAV_COUNTER] = DXKI_FLOW_MEMORY,   [DXKI_DXK_FEEDBACK] = DXKI_FLOW_MEMORY,
    [DXKI_DXK_FEEDBACK_QUAD] = DXKI_FLOW_MEMORY, [DXKI_DXK_MATRIX_READ] = DXKI_FLOW_MEMORY,
    [DXKI_DXK_MATRIX_WRITE] = DXKI_FLOW_MEMORY,  [DXKI_DXK_BARRIER] = DXKI_FLOW_BARRIER,
    [DXKI_DXK_QUAD] = DXKI_FLOW_LANES,           [DXKI_DXK_WAVE_ALL] = DXKI_FLOW_LANES,
    [DXKI_DXK_WAVE_GIVEN] = DXKI_FLOW_LANES,     [DXKI_DXK_WAVE_EACH] = DXKI_FLOW_LANES,
    [DXKI_DXK_DERIVATIVE] = DXKI_FLOW_LANES,     [DXKI_DXK_DISCARD] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_OUTPUT] = DXKI_FLOW_EFFECT,        [DXKI_DXK_PATCH_OUTPUT] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_INDICES] = DXKI_FLOW_EFFECT,       [DXKI_DXK_COUNTS] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_STREAM] = DXKI_FLOW_EFFECT,        [DXKI_DXK_DISPATCH] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_NODE_OUTPUT] = DXKI_FLOW_EFFECT,   [DXKI_DXK_RAY] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_CALL] = DXKI_FLOW_EFFECT,          [DXKI_DXK_EXIT] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_QUERY_NEW] = DXKI_FLOW_EFFECT,     [DXKI_DXK_QUERY_WRITE] = DXKI_FLOW_EFFECT,
    [DXKI_DXK_DEBUGGER] = DXKI_FLOW_EFFECT,      [DXKI_DXK_ANYTHING] = DXKI_FLOW_EFFECT,
};

static dxki_flow_line line_of_operation(const dxki_dxop_info *op, bool split)
{
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    dxki_flow_line line = {.count = 1, .kind = (dxki_flow_kind)kinds[op->kind]};
    bool needs = effect->convergence == DXKI_DXC_DERIVATIVE ||
                 effect->convergence == DXKI_DXC_BARRIER || effect->convergence == DXKI_DXC_GROUP;
    if (op->kind != DXKI_DXK_PURE)
        line.name = dxki_str(op->name);
    line.wrong = split && needs;
    return line;
}

static dxki_flow_line line_of(dxki_flow *f, const dxki_inst *i, bool split)
{
    const dxki_dxop_info *op = dxki_call_dxop(f->m, i);
    dxki_flow_line line = {.count = 1};
    if (op)
        return line_of_operation(op, split);
    switch (i->op) {
    case DXKI_OP_CALL: {
        dxki_value callee = dxki_call_callee(f->m, i);
        bool known = DXKI_TAG(callee) == DXKI_V_GLOBAL;
        dxk_str name = known ? dxki_string_get(f->m, f->m->globals.items[DXKI_INDEX(callee)].name)
                             : dxki_str("?");
        line.name = dxki_svg_format(f->s, "call %0", DXKI_ARGS(dxki_raw(name)));
        line.kind = DXKI_FLOW_EFFECT;
        break;
    }
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
    case DXKI_OP_ATOMICRMW:
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_FENCE:
        line.name = dxki_str(dxki_op_get(i->op)->text);
        line.kind = DXKI_FLOW_MEMORY;
        break;
    default:
        break;
    }
    return line;
}

static void add_line(dxki_flow_block *out, const dxki_flow_line *line)
{
    dxki_flow_line *last = out->line_count ? &out->lines[out->line_count - 1] : NULL;
    bool same =
        last && !out->more && dxki_str_same(last->name, line->name) && last->wrong == line->wrong;
    if (same)
        last->count += line->count;
    else if (out->line_count < DXKI_FLOW_LINES)
        out->lines[out->line_count++] = *line;
    else
        out->more++;
}

/* Arithmetic between operations is counted, and told once, after them. */
void dxki_flow_describe(dxki_flow *f, uint32_t block, dxki_flow_block *out)
{
    const dxk_module *m = f->m;
    uint32_t index = f->cfg.blocks[block], last = m->blocks.items[index].last_inst;
    dxki_flow_line arithmetic = {.count = 0};
    *out = (dxki_flow_block){.label = dxki_flow_label(f, block), .split = f->uniform.split[block]};
    DXKI_EACH_INST(m, index, inst) {
        const dxki_inst *i = dxki_inst_get(m, inst);
        if (dxki_inst_is_debug_call(m, i))
            continue;
        out->instructions++;
        if (i->op == DXKI_OP_PHI)
            continue;
        if (inst == last)
            break;
        dxki_flow_line line = line_of(f, i, out->split);
        if (line.name.size)
            add_line(out, &line);
        else
            arithmetic.count++;
    }
    if (arithmetic.count)
        add_line(out, &arithmetic);
    if (last) {
        out->end = end_text(f, last);
        out->diverges = f->uniform.differs[last] != 0 && dxki_inst_get(m, last)->op != DXKI_OP_RET;
    }
}

void dxki_flow_describe_next(dxki_flow *f, uint32_t block, dxki_flow_block *out)
{
    dxki_flow_block next;
    dxki_flow_describe(f, block, &next);
    for (uint32_t i = 0; i < next.line_count; i++)
        add_line(out, &next.lines[i]);
    out->more += next.more;
    out->instructions += next.instructions;
    out->split |= next.split;
    out->end = next.end;
    out->diverges = next.diverges;
}

void dxki_flow_describe_loop(dxki_flow *f, const uint32_t *blocks, uint32_t count,
                             dxki_flow_block *out)
{
    const dxki_flow_line size = {
        .name = dxki_svg_format(f->s, "%0 blocks", DXKI_ARGS(dxki_dec(count))), .count = 1};
    *out =
        (dxki_flow_block){.label = dxki_svg_format(
                              f->s, "loop %0", DXKI_ARGS(dxki_raw(dxki_flow_label(f, blocks[0]))))};
    add_line(out, &size);
    for (uint32_t i = 0; i < count; i++) {
        dxki_flow_block one;
        dxki_flow_describe(f, blocks[i], &one);
        for (uint32_t k = 0; k < one.line_count; k++)
            if (one.lines[k].wrong) /* what may go wrong is told, however deep it is */
                add_line(out, &one.lines[k]);
        out->instructions += one.instructions;
        out->diverges |= one.diverges;
        out->split |= i == 0 && one.split;
    }
    if (out->diverges)
        out->end = dxki_str("lanes diverge within");
}
