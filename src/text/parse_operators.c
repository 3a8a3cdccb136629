/* SPDX-License-Identifier: MIT */
/*
 * parse_operators.c - operators as printers write them, each as a whole, and lines of them that
 * follow each other. Most of the text of most shaders is this. Whatever is a little different,
 * errors included, is left to be read token by token. See parse.h.
 */
#include "text/parse.h"

/* What a numbered operand stands for, if it is there and has the type; numbers come later. */
static inline bool find_local(const dxki_text_parser *p, dxki_type type,
                              const dxki_text_operand *operand, dxki_value *value)
{
    if (!operand->local)
        return true;
    if (operand->number >= p->values.count)
        return false;
    *value = p->values.items[operand->number];
    dxki_type has = DXKI_TAG(*value) == DXKI_V_INST ? p->m->insts.items[DXKI_INDEX(*value)].type
                                                    : dxki_value_type(p->m, *value);
    return has == type;
}

static inline bool find_locals(const dxki_text_parser *p, const dxki_text_operator *o,
                               dxki_value ops[2])
{
    return find_local(p, o->type, &o->operands[0], &ops[0]) &&
           find_local(p, o->type, &o->operands[1], &ops[1]);
}

/* Adds the instruction; 0: no memory. */
static inline uint32_t add(dxki_text_parser *p, const dxki_text_operator *o, dxki_value ops[2])
{
    dxk_module *m = p->m;
    dxki_inst inst = {.op = (uint8_t)o->op,
                      .flags = o->flags,
                      .type = o->type,
                      .ops = (uint32_t)m->words.count,
                      .op_count = 2};
    for (uint32_t i = 0; i < 2; i++) {
        if (!o->operands[i].local)
            ops[i] = dxki_const_int(m, o->type, o->operands[i].number);
    }
    if (!ops[0] || !ops[1] || inst.ops > UINT32_MAX - 2 || !dxki_vec_reserve(p->ctx, &m->words, 2))
        return 0;
    m->words.items[inst.ops] = ops[0];
    m->words.items[inst.ops + 1] = ops[1];
    m->words.count += 2;
    return dxki_inst_append(m, p->block, &inst);
}

bool dxki_text_parse_operator(dxki_text_parser *p, dxki_inst *inst, uint32_t *index)
{
    dxki_text_operator o;
    dxki_value ops[2] = {0}; /* of numbers: made by add() */
    if (!dxki_text_lex_operator(&p->lex, &o) || !find_locals(p, &o, ops))
        return false;
    inst->op = (uint8_t)o.op;
    inst->type = o.type;
    *index = add(p, &o, ops);
    p->lex.next = o.end;
    dxki_text_next(p);
    if (!*index)
        dxki_text_no_memory(p);
    return true;
}

/* The line at which the lexer is, after its number, if the next line is a numbered one, too. */
static inline bool parse_line(dxki_text_parser *p, bool *more)
{
    dxki_text_operator o;
    dxki_value ops[2] = {0}; /* of numbers: made by add() */
    *more = dxki_text_lex_operator(&p->lex, &o) && find_locals(p, &o, ops) &&
            dxki_text_lex_line(&p->lex, o.end, (uint32_t)p->values.count + 1);
    if (!*more)
        return true;
    uint32_t index = add(p, &o, ops);
    return (index && dxki_vec_push(p->ctx, &p->values, DXKI_VALUE(DXKI_V_INST, index))) ||
           dxki_text_no_memory(p);
}

bool dxki_text_parse_operators(dxki_text_parser *p)
{
    const char *from = p->lex.next;
    bool more = true;
    if (p->tok.kind != DXKI_TK_LOCAL_ID || p->tok.number != p->values.count || p->open_numbers ||
        p->places)
        return true;
    while (more) {
        if (!parse_line(p, &more))
            return false;
    }
    if (p->lex.next != from) { /* back to the first token of the line */
        while (p->lex.next[-1] != '%')
            p->lex.next--;
        p->lex.next--;
        dxki_text_next(p);
    }
    return true;
}
